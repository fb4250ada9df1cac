package settings

import (
	"encoding/json"

	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Prefix is the value of shellprefix.Variable for an entry. An empty Home leaves it to the
// environment.
func (e *Entry) Prefix() (string, error) {
	w := shellprefix.Wrapper{Exe: e.Exe, Home: e.Home, Managed: e.Managed}
	return w.Value()
}

// OwnPrefix reports whether a value in a settings file is one that an installation has written.
func OwnPrefix(raw json.RawMessage) bool {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return false
	}
	_, ok := shellprefix.Parse(text)
	return ok
}

// prefixPlan is what an installation puts into the variable.
func (e *Entry) prefixPlan() (hookfile.Plan, error) {
	p := hookfile.Plan{Variable: shellprefix.Variable, Ours: OwnPrefix}
	value, err := e.Prefix()
	if err != nil {
		return p, err
	}
	p.Raw, err = hookfile.Encode(value)
	return p, err
}

// WithoutSandbox are the plans of what an installation with a sandbox puts into a file and one
// without does not.
func WithoutSandbox() []hookfile.Plan {
	end := sessionEnd()
	return []hookfile.Plan{
		{Event: end.Name, Ours: func(raw json.RawMessage) bool { return Runs(raw, &end) }},
		{Variable: shellprefix.Variable, Ours: OwnPrefix},
	}
}
