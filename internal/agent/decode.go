package agent

import (
	"slices"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
)

// Slot says what a field at the top level of a hook's input holds.
type Slot uint8

const (
	Event    Slot = iota // the hook event
	ToolName             // the tool
	Input                // the tool's input, an object
	Session
	ToolUse // an id of the call
	Cwd
	Mode // the permission mode
	Part // a field of the tool's input that stands at the top level
)

// Shape says how an agent writes a call.
type Shape struct {
	Slots   []Place
	Decides []string // names of fields whose text takes part in the decision
	Encoded bool     // the input may be an object in a string

	Seen *Seen // nil, or where Decode notes the names at the top level
}

// Place says what the field of a name holds. Others hold nothing that is looked at.
type Place struct {
	Name string
	Slot Slot
}

// UsualSlots are the places of Claude Code's fields, whose names several agents have.
var UsualSlots = []Place{
	{"tool_input", Input}, {"hook_event_name", Event}, {"tool_name", ToolName}, {"session_id", Session},
	{"tool_use_id", ToolUse}, {"cwd", Cwd}, {"permission_mode", Mode},
}

// Decode reads one call. Names of fields are compared exactly, and of a repeated one the last
// counts, as for the agents. What is readable but cannot be trusted sets Call.Suspicious; an error
// means that there is no call at all. Call.Input is nil where the input holds none.
func Decode(data []byte, shape *Shape) (fact.Call, error) {
	d := decoder{shape: shape}
	c := &d.call
	if !utf8.Valid(data) {
		Suspect(c, "The input is not valid UTF-8.")
	}
	texts := [...]*string{Event: &c.Event, ToolName: &c.Tool, Session: &c.Session, ToolUse: &c.ToolUse,
		Cwd: &c.Cwd, Mode: &c.Mode}
	var parts []fact.Field // those at the top level
	err := d.object("input", data, func(name string, value []byte) {
		if shape.Seen != nil {
			shape.Seen.Fields = append(shape.Seen.Fields, name)
		}
		at := slices.IndexFunc(shape.Slots, func(p Place) bool { return p.Name == name })
		if at < 0 {
			return
		}
		switch slot := shape.Slots[at].Slot; slot {
		case Input:
			d.input(value)
		case Part:
			parts = append(parts, d.member(name, value))
		default:
			f := d.member(name, value)
			*texts[slot] = f.Text
			if !f.String && slices.Contains(shape.Decides, name) {
				Suspect(c, "The field "+name+" is not a string.")
			}
		}
	})
	if err != nil {
		return fact.Call{}, err
	}
	if len(parts) > 0 {
		c.Input = append(c.Input, parts...)
	}
	return *c, nil
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
}

// object calls f for each field of a JSON object, and looks for what makes it doubtful. what names
// the object.
func (d *decoder) object(what string, data []byte, f func(name string, value []byte)) error {
	seen := map[string]bool{}
	more, err := hookjson.EachField(data, func(name string, value []byte) {
		if seen[name] {
			Suspect(&d.call, "The "+what+" holds a field twice: "+name+".")
		}
		seen[name] = true
		f(name, value)
	})
	if more && err == nil {
		Suspect(&d.call, "Something follows the JSON object of the "+what+".")
	}
	return err
}

// input reads the tool's input from an object, or from a string that holds one. What is neither
// counts as none; text that is no JSON becomes the one field without a name.
func (d *decoder) input(value []byte) {
	d.call.Input = nil
	var whole fact.Field
	switch {
	case value[0] == '"' && d.shape.Encoded:
		whole = d.member("", value)
		value = []byte(whole.Text)
	case value[0] != '{':
		return
	}
	fields := make([]fact.Field, 0, 4)
	switch err := d.object("tool input", value, func(name string, value []byte) {
		fields = append(fields, d.member(name, value))
	}); err {
	case nil:
		d.call.Input = fields
	case hookjson.ErrNoObject:
	default:
		d.call.Input = []fact.Field{whole}
	}
}

// member reads the value of one field, and looks for what a decision must not rest on.
func (d *decoder) member(name string, value []byte) fact.Field {
	t, ok := hookjson.TextOf(value)
	switch {
	case !t.Surrogate && !t.NUL, !slices.Contains(d.shape.Decides, name):
	case t.Surrogate:
		Suspect(&d.call, "The field "+name+" holds half of a surrogate pair: "+
			"the agent and fencepost may read it differently.")
	default:
		Suspect(&d.call, "The field "+name+" holds a NUL character: the shell may read it differently.")
	}
	return fact.Field{Name: name, Text: t.Value, String: ok, Raw: value}
}
