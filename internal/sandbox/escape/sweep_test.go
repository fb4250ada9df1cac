//go:build linux

package escape

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/sandbox/quarantine"
	"github.com/fencepost/fencepost/internal/test/testkit"
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
			var rep quarantine.Report
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

// TestSweepLate: what the processes of a run make after its command is found, however they end; and
// before the next command begins, while they live.
func TestSweepLate(t *testing.T) {
	const late = "until [ -e go ]; do sleep 0.01; done; mkdir -p n/.vscode; echo x > n/.envrc; " +
		"echo x > n/.vscode/tasks.json; touch made"
	ends := func(*testing.T, *place, going) {}
	stops := func(t *testing.T, w *place, run going) {
		out, err := w.command(t, w.m.dir+"/fencepost-run", "--stop", run.Run).CombinedOutput()
		if err != nil {
			t.Errorf("%v %s", err, out)
		}
	}
	signals := func(s syscall.Signal) func(*testing.T, *place, going) {
		return func(t *testing.T, _ *place, run going) { must(t, syscall.Kill(run.Server.Pid, s)) }
	}
	for _, tt := range []struct {
		name, script string
		end          func(*testing.T, *place, going)
	}{
		{"by itself", "(" + late + ") &", ends},
		{"nested forks", "(setsid sh -c '(" + late + ") & exit' &) ; (sleep 0.1 &) &", ends},
		{"stopped", "setsid nohup sh -c '" + late + "; sleep 99' &", stops},
		{"stopped while it writes", "(" + late + "; while :; do echo x > n/.envrc; done) &", stops},
		{"asked to end", "(" + late + "; sleep 99) &", signals(syscall.SIGTERM)},
		{"killed", "(" + late + "; sleep 99) &", signals(syscall.SIGKILL)},
		{"going on", "(" + late + "; sleep 99) &", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			keeping(t, func(t *testing.T, w *place) {
				must(t, w.boxed(t, "("+tt.script+") > /dev/null 2>&1 < /dev/null").Run())
				run := w.list(t)
				if len(run) != 1 {
					t.Fatalf("%+v", run)
				}
				must(t, os.WriteFile(w.path("home/p/go"), nil, 0o644))
				testkit.WaitFor(t, "it is made", func() bool { return exists(w.path("home/p/made")) })
				if tt.end != nil {
					tt.end(t, w, run[0])
					testkit.WaitFor(t, "it ends", func() bool { return len(w.list(t)) == 0 })
				}
				out, err := w.boxed(t, "ls -A n").CombinedOutput()
				for _, want := range []string{"quarantined " + w.path("home/p/n/.envrc"),
					"quarantined " + w.path("home/p/n/.vscode")} {
					if err != nil || strings.Count(string(out), want) != 1 {
						t.Errorf("%v %s", err, out)
					}
				}
				if strings.Contains(string(out), "\n.") || exists(w.path("home/p/n/.envrc")) {
					t.Errorf("it is there: %s", out)
				}
				if tt.end == nil {
					stops(t, w, run[0])
				}
				must(t, os.RemoveAll(w.path("home/p/go")))
				must(t, os.RemoveAll(w.path("home/p/made")))
				if out, err := w.boxed(t, "true").CombinedOutput(); err != nil || len(out) > 0 {
					t.Errorf("it is told again: %v %s", err, out)
				}
			})
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
