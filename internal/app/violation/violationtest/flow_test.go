//go:build linux

package violationtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// TestFlow: what nobody can read runs confined without a question; what it is stopped from is told,
// asked about when the command is sent again, and granted by being run.
func TestFlow(t *testing.T) {
	w := newClient(t, "  mode: auto\n")
	const command = "./tool write '$HOME/y'"
	if a := w.propose("t1", command); a.Output.Decision != "allow" {
		t.Fatalf("proposed: %+v", a)
	}
	told, out, status := w.play("t1", command)
	if status == 0 || w.There("y") {
		t.Fatalf("it was not stopped: %s", out)
	}
	if !strings.Contains(told, "- writing ~/y: it is not in sandbox.write.allow") ||
		!strings.Contains(told, "send exactly the same command again") {
		t.Errorf("told %s", told)
	}
	a := w.propose("t2", command)
	if a.Output.Decision != "ask" || !strings.Contains(a.Output.Reason,
		"The sandbox stopped this command from writing ~/y. Allowing adds that for this session.") {
		t.Fatalf("sent again: %+v", a)
	}
	if told, out, status := w.play("t2", command); status != 0 || told != "" || !w.There("y") {
		t.Errorf("granted, and it ended with %d: %s%s", status, out, told)
	}
	if a := w.propose("t3", command); a.Output.Decision != "allow" {
		t.Errorf("once granted: %+v", a)
	}
	if told, out, status := w.play("t3", command); status != 0 || told != "" {
		t.Errorf("once granted, it ended with %d: %s%s", status, out, told)
	}
	// Nothing else came with it.
	if _, _, status := w.play("t4", "./tool write '$HOME/z'"); status == 0 || w.There("z") {
		t.Error("more than what was asked for is granted")
	}
	if log := w.log(); !strings.Contains(log, `"sandbox":"stopped: write `+w.Home+`/y"`) ||
		strings.Contains(log, "mismatch") {
		t.Errorf("the log is\n%s", log)
	}
}

// TestDeclinedCommandGetsNothing: a command that a person did not let run is not run with more, however
// often it is sent.
func TestDeclinedCommandGetsNothing(t *testing.T) {
	w := newClient(t, "  mode: auto\n")
	const command = "./tool write '$HOME/y' reach hub.test:8080"
	told, _, _ := w.play("t1", command)
	if !strings.Contains(told, "- reaching hub.test") || !strings.Contains(told, "- writing ~/y") {
		t.Fatalf("told %s", told)
	}
	if a := w.propose("t2", command); a.Output.Decision != "ask" ||
		!strings.Contains(a.Output.Reason, "hub.test") ||
		!strings.Contains(a.Output.Reason, "writing ~/y") {
		t.Fatalf("sent again: %+v", a)
	}
	for range 2 {
		if a := w.propose("t3", command); a.Output.Decision != "allow" {
			t.Fatalf("after a person said no: %+v", a)
		}
		if told, _, _ = w.play("t3", command); w.There("y") {
			t.Fatal("granted though nobody agreed")
		}
		if !strings.Contains(told, "fencepost sandbox grant") {
			t.Errorf("told %s", told)
		}
	}
}

// TestUnattended: in a mode in which nobody is asked the call is denied, with what a person can do;
// what they then grant in their terminal counts.
func TestUnattended(t *testing.T) {
	w := newClient(t, "  mode: auto\n")
	w.mode = "bypassPermissions"
	const command = "./tool write '$HOME/y'"
	w.play("t1", command)
	a := w.propose("t2", command)
	const grant = "fencepost sandbox grant write ~/y --session=" + world.Session
	if a.Output.Decision != "deny" || !strings.Contains(a.Output.Reason, grant) {
		t.Fatalf("sent again: %+v", a)
	}
	cmd := exec.Command("bash", "-c", grant)
	cmd.Dir, cmd.Env = w.Project, []string{"HOME=" + w.Home, "PATH=" + w.Bin + ":/usr/bin:/bin"}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", grant, err, out)
	}
	if a := w.propose("t3", command); a.Output.Decision != "allow" {
		t.Errorf("granted: %+v", a)
	}
	if _, out, status := w.play("t3", command); status != 0 || !w.There("y") {
		t.Errorf("granted, and it ended with %d: %s", status, out)
	}
}

// TestProtectedNamesAreNeverAsked: protected names and secrets are told of, and never asked about.
func TestProtectedNamesAreNeverAsked(t *testing.T) {
	w := newClient(t, "  mode: auto\n  write: {deny: [infra]}\n  network: {deny: [gist.test]}\n")
	w.Put("p/infra/a.tf", "x")
	for i, tt := range []struct{ arguments, told string }{
		{"write .git/hooks/post-commit", "- writing .git/hooks/post-commit: never granted"},
		{"write '$HOME/.bashrc'", "- writing ~/.bashrc: never granted"},
		{"write '$HOME/.claude/fencepost.yaml'", "- writing ~/.claude/fencepost.yaml: never granted"},
		{"read '$HOME/.ssh/id_ed25519'", "- reading ~/.ssh/id_ed25519: never granted"},
		{"write infra/a.tf", "- writing infra/a.tf: sandbox.write.readOnly keeps it (~/.claude/fencepost.yaml:"},
		{"reach gist.test:443", "- reaching gist.test:443: denied by sandbox.network.deny"},
	} {
		command := "./tool " + tt.arguments
		id := "t" + string(rune('a'+i))
		told, out, _ := w.play(id, command)
		if !strings.Contains(told, tt.told) || strings.Contains(told, "send exactly") {
			t.Errorf("%s: told\n%s\nprinted\n%s", command, told, out)
		}
		if a := w.propose(id+"2", command); strings.Contains(a.Output.Reason, "The sandbox stopped") {
			t.Errorf("%s: asked: %+v", command, a)
		}
	}
}

// TestMismatch: a call of which everything is known gets what it needs; where it lacks something
// our reading was wrong, and the log says so. Here a function takes the place of what was read.
func TestMismatch(t *testing.T) {
	w := newClient(t, "  mode: auto\n  scope: all\n")
	const command = "cat a.txt"
	w.propose("t1", command)
	must(t, os.WriteFile(w.Snapshot,
		[]byte("cat () { echo x > ~/y || return 1; command cat \"$@\"; }\n"), 0o600))
	line, _ := w.Line(command)
	cmd := w.Wrapped(line)
	out, _ := cmd.CombinedOutput()
	told := w.after("t1", command, string(out), cmd.ProcessState.ExitCode())
	if w.There("y") || !strings.Contains(told, "- writing ~/y") {
		t.Errorf("told %q, printed %s", told, out)
	}
	if log := w.log(); !strings.Contains(log, `"sandbox":"mismatch: write `+w.Home+`/y"`) {
		t.Errorf("the log is\n%s", log)
	}
}

// TestBackground: what a command in the background is stopped from is told when it has ended, with
// the next call.
func TestBackground(t *testing.T) {
	w := newClient(t, "  mode: auto\n")
	const command = "./tool await over write '$HOME/y'"
	w.propose("t1", command)
	line, _ := w.Line(command)
	cmd := w.Wrapped(line)
	file, err := os.Create(filepath.Join(w.Home, "task.output"))
	must(t, err)
	defer file.Close()
	cmd.Stdout, cmd.Stderr = file, file
	must(t, cmd.Start())
	testkit.WaitFor(t, "it has begun", func() bool {
		list, _ := filepath.Glob(w.Home + "/.claude/fencepost/run/*/records/*.json")
		return len(list) > 0
	})
	if told := w.after("t1", command, "", 0); told != "" {
		t.Errorf("before it has ended: %s", told)
	}
	w.Put("p/over", "")
	_ = cmd.Wait()
	told, _, _ := w.play("t2", "true")
	if !strings.Contains(told, "stopped `"+command+"`, which was in the background") ||
		!strings.Contains(told, "- writing ~/y") {
		t.Errorf("told %q", told)
	}
	if a := w.propose("t3", command); a.Output.Decision != "ask" {
		t.Errorf("sent again: %+v", a)
	}
	if told, _, _ := w.play("t4", "true"); told != "" {
		t.Errorf("told twice: %s", told)
	}
}

// TestStart: the model is told that there is a sandbox, where there is one.
func TestStart(t *testing.T) {
	for mode, want := range map[string]bool{"auto": true, "off": false} {
		w := newClient(t, "  mode: "+mode+"\n")
		if got := w.event("SessionStart", "", "", nil); strings.Contains(got, "in a sandbox") != want {
			t.Errorf("mode %s: %s", mode, got)
		}
	}
}

// TestNothingIsToldWithoutSandbox: without a sandbox nothing is told, and nothing is kept.
func TestNothingIsToldWithoutSandbox(t *testing.T) {
	w := newClient(t, "  mode: off\n")
	if told := w.after("t1", "touch ~/y", "touch: cannot touch '~/y': Read-only file system", 1); told != "" {
		t.Errorf("told %s", told)
	}
	if w.There(".claude/fencepost/run") {
		t.Error("something is kept of the session")
	}
}
