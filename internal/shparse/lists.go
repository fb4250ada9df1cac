package shparse

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// listParam expands "$@", $*, ${a[@]} and their slices, and arrays without a subscript in zsh.
func (ex *expansions) listParam(p *syntax.ParamExp, name string, quoted bool, ps []expand.Piece,
	unknown expand.Piece) []expand.Piece {
	unknown.Many = true
	unknown.Number, unknown.Given = ex.listOrigin(p, name)
	list, known := ex.sh.st.Params, ex.sh.st.KnownParams
	if !known && (name == "@" || name == "*") {
		unknown.Names = domain.NamesOf(list)
	}
	if name != "@" && name != "*" {
		v, ok := ex.sh.st.Vars[ex.sh.st.Target(name)]
		kept := dialect.KeptByShell(name, ex.sh.script.dialect)
		list, known = v.List, ok && v.IsList && !kept
		if ok && !v.IsList && !v.Unset && !kept && len(v.Alts) == 0 && !v.Several() {
			list, known = []fact.Word{v.Word}, v.Word.Kind == fact.Literal && p.Slice == nil &&
				!(p.Length && ex.sh.has(dialect.ScalarCharacters))
		}
		if ok && v.Unset && ex.sh.has(dialect.EmptyUnsetLists) && p.Slice == nil && !p.Excl {
			list, known = nil, true
		}
		known = known && !(v.Assoc && len(v.Keys) > 1 && !p.Length) // their order is not known
	}
	if p.Exp != nil && !p.Length && !p.Excl && ex.sh.has(dialect.EmptyUnsetLists) &&
		nodes.GivesDefault(p.Exp.Op) {
		_, assigned := ex.sh.st.Vars[ex.sh.st.Target(name)]
		switch {
		case known && len(list) == 0: // the word stands for it
			return ex.operandPieces(p.Exp, name, fact.Word{}, false, quoted, ps)
		case name != "@" && name != "*" && !assigned: // the environment has no lists
			w := ex.eval.initialValue(name)
			takes, apart := ex.takesOperand(p.Exp, name, w, true)
			switch {
			case takes:
				return ex.operandPieces(p.Exp, name, w, true, quoted, ps)
			case apart:
				ex.words.expandUnused(p.Exp.Word)
			default:
				w = ex.orOperand(w, p.Exp.Word) // or the word
			}
			unknown.Many = !quoted
			unknown.Number, unknown.Given = w.Number, domain.Tame(&w)
			return append(ps, unknown)
		}
	}
	if p.Exp != nil && known && len(list) == 0 && (name == "@" || name == "*") && !p.Length &&
		!p.Excl && ex.sh.has(dialect.ParameterFlags) && p.Exp.Op == syntax.DefaultUnsetOrNull {
		return ex.operandPieces(p.Exp, name, fact.Word{}, false, quoted, ps)
	}
	if p.Exp != nil && known && !p.Length && p.Exp.Op == syntax.AlternateUnset && ex.allKnown(list) {
		if len(list) == 0 && (name == "@" || p.Index != nil && nodes.LitOf(p.Index) == "@") {
			ex.words.single(p.Exp.Word)
			return ps
		}
		// "${a[@]+"${a[@]}"}"
		return ex.operandPieces(p.Exp, name, fact.Lit("set"), len(list) > 0, quoted, ps)
	}
	if p.Slice != nil && known && !p.Length {
		list, known = ex.sliceList(p.Slice, list, name == "@" || name == "*")
	} else if known && !p.Length && !p.Excl && p.Slice == nil && nodes.IsPerElement(p) &&
		ex.allKnown(list) {
		list, known = ex.eachElement(p, list)
	} else if p.Slice != nil || p.Exp != nil || p.Repl != nil || p.Excl {
		if nodes.IsPrompt(p) {
			ex.promptList(list, known)
		}
		ex.walkOperands(p)
		if ex.sh.has(dialect.ParameterFlags) {
			ex.zshAssigns(p)
		}
		known = false
	}
	if p.Length {
		if known && !domain.HasMany(list) && !domain.HasGlob(list) {
			return append(ps, expand.Piece{Text: strconv.Itoa(len(list)), Quoted: quoted, Split: !quoted &&
				ex.sh.splits()})
		}
		return append(ps, expand.Piece{Unknown: true, Quoted: true, Number: true, From: unknown.From})
	}
	if !known {
		return append(ps, unknown)
	}
	star := name == "*" || p.Index != nil && nodes.LitOf(p.Index) == "*" ||
		p.Index == nil && name != "@"
	if star && quoted {
		sep, ok := ex.starSeparator()
		if !ok {
			return append(ps, expand.Piece{Unknown: true, Quoted: true, From: unknown.From,
				Names: unknown.Names})
		}
		for i, w := range list {
			if i > 0 && !w.Many && !list[i-1].Many {
				ps = append(ps, expand.Piece{Text: sep, Quoted: true})
			}
			q := ex.words.valuePiece(w, true, unknown.From)
			if w.Many { // or nothing, and nothing between it and its neighbours
				q.Text, q.Suffix, q.Number, q.Given = "", "", false, false
			}
			ps = append(ps, q)
		}
		if len(list) == 0 {
			ps = append(ps, expand.Piece{Quoted: true})
		}
		return ps
	}
	if sep, ok := ex.starSeparator(); star && len(list) > 1 && (sep == "" || !ok) &&
		ex.sh.has(dialect.StarJoins) {
		return append(ps, unknown)
	}
	for i, w := range list {
		if i > 0 {
			ps = append(ps, expand.Piece{Brk: true})
		}
		q := ex.words.valuePiece(w, quoted, unknown.From)
		q.Many, q.Several = w.Many, q.Glob
		ps = append(ps, q)
	}
	return ps
}

// allKnown reports whether the elements of a list are known, in a shell that takes each by itself.
func (ex *expansions) allKnown(list []fact.Word) bool {
	return ex.sh.has(dialect.EmptyUnsetLists) &&
		!slices.ContainsFunc(list, func(w fact.Word) bool { return !w.Known() })
}

// eachElement applies an operator to each element.
func (ex *expansions) eachElement(p *syntax.ParamExp, list []fact.Word) (out []fact.Word,
	known bool) {
	out = make([]fact.Word, 0, len(list))
	for _, w := range list {
		v, ok := ex.applyOperator(p, w)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// starSeparator is what "$*" puts between the words: the first character of IFS.
func (ex *expansions) starSeparator() (string, bool) {
	ifs, ok := ex.sh.ifs()
	if !ok || ifs != "" && ifs[0] >= 0x80 {
		return "", false
	}
	return ifs[:min(1, len(ifs))], true
}

// sliceList is ${@:offset:length}, where offset 0 of the positional parameters is $0, and
// ${a[@]:offset:length}.
func (ex *expansions) sliceList(sl *syntax.Slice, list []fact.Word, params bool) ([]fact.Word,
	bool) {
	off, ok := ex.eval.arithm(sl.Offset)
	length, okLen := len(list)+1, true
	if sl.Length != nil {
		length, okLen = ex.eval.arithm(sl.Length)
	}
	if !ok || !okLen || domain.HasMany(list) || domain.HasGlob(list) {
		return nil, false
	}
	if !ex.sh.has(dialect.SlicesLists) && (params || off < 0 || length < 0) {
		return nil, false
	}
	if off < 0 {
		if off += len(list); params {
			off++
		}
	}
	if params {
		list = append([]fact.Word{ex.sh.st.Arg0}, list...)
	}
	if off < 0 || off >= len(list) {
		return nil, true
	}
	if length < 0 {
		return nil, false
	}
	return list[off:min(off+length, len(list))], true
}

// listOrigin is what is known of the words of a list if the words themselves are not. The indices
// of an array are numbers, and so are its elements if all of them are.
func (ex *expansions) listOrigin(p *syntax.ParamExp, name string) (number, given bool) {
	if name == "@" || name == "*" {
		return false, ex.sh.st.Uncalled
	}
	v, ok := ex.sh.st.Vars[ex.sh.st.Target(name)]
	switch {
	case v.Attr&domain.AttrMayRef != 0:
		return false, false
	case !ok:
		return p.Excl && !ex.sh.st.Foreign, !ex.sh.st.Foreign
	case p.Excl:
		number = ex.sh.has(dialect.KeysOfLists) && !v.Assoc &&
			v.Attr&(domain.AttrTable|domain.AttrMayTable) == 0
		return number, number
	case p.Exp != nil || p.Repl != nil:
		return false, false
	}
	return v.All(domain.Numeric), v.All(domain.Tame)
}

// promptList expands each word of a list as a prompt.
func (ex *expansions) promptList(list []fact.Word, known bool) {
	if !known {
		ex.eval.reread(fact.Word{Kind: fact.Partial}, asPrompt)
	}
	for i := range list {
		ex.eval.reread(list[i], asPrompt)
	}
}
