package agent

import (
	"unicode/utf8"
	"unsafe"

	"github.com/fencepost/fencepost/internal/agent/wire"
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
// means that there is no call at all. The texts and raw values of the call are parts of data, which must
// not change. Call.Input is nil where the input holds none.
func Decode(data []byte, shape *Shape) (fact.Call, error) {
	src := unsafe.String(unsafe.SliceData(data), len(data)) // which does not change
	d := decoder{Scanner: wire.Scanner{Src: src}, data: data, shape: shape}
	switch d.Peek() {
	case 0:
		if d.Pos == len(d.Src) {
			return fact.Call{}, wire.ErrEmpty
		}
	case '{':
	default:
		if err := d.Skip(0); err != nil {
			return fact.Call{}, err
		}
		return fact.Call{}, wire.ErrNoObject
	}
	if !utf8.ValidString(d.Src) {
		d.suspect("The input is not valid UTF-8.")
	}
	var seen names
	err := d.Object(func(key wire.Text) error {
		if seen.add(key.Value) {
			d.suspect("The input holds a field twice: " + key.Value + ".")
		}
		return d.field(key.Value)
	})
	if err != nil {
		return fact.Call{}, err
	}
	if d.Peek() != 0 || d.Pos < len(d.Src) {
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

// Fields reads the members of a JSON object that stands in a string, as some agents send a tool's
// input. It reports what is doubtful about them as Decode does.
func Fields(text string, shape *Shape) (fields []fact.Field, suspicious string, err error) {
	inner := *shape
	inner.Encoded = false
	d := decoder{Scanner: wire.Scanner{Src: text}, data: []byte(text), shape: &inner}
	d.Peek()
	if err := d.input(); err != nil {
		return nil, "", err
	}
	if d.Peek() != 0 || d.Pos < len(d.Src) {
		d.suspect("Something follows the JSON object of the tool input.")
	}
	return d.call.Input, d.call.Suspicious, nil
}

type decoder struct {
	wire.Scanner
	data  []byte
	shape *Shape
	call  fact.Call
	parts []fact.Field // those at the top level
}

// suspect keeps the first reason.
func (d *decoder) suspect(why string) {
	if d.call.Suspicious == "" {
		d.call.Suspicious = why
	}
}

// names is the set of the field names of one object.
type names struct {
	few  [24]string
	n    int
	many map[string]struct{}
}

// add adds a name and reports whether it was there.
func (s *names) add(name string) bool {
	for _, known := range s.few[:s.n] {
		if known == name {
			return true
		}
	}
	if s.n < len(s.few) {
		s.few[s.n] = name
		s.n++
		return false
	}
	if _, ok := s.many[name]; ok {
		return true
	}
	if s.many == nil {
		s.many = make(map[string]struct{})
	}
	s.many[name] = struct{}{}
	return false
}

// field reads the value of a field at the top level.
func (d *decoder) field(name string) error {
	var to *string
	switch slot := d.shape.Slot(name); slot {
	case Ignored:
		return d.Skip(0)
	case Input:
		return d.input()
	case Part:
		f, err := d.member(name)
		if err == nil {
			d.parts = append(d.parts, f)
		}
		return err
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
		return d.Skip(0)
	}
	*to = ""
	if d.Peek() != '"' {
		if d.shape.Decides(name) {
			d.suspect("The field " + name + " is not a string.")
		}
		return d.Skip(0)
	}
	t, err := d.String()
	if err != nil {
		return err
	}
	d.trust(name, t)
	*to = t.Value
	return nil
}

// input reads the tool's input. One that is no object counts as none.
func (d *decoder) input() error {
	d.call.Input = nil
	if d.Peek() == '"' && d.shape.Encoded {
		return d.encoded()
	}
	if d.Peek() != '{' {
		return d.Skip(0)
	}
	fields := make([]fact.Field, 0, 4)
	var seen names
	err := d.Object(func(key wire.Text) error {
		if seen.add(key.Value) {
			d.suspect("The tool input holds a field twice: " + key.Value + ".")
		}
		f, err := d.member(key.Value)
		if err == nil {
			fields = append(fields, f)
		}
		return err
	})
	d.call.Input = fields
	return err
}

// encoded reads the tool's input from a string that holds its object. Text that is none becomes the
// one field without a name.
func (d *decoder) encoded() error {
	f, err := d.member("")
	if err != nil {
		return err
	}
	fields, why, bad := Fields(f.Text, d.shape)
	switch {
	case bad != nil:
		d.call.Input = []fact.Field{f}
	case fields == nil:
		return nil
	default:
		d.call.Input = fields
	}
	if why != "" {
		d.suspect(why)
	}
	return nil
}

// member reads the value of one field of the tool's input.
func (d *decoder) member(name string) (fact.Field, error) {
	f := fact.Field{Name: name}
	first := d.Peek()
	start := d.Pos
	if first == '"' {
		t, err := d.String()
		if err != nil {
			return f, err
		}
		d.trust(name, t)
		f.Text, f.String = t.Value, true
	} else if err := d.Skip(1); err != nil {
		return f, err
	}
	f.Raw = d.data[start:d.Pos:d.Pos]
	return f, nil
}

// trust looks for what a decision must not rest on.
func (d *decoder) trust(name string, t wire.Text) {
	switch {
	case !t.Surrogate && !t.NUL || !d.shape.Decides(name):
	case t.Surrogate:
		d.suspect("The field " + name + " holds half of a surrogate pair: " +
			"the agent and fencepost may read it differently.")
	default:
		d.suspect("The field " + name + " holds a NUL character: the shell may read it differently.")
	}
}
