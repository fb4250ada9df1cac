package lang

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang/token"
)

// awkActions are those of an awk program. Most only read and print, but print > "file", print |
// "command", "command" | getline and system() do more (POSIX, awk).
func awkActions(text string, _ Options) Actions {
	s := awkScan{src: text, forks: new(int)}
	s.run(0)
	var a actions
	for _, f := range s.files {
		a.act(Write, f)
	}
	for _, f := range s.reads {
		a.act(Read, f)
	}
	for _, name := range s.vars {
		a.act(Show, name)
	}
	for _, command := range s.shell {
		a.shell(command)
	}
	if s.runs {
		a.act(Exec, "the awk program runs commands")
	}
	return Actions{List: a.acts, Complete: !s.runs && !s.unknown}
}

// awkScan finds in an awk program what does more than read its files. It need not understand the
// program: where it is in doubt it says that commands are run, and where a slash may divide or
// begin a regular expression it reads on in both ways.
type awkScan struct {
	src   string
	files []string // that print writes to; "" where the name is computed
	reads []string // that getline reads
	shell []string // commands that are literals
	vars  []string // variables of the environment; "" where the name is computed
	runs  bool
	// it reads what cannot be told: a file whose name is computed, the whole environment
	unknown bool

	literal  string // the last token, if it was a string
	printing bool   // in a print or printf statement, outside parentheses
	depth    int    // of parentheses
	slash    slash  // what a slash would be now
	last     byte   // the last byte that is no blank
	forks    *int   // how often it was read on in two ways
}

// slash is what a slash means behind the last token.
type slash uint8

const (
	slashMatches slash = iota // begins a regular expression
	slashDivides
	slashEither // if (x) /re/ and (x) / 2, x++ / 2 and y + /re/
)

// maxForks bounds the readings of one program.
const maxForks = 64

func (a *awkScan) run(i int) {
	for i < len(a.src) {
		i = a.token(i)
	}
}

// fork reads on from i in another way, and takes over what is found.
func (a *awkScan) fork(i int, as slash) {
	if *a.forks++; *a.forks > maxForks {
		a.runs = true
		return
	}
	other := *a
	other.files, other.reads, other.shell, other.vars = nil, nil, nil, nil
	other.slash = as
	other.run(i)
	a.files, a.reads = append(a.files, other.files...), append(a.reads, other.reads...)
	a.shell, a.vars = append(a.shell, other.shell...), append(a.vars, other.vars...)
	a.runs, a.unknown = a.runs || other.runs, a.unknown || other.unknown
}

// token reads the token at i and returns the index after it.
func (a *awkScan) token(i int) int {
	s := a.src
	switch ch := s[i]; {
	case ch == '#':
		return token.LineEnd(s, i)
	case ch == '"':
		a.slash, a.last = slashDivides, ch
		end := token.QuotedEnd(s, i, '"')
		a.literal = strings.TrimSuffix(s[i+1:end], `"`)
		return end
	case ch == '/' && a.slash == slashEither:
		a.fork(i, slashDivides)
		a.slash = slashMatches
		return i
	case ch == '/' && a.slash == slashMatches:
		return a.regexp(i)
	case token.Word(ch):
		a.last = ch
		return a.word(i)
	case ch == '@':
		a.runs = true // @load, @include and indirect calls
	case ch == '|':
		if i+1 < len(s) && s[i+1] == '|' {
			a.slash, a.last = slashMatches, ch
			return i + 2
		}
		a.runs = true
		if a.literal != "" && !a.printing {
			a.shell = append(a.shell, a.literal) // "command" | getline
		}
		a.command(strings.TrimLeft(s[i+1:], "& \t"))
	case ch == '>' && a.printing && a.depth == 0:
		return a.redirect(i)
	case ch == '(':
		a.depth++
	case ch == ')':
		a.depth = max(0, a.depth-1)
	case ch == '\n' && strings.IndexByte(",&|", a.last) >= 0:
		return i + 1 // the statement goes on
	case ch == ';' || ch == '\n' || ch == '{' || ch == '}':
		a.printing = false
	case ch == '\\' && i+1 < len(s):
		return i + 2
	}
	a.after(i)
	return i + 1
}

// after notes what a slash behind the sign at i would be.
func (a *awkScan) after(i int) {
	ch := a.src[i]
	if ch == ' ' || ch == '\t' || ch == '\r' {
		return
	}
	a.literal, a.last = "", ch
	switch {
	case ch == ')', (ch == '+' || ch == '-') && i > 0 && a.src[i-1] == ch:
		a.slash = slashEither
	case ch == ']' || ch == '$':
		a.slash = slashDivides
	default:
		a.slash = slashMatches
	}
}

// regexp takes the regular expression at i. Not every awk ends one at a slash between brackets:
// /[/"]/ is read in both ways.
func (a *awkScan) regexp(i int) int {
	end := token.QuotedEnd(a.src, i, '/')
	a.slash, a.last = slashDivides, '/'
	if other := bracketedEnd(a.src, i); other != end {
		a.fork(other, slashDivides)
	}
	return end
}

// bracketedEnd returns the index after the slash that ends the regular expression at i where one
// between brackets does not.
func bracketedEnd(s string, i int) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '[':
			i = token.BracketEnd(s, i)
		case '/':
			return i + 1
		}
	}
	return len(s)
}

// command notes a command that is a literal at the begin of s.
func (a *awkScan) command(s string) {
	if strings.HasPrefix(s, `"`) {
		a.shell = append(a.shell, strings.TrimSuffix(s[1:token.QuotedEnd(s, 0, '"')], `"`))
	}
}

func (a *awkScan) word(i int) int {
	end := i
	for end < len(a.src) && token.Word(a.src[end]) {
		end++
	}
	a.slash = slashDivides
	rest := strings.TrimLeft(a.src[end:], " \t")
	switch a.src[i:end] {
	case "print", "printf":
		a.printing, a.depth, a.slash = true, 0, slashMatches
	case "system":
		a.runs = a.runs || !onlyLiteral(rest)
		a.command(strings.TrimLeft(rest, "( \t"))
	case "ENVIRON": // what is set in it reaches the commands
		a.runs = a.runs || strings.Contains(a.src, "system")
		a.unknown = a.unknown || !strings.HasPrefix(rest, `["`) // all of it
		a.vars = append(a.vars, subscriptText(rest))
	case "SYMTAB":
		a.unknown = true
	case "ARGV":
		a.arguments(rest)
	case "in", "return":
		a.slash = slashMatches
	case "getline":
		a.slash = slashEither
		a.getline(rest)
	}
	return end
}

// subscriptText is what stands between [" and "]; "" where the subscript is another one.
func subscriptText(rest string) string {
	text, ok := strings.CutPrefix(rest, `["`)
	name, _, closed := strings.Cut(text, `"]`)
	if !ok || !closed || strings.ContainsAny(name, `"\\`) {
		return ""
	}
	return name
}

// arguments takes what follows the name ARGV, whose elements are the files that are read. One may
// be looked at; what else is done with them may change them.
func (a *awkScan) arguments(rest string) {
	end := strings.IndexByte(rest, ']')
	if !strings.HasPrefix(rest, "[") || end < 0 || strings.Contains(rest[:end], "ARGV") {
		a.unknown = true
		return
	}
	rest = strings.TrimLeft(rest[end+1:], " \t")
	changed := strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") ||
		len(rest) > 1 && rest[1] == '=' && strings.IndexByte("+-*/%^", rest[0]) >= 0
	if changed || strings.Contains(a.src, "sub") || strings.Contains(a.src, "split") ||
		strings.Contains(a.src, "getline") {
		a.unknown = true
	}
}

// getline takes what follows the word: a variable, then < and a file.
func (a *awkScan) getline(rest string) {
	stop := strings.IndexAny(rest, "<;\n})|&")
	if stop < 0 || rest[stop] != '<' {
		return
	}
	rest = strings.TrimLeft(rest[stop+1:], " \t")
	if !strings.HasPrefix(rest, `"`) {
		a.unknown = a.unknown || !strings.HasPrefix(rest, "=") // of a comparison
		return
	}
	end := token.QuotedEnd(rest, 0, '"')
	name, after := strings.TrimSuffix(rest[1:end], `"`), strings.TrimLeft(rest[end:], " \t")
	if strings.ContainsRune(name, '\\') || after != "" &&
		strings.IndexByte(";})>\n&|", after[0]) < 0 {
		a.unknown = true
		return
	}
	a.reads = append(a.reads, name)
}

// onlyLiteral reports whether the arguments in parentheses at the begin of s are one string without
// escapes.
func onlyLiteral(s string) bool {
	s = strings.TrimPrefix(s, "(")
	s = strings.TrimLeft(s, " \t")
	if !strings.HasPrefix(s, `"`) {
		return false
	}
	end := token.QuotedEnd(s, 0, '"')
	return !strings.Contains(s[:end], `\`) &&
		strings.HasPrefix(strings.TrimLeft(s[end:], " \t"), ")")
}

// redirect takes the name after > or >> of a print statement.
func (a *awkScan) redirect(i int) int {
	for i < len(a.src) && strings.IndexByte("> \t", a.src[i]) >= 0 {
		i++
	}
	a.printing, a.slash, a.last = false, slashDivides, '"'
	if i == len(a.src) || a.src[i] != '"' {
		a.files = append(a.files, "")
		return i
	}
	end := token.QuotedEnd(a.src, i, '"')
	name := strings.TrimSuffix(a.src[i+1:end], `"`)
	rest := strings.TrimLeft(a.src[end:], " \t")
	if strings.ContainsRune(name, '\\') || rest != "" && strings.IndexByte(";}\n", rest[0]) < 0 {
		name = "" // an escape, or a longer expression
	}
	a.files = append(a.files, name)
	return end
}
