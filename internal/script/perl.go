package script

import "strings"

// perl walks over Perl code (perldata, perlop, perlfunc of 5.40). What a slash, a percent sign or
// an angle bracket means depends in Perl on what stands before it; where that is not certain, the
// walk ends.
type perl struct {
	scan
	prev    state
	name    string // the last name, while prev is args or anyone
	open    []byte // brackets: ( [ { and s for a subscript, d for a dereference
	input   bool   // the files in @ARGV are read, with all that Perl's open makes of their names
	argv    bool   // @ARGV is used
	deref   bool   // something is dereferenced: without strict, a string does for a reference
	changes bool   // a variable is changed
	strict  bool
	loop    bool     // -n or -p stand around the code
	tail    bool     // the code ends the loop
	last    byte     // the last byte of the token before
	depth   int      // of code in strings
	subs    []string // functions that the code has defined
	files   []string // what it has opened under a name
}

// state is what stands before the position.
type state uint8

const (
	start  state = iota // the begin of a statement
	after               // the end of a block or of a hash: what follows is uncertain
	args                // a name that takes arguments
	anyone              // a name that may or may not take arguments
	op                  // an operator or an opening bracket
	match               // =~
	arrow               // ->
	term                // an operand
)

// operand reports whether an operand follows for certain.
func (s state) operand() bool { return s == start || s == args || s == op || s == match }

func (p *perl) run() bool {
	p.strict = p.strict || strings.HasPrefix(strings.TrimLeft(p.src, " \n\t"), "use strict;")
	return !strings.Contains(p.src, ":via") && p.tokens() && p.settled()
}

// tokens walks over the code.
func (p *perl) tokens() bool {
	for p.i < len(p.src) {
		begin := p.i
		if !p.token() {
			return false
		}
		if p.i > begin && !blank(p.src[p.i-1]) {
			p.last = p.src[p.i-1]
		}
	}
	return len(p.open) == 0 || p.tail && len(p.open) == 1 && p.open[0] == '{'
}

// settled reports whether what was found does not work together: names of files put into @ARGV are
// opened as Perl's open does, and a string that is used as a reference reaches any variable.
func (p *perl) settled() bool {
	return !(p.input && p.argv) && (!p.deref || p.strict && !p.tail || !p.changes && !p.input)
}

func (p *perl) token() bool {
	switch ch := p.src[p.i]; {
	case !plainASCII(ch):
		return false
	case blank(ch):
		if ch == '\n' && p.at(1) == '=' && letter(p.at(2)) {
			return false // documentation
		}
		p.i++
	case ch == '#':
		if n := strings.IndexByte(p.rest(), '\n'); n >= 0 {
			p.i += n
		} else {
			p.i = len(p.src)
		}
	case ch == '\'' || ch == '"' || ch == '`':
		return p.quote(ch)
	case ch == '$' || ch == '@':
		return p.prev != term && p.prev != arrow && p.variable(ch)
	case digit(ch) || ch == '.' && digit(p.at(1)) && p.prev.operand():
		if p.prev == term || p.prev == arrow {
			return false
		}
		p.i += number(p.rest())
		p.prev = term
		return !word(p.at(0))
	case letter(ch):
		return p.word()
	default:
		return p.punctuation(ch)
	}
	return true
}

// quote takes a string or a command in quotes.
func (p *perl) quote(ch byte) bool {
	text, end := quoted(p.src, p.i, ch)
	if end < 0 || p.prev == match || p.prev == arrow {
		return false
	}
	p.i = end
	return p.text(ch, text)
}

// text judges what stands between quotes.
func (p *perl) text(ch byte, text string) bool {
	p.prev = term
	switch {
	case strings.Contains(text, "(?") || strings.Contains(text, "(*"):
		return false // a string may serve as a pattern, and a pattern may hold code
	case ch == '`':
		if strings.ContainsAny(text, `$@\`) {
			return false
		}
		p.act(Shell, text)
	case ch == '"':
		return p.interpolated(text, false)
	}
	return true
}

// punctuation takes operators and brackets.
func (p *perl) punctuation(ch byte) bool {
	if p.prev == match && ch != '/' {
		return false // what is put together may be a pattern with code
	}
	switch ch {
	case ';':
		p.prev = start
	case '(', '[':
		p.deref = p.deref || ch == '[' && p.prev == arrow
		if p.prev == arrow && ch == '(' || ch == '[' && !p.index() {
			return false
		}
		p.open = append(p.open, ch)
		p.prev = op
	case '{':
		return p.brace()
	case ')', ']', '}':
		return p.close(ch)
	case '/', '<', '%', '&', '*', '?':
		return p.ambiguous(ch)
	case '-':
		return p.minus()
	case '=':
		return p.equals()
	case '\\', '!', '~', '+', ',', ':', '.', '>', '|', '^':
		if ch == '!' && p.at(1) == '~' {
			p.i += 2
			p.prev = match
			return true
		}
		if ch == '+' && p.at(1) == '+' {
			p.changes = true
			p.i += 2
			if p.prev != term {
				p.prev = op
			}
			return true
		}
		p.prev = op
	default:
		return false
	}
	p.i++
	return true
}

// index notes that an element of an element is a dereference.
func (p *perl) index() bool {
	if p.prev == term && (p.last == ']' || p.last == '}') {
		p.deref = true
	}
	return p.prev != anyone && p.prev != after
}

// brace opens a block, a hash or a subscript.
func (p *perl) brace() bool {
	p.i++
	switch {
	case p.prev == arrow || p.prev == term && p.last != ')':
		p.deref = p.deref || p.prev == arrow || p.last == ']' || p.last == '}'
		s := p.scan
		s.blanks()
		if s.at(0) == '-' {
			s.i++
		}
		s.name()
		if s.blanks(); s.at(0) == '}' && s.i > p.i {
			p.i, p.prev = s.i+1, term // a word between braces is a string
			return true
		}
		p.open = append(p.open, 's')
	case p.prev == args && (p.name == "print" || p.name == "say" || p.name == "printf"):
		return false // the file that is printed to
	case p.prev == anyone && !perlBlock(p.name):
		return false
	default:
		p.open = append(p.open, '{')
	}
	if p.prev == op || p.prev == arrow || p.prev == term && p.open[len(p.open)-1] == 's' {
		p.prev = op
	} else {
		p.prev = start
	}
	return true
}

func (p *perl) close(ch byte) bool {
	p.i++
	n := len(p.open)
	if n == 0 {
		p.prev = after
		ok := ch == '}' && p.loop && !p.tail && p.depth == 0 // it ends the loop of -n and -p
		p.tail = true
		return ok
	}
	open := p.open[n-1]
	p.open = p.open[:n-1]
	switch {
	case ch == ')' && open == '(' || ch == ']' && open == '[' || ch == '}' && (open == 's' || open == 'd'):
		p.prev = term
		return true
	case ch == '}' && open == '{':
		p.prev = after
		return true
	}
	return false
}

// ambiguous takes what is an operator behind an operand, and the begin of one elsewhere.
func (p *perl) ambiguous(ch byte) bool {
	if p.prev == term {
		for _, o := range [...]string{"<=>", "<<=", "**=", "//=", "&&=", "<<", "<=", "**", "*=", "//", "/=", "%=", "&&", "&="} {
			if strings.HasPrefix(p.rest(), o) {
				p.changes = p.changes || o[len(o)-1] == '=' && o != "<="
				p.i += len(o)
				p.prev = op
				return true
			}
		}
		p.i++
		p.prev = op
		return true
	}
	if !p.prev.operand() {
		return false
	}
	switch ch {
	case '/':
		return p.pattern("m", p.i)
	case '%':
		return p.variable(ch)
	case '<':
		return p.prev != match && p.readline()
	}
	return false
}

// readline takes <>, <STDIN> and <$file>. Anything else between the signs is a pattern of file
// names.
func (p *perl) readline() bool {
	text, end := quoted(p.src, p.i, '>')
	if end < 0 {
		return false
	}
	switch name := strings.TrimPrefix(text, "$"); {
	case text == "" || text == "ARGV":
		p.input = true
	case text == "STDIN":
	case name == "" || digit(name[0]) || strings.Trim(name, nameBytes) != "" || name == text && !upper(name):
		return false
	}
	p.i, p.prev = end, term
	return true
}

const nameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// minus takes -, --, ->, and tests of files: -e $file.
func (p *perl) minus() bool {
	switch next := p.at(1); {
	case next == '>':
		if p.prev != term {
			return false
		}
		p.i += 2
		p.prev = arrow
		return true
	case next == '-':
		p.changes = true
		p.i += 2
		if p.prev != term {
			p.prev = op
		}
		return true
	case p.prev.operand() && letter(next):
		if word(p.at(2)) || strings.IndexByte("edfrwxszlMAC", next) < 0 || strings.HasPrefix(strings.TrimLeft(p.src[p.i+2:], " "), "=>") {
			return false
		}
		p.i += 2
		p.prev = op
		return p.at(0) == ' ' || p.at(0) == '$' || p.at(0) == '"'
	}
	p.i++
	p.prev = op
	return true
}

// equals takes the operators that begin with an equals sign. A single one changes something, as do
// += and its like.
func (p *perl) equals() bool {
	switch p.at(1) {
	case '~':
		p.i += 2
		p.prev = match
		return true
	case '=', '>':
		p.i += 2
		p.prev = op
		return true
	}
	if b := p.at(-1); b != '<' && b != '>' && b != '!' || p.at(-2) == b {
		p.changes = true
	}
	p.i++
	p.prev = op
	return true
}

// variable takes a variable. Of those that Perl gives a meaning to, only what is harmless to read
// and to set is known.
func (p *perl) variable(sigil byte) bool {
	n, ok := p.variableEnd(p.src, p.i, sigil)
	if !ok {
		return false
	}
	fresh := p.prev == args && p.name == "my"
	p.i = n
	if p.at(-1) == '{' { // a dereference
		p.open = append(p.open, 'd')
		p.prev = op
		return true
	}
	if p.prev == args && (p.name == "print" || p.name == "say" || p.name == "printf" || p.name == "sort") && sigil == '$' {
		if p.name == "sort" {
			return false // it may name the function that compares
		}
		p.blanks()
		if strings.IndexByte("/<?%&*", p.at(0)) >= 0 && p.i < len(p.src) {
			return false // the variable may be a file, and an operand follow
		}
	}
	p.prev = term
	if s := p.scan; fresh {
		if s.blanks(); s.at(0) == '=' && s.at(1) != '~' && s.at(1) != '=' { // it changes nothing that was there
			p.i, p.prev = s.i+1, op
		}
	}
	return true
}

// variableEnd returns the index behind the variable at s[i]; of one that is dereferenced, that
// behind the opening brace.
func (p *perl) variableEnd(s string, i int, sigil byte) (int, bool) {
	v := scan{src: s, i: i + 1}
	if sigil == '$' && v.at(0) == '#' {
		if v.i++; !letter(v.at(0)) {
			return 0, false
		}
	}
	braced := false
	switch ch := v.at(0); {
	case ch == '$' && sigil == '$' && !word(v.at(1)) && v.at(1) != '{' && v.at(1) != '$' && v.at(1) != ':' && v.i == i+1:
		return v.i + 1, true // the process
	case ch == '$' && letter(v.at(1)) && sigil != '$': // @$x
		p.deref = true
		v.i++
	case ch == '{' && word(v.at(1)):
		w := v
		w.i++
		if w.name(); w.at(0) != '}' {
			return 0, false
		}
		v.i++
		braced = true
	case ch == '{':
		p.deref = true
		return v.i + 1, sigil != '$'
	}
	if !letter(v.at(0)) && !braced {
		return p.special(&v, sigil)
	}
	name := v.name()
	if v.at(0) == ':' && v.at(1) == ':' || v.at(0) == '\'' && letter(v.at(1)) {
		return 0, false // of another package
	}
	if braced {
		v.i++
	}
	switch name {
	case "ENV", "SIG", "INC", "ISA", "EXPORT", "ARGVOUT":
		return 0, false
	case "ARGV":
		p.argv = p.argv || sigil != '$' || v.at(0) == '[' || s[i+1] == '#'
	}
	return v.i, true
}

// special takes a variable whose name is a sign or a number (perlvar).
func (p *perl) special(v *scan, sigil byte) (int, bool) {
	ch := v.at(0)
	switch {
	case sigil == '$' && digit(ch):
		for digit(v.at(0)) {
			v.i++
		}
		return v.i, true
	case sigil == '$' && ch == '^':
		return v.i + 2, strings.IndexByte("OVXTW", v.at(1)) >= 0 && !word(v.at(2)) && v.i+1 < len(v.src)
	case sigil == '$' && ch != 0 && strings.IndexByte(`.,/\;&!@"|+-]`, ch) >= 0:
		return v.i + 1, true
	case sigil == '@' && (ch == '-' || ch == '+') && v.at(1) != '{':
		return v.i + 1, true
	}
	return 0, false
}
