package syntax

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// The parser lacks some forms of zsh: for x (a b) cmd, if cond { }, { } always { }, repeat, case x
// { }, arguments of an anonymous function. What stands in them is found by rewriting the text
// without moving anything: keywords become blanks and blanks become semicolons, so that the parts
// are read one after the other. That does not keep the control flow, which is why such a text is
// always a hazard.

// maxRepairs bounds how often a text is rewritten.
const maxRepairs = 64

// zshForms parses a text that the parser refuses as zsh. It returns the text that was parsed.
func (r *Outcome) zshForms(text string, err error) ([]*syntax.Stmt, string, bool) {
	stmts, parsed, ok := otherVariants(text)
	for i := 0; !ok && i < maxRepairs; i++ {
		var fixed string
		if fixed, ok = repair(text, err); !ok {
			return nil, "", false
		}
		text = fixed
		f, perr := ParseFile(NewParser(syntax.LangZsh), text)
		if ok = perr == nil; ok {
			stmts, parsed = f.Stmts, text
		} else {
			err = perr
			stmts, parsed, ok = otherVariants(text)
		}
	}
	if ok {
		r.Doubts = append(r.Doubts, ZshFormHazard(Snippet(text, 0)))
	}
	return stmts, parsed, ok
}

func ZshFormHazard(text string) fact.Hazard {
	return fact.Hazard{ID: hazards.ZshForm, Text: text,
		Why: "this form of zsh is read only in part: its commands are found, not when they run"}
}

// otherVariants parses forms that bash or ksh have, too: for x in a b; { }, case x { }.
func otherVariants(text string) ([]*syntax.Stmt, string, bool) {
	for _, v := range [...]syntax.LangVariant{syntax.LangBash, syntax.LangMirBSDKorn} {
		if f, err := ParseFile(NewParser(v), text); err == nil {
			return f.Stmts, text, true
		}
	}
	return nil, "", false
}

// repair rewrites what stands where the parser stopped.
func repair(text string, err error) (string, bool) {
	var perr syntax.ParseError
	if !errors.As(err, &perr) {
		return "", false
	}
	at := int(perr.Pos.Offset())
	if at >= len(text) {
		return "", false
	}
	b := []byte(text)
	rest := text[at:]
	switch word := rest[:wordLen(rest)]; {
	case word == "always" || word == "else" || word == "do" || word == "done":
		blank(b, at, len(word))
		b[at] = ';'
		if word == "done" {
			b[at] = ' '
		}
	case word == "if" || word == "elif" || word == "while" || word == "until" || word == "repeat":
		blank(b, at, len(word))
	case word == "for" || word == "select" || word == "foreach":
		return forList(b, at)
	case rest[0] == '}':
		return openBlock(b, at)
	case at > 0 && (text[at-1] == ' ' || text[at-1] == '\t'):
		b[at-1] = ';'
	default:
		return "", false
	}
	return string(b), string(b) != text
}

func blank(b []byte, at, n int) {
	for i := at; i < at+n && i < len(b); i++ {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}

// forList makes for x (a b) the command : a b, and for ((…)) one blank.
func forList(b []byte, at int) (string, bool) {
	open := strings.IndexByte(string(b[at:]), '(')
	end := strings.IndexAny(string(b[at:]), ";\n{")
	if open < 0 || end >= 0 && end < open { // for x in a b {
		n := wordLen(string(b[at:]))
		blank(b, at, n)
		b[at] = ':'
		if end > 0 && b[at+end] == '{' && b[at+end-1] == ' ' {
			b[at+end-1] = ';'
		}
		return string(b), true
	}
	depth, last := 0, -1
	for i := at + open; i < len(b); i++ {
		if b[i] == '(' {
			depth++
		} else if b[i] == ')' {
			if depth--; depth == 0 {
				last = i
				break
			}
		}
	}
	if last < 0 {
		return "", false
	}
	if strings.HasPrefix(string(b[at+open:]), "((") {
		blank(b, at, last+1-at)
		return string(b), true
	}
	blank(b, at, open+1)
	b[at] = ':'
	b[last] = ';'
	return string(b), true
}

// openBlock separates the brace that the one at the place closes from the words before it.
func openBlock(b []byte, at int) (string, bool) {
	depth := 0
	for i := at - 1; i > 0; i-- {
		switch b[i] {
		case '}':
			depth++
		case '{':
			if depth--; depth < 0 {
				if b[i-1] != ' ' && b[i-1] != '\t' {
					return "", false
				}
				b[i-1] = ';'
				return string(b), true
			}
		}
	}
	return "", false
}

// BeforeReserved recognises a word behind which zsh reads a command of any kind, and the parser
// only a simple one, before what is not simple: a reserved word, or an assignment.
func BeforeReserved(argv []fact.Word) bool {
	next := 1
	switch argv[0].Written {
	case "coproc", "nocorrect", "time":
	case "repeat":
		next = 2
	default:
		return false
	}
	if next >= len(argv) {
		return false
	}
	word := argv[next].Written
	name, _, assigns := strings.Cut(word, "=")
	return reserved(word) || assigns && syntax.ValidName(strings.TrimSuffix(name, "+"))
}

// reserved reports whether a word begins a compound command of zsh.
func reserved(word string) bool {
	switch word {
	case "!", "[[", "{", "case", "coproc", "float", "for", "foreach", "function", "if", "integer",
		"nocorrect", "repeat", "select", "time", "until", "while":
		return true
	}
	return strings.HasPrefix(word, "((")
}
