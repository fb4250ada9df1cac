package eval

import (
	"strconv"
	"strings"
)

// pySlice computes [a:b] and [::-1] of known strings.
func (m *python) pySlice(v *Value, n *Node) *Value {
	for _, k := range n.Kids {
		m.py(k)
	}
	spec := strings.ReplaceAll(n.text(), " ", "")
	switch v.kind {
	case kStr:
		s, ok := v.text()
		if !ok {
			return data
		}
		if !plainText(s) {
			return data
		}
		if spec == "::-1" {
			r := []rune(s)
			for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
				r[i], r[j] = r[j], r[i]
			}
			return str(string(r))
		}
		parts := strings.Split(spec, ":")
		if len(parts) != 2 {
			return data
		}
		var args []arg
		for i, p := range parts {
			switch {
			case p == "" && i == 0:
				p = "0"
			case p == "":
				continue
			}
			args = append(args, arg{val: num(p)})
		}
		out, _ := slice(v, args)
		return out
	case kList:
		if spec == ":" {
			return v
		}
		if from, ok := strings.CutSuffix(spec, ":"); ok && !v.more {
			if i, err := strconv.Atoi(from); err == nil && i >= 0 && i <= len(v.list) {
				return &Value{kind: kList, list: append([]*Value(nil), v.list[i:]...), wild: v.wild}
			}
		}
		e := v.element()
		return &Value{kind: kList, list: []*Value{e}, more: true, like: true, wild: v.wild}
	case kData, kNum:
		return m.maybeTainted(data)
	case kObj:
		return v.element()
	case kRef:
		return m.index(v, data)
	}
	return opaque
}
