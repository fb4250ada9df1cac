package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

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
	p.strict = p.strict || strings.HasPrefix(strings.TrimLeft(p.Src, " \n\t"), "use strict;")
	return !strings.Contains(p.Src, ":via") && p.tokens() && p.settled()
}

// tokens walks over the code.
func (p *perl) tokens() bool {
	for p.I < len(p.Src) {
		begin := p.I
		if !p.token() {
			return false
		}
		if p.I > begin && !token.Blank(p.Src[p.I-1]) {
			p.last = p.Src[p.I-1]
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
	switch ch := p.Src[p.I]; {
	case !plainASCII(ch):
		return false
	case token.Blank(ch):
		if ch == '\n' && p.At(1) == '=' && token.Letter(p.At(2)) {
			return false // documentation
		}
		p.I++
	case ch == '#':
		if n := strings.IndexByte(p.Rest(), '\n'); n >= 0 {
			p.I += n
		} else {
			p.I = len(p.Src)
		}
	case ch == '\'' || ch == '"' || ch == '`':
		return p.quote(ch)
	case ch == '$' || ch == '@':
		return p.prev != term && p.prev != arrow && p.variable(ch)
	case token.Digit(ch) || ch == '.' && token.Digit(p.At(1)) && p.prev.operand():
		if p.prev == term || p.prev == arrow {
			return false
		}
		p.I += number(p.Rest())
		p.prev = term
		return !token.Word(p.At(0))
	case token.Letter(ch):
		return p.word()
	default:
		return p.punctuation(ch)
	}
	return true
}

// quote takes a string or a command in quotes.
func (p *perl) quote(ch byte) bool {
	text, end := token.Quoted(p.Src, p.I, ch)
	if end < 0 || p.prev == match || p.prev == arrow {
		return false
	}
	p.I = end
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
		if ch == '!' && p.At(1) == '~' {
			p.I += 2
			p.prev = match
			return true
		}
		if ch == '+' && p.At(1) == '+' {
			p.changes = true
			p.I += 2
			if p.prev != term {
				p.prev = op
			}
			return true
		}
		p.prev = op
	default:
		return false
	}
	p.I++
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
	p.I++
	switch {
	case p.prev == arrow || p.prev == term && p.last != ')':
		p.deref = p.deref || p.prev == arrow || p.last == ']' || p.last == '}'
		s := p.scan
		s.Blanks()
		if s.At(0) == '-' {
			s.I++
		}
		s.Name()
		if s.Blanks(); s.At(0) == '}' && s.I > p.I {
			p.I, p.prev = s.I+1, term // a word between braces is a string
			return true
		}
		p.open = append(p.open, 's')
	case p.prev == args && (p.name == "print" || p.name == "say" || p.name == "printf"):
		return false // the file that is printed to
	case p.prev == anyone && !Word("perl", "block", p.name):
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
	p.I++
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
	case ch == ')' && open == '(' || ch == ']' && open == '[' || ch == '}' &&
		(open == 's' || open == 'd'):
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
		for _, o := range [...]string{"<=>", "<<=", "**=", "//=", "&&=", "<<", "<=", "**", "*=",
			"//", "/=", "%=", "&&", "&="} {
			if strings.HasPrefix(p.Rest(), o) {
				p.changes = p.changes || o[len(o)-1] == '=' && o != "<="
				p.I += len(o)
				p.prev = op
				return true
			}
		}
		p.I++
		p.prev = op
		return true
	}
	if !p.prev.operand() {
		return false
	}
	switch ch {
	case '/':
		return p.pattern("m", p.I)
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
	text, end := token.Quoted(p.Src, p.I, '>')
	if end < 0 {
		return false
	}
	switch name := strings.TrimPrefix(text, "$"); {
	case text == "" || text == "ARGV":
		p.input = true
	case text == "STDIN":
	case name == "" || token.Digit(name[0]) || strings.Trim(name, nameBytes) != "" ||
		name == text && !upper(name):
		return false
	}
	p.I, p.prev = end, term
	return true
}

const nameBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// minus takes -, --, ->, and tests of files: -e $file.
func (p *perl) minus() bool {
	switch next := p.At(1); {
	case next == '>':
		if p.prev != term {
			return false
		}
		p.I += 2
		p.prev = arrow
		return true
	case next == '-':
		p.changes = true
		p.I += 2
		if p.prev != term {
			p.prev = op
		}
		return true
	case p.prev.operand() && token.Letter(next):
		if token.Word(p.At(2)) || strings.IndexByte("edfrwxszlMAC", next) < 0 ||
			strings.HasPrefix(strings.TrimLeft(p.Src[p.I+2:], " "), "=>") {
			return false
		}
		p.I += 2
		p.prev = op
		return p.At(0) == ' ' || p.At(0) == '$' || p.At(0) == '"'
	}
	p.I++
	p.prev = op
	return true
}

// equals takes the operators that begin with an equals sign. A single one changes something, as do
// += and its like.
func (p *perl) equals() bool {
	switch p.At(1) {
	case '~':
		p.I += 2
		p.prev = match
		return true
	case '=', '>':
		p.I += 2
		p.prev = op
		return true
	}
	if b := p.At(-1); b != '<' && b != '>' && b != '!' || p.At(-2) == b {
		p.changes = true
	}
	p.I++
	p.prev = op
	return true
}

// variable takes a variable. Of those that Perl gives a meaning to, only what is harmless to read
// and to set is known.
func (p *perl) variable(sigil byte) bool {
	n, ok := p.variableEnd(p.Src, p.I, sigil)
	if !ok {
		return false
	}
	fresh := p.prev == args && p.name == "my"
	p.I = n
	if p.At(-1) == '{' { // a dereference
		p.open = append(p.open, 'd')
		p.prev = op
		return true
	}
	if p.prev == args &&
		(p.name == "print" || p.name == "say" || p.name == "printf" || p.name == "sort") &&
		sigil == '$' {
		if p.name == "sort" {
			return false // it may name the function that compares
		}
		p.Blanks()
		if strings.IndexByte("/<?%&*", p.At(0)) >= 0 && p.I < len(p.Src) {
			return false // the variable may be a file, and an operand follow
		}
	}
	p.prev = term
	if s := p.scan; fresh {
		// it changes nothing that was there
		if s.Blanks(); s.At(0) == '=' && s.At(1) != '~' && s.At(1) != '=' {
			p.I, p.prev = s.I+1, op
		}
	}
	return true
}

// variableEnd returns the index behind the variable at s[i]; of one that is dereferenced, that
// behind the opening brace.
func (p *perl) variableEnd(s string, i int, sigil byte) (int, bool) {
	v := newScan(s, i+1)
	if sigil == '$' && v.At(0) == '#' {
		if v.I++; !token.Letter(v.At(0)) {
			return 0, false
		}
	}
	braced := false
	switch ch := v.At(0); {
	case ch == '$' && sigil == '$' && !token.Word(v.At(1)) && v.At(1) != '{' && v.At(1) != '$' &&
		v.At(1) != ':' && v.I == i+1:
		return v.I + 1, true // the process
	case ch == '$' && token.Letter(v.At(1)) && sigil != '$': // @$x
		p.deref = true
		v.I++
	case ch == '{' && token.Word(v.At(1)):
		w := v
		w.I++
		if w.Name(); w.At(0) != '}' {
			return 0, false
		}
		v.I++
		braced = true
	case ch == '{':
		p.deref = true
		return v.I + 1, sigil != '$'
	}
	if !token.Letter(v.At(0)) && !braced {
		return p.special(&v, sigil)
	}
	name := v.Name()
	if v.At(0) == ':' && v.At(1) == ':' || v.At(0) == '\'' && token.Letter(v.At(1)) {
		return 0, false // of another package
	}
	if braced {
		v.I++
	}
	switch name {
	case "ENV", "SIG", "INC", "ISA", "EXPORT", "ARGVOUT":
		return 0, false
	case "ARGV":
		p.argv = p.argv || sigil != '$' || v.At(0) == '[' || s[i+1] == '#'
	}
	return v.I, true
}

// special takes a variable whose name is a sign or a number (perlvar).
func (p *perl) special(v *scan, sigil byte) (int, bool) {
	ch := v.At(0)
	switch {
	case sigil == '$' && token.Digit(ch):
		for token.Digit(v.At(0)) {
			v.I++
		}
		return v.I, true
	case sigil == '$' && ch == '^':
		return v.I + 2, strings.IndexByte("OVXTW", v.At(1)) >= 0 && !token.Word(v.At(2)) &&
			v.I+1 < len(v.Src)
	case sigil == '$' && ch != 0 && strings.IndexByte(`.,/\;&!@"|+-]`, ch) >= 0:
		return v.I + 1, true
	case sigil == '@' && (ch == '-' || ch == '+') && v.At(1) != '{':
		return v.I + 1, true
	}
	return 0, false
}

// perlActions are those of Perl code: what it is known to do, or what calls in it say.
func perlActions(text string, o Options) Actions {
	a := Actions{}
	loop := o.has("perl", "loop")
	p := perl{scan: newScan(text, 0), input: loop, loop: loop, strict: o.has("perl", "strict")}
	a.Complete = readable(text) && p.run()
	if p.input {
		a.List = append(a.List, Action{Kind: Operands})
	}
	if a.Complete {
		a.List = append(a.List, p.acts...)
	} else {
		a.List = append(a.List, search("perl", text)...)
	}
	return a
}
