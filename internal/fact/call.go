package fact

// Call is one tool call that an agent proposes.
type Call struct {
	Event      string // hook_event_name
	Tool       string // tool_name
	Session    string
	ToolUse    string
	Cwd        string
	Mode       string // permission_mode: logged, never decides
	Input      []Field
	Suspicious string // why the input itself cannot be trusted (a repeated key, a missing field); "" if nothing is
}

// Field is one field of tool_input in source order: the raw JSON and, for a string, its value.
type Field struct {
	Name   string
	Raw    []byte
	Text   string
	String bool // the value is a JSON string
}

// Get returns the last field of that name. Names are case-sensitive.
func (c *Call) Get(name string) (Field, bool) {
	for i := len(c.Input) - 1; i >= 0; i-- {
		if c.Input[i].Name == name {
			return c.Input[i], true
		}
	}
	return Field{}, false
}

// Text returns the value of a string field, or "".
func (c *Call) Text(name string) string {
	f, _ := c.Get(name)
	return f.Text
}
