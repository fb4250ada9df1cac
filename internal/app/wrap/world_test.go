//go:build linux

package wrap

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/history"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

var must = world.Must

// client is a throwaway home with a project.
type client struct{ *world.Agent }

// newClient makes one for a shell, with what stands below `sandbox:` in the user's config.
func newClient(t *testing.T, shell, sandbox string) *client {
	t.Helper()
	w := &client{world.NewAgent(t, shell, sandbox)}
	w.Env[3] = "PATH=/usr/bin:/bin"
	aliases := "alias hello='echo hi there'\n"
	if shell == "bash" {
		aliases = "shopt -s expand_aliases\n" + aliases
	}
	must(t, os.WriteFile(w.Snapshot, []byte("unalias -a 2>/dev/null || true\n"+
		"fun () { echo \"fun $1\"; }\n"+aliases+"export PATH="+w.Bin+":/usr/bin:/bin\n"), 0o600))
	return w
}

// outcome is what became of a line.
type outcome struct {
	out, err string
	status   int
	cwd      string // where the next call begins
}

// play runs a command as the client does, through the wrapper or by the shell alone.
func (w *client) play(command string, wrapped bool) outcome {
	w.T.Helper()
	line, file := w.Line(command)
	o := w.start(line, wrapped)
	o.cwd = w.Project
	if text, err := os.ReadFile(file); err == nil {
		o.cwd = strings.TrimSuffix(string(text), "\n")
	}
	return o
}

// start runs a line. Its output is a file, as the client's is.
func (w *client) start(line string, wrapped bool) outcome {
	w.T.Helper()
	cmd := exec.Command(w.Shell, "-c", line)
	cmd.Dir, cmd.Env = w.Project, w.Env
	if wrapped {
		cmd = w.Wrapped(line)
	}
	var o outcome
	var errs bytes.Buffer
	out, err := os.CreateTemp(w.T.TempDir(), "out")
	must(w.T, err)
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, &errs
	if err := cmd.Run(); err != nil {
		if _, is := err.(*exec.ExitError); !is {
			w.T.Fatal(err)
		}
	}
	text, err := os.ReadFile(out.Name())
	must(w.T, err)
	o.out, o.err, o.status = string(text), errs.String(), cmd.ProcessState.ExitCode()
	return o
}

func (w *client) session() *history.Session { return history.In(w.Home).Session(world.Session) }

func shells(t *testing.T, f func(t *testing.T, shell string)) {
	for _, shell := range []string{"bash", "zsh"} {
		t.Run(shell, func(t *testing.T) { f(t, shell) })
	}
}
