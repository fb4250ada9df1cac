package shparse

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// listParam expands "$@", $*, ${a[@]} and their slices, and arrays without a subscript in zsh.
func (in *Interp) listParam(p *syntax.ParamExp, name string, quoted bool, ps []expand.Piece,
	unknown expand.Piece) []expand.Piece {
	unknown.Many = true
	unknown.Number, unknown.Given = in.listOrigin(p, name)
	list, known := in.st.Params, in.st.KnownParams
	if !known && (name == "@" || name == "*") {
		unknown.Names = domain.NamesOf(list)
	}
	if name != "@" && name != "*" {
		v, ok := in.st.Vars[in.target(name)]
		kept := dialect.KeptByShell(name, in.dialect)
		list, known = v.List, ok && v.IsList && !kept
		if ok && !v.IsList && !v.Unset && !kept && len(v.Alts) == 0 && !v.Several() {
			list, known = []fact.Word{v.Word}, v.Word.Kind == fact.Literal && p.Slice == nil &&
				!(p.Length && in.dialect.Has(dialect.ScalarCharacters))
		}
		if ok && v.Unset && in.dialect.Has(dialect.EmptyUnsetLists) && p.Slice == nil && !p.Excl {
			list, known = nil, true
		}
		known = known && !(v.Assoc && len(v.Keys) > 1 && !p.Length) // their order is not known
	}
	if p.Exp != nil && !p.Length && !p.Excl && in.dialect.Has(dialect.EmptyUnsetLists) &&
		defaults(p.Exp.Op) {
		_, assigned := in.st.Vars[in.target(name)]
		switch {
		case known && len(list) == 0: // the word stands for it
			return in.operandPieces(p.Exp, name, fact.Word{}, false, quoted, ps)
		case name != "@" && name != "*" && !assigned: // the environment has no lists
			w := in.begins(name)
			takes, apart := in.takesOperand(p.Exp, name, w, true)
			switch {
			case takes:
				return in.operandPieces(p.Exp, name, w, true, quoted, ps)
			case apart:
				in.unused(p.Exp.Word)
			default:
				w = in.orOperand(w, p.Exp.Word) // or the word
			}
			unknown.Many = !quoted
			unknown.Number, unknown.Given = w.Number, domain.Tame(&w)
			return append(ps, unknown)
		}
	}
	if p.Exp != nil && known && len(list) == 0 && (name == "@" || name == "*") && !p.Length &&
		!p.Excl &&
		in.dialect.Has(dialect.ParameterFlags) && p.Exp.Op == syntax.DefaultUnsetOrNull {
		return in.operandPieces(p.Exp, name, fact.Word{}, false, quoted, ps)
	}
	if p.Exp != nil && known && !p.Length && p.Exp.Op == syntax.AlternateUnset && in.certain(list) {
		if len(list) == 0 && (name == "@" || p.Index != nil && litOfExpr(p.Index) == "@") {
			in.single(p.Exp.Word)
			return ps
		}
		// "${a[@]+"${a[@]}"}"
		return in.operandPieces(p.Exp, name, fact.Lit("set"), len(list) > 0, quoted, ps)
	}
	if p.Slice != nil && known && !p.Length {
		list, known = in.sliceList(p.Slice, list, name == "@" || name == "*")
	} else if known && !p.Length && !p.Excl && p.Slice == nil && perElement(p) && in.certain(list) {
		list, known = in.eachElement(p, list)
	} else if p.Slice != nil || p.Exp != nil || p.Repl != nil || p.Excl {
		if asksPrompt(p) {
			in.promptList(list, known)
		}
		in.walkOperands(p)
		if in.dialect.Has(dialect.ParameterFlags) {
			in.zshAssigns(p)
		}
		known = false
	}
	if p.Length {
		if known && !domain.HasMany(list) && !domain.HasGlob(list) {
			return append(ps, expand.Piece{Text: strconv.Itoa(len(list)), Quoted: quoted, Split: !quoted &&
				in.splits()})
		}
		return append(ps, expand.Piece{Unknown: true, Quoted: true, Number: true, From: unknown.From})
	}
	if !known {
		return append(ps, unknown)
	}
	star := name == "*" || p.Index != nil && litOfExpr(p.Index) == "*" || p.Index == nil && name != "@"
	if star && quoted {
		sep, ok := in.joiner()
		if !ok {
			return append(ps, expand.Piece{Unknown: true, Quoted: true, From: unknown.From,
				Names: unknown.Names})
		}
		for i, w := range list {
			if i > 0 && !w.Many && !list[i-1].Many {
				ps = append(ps, expand.Piece{Text: sep, Quoted: true})
			}
			q := in.valuePiece(w, true, unknown.From)
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
	if sep, ok := in.joiner(); star && len(list) > 1 && (sep == "" || !ok) &&
		in.dialect.Has(dialect.StarJoins) {
		return append(ps, unknown)
	}
	for i, w := range list {
		if i > 0 {
			ps = append(ps, expand.Piece{Brk: true})
		}
		q := in.valuePiece(w, quoted, unknown.From)
		q.Many, q.Several = w.Many, q.Glob
		ps = append(ps, q)
	}
	return ps
}

// defaults reports whether an operator gives a word for what is not there, and assigns nothing.
func defaults(op syntax.ParExpOperator) bool {
	return op == syntax.DefaultUnset || op == syntax.DefaultUnsetOrNull
}

// certain reports whether the elements of a list are known, of which bash takes each by itself.
func (in *Interp) certain(list []fact.Word) bool {
	for i := range list {
		if !list[i].Known() {
			return false
		}
	}
	return in.dialect.Has(dialect.EmptyUnsetLists)
}

// perElement reports whether an operator is applied to each element of a list, and runs nothing
// itself.
func perElement(p *syntax.ParamExp) bool {
	if p.Repl != nil {
		return inertWord(p.Repl.Orig) && inertWord(p.Repl.With)
	}
	if p.Exp == nil {
		return false
	}
	switch p.Exp.Op {
	case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix,
		syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		return inertWord(p.Exp.Word)
	}
	return false
}

// inertWord reports whether a word holds text and quotes alone.
func inertWord(w *syntax.Word) bool {
	if w == nil {
		return true
	}
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if !inertWord(&syntax.Word{Parts: p.Parts}) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// eachElement applies an operator to each element.
func (in *Interp) eachElement(p *syntax.ParamExp, list []fact.Word) (out []fact.Word, known bool) {
	out = make([]fact.Word, 0, len(list))
	for _, w := range list {
		v, ok := in.operate(p, w)
		if !ok {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

// joiner is what "$*" puts between the words: the first character of IFS.
func (in *Interp) joiner() (string, bool) {
	ifs, ok := in.ifs()
	if !ok || ifs != "" && ifs[0] >= 0x80 {
		return "", false
	}
	return ifs[:min(1, len(ifs))], true
}

// sliceList is ${@:offset:length}, where offset 0 of the positional parameters is $0, and
// ${a[@]:offset:length}.
func (in *Interp) sliceList(sl *syntax.Slice, list []fact.Word, params bool) ([]fact.Word, bool) {
	off, ok := in.arithm(sl.Offset)
	length, okLen := len(list)+1, true
	if sl.Length != nil {
		length, okLen = in.arithm(sl.Length)
	}
	if !ok || !okLen || domain.HasMany(list) || domain.HasGlob(list) {
		return nil, false
	}
	if !in.dialect.Has(dialect.SlicesLists) && (params || off < 0 || length < 0) {
		return nil, false
	}
	if off < 0 {
		if off += len(list); params {
			off++
		}
	}
	if params {
		list = append([]fact.Word{in.st.Arg0}, list...)
	}
	if off < 0 || off >= len(list) {
		return nil, true
	}
	if length < 0 {
		return nil, false
	}
	return list[off:min(off+length, len(list))], true
}

// element is one element of an array: index 0 without a subscript. In zsh they count from 1.
// set is false for one that is not there.
func (in *Interp) element(v domain.Value, index syntax.ArithmExpr) (w fact.Word, set bool) {
	if v.Assoc {
		return in.entry(v, index)
	}
	i := 0
	if index != nil {
		n, ok := in.arithm(index)
		any := domain.OneOf(v.List, "")
		if _, plain := index.(*syntax.Word); !plain && in.dialect.Has(dialect.OneBased) {
			any.Many = true
			return any, true // a range
		}
		if !ok {
			return any, true
		}
		if i = n; in.dialect.Has(dialect.OneBased) && n > 0 {
			i--
		} else if in.dialect.Has(dialect.OneBased) && n == 0 { // no element, without an option of ksh
			return fact.Word{}, false
		}
	}
	if i < 0 {
		i += len(v.List)
		if domain.HasGlob(v.List) || domain.HasMany(v.List) {
			return domain.OneOf(v.List, ""), true
		}
	}
	if domain.HasMany(v.List[:min(max(i, 0)+1, len(v.List))]) ||
		domain.HasGlob(v.List[:min(max(i, 0), len(v.List))]) {
		return domain.OneOf(v.List, ""), true
	}
	if i < 0 || i >= len(v.List) {
		return fact.Word{}, domain.HasGlob(v.List)
	}
	return v.List[i], true
}

// entry is the value of one key.
func (in *Interp) entry(v domain.Value, index syntax.ArithmExpr) (w fact.Word, set bool) {
	key := "0"
	if index != nil {
		k, ok := in.key(index)
		if !ok {
			return domain.OneOf(v.List, ""), true
		}
		key = k
	}
	for i, k := range v.Keys {
		if k == key {
			return v.List[i], true
		}
	}
	return fact.Word{}, false
}

// listOrigin is what is known of the words of a list of which the words are not known: the indices
// of an array are numbers, and so are its elements where all of them are.
func (in *Interp) listOrigin(p *syntax.ParamExp, name string) (number, given bool) {
	if name == "@" || name == "*" {
		return false, in.st.Uncalled
	}
	v, ok := in.st.Vars[in.target(name)]
	switch {
	case v.Attr&domain.AttrMayRef != 0:
		return false, false
	case !ok:
		return p.Excl && !in.st.Foreign, !in.st.Foreign
	case p.Excl:
		number = in.dialect.Has(dialect.KeysOfLists) && !v.Assoc &&
			v.Attr&(domain.AttrTable|domain.AttrMayTable) == 0
		return number, number
	case p.Exp != nil || p.Repl != nil:
		return false, false
	}
	return v.All(domain.Numeric), v.All(domain.Tame)
}

// promptList expands each word of a list as a prompt.
func (in *Interp) promptList(list []fact.Word, known bool) {
	if !known {
		in.again(fact.Word{Kind: fact.Partial}, asPrompt)
	}
	for i := range list {
		in.again(list[i], asPrompt)
	}
}

// asksPrompt recognises ${x@P}, and its like with a letter that is not known.
func asksPrompt(p *syntax.ParamExp) bool {
	if p.Exp == nil || p.Exp.Op != syntax.OtherParamOps {
		return false
	}
	text := shsyntax.LitOf(p.Exp.Word)
	return text == "" || text == "P"
}
