package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// word takes a name: a function, an operator, a quoting operator, or a string before =>.
func (p *perl) word() bool {
	if p.prev == term && p.At(0) == 'x' && (token.Digit(p.At(1)) || p.At(1) == '=' && p.At(2) != '=' && p.At(2) != '~') {
		p.I++
		p.prev = op
		return true
	}
	w := p.qualified()
	if p.At(0) == '\'' && token.Letter(p.At(1)) {
		return false
	}
	rest := newScan(p.Src, p.I)
	rest.Blanks()
	if strings.HasPrefix(rest.Rest(), "=>") && p.prev != arrow && p.prev != term && !strings.Contains(w, ":") {
		p.prev = term
		return true
	}
	if p.prev == term {
		switch w {
		case "x", "lt", "gt", "le", "ge", "eq", "ne", "cmp", "and", "or", "xor", "if", "unless", "while", "until", "for", "foreach":
			p.prev, p.name = args, w
			return true
		}
		return false
	}
	if p.prev == arrow {
		return false
	}
	switch w {
	case "q", "qq", "qw", "qx", "m", "qr", "s", "tr", "y":
		return p.quoteLike(w)
	}
	if p.prev == match {
		return false
	}
	p.name = w
	switch {
	case p.effect(w):
		return true
	case perlTakes(w):
		p.prev = args
		p.changes = p.changes || perlChanges(w)
		return w != "do" && w != "eval" && w != "sub" || rest.At(0) == '{' || w == "sub" && p.named(&rest)
	case perlMay(w):
		p.prev = anyone
		p.changes = p.changes || perlChanges(w)
		p.input = p.input || w == "eof"
		return true
	case w == "use":
		return p.use()
	case w == "JSON::PP":
		return p.methods()
	}
	for _, s := range p.subs {
		if s == w && rest.At(0) == '(' {
			p.prev = anyone
			return true
		}
	}
	for _, f := range p.files {
		if f == w {
			p.prev = anyone
			return true
		}
	}
	return false
}

// qualified takes a name with the packages before it.
func (p *perl) qualified() string {
	start := p.I
	for p.scan.Name(); p.At(0) == ':' && p.At(1) == ':' && token.Letter(p.At(2)); p.scan.Name() {
		p.I += 2
	}
	return p.Src[start:p.I]
}

// named takes the name of a function that the code defines. A function of Perl's own, whose names
// are of small letters, would be called in its place; a prototype would change how calls are read.
func (p *perl) named(rest *scan) bool {
	w := rest.Name()
	rest.Blanks()
	if strings.ToLower(w) == w && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" || rest.At(0) != '{' {
		return false
	}
	p.I = rest.I
	p.subs = append(p.subs, w)
	return true
}

// perlTakes reports whether a name is that of a keyword or of a function that computes or prints,
// behind which an operand or a block stands for certain.
func perlTakes(w string) bool {
	switch w {
	case "if", "unless", "while", "until", "for", "foreach", "elsif", "else", "and", "or", "not", "my", "our", "local", "return", "do",
		"eval", "sub", "BEGIN", "END",
		"print", "printf", "say", "join", "map", "grep", "sort", "reverse", "push", "unshift", "splice", "split", "sprintf", "keys",
		"values", "each", "exists", "delete", "defined", "scalar", "die", "warn", "substr", "index", "rindex", "pack", "unpack", "binmode",
		"atan2":
		return true
	}
	return false
}

// perlMay is perlTakes for names behind which an operand or an operator may stand.
func perlMay(w string) bool {
	switch w {
	case "next", "last", "redo", "exit", "time", "times", "localtime", "gmtime", "shift", "pop", "chomp", "chop", "chr", "ord", "lc", "uc",
		"lcfirst", "ucfirst", "fc", "length", "abs", "int", "sqrt", "sin", "cos", "exp", "log", "hex", "oct", "rand", "srand", "quotemeta", "pos",
		"ref", "undef", "wantarray", "eof", "sleep", "STDIN", "STDOUT", "STDERR", "__LINE__", "__FILE__", "__PACKAGE__", "LINE", "cwd",
		"getcwd", "INT_MAX", "INT_MIN", "DBL_MAX", "DBL_MIN", "DBL_EPSILON", "UINT_MAX", "LONG_MAX", "FLT_MAX", "PI", "close",
		"sum", "sum0", "max", "min", "maxstr", "minstr", "first", "any", "all", "none", "reduce", "uniq", "uniqnum", "product", "shuffle",
		"floor", "ceil", "fmod", "pow", "strftime", "mktime", "encode_json", "decode_json", "encode_base64", "decode_base64", "md5_hex",
		"sha1_hex", "sha256_hex", "sha512_hex", "md5_base64", "Dumper", "basename", "dirname", "looks_like_number", "encode", "decode",
		"encode_utf8", "decode_utf8", "timelocal", "timegm", "wrap", "NFC", "NFD", "blessed", "reftype":
		return true
	}
	return false
}

// perlBlock reports whether a function takes a block.
func perlBlock(w string) bool {
	switch w {
	case "first", "any", "all", "none", "reduce":
		return true
	}
	return false
}

// perlChanges reports whether a function changes its operand.
func perlChanges(w string) bool {
	switch w {
	case "push", "unshift", "splice", "shift", "pop", "chomp", "chop", "delete", "undef", "local", "each":
		return true
	}
	return false
}

// Module reports whether a module of Perl's own only brings functions that compute, or changes how
// code is read in a way that does not matter here.
func Module(name string) bool {
	switch name {
	case "strict", "warnings", "utf8", "feature", "integer", "bigint", "bignum", "bytes", "diagnostics", "List::Util", "Scalar::Util", "POSIX",
		"Data::Dumper", "JSON::PP", "MIME::Base64", "Digest::MD5", "Digest::SHA", "Encode", "Time::HiRes", "Time::Local", "Text::Wrap",
		"File::Basename", "Cwd", "Unicode::Normalize", "Config", "Term::ANSIColor", "Time::Piece":
		return true
	}
	return false
}

// use takes a module that is loaded.
func (p *perl) use() bool {
	p.Blanks()
	if token.Digit(p.At(0)) || p.At(0) == 'v' && token.Digit(p.At(1)) {
		for token.Word(p.At(0)) || p.At(0) == '.' {
			p.I++
		}
	} else if w := p.qualified(); !Module(w) {
		return false
	}
	end := strings.IndexByte(p.Rest(), ';')
	if end < 0 {
		end = len(p.Rest())
	}
	for _, ch := range []byte(p.Rest()[:end]) {
		if !token.Word(ch) && strings.IndexByte(" \t\n()',:/\"", ch) < 0 {
			return false
		}
	}
	p.I += end
	p.prev = start
	return true
}

// methods takes the calls of a class whose methods only compute:
// JSON::PP->new->pretty->encode(...).
func (p *perl) methods() bool {
	for strings.HasPrefix(p.Rest(), "->") {
		p.I += 2
		switch p.scan.Name() {
		case "new", "pretty", "canonical", "utf8", "latin1", "ascii", "indent", "relaxed", "allow_nonref", "encode", "decode":
		default:
			return false
		}
		if strings.HasPrefix(p.Rest(), "->") {
			continue
		}
		if p.At(0) == '(' && strings.HasPrefix(p.Src[p.I:], "(1)") {
			p.I += len("(1)")
		}
	}
	p.prev = args
	return true
}

// effect takes a call that does something, if its arguments are literals.
func (p *perl) effect(w string) bool {
	w = strings.TrimPrefix(w, "CORE::")
	switch w {
	case "unlink", "rmdir", "mkdir", "system", "exec", "rename", "readpipe":
	case "open":
		return p.opens()
	default:
		return false
	}
	s := newScan(p.Src, p.I)
	s.Blanks()
	paren := s.At(0) == '('
	if paren {
		s.I++
	}
	list, ok := s.literals(paren)
	if !ok || len(list) == 0 {
		return false
	}
	switch {
	case w == "unlink":
		for _, f := range list {
			p.act(Delete, f)
		}
	case w == "rmdir" && len(list) == 1:
		p.act(Delete, list[0])
	case w == "mkdir" && len(list) == 1:
		p.act(Mkdir, list[0])
	case w == "rename" && len(list) == 2:
		p.acts = append(p.acts, Action{Kind: Move, Text: list[0], To: list[1]})
	case (w == "system" || w == "exec" || w == "readpipe") && len(list) == 1:
		p.act(Shell, list[0])
	case w == "system" || w == "exec":
		p.acts = append(p.acts, Action{Kind: Argv, Words: list})
	default:
		return false
	}
	p.I, p.prev = s.I, term
	return true
}

// literals takes strings up to the closing parenthesis or, without one, up to the end of the
// expression.
func (s *scan) literals(paren bool) (list []string, ok bool) {
	for {
		s.Blanks()
		ch := s.At(0)
		if ch != '\'' && ch != '"' {
			return nil, false
		}
		text, end := token.Quoted(s.Src, s.I, ch)
		if end < 0 || strings.ContainsAny(text, "\\\n") || ch == '"' && strings.ContainsAny(text, "$@#") || text == "" {
			return nil, false
		}
		list = append(list, text)
		s.I = end
		if s.Blanks(); s.At(0) == ',' {
			s.I++
			continue
		}
		if paren {
			ch = s.At(0)
			s.I++
			return list, ch == ')'
		}
		rest := s.Rest()
		for _, stop := range [...]string{";", "}", "or ", "and ", "if ", "unless ", "||", "&&", "for "} {
			if strings.HasPrefix(rest, stop) {
				return list, true
			}
		}
		return list, rest == ""
	}
}

// opens takes open with a literal mode and name.
func (p *perl) opens() bool {
	s := newScan(p.Src, p.I)
	s.Blanks()
	paren := s.At(0) == '('
	if paren {
		s.I++
	}
	s.Blanks()
	if strings.HasPrefix(s.Rest(), "my ") {
		s.I += len("my ")
	}
	handle := ""
	if s.At(0) == '$' {
		s.I++
		if w := s.Name(); w == "" || token.Digit(w[0]) {
			return false
		}
	} else if handle = s.Name(); !upper(handle) || strings.HasPrefix(handle, "STD") || strings.HasPrefix(handle, "ARGV") {
		return false
	}
	if s.Blanks(); s.At(0) != ',' {
		return false
	}
	s.I++
	list, ok := s.literals(paren)
	if !ok || !p.opened(list) {
		return false
	}
	if upper(handle) {
		p.files = append(p.files, handle)
	}
	p.I, p.prev = s.I, term
	return true
}

// opened adds what opening a file does: ("<", NAME), or one string that is both (perlfunc, open).
func (p *perl) opened(list []string) bool {
	mode, name := "", strings.TrimSpace(list[0])
	switch len(list) {
	case 1:
		n := 0
		for n < len(name) && strings.IndexByte("+<>|", name[n]) >= 0 {
			n++
		}
		mode, name = name[:n], strings.TrimSpace(name[n:])
		if strings.HasSuffix(name, "|") && mode == "" {
			p.act(Shell, strings.TrimRight(name, "| "))
			return true
		}
	case 2:
		mode, _, _ = strings.Cut(name, ":")
		mode, name = strings.TrimSpace(mode), list[1]
	default:
		if name != "-|" && name != "|-" {
			return false
		}
		p.acts = append(p.acts, Action{Kind: Argv, Words: list[1:]})
		return true
	}
	if !fileName(name) || name[0] == '&' || name == "-" {
		return false
	}
	switch mode {
	case "", "<":
		p.act(Read, name)
	case ">", "+<", "+>":
		p.act(Write, name)
	case ">>", "+>>":
		p.act(Append, name)
	case "|", "-|", "|-":
		p.act(Shell, name)
	default:
		return false
	}
	return true
}
