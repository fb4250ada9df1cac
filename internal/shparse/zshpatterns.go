package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// fileGroups are the groups and operators that patterns for the names of files may hold.
func (ws *words) fileGroups() expand.FileGroups {
	zsh := ws.sh.has(dialect.PatternGroups)
	return expand.FileGroups{Bare: zsh, Extended: zsh && ws.sh.st.Has(dialect.ZshPatterns),
		Prefixed: !zsh}
}

// rewriteGroups rewrites a word of zsh with groups, or operators of its extended patterns, in the
// names of files: each becomes a star that stands for more. names is true where the shell may make
// other words of it than the names that the star stands for: then it is only known that these are
// among them.
func (ws *words) rewriteGroups(w *syntax.Word) (out *syntax.Word, names bool) {
	if !ws.sh.has(dialect.PatternGroups) || ws.sh.word.inPattern || ws.sh.st.Has(dialect.NoGlob) ||
		!ws.hasGroups(w) {
		return w, false
	}
	out = &syntax.Word{Parts: make([]syntax.WordPart, 0, len(w.Parts))}
	for i := 0; i < len(w.Parts); i++ {
		lit, ok := w.Parts[i].(*syntax.Lit)
		if !ok {
			out.Parts = append(out.Parts, w.Parts[i])
			continue
		}
		joined := *lit
		for i+1 < len(w.Parts) {
			next, ok := w.Parts[i+1].(*syntax.Lit)
			if !ok {
				break
			}
			joined.Value += next.Value
			i++
		}
		other, ok := ws.rewriteLiteral(&joined, i == len(w.Parts)-1)
		if !ok {
			return w, false
		}
		names = names || other
		out.Parts = append(out.Parts, &joined)
	}
	return out, names
}

// mayAlternate reports whether chooseAlternative makes other words of the words of a command.
func (ws *words) mayAlternate(c *syntax.CallExpr) bool {
	return ws.sh.has(dialect.PatternGroups) && slices.ContainsFunc(c.Args, func(w *syntax.Word) bool {
		part, _, _ := nodes.PlainAlternatives(w)
		return part >= 0
	})
}

// chooseAlternative takes one of the plain alternatives of each group in the name of a file, which
// says more than a star in their place: (.github|src)/*.yml is .github/*.yml or src/*.yml. The
// alternatives cannot become words beside each other: the shell leaves out an alternative without
// files, and another word becomes the last one. What is left has to be a pattern for the same
// reason.
func (ws *words) chooseAlternative(w *syntax.Word) *syntax.Word {
	if !ws.sh.has(dialect.PatternGroups) || ws.sh.choice == nil || ws.sh.st.Has(dialect.NoGlob) ||
		ws.sh.st.Has(dialect.ZshPatterns) {
		return w
	}
	out := w
	for {
		part, open, end := nodes.PlainAlternatives(out)
		if part < 0 {
			break
		}
		lit := *out.Parts[part].(*syntax.Lit)
		texts := strings.Split(lit.Value[open+1:end], "|")
		k := ws.sh.choose(len(texts))
		if k < 0 {
			return w
		}
		lit.Value = lit.Value[:open] + texts[k] + lit.Value[end+1:]
		out = &syntax.Word{Parts: append([]syntax.WordPart(nil), out.Parts...)}
		out.Parts[part] = &lit
	}
	if !nodes.HasStar(out) {
		return w
	}
	return out
}

// hasGroups reports whether a literal of the word has groups or operators.
func (ws *words) hasGroups(w *syntax.Word) bool {
	return slices.ContainsFunc(w.Parts, func(part syntax.WordPart) bool {
		lit, ok := part.(*syntax.Lit)
		return ok && (expand.UnquotedAny(lit.Value, "(<") || ws.isZshPattern(lit.Value))
	})
}

// rewriteLiteral replaces the groups of a literal.
func (ws *words) rewriteLiteral(lit *syntax.Lit, last bool) (names, ok bool) {
	v := lit.Value
	if !expand.UnquotedAny(v, "(<^#~") {
		return false, true
	}
	if strings.Contains(v, "<(") || strings.Contains(v, ">(") || strings.Contains(v, "=(") ||
		strings.Contains(v, "$[") {
		return false, false
	}
	prefix := ""
	if v[0] == '~' {
		n := strings.IndexByte(v, '/')
		if n < 0 || expand.UnquotedAny(v[:n], "(<^#") {
			return false, false
		}
		prefix, v = v[:n], v[n:]
	}
	t := ws.fileGroups().FileNames(v)
	if t.Lost {
		return false, false
	}
	if strings.ContainsAny(v, "$`") {
		ws.walkPattern(v)
		names = true
	}
	if open := strings.LastIndexByte(v, '('); last && open >= 0 && strings.HasSuffix(v, ")") &&
		nodes.ChangesName(v[open:]) {
		names = true
	}
	lit.Value = prefix + t.Text
	return names || t.Extended, true
}

// expandGrouped expands a word that rewriteGroups has rewritten. If the new word only says what is
// among the names, the result is not known.
func (ws *words) expandGrouped(w, rewritten *syntax.Word, names bool) []expand.Piece {
	ps := ws.plainPieces(rewritten, false)
	if !names {
		return ps
	}
	p := expand.Piece{Unknown: true, Many: true, From: ws.sh.source(w)}
	if v := ws.joinField(append([]expand.Piece(nil), ps...)); v.Kind == fact.Literal {
		p.Names = new(fact.Names)
		p.Names.Add(v.Text, true)
	}
	return []expand.Piece{p}
}

// extGlob is the piece for an extended pattern of bash: as the name of a file it stands for at most
// what an asterisk stands for, and with a leading dot if one of its alternatives has it. Where it
// stands for nothing, a dot behind it is the leading one.
func (ws *words) extGlob(p *syntax.ExtGlob, next syntax.WordPart) expand.Piece {
	ws.walkPattern(p.Pattern.Value)
	text, star := p.Op.String()+p.Pattern.Value+")", "*"
	if strings.HasPrefix(ws.fileGroups().FileNames(text).Text, expand.Any) {
		star = expand.Any
	}
	n := new(fact.Names)
	n.Add(star, true)
	if lit, ok := next.(*syntax.Lit); next != nil && (!ok || strings.HasPrefix(lit.Value, ".")) &&
		strings.HasPrefix(ws.fileGroups().FileNames(text+".").Text, expand.Any) {
		n.Add("", true)
	}
	return expand.Piece{Text: star, Glob: true, From: ws.sh.source(p), Names: n}
}

// zshName handles what is special in the position of a command: =name is the program of that name,
// and N=value sets a positional parameter.
func (ws *words) zshName(w *syntax.Word, name *fact.Word) {
	if name.Kind == fact.Literal && strings.HasPrefix(name.Text, "{") &&
		strings.HasPrefix(name.Written, "{") {
		ws.sh.Report(fact.Hazard{ID: hazards.ZshBrace, Text: name.Written,
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
		ws.sh.st.LoseParams()
	}
}

// zshWord reports code in glob qualifiers: *(e:'code':) and *(+function) run it for each file.
func (ws *words) zshWord(w *syntax.Word) {
	braces := 0
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok && !strings.Contains(lit.Value, "\\") {
			braces += strings.Count(lit.Value, "{") - strings.Count(lit.Value, "}")
		}
	}
	if braces != 0 {
		ws.sh.Report(fact.Hazard{ID: hazards.ZshBrace, Text: ws.sh.source(w),
			Why: "zsh may take a brace without its partner for the beginning or end of a block"})
	}
	if len(w.Parts) == 0 {
		return
	}
	end, isLit := w.Parts[len(w.Parts)-1].(*syntax.Lit)
	// qualifiers stand at the end
	isGroup := isLit && end.Value != "" && expand.IsFileByte(end.Value[len(end.Value)-1])
	if !isGroup && nodes.BuildsQualifiers(w) {
		ws.qualifierHazard(ws.sh.source(w))
	}
	for i, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.ParamExp:
			if p.GlobSubst == syntax.OptOn {
				ws.globSubst(p, len(w.Parts) > 1)
			}
		case *syntax.ExtGlob:
			if !isGroup {
				ws.checkQualifiers(p.Pattern.Value)
			}
		case *syntax.Lit:
			open := strings.IndexByte(p.Value, '(')
			if open < 0 || isGroup {
				continue
			}
			if end := strings.LastIndexByte(p.Value, ')'); end > open && !strings.Contains(p.Value, `\`) &&
				strings.Count(p.Value, "(") == strings.Count(p.Value, ")") {
				ws.checkQualifiers(p.Value[open+1 : end]) // what follows is no part of it
				continue
			}
			rest := ws.sh.source(&syntax.Word{Parts: w.Parts[i:]})
			if _, after, ok := strings.Cut(rest, "("); ok {
				ws.checkQualifiers(after)
			}
		}
	}
}

// globSubst reports ${~x} where the value may hold such qualifiers. In a longer word it may be a
// part of one.
func (ws *words) globSubst(p *syntax.ParamExp, longer bool) {
	v := fact.Word{Kind: fact.Partial, Written: ws.sh.source(p)}
	if p.Param != nil && p.Index == nil && p.Exp == nil {
		v, _ = ws.eval.lookup(p.Param.Value, nil)
		if ws.sh.st.Vars[ws.sh.st.Target(p.Param.Value)].IsList {
			v.Kind = fact.Partial
		}
	}
	if v.Kind != fact.Literal || strings.Contains(v.Text, "(") ||
		longer && strings.ContainsAny(v.Text, "e+") {
		ws.sh.Report(fact.Hazard{ID: hazards.GlobQualifier, Text: ws.sh.source(p),
			Why: "zsh takes this value for a pattern, which can run code for each file that matches"})
	}
}

// checkQualifiers looks at what stands behind a bracket that opens in a pattern at the end of a
// word. If these are qualifiers, any character may enclose the code behind an e.
func (ws *words) checkQualifiers(text string) {
	text = strings.TrimPrefix(text, "#q")
	if open := strings.IndexByte(text, '['); open >= 0 &&
		strings.Trim(text[:open], "./@=*%rwxRWXAIEstSUGNTYDn-^,:0123456789aomLk+M") == "" {
		rest, _, _ := strings.Cut(text[open+1:], "]")
		ws.eval.expressionText(rest)
	}
	if strings.Contains(text, "|") && !strings.ContainsAny(text, `'"\`) {
		return // alternatives
	}
	if i := strings.IndexAny(text, "e+"); i >= 0 && i+1 < len(text) {
		ws.qualifierHazard(text)
	}
}

func (ws *words) qualifierHazard(text string) {
	ws.sh.Report(fact.Hazard{ID: hazards.GlobQualifier, Text: text,
		Why: "zsh runs the code in this pattern for each file that matches"})
}

// zshPattern replaces the groups and ranges that only zsh has in a pattern by an asterisk, which
// stands for more.
func (ws *words) zshPattern(lit *syntax.Lit, ps []expand.Piece) []expand.Piece {
	v := lit.Value
	if expand.QuotedAny(v, "()<>") || strings.ContainsAny(v, "$`") {
		ws.walkPattern(v)
		return append(ps, expand.Piece{Unknown: true, Many: true, From: v})
	}
	for _, group := range [...][2]string{{"(", ")"}, {"<", ">"}} {
		open, end := strings.Index(v, group[0]), strings.LastIndex(v, group[1])
		switch {
		case open < 0:
		case end < open: // quotes inside
			return append(ps, expand.Piece{Unknown: true, Many: true, From: lit.Value})
		case group[0] == "(" && nodes.ChangesName(v[open+1:end]):
			return append(ps, expand.Piece{Unknown: true, Many: true, From: lit.Value})
		default:
			v = v[:open] + "*" + v[end+1:]
		}
	}
	return ws.literal(v, false, ps)
}

// namesDescriptor reports whether zsh takes a word for the variable of a redirection that follows:
// {name} >file, where blanks may stand between them.
func (ws *words) namesDescriptor(w *syntax.Word) bool {
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || len(w.Parts) > 1 || len(lit.Value) < 3 || lit.Value[0] != '{' ||
		lit.Value[len(lit.Value)-1] != '}' || !syntax.ValidName(lit.Value[1:len(lit.Value)-1]) {
		return false
	}
	for i := int(w.End().Offset()); i < len(ws.sh.script.text); i++ {
		switch ws.sh.script.text[i] {
		case ' ', '\t', '\\', '\n': // a newline that is escaped, or else no redirection follows
			continue
		}
		return ws.sh.script.text[i] == '<' || ws.sh.script.text[i] == '>'
	}
	return false
}
