//go:build linux

package escape

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/sweep"
)

// TestSweep looks at what a run leaves, and what is told of it.
func TestSweep(t *testing.T) {
	m := newMachine(t)
	engines := []string{"native"}
	if _, err := bwrap.Find(); err == nil {
		engines = append(engines, "bwrap")
	}
	for _, engine := range engines {
		t.Run(engine, func(t *testing.T) {
			m.engine = engine
			w := m.place(t, os.Geteuid())
			script := "echo out; mkdir n; echo x > n/.envrc; git init -q s; echo x > .vscode/y; exit 7"
			c := w.boxed(t, script, "--report", w.path("report"))
			var stdout, stderr bytes.Buffer
			c.Stdout, c.Stderr = &stdout, &stderr
			var status *exec.ExitError
			if err := c.Run(); !errors.As(err, &status) || status.ExitCode() != 7 {
				t.Errorf("%v", err)
			}
			told := "fencepost: sandbox quarantined " + w.path("home/p/n/.envrc")
			if stdout.String() != "out\n" || !strings.Contains(stderr.String(), told) ||
				strings.Count(stderr.String(), "fencepost:") != 1 {
				t.Errorf("%s\n%s", &stdout, &stderr)
			}
			var rep sweep.Report
			data, err := os.ReadFile(w.path("report"))
			must(t, err)
			must(t, json.Unmarshal(data, &rep))
			if len(rep.Plants) != 1 || !exists(rep.Plants[0].Moved) ||
				exists(w.path("home/p/n/.envrc")) {
				t.Errorf("%s", data)
			}
			if !exists(w.path("home/p/s/.git/HEAD")) || !exists(w.path("home/p/.envrc")) {
				t.Error("more is gone than was planted")
			}
			out, err := w.boxed(t, "git status --short > /dev/null").CombinedOutput()
			if err != nil || len(out) != 0 {
				t.Errorf("%s %v", out, err)
			}
		})
	}
}

// TestReportFlag: an engine that cannot look refuses what needs it.
func TestReportFlag(t *testing.T) {
	w := life(t)
	c := w.command(t, w.m.dir+"/fencepost-run", "--engine", "landlock", "--level", "reduced",
		"--report", w.path("report"), "--", "true")
	if out, err := c.CombinedOutput(); err == nil || !strings.Contains(string(out), "--report") {
		t.Errorf("%s %v", out, err)
	}
}
