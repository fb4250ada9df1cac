package agent

import (
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
)

// UpdatedInput returns the whole tool input with the value of one string field replaced, or added
// where there is no such field. The other fields are kept as they were sent, in order; of a
// repeated one each. Names are the agent's own.
func UpdatedInput(call *fact.Call, field, value string) []byte {
	var o hookjson.Object
	found := false
	for i := range call.Input {
		f := &call.Input[i]
		if f.Name == field {
			o.Raw(SentAs(f), hookjson.String(value))
			found = true
		} else {
			o.Raw(SentAs(f), f.Raw)
		}
	}
	if !found {
		o.Raw(field, hookjson.String(value))
	}
	return o.JSON()
}

// SentAs is the name that the agent gives a field.
func SentAs(f *fact.Field) string {
	if f.Native != "" {
		return f.Native
	}
	return f.Name
}
