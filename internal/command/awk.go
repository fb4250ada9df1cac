package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// awk judges the program: most only read and print, but print > "file", print | "command", "command" | getline and
// system() do more (POSIX, awk).
func (r *resolver) awk() {
	inPlace := false
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		inPlace = inPlace || o.Flag == "-i" && strings.HasPrefix(o.Word.Text, "inplace")
		if inPlace && o.Flag == "" && o.Role == fact.RoleRead && o.IsPath && strings.IndexByte(o.Word.Text, '=') < 0 {
			r.pathEffect(fact.Write, o, false)
		}
		if o.Role == fact.RoleCode {
			r.awkProgram(&o.Word)
		} else if o.Role == fact.RoleScript && o.IsPath {
			r.file(o)
		}
	}
}

func (r *resolver) awkProgram(w *fact.Word) {
	if !w.Known() {
		r.code(*w)
		return
	}
	a := awkScan{src: w.Text}
	a.run()
	for _, f := range a.files {
		r.writesFile(f)
	}
	for _, text := range a.shell {
		r.scriptText(text)
	}
	if a.runs {
		r.code(*w)
		r.effect(fact.Effect{Kind: fact.Exec, Detail: "the awk program runs commands"})
	}
}

// writesFile adds a write that code of a known language makes. "" is a name that is not known.
func (r *resolver) writesFile(name string) {
	w := fact.Lit(name)
	if name == "" {
		w = fact.Unknown("")
	}
	o := fact.Operand{Word: w, Role: fact.RoleWrite, IsPath: true, Path: r.path(r.c.Dirs, &w)}
	r.pathEffect(fact.Write, &o, false)
}

// awkScan finds in an awk program what does more than read. It need not understand the program: where it is in doubt
// it says that commands are run.
type awkScan struct {
	src   string
	files []string // that print writes to; "" where the name is computed
	shell []string // commands that are literals
	runs  bool

	literal  string // the last token, if it was a string
	printing bool   // in a print or printf statement, outside parentheses
	depth    int    // of parentheses
	operand  bool   // the last token was an operand: a slash divides
}

func (a *awkScan) run() {
	for i := 0; i < len(a.src); {
		i = a.token(i)
	}
}

// token reads the token at i and returns the index after it.
func (a *awkScan) token(i int) int {
	s := a.src
	switch ch := s[i]; {
	case ch == '#':
		return lineEnd(s, i)
	case ch == '"':
		a.operand = true
		end := quotedEnd(s, i, '"')
		a.literal = strings.TrimSuffix(s[i+1:end], `"`)
		return end
	case ch == '/' && !a.operand:
		a.operand = true
		return quotedEnd(s, i, '/')
	case isWordByte(ch):
		return a.word(i)
	case ch == '@':
		a.runs = true // @load, @include and indirect calls
	case ch == '|':
		if i+1 < len(s) && s[i+1] == '|' {
			a.operand = false
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
	case ch == ';' || ch == '\n' || ch == '{' || ch == '}':
		a.printing = false
	case ch == '\\' && i+1 < len(s):
		return i + 2
	}
	if !strings.ContainsRune(" \t", rune(s[i])) {
		a.literal = ""
		a.operand = s[i] == ')' || s[i] == ']' || s[i] == '$'
	}
	return i + 1
}

// command notes a command that is a literal at the begin of s.
func (a *awkScan) command(s string) {
	if strings.HasPrefix(s, `"`) {
		a.shell = append(a.shell, strings.TrimSuffix(s[1:quotedEnd(s, 0, '"')], `"`))
	}
}

func (a *awkScan) word(i int) int {
	end := i
	for end < len(a.src) && isWordByte(a.src[end]) {
		end++
	}
	a.operand = true
	switch a.src[i:end] {
	case "print", "printf":
		a.printing, a.depth, a.operand = true, 0, false
	case "system":
		rest := strings.TrimLeft(a.src[end:], " \t")
		a.runs = a.runs || !onlyLiteral(rest)
		a.command(strings.TrimLeft(rest, "( \t"))
	case "ENVIRON": // what is set in it reaches the commands
		a.runs = a.runs || strings.Contains(a.src, "system")
	case "in", "return", "getline":
		a.operand = false
	}
	return end
}

// onlyLiteral reports whether the arguments in parentheses at the begin of s are one string without escapes.
func onlyLiteral(s string) bool {
	s = strings.TrimPrefix(s, "(")
	s = strings.TrimLeft(s, " \t")
	if !strings.HasPrefix(s, `"`) {
		return false
	}
	end := quotedEnd(s, 0, '"')
	return !strings.Contains(s[:end], `\`) && strings.HasPrefix(strings.TrimLeft(s[end:], " \t"), ")")
}

// redirect takes the name after > or >> of a print statement.
func (a *awkScan) redirect(i int) int {
	for i < len(a.src) && strings.IndexByte("> \t", a.src[i]) >= 0 {
		i++
	}
	a.printing = false
	if i == len(a.src) || a.src[i] != '"' {
		a.files = append(a.files, "")
		return i
	}
	end := quotedEnd(a.src, i, '"')
	name := strings.TrimSuffix(a.src[i+1:end], `"`)
	rest := strings.TrimLeft(a.src[end:], " \t")
	if strings.ContainsRune(name, '\\') || rest != "" && strings.IndexByte(";}\n", rest[0]) < 0 {
		name = "" // an escape, or a longer expression
	}
	a.files = append(a.files, name)
	return end
}

func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// quotedEnd returns the index after the quote that closes the one at i.
func quotedEnd(s string, i int, quote byte) int {
	for i++; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return len(s)
}

func isWordByte(ch byte) bool {
	return ch == '_' || ch >= '0' && ch <= '9' || ch|0x20 >= 'a' && ch|0x20 <= 'z'
}
