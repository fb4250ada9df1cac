// Package hook is the agent's side of the gate: it decodes a proposed tool call and encodes the answer, with the
// words that people and agents read.
package hook

import (
	"io"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
)

// MaxInput is the number of bytes of hook input that are read.
const MaxInput = 16 << 20

// Error is an error without further details.
type Error string

func (e Error) Error() string { return string(e) }

const (
	// ErrTooLarge is returned by Read for more than MaxInput bytes.
	ErrTooLarge = Error("hook input: too large (more than 16 MiB)")
	// ErrEmpty is returned by Decode for no input, or white space alone.
	ErrEmpty = Error("hook input: empty; expected one JSON object on standard input")
	// ErrNoObject is returned by Decode for JSON that is no object.
	ErrNoObject = Error("hook input: not a JSON object")
)

// Read reads the hook input to its end.
func Read(r io.Reader) ([]byte, error) {
	buf := make([]byte, 0, 8<<10)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case len(buf) > MaxInput:
			return nil, ErrTooLarge
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, min(4*cap(buf), MaxInput+1)), buf...)
		}
	}
}

// Decode reads one call. Names of fields are compared exactly, and of a repeated one the last counts, as for the
// agent. What is readable but cannot be trusted sets Call.Suspicious; an error means that there is no call at all.
// The raw values of the call are parts of data, which must not change.
func Decode(data []byte) (fact.Call, error) {
	d := decoder{scanner: scanner{src: string(data)}, data: data}
	switch d.peek() {
	case 0:
		if d.pos == len(d.src) {
			return fact.Call{}, ErrEmpty
		}
	case '{':
	default:
		if err := d.skip(0); err != nil {
			return fact.Call{}, err
		}
		return fact.Call{}, ErrNoObject
	}
	if !utf8.ValidString(d.src) {
		d.suspect("The input is not valid UTF-8.")
	}
	var seen names
	err := d.object(func(key text) error {
		if seen.add(key.value) {
			d.suspect("The input holds a field twice: " + key.value + ".")
		}
		return d.field(key.value)
	})
	if err != nil {
		return fact.Call{}, err
	}
	if d.peek() != 0 || d.pos < len(d.src) {
		d.suspect("Something follows the JSON object of the input.")
	}
	d.check()
	return d.call, nil
}

type decoder struct {
	scanner
	data     []byte
	call     fact.Call
	hasInput bool
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
	switch name {
	case "tool_input":
		return d.input()
	case "hook_event_name":
		to = &d.call.Event
	case "tool_name":
		to = &d.call.Tool
	case "session_id":
		to = &d.call.Session
	case "tool_use_id":
		to = &d.call.ToolUse
	case "cwd":
		to = &d.call.Cwd
	case "permission_mode":
		to = &d.call.Mode
	default:
		return d.skip(0)
	}
	*to = ""
	if d.peek() != '"' {
		if decides(name) {
			d.suspect("The field " + name + " is not a string.")
		}
		return d.skip(0)
	}
	t, err := d.string()
	if err != nil {
		return err
	}
	d.trust(name, t)
	*to = t.value
	return nil
}

// input reads tool_input.
func (d *decoder) input() error {
	d.call.Input, d.hasInput = nil, false
	if d.peek() != '{' {
		return d.skip(0)
	}
	d.hasInput = true
	fields := make([]fact.Field, 0, 4)
	var seen names
	err := d.object(func(key text) error {
		if seen.add(key.value) {
			d.suspect("The tool input holds a field twice: " + key.value + ".")
		}
		f := fact.Field{Name: key.value}
		start := d.pos
		if d.peek() == '"' {
			t, err := d.string()
			if err != nil {
				return err
			}
			d.trust(f.Name, t)
			f.Text, f.String = t.value, true
		} else if err := d.skip(1); err != nil {
			return err
		}
		f.Raw = d.data[start:d.pos:d.pos]
		fields = append(fields, f)
		return nil
	})
	d.call.Input = fields
	return err
}

// trust looks for what a decision must not rest on.
func (d *decoder) trust(name string, t text) {
	switch {
	case !decides(name):
	case t.surrogate:
		d.suspect("The field " + name + " holds half of a surrogate pair: the agent and fencepost may read it differently.")
	case t.nul:
		d.suspect("The field " + name + " holds a NUL character: the shell may read it differently.")
	}
}

// decides reports whether the value of a field takes part in the decision.
func decides(name string) bool {
	switch name {
	case "tool_name", "cwd", "command", "file_path", "notebook_path", "path", "url":
		return true
	}
	return false
}

// check looks for what the tool cannot work without.
func (d *decoder) check() {
	c := &d.call
	switch {
	case c.Tool == "":
		d.suspect("The input names no tool.")
		return
	case !d.hasInput:
		d.suspect("The input holds no object tool_input.")
		return
	}
	need := ""
	switch c.Tool {
	case "Bash":
		need = "command"
	case "Monitor":
		_, socket := c.Get("ws")
		if _, ok := c.Get("command"); ok || !socket {
			need = "command"
		}
	case "Read", "Write", "Edit", "MultiEdit":
		need = "file_path"
	case "NotebookEdit":
		need = "notebook_path"
	case "WebFetch":
		need = "url"
	case "Glob", "Grep":
		if f, ok := c.Get("path"); ok && !f.String && string(f.Raw) != "null" {
			need = "path"
		}
	}
	if need == "" {
		return
	}
	if f, ok := c.Get(need); !ok {
		d.suspect("The input of " + c.Tool + " has no field " + need + ".")
	} else if !f.String {
		d.suspect("The field " + need + " of " + c.Tool + " is not a string.")
	}
}
