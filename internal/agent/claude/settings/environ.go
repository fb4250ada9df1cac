package settings

import (
	"encoding/json"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Reach is what an environment variable of a project's settings can do to the hook.
type Reach int

const (
	Harmless  Reach = iota
	MovesHome       // it moves the person's config, unless the entry names it with --home
	Moves           // other code runs, another config is read, or no hook runs
	Shapes          // it changes what is judged, and how
)

// reaches lists the variables that reach the hook: the client gives it the variables of a project's
// settings, whoever has written them (2.1.197 all, 2.1.330 without HOME and CLAUDE_CONFIG_DIR). A *
// ends a prefix.
const reaches = `
home HOME FENCEPOST_HOME USERPROFILE
moves CLAUDE_CONFIG_DIR CLAUDE_PROJECT_DIR CLAUDE_CODE_SHELL_PREFIX CLAUDE_CODE_SIMPLE
moves CLAUDE_CODE_SAFE_MODE CLAUDE_CODE_MANAGED_SETTINGS_PATH CLAUDE_CODE_RESTRICT_PERSONAL_CONFIG
moves PATH LD_* DYLD_* GLIBC_TUNABLES GCONV_PATH LOCPATH BASH_ENV ENV BASH_FUNC_* SHELLOPTS BASHOPTS
moves FENCEPOST_* SYSTEMROOT COMSPEC PATHEXT
shapes SHELL CLAUDE_CODE_SHELL TMPDIR TMP TEMP CLAUDE_CODE_TMPDIR ZDOTDIR
`

// ReachOf judges a variable by its name.
func ReachOf(name string) Reach {
	for line := range strings.Lines(reaches) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		for _, f := range fields[1:] {
			prefix, isPrefix := strings.CutSuffix(f, "*")
			within := isPrefix && strings.HasPrefix(strings.ToUpper(name), prefix)
			if !within && !strings.EqualFold(f, name) {
				continue
			}
			switch fields[0] {
			case "home":
				return MovesHome
			case "moves":
				return Moves
			}
			return Shapes
		}
	}
	return Harmless
}

// Variable is one of the "env" of a settings file.
type Variable struct{ Name, Value string }

// Env returns the variables that a settings file sets, as text, as the client gives them.
func Env(root hookfile.Object) []Variable {
	o, err := hookfile.ParseObject(root.Get("env"))
	if err != nil {
		return nil
	}
	var list []Variable
	for _, m := range o {
		v := Variable{Name: m.Key, Value: string(m.Value)}
		var text string
		if kind(m.Value) == "string" && json.Unmarshal(m.Value, &text) == nil {
			v.Value = text
		}
		list = append(list, v)
	}
	return list
}
