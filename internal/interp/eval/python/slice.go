package python

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// slice is a part of a text or a list: x[a:b], x[::-1].
func (m *machine) slice(v *core.Value, n *syntax.Node) *core.Value {
	for _, k := range n.Kids {
		m.expr(k)
	}
	spec := strings.ReplaceAll(n.Text(), " ", "")
	switch v.Kind {
	case core.KindStr:
		return sliceText(v, spec)
	case core.KindList:
		return sliceList(v, spec)
	case core.KindData, core.KindNum:
		return m.MaybeEscaped(v.Element())
	case core.KindObj:
		return v.Element()
	case core.KindRef:
		return m.Index(v, core.Data)
	}
	return core.Top
}

// sliceText is a part of a text, where that is known and plain.
func sliceText(v *core.Value, spec string) *core.Value {
	s, ok := v.Text()
	if !ok || !core.PlainText(s) {
		return core.Data
	}
	if spec == "::-1" {
		b := []byte(s)
		slices.Reverse(b)
		return core.Str(string(b))
	}
	from, to, ok := strings.Cut(spec, ":")
	if !ok || strings.Contains(to, ":") {
		return core.Data
	}
	if from == "" {
		from = "0"
	}
	args := []core.Arg{{Val: core.Num(from)}}
	if to != "" {
		args = append(args, core.Arg{Val: core.Num(to)})
	}
	out, _ := core.Slice(v, args)
	return out
}

// sliceList is a part of a list: what follows a place, or some of its elements.
func sliceList(v *core.Value, spec string) *core.Value {
	if spec == ":" {
		return v
	}
	out := core.SomeOf(v.Element())
	if from, ok := strings.CutSuffix(spec, ":"); ok && !v.More {
		if i, err := strconv.Atoi(from); err == nil && i >= 0 && i <= len(v.List) {
			out = core.ListOf(append([]*core.Value(nil), v.List[i:]...)...)
		}
	}
	out.Wild = v.Wild
	return out
}
