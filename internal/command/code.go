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
func (f *programFinder) codeOperand(i int) {
	o := &f.l.operands[i]
	if f.picksLines(&o.Word) { // -5p is an option that sed does not know
		o.Word.Origin.Kind = fact.UndashedOrigin
	}
	if !lang.Joins(f.l.spec.Lang) {
		f.addCode(o.Word)
		return
	}
	text := ""
	for k := range f.l.operands {
		x := &f.l.operands[k]
		switch {
		case x.Role != fact.RoleCode:
		case k < i:
			return // taken with the first one
		case !x.Word.Known():
			f.addCode(x.Word)
			return
		case k == i:
			text = x.Word.Text
		default:
			text += "\n" + x.Word.Text
		}
	}
	if text == o.Word.Text {
		f.addCode(o.Word)
	} else {
		f.addCode(fact.Lit(text))
	}
}

// picksLines reports whether a word is a program of sed that only lacks numbers, and does the same
// with any numbers: sed -n "${from},${to}p".
func (f *programFinder) picksLines(w *fact.Word) bool {
	return lang.PicksLines(f.l.spec.Lang) && w.Lines && !w.Many
}

// addCode takes a text in the command's language.
func (f *programFinder) addCode(w fact.Word) { f.addCodeFrom(w, false) }

// addCodeFrom takes a text in the command's language. input says that it stands on standard input.
func (f *programFinder) addCodeFrom(w fact.Word, input bool) {
	name := f.l.spec.Lang
	if f.picksLines(&w) {
		w = fact.Lit(w.Text + "1" + w.Suffix)
	}
	if !w.Known() {
		f.unknownCode(w)
		return
	}
	a := lang.Scan(name, w.Text, lang.Options{Given: f.l, Input: input})
	f.addActions(a.List)
	if a.Complete && !f.mayRunStartupFile() {
		f.pure = true
		return
	}
	f.unread = true
	if f.l.spec.Programs.Unread == UnreadAsks {
		f.out.nest(fact.Nested{Kind: fact.NestedCode, Words: []fact.Word{w}, Lang: name})
	}
}

// unknownCode notes a text that is not known.
func (f *programFinder) unknownCode(w fact.Word) {
	unread := f.l.spec.Programs.Unread
	f.unread = f.unread || unread != UnreadWrites // there the role of the word says it
	if unread != UnreadRules {
		n := fact.Nested{Kind: fact.NestedUnknown, Words: []fact.Word{w}, Lang: f.l.spec.Lang}
		f.out.nested = append(f.out.nested, n)
		f.out.dynamicPayload(w.Show())
	}
}

// addActions adds what a text does.
func (f *programFinder) addActions(list []lang.Action) {
	for i := range list {
		f.addAction(&list[i])
	}
}

func (f *programFinder) addAction(a *lang.Action) {
	switch a.Kind {
	case lang.Read:
		f.out.actionPath(fact.Read, a.Text, a)
	case lang.Write:
		f.out.actionPath(fact.Write, a.Text, a)
	case lang.Append:
		f.out.actionPath(fact.Append, a.Text, a)
	case lang.Delete:
		f.out.actionPath(fact.Delete, a.Text, a)
	case lang.Meta:
		f.out.actionPath(fact.Meta, a.Text, a)
	case lang.Move:
		f.out.actionPath(fact.Delete, a.Text, a)
		f.out.actionPath(fact.Write, a.To, a)
	case lang.Mkdir:
		w := fact.Lit(a.Text)
		f.out.effect(fact.Effect{Kind: fact.Write, Path: f.l.in.Paths.Path(f.l.c.Dirs, &w), Create: true,
			Mkdir: true})
	case lang.Shell:
		f.scriptText(a.Text)
	case lang.Argv:
		words := make([]fact.Word, len(a.Words))
		for i, text := range a.Words {
			words[i] = fact.Lit(text)
		}
		f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, Clear: true})
	case lang.Code:
		f.out.nest(fact.Nested{Kind: fact.NestedCode, Words: []fact.Word{fact.Lit(a.Text)}, Lang: a.Lang})
	case lang.Exec:
		f.out.effect(fact.Effect{Kind: fact.Exec, Detail: a.Text})
	case lang.Show:
		f.out.effect(fact.Effect{Kind: fact.Variable, Variable: a.Text})
	case lang.Operands:
		f.operandInput()
	}
}

// operandInput judges the files that Perl reads for <>, -n and -p. Their names are given to the
// open with two arguments: a bar at one end makes a name a command, a sign in front writes (perlop,
// I/O Operators).
func (f *programFinder) operandInput() {
	for i := range f.l.operands {
		o := &f.l.operands[i]
		if o.Flag != "" || o.Role == fact.RoleCode || o.Role == fact.RoleScript {
			continue
		}
		if o.Role == fact.RoleAny && o.IsPath {
			f.out.pathEffect(fact.Read, o, false)
		}
		text := strings.TrimSpace(o.Word.Text)
		switch {
		case !o.Word.Known() && !o.Word.Glob || o.Word.Glob && !plainEnds(text) &&
			o.Word.Origin.Listed == nil:
			f.out.dynamicPayload(o.Word.Show())
		case strings.HasSuffix(text, "|") || strings.HasPrefix(text, "|"):
			f.scriptText(strings.Trim(text, "| "))
		case text != "" && (text[0] == '>' || text[0] == '<' || text[0] == '+'):
			name := strings.TrimLeft(text, "+<> ")
			if strings.HasPrefix(name, "&") {
				name = ""
			}
			f.out.actionPath(fact.Write, name, &lang.Action{})
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

// mayRunStartupFile reports whether the command may find one of the files that it runs first:
// the .Rprofile of R.
func (f *programFinder) mayRunStartupFile() bool {
	if len(f.l.spec.Programs.StartupFiles) == 0 || f.l.hasTrait(NoStart) {
		return false
	}
	for _, name := range f.l.spec.Programs.StartupFiles {
		w := fact.Lit(name)
		if p := f.l.in.Paths.Path(f.l.c.Dirs, &w); f.l.in.mayExist(&p) {
			return true
		}
	}
	return false
}
