package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// kind is that of a token of the languages whose code is cut into tokens before it is judged.
type kind uint8

const (
	end kind = iota
	num
	str     // a string whose value is known
	made    // a string in which variables or code stand
	name    // also with dots in R
	vari    // a variable with its sigil
	pattern // a regular expression, a list of words, a symbol
	sign
	command // a command in quotes
	line    // the end of a line
)

// lexeme is a word of code. space says that white space stands before it.
type lexeme struct {
	kind  kind
	text  string
	space bool
}

// reader judges code of a language that is cut into tokens first.
type reader struct {
	actions
	lang   string
	tokens []lexeme
	locals []string
}

// maxTokens bounds the tokens of a piece of code.
const maxTokens = 1 << 12

// lex cuts code into tokens; false where it could be read in two ways.
func (r *reader) lex(code string, depth int) bool {
	s := newScan(code, 0)
	for s.I < len(code) {
		space := s.I > 0 && token.Blank(code[s.I-1])
		ch := code[s.I]
		switch {
		// elsewhere a call may go on in the next line
		case ch == '\n' && (r.lang == "ruby" || r.lang == "applescript"):
			r.add(line, "\n", space)
			s.I++
		case token.Blank(ch):
			s.I++
		case !plainASCII(ch) || len(r.tokens) > maxTokens:
			return false
		case r.comment(&s):
		case ch == '"' || ch == '\'' || ch == '`':
			if !r.quote(&s, ch, space, depth) {
				return false
			}
		case token.Digit(ch):
			n := number(s.Rest())
			r.add(num, code[s.I:s.I+n], space)
			if s.I += n; token.Word(s.At(0)) &&
				!(r.lang == "r" && s.At(0) == 'L' && !token.Word(s.At(1))) {
				return false
			} else if s.At(0) == 'L' {
				s.I++
			}
		case token.Letter(ch) || ch == '.' && r.lang == "r" &&
			(token.Letter(s.At(1)) || s.At(1) == '.'):
			r.add(name, r.word(&s), space)
		case (ch == '$' || ch == '@') && (r.lang == "ruby" || r.lang == "php" && ch == '$'):
			if !r.variable(&s, space) {
				return false
			}
		default:
			if !r.sign(&s, ch, space) {
				return false
			}
		}
	}
	return true
}

func (r *reader) add(k kind, text string, space bool) {
	r.tokens = append(r.tokens, lexeme{k, text, space})
}

// before is the token before the next one.
func (r *reader) before() lexeme {
	if n := len(r.tokens); n > 0 {
		return r.tokens[n-1]
	}
	return lexeme{kind: line}
}

func (r *reader) word(s *scan) string {
	start := s.I
	for token.Word(s.At(0)) || r.lang == "r" && s.At(0) == '.' {
		s.I++
		if r.lang == "r" && s.At(0) == ':' && s.At(1) == ':' && token.Letter(s.At(2)) {
			s.I += 2 // utils::head
		}
	}
	if r.lang == "ruby" && (s.At(0) == '?' || s.At(0) == '!') && s.At(1) != '=' {
		s.I++
	}
	return s.Src[start:s.I]
}

// comment skips a comment.
func (r *reader) comment(s *scan) bool {
	rest := s.Rest()
	skip := ""
	switch r.lang {
	case "lua":
		if strings.HasPrefix(rest, "--[") {
			return false
		}
		skip = "--"
	case "applescript":
		skip = "--"
	case "php":
		if skip = "#"; strings.HasPrefix(rest, "//") {
			skip = "//"
		}
	default:
		skip = "#"
	}
	if !strings.HasPrefix(rest, skip) {
		return false
	}
	n := strings.IndexByte(rest, '\n')
	if n < 0 {
		n = len(rest)
	}
	if r.lang == "php" && strings.Contains(rest[:n], "?>") {
		return false // it ends the comment
	}
	s.I += n
	return true
}

// quote takes a string.
func (r *reader) quote(s *scan, ch byte, space bool, depth int) bool {
	text, end := token.Quoted(s.Src, s.I, ch)
	if end < 0 {
		return false
	}
	s.I = end
	switch {
	case ch == '`':
		if r.lang == "lua" || r.lang == "r" || r.lang == "applescript" ||
			strings.ContainsAny(text, "$#\\@") {
			return false
		}
		r.add(command, text, space)
		return true
	case !strings.ContainsAny(text, "\\") && !r.interpolates(text, ch):
		r.add(str, text, space)
		return true
	}
	r.add(made, "", space)
	switch {
	case ch == '\'' || !r.interpolates(text, ch):
		return true
	case r.lang == "ruby":
		return r.embedded(text, depth)
	}
	// In PHP "{$" and "${" begin an expression, and a name may have a subscript.
	return !strings.Contains(text, "{$") && !strings.Contains(text, "${")
}

func (r *reader) interpolates(text string, quote byte) bool {
	if quote != '"' {
		return false
	}
	switch r.lang {
	case "ruby":
		return strings.Contains(text, "#")
	case "php":
		return strings.Contains(text, "$")
	}
	return false
}

// embedded judges the code in #{...}.
func (r *reader) embedded(text string, depth int) bool {
	for i := 0; i+1 < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] != '#':
		case text[i+1] == '$' || text[i+1] == '@':
			return false
		case text[i+1] == '{':
			code, end := token.Delimited(text, i+1)
			if end < 0 || depth == maxDepth || strings.ContainsAny(code, `"\`) {
				return false
			}
			in := reader{lang: r.lang, locals: r.locals}
			if !in.read(code, depth+1) {
				return false
			}
			r.acts = append(r.acts, in.acts...)
			i = end - 1
		}
	}
	return true
}

// variable takes a variable with a sigil. Ruby's special ones are known only as far as they say
// something about the line.
func (r *reader) variable(s *scan, space bool) bool {
	start := s.I
	s.I++
	if r.lang == "ruby" && s.Src[start] == '$' && !token.Letter(s.At(0)) {
		if strings.IndexByte("~.&,/;123456789", s.At(0)) < 0 || s.At(0) == 0 {
			return false
		}
		s.I++
		r.add(vari, s.Src[start:s.I], space)
		return !token.Word(s.At(0))
	}
	if s.Name() == "" || token.Digit(s.Src[start+1]) {
		return false
	}
	w := s.Src[start:s.I]
	switch w {
	case "$_", "$stdin", "$stdout", "$stderr", "$F", "$argc", "$argv":
	default:
		if r.lang == "ruby" && w[0] == '$' || w == "$GLOBALS" || w == "$_ENV" ||
			w == "$_SERVER" || w == "$this" {
			return false
		}
	}
	r.add(vari, w, space)
	return true
}

// sign takes operators and brackets, and what begins with one of them.
func (r *reader) sign(s *scan, ch byte, space bool) bool {
	next := s.At(1)
	switch r.lang {
	case "lua":
		if ch == '[' && (next == '[' || next == '=') {
			if next == '=' {
				return false
			}
			n := strings.Index(s.Rest(), "]]")
			if n < 0 {
				return false
			}
			r.add(str, s.Src[s.I+2:s.I+n], space)
			s.I += n + 2
			return true
		}
		if ch == '-' && next == '-' || ch == ':' && next == ':' {
			return false
		}
	case "php":
		if strings.HasPrefix(s.Rest(), "<<<") || strings.HasPrefix(s.Rest(), "?>") ||
			strings.HasPrefix(s.Rest(), "/*") || ch == '\\' || ch == '@' {
			return false
		}
	case "r":
		if ch == '\\' || ch == '@' || ch == ':' && next == ':' {
			return false
		}
		if ch == '%' {
			if n := strings.IndexByte(s.Src[s.I+1:], '%'); n >= 0 {
				s.I += n + 2
				r.add(sign, "%", space)
				return true
			}
			return false
		}
	case "ruby":
		if done, ok := r.rubySign(s, ch, next, space); done {
			return ok
		}
	}
	s.I++
	r.add(sign, string(ch), space)
	return true
}

// rubySign takes regular expressions, %w lists and symbols, and refuses what may be one of them or
// an operator.
func (r *reader) rubySign(s *scan, ch, next byte, space bool) (done, ok bool) {
	prev := r.before()
	operand := prev.kind == line || prev.kind == sign && prev.text != ")" && prev.text != "]" &&
		prev.text != "}" || prev.kind == name && Word("ruby", "operand", prev.text)
	divides := prev.kind == num || prev.kind == vari || prev.kind == str || prev.kind == sign &&
		(prev.text == ")" || prev.text == "]")
	switch ch {
	case '/':
		if operand {
			text, end := token.Quoted(s.Src, s.I, '/')
			if end < 0 || strings.Contains(text, "#") {
				return true, false
			}
			for s.I = end; strings.IndexByte("imxo", s.At(0)) >= 0 && s.At(0) != 0; s.I++ {
			}
			r.add(pattern, "/", space)
			return true, !token.Word(s.At(0))
		}
		return !divides, false
	case '%':
		if operand && (next == 'w' || next == 'i') && s.I+2 < len(s.Src) &&
			strings.IndexByte("[({", s.At(2)) >= 0 {
			text, end := token.Delimited(s.Src, s.I+2)
			if end < 0 || next == 'i' || strings.ContainsAny(text, `\#`) {
				return true, false
			}
			s.I = end
			r.add(pattern, "%w "+text, space)
			return true, true
		}
		return !divides, false
	case '?':
		return !(divides || prev.kind == name) || !token.Blank(next), false
	case '<':
		return next == '<' &&
			(token.Letter(s.At(2)) || strings.IndexByte("~-'\"`", s.At(2)) >= 0 &&
				s.At(2) != 0), false
	case ':':
		if next == ':' {
			return true, false
		}
		if token.Letter(next) && (prev.kind != name && prev.kind != str || space) ||
			next == '"' || next == '\'' {
			if next == '"' || next == '\'' {
				return true, false
			}
			s.I++
			w := r.word(s)
			rest := strings.TrimLeft(s.Rest(), " ")
			r.add(pattern, ":", space)
			return true, strings.HasPrefix(rest, "=>") || Word("ruby", "methods", w)
		}
		if prev.kind == sign && prev.text == "&" || operand {
			return true, false // a symbol that is an operator is known in (:+) only
		}
	case '\\', '`':
		return true, false
	case '=':
		return (prev.kind == line) && token.Letter(next), false
	case '-':
		return next == '>', false
	}
	return false, true
}
