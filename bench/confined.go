package bench

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
)

// Confined is what it costs to run a call confined: the wrapper that the agent starts in place of its
// shell, the sandbox that it has made, and the end of that, over the same line in the shell alone.
type Confined struct {
	Shell *Process `json:"shell"`           // the line in bash
	Run   *Process `json:"run"`             // the line through the wrapper
	Floor *Process `json:"floor,omitempty"` // the empty Go program in the same rounds; nil without a toolchain

	Over Spread `json:"over"` // nanoseconds, round by round
	// Ratio is the median of Over as a multiple of that of the empty Go program.
	Ratio float64 `json:"ratio,omitempty"`
	// Missing is why it was not measured.
	Missing string `json:"missing,omitempty"`
}

// ConfinedClass is the name of the figure in a budget's checks, and OverMetric its metric.
const (
	ConfinedClass = "confined"
	OverMetric    = "over go"
)

// runnerName is the program that makes the sandbox; it lies beside the hook.
const runnerName = "fencepost-run"

// confinedRounds is how often it is measured: three programs, of which one takes as long as six.
const confinedRounds = 200

// confined measures a call that does nothing: all that is added to it counts.
func (r *Report) confined(o *Options, w *Workplace) error {
	if o.Confined == "" {
		return nil
	}
	c := &Confined{}
	r.Confined = c
	programs, why, err := w.confinedPrograms(o.Confined)
	if err != nil {
		return err
	}
	if c.Missing = why; why != "" {
		return nil
	}
	err = o.rounds(programs, confinedRounds, "confined calls")
	if err != nil {
		c.Missing = "the call cannot be run confined here: " + err.Error()
		return nil //nolint:nilerr // a machine without the means is no fault of the measurement
	}
	c.Shell, c.Run = programs[0].figures(), programs[1].figures()
	over := make([]int64, len(c.Run.Samples))
	for i := range over {
		over[i] = c.Run.Samples[i] - c.Shell.Samples[i]
	}
	c.Over = SpreadOf(over)
	if len(programs) > 2 {
		c.Floor = programs[2].figures()
		c.Ratio = c.Over.P50 / c.Floor.Ns.P50
	}
	return nil
}

// confinedPrograms are the line in a shell, the line as the agent has it run, and the empty Go program
// where there is a toolchain. why says what is missing for that.
func (w *Workplace) confinedPrograms(exe string) (list []*program, why string, err error) {
	const bash = "/bin/bash"
	if runtime.GOOS != "linux" {
		return nil, "there is no sandbox to measure on " + runtime.GOOS, nil
	}
	for _, file := range []string{bash, exe, filepath.Join(filepath.Dir(exe), runnerName)} {
		if _, err := os.Stat(file); err != nil {
			return nil, "there is no " + file, nil
		}
	}
	floor, _ := BuildFloor(w.Dir) // without one there is no ratio
	hook, err := installed(exe, filepath.Join(w.Dir, "confined"), inOnePiece)
	if err != nil {
		return nil, "", err
	}
	home, project := filepath.Join(w.Dir, "sandboxed"), filepath.Join(w.Home, "work", "confined")
	for name, text := range map[string]string{
		filepath.Join(home, confighome.File):   "sandbox: {mode: auto, scope: all}\n",
		filepath.Join(w.Home, snapshotName):    "alias ll='ls -l'\n",
		filepath.Join(project, ".git", "HEAD"): "ref: refs/heads/main\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return nil, "", err
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return nil, "", err
		}
	}
	env := []string{"HOME=" + w.Home, "SHELL=" + bash, "PATH=/usr/local/bin:/usr/bin:/bin",
		"CLAUDE_CODE_SESSION_ID=5e55"}
	line := w.assembled("true")
	for _, p := range []program{
		{name: "shell", Command: Command{Argv: []string{bash, "-c", line}}},
		{name: ConfinedClass, Command: Command{Argv: []string{hook, "--agent-shell=" + home, line}}},
		{name: FloorGo, Command: Command{Argv: []string{floor}}},
	} {
		if p.Argv[0] == "" {
			continue
		}
		p.Dir, p.Env = project, env
		list = append(list, &p)
	}
	return list, "", nil
}

// snapshotName is the file with the aliases of the person's shell, below the home directory.
const snapshotName = ".claude/shell-snapshots/snapshot-bash-1795450903015-hcavld.sh"

// assembled is a line as Claude Code makes it around a command.
func (w *Workplace) assembled(command string) string {
	return fmt.Sprintf("source %s 2>/dev/null || true && eval '%s' < /dev/null && pwd -P >| %s",
		filepath.Join(w.Home, snapshotName), strings.ReplaceAll(command, "'", `'\''`),
		filepath.Join(w.Dir, "cwd"))
}
