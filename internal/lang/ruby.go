package lang

import "strings"

// rubyName judges a name in Ruby code: a keyword, a local variable, a method that computes whatever
// it is called on, or a call with literal arguments.
func (r *reader) rubyName(i int) (int, bool) {
	w := r.tokens[i].text
	if r.is(i+1, ":") && !r.get(i+1).space && !r.is(i+2, ":") {
		return 2, true // a label
	}
	if r.is(i-1, ".") {
		if w == "inject" || w == "reduce" || w == "sum" {
			return r.rubyInject(i)
		}
		return 1, rubyMethod(w)
	}
	if upper(w[:1]) {
		return r.rubyConstant(i)
	}
	switch w {
	case "if", "unless", "while", "until", "else", "elsif", "end", "then", "do", "for", "in", "and", "or", "not", "case", "when", "nil", "true",
		"false", "self", "next", "break", "begin", "return", "loop",
		"puts", "print", "p", "pp", "printf", "putc", "format", "sprintf", "rand", "srand", "Integer", "Float", "String", "Array", "gets",
		"raise", "warn", "exit", "lambda", "sleep", "readline", "readlines", "chomp", "block_given?":
		return 1, !(w == "raise" && r.is(i+1, "("))
	case "system", "exec", "spawn":
		return r.call(i, i+1, Shell, 1, 64)
	case "require":
		return r.rubyRequire(i)
	}
	return 1, r.local(w) && r.rubyValue(i)
}

// rubyValue reports whether a name that is that of a local variable is used as one: before it is
// assigned, and with arguments behind it, it is a call.
func (r *reader) rubyValue(i int) bool {
	switch t := r.get(i + 1); t.kind {
	case end, line:
		return true
	case name:
		switch t.text {
		case "if", "unless", "while", "until", "and", "or", "do", "then", "end", "in", "else", "when":
			return true
		}
		return false
	case sign:
		if t.text == "(" || t.text == "{" || t.text == "[" && t.space {
			return false
		}
		n := i + 2
		for r.get(n).kind == sign && !r.get(n).space {
			n++
		}
		after := r.get(n)
		return !t.space || after.space || after.kind == end || after.kind == line
	}
	return false
}

// rubyInject takes inject and its like, which call the method that a symbol or string names.
func (r *reader) rubyInject(i int) (int, bool) {
	switch {
	case r.is(i+1, "{"), r.get(i+1).text == "do", r.get(i+1).kind == end, r.get(i+1).kind == line, r.is(i+1, ")") || r.is(i+1, ".") || r.is(i+1, ","):
		return 1, true
	case r.is(i+1, "(") && r.get(i+2).kind == num && r.is(i+3, ")"):
		return 4, true
	}
	return 0, false
}

// rubyRequire takes libraries that come with Ruby and define only methods that are judged here.
func (r *reader) rubyRequire(i int) (int, bool) {
	list, at, ok := r.strings(i + 1)
	if !ok || len(list) != 1 {
		return 0, false
	}
	return at - i, RubyLibrary(list[0])
}

// RubyLibrary reports whether a library comes with Ruby and does nothing when it is loaded.
func RubyLibrary(name string) bool {
	switch name {
	case "json", "set", "time", "date", "digest", "securerandom", "bigdecimal", "csv", "fileutils", "prime", "rational", "complex", "base64",
		"pp", "ostruct", "strscan", "benchmark", "matrix", "uri", "erb", "shellwords", "English":
		return true
	}
	return false
}

// rubyConstant takes a constant and the methods of the few classes that may be called on.
func (r *reader) rubyConstant(i int) (int, bool) {
	w := r.tokens[i].text
	m := ""
	if r.is(i+1, ".") && r.get(i+2).kind == name {
		m = r.get(i + 2).text
	}
	switch w {
	case "RUBY_VERSION", "RUBY_PLATFORM", "RUBY_ENGINE", "RUBY_PATCHLEVEL", "RUBY_RELEASE_DATE", "RUBY_COPYRIGHT", "RUBY_DESCRIPTION":
		return 1, true
	case "Integer", "Float", "String", "Array":
		return 1, r.is(i+1, "(")
	case "STDIN", "STDOUT", "STDERR":
		return 1, m != ""
	case "Time":
		return 3, m == "now" || m == "at" || m == "parse" || m == "gm" || m == "utc"
	case "Date", "DateTime":
		return 3, m == "today" || m == "parse" || m == "now"
	case "Math":
		return 3, m == "sqrt" || m == "sin" || m == "cos" || m == "log" || m == "log2" || m == "log10" || m == "exp" || m == "atan"
	case "JSON":
		return 3, m == "parse" || m == "generate" || m == "pretty_generate"
	case "Base64":
		return 3, strings.HasSuffix(m, "encode64") || strings.HasSuffix(m, "decode64")
	case "SecureRandom":
		return 3, m == "hex" || m == "uuid" || m == "base64" || m == "random_number" || m == "alphanumeric"
	case "File", "Dir", "FileUtils", "IO":
		return r.rubyFile(i, w, m)
	}
	return 0, false
}

// rubyFile takes a call of a method on files with literal arguments.
func (r *reader) rubyFile(i int, class, m string) (int, bool) {
	from := i + 3
	switch class + "." + m {
	case "File.read", "File.readlines", "File.foreach", "File.size", "File.stat", "File.exist?", "File.file?", "File.directory?":
		return r.call(i, from, Read, 1, 1)
	case "File.delete", "File.unlink", "Dir.rmdir", "Dir.delete", "Dir.unlink", "FileUtils.rm", "FileUtils.rm_f", "FileUtils.rmdir":
		return r.call(i, from, Delete, 1, 64)
	case "FileUtils.rm_r", "FileUtils.rm_rf", "FileUtils.rmtree", "FileUtils.remove_dir":
		before := len(r.acts)
		n, ok := r.call(i, from, Delete, 1, 64)
		for k := before; k < len(r.acts); k++ {
			r.acts[k].Tree = true
		}
		return n, ok
	case "File.rename", "FileUtils.mv":
		return r.call(i, from, Move, 2, 2)
	case "Dir.mkdir", "FileUtils.mkdir", "FileUtils.mkdir_p":
		return r.call(i, from, Mkdir, 1, 1)
	case "File.write":
		list, at, ok := r.strings(from)
		if !ok || len(list) != 2 {
			return 0, false
		}
		r.act(Write, list[0])
		return at - i, fileName(list[0])
	case "File.basename", "File.dirname", "File.extname", "File.join", "Dir.pwd":
		return 3, true
	}
	return 0, false
}

// rubyMethod reports whether every method of that name that Ruby's own classes have computes or
// prints.
func rubyMethod(w string) bool {
	switch w {
	case "upcase", "downcase", "capitalize", "swapcase", "reverse", "strip", "lstrip", "rstrip", "chomp", "chop", "chars", "bytes", "lines",
		"split", "join", "length", "size", "count", "to_s", "to_i", "to_f", "to_a", "to_h", "to_sym", "to_r", "to_c", "inspect", "map", "each",
		"each_with_index", "each_slice", "each_cons", "each_char", "each_line", "each_pair", "each_with_object", "with_index", "select", "filter",
		"reject", "find", "detect", "find_all", "filter_map", "flat_map", "collect", "partition", "group_by", "sort", "sort_by", "min", "max",
		"min_by", "max_by", "minmax", "uniq", "compact", "flatten", "first", "last", "take", "drop", "take_while", "drop_while", "zip", "tally",
		"keys", "values", "key?", "has_key?", "include?", "member?", "empty?", "nil?", "any?", "all?", "none?", "one?", "start_with?",
		"end_with?", "match?", "match", "scan", "gsub", "sub", "gsub!", "sub!", "tr", "tr_s", "squeeze", "center", "ljust", "rjust", "index",
		"rindex", "slice", "fetch", "dig", "values_at", "merge", "invert", "transform_values", "transform_keys", "times", "upto", "downto",
		"step", "round", "floor", "ceil", "abs", "even?", "odd?", "zero?", "positive?", "negative?", "succ", "pred", "divmod", "pow", "gcd",
		"lcm", "digits", "ord", "chr", "hex", "oct", "strftime", "year", "month", "day", "hour", "iso8601", "to_json", "encode", "unicode_normalize",
		"force_encoding", "valid_encoding?", "frozen?", "freeze", "dup", "class", "is_a?", "then", "tap", "push", "pop", "shift", "unshift",
		"concat", "cycle", "chunk_while", "slice_when", "each_entry", "lazy", "puts", "print", "gets", "read", "readlines", "upcase!", "downcase!",
		"strip!", "chomp!", "rotate", "sample", "shuffle", "combination", "permutation", "product", "transpose", "sum", "to_proc?", "now", "sqrt":
		return true
	}
	return false
}
