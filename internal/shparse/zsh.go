package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// zshPrint is zsh's print: -P expands prompts, -v assigns, -z puts text where the next line is read.
func (in *Interp) zshPrint(args []fact.Word) {
	if in.opt.Dialect != Zsh {
		return
	}
	for i := range args {
		w := &args[i]
		if !strings.HasPrefix(w.Text, "-") {
			return
		}
		if strings.Contains(w.Text, "v") && i+1 < len(args) {
			in.forgetName(args[i+1].Text)
		}
		if strings.Contains(w.Text, "P") {
			for _, arg := range args[i+1:] {
				in.prompt(arg)
			}
		}
	}
}

// tables handles the builtins that change the shell's tables of functions, builtins and programs.
func (in *Interp) tables(name string, args []fact.Word) {
	functions := name == "unfunction"
	for i := range args {
		w := &args[i]
		switch {
		case !w.IsLiteral():
			in.st.maybeFuncs()
			in.Report(tableHazard(w))
		case strings.HasPrefix(w.Text, "-"):
			functions = functions || strings.Contains(w.Text, "f") && name != "functions"
			if strings.Contains(w.Text, "m") {
				in.st.maybeFuncs()
			}
			if name == "functions" && strings.ContainsAny(w.Text, "c") {
				in.Report(tableHazard(w))
			}
		case name == "hash" && strings.Contains(w.Text, "=") && in.opt.Dialect == Zsh && !(i > 0 && args[0].Text == "-d"):
			in.Report(tableHazard(w))
		case functions && in.opt.Dialect == Zsh:
			in.st.maybeFunc(w.Text)
		}
	}
}

// tableHazard is about a table that says what a name stands for.
func tableHazard(w *fact.Word) fact.Hazard {
	return fact.Hazard{ID: "function-table", Kind: fact.Suspect, Text: w.Show(), Why: "this changes which function or program a name stands for"}
}

// nullCommand runs what zsh runs for redirections without a command, where the text says what that is.
func (in *Interp) nullCommand() {
	if in.opt.Dialect != Zsh {
		return
	}
	for _, name := range [...]string{"NULLCMD", "READNULLCMD"} {
		if v, ok := in.st.vars[name]; ok && !v.unset {
			in.RunArgv([]fact.Word{firstValue(v)}, nil, Nested{Via: name, Functions: true})
		}
	}
}

// emulate makes zsh read what follows like another shell.
func (in *Interp) emulate(args []fact.Word) {
	for i := range args {
		w := &args[i]
		if in.opt.Dialect != Zsh || w.Known() && (w.Text == "zsh" || strings.HasPrefix(w.Text, "-")) && w.Text != "-c" {
			continue
		}
		in.apply(optUnknown, true, w)
		return
	}
}

// zshName handles what is special in the position of a command: =name is the program of that name, and N=value sets a
// positional parameter.
func (in *Interp) zshName(w *syntax.Word, name *fact.Word) {
	text := litOf(w)
	if text == "" {
		return
	}
	if rest, ok := strings.CutPrefix(text, "="); ok && rest != "" {
		*name = fact.Word{Text: rest, Written: text, Start: name.Start, End: name.End}
		return
	}
	if n, _, ok := strings.Cut(text, "="); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		in.st.knownParams = false
	}
}

// zshWord reports code in glob qualifiers: *(e:'code':) and *(+function) run it for each file.
func (in *Interp) zshWord(w *syntax.Word) {
	braces := 0
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && !strings.Contains(lit.Value, "\\") {
			braces += strings.Count(lit.Value, "{") - strings.Count(lit.Value, "}")
		}
	}
	if braces != 0 {
		in.Report(fact.Hazard{ID: "zsh-brace", Kind: fact.Suspect, Text: in.source(w),
			Why: "zsh may take a brace without its partner for the beginning or end of a block"})
	}
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.ExtGlob:
			in.qualifiers(p.Pattern.Value)
		case *syntax.Lit:
			open := strings.IndexByte(p.Value, '(')
			if open < 0 {
				continue
			}
			rest := in.source(&syntax.Word{Parts: w.Parts[i:]})
			if k := strings.IndexByte(rest, '('); k >= 0 {
				in.qualifiers(rest[k+1:])
			}
		}
	}
}

func (in *Interp) qualifiers(text string) {
	text = strings.TrimPrefix(text, "#q")
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '|':
			return // alternatives
		case c == '+', c == 'e' && i+1 < len(text) && !letterOrDigit(text[i+1]):
			in.Report(fact.Hazard{ID: "glob-qualifier", Kind: fact.Suspect, Text: text,
				Why: "zsh runs the code in this pattern for each file that matches"})
			return
		}
	}
}

func letterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// zshPattern replaces the groups and ranges that only zsh has in a pattern by an asterisk, which stands for more.
func (in *Interp) zshPattern(lit *syntax.Lit, ps []piece) []piece {
	v := lit.Value
	if quotedAny(v, "()<>") {
		return append(ps, piece{unknown: true, many: true, from: v})
	}
	for _, group := range [...][2]string{{"(", ")"}, {"<", ">"}} {
		open, end := strings.Index(v, group[0]), strings.LastIndex(v, group[1])
		switch {
		case open < 0:
		case end < open: // quotes inside
			return append(ps, piece{unknown: true, many: true, from: lit.Value})
		default:
			v = v[:open] + "*" + v[end+1:]
		}
	}
	return in.literal(v, false, ps)
}

// namesDescriptor reports whether zsh takes a word for the variable of a redirection that follows: {name} >file, where blanks may stand
// between them.
func (in *Interp) namesDescriptor(w *syntax.Word) bool {
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || len(w.Parts) > 1 || len(lit.Value) < 3 || lit.Value[0] != '{' || lit.Value[len(lit.Value)-1] != '}' || !syntax.ValidName(lit.Value[1:len(lit.Value)-1]) {
		return false
	}
	for i := int(w.End().Offset()); i < len(in.text); i++ {
		switch in.text[i] {
		case ' ', '\t', '\\', '\n': // a newline that is escaped, or else no redirection follows
			continue
		}
		return in.text[i] == '<' || in.text[i] == '>'
	}
	return false
}

// unquotedAny reports whether one of some characters stands in a literal without a backslash before it, quotedAny whether one
// stands there with one.
func unquotedAny(s, chars string) bool { return anyOf(s, chars, false) }
func quotedAny(s, chars string) bool   { return anyOf(s, chars, true) }

func anyOf(s, chars string, quoted bool) bool {
	if !strings.ContainsAny(s, chars) {
		return false
	}
	for i := 0; i < len(s); i++ {
		was := s[i] == '\\' && i+1 < len(s)
		if was {
			i++
		}
		if was == quoted && strings.IndexByte(chars, s[i]) >= 0 {
			return true
		}
	}
	return false
}
