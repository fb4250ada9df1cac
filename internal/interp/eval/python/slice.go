package python

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// slice computes [a:b] and [::-1] of known strings.
func (m *machine) slice(v *core.Value, n *syntax.Node) *core.Value {
	for _, k := range n.Kids {
		m.expr(k)
	}
	spec := strings.ReplaceAll(n.Text(), " ", "")
	switch v.Kind {
	case core.KindStr:
		s, ok := v.Text()
		if !ok {
			return core.Data
		}
		if !core.PlainText(s) {
			return core.Data
		}
		if spec == "::-1" {
			r := []rune(s)
			for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
				r[i], r[j] = r[j], r[i]
			}
			return core.Str(string(r))
		}
		parts := strings.Split(spec, ":")
		if len(parts) != 2 {
			return core.Data
		}
		var args []core.Arg
		for i, p := range parts {
			switch {
			case p == "" && i == 0:
				p = "0"
			case p == "":
				continue
			}
			args = append(args, core.Arg{Val: core.Num(p)})
		}
		out, _ := core.Slice(v, args)
		return out
	case core.KindList:
		if spec == ":" {
			return v
		}
		if from, ok := strings.CutSuffix(spec, ":"); ok && !v.More {
			if i, err := strconv.Atoi(from); err == nil && i >= 0 && i <= len(v.List) {
				return &core.Value{Kind: core.KindList, List: append([]*core.Value(nil), v.List[i:]...), Wild: v.Wild}
			}
		}
		e := v.Element()
		return &core.Value{Kind: core.KindList, List: []*core.Value{e}, More: true, Like: true, Wild: v.Wild}
	case core.KindData, core.KindNum:
		return m.MaybeEscaped(core.Data)
	case core.KindObj:
		return v.Element()
	case core.KindRef:
		return m.Index(v, core.Data)
	}
	return core.Top
}
