package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// param expands a parameter (POSIX XCU 2.6.2, bash manual 3.5.3).
func (in *Interp) param(p *syntax.ParamExp, quoted bool, ps []expand.Piece) []expand.Piece {
	n := len(ps)
	ps = in.expanded(p, quoted, ps)
	if in.opt.Look != nil {
		in.lookParam(p, ps[n:])
	}
	return ps
}

// expanded appends what a parameter expands to.
func (in *Interp) expanded(p *syntax.ParamExp, quoted bool, ps []expand.Piece) []expand.Piece {
	src := in.source(p)
	in.takeParam(p)
	if p.Index != nil {
		in.processes(p.Index)
	}
	unknown := expand.Piece{Unknown: true, Split: !quoted, Quoted: quoted, From: src}
	if in.dialect.Has(dialect.ParameterFlags) && isWordAlone(p) { // ${:-word}
		n := len(ps)
		ps = in.operandPieces(p.Exp, "", fact.Word{}, false, quoted, ps)
		if (p.Flags == nil || calm(ps[n:])) && (p.RcExpand == syntax.OptUnset || !manyPieces(ps[n:])) {
			return ps
		}
		ps = ps[:n]
	}
	if p.Param != nil && !p.Length {
		if v, ok := in.st.Vars[in.target(p.Param.Value)]; ok {
			unknown.Names = v.Names()
		}
	}
	if in.dialect.Has(dialect.ParameterFlags) && zshOnly(p) ||
		in.dialect.Has(dialect.OnlyPOSIXForms) && bashOnly(p) || p.Param == nil {
		in.walkParam(p)
		in.zshAssigns(p)
		if p.Flags != nil {
			in.zshFlags(p)
		}
		unknown.Many = !quoted || p.Flags != nil || p.NestedParam != nil || p.Split == syntax.OptOn
		unknown.Names = unknown.Names.Or(in.namesHeld(p))
		unknown.Given = in.dialect.Has(dialect.ParameterFlags) && in.partsGiven(p)
		return append(ps, unknown)
	}
	name := p.Param.Value
	if name == "argv" && in.dialect.Has(dialect.ArgvArray) {
		if p.Index != nil {
			in.walkParam(p)
			unknown.Many = true
			return append(ps, unknown)
		}
		name = "*"
	}
	if in.st.Has(dialect.ZshPatterns) && isMatch(name) {
		in.st.Forget(name)
	}
	v, isVar := in.st.Vars[in.target(name)]
	if (name == "@" || name == "*") && p.Index != nil && !isAll(p.Index) {
		in.walkParam(p)
		unknown.Many = true
		return append(ps, unknown)
	}
	if p.Index != nil && isAll(p.Index) || name == "@" || name == "*" {
		return in.listParam(p, name, quoted, ps, unknown)
	}
	other := false // another element than the first one of a variable that is no array
	if p.Index != nil && !(isVar && v.IsList) && !in.dialect.Has(dialect.ScalarCharacters) {
		n, ok := in.index(name, p.Index)
		if (v.Word.Kind == fact.Literal || len(v.Alts) > 0) && isVar && !v.Unset {
			if other = n != 0; !ok || v.Several() || !literals(v.Alts) {
				in.walkParam(p)
				return append(ps, unknown)
			}
		}
	}
	if p.Names != 0 || p.Width || p.IsSet {
		in.walkParam(p)
		unknown.Many = p.Names != 0
		return append(ps, unknown)
	}
	if in.dialect.Has(dialect.WholeArrays) && p.Index == nil && isVar && v.IsList && !p.Excl {
		return in.listParam(p, name, quoted, ps, unknown)
	}
	if in.dialect.Has(dialect.ScalarCharacters) && p.Index != nil && !v.IsList {
		in.walkParam(p)
		in.zshAssigns(p)
		unknown.Many = !quoted
		unknown.Number = isVar && v.All(domain.Numeric)
		if bare := *p; !isVar && in.defaultGiven(p.Exp) { // of what the environment gives
			bare.Index, bare.Exp = nil, nil
			w, _ := in.lookup(name, nil)
			unknown.Given = plainParam(&bare) && (w.Kind == fact.Literal &&
				!strings.ContainsAny(w.Text, "[$`") || w.Kind != fact.Literal && domain.Tame(&w))
		}
		return append(ps, unknown) // characters of a scalar
	}
	w, set := in.lookup(name, p.Index)
	if other {
		w, set = fact.Word{}, false
	}
	if p.Excl { // ${!x}: the variable that x names
		in.again(w, asName)
		in.takeNamed(&w)
		if w.Kind == fact.Literal && !syntax.ValidName(w.Text) && expand.Atoi(w.Text) < 0 ||
			in.unnamed(name, set) {
			in.discards(src, "it names no variable")
		}
		if !w.Known() || !syntax.ValidName(w.Text) && expand.Atoi(w.Text) < 0 {
			in.walkParam(p)
			unknown.Many = true
			return append(ps, unknown)
		}
		w, set = in.lookup(w.Text, nil)
	}
	if p.Length {
		if in.dialect.Has(dialect.BareLength) && p.Short && name == "#" {
			return append(ps, unknown) // $# and a letter
		}
		if set && w.Known() && !w.Random() {
			return append(ps, expand.Piece{Text: strconv.Itoa(len([]rune(w.Text))), Split: !quoted &&
				in.splits(), Quoted: quoted, From: src})
		}
		return append(ps, expand.Piece{Unknown: set, Text: expand.TruthText(!set), Quoted: true,
			Number: set, From: src})
	}
	if p.Exp != nil {
		takes, apart := in.takesOperand(p.Exp, name, w, set)
		if takes || in.eitherTemp(p.Exp, name) {
			return in.operandPieces(p.Exp, name, w, set, quoted, ps)
		}
		if apart {
			in.unused(p.Exp.Word)
			return append(ps, in.valuePiece(w, quoted, src))
		}
	}
	if !set && p.Exp != nil && p.Exp.Op == syntax.OtherParamOps &&
		in.dialect.Has(dialect.EmptyUnsetLists) {
		return append(ps, expand.Piece{Quoted: quoted, Split: !quoted}) // nothing, without quotes
	}
	if set && w.Kind != fact.Literal && mayAssignOperand(p) {
		in.blurValue(in.target(name), in.orOperand(w, p.Exp.Word), p.Index != nil)
	}
	origin := w
	w, ok := in.operate(p, w)
	if !ok {
		unknown.Number, unknown.Given = in.resultOrigin(p, &origin)
		return append(ps, unknown)
	}
	q := in.valuePiece(w, quoted, src)
	if q.Split && isList(&w) && plainParam(p) && in.blanksDivide() {
		return appendListed(ps, w.Origin.Listed, src)
	}
	if q.Kind == fact.TextOrigin && plainParam(p) {
		q.Kind, q.From = fact.VariableOrigin, name
	}
	return append(ps, q)
}

// literals reports whether all words are known: a variable that has one of them is no array.
func literals(words []fact.Word) bool {
	for i := range words {
		if words[i].Kind != fact.Literal {
			return false
		}
	}
	return true
}

// lookup returns a variable's value. set is false where it is known to be unset; a variable that
// the script has not assigned comes from the environment and is unknown.
func (in *Interp) lookup(name string, index syntax.ArithmExpr) (w fact.Word, set bool) {
	if w, ok := in.special(name); ok {
		return w, true
	}
	v, ok := in.st.Vars[in.target(name)]
	switch {
	case in.dialect.Has(dialect.NumericParameters) && (name == "argv" || dialect.ZshInteger(name)):
		return fact.Word{Kind: fact.Partial, Many: name == "argv", Number: in.shellNumber(name)}, true
	case !ok:
		return in.begins(name), true
	case v.Unset:
		return fact.Word{}, false
	case v.IsList:
		return in.element(v, index)
	case len(v.Alts) > 0:
		if k := in.choose(len(v.Alts)); k >= 0 {
			return v.Alts[k], true
		}
		return domain.OneOf(v.Alts, "$"+name), true
	}
	return v.Word, true
}

// begins returns what a variable holds that the script has not assigned: what the agent sets in the
// shell of the call, as far as that is known. What a wrapper starts may have lost it, as behind env
// -i.
func (in *Interp) begins(name string) fact.Word {
	if in.temporaries(name) {
		return fact.Word{Text: in.opt.Temps.TempDir(), Origin: domain.Variable(name)}
	}
	if in.opt.Shell != nil && in.own && in.depth == 0 && !in.st.AllVars {
		if value, ok := in.opt.Shell.Variable(name); ok {
			return fact.Word{Text: value, Origin: domain.Variable(name)}
		}
	}
	return fact.Word{Kind: fact.Partial, Written: "$" + name, Given: !in.st.Foreign,
		Number: name == "SHLVL" && !in.st.Foreign}
}

// special returns the value of the parameters that the shell itself keeps.
func (in *Interp) special(name string) (fact.Word, bool) {
	unknown := fact.Word{Kind: fact.Partial, Written: "$" + name}
	switch name {
	case "#":
		if in.st.KnownParams && !domain.HasGlob(in.st.Params) {
			return fact.Lit(strconv.Itoa(len(in.st.Params))), true
		}
		unknown.Number = true
		return unknown, true
	case "!":
		unknown.Origin = fact.Origin{Kind: fact.JobOrigin, Name: "$!"}
		fallthrough
	case "?":
		unknown.Number = true
		return unknown, true
	case "$": // never empty: tmp.$$ is one of tmp.*
		return fact.Word{Text: "*", Glob: true, Plain: true, Number: true, Written: "$$"}, true
	case "-", "_":
		unknown.Given = name == "-"
		return unknown, true
	case "0":
		return in.st.Arg0, true
	case "HOME":
		if _, ok := in.st.Vars[name]; !ok && in.opt.Home != "" && !in.st.AllVars {
			return fact.Word{Text: in.opt.Home, Origin: domain.Variable("HOME")}, true
		}
	case "PWD":
		if _, ok := in.st.Vars[name]; !ok {
			if d, ok := in.pwd(); ok {
				return fact.Word{Text: d, Origin: domain.Variable("PWD")}, true
			}
			return unknown, true
		}
	case "OLDPWD":
		if _, ok := in.st.Vars[name]; !ok {
			if d, ok := in.oneOf(in.st.Old); ok {
				return fact.Lit(d), true
			}
		}
	case "IFS":
		if _, ok := in.st.Vars[name]; !ok && !in.st.AllVars {
			return fact.Lit(" \t\n"), true
		}
	}
	if dialect.KeptByShell(name, in.dialect) {
		unknown.Number = in.shellNumber(name)
		return unknown, true
	}
	if name == "" || name[0] < '0' || name[0] > '9' {
		return fact.Word{}, false // most names: the error of Atoi is not made for them
	}
	if n, err := strconv.Atoi(name); err == nil {
		if !in.st.KnownParams {
			unknown.Given = in.st.Uncalled
			unknown.Origin.Names = domain.NamesOf(in.st.Params)
			return unknown, true
		}
		if n >= 1 && domain.HasGlob(in.st.Params[:min(n-1, len(in.st.Params))]) {
			unknown.Origin.Names = domain.NamesOf(in.st.Params)
			return unknown, true
		}
		if n >= 1 && n <= len(in.st.Params) {
			return in.st.Params[n-1], true
		}
		return fact.Word{}, true
	}
	return fact.Word{}, false
}

// unsetParameter reports whether a name is that of a positional parameter that is known not to be
// set.
func (in *Interp) unsetParameter(name string) bool {
	n := expand.Atoi(name)
	return n > len(in.st.Params) && in.st.KnownParams && !domain.HasGlob(in.st.Params)
}

// operate applies the operator of an expansion. ok is false where the result is not known.
func (in *Interp) operate(p *syntax.ParamExp, v fact.Word) (fact.Word, bool) {
	known := v.Known() && !v.Random()
	switch {
	case p.Exp != nil:
		return in.operator(p.Exp, v, known)
	case p.Slice != nil:
		return in.slice(p.Slice, v, known)
	case p.Repl != nil:
		return in.replace(p.Repl, v, known)
	}
	return v, true
}

// replace is ${x/pattern/text}.
func (in *Interp) replace(r *syntax.Replace, v fact.Word, known bool) (fact.Word, bool) {
	pat, ok := in.pattern(r.Orig)
	if in.dialect.Has(dialect.QuotesInOperands) && r.Orig != nil &&
		(strings.ContainsAny(in.source(r.Orig), `'"\\`) || strings.HasPrefix(pat, "%") && r.All) {
		ok = false // a quoted slash does not end the pattern there
	}
	with := in.single(r.With)
	if in.dialect.Has(dialect.QuotesInOperands) && r.With != nil &&
		(strings.ContainsAny(in.source(r.With), `"\~`) || quotesIn(r.With)) {
		ok = false // it depends on the quotes around the expansion
	}
	if !known || !ok || !with.Known() || strings.ContainsAny(with.Text, "&\\") {
		return v, false
	}
	text, ok := expand.Replaced(v.Text, pat, with.Text, r.All)
	v.Text = text
	return v, ok
}

// operator applies ? # ## % %% ^ ^^ , ,, and @x.
func (in *Interp) operator(e *syntax.Expansion, v fact.Word, known bool) (fact.Word, bool) {
	switch e.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		return in.orOperand(v, e.Word), true
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		in.unused(e.Word)
		return v, true
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		pat, ok := in.pattern(e.Word)
		if ok && v.Glob && v.IsLiteral() {
			return in.trimmedNames(v, pat, e.Op)
		}
		if !known || !ok {
			return v, false
		}
		v.Text, ok = expand.Trimmed(v.Text, pat, e.Op)
		return v, ok
	case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		if e.Word != nil && in.single(e.Word).Text != "" || !known || v.Text != "" && v.Text[0] >= 0x80 {
			return v, false
		}
		v.Text = expand.ChangeCase(e.Op, v.Text)
		return v, true
	}
	if e.Word == nil {
		return v, false
	}
	if e.Op == syntax.OtherParamOps {
		return in.transform(in.single(e.Word).Text, v, known)
	}
	in.pattern(e.Word) // ${x:#pattern}, ${a:|b} and ${a:*b} of zsh
	return v, false
}

// transform is ${x@op}.
func (in *Interp) transform(op string, v fact.Word, known bool) (fact.Word, bool) {
	switch op {
	case "P":
		in.again(v, asPrompt)
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
			text, ok := expand.AnsiC(v.Text, in.dialect)
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

// prompt expands a value as a prompt string, which runs the substitutions in it (bash manual 6.9).
// A character of them may be written as its number.
func (in *Interp) prompt(v fact.Word) {
	if !strings.ContainsAny(v.Text, "$`") && !hasOctal(v.Text) {
		return
	}
	in.expandText(v.Text, "prompt")
	in.Report(fact.Hazard{ID: hazards.Prompt, Text: v.Show(),
		Why: "the shell expands this value as a prompt, which runs the commands in it"})
}

// unused expands a word of which the shell makes no use: what it runs is reported, what it assigns
// is not.
func (in *Interp) unused(w *syntax.Word) {
	if w == nil || plainParts(w.Parts) {
		return
	}
	in.subshell(func() { in.single(w) })
}

// plainParts reports whether the expansion of a word changes nothing and runs nothing.
func plainParts(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if !plainParts(p.Parts) {
				return false
			}
		case *syntax.ParamExp:
			if !p.Short || p.Index != nil || len(p.Modifiers) > 0 { // zsh: $a[$(cmd)], $x:s/a/$(cmd)/
				return false
			}
		default:
			return false
		}
	}
	return true
}

// slice is ${x:offset:length} on a known value.
func (in *Interp) slice(sl *syntax.Slice, v fact.Word, known bool) (fact.Word, bool) {
	off, okOff := in.arithm(sl.Offset)
	length, okLen := len(v.Text), true
	if sl.Length != nil {
		length, okLen = in.arithm(sl.Length)
	}
	if !known || !okOff || !okLen || len(v.Text) != len([]rune(v.Text)) {
		return v, false
	}
	if off < 0 {
		off += len(v.Text)
	}
	if off < 0 || off > len(v.Text) {
		return fact.Word{}, !in.dialect.Has(dialect.NegativeSlices) || off > 0
	}
	end := off + min(length, len(v.Text))
	if length < 0 {
		end = len(v.Text) + length
	}
	if end < off {
		in.discards(v.Text, "it takes less than nothing of a value")
		return v, false
	}
	v.Text = v.Text[off:min(end, len(v.Text))]
	return v, true
}
