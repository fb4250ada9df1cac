package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// optionTexts takes the arguments of options that are texts in a language of their own, and shell
// text behind a sign: perl -MMODULE, strace -o '|TEXT'.
func (f *programFinder) optionTexts() {
	for i := range f.l.given {
		flag, g := &f.l.flags[i], &f.l.given[i]
		if g.opt == nil || flag.Value < 0 || g.opt.Lang == "" && g.opt.Pipe == "" {
			continue
		}
		o := &f.l.operands[flag.Value]
		if g.opt.Pipe != "" {
			f.pipedArgument(o, g.opt.Pipe)
		} else if o.Word.Known() {
			a := lang.Scan(g.opt.Lang, o.Word.Text, lang.Options{Given: f.l})
			f.addActions(a.List)
			g.seen = a.Complete
		}
	}
}

// pipedArgument takes the argument of an option that is shell text behind one of some signs.
func (f *programFinder) pipedArgument(o *fact.Operand, signs string) {
	if o.Word.Text == "" || strings.IndexByte(signs, o.Word.Text[0]) < 0 {
		return
	}
	o.Role, o.IsPath = fact.RoleShell, false
	if w := subWord(&o.Word, 1); w.Known() {
		f.pipedText(w)
	} else {
		f.shellText(w, false)
	}
}

// markedCode takes the operands that are code behind a sign: vi +CMD FILE.
func (f *programFinder) markedCode() {
	for i := range f.l.operands {
		o := &f.l.operands[i]
		if o.Flag == "" && strings.HasPrefix(o.Word.Text, f.l.spec.Programs.CodePrefix) {
			o.IsPath, o.Role = false, fact.RoleNone
			f.addCode(subWord(&o.Word, len(f.l.spec.Programs.CodePrefix)))
		}
	}
}

// codeOrTextOnStdin takes standard input where the variant of the spec says what it is.
func (f *programFinder) codeOrTextOnStdin() {
	if f.l.variant.Stdin == fact.RoleShell && len(f.out.nested) > 0 {
		return // a command is given
	}
	known := f.l.c.Stdin.Kind == fact.StdinText && f.l.c.Stdin.Text.Known()
	switch {
	case f.l.variant.Stdin == fact.RoleShell:
		f.readStdin(func(w fact.Word) { f.shellText(w, false) })
	case known:
		f.addCodeFrom(f.l.c.Stdin.Text, true)
		f.showAsOption(&f.l.c.Stdin.Text)
	case f.l.spec.Programs.Unread == UnreadAsks, f.l.spec.Programs.Unread == UnreadDoes:
		f.readStdin(f.unknownCode)
	default:
		f.unread = true
	}
}

// showAsOption shows rules that look at code what stands on standard input as the argument of
// the option for code: psql <<< SQL is psql -c SQL.
func (f *programFinder) showAsOption(text *fact.Word) {
	if f.l.spec.Programs.Unread != UnreadRules {
		return
	}
	f.l.spec.each(func(o *Option) bool {
		if o.Role != fact.RoleCode {
			return true
		}
		w := fact.Lit(strings.TrimSpace(text.Text))
		words := f.l.canon.words
		if len(words) == 0 {
			words = f.l.c.Argv
		}
		f.l.canon.words = append(words[:len(words):len(words)], fact.Lit(o.Names[0]), w)
		f.l.operands = append(f.l.operands, fact.Operand{Word: w, Role: fact.RoleCode, Flag: o.Names[0]})
		return false
	})
}

// codeOnStdin takes the code of an interpreter that was given neither code nor a file.
func (f *programFinder) codeOnStdin() {
	named := false
	for i := range f.l.given {
		o := f.l.given[i].opt
		if o != nil && o.Is&Stdin != 0 {
			f.readStdin(func(w fact.Word) { f.addCode(w) })
			return
		}
		if o != nil && o.Passes == "*" {
			named = true
		}
	}
	if named {
		return // python -m json.tool reads it as data
	}
	if len(f.out.nested) > 0 || f.pure || f.l.any.harmless {
		return
	}
	dash := false // "-" stands for standard input: what follows it are arguments of the code
	for i := range f.l.operands {
		switch o := &f.l.operands[i]; {
		case o.Flag != "" || dash:
		case o.Role == fact.RoleScript && !o.IsPath:
			dash = true
		default:
			return
		}
	}
	if does, _ := f.l.does(); does&DoesExec != 0 {
		return // a module or a task is named by an option
	}
	f.readStdin(func(w fact.Word) { f.addCode(w) })
}

// recipesOnStdin finds recipes on standard input: make -f -. They are code that is not read.
func (f *programFinder) recipesOnStdin() {
	for i := range f.l.operands {
		o := &f.l.operands[i]
		if o.Flag == "-f" && (isStdio(o) || o.Word.Text == "/dev/stdin") {
			f.out.dynamicPayload("standard input")
		}
	}
}

// pwshStdin takes the text on standard input where the words have none.
func (f *programFinder) pwshStdin() {
	for i := range f.l.operands {
		if role := f.l.operands[i].Role; role == fact.RoleCode || role == fact.RoleScript {
			return
		}
	}
	if !f.l.doubts.payload && !f.l.any.harmless {
		f.readStdin(func(w fact.Word) { f.addCode(w) })
	}
}

// keyPrograms nests the programs that stand behind a key, in the argument of an option or in an
// operand: ssh -o ProxyCommand=TEXT, make SHELL=PROGRAM.
func (f *programFinder) keyPrograms() {
	for i := range f.l.given {
		flag, g := &f.l.flags[i], &f.l.given[i]
		if g.opt == nil || len(g.opt.Keys) == 0 || flag.Value < 0 {
			continue
		}
		if w := &f.l.operands[flag.Value].Word; w.Known() {
			g.seen = f.keyProgram(g.opt.Keys, w)
		}
	}
	for i := 0; len(f.l.spec.Programs.Keys) > 0 && i < len(f.l.operands); i++ {
		if o := &f.l.operands[i]; o.Flag == "" && o.Word.Known() &&
			strings.Contains(o.Word.Text, "=") {
			f.keyProgram(f.l.spec.Programs.Keys, &o.Word)
		}
	}
}

// keyProgram nests the program in KEY=VALUE; blanks may stand around the sign or in its place
// (ssh_config(5)). It reports whether nothing else can run because of it.
func (f *programFinder) keyProgram(keys []Key, w *fact.Word) bool {
	text := strings.TrimLeft(w.Text, " \t")
	end := strings.IndexAny(text, " \t=")
	if end < 0 {
		end = len(text)
	}
	name := strings.ToLower(strings.TrimRight(text[:end], ":")) // make's NAME:=VALUE
	value := strings.TrimLeft(text[end:], " \t")
	value = strings.TrimLeft(strings.TrimPrefix(value, "="), " \t")
	for i := range keys {
		if keys[i].matches(name) {
			v := subWord(w, len(w.Text)-len(value))
			return f.keyValueOf(&keys[i], &v)
		}
	}
	return false
}

// keyValueOf takes the value of a key.
func (f *programFinder) keyValueOf(k *Key, w *fact.Word) bool {
	if k.Is&Prefixed != 0 {
		v := subWord(w, len(w.Text)-len(strings.TrimLeft(w.Text, "@-:+!|")))
		w = &v
	}
	if w.Text == "" || k.Is&OrNone != 0 && strings.EqualFold(w.Text, "none") {
		return true
	}
	text, ok := w.Text, true
	if k.Is&Percent != 0 && strings.Contains(text, "%") {
		text, ok = unknownTokens(text)
		w = &fact.Word{Text: text}
		if k.Role == fact.RoleWords {
			f.scriptText(text) // what is put there may be several words
			return false
		}
	}
	switch {
	case k.Role == fact.RoleWords:
		return f.programWords(text, nil)
	case k.Role == fact.RoleShell && k.Is&PipedKey != 0:
		f.pipedText(*w)
	case k.Role == fact.RoleShell:
		f.scriptText(text)
	}
	return ok
}
