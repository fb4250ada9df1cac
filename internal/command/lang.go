package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// Texts in little languages: package lang says what they do, and here that becomes effects and
// nested programs of the command.

// codeOperand takes an operand that is code. Some interpreters put all of these together, as lines
// of one program: perl -e A -e B.
func (r *resolver) codeOperand(i int) {
	o := &r.c.Operands[i]
	if r.picksLines(&o.Word) { // -5p is an option that sed does not know
		o.Word.Origin.Kind = fact.UndashedOrigin
	}
	if !lang.Joins(r.spec.Lang) {
		r.code(o.Word)
		return
	}
	text := ""
	for k := range r.c.Operands {
		x := &r.c.Operands[k]
		switch {
		case x.Role != fact.RoleCode:
		case k < i:
			return // taken with the first one
		case !x.Word.Known():
			r.code(x.Word)
			return
		case k == i:
			text = x.Word.Text
		default:
			text += "\n" + x.Word.Text
		}
	}
	if text == o.Word.Text {
		r.code(o.Word)
	} else {
		r.code(fact.Lit(text))
	}
}

// picksLines reports whether a word is a program of sed of which only numbers are not known, and
// that does the same whatever they are: sed -n "${from},${to}p".
func (r *resolver) picksLines(w *fact.Word) bool {
	return lang.PicksLines(r.spec.Lang) && w.Lines && !w.Many
}

// code takes a text in the command's language.
func (r *resolver) code(w fact.Word) { r.codeFrom(w, false) }

// codeFrom is code for a text that may stand on standard input.
func (r *resolver) codeFrom(w fact.Word, input bool) {
	name := r.spec.Lang
	if r.picksLines(&w) {
		w = fact.Lit(w.Text + "1" + w.Suffix)
	}
	if !w.Known() {
		r.unknownCode(w)
		return
	}
	a := lang.Scan(name, w.Text, lang.Options{Given: r, Input: input})
	r.actions(a.List)
	if a.Complete && !r.profile() {
		r.pure = true
		return
	}
	r.unread = true
	if r.spec.Unread == UnreadAsks {
		r.nest(fact.Nested{Kind: fact.NestedCode, Words: []fact.Word{w}, Lang: name})
	}
}

// unknownCode notes a text that is not known.
func (r *resolver) unknownCode(w fact.Word) {
	r.unread = r.unread || r.spec.Unread != UnreadWrites // where that is said of the word itself
	if r.spec.Unread != UnreadRules {
		n := fact.Nested{Kind: fact.NestedUnknown, Words: []fact.Word{w}, Lang: r.spec.Lang}
		r.c.Nested = append(r.c.Nested, n)
		r.dynamicPayload(w.Show())
	}
}

// AnyOption implements lang.Given.
func (r *resolver) AnyOption(f func(name, value string) bool) bool {
	for i := range r.given {
		g := &r.given[i]
		if g.opt == nil || g.off || g.open {
			continue
		}
		value := ""
		if v := r.c.Flags[i].Value; v >= 0 && r.c.Operands[v].Word.Known() {
			value = r.c.Operands[v].Word.Text
		}
		if f(g.opt.Names[0], value) {
			return true
		}
	}
	return false
}

// input takes standard input where the variant of the spec says what it is.
func (r *resolver) input() {
	if r.variant == nil || r.variant.Stdin == fact.RoleNone || r.harmless() {
		return
	}
	if r.variant.Stdin == fact.RoleShell && len(r.c.Nested) > 0 {
		return // a command is given
	}
	known := r.c.Stdin.Kind == fact.StdinText && r.c.Stdin.Text.Known()
	switch {
	case r.variant.Stdin == fact.RoleShell:
		r.stdin(func(w fact.Word) { r.text(w, false) })
	case known:
		r.codeFrom(r.c.Stdin.Text, true)
		r.asOption(&r.c.Stdin.Text)
	case r.spec.Unread == UnreadAsks:
		r.stdin(r.unknownCode)
	default:
		r.unread = true
	}
}

// asOption shows rules that look at code what stands on standard input as the argument of the
// option for code: psql <<< SQL is psql -c SQL.
func (r *resolver) asOption(text *fact.Word) {
	if r.spec.Unread != UnreadRules {
		return
	}
	r.spec.each(func(o *Option) bool {
		if o.Role != fact.RoleCode {
			return true
		}
		c, w := r.c, fact.Lit(strings.TrimSpace(text.Text))
		words := c.Canon
		if len(words) == 0 {
			words = c.Argv
		}
		c.Canon = append(words[:len(words):len(words)], fact.Lit(o.Names[0]), w)
		c.Operands = append(c.Operands, fact.Operand{Word: w, Role: fact.RoleCode, Flag: o.Names[0]})
		return false
	})
}

// optionTexts takes the arguments of options that are texts in a language of their own, and shell
// text behind a sign: perl -MMODULE, strace -o '|TEXT'.
func (r *resolver) optionTexts() {
	for i := range r.given {
		f, g := &r.c.Flags[i], &r.given[i]
		if g.opt == nil || f.Value < 0 || g.opt.Lang == "" && g.opt.Pipe == "" {
			continue
		}
		o := &r.c.Operands[f.Value]
		if g.opt.Pipe != "" {
			r.pipe(o, g.opt.Pipe)
		} else if o.Word.Known() {
			a := lang.Scan(g.opt.Lang, o.Word.Text, lang.Options{Given: r})
			r.actions(a.List)
			g.seen = a.Complete
		}
	}
}

// pipe takes the argument of an option that is shell text behind one of some signs.
func (r *resolver) pipe(o *fact.Operand, signs string) {
	if o.Word.Text == "" || strings.IndexByte(signs, o.Word.Text[0]) < 0 {
		return
	}
	o.Role, o.IsPath = fact.RoleShell, false
	if w := subWord(&o.Word, 1); w.Known() {
		r.piped(w)
	} else {
		r.text(w, false)
	}
}

// markedCode takes the operands that are code behind a sign: vi +CMD FILE.
func (r *resolver) markedCode() {
	if r.spec.Marked == "" {
		return
	}
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Flag == "" && strings.HasPrefix(o.Word.Text, r.spec.Marked) {
			o.IsPath, o.Role = false, fact.RoleNone
			r.code(subWord(&o.Word, len(r.spec.Marked)))
		}
	}
}

// database adds that a database is read, and written unless every text is known to only look. Its
// name may be a URI; one without a name stays in memory.
func (r *resolver) database(o *fact.Operand, harmless bool) {
	w := o.Word
	if w.Known() {
		if w.Text == ":memory:" || w.Text == "" {
			return
		}
		w = databaseFile(w)
	}
	e := fact.Effect{Kind: fact.Read, Path: r.path(r.c.Dirs, &w)}
	r.effect(e)
	if r.unread && !harmless {
		e.Kind = fact.Write
		r.effect(e)
	}
}

// databaseFile is the file of file:NAME?KEY=VALUE.
func databaseFile(w fact.Word) fact.Word {
	name, ok := strings.CutPrefix(w.Text, "file:")
	if !ok {
		return w
	}
	name, _, _ = strings.Cut(name, "?")
	if rest, ok := strings.CutPrefix(name, "//"); ok {
		name = rest[max(0, strings.IndexByte(rest, '/')):]
	}
	if strings.Contains(name, "%") {
		return fact.Unknown("")
	}
	return fact.Lit(name)
}

// actions adds what a text does.
func (r *resolver) actions(list []lang.Action) {
	for i := range list {
		r.action(&list[i])
	}
}

func (r *resolver) action(a *lang.Action) {
	switch a.Kind {
	case lang.Read:
		r.actionPath(fact.Read, a.Text, a)
	case lang.Write:
		r.actionPath(fact.Write, a.Text, a)
	case lang.Append:
		r.actionPath(fact.Append, a.Text, a)
	case lang.Delete:
		r.actionPath(fact.Delete, a.Text, a)
	case lang.Meta:
		r.actionPath(fact.Meta, a.Text, a)
	case lang.Move:
		r.actionPath(fact.Delete, a.Text, a)
		r.actionPath(fact.Write, a.To, a)
	case lang.Mkdir:
		w := fact.Lit(a.Text)
		r.effect(fact.Effect{Kind: fact.Write, Path: r.path(r.c.Dirs, &w), Create: true, Mkdir: true})
	case lang.Shell:
		r.scriptText(a.Text)
	case lang.Argv:
		words := make([]fact.Word, len(a.Words))
		for i, text := range a.Words {
			words[i] = fact.Lit(text)
		}
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, Clear: true})
	case lang.Code:
		r.nest(fact.Nested{Kind: fact.NestedCode, Words: []fact.Word{fact.Lit(a.Text)}, Lang: a.Lang})
	case lang.Exec:
		r.effect(fact.Effect{Kind: fact.Exec, Detail: a.Text})
	case lang.Show:
		r.effect(fact.Effect{Kind: fact.Variable, Variable: a.Text})
	case lang.Operands:
		r.operandInput()
	}
}

// actionPath adds an effect on a file that a text names.
func (r *resolver) actionPath(kind fact.EffectKind, name string, a *lang.Action) {
	w := fact.Lit(name)
	if name == "" {
		w = fact.Unknown("")
	}
	w.Glob = a.Glob && strings.ContainsAny(name, "*?[")
	o := fact.Operand{Word: w, IsPath: true, Path: r.path(r.c.Dirs, &w)}
	r.pathEffect(kind, &o, a.Tree)
}

// scriptText adds shell text that a text in another language runs.
func (r *resolver) scriptText(text string) {
	if strings.TrimSpace(text) != "" {
		w := []fact.Word{fact.Lit(text)}
		r.nest(fact.Nested{Kind: fact.NestedShell, Words: w, Lang: "sh", Clear: true})
	}
}

// operandInput judges the files that Perl reads for <>, -n and -p. Their names are given to the
// open with two arguments: a bar at one end makes a name a command, a sign in front writes (perlop,
// I/O Operators).
func (r *resolver) operandInput() {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Flag != "" || o.Role == fact.RoleCode || o.Role == fact.RoleScript {
			continue
		}
		if o.Role == fact.RoleAny && o.IsPath {
			r.pathEffect(fact.Read, o, false)
		}
		text := strings.TrimSpace(o.Word.Text)
		switch {
		case !o.Word.Known() && !o.Word.Glob || o.Word.Glob && !plainEnds(text) &&
			o.Word.Origin.Listed == nil:
			r.dynamicPayload(o.Word.Show())
		case strings.HasSuffix(text, "|") || strings.HasPrefix(text, "|"):
			r.scriptText(strings.Trim(text, "| "))
		case text != "" && (text[0] == '>' || text[0] == '<' || text[0] == '+'):
			name := strings.TrimLeft(text, "+<> ")
			if strings.HasPrefix(name, "&") {
				name = ""
			}
			r.actionPath(fact.Write, name, &lang.Action{})
		}
	}
}

// plainEnds reports whether every name that a pattern stands for begins and ends with what is
// written, and that is nothing that the open of Perl takes for more than a name.
func plainEnds(text string) bool {
	if text == "" {
		return false
	}
	first, last := text[0], text[len(text)-1]
	plain := token.Word(first) || first == '/' || first == '.' && len(text) > 1 && text[1] != '*'
	return plain && token.Word(last)
}
