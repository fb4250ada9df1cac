package bench

// Own is what the user has: the hook as the agent starts it, and the configs that apply where it is
// measured. Package main finds out what that is.
type Own struct {
	Program  []string   `json:"program"`         // with its arguments, as measured
	From     string     `json:"from,omitempty"`  // the settings that name it; "" where none do
	Build    string     `json:"build,omitempty"` // why it is not of this program's build; "" if it is
	Project  string     `json:"project"`
	Policies []string   `json:"policies,omitempty"` // that are built in
	Layers   []OwnLayer `json:"layers"`             // none: the bundled presets alone
	State    string     `json:"state"`              // what it read and wrote in its place

	Dir string   `json:"-"` // in which calls are made
	Env []string `json:"-"` // of the calls
}

// OwnLayer is one config file of the user's.
type OwnLayer struct {
	Layer string `json:"layer"` // user or project
	File  string `json:"file"`
}

// Call is that of a class, made with what the user has.
func (o *Own) Call(c *Class) Command {
	return Command{Argv: append([]string(nil), o.Program...), Dir: o.Dir, Env: o.Env,
		In: c.input(o.Dir)}
}
