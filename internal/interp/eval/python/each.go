package python

import "github.com/fencepost/fencepost/internal/interp/eval/core"

func (m *machine) zip(s core.Site, name string, args []core.Arg) (*core.Value, bool) {
	m.Note(s, name, nil, args)
	var row []*core.Value
	if name == "enumerate" {
		row = append(row, core.Data)
		if len(args) > 1 {
			args = args[:1]
		}
	}
	for _, a := range args {
		row = append(row, a.Val.Element())
	}
	return &core.Value{Kind: core.KindList, List: []*core.Value{core.ListOf(row)}, More: true, Like: true}, true
}

// mapTogether calls a function with elements of several values.
func (m *machine) mapTogether(s core.Site, f *core.Value, over []core.Arg) *core.Value {
	list := make([]core.Arg, len(over))
	for i, a := range over {
		list[i] = core.Arg{Val: a.Val.Element(), Spread: a.Spread}
	}
	return &core.Value{Kind: core.KindList, List: []*core.Value{m.Call(s, f, list)}, More: true, Like: true}
}
