package settings

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// PrefixVariable names the program that the client starts in place of the shell, with the line that
// the shell would run as its last argument.
const PrefixVariable = "CLAUDE_CODE_SHELL_PREFIX"

// Flags of the hook's program that make it the wrapper of a shell line. The client takes what
// follows the last " -" of the variable for the only argument, which is shell text, so that all that
// there is to say stands in one word: the home directory, and who reads the config for everybody.
const (
	wrapFlag        = "--agent-shell"
	wrapFlagManaged = "--agent-shell-managed"
)

// Prefix is the value of PrefixVariable for an entry. An empty Home leaves it to the environment.
func (e *Entry) Prefix() (string, error) {
	if hookfile.Base(e.Exe) != hookfile.Gate {
		return "", errors.New("only " + hookfile.Gate + " can stand in place of the shell")
	}
	flag := wrapFlag
	if e.Managed {
		flag = wrapFlagManaged
	}
	if e.Home != "" {
		flag += "=" + hookfile.Word(e.Home)
	}
	if strings.Contains(e.Home, " -") {
		return "", errors.New("the home directory " + e.Home + " holds a blank before a hyphen, " +
			"behind which the client looks for arguments")
	}
	return e.Exe + " " + flag, nil
}

// Wrapper is what a value of PrefixVariable starts.
type Wrapper struct {
	Exe     string
	Home    string // "" where the environment says it
	Managed bool
}

// ParsePrefix reads a value of PrefixVariable that an installation has written.
func ParsePrefix(value string) (w Wrapper, ok bool) {
	i := strings.LastIndex(value, " -")
	if i < 0 {
		return w, false
	}
	flag, home, named := strings.Cut(value[i+1:], "=")
	w = Wrapper{Exe: value[:i], Managed: flag == wrapFlagManaged}
	if hookfile.Base(w.Exe) != hookfile.Gate || flag != wrapFlag && !w.Managed {
		return w, false
	}
	if named {
		w.Home, ok = hookfile.Unquote(home)
		return w, ok
	}
	return w, true
}

// OwnPrefix reports whether a value in a settings file is one that an installation has written.
func OwnPrefix(raw json.RawMessage) bool {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return false
	}
	_, ok := ParsePrefix(text)
	return ok
}

// prefixPlan is what an installation puts into the variable.
func (e *Entry) prefixPlan() (hookfile.Plan, error) {
	p := hookfile.Plan{Variable: PrefixVariable, Ours: OwnPrefix}
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
		{Variable: PrefixVariable, Ours: OwnPrefix},
	}
}
