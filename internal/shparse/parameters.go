package shparse

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// expansions expands parameters, and runs the commands of substitutions.
type expansions struct {
	sh    *shell
	acc   *accountant
	files *files
	reads *environmentReads
	vars  *variables
	eval  *evaluator
	words *words
	cmds  statementRunner
	pipes []fact.Word // contents of process substitutions; words name them by number
}

// expandParameter expands a parameter (POSIX XCU 2.6.2, bash manual 3.5.3).
func (ex *expansions) expandParameter(p *syntax.ParamExp, quoted bool,
	ps []expand.Piece) []expand.Piece {
	n := len(ps)
	ps = ex.expandValue(p, quoted, ps)
	if ex.sh.opt.Look != nil {
		ex.lookParam(p, ps[n:])
	}
	return ps
}

// expandValue appends what a parameter expands to.
func (ex *expansions) expandValue(p *syntax.ParamExp, quoted bool,
	ps []expand.Piece) []expand.Piece {
	src := ex.sh.source(p)
	ex.reads.noteParameter(p)
	if p.Index != nil {
		ex.eval.reportProcesses(p.Index)
	}
	unknown := expand.Piece{Unknown: true, Split: !quoted, Quoted: quoted, From: src}
	if ex.sh.has(dialect.ParameterFlags) && nodes.IsWordAlone(p) { // ${:-word}
		n := len(ps)
		ps = ex.operandPieces(p.Exp, "", fact.Word{}, false, quoted, ps)
		if (p.Flags == nil || promptIsPlain(ps[n:])) &&
			(p.RcExpand == syntax.OptUnset || !manyPieces(ps[n:])) {
			return ps
		}
		ps = ps[:n]
	}
	if p.Param != nil && !p.Length {
		if v, ok := ex.sh.st.Vars[ex.sh.st.Target(p.Param.Value)]; ok {
			unknown.Names = v.Names()
		}
	}
	if ex.sh.has(dialect.ParameterFlags) && nodes.ZshOnly(p) ||
		ex.sh.has(dialect.OnlyPOSIXForms) && nodes.BashOnly(p) || p.Param == nil {
		ex.walkParam(p)
		ex.zshAssigns(p)
		if p.Flags != nil {
			ex.zshFlags(p)
		}
		unknown.Many = !quoted || p.Flags != nil || p.NestedParam != nil || p.Split == syntax.OptOn
		unknown.Names = unknown.Names.Or(ex.namesHeld(p))
		unknown.Given = ex.sh.has(dialect.ParameterFlags) && ex.partsGiven(p)
		return append(ps, unknown)
	}
	name := p.Param.Value
	if name == "argv" && ex.sh.has(dialect.ArgvArray) {
		if p.Index != nil {
			ex.walkParam(p)
			unknown.Many = true
			return append(ps, unknown)
		}
		name = "*"
	}
	if ex.sh.st.Has(dialect.ZshPatterns) && nodes.IsMatchVariable(name) {
		ex.sh.st.Forget(name)
	}
	v, isVar := ex.sh.st.Vars[ex.sh.st.Target(name)]
	if (name == "@" || name == "*") && p.Index != nil && !nodes.IsAll(p.Index) {
		ex.walkParam(p)
		unknown.Many = true
		return append(ps, unknown)
	}
	if p.Index != nil && nodes.IsAll(p.Index) || name == "@" || name == "*" {
		return ex.listParam(p, name, quoted, ps, unknown)
	}
	other := false // another element than the first one of a variable that is no array
	if p.Index != nil && !(isVar && v.IsList) && !ex.sh.has(dialect.ScalarCharacters) {
		n, ok := ex.eval.index(name, p.Index)
		if (v.Word.Kind == fact.Literal || len(v.Alts) > 0) && isVar && !v.Unset {
			if other = n != 0; !ok || v.Several() || !allKnown(v.Alts) {
				ex.walkParam(p)
				return append(ps, unknown)
			}
		}
	}
	if p.Names != 0 || p.Width || p.IsSet {
		ex.walkParam(p)
		unknown.Many = p.Names != 0
		return append(ps, unknown)
	}
	if ex.sh.has(dialect.WholeArrays) && p.Index == nil && isVar && v.IsList && !p.Excl {
		return ex.listParam(p, name, quoted, ps, unknown)
	}
	if ex.sh.has(dialect.ScalarCharacters) && p.Index != nil && !v.IsList {
		ex.walkParam(p)
		ex.zshAssigns(p)
		unknown.Many = !quoted
		unknown.Number = isVar && v.All(domain.Numeric)
		if bare := *p; !isVar && ex.defaultGiven(p.Exp) { // of what the environment gives
			bare.Index, bare.Exp = nil, nil
			w, _ := ex.eval.lookup(name, nil)
			unknown.Given = nodes.IsPlain(&bare) && (w.Kind == fact.Literal &&
				!strings.ContainsAny(w.Text, "[$`") || w.Kind != fact.Literal && domain.Tame(&w))
		}
		return append(ps, unknown) // characters of a scalar
	}
	w, set := ex.eval.lookup(name, p.Index)
	if other {
		w, set = fact.Word{}, false
	}
	if p.Excl { // ${!x}: the variable that x names
		ex.eval.reread(w, asName)
		ex.reads.noteNamed(&w)
		if w.Kind == fact.Literal && !syntax.ValidName(w.Text) && expand.Atoi(w.Text) < 0 ||
			ex.vars.namesNothingSet(name, set) {
			ex.sh.reportDiscarded(src, "it names no variable")
		}
		if !w.Known() || !syntax.ValidName(w.Text) && expand.Atoi(w.Text) < 0 {
			ex.walkParam(p)
			unknown.Many = true
			return append(ps, unknown)
		}
		w, set = ex.eval.lookup(w.Text, nil)
	}
	if p.Length {
		if ex.sh.has(dialect.BareLength) && p.Short && name == "#" {
			return append(ps, unknown) // $# and a letter
		}
		if set && w.Known() && !w.Random() {
			return append(ps, expand.Piece{Text: strconv.Itoa(len([]rune(w.Text))), Split: !quoted &&
				ex.sh.splits(), Quoted: quoted, From: src})
		}
		return append(ps, expand.Piece{Unknown: set, Text: expand.TruthText(!set), Quoted: true,
			Number: set, From: src})
	}
	if p.Exp != nil {
		takes, apart := ex.takesOperand(p.Exp, name, w, set)
		if takes || ex.files.eitherTemp(p.Exp, name) {
			return ex.operandPieces(p.Exp, name, w, set, quoted, ps)
		}
		if apart {
			ex.words.expandUnused(p.Exp.Word)
			return append(ps, ex.words.valuePiece(w, quoted, src))
		}
	}
	if !set && p.Exp != nil && p.Exp.Op == syntax.OtherParamOps &&
		ex.sh.has(dialect.EmptyUnsetLists) {
		return append(ps, expand.Piece{Quoted: quoted, Split: !quoted}) // nothing, without quotes
	}
	if set && w.Kind != fact.Literal && nodes.AssignsOperand(p) {
		ex.vars.setPerhaps(ex.sh.st.Target(name), ex.orOperand(w, p.Exp.Word), p.Index != nil)
	}
	origin := w
	w, ok := ex.applyOperator(p, w)
	if !ok {
		unknown.Number, unknown.Given = ex.resultOrigin(p, &origin)
		return append(ps, unknown)
	}
	q := ex.words.valuePiece(w, quoted, src)
	if q.Split && cmdoutput.IsList(&w) && nodes.IsPlain(p) && ex.sh.blanksDivide() {
		return cmdoutput.AppendList(ps, w.Origin.Listed, src)
	}
	if q.Kind == fact.TextOrigin && nodes.IsPlain(p) {
		q.Kind, q.From = fact.VariableOrigin, name
	}
	return append(ps, q)
}

// allKnown reports whether all words are known: a variable that has one of them is no array.
func allKnown(words []fact.Word) bool {
	return !slices.ContainsFunc(words, func(w fact.Word) bool { return w.Kind != fact.Literal })
}

// unsetParameter reports whether a name is that of a positional parameter that is known not to be
// set.
func (ex *expansions) unsetParameter(name string) bool {
	n := expand.Atoi(name)
	return n > len(ex.sh.st.Params) && ex.sh.st.KnownParams && !domain.HasGlob(ex.sh.st.Params)
}

// applyOperator applies the operator of an expansion. ok is false where the result is not known.
func (ex *expansions) applyOperator(p *syntax.ParamExp, v fact.Word) (fact.Word, bool) {
	known := v.Known() && !v.Random()
	switch {
	case p.Exp != nil:
		return ex.applyExpansion(p.Exp, v, known)
	case p.Slice != nil:
		return ex.slice(p.Slice, v, known)
	case p.Repl != nil:
		return ex.replace(p.Repl, v, known)
	}
	return v, true
}

// replace is ${x/pattern/text}.
func (ex *expansions) replace(r *syntax.Replace, v fact.Word, known bool) (fact.Word, bool) {
	pat, ok := ex.words.pattern(r.Orig)
	if ex.sh.has(dialect.QuotesInOperands) && r.Orig != nil &&
		(strings.ContainsAny(ex.sh.source(r.Orig), `'"\\`) || strings.HasPrefix(pat, "%") && r.All) {
		ok = false // a quoted slash does not end the pattern there
	}
	with := ex.words.single(r.With)
	if ex.sh.has(dialect.QuotesInOperands) && r.With != nil &&
		(strings.ContainsAny(ex.sh.source(r.With), `"\~`) || nodes.HasQuotes(r.With)) {
		ok = false // it depends on the quotes around the expansion
	}
	if !known || !ok || !with.Known() || strings.ContainsAny(with.Text, "&\\") {
		return v, false
	}
	text, ok := expand.Replaced(v.Text, pat, with.Text, r.All)
	v.Text = text
	return v, ok
}

// applyExpansion applies ? # ## % %% ^ ^^ , ,, and @x.
func (ex *expansions) applyExpansion(e *syntax.Expansion, v fact.Word, known bool) (fact.Word,
	bool) {
	switch e.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		return ex.orOperand(v, e.Word), true
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		ex.words.expandUnused(e.Word)
		return v, true
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		pat, ok := ex.words.pattern(e.Word)
		if ok && v.Glob && v.IsLiteral() {
			return ex.trimmedNames(v, pat, e.Op)
		}
		if !known || !ok {
			return v, false
		}
		v.Text, ok = expand.Trimmed(v.Text, pat, e.Op)
		return v, ok
	case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		if e.Word != nil && ex.words.single(e.Word).Text != "" || !known ||
			v.Text != "" && v.Text[0] >= 0x80 {
			return v, false
		}
		v.Text = expand.ChangeCase(e.Op, v.Text)
		return v, true
	}
	if e.Word == nil {
		return v, false
	}
	if e.Op == syntax.OtherParamOps {
		return ex.transform(ex.words.single(e.Word).Text, v, known)
	}
	ex.words.pattern(e.Word) // ${x:#pattern}, ${a:|b} and ${a:*b} of zsh
	return v, false
}

// transform is ${x@op}.
func (ex *expansions) transform(op string, v fact.Word, known bool) (fact.Word, bool) {
	switch op {
	case "P":
		ex.eval.reread(v, asPrompt)
	case "U", "u", "L":
		if !known || v.Text != "" && v.Text[0] >= 0x80 {
			return v, false
		}
		switch op {
		case "U":
			v.Text = expand.ChangeCase(syntax.UpperAll, v.Text)
		case "u":
			v.Text = expand.ChangeCase(syntax.UpperFirst, v.Text)
		default:
			v.Text = expand.ChangeCase(syntax.LowerAll, v.Text)
		}
		return v, true
	case "E":
		if known {
			text, ok := expand.AnsiC(v.Text, ex.sh.script.dialect)
			v.Text = text
			return v, ok
		}
	case "Q":
		if known && !strings.ContainsFunc(v.Text, func(r rune) bool { return r < ' ' || r > '~' }) {
			v.Text = "'" + strings.ReplaceAll(v.Text, "'", `'\''`) + "'"
			return v, true
		}
	}
	return v, false
}

// slice is ${x:offset:length} on a known value.
func (ex *expansions) slice(sl *syntax.Slice, v fact.Word, known bool) (fact.Word, bool) {
	off, okOff := ex.eval.arithm(sl.Offset)
	length, okLen := len(v.Text), true
	if sl.Length != nil {
		length, okLen = ex.eval.arithm(sl.Length)
	}
	if !known || !okOff || !okLen || len(v.Text) != len([]rune(v.Text)) {
		return v, false
	}
	if off < 0 {
		off += len(v.Text)
	}
	if off < 0 || off > len(v.Text) {
		return fact.Word{}, !ex.sh.has(dialect.NegativeSlices) || off > 0
	}
	end := off + min(length, len(v.Text))
	if length < 0 {
		end = len(v.Text) + length
	}
	if end < off {
		ex.sh.reportDiscarded(v.Text, "it takes less than nothing of a value")
		return v, false
	}
	v.Text = v.Text[off:min(end, len(v.Text))]
	return v, true
}

// A loop over src/*.c gives a variable the names of files. The pattern says enough about them to
// follow the usual ways to make other names: without the suffix, without the directory, the
// directory alone. The result is a pattern again. All of these names match it, and so does the
// pattern's own text, which is the value if no file matches.

// trimmedNames is ${f%.c}, ${f#src/}, ${f##*/} or ${f%/*} where f holds the name of a file that
// matches a pattern.
func (ex *expansions) trimmedNames(v fact.Word, pat string, op syntax.ParExpOperator) (fact.Word,
	bool) {
	if !expand.SimpleNames(v.Text) || v.Plain {
		return v, false // what is no name of a file may be what a file cannot be
	}
	text, known := expand.PlainPattern(pat)
	switch {
	case op == syntax.RemLargePrefix && pat == "*/":
		return expand.LastName(v)
	case op == syntax.RemSmallSuffix && pat == "/*":
		return expand.Directory(v)
	case !known || text == "":
		return v, false
	case op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix:
		rest, ok := strings.CutSuffix(v.Text, text)
		if strings.Trim(rest, "*") == "" && text[0] != '/' && (text[0] != '.' || ex.matchesDotFiles()) {
			ok = false // nothing may be left, and what is put behind it would be a path from the root
		}
		return expand.Names(v, rest), ok && !strings.ContainsAny(text, expand.Wild) &&
			!expand.Climber(rest)
	}
	// What stands before a star decides whether it may match a leading dot: the cut is made between
	// two components.
	rest, ok := strings.CutPrefix(v.Text, text)
	return expand.Names(v, rest), ok && strings.HasSuffix(text, "/") &&
		!strings.ContainsAny(text, expand.Wild) && !expand.Climber(rest)
}

// matchesDotFiles reports whether patterns may match names that begin with a dot (bash manual
// 4.3.2, GLOBIGNORE).
func (ex *expansions) matchesDotFiles() bool {
	_, set := ex.sh.st.Vars["GLOBIGNORE"]
	return set || ex.sh.st.AllVars
}

// lookParam reports the values behind an expansion whose result is not known.
func (ex *expansions) lookParam(p *syntax.ParamExp, ps []expand.Piece) {
	unknown := p.Length && p.Param != nil && !p.Short
	for i := range ps {
		unknown = unknown || ps[i].Unknown
	}
	if !unknown || p.Param == nil {
		return
	}
	if name := p.Param.Value; name == "@" || name == "*" || expand.Atoi(name) > 0 {
		for _, w := range ex.sh.st.Params {
			ex.sh.reportCompared(w)
		}
		return
	}
	v := ex.sh.st.Vars[ex.sh.st.Target(p.Param.Value)]
	for _, w := range v.Each() {
		ex.sh.reportCompared(w)
	}
	for _, w := range v.List {
		ex.sh.reportCompared(w)
	}
}

// walkParam visits the substitutions in the operands of an expansion that is not evaluated.
func (ex *expansions) walkParam(p *syntax.ParamExp) {
	if nodes.IsPrompt(p) && ex.sh.has(dialect.PromptTransform) {
		ex.eval.reread(fact.Word{Kind: fact.Partial, Written: ex.sh.source(p)}, asPrompt)
	}
	ex.walkOperands(p)
}

// walkOperands expands the operands of an expansion whose value was looked at.
func (ex *expansions) walkOperands(p *syntax.ParamExp) {
	switch {
	case p.Index == nil:
	case nodes.IsAll(p.Index):
	case p.Param != nil && ex.vars.isTable(p.Param.Value):
		ex.words.walkSubscript(p.Index)
	default:
		if _, isWord := p.Index.(*syntax.Word); isWord {
			ex.eval.arithm(p.Index)
		} else {
			ex.words.walkSubscript(p.Index)
		}
	}
	if p.Flags != nil {
		ex.words.walkPattern(p.Flags.Value)
	}
	for _, m := range p.Modifiers {
		ex.words.walkPattern(m.Value)
	}
	if p.NestedParam != nil {
		ex.words.part(p.NestedParam, true, nil)
	}
	if p.Exp != nil && p.Exp.Word != nil {
		if ex.sh.has(dialect.PatternGroups) && p.Exp.Op <= syntax.AssignUnsetOrNull {
			ex.words.zshWord(p.Exp.Word)
		}
		ex.words.single(p.Exp.Word)
	}
	if p.Repl != nil {
		ex.words.single(p.Repl.Orig)
		ex.words.single(p.Repl.With)
	}
	if p.Slice != nil {
		ex.eval.arithm(p.Slice.Offset)
		ex.eval.arithm(p.Slice.Length)
	}
}
