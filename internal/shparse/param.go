package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// param expands a parameter (POSIX XCU 2.6.2, bash manual 3.5.3).
func (in *Interp) param(p *syntax.ParamExp, quoted bool, ps []piece) []piece {
	src := in.source(p)
	unknown := piece{unknown: true, split: !quoted, quoted: quoted, from: src}
	if in.opt.Dialect == Zsh && (p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 || p.GlobSubst != syntax.OptUnset) {
		in.walkParam(p)
		unknown.many = !quoted
		return append(ps, unknown)
	}
	if p.Param == nil {
		in.walkParam(p)
		return append(ps, unknown)
	}
	name := p.Param.Value
	if p.Index != nil {
		in.arithm(p.Index)
	}
	if name == "@" || name == "*" || p.Index != nil && isAll(p.Index) {
		return in.listParam(p, name, quoted, ps, unknown)
	}
	if p.Names != 0 || p.Width || p.IsSet {
		return append(ps, unknown)
	}
	v, set := in.lookup(name, p.Index)
	if p.Excl { // ${!x}: the variable that x names
		v, set = in.indirect(v, set)
	}
	if p.Length {
		if set && v.Known() {
			return append(ps, piece{text: strconv.Itoa(len([]rune(v.Text))), split: !quoted, quoted: quoted, from: src})
		}
		unknown.many = false
		return append(ps, piece{unknown: true, quoted: true, from: src})
	}
	v, ok := in.operate(p, name, v, set)
	if !ok {
		return append(ps, unknown)
	}
	return append(ps, in.valuePiece(v, quoted, src))
}

// valuePiece makes the value of a variable a piece.
func (in *Interp) valuePiece(v fact.Word, quoted bool, src string) piece {
	return piece{text: v.Text, suffix: v.Suffix, unknown: v.Kind != fact.Literal, quoted: quoted, split: !quoted, many: v.Many && !quoted, from: src}
}

func isAll(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok {
		return false
	}
	s := litOf(w)
	return s == "@" || s == "*"
}

// lookup returns a variable's value. set is false where it is known to be unset; a variable that the script has not
// assigned comes from the environment and is unknown.
func (in *Interp) lookup(name string, index syntax.ArithmExpr) (w fact.Word, set bool) {
	if w, ok := in.special(name); ok {
		return w, true
	}
	v, ok := in.st.vars[name]
	for i := 0; ok && v.ref != "" && i < 8; i++ {
		v, ok = in.st.vars[v.ref]
	}
	switch {
	case !ok:
		return fact.Word{Kind: fact.Partial, Written: "$" + name}, true
	case v.unset:
		return fact.Word{}, false
	case v.isList:
		return in.element(v, index), true
	case len(v.alts) > 0:
		if k := in.choose(len(v.alts)); k >= 0 {
			return v.alts[k], true
		}
		return fact.Word{Kind: fact.Partial, Written: "$" + name}, true
	}
	return v.word, true
}

// element is one element of an array: index 0 without a subscript (1 in zsh, where the whole list is meant).
func (in *Interp) element(v value, index syntax.ArithmExpr) fact.Word {
	i := 0
	if in.opt.Dialect == Zsh {
		return fact.Word{Kind: fact.Partial, Many: true}
	}
	if index != nil {
		n, ok := in.arithm(index)
		if !ok {
			return fact.Word{Kind: fact.Partial}
		}
		i = n
	}
	if i < 0 {
		i += len(v.list)
	}
	if i < 0 || i >= len(v.list) {
		return fact.Word{}
	}
	if v.list[i].Many || hasMany(v.list[:i]) {
		return fact.Word{Kind: fact.Partial}
	}
	return v.list[i]
}

// special returns the value of the parameters that the shell itself keeps.
func (in *Interp) special(name string) (fact.Word, bool) {
	unknown := fact.Word{Kind: fact.Partial, Written: "$" + name}
	switch name {
	case "#":
		if in.st.knownParams {
			return fact.Lit(strconv.Itoa(len(in.st.params))), true
		}
		return unknown, true
	case "?", "$", "!", "-", "_", "RANDOM", "SECONDS", "LINENO", "BASHPID", "PPID", "EPOCHSECONDS":
		return unknown, true
	case "0":
		return in.st.arg0, true
	case "HOME":
		if _, ok := in.st.vars[name]; !ok && in.opt.Home != "" && !in.st.allVars {
			return fact.Word{Text: in.opt.Home, From: "$HOME"}, true
		}
	case "PWD":
		if _, ok := in.st.vars[name]; !ok {
			if d, ok := in.pwd(); ok {
				return fact.Word{Text: d, From: "$PWD"}, true
			}
			return unknown, true
		}
	case "OLDPWD":
		if _, ok := in.st.vars[name]; !ok {
			if d, ok := in.oneOf(in.st.old); ok {
				return fact.Lit(d), true
			}
		}
	case "IFS":
		if _, ok := in.st.vars[name]; !ok && !in.st.allVars {
			return fact.Lit(" \t\n"), true
		}
	}
	if n, err := strconv.Atoi(name); err == nil {
		if !in.st.knownParams {
			return unknown, true
		}
		if n >= 1 && n <= len(in.st.params) {
			return in.st.params[n-1], true
		}
		return fact.Word{}, true
	}
	return fact.Word{}, false
}

func (in *Interp) indirect(v fact.Word, set bool) (fact.Word, bool) {
	if !set || !v.Known() || !syntax.ValidName(v.Text) {
		return fact.Word{Kind: fact.Partial}, true
	}
	return in.lookup(v.Text, nil)
}

// listParam expands "$@", $*, ${a[@]} and their slices.
func (in *Interp) listParam(p *syntax.ParamExp, name string, quoted bool, ps []piece, unknown piece) []piece {
	unknown.many = true
	list, known := in.st.params, in.st.knownParams
	if name != "@" && name != "*" {
		v, ok := in.st.vars[name]
		list, known = v.list, ok && v.isList
		if ok && !v.isList && !v.unset && len(v.alts) == 0 {
			list, known = []fact.Word{v.word}, true
		}
	}
	if p.Slice != nil || p.Exp != nil || p.Repl != nil || p.Excl {
		in.walkParam(p)
		known = false
	}
	if p.Length {
		if known {
			return append(ps, piece{text: strconv.Itoa(len(list)), quoted: quoted})
		}
		return append(ps, piece{unknown: true, quoted: true, from: unknown.from})
	}
	if !known {
		return append(ps, unknown)
	}
	star := name == "*" || p.Index != nil && litOfExpr(p.Index) == "*"
	if star && quoted {
		sep := " "
		if ifs, ok := in.ifs(); ok {
			sep = ifs[:min(1, len(ifs))]
		}
		for i, w := range list {
			if i > 0 {
				ps = append(ps, piece{text: sep, quoted: true})
			}
			ps = append(ps, in.valuePiece(w, true, unknown.from))
		}
		return ps
	}
	for i, w := range list {
		if i > 0 {
			ps = append(ps, piece{brk: true})
		}
		q := in.valuePiece(w, quoted, unknown.from)
		q.many = w.Many
		ps = append(ps, q)
	}
	return ps
}

func litOfExpr(x syntax.ArithmExpr) string {
	if w, ok := x.(*syntax.Word); ok {
		return litOf(w)
	}
	return ""
}

// walkParam visits the substitutions in the operands of an expansion that is not evaluated.
func (in *Interp) walkParam(p *syntax.ParamExp) {
	if p.NestedParam != nil {
		in.part(p.NestedParam, true, nil)
	}
	if p.Exp != nil && p.Exp.Word != nil {
		in.single(p.Exp.Word)
	}
	if p.Repl != nil {
		in.single(p.Repl.Orig)
		in.single(p.Repl.With)
	}
	if p.Slice != nil {
		in.arithm(p.Slice.Offset)
		in.arithm(p.Slice.Length)
	}
}

// operate applies the operator of an expansion. ok is false where the result is not known.
func (in *Interp) operate(p *syntax.ParamExp, name string, v fact.Word, set bool) (fact.Word, bool) {
	known := v.IsLiteral()
	switch {
	case p.Exp != nil:
		return in.operator(p.Exp, name, v, set, known)
	case p.Slice != nil:
		return in.slice(p.Slice, v, known)
	case p.Repl != nil:
		orig, with := in.single(p.Repl.Orig), in.single(p.Repl.With)
		if !known || !orig.Known() || hasPattern(orig.Text) || !with.Known() || strings.HasPrefix(orig.Text, "#") || strings.HasPrefix(orig.Text, "%") || strings.Contains(with.Text, "&") {
			return v, false
		}
		if orig.Text == "" {
			return v, true
		}
		n := 1
		if p.Repl.All {
			n = -1
		}
		v.Text = strings.Replace(v.Text, orig.Text, with.Text, n)
		return v, true
	}
	return v, true
}

// operator applies :- := :+ :? # ## % %% ^ ^^ , ,, and @x.
func (in *Interp) operator(e *syntax.Expansion, name string, v fact.Word, set, known bool) (fact.Word, bool) {
	colon := e.Op == syntax.DefaultUnsetOrNull || e.Op == syntax.AlternateUnsetOrNull || e.Op == syntax.AssignUnsetOrNull || e.Op == syntax.ErrorUnsetOrNull
	missing := !set || colon && known && v.Text == ""
	fromOutside := set && !known // it may be unset, empty or anything
	switch e.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		word := in.single(e.Word)
		assign := e.Op == syntax.AssignUnset || e.Op == syntax.AssignUnsetOrNull
		if missing {
			if assign {
				in.st.set(name, value{word: word})
			}
			return word, word.Kind == fact.Literal
		}
		if fromOutside && in.choose(2) == 0 {
			if assign {
				in.st.set(name, joinValues(name, value{word: v}, value{word: word}))
			}
			return word, word.Kind == fact.Literal
		}
		return v, true
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		word := in.single(e.Word)
		if missing {
			return fact.Word{}, true
		}
		if fromOutside && in.choose(2) == 1 {
			return fact.Word{}, true
		}
		return word, word.Kind == fact.Literal
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		in.single(e.Word)
		return v, true
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return in.trim(e, v, known)
	case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		if e.Word != nil && in.single(e.Word).Text != "" || !known {
			return v, false
		}
		v.Text = changeCase(e.Op, v.Text)
		return v, true
	}
	if e.Word == nil {
		return v, false
	}
	if op := in.single(e.Word); e.Op == syntax.OtherParamOps && op.Text == "P" {
		in.prompt(v)
	}
	return v, false
}

// prompt expands a value as a prompt string, which runs the substitutions in it (bash manual 6.9).
func (in *Interp) prompt(v fact.Word) {
	if v.IsLiteral() && !strings.ContainsAny(v.Text, "$`") {
		return
	}
	if v.IsLiteral() {
		in.expandText(v.Text, "prompt")
	}
	in.Report(fact.Hazard{ID: "prompt", Kind: fact.Suspect, Text: v.Show(),
		Why: "the shell expands this value as a prompt, which runs the commands in it"})
}

func changeCase(op syntax.ParExpOperator, s string) string {
	if s == "" {
		return s
	}
	switch op {
	case syntax.UpperAll:
		return strings.ToUpper(s)
	case syntax.LowerAll:
		return strings.ToLower(s)
	case syntax.UpperFirst:
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// trim removes a prefix or suffix pattern.
func (in *Interp) trim(e *syntax.Expansion, v fact.Word, known bool) (fact.Word, bool) {
	pat := in.single(e.Word)
	if !known || pat.Kind != fact.Literal {
		return v, false
	}
	n, ok := matchTrim(v.Text, pat.Text, e.Op)
	if !ok {
		return v, false
	}
	if e.Op == syntax.RemSmallPrefix || e.Op == syntax.RemLargePrefix {
		v.Text = v.Text[n:]
	} else {
		v.Text = v.Text[:len(v.Text)-n]
	}
	return v, true
}

// matchTrim returns how many bytes a pattern of literals, * and ? removes; ok is false for other patterns.
func matchTrim(s, pat string, op syntax.ParExpOperator) (int, bool) {
	if strings.ContainsAny(pat, "[\\(") || len(s) > 4096 || len(pat) > 256 {
		return 0, false
	}
	best, found := 0, false
	for n := 0; n <= len(s); n++ {
		part := s[:n]
		if op == syntax.RemSmallSuffix || op == syntax.RemLargeSuffix {
			part = s[len(s)-n:]
		}
		if !wildcard(pat, part) {
			continue
		}
		if !found || op == syntax.RemLargePrefix || op == syntax.RemLargeSuffix {
			best, found = n, true
		}
	}
	return best, true
}

// wildcard matches * and ? against all of s.
func wildcard(p, s string) bool {
	pi, si, star, mark := 0, 0, -1, 0
	for si < len(s) {
		switch {
		case pi < len(p) && p[pi] == '*':
			star, mark = pi, si
			pi++
		case pi < len(p) && (p[pi] == '?' || p[pi] == s[si]):
			pi, si = pi+1, si+1
		case star >= 0:
			mark++
			pi, si = star+1, mark
		default:
			return false
		}
	}
	for pi < len(p) && p[pi] == '*' {
		pi++
	}
	return pi == len(p)
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
		return fact.Word{}, true
	}
	end := off + length
	if length < 0 {
		end = len(v.Text) + length
	}
	if end < off {
		return v, false
	}
	v.Text = v.Text[off:min(end, len(v.Text))]
	return v, true
}
