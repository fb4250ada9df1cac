//go:build linux

package escape

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/report"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// told is what a record says, in a line.
func told(r *report.Run) string {
	s := fmt.Sprintf("%s %s %s status %d", r.Engine, r.Level, r.Net, r.Status)
	if r.Failed != "" {
		s += " failed"
	}
	if r.Left {
		s += " left"
	}
	for _, f := range r.Refused {
		s += fmt.Sprintf(" refused %s:%d×%d", f.Host, f.Port, f.Count)
	}
	for _, p := range r.Quarantined {
		s += " swept " + p.Path[strings.LastIndex(p.Path, "/")+1:]
	}
	return s
}

// TestRecord: --report-run says what a run was and how it ended.
func TestRecord(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("not run: curl is not installed")
	}
	engines(t, func(t *testing.T, w *place) {
		if w.m.engine == "landlock" {
			t.Skip("not run: nobody is left to say how it ended")
		}
		name := w.path("outside/run.json")
		for _, c := range []struct {
			flags        []string
			script, want string
		}{
			{nil, "exit 7", "none status 7"},
			{nil, "kill -9 $$", "none status 137"},
			{nil, "echo x > .envrc.d; mkdir -p q; echo x > q/.envrc", "none status 0 swept .envrc"},
			{[]string{"-n", "good.test"}, "curl -s http://evil.test/; curl -s http://evil.test/; curl -s https://bad.test/;" +
				"curl -s http://looked.test:5432; exit 3",
				"filtered status 3 refused evil.test:80×2 refused bad.test:443×1 refused looked.test:0×1"},
			{nil, "sleep 0.3 > /dev/null 2>&1 &", "none status 0 left"},
			{[]string{"-w", "/nowhere"}, "true", "none status 125 failed"},
			{[]string{"--net", "open"}, "true", "open status 0"},
		} {
			command := w.boxed(t, c.script, append([]string{"--report-run", name}, c.flags...)...)
			out, _ := command.CombinedOutput()
			r, err := report.Read(name)
			if err != nil {
				t.Errorf("%s: %v\n%s", c.script, err, out)
				continue
			}
			if got := told(r); got != w.m.engine+" full "+c.want || !r.Over() ||
				r.Directory != w.vars["P"] || !slices.Contains(r.Command, c.script) {
				t.Errorf("%s: %s, over %v, want %s\n%s", c.script, got, r.Over(), c.want, out)
			}
			if status := command.ProcessState.ExitCode(); status != r.Status {
				t.Errorf("%s: status %d, and %d in the record", c.script, status, r.Status)
			}
		}
	})
}

// TestRecordBegun: what is killed leaves the record of its begin, with the plan.
func TestRecordBegun(t *testing.T) {
	engines(t, func(t *testing.T, w *place) {
		if w.m.engine == "landlock" {
			t.Skip("not run: nobody is left to say how it ended")
		}
		name := w.path("outside/run.json")
		c := w.boxed(t, "echo ready; sleep 5", "--report-run", name)
		world.Ready(t, c)
		must(t, syscall.Kill(c.Process.Pid, syscall.SIGKILL))
		_ = c.Wait()
		r, err := report.Read(name)
		must(t, err)
		kept := slices.ContainsFunc(r.Plan.ReadOnly, func(p report.Path) bool {
			return p.Path == w.vars["P"]+"/.git/hooks" && p.Why != ""
		})
		if r.Over() || !kept || !slices.Contains(r.Plan.Write, w.vars["P"]) ||
			!slices.Contains(r.Plan.Private, "/tmp") || len(r.Plan.Hide) == 0 {
			t.Errorf("%s, over %v, %+v, %d hidden", told(r), r.Over(), r.Plan.ReadOnly, len(r.Plan.Hide))
		}
	})
}

// TestRecordOfLandlock: the proxy says what it refuses, as the process has become the command.
func TestRecordOfLandlock(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("not run: curl is not installed")
	}
	w := life(t)
	w.m.engine = "landlock"
	w.m.ports(t, &row{Flags: []string{"-n"}})
	name := w.path("outside/run.json")
	c := w.boxed(t, "curl -s http://evil.test/; exit 3", "-n", "good.test", "--report-run", name)
	out, _ := c.CombinedOutput()
	r, err := report.Read(name)
	must(t, err)
	if r.Over() || told(r) != "landlock reduced filtered status 0 refused evil.test:80×1" {
		t.Errorf("%s, over %v\n%s", told(r), r.Over(), out)
	}
}

// TestRecordGoesNowhereElse: what the command does to the name of the record leads nowhere.
func TestRecordGoesNowhereElse(t *testing.T) {
	w := life(t)
	name := w.vars["P"] + "/run.json"
	out, err := w.boxed(t, "rm run.json; ln -s $O/file run.json", "--report-run", name).CombinedOutput()
	if text, _ := os.ReadFile(w.path("outside/file")); string(text) != "outside\n" {
		t.Errorf("%q %v\n%s", text, err, out)
	}
	out, err = w.boxed(t, "true", "--report-run", name).CombinedOutput()
	if err == nil || !strings.Contains(string(out), "--report-run") {
		t.Errorf("a link is followed: %v\n%s", err, out)
	}
}
