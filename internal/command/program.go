package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// program nests what an operand or option-argument says is run. What is not known of it stays
// unknown.
func (r *resolver) program(op int) {
	o := &r.c.Operands[op]
	g := r.givenWith(op)
	switch {
	case g == nil || g.opt.Is&Code == 0 && o.Role == fact.RoleShell && g.opt.Is&More == 0:
		r.text(o.Word, g != nil && g.opt.Is&Here != 0)
	case !o.Word.Known():
		r.text(o.Word, false)
	case o.Role == fact.RoleShell && g.opt.Is&More == 0:
		r.piped(o.Word)
		g.seen = true
	case o.Role == fact.RoleShell && g.opt.Mark != "":
		text := strings.ReplaceAll(o.Word.Text, "%", "%%")
		text, ok := unknownTokens(strings.ReplaceAll(text, g.opt.Mark, "%a"))
		r.textMore(text)
		g.seen = ok
	case o.Role == fact.RoleShell:
		r.textMore(o.Word.Text)
		g.seen = true
	case o.Role == fact.RoleProgram:
		g.seen = r.programName(o.Word.Text)
	default:
		g.seen = r.programWords(o.Word.Text, g.opt)
	}
}

// givenWith is the option that has an operand as its argument.
func (r *resolver) givenWith(op int) *given {
	for i := range r.given {
		if r.c.Flags[i].Value == op && r.given[i].opt != nil {
			return &r.given[i]
		}
	}
	return nil
}

// piped adds shell text that is known, to which the command writes: the pages of a pager, the
// content of an archive.
func (r *resolver) piped(w fact.Word) {
	words := []fact.Word{w}
	r.nest(fact.Nested{Kind: fact.NestedShell, Words: words, Lang: "sh", Clear: true, Piped: true})
}

// textMore adds shell text to which the command appends arguments that are not known, as git and
// many others do it: sh -c 'TEXT "$@"' TEXT ARGUMENT...
func (r *resolver) textMore(text string, args ...fact.Word) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if len(args) == 0 {
		args = []fact.Word{{Kind: fact.Partial, Many: true}}
	}
	w := fact.Lit(text + ` "$@"`)
	words := []fact.Word{w}
	r.nest(fact.Nested{Kind: fact.NestedShell, Words: words, Lang: "sh", Clear: true, Piped: true,
		Args: append([]fact.Word{fact.Lit(text)}, args...)})
}

// programName adds a program that is run by its name with arguments that are not known. It reports
// whether that is all that can run: a name with blanks may be that of a file.
func (r *resolver) programName(name string) bool {
	if name == "" {
		return true
	}
	if !plainWords(name) || strings.Contains(name, " ") {
		r.scriptText(name)
		return false
	}
	r.nest(fact.Nested{Kind: fact.NestedArgv, Words: []fact.Word{fact.Lit(name)}, More: true})
	return true
}

// programWords adds a program with its arguments in one word. It reports whether that is all that
// can run: programs split by rules of their own where there is more than words and blanks, so that
// the reading of the shell is only one of those that are possible. o is the option that names it,
// or nil.
func (r *resolver) programWords(text string, o *Option) bool {
	if !plainWords(text) {
		r.scriptText(text)
		return false
	}
	words := splitBlanks(text)
	if len(words) == 0 {
		return true
	}
	n := fact.Nested{Kind: fact.NestedArgv, Words: words, More: true}
	if o == nil || o.Is&Piped == 0 {
		r.nest(n)
		return true
	}
	n.More, n.Piped = false, true
	r.nest(n)
	if o.Also != "" {
		n.Words = append(words[:len(words):len(words)], fact.Lit(o.Also))
		r.nest(n)
	}
	return true
}

func splitBlanks(text string) []fact.Word {
	var words []fact.Word
	for f := range strings.FieldsSeq(text) {
		words = append(words, fact.Lit(f))
	}
	return words
}

// plainWords reports whether a text is made of words and blanks only, so that everyone splits it in
// the same way. A first word with an equals sign is a program for some and an assignment for a
// shell.
func plainWords(text string) bool {
	if name, _, _ := strings.Cut(strings.TrimLeft(text, " "), " "); strings.Contains(name, "=") {
		return false
	}
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if !token.Word(ch) && strings.IndexByte(" ./:@+,-=", ch) < 0 {
			return false
		}
	}
	return true
}

// unknownTokens replaces what a program puts in the place of %h, %f and the like in shell text by
// an expansion that no text can give a value to. It reports whether that stands for what is put
// there: in single quotes it does not.
func unknownTokens(text string) (string, bool) {
	if !strings.Contains(text, "%") {
		return text, true
	}
	var b strings.Builder
	tokens := false
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		if i++; text[i] == '%' {
			b.WriteByte('%')
		} else {
			b.WriteString("${_}")
			tokens = true
		}
	}
	return b.String(), !tokens || !strings.ContainsAny(text, `'\`)
}
