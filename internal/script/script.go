// Package script reads inline code of Perl, Ruby, PHP, Lua, R and AppleScript. It has no grammars:
// it walks over the tokens and accepts code only if every single one is known to compute, to print,
// or to belong to a call of which the arguments are literals. Whatever it does not know, and
// whatever could be read in two ways, makes it give up.
package script

import "strings"

// Act is one thing that code does to the world.
type Act struct {
	Kind Kind
	Args []string // the path; of a move both; the shell text; the words of a program
	Glob bool     // the paths are patterns
	Tree bool     // of a delete: with all that is below
}

// Kind says what an act is.
type Kind uint8

const (
	Read Kind = iota
	Write
	Append
	Delete
	Move
	Mkdir
	Shell // shell text
	Argv  // a program and its arguments
)

// Facts is what is known of code.
type Facts struct {
	Acts  []Act // all that it does
	Input bool  // Perl: it reads the files that its arguments name
}

// maxCode and maxDepth bound the code that is read, and code inside strings inside code.
const (
	maxCode  = 1 << 16
	maxDepth = 8
)

// Options is what the command line says about how code is read.
type Options struct {
	Loop   bool // Perl: -n or -p reads the files that the arguments name, around the code
	Strict bool // Perl: -Mstrict
}

// Parse reads code. ok says that the acts are all that the code does, apart from computing and
// printing.
func Parse(lang, code string, o Options) (f Facts, ok bool) {
	if len(code) > maxCode || strings.IndexByte(code, 0) >= 0 {
		return f, false
	}
	switch lang {
	case "perl":
		p := perl{scan: scan{src: code}, input: o.Loop, loop: o.Loop, strict: o.Strict}
		ok = p.run()
		return Facts{Acts: p.acts, Input: p.input}, ok
	case "ruby", "php", "lua", "r", "applescript":
		r := reader{lang: lang}
		ok = r.read(code, 0)
		return Facts{Acts: r.acts}, ok
	}
	return f, false
}

// scan is a position in code.
type scan struct {
	src  string
	i    int
	acts []Act
}

func (s *scan) act(k Kind, args ...string) { s.acts = append(s.acts, Act{Kind: k, Args: args}) }

// at returns the byte at an offset from the position; 0 beyond the end.
func (s *scan) at(n int) byte {
	if s.i+n < 0 || s.i+n >= len(s.src) {
		return 0
	}
	return s.src[s.i+n]
}

func (s *scan) rest() string { return s.src[s.i:] }

// blanks skips white space.
func (s *scan) blanks() {
	for s.i < len(s.src) && blank(s.src[s.i]) {
		s.i++
	}
}

// name takes a name.
func (s *scan) name() string {
	start := s.i
	for s.i < len(s.src) && word(s.src[s.i]) {
		s.i++
	}
	return s.src[start:s.i]
}

func blank(ch byte) bool { return ch == ' ' || ch == '\t' || ch == '\n' }

func letter(ch byte) bool { return ch == '_' || ch|0x20 >= 'a' && ch|0x20 <= 'z' }

func digit(ch byte) bool { return ch >= '0' && ch <= '9' }

func word(ch byte) bool { return letter(ch) || digit(ch) }

// plainASCII reports whether a byte is printable ASCII or white space: names and operators have no
// others.
func plainASCII(ch byte) bool { return ch >= ' ' && ch < 0x7f || blank(ch) }

// upper reports whether a name is written like a constant.
func upper(w string) bool {
	return w != "" && strings.ToUpper(w) == w && !digit(w[0])
}

// number returns the length of a number at the begin of s.
func number(s string) int {
	n := 0
	digits := func(set string) {
		for n < len(s) && strings.IndexByte(set, s[n]) >= 0 {
			n++
		}
	}
	if len(s) > 2 && s[0] == '0' && (s[1]|0x20 == 'x' || s[1]|0x20 == 'b') {
		n = 2
		digits("0123456789abcdefABCDEF_")
		return n
	}
	const decimal = "0123456789_"
	digits(decimal)
	if n+1 < len(s) && s[n] == '.' && digit(s[n+1]) {
		n++
		digits(decimal)
	}
	if n+1 < len(s) && s[n]|0x20 == 'e' && (digit(s[n+1]) || n+2 < len(s) && (s[n+1] == '-' || s[n+1] == '+') && digit(s[n+2])) {
		n += 2
		digits(decimal)
	}
	return n
}

// quoted returns the text between the quote at s[i] and the one that closes it, and the index
// behind that; -1 without one.
func quoted(s string, i int, quote byte) (string, int) {
	for k := i + 1; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case quote:
			return s[i+1 : k], k + 1
		}
	}
	return "", -1
}

// delimited is quoted for delimiters that may be brackets, which nest.
func delimited(s string, i int) (string, int) {
	open := s[i]
	end := Closing(open)
	if end == open {
		return quoted(s, i, open)
	}
	depth := 0
	for k := i; k < len(s); k++ {
		switch s[k] {
		case '\\':
			k++
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return s[i+1 : k], k + 1
			}
		}
	}
	return "", -1
}

// Closing returns the bracket that closes another one; for any other byte it is that byte.
func Closing(open byte) byte {
	switch open {
	case '(':
		return ')'
	case '[':
		return ']'
	case '{':
		return '}'
	case '<':
		return '>'
	}
	return open
}

// fileName reports whether a literal can be the name of a file as it stands.
func fileName(s string) bool {
	return s != "" && !strings.ContainsAny(s, "\x00\n") && !strings.Contains(s, "://")
}
