package eval

import "strconv"

// reordered are the methods of arrays that give an array of the same elements.
func (m *javascript) reordered(recv *Value, method string, args []arg) *Value {
	switch {
	case method == "reverse" && !recv.more:
		out := &Value{kind: kList, wild: recv.wild}
		for i := len(recv.list) - 1; i >= 0; i-- {
			out.list = append(out.list, recv.list[i])
		}
		return out
	case method == "slice" && len(args) == 0, method == "values":
		return recv
	case method == "slice" && len(args) == 1 && !recv.more && args[0].val.kind == kNum:
		if i, err := strconv.Atoi(args[0].val.name); err == nil && i >= 0 {
			return &Value{kind: kList, list: append([]*Value(nil), recv.list[min(i, len(recv.list)):]...), wild: recv.wild}
		}
	case method == "concat":
		out := &Value{kind: kList, list: append([]*Value(nil), recv.list...), more: recv.more, wild: recv.wild}
		for _, a := range args {
			if a.val.kind == kList {
				out.list = append(out.list, a.val.list...)
				out.more, out.wild = out.more || a.val.more, out.wild || a.val.wild
			} else {
				out.list = append(out.list, a.val)
			}
		}
		return out
	}
	e := recv.element()
	if method == "flat" {
		e = join(e, e.element())
	}
	return &Value{kind: kList, list: []*Value{e}, more: true, like: true}
}

// mutate applies the methods that change an array or an object.
func (m *javascript) mutate(recv *Value, method string, args []arg) {
	switch recv.kind {
	case kList:
		m.mutateArray(recv, method, args)
	case kDict:
		if method == "set" {
			m.setKey(recv, args)
		}
	}
}

func (m *javascript) mutateArray(recv *Value, method string, args []arg) {
	switch method {
	case "copy", "keys", "values", "get", "join", "index", "slice", "map", "filter", "forEach", "includes", "indexOf",
		"concat", "some", "every", "find", "findIndex", "findLast", "flat", "flatMap", "reduce", "at", "toString",
		"entries", "lastIndexOf", "toSorted", "toReversed", "with":
	case "push":
		m.appendArgs(recv, args)
	default:
		m.addTo(recv, args)
	}
}

func (m *javascript) changesArguments(string) bool { return false }
