package javascript

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// reordered are the methods of arrays that give an array of the same elements.
func (m *machine) reordered(recv *core.Value, method string, args []core.Arg) *core.Value {
	switch {
	case method == "reverse" && !recv.More:
		out := &core.Value{Kind: core.KindList, Wild: recv.Wild}
		for i := len(recv.List) - 1; i >= 0; i-- {
			out.List = append(out.List, recv.List[i])
		}
		return out
	case method == "slice" && len(args) == 0, method == "values":
		return recv
	case method == "slice" && len(args) == 1 && !recv.More && args[0].Val.Kind == core.KindNum:
		if i, err := strconv.Atoi(args[0].Val.Name); err == nil && i >= 0 {
			out := core.ListOf(slices.Clone(recv.List[min(i, len(recv.List)):])...)
			out.Wild = recv.Wild
			return out
		}
	case method == "concat":
		out := core.Followed(core.ListOf(), recv)
		for _, a := range args {
			if a.Val.Kind == core.KindList {
				out = core.Followed(out, a.Val)
			} else {
				out = core.Followed(out, core.ListOf(a.Val))
			}
		}
		return out
	}
	e := recv.Element()
	if method == "flat" {
		e = core.Join(e, e.Element())
	}
	return core.SomeOf(e)
}

// withBlanks is an array as join writes it: null and undefined are empty.
func withBlanks(list *core.Value) *core.Value {
	if list.Kind != core.KindList {
		return list
	}
	out := *list
	out.List = slices.Clone(list.List)
	for i, e := range out.List {
		if e.Kind == core.KindNum && (e.Name == "null" || e.Name == "undefined") {
			out.List[i] = core.Str("")
		}
	}
	return &out
}

// Mutate applies the methods that change an array or an object.
func (m *machine) Mutate(recv *core.Value, method string, args []core.Arg) {
	switch recv.Kind {
	case core.KindList:
		m.mutateArray(recv, method, args)
	case core.KindDict:
		if method == "set" {
			m.SetKey(recv, args)
		}
	}
}

func (m *machine) mutateArray(recv *core.Value, method string, args []core.Arg) {
	switch method {
	case "copy", "keys", "values", "get", "join", "index", "slice", "map", "filter", "forEach",
		"includes", "indexOf", "concat", "some", "every", "find", "findIndex", "findLast", "flat",
		"flatMap", "reduce", "at", "toString", "entries", "lastIndexOf", "toSorted", "toReversed",
		"with":
	case "push":
		m.AppendArgs(recv, args)
	default:
		m.AddTo(recv, args)
	}
}

// ChangesArguments reports whether a function changes what it is handed.
func (m *machine) ChangesArguments(name string) bool {
	switch name {
	case "Object.assign", "Object.defineProperty", "Object.defineProperties",
		"Object.setPrototypeOf", "Reflect.set", "Reflect.defineProperty", "Reflect.setPrototypeOf",
		"Reflect.deleteProperty":
		return true
	}
	return strings.Contains(name, ".prototype.")
}
