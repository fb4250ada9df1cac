// Package shellprefix is about the variable of Claude Code that names a program which the client
// starts in place of the shell: what an installation writes into it, and who reads it.
//
// The client takes what follows the last " -" of the variable for the only argument, which is shell
// text, so that all that there is to say stands in one word: the home directory, and who reads the
// config for everybody.
package shellprefix

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// Variable is the name of the environment variable. The program gets the line that the shell would
// run as its last argument.
const Variable = "CLAUDE_CODE_SHELL_PREFIX"

// The flags that make the hook's program the wrapper. Each takes =HOME, whose .claude holds the
// config; with the second the config for everybody on the machine is read, too.
const (
	Flag        = "--agent-shell"
	FlagManaged = "--agent-shell-managed"
)

// gate is the only program that is a wrapper.
const gate = "fencepost-hook"

// Wrapper is what the variable starts.
type Wrapper struct {
	Exe     string // a path, of which the last component is fencepost-hook
	Home    string // "" where the environment says it
	Managed bool
}

func (w *Wrapper) flag() string {
	if w.Managed {
		return FlagManaged
	}
	return Flag
}

// Value is the variable for a wrapper. It fails for another program than the hook's, and for a home
// directory that the client would take apart.
func (w *Wrapper) Value() (string, error) {
	if !isGate(w.Exe) {
		return "", errors.New("only " + gate + " can stand in place of the shell")
	}
	if strings.Contains(w.Home, " -") {
		return "", errors.New("the home directory " + w.Home + " holds a blank before a hyphen, " +
			"behind which the client looks for arguments")
	}
	value := w.Exe + " " + w.flag()
	if w.Home != "" {
		value += "=" + shellquote.Word(w.Home)
	}
	return value, nil
}

// Parse reads a value that an installation has written; ok is false for any other.
func Parse(value string) (w Wrapper, ok bool) {
	i := strings.LastIndex(value, " -")
	if i < 0 {
		return w, false
	}
	flag, home, named := strings.Cut(value[i+1:], "=")
	w = Wrapper{Exe: value[:i], Managed: flag == FlagManaged}
	if !isGate(w.Exe) || flag != w.flag() {
		return w, false
	}
	if named {
		w.Home, ok = shellquote.Unquote(home)
		return w, ok
	}
	return w, true
}

func isGate(exe string) bool { return strings.TrimSuffix(filepath.Base(exe), ".exe") == gate }
