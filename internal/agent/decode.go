package agent

import (
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
)

// Slot says what a field at the top level of a hook's input holds.
type Slot uint8

const (
	Ignored  Slot = iota // nothing that is looked at
	Event                // the hook event
	ToolName             // the tool
	Input                // the tool's input, an object
	Session
	ToolUse // an id of the call
	Cwd
	Mode // the permission mode
	Part // a field of the tool's input that stands at the top level
	Sign // the first of the slots of fields by which another agent's input is known: Sign + n
)

// Shape says how an agent writes a call.
type Shape struct {
	Slot    func(name string) Slot
	Decides func(field string) bool // the field's text takes part in the decision
	Encoded bool                    // the input may be an object in a string

	Signs uint8 // set by Decode: bit n for a field of the slot Sign + n
}

// UsualSlot is the Slot of a shape whose fields have the names of Claude Code's, as those of
// several agents have.
func UsualSlot(name string) Slot {
	switch name {
	case "tool_input":
		return Input
	case "hook_event_name":
		return Event
	case "tool_name":
		return ToolName
	case "session_id":
		return Session
	case "tool_use_id":
		return ToolUse
	case "cwd":
		return Cwd
	case "permission_mode":
		return Mode
	}
	return Ignored
}

// Decode reads one call. Names of fields are compared exactly, and of a repeated one the last
// counts, as for the agents. What is readable but cannot be trusted sets Call.Suspicious; an error
// means that there is no call at all. Call.Input is nil where the input holds none.
func Decode(data []byte, shape *Shape) (fact.Call, error) {
	d := decoder{shape: shape}
	if !utf8.Valid(data) {
		d.suspect("The input is not valid UTF-8.")
	}
	seen := map[string]bool{}
	more, err := hookjson.EachField(data, func(name string, value []byte) {
		if seen[name] {
			d.suspect("The input holds a field twice: " + name + ".")
		}
		seen[name] = true
		d.field(name, value)
	})
	if err != nil {
		return fact.Call{}, err
	}
	if more {
		d.suspect("Something follows the JSON object of the input.")
	}
	if len(d.parts) > 0 {
		d.call.Input = append(d.call.Input, d.parts...)
	}
	return d.call, nil
}

// Check looks for what a call cannot be judged without. It is called when the tool and its fields
// have the names by which the table of tools knows them.
func Check(c *fact.Call) {
	why := ""
	switch {
	case c.Suspicious != "":
	case c.Tool == "":
		why = "The input names no tool."
	case c.Input == nil:
		why = "The input holds no object tool_input."
	default:
		why = Lacks(c)
	}
	if why != "" {
		c.Suspicious = why
	}
}

type decoder struct {
	shape *Shape
	call  fact.Call
	parts []fact.Field // those at the top level
}

// suspect keeps the first reason.
func (d *decoder) suspect(why string) { Suspect(&d.call, why) }

// field reads the value of a field at the top level.
func (d *decoder) field(name string, value []byte) {
	var to *string
	switch slot := d.shape.Slot(name); slot {
	case Ignored:
		return
	case Input:
		d.input(value)
		return
	case Part:
		d.parts = append(d.parts, d.member(name, value))
		return
	case Event:
		to = &d.call.Event
	case ToolName:
		to = &d.call.Tool
	case Session:
		to = &d.call.Session
	case ToolUse:
		to = &d.call.ToolUse
	case Cwd:
		to = &d.call.Cwd
	case Mode:
		to = &d.call.Mode
	default:
		d.shape.Signs |= 1 << (slot - Sign)
		return
	}
	f := d.member(name, value)
	*to = f.Text
	if !f.String && d.shape.Decides(name) {
		d.suspect("The field " + name + " is not a string.")
	}
}

// input reads the tool's input. One that is no object counts as none.
func (d *decoder) input(value []byte) {
	d.call.Input = nil
	switch {
	case value[0] == '{':
		_ = d.members(value) // it is known to be JSON
	case value[0] == '"' && d.shape.Encoded:
		d.encoded(value)
	}
}

// encoded reads the tool's input from a string that holds its object. Text that is no JSON becomes
// the one field without a name.
func (d *decoder) encoded(value []byte) {
	f := d.member("", value)
	if err := d.members([]byte(f.Text)); err != nil && err != hookjson.ErrNoObject {
		d.call.Input = []fact.Field{f}
	}
}

// members reads the fields of the tool's input.
func (d *decoder) members(object []byte) error {
	fields := make([]fact.Field, 0, 4)
	seen := map[string]bool{}
	more, err := hookjson.EachField(object, func(name string, value []byte) {
		if seen[name] {
			d.suspect("The tool input holds a field twice: " + name + ".")
		}
		seen[name] = true
		fields = append(fields, d.member(name, value))
	})
	if err != nil {
		return err
	}
	d.call.Input = fields
	if more {
		d.suspect("Something follows the JSON object of the tool input.")
	}
	return nil
}

// member reads the value of one field, and looks for what a decision must not rest on.
func (d *decoder) member(name string, value []byte) fact.Field {
	t, ok := hookjson.TextOf(value)
	switch {
	case !d.shape.Decides(name):
	case t.Surrogate:
		d.suspect("The field " + name + " holds half of a surrogate pair: " +
			"the agent and fencepost may read it differently.")
	case t.NUL:
		d.suspect("The field " + name + " holds a NUL character: the shell may read it differently.")
	}
	return fact.Field{Name: name, Text: t.Value, String: ok, Raw: value}
}
