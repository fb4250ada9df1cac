package lang

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/languages"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// word takes a name: a function, an operator, a quoting operator, or a string before =>.
func (p *perl) word() bool {
	if p.prev == term && p.At(0) == 'x' &&
		(token.Digit(p.At(1)) || p.At(1) == '=' && p.At(2) != '=' && p.At(2) != '~') {
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
	if strings.HasPrefix(rest.Rest(), "=>") && p.prev != arrow && p.prev != term &&
		!strings.Contains(w, ":") {
		p.prev = term
		return true
	}
	if p.prev == term {
		switch w {
		case "x", "lt", "gt", "le", "ge", "eq", "ne", "cmp", "and", "or", "xor",
			"if", "unless", "while", "until", "for", "foreach":
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
	case Word("perl", "takes", w):
		p.prev = args
		p.changes = p.changes || Word("perl", "changes", w)
		return w != "do" && w != "eval" && w != "sub" || rest.At(0) == '{' || w == "sub" &&
			p.named(&rest)
	case Word("perl", "may", w):
		p.prev = anyone
		p.changes = p.changes || Word("perl", "changes", w)
		p.input = p.input || w == "eof"
		return true
	case w == "use":
		return p.use()
	case Word("perl", "modules", w) && p.version():
		p.prev = term
		return true
	case w == "JSON::PP":
		return p.methods()
	}
	for _, s := range p.subs {
		if s == w && rest.At(0) == '(' {
			p.prev = anyone
			return true
		}
	}
	if slices.Contains(p.files, w) {
		p.prev = anyone
		return true
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
	if strings.ToLower(w) == w && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" ||
		rest.At(0) != '{' {
		return false
	}
	p.I = rest.I
	p.subs = append(p.subs, w)
	return true
}

// use takes a module that is loaded.
func (p *perl) use() bool {
	p.Blanks()
	if token.Digit(p.At(0)) || p.At(0) == 'v' && token.Digit(p.At(1)) {
		for token.Word(p.At(0)) || p.At(0) == '.' {
			p.I++
		}
	} else if w := p.qualified(); !Word("perl", "modules", w) {
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

// version takes the method that says which version of a module there is.
func (p *perl) version() bool {
	const method = "->VERSION"
	rest := p.Rest()
	if !strings.HasPrefix(rest, method) || len(rest) > len(method) &&
		(token.Word(rest[len(method)]) || rest[len(method)] == '(' || rest[len(method)] == ':') {
		return false
	}
	p.I += len(method)
	return true
}

// methods takes the calls of a class whose methods only compute:
// JSON::PP->new->pretty->encode(...).
func (p *perl) methods() bool {
	for strings.HasPrefix(p.Rest(), "->") {
		p.I += 2
		if !Word("perl", "methods", p.scan.Name()) {
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
	if w == "open" {
		return p.opens()
	}
	c := languages.Call("perl", w)
	if c.Verb == languages.None {
		return false
	}
	s := newScan(p.Src, p.I)
	s.Blanks()
	paren := s.At(0) == '('
	if paren {
		s.I++
	}
	list, ok := s.literals(paren)
	if !ok || !p.perform(c, list) {
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
		if end < 0 || strings.ContainsAny(text, "\\\n") || ch == '"' &&
			strings.ContainsAny(text, "$@#") || text == "" {
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
		for _, stop := range [...]string{";", "}", "or ", "and ", "if ", "unless ", "||", "&&",
			"for "} {
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
	} else if handle = s.Name(); !upper(handle) || strings.HasPrefix(handle, "STD") ||
		strings.HasPrefix(handle, "ARGV") {
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
