package agent

import (
	"github.com/fencepost/fencepost/internal/agent/wire"
	"github.com/fencepost/fencepost/internal/fact"
)

// UpdatedInput returns the whole tool input with the value of one string field replaced, or added
// where there is no such field. The other fields are kept as they were sent, in order; of a
// repeated one each. Names are the agent's own.
func UpdatedInput(call *fact.Call, field, value string) []byte {
	n := len(field) + len(value) + len(value)/8 + 16
	for i := range call.Input {
		n += len(call.Input[i].Name) + len(call.Input[i].Raw) + 8
	}
	b := append(make([]byte, 0, n), '{')
	found := false
	for i := range call.Input {
		f := &call.Input[i]
		if i > 0 {
			b = append(b, ',')
		}
		b = append(wire.AppendString(b, SentAs(f)), ':')
		if f.Name == field {
			b, found = wire.AppendString(b, value), true
		} else {
			b = append(b, f.Raw...)
		}
	}
	if !found {
		if len(call.Input) > 0 {
			b = append(b, ',')
		}
		b = append(wire.AppendString(b, field), ':')
		b = wire.AppendString(b, value)
	}
	return append(b, '}')
}

// SentAs is the name that the agent gives a field.
func SentAs(f *fact.Field) string {
	if f.Native != "" {
		return f.Native
	}
	return f.Name
}
