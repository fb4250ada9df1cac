package settings

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// Reach is what an environment variable of the settings can do to the hook.
type Reach int

const (
	Harmless  Reach = iota
	MovesHome       // it moves the person's config, unless the entry names it with --home
	Moves           // other code runs, or another config is read
	Shapes          // it changes what is judged, and how
	NoHooks         // the client runs no hook
	NotOwn          // the client runs no hook but those of an administrator
)

// reaches lists the variables that reach the hook: the client gives it the variables of a project's
// settings, whoever has written them (2.1.197 all, 2.1.330 without HOME and CLAUDE_CONFIG_DIR). A *
// ends a prefix.
const reaches = `
off CLAUDE_CODE_SIMPLE
own CLAUDE_CODE_SAFE_MODE CLAUDE_CODE_RESTRICT_PERSONAL_CONFIG CLAUDE_CODE_PERSONAL_HOOKS_OFF
home HOME FENCEPOST_HOME USERPROFILE
moves CLAUDE_CONFIG_DIR CLAUDE_PROJECT_DIR CLAUDE_CODE_SHELL_PREFIX CLAUDE_CODE_MANAGED_SETTINGS_PATH
moves PATH LD_* DYLD_* GLIBC_TUNABLES GCONV_PATH LOCPATH BASH_ENV ENV BASH_FUNC_* SHELLOPTS BASHOPTS
moves FENCEPOST_* SYSTEMROOT COMSPEC PATHEXT
shapes SHELL CLAUDE_CODE_SHELL TMPDIR TMP TEMP CLAUDE_CODE_TMPDIR ZDOTDIR
`

// ReachOf judges a variable by its name.
func ReachOf(name string) Reach {
	kinds := []string{"home", "moves", "shapes", "off", "own"} // in the order of the constants
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
			return Reach(slices.Index(kinds, fields[0]) + 1)
		}
	}
	return Harmless
}

// Variable is one of the "env" of a settings file.
type Variable struct{ Name, Value string }

// Off reports whether the client takes the value of a switch for "no".
func (v Variable) Off() bool {
	return slices.Contains([]string{"", "0", "false", "no", "off"}, strings.ToLower(v.Value))
}

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
