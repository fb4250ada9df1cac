package lang

import "strings"

// rubyActions are those of Ruby code.
func rubyActions(text string, opt Options) Actions {
	a := tokenActions("ruby", text)
	if opt.Given != nil && opt.Given.AnyOption(func(name, _ string) bool { return name == "-I" }) {
		a.Complete = false // what it requires may be other code than what comes with Ruby
	}
	return a
}

// rubyPath is the argument of ruby -I: directories of the project's own sources, which a script of
// the project may load as its tests do.
func rubyPath(text string, _ Options) Actions {
	for dir := range strings.SplitSeq(text, ":") {
		if !Word("ruby", "places", strings.TrimSuffix(strings.TrimPrefix(dir, "./"), "/")) {
			return Actions{}
		}
	}
	return Actions{Complete: true}
}

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
		return 1, Word("ruby", "methods", w)
	}
	if upper(w[:1]) {
		return r.rubyConstant(i)
	}
	switch {
	case Word("ruby", "words", w):
		return 1, !(w == "raise" && r.is(i+1, "("))
	case w == "require":
		return r.rubyRequire(i)
	}
	if n, ok := r.calls(i, i+1, w); ok {
		return n, true
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
		return Word("ruby", "behind", t.text)
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
	case r.is(i+1, "{"), r.get(i+1).text == "do", r.get(i+1).kind == end, r.get(i+1).kind == line,
		r.is(i+1, ")") || r.is(i+1, ".") || r.is(i+1, ","):
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
	return at - i, Word("ruby", "libraries", list[0])
}

// rubyConstant takes a constant and the methods of the few classes that may be called on.
func (r *reader) rubyConstant(i int) (int, bool) {
	w := r.tokens[i].text
	m := ""
	if r.is(i+1, ".") && r.get(i+2).kind == name {
		m = w + "." + r.get(i+2).text
	}
	switch {
	case Word("ruby", "constants", w):
		return 1, true
	case Word("ruby", "functions", w):
		return 1, r.is(i+1, "(")
	case Word("ruby", "streams", w):
		return 1, m != ""
	case Word("ruby", "computes", m):
		return 3, true
	}
	return r.calls(i, i+3, m)
}

// rubyLibrary is the argument of ruby -r: a library that does nothing when it is loaded.
func rubyLibrary(text string, _ Options) Actions {
	return Actions{Complete: Word("ruby", "libraries", text)}
}
