package shparse

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// listParam expands "$@", $*, ${a[@]} and their slices, and arrays without a subscript in zsh.
func (in *Interp) listParam(p *syntax.ParamExp, name string, quoted bool, ps []piece, unknown piece) []piece {
	unknown.many = true
	list, known := in.st.params, in.st.knownParams
	if name != "@" && name != "*" {
		v, ok := in.st.vars[in.target(name)]
		list, known = v.list, ok && v.isList
		if ok && !v.isList && !v.unset && len(v.alts) == 0 {
			list, known = []fact.Word{v.word}, v.word.Kind == fact.Literal
		}
		known = known && !(v.assoc && len(v.keys) > 1 && !p.Length) // their order is not known
	}
	if p.Slice != nil && known && !p.Length {
		list, known = in.sliceList(p.Slice, list, name == "@" || name == "*")
	} else if p.Slice != nil || p.Exp != nil || p.Repl != nil || p.Excl {
		in.walkParam(p)
		if in.opt.Dialect == Zsh {
			in.zshAssigns(p)
		}
		known = false
	}
	if p.Length {
		if known && !hasMany(list) && !hasGlob(list) {
			return append(ps, piece{text: strconv.Itoa(len(list)), quoted: quoted, split: !quoted && in.splits()})
		}
		return append(ps, piece{unknown: true, quoted: true, from: unknown.from})
	}
	if !known {
		return append(ps, unknown)
	}
	star := name == "*" || p.Index != nil && litOfExpr(p.Index) == "*" || p.Index == nil && name != "@"
	if star && quoted {
		sep, ok := in.joiner()
		if !ok {
			return append(ps, piece{unknown: true, quoted: true, from: unknown.from})
		}
		for i, w := range list {
			if i > 0 {
				ps = append(ps, piece{text: sep, quoted: true})
			}
			ps = append(ps, in.valuePiece(w, true, unknown.from))
		}
		if len(list) == 0 {
			ps = append(ps, piece{quoted: true})
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

// joiner is what "$*" puts between the words: the first character of IFS.
func (in *Interp) joiner() (string, bool) {
	ifs, ok := in.ifs()
	if !ok || ifs != "" && ifs[0] >= 0x80 {
		return "", false
	}
	return ifs[:min(1, len(ifs))], true
}

// sliceList is ${@:offset:length}, where offset 0 of the positional parameters is $0, and ${a[@]:offset:length}.
func (in *Interp) sliceList(sl *syntax.Slice, list []fact.Word, params bool) ([]fact.Word, bool) {
	off, ok := in.arithm(sl.Offset)
	length, okLen := len(list)+1, true
	if sl.Length != nil {
		length, okLen = in.arithm(sl.Length)
	}
	if !ok || !okLen || hasMany(list) || hasGlob(list) || in.opt.Dialect == Zsh {
		return nil, false
	}
	if off < 0 {
		if off += len(list); params {
			off++
		}
	}
	if params {
		list = append([]fact.Word{in.st.arg0}, list...)
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
func (in *Interp) element(v value, index syntax.ArithmExpr) fact.Word {
	if v.assoc {
		return in.entry(v, index)
	}
	i := 0
	if index != nil {
		n, ok := in.arithm(index)
		if _, plain := index.(*syntax.Word); !plain && in.opt.Dialect == Zsh {
			return fact.Word{Kind: fact.Partial, Many: true} // a range
		}
		if !ok {
			return fact.Word{Kind: fact.Partial}
		}
		if i = n; in.opt.Dialect == Zsh && n > 0 {
			i--
		} else if in.opt.Dialect == Zsh && n == 0 {
			return fact.Word{}
		}
	}
	if i < 0 {
		i += len(v.list)
		if hasGlob(v.list) || hasMany(v.list) {
			return fact.Word{Kind: fact.Partial}
		}
	}
	if hasMany(v.list[:min(max(i, 0)+1, len(v.list))]) || hasGlob(v.list[:min(max(i, 0), len(v.list))]) {
		return fact.Word{Kind: fact.Partial}
	}
	if i < 0 || i >= len(v.list) {
		return fact.Word{}
	}
	return v.list[i]
}

// entry is the value of one key.
func (in *Interp) entry(v value, index syntax.ArithmExpr) fact.Word {
	key := "0"
	if index != nil {
		k, ok := in.key(index)
		if !ok {
			return fact.Word{Kind: fact.Partial}
		}
		key = k
	}
	for i, k := range v.keys {
		if k == key {
			return v.list[i]
		}
	}
	return fact.Word{}
}
