package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/script"
)

// codeOperand takes an operand that is code. Some interpreters put all of these together, as lines
// of one program.
func (r *resolver) codeOperand(i int) {
	o := &r.c.Operands[i]
	switch r.spec.Lang {
	case "perl", "ruby", "r", "applescript":
	default:
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

// code adds a snippet of the command's language.
func (r *resolver) code(w fact.Word) {
	if !w.Known() {
		r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedUnknown, Words: []fact.Word{w}, Lang: r.spec.Lang})
		r.dynamicPayload(w.Show())
		return
	}
	known := false
	switch lang := r.spec.Lang; lang {
	case "python", "javascript", "awk", "sed", "powershell":
	case "tcl":
		r.tcl(w.Text)
		known = prints(w.Text)
	default:
		known = r.script(w.Text)
	}
	if known {
		r.pure = true
		return
	}
	r.nest(fact.Nested{Kind: fact.NestedCode, Words: []fact.Word{w}, Lang: r.spec.Lang})
}

// script takes code of a language that is read here. It reports whether all that the code does is
// known, and then among the effects and nested programs.
func (r *resolver) script(text string) bool {
	lang := r.spec.Lang
	o := script.Options{Loop: lang == "perl" && r.has([]string{"-n", "-p", "-a", "-F"})}
	for i := range r.given {
		f := &r.c.Flags[i]
		o.Strict = o.Strict || f.Name == "-M" && f.Value >= 0 && r.c.Operands[f.Value].Word.Text == "strict"
	}
	f, ok := script.Parse(lang, text, o)
	if lang == "perl" && (f.Input || o.Loop) {
		r.perlInput(o.Loop)
	}
	switch lang {
	case "perl", "ruby", "php", "lua", "applescript":
	case "r":
		ok = ok && !r.profile()
	default:
		ok = prints(text)
	}
	if !ok {
		r.scriptCalls(text)
		return false
	}
	for i := range f.Acts {
		r.scriptAct(&f.Acts[i])
	}
	return true
}

// scriptAct adds one thing that code does.
func (r *resolver) scriptAct(a *script.Act) {
	kind := fact.Read
	switch a.Kind {
	case script.Shell:
		r.scriptText(a.Args[0])
		return
	case script.Argv:
		r.scriptRuns(&scriptCall{args: a.Args})
		return
	case script.Move:
		r.scriptFile(fact.Delete, a.Args[0], a)
		r.scriptFile(fact.Write, a.Args[1], a)
		return
	case script.Delete:
		kind = fact.Delete
	case script.Write, script.Mkdir:
		kind = fact.Write
	case script.Append:
		kind = fact.Append
	}
	r.scriptFile(kind, a.Args[0], a)
}

func (r *resolver) scriptFile(kind fact.EffectKind, name string, a *script.Act) {
	w := fact.Lit(name)
	w.Glob = a.Glob && strings.ContainsAny(name, "*?[")
	o := fact.Operand{Word: w, IsPath: true, Path: r.path(r.c.Dirs, &w)}
	if a.Kind == script.Mkdir {
		r.effect(fact.Effect{Kind: kind, Path: o.Path, Create: true, Mkdir: true})
		return
	}
	r.pathEffect(kind, &o, a.Tree)
}

// profile reports whether R may find a profile in its directory: it runs that first.
func (r *resolver) profile() bool {
	if r.has([]string{"--vanilla"}) {
		return false
	}
	for _, name := range [...]string{".Rprofile", ".Renviron"} {
		w := fact.Lit(name)
		if p := r.path(r.c.Dirs, &w); r.mayExist(&p) {
			return true
		}
	}
	return false
}

// perlInput judges the files that Perl reads for <>, -n and -p. Their names are given to the open
// with two arguments: a bar at one end makes a name a command, a sign in front writes (perlop, I/O
// Operators).
func (r *resolver) perlInput(loop bool) {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Flag != "" || o.Role == fact.RoleCode || o.Role == fact.RoleScript {
			continue
		}
		if !loop && o.IsPath {
			r.pathEffect(fact.Read, o, false)
		}
		text := strings.TrimSpace(o.Word.Text)
		switch {
		case !o.Word.Known() && !o.Word.Glob || o.Word.Glob && !plainEnds(text):
			r.dynamicPayload(o.Word.Show())
		case strings.HasSuffix(text, "|") || strings.HasPrefix(text, "|"):
			r.scriptText(strings.Trim(text, "| "))
		case text != "" && (text[0] == '>' || text[0] == '<' || text[0] == '+'):
			mode := strings.TrimLeft(text, "+<> ")
			w := fact.Lit(mode)
			if strings.HasPrefix(mode, "&") {
				w = fact.Unknown("")
			}
			x := fact.Operand{Word: w, IsPath: true, Path: r.path(r.c.Dirs, &w)}
			r.pathEffect(fact.Write, &x, false)
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
	return (isWordByte(first) || first == '/' || first == '.' && len(text) > 1 && text[1] != '*') && isWordByte(last)
}

// inlineOptions takes the options of interpreters that name code: known modules, and what -i names
// a copy.
func (r *resolver) inlineOptions() {
	for i := range r.c.Flags {
		f, g := &r.c.Flags[i], &r.given[i]
		if f.Value < 0 || g.opt == nil {
			continue
		}
		w := &r.c.Operands[f.Value].Word
		switch lang := r.spec.Lang; {
		case f.Name == "-i" && (lang == "perl" || lang == "ruby"):
			r.copies(w)
		case !w.Known():
		case lang == "perl" && (f.Name == "-M" || f.Name == "-m"):
			g.seen = perlModule(w.Text)
		case lang == "perl" && f.Name == "-F":
			g.seen = perlSplits(w.Text)
		case lang == "ruby" && f.Name == "-r":
			g.seen = script.RubyLibrary(w.Text)
		}
	}
}

// copies adds the copies that -iSUFFIX leaves of the files. A star in it stands for the name of the
// file, and there may be a directory (perlrun, -i).
func (r *resolver) copies(suffix *fact.Word) {
	if !suffix.Known() || strings.ContainsAny(suffix.Text, "/*") {
		r.writesFile("")
		return
	}
	for i := 0; suffix.Text != "" && i < len(r.c.Operands); i++ {
		if o := &r.c.Operands[i]; o.Role == fact.RoleEdit && o.Word.Known() {
			w := fact.Lit(o.Word.Text + suffix.Text)
			r.effect(fact.Effect{Kind: fact.Write, Path: r.path(r.c.Dirs, &w)})
		}
	}
}

// perlModule reports whether -MTEXT loads a module that only brings functions. The text is put into
// the line "use TEXT;".
func perlModule(text string) bool {
	name, list, _ := strings.Cut(text, "=")
	for i := 0; i < len(list); i++ {
		if !isWordByte(list[i]) && strings.IndexByte(",:$@%&", list[i]) < 0 {
			return false
		}
	}
	return script.Module(name) || name == "open" && !strings.Contains(list, "via")
}

// perlSplits reports whether -FTEXT is a pattern without code. One in slashes or quotes is put into
// the program as it stands: split(TEXT).
func perlSplits(text string) bool {
	if text == "" || strings.Contains(text, "(?{") || strings.Contains(text, "(??{") || strings.Contains(text, "(*") || strings.ContainsAny(text, "\x00$@") {
		return false
	}
	switch q := text[0]; q {
	case '/', '\'', '"':
		return len(text) > 1 && quotedEnd(text, 0, q) == len(text) && text[len(text)-1] == q
	}
	return true
}
