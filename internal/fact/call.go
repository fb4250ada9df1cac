package fact

// Call is one tool call that an agent proposes.
type Call struct {
	Event string // name of the hook event, as Claude Code calls it, such as PreToolUse
	// name of the tool; other agents' tools have the name of Claude Code's for the same
	Tool    string
	Native  string // the agent's own name of the tool, if it is another one
	Session string
	ToolUse string
	Cwd     string
	Dir     string // where the call itself runs, if not in Cwd; relative to that
	Mode    string // permission_mode: logged; it loosens nothing
	Input   []Field
	Touches []Touch // what it acts on, if the table of tools has no single field for it
	// why the input itself cannot be trusted (a repeated key, a missing field); "" if nothing is
	Suspicious string
	At         int64 // of an earlier call: when it was judged, in nanoseconds of Unix; 0: not known
}

// Field is one field of tool_input in source order: the raw JSON and, for a string, its value.
type Field struct {
	Name   string
	Native string // the agent's own name of the field, if it is another one
	Raw    []byte
	Text   string
	String bool // the value is a JSON string
}

// Touch is a file that a call acts on, or a host that it contacts: one of several, as in a patch.
type Touch struct {
	Tool    string // the tool that would do this alone, such as Write; "" for the call's own
	Kind    EffectKind
	Path    string // as written; "" for a host
	Pattern bool   // Path is a pattern for names
	Tree    bool   // and what lies below Path
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
