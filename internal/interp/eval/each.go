package eval

import (
	"strconv"
	"strings"
)

// mapOver calls a function with each element of a value.
func (m *machine) mapOver(s site, f, over *Value) *Value {
	out := &Value{kind: kList}
	if over.kind == kList && !over.more && !over.wild && len(over.list) <= maxUnroll {
		for _, e := range over.list {
			out.list = append(out.list, m.call(s, f, []arg{{val: e}}))
		}
		return out
	}
	out.list, out.more, out.like = []*Value{m.call(s, f, []arg{{val: over.element()}})}, true, true
	return out
}

// codes turns a list of character codes into text.
func codes(v *Value) *Value {
	var b strings.Builder
	for _, e := range v.list {
		n, err := strconv.ParseInt(e.name, 0, 32)
		if e.kind != kNum || err != nil || n < 0 || n > 0x7f { // bytes are no characters beyond ASCII, and codes wrap around
			return data
		}
		b.WriteRune(rune(n))
	}
	if v.more {
		return data
	}
	return str(b.String())
}
