package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// emulate makes zsh read what follows like another shell.
func (in *Interp) emulate(args []fact.Word) {
	for i := range args {
		w := &args[i]
		if !in.dialect.Has(dialect.Emulates) || w.Known() &&
			(w.Text == "zsh" || strings.HasPrefix(w.Text, "-")) && w.Text != "-c" {
			continue
		}
		in.apply(dialect.OptUnknown, true, w)
		return
	}
}

// zshName handles what is special in the position of a command: =name is the program of that name,
// and N=value sets a positional parameter.
func (in *Interp) zshName(w *syntax.Word, name *fact.Word) {
	if name.Kind == fact.Literal && strings.HasPrefix(name.Text, "{") &&
		strings.HasPrefix(name.Written, "{") {
		in.Report(fact.Hazard{ID: hazards.ZshBrace, Text: name.Written,
			Why: "zsh may take a brace at the beginning of a command for the beginning of a block"})
	}
	text := shsyntax.LitOf(w)
	if text == "" {
		return
	}
	if rest, ok := strings.CutPrefix(text, "="); ok && rest != "" &&
		!strings.ContainsAny(rest, "\\*?[]{}<(|~^#$:=") {
		*name = fact.Word{Text: rest, Written: text, Start: name.Start, End: name.End}
		return
	}
	if n, _, ok := strings.Cut(text, "="); ok && n != "" && strings.Trim(n, "0123456789") == "" {
		in.st.LoseParams()
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
		in.Report(fact.Hazard{ID: hazards.ZshBrace, Text: in.source(w),
			Why: "zsh may take a brace without its partner for the beginning or end of a block"})
	}
	if len(w.Parts) == 0 {
		return
	}
	end, isLit := w.Parts[len(w.Parts)-1].(*syntax.Lit)
	// qualifiers stand at the end
	isGroup := isLit && end.Value != "" && expand.IsFileByte(end.Value[len(end.Value)-1])
	if !isGroup && builtQualifiers(w) {
		in.qualifierHazard(in.source(w))
	}
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.ParamExp:
			if p.GlobSubst == syntax.OptOn {
				in.globSubst(p, len(w.Parts) > 1)
			}
		case *syntax.ExtGlob:
			if !isGroup {
				in.qualifiers(p.Pattern.Value)
			}
		case *syntax.Lit:
			open := strings.IndexByte(p.Value, '(')
			if open < 0 || isGroup {
				continue
			}
			if end := strings.LastIndexByte(p.Value, ')'); end > open && !strings.Contains(p.Value, `\`) &&
				strings.Count(p.Value, "(") == strings.Count(p.Value, ")") {
				in.qualifiers(p.Value[open+1 : end]) // what follows is no part of it
				continue
			}
			rest := in.source(&syntax.Word{Parts: w.Parts[i:]})
			if _, after, ok := strings.Cut(rest, "("); ok {
				in.qualifiers(after)
			}
		}
	}
}

// globSubst reports ${~x} where the value may hold such qualifiers. In a longer word it may be a
// part of one.
func (in *Interp) globSubst(p *syntax.ParamExp, longer bool) {
	v := fact.Word{Kind: fact.Partial, Written: in.source(p)}
	if p.Param != nil && p.Index == nil && p.Exp == nil {
		v, _ = in.lookup(p.Param.Value, nil)
		if in.st.Vars[in.target(p.Param.Value)].IsList {
			v.Kind = fact.Partial
		}
	}
	if v.Kind != fact.Literal || strings.Contains(v.Text, "(") ||
		longer && strings.ContainsAny(v.Text, "e+") {
		in.Report(fact.Hazard{ID: hazards.GlobQualifier, Text: in.source(p),
			Why: "zsh takes this value for a pattern, which can run code for each file that matches"})
	}
}

// qualifiers looks at what stands behind a bracket that opens in a pattern at the end of a word. If
// these are qualifiers, any character may enclose the code behind an e.
func (in *Interp) qualifiers(text string) {
	text = strings.TrimPrefix(text, "#q")
	if open := strings.IndexByte(text, '['); open >= 0 &&
		strings.Trim(text[:open], "./@=*%rwxRWXAIEstSUGNTYDn-^,:0123456789aomLk+M") == "" {
		rest, _, _ := strings.Cut(text[open+1:], "]")
		in.expressionText(rest)
	}
	if strings.Contains(text, "|") && !strings.ContainsAny(text, `'"\`) {
		return // alternatives
	}
	if i := strings.IndexAny(text, "e+"); i >= 0 && i+1 < len(text) {
		in.qualifierHazard(text)
	}
}

func (in *Interp) qualifierHazard(text string) {
	in.Report(fact.Hazard{ID: hazards.GlobQualifier, Text: text,
		Why: "zsh runs the code in this pattern for each file that matches"})
}

// builtQualifiers reports whether an expansion stands in what may be qualifiers at the end of a
// word.
func builtQualifiers(w *syntax.Word) bool {
	opened, depth := false, 0
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			open := strings.IndexByte(p.Value, '(')
			if open >= 0 && !opened && alternatives(p.Value[open+1:]) { // which are no qualifiers
				if open = strings.IndexByte(p.Value[open+1:], '('); open >= 0 {
					return true
				}
			}
			depth += strings.Count(p.Value, "(") - strings.Count(p.Value, ")")
			opened = (opened || open >= 0) && (depth > 0 || strings.Contains(p.Value, `\`))
			if open >= 0 && strings.ContainsAny(p.Value[open:], "$`") {
				return true // the parser leaves them as text
			}
		case *syntax.ExtGlob: // what stands behind it is no part of it
			if strings.ContainsAny(p.Pattern.Value, "$`") {
				return true
			}
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ArithmExp, *syntax.DblQuoted:
			if opened {
				return true
			}
		}
	}
	return false
}

// alternatives reports whether what stands behind a bracket begins with plain alternatives.
func alternatives(text string) bool {
	bar := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '|':
			bar = true
		case text[i] == '`': // the parser ends a literal at the first bracket of $( )
			return bar
		case !shsyntax.IsNameByte(text[i]) && text[i] != '.':
			return false
		}
	}
	return bar
}

// changesName reports whether qualifiers may make other words of the names of files: by modifiers,
// or as P does.
func changesName(text string) bool {
	return strings.ContainsAny(text, ":P") && !strings.Contains(text, "[:")
}

// zshPattern replaces the groups and ranges that only zsh has in a pattern by an asterisk, which
// stands for more.
func (in *Interp) zshPattern(lit *syntax.Lit, ps []expand.Piece) []expand.Piece {
	v := lit.Value
	if expand.QuotedAny(v, "()<>") || strings.ContainsAny(v, "$`") {
		in.walkPattern(v)
		return append(ps, expand.Piece{Unknown: true, Many: true, From: v})
	}
	for _, group := range [...][2]string{{"(", ")"}, {"<", ">"}} {
		open, end := strings.Index(v, group[0]), strings.LastIndex(v, group[1])
		switch {
		case open < 0:
		case end < open: // quotes inside
			return append(ps, expand.Piece{Unknown: true, Many: true, From: lit.Value})
		case group[0] == "(" && changesName(v[open+1:end]):
			return append(ps, expand.Piece{Unknown: true, Many: true, From: lit.Value})
		default:
			v = v[:open] + "*" + v[end+1:]
		}
	}
	return in.literal(v, false, ps)
}

// namesDescriptor reports whether zsh takes a word for the variable of a redirection that follows:
// {name} >file, where blanks may stand between them.
func (in *Interp) namesDescriptor(w *syntax.Word) bool {
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || len(w.Parts) > 1 || len(lit.Value) < 3 || lit.Value[0] != '{' ||
		lit.Value[len(lit.Value)-1] != '}' || !syntax.ValidName(lit.Value[1:len(lit.Value)-1]) {
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

// isMatch reports whether patterns of zsh may assign a parameter, by (#b) and (#m).
func isMatch(name string) bool {
	switch name {
	case "match", "mbegin", "mend", "MATCH", "MBEGIN", "MEND":
		return true
	}
	return false
}

// zshOnly reports whether the expansion uses what only zsh has.
func zshOnly(p *syntax.ParamExp) bool {
	return p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 ||
		p.GlobSubst != syntax.OptUnset ||
		p.Split != syntax.OptUnset || p.RcExpand != syntax.OptUnset
}

// calm reports whether a text has nothing that a prompt expands.
func calm(ps []expand.Piece) bool {
	for i := range ps {
		if ps[i].Unknown || ps[i].Glob || strings.ContainsAny(ps[i].Text, "%!$`\\") {
			return false
		}
	}
	return true
}

// isWordAlone recognises ${:-word}, which is the word, and ${(%):-word}.
func isWordAlone(p *syntax.ParamExp) bool {
	return (p.Param == nil || p.Param.Value == "") && p.NestedParam == nil && p.Exp != nil &&
		p.Exp.Op == syntax.DefaultUnsetOrNull &&
		(p.Flags == nil || p.Flags.Value == "%") && p.Index == nil && p.Slice == nil && p.Repl == nil &&
		len(p.Modifiers) == 0 && !p.Length && !p.Excl &&
		p.GlobSubst == syntax.OptUnset && p.Split == syntax.OptUnset && p.RcExpand != syntax.OptOff
}

// defaultGiven reports whether an expansion has no operator, or a word for a missing value that
// names nothing.
func (in *Interp) defaultGiven(e *syntax.Expansion) bool {
	if e == nil {
		return true
	}
	if e.Op != syntax.DefaultUnset && e.Op != syntax.DefaultUnsetOrNull {
		return false
	}
	var other fact.Word
	in.subshell(func() { other = in.single(e.Word) })
	return isGiven(&other)
}

// manyPieces reports whether pieces may be several words.
func manyPieces(ps []expand.Piece) bool {
	for i := range ps {
		if ps[i].Many || ps[i].Brk || ps[i].Glob {
			return true
		}
	}
	return false
}

// quotesIn reports whether a word holds quotes, and not only characters that look like them.
func quotesIn(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
	}
	return false
}
