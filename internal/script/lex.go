package script

import "strings"

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

// token is a word of code. space says that white space stands before it.
type token struct {
	kind  kind
	text  string
	space bool
}

// reader judges code of a language that is cut into tokens first.
type reader struct {
	lang   string
	acts   []Act
	tokens []token
	locals []string
}

// maxTokens bounds the tokens of a piece of code.
const maxTokens = 1 << 12

// lex cuts code into tokens; false where it could be read in two ways.
func (r *reader) lex(code string, depth int) bool {
	s := scan{src: code}
	for s.i < len(code) {
		space := s.i > 0 && blank(code[s.i-1])
		ch := code[s.i]
		switch {
		case ch == '\n' && (r.lang == "ruby" || r.lang == "applescript"): // elsewhere a call may go on in the next line
			r.add(line, "\n", space)
			s.i++
		case blank(ch):
			s.i++
		case !plainASCII(ch) || len(r.tokens) > maxTokens:
			return false
		case r.comment(&s):
		case ch == '"' || ch == '\'' || ch == '`':
			if !r.quote(&s, ch, space, depth) {
				return false
			}
		case digit(ch):
			n := number(s.rest())
			r.add(num, code[s.i:s.i+n], space)
			if s.i += n; word(s.at(0)) && !(r.lang == "r" && s.at(0) == 'L' && !word(s.at(1))) {
				return false
			} else if s.at(0) == 'L' {
				s.i++
			}
		case letter(ch) || ch == '.' && r.lang == "r" && (letter(s.at(1)) || s.at(1) == '.'):
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
	r.tokens = append(r.tokens, token{k, text, space})
}

// before is the token before the next one.
func (r *reader) before() token {
	if n := len(r.tokens); n > 0 {
		return r.tokens[n-1]
	}
	return token{kind: line}
}

func (r *reader) word(s *scan) string {
	start := s.i
	for word(s.at(0)) || r.lang == "r" && s.at(0) == '.' {
		s.i++
	}
	if r.lang == "ruby" && (s.at(0) == '?' || s.at(0) == '!') && s.at(1) != '=' {
		s.i++
	}
	return s.src[start:s.i]
}

// comment skips a comment.
func (r *reader) comment(s *scan) bool {
	rest := s.rest()
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
	s.i += n
	return true
}

// quote takes a string.
func (r *reader) quote(s *scan, ch byte, space bool, depth int) bool {
	text, end := quoted(s.src, s.i, ch)
	if end < 0 {
		return false
	}
	s.i = end
	switch {
	case ch == '`':
		if r.lang == "lua" || r.lang == "r" || r.lang == "applescript" || strings.ContainsAny(text, "$#\\@") {
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
			code, end := delimited(text, i+1)
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
	start := s.i
	s.i++
	if r.lang == "ruby" && s.src[start] == '$' && !letter(s.at(0)) {
		if strings.IndexByte("~.&,/;123456789", s.at(0)) < 0 || s.at(0) == 0 {
			return false
		}
		s.i++
		r.add(vari, s.src[start:s.i], space)
		return !word(s.at(0))
	}
	if s.name() == "" || digit(s.src[start+1]) {
		return false
	}
	w := s.src[start:s.i]
	switch w {
	case "$_", "$stdin", "$stdout", "$stderr", "$F", "$argc", "$argv":
	default:
		if r.lang == "ruby" && w[0] == '$' || w == "$GLOBALS" || w == "$_ENV" || w == "$_SERVER" || w == "$this" {
			return false
		}
	}
	r.add(vari, w, space)
	return true
}

// sign takes operators and brackets, and what begins with one of them.
func (r *reader) sign(s *scan, ch byte, space bool) bool {
	next := s.at(1)
	switch r.lang {
	case "lua":
		if ch == '[' && (next == '[' || next == '=') {
			if next == '=' {
				return false
			}
			n := strings.Index(s.rest(), "]]")
			if n < 0 {
				return false
			}
			r.add(str, s.src[s.i+2:s.i+n], space)
			s.i += n + 2
			return true
		}
		if ch == '-' && next == '-' || ch == ':' && next == ':' {
			return false
		}
	case "php":
		if strings.HasPrefix(s.rest(), "<<<") || strings.HasPrefix(s.rest(), "?>") || strings.HasPrefix(s.rest(), "/*") || ch == '\\' || ch == '@' {
			return false
		}
	case "r":
		if ch == '\\' || ch == '@' || ch == ':' && next == ':' {
			return false
		}
		if ch == '%' {
			if n := strings.IndexByte(s.src[s.i+1:], '%'); n >= 0 {
				s.i += n + 2
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
	s.i++
	r.add(sign, string(ch), space)
	return true
}

// rubySign takes regular expressions, %w lists and symbols, and refuses what may be one of them or
// an operator.
func (r *reader) rubySign(s *scan, ch, next byte, space bool) (done, ok bool) {
	prev := r.before()
	operand := prev.kind == line || prev.kind == sign && prev.text != ")" && prev.text != "]" && prev.text != "}" || prev.kind == name && rubyOperand(prev.text)
	divides := prev.kind == num || prev.kind == vari || prev.kind == str || prev.kind == sign && (prev.text == ")" || prev.text == "]")
	switch ch {
	case '/':
		if operand {
			text, end := quoted(s.src, s.i, '/')
			if end < 0 || strings.Contains(text, "#") {
				return true, false
			}
			for s.i = end; strings.IndexByte("imxo", s.at(0)) >= 0 && s.at(0) != 0; s.i++ {
			}
			r.add(pattern, "/", space)
			return true, !word(s.at(0))
		}
		return !divides, false
	case '%':
		if operand && (next == 'w' || next == 'i') && s.i+2 < len(s.src) && strings.IndexByte("[({", s.at(2)) >= 0 {
			text, end := delimited(s.src, s.i+2)
			if end < 0 || next == 'i' || strings.ContainsAny(text, `\#`) {
				return true, false
			}
			s.i = end
			r.add(pattern, "%w "+text, space)
			return true, true
		}
		return !divides, false
	case '?':
		return !(divides || prev.kind == name) || !blank(next), false
	case '<':
		return next == '<' && (letter(s.at(2)) || strings.IndexByte("~-'\"`", s.at(2)) >= 0 && s.at(2) != 0), false
	case ':':
		if next == ':' {
			return true, false
		}
		if letter(next) && (prev.kind != name && prev.kind != str || space) || next == '"' || next == '\'' {
			if next == '"' || next == '\'' {
				return true, false
			}
			s.i++
			w := r.word(s)
			rest := strings.TrimLeft(s.rest(), " ")
			r.add(pattern, ":", space)
			return true, strings.HasPrefix(rest, "=>") || rubyMethod(w)
		}
		if prev.kind == sign && prev.text == "&" || operand {
			return true, false // a symbol that is an operator is known in (:+) only
		}
	case '\\', '`':
		return true, false
	case '=':
		return (prev.kind == line) && letter(next), false
	case '-':
		return next == '>', false
	}
	return false, true
}

// rubyOperand reports whether an operand follows a name for certain.
func rubyOperand(w string) bool {
	switch w {
	case "if", "unless", "while", "until", "and", "or", "not", "when", "in", "return", "then", "do", "else", "elsif":
		return true
	}
	return false
}
