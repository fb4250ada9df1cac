//go:build unix

package clienttest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// outputFile is where the client says that a task's output goes.
var outputFile = regexp.MustCompile(`/\S+/tasks/\w+\.output`)

// TestBackgroundOutput: what a task in the background prints can be read where the client puts it,
// under `recommended`. A busy client now and then loses the file itself: then another is asked.
func TestBackgroundOutput(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, mode := range []string{"default", "bypassPermissions"} {
			t.Run(version+" "+mode, func(t *testing.T) {
				t.Parallel()
				for range 4 {
					if readsOutput(t, client, mode) {
						return
					}
				}
				t.Error("the client never wrote the file that it had named")
			})
		}
	}
}

// readsOutput plays a task and reads its output, by a tool and by a command. The task goes on until
// it was read. False: the client did not write the file.
func readsOutput(t *testing.T, client, mode string) bool {
	w := fenced(t, client, "")
	w.Put("log.txt", "from-the-background\n")
	more := filepath.Join(w.Project, "more")
	if err := syscall.Mkfifo(more, 0o600); err != nil {
		t.Fatal(err)
	}
	start := Bash("cat log.txt more")
	start.Input["run_in_background"] = true
	waited, written := false, false
	output := func(call func(string) Call) func(sofar []Reply) []Call {
		return func(sofar []Reply) []Call {
			file := outputFile.FindString(sofar[1].Text)
			if !waited {
				waited, written = true, w.await(file)
			}
			return []Call{call(file)}
		}
	}
	end := func([]Reply) []Call {
		if f, err := os.OpenFile(more, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			f.Close()
		}
		return []Call{Bash("echo end")}
	}
	s := &Session{Program: client, World: w, Mode: mode, Steps: []Step{
		{Calls: []Call{Bash("echo begin")}},
		{Calls: []Call{start}},
		{Next: output(Read)},
		{Next: output(func(file string) Call { return Bash("cat " + file) })},
		{Next: end},
	}}
	r := s.Play(t)
	if len(r.Replies) < 5 || !outputFile.MatchString(r.Replies[1].Text) {
		t.Fatalf("%v\n%s%s", r.Err, r.Stderr, transcript(r))
	}
	for _, p := range r.Replies[2:4] {
		if written && !strings.Contains(p.Text, "from-the-background") {
			t.Errorf("%v: %s\n%s", p.Call, p.Text, transcript(r))
		}
	}
	return written
}

// await waits until the client has written a file that it has named, and reports whether it does.
func (w *World) await(file string) bool {
	real := filepath.Join(w.Tmp(), strings.TrimPrefix(file, "/tmp"))
	return testkit.Eventually(func() bool {
		info, err := os.Stat(real)
		return err == nil && info.Size() > 0
	})
}

// TestStructuredOutput: `claude -p --json-schema` gives what the schema asks for.
func TestStructuredOutput(t *testing.T) {
	const schema = `{"type":"object","properties":{"answer":{"type":"string"}}}`
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := fenced(t, client, "")
			call := Call{Tool: "StructuredOutput", Input: map[string]any{"answer": "forty"}}
			s := &Session{Program: client, World: w, Mode: "default", Steps: Each(call)}
			s.Args = []string{"--json-schema", schema}
			r := s.Play(t)
			var out struct{ Answer string }
			if json.Unmarshal(r.Output, &out) != nil || out.Answer != "forty" {
				t.Errorf("%s: got %q\n%s", version, r.Output, transcript(r))
			}
		})
	}
}

// TestRedirect: a scratch file in /tmp goes to fencepost's own directory, the model and the person
// are told, and the client judges the call as rewritten.
func TestRedirect(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := fenced(t, client, "")
			if w.Tmp() == "/tmp" {
				t.Skip("/tmp is everybody's here")
			}
			r := w.Play(client, Each(
				Bash("echo moved > /tmp/x"), Bash("cat /tmp/x"), Write("/tmp/y", "moved too\n"), Read("/tmp/y"),
			))
			for _, name := range []string{"x", "y"} {
				if _, err := os.Stat(filepath.Join(w.Tmp(), "claude", name)); err != nil {
					t.Errorf("%v\n%s", err, transcript(r))
				}
				if _, err := os.Stat(filepath.Join(w.Tmp(), name)); err == nil {
					t.Errorf("/tmp/%s is there\n%s", name, transcript(r))
				}
			}
			if !r.Has("/tmp/claude/x") {
				t.Errorf("%s: the model is not told\n%s", version, transcript(r))
			}
			if version != Pinned[1] && !r.Said("/tmp/claude/x") {
				t.Errorf("%s: the person is not told", version)
			}
		})
	}
}

// TestTreesThatAreHarmless: what brings in a tree without the fence's files runs, without a
// question. (tar -x and git stash have a question of their own in `recommended`.)
func TestTreesThatAreHarmless(t *testing.T) {
	client := Client(t, Versions(t)[0])
	w := fenced(t, client, "")
	w.Put("tpl/a/b.txt", "b\n")
	w.Shell("git add -A && git commit -qm tpl && git checkout -q -b feature && echo f > f.txt")
	w.Shell("git add -A && git commit -qm f && git format-patch -q -1 --stdout > ../f.diff")
	w.Shell("git checkout -q main && mv ../f.diff f.diff")
	calls := []Call{
		Bash("cp -r tpl/. ."), Bash("git apply f.diff"), Bash("rm f.txt"), Bash("mv a b"),
		Bash("git merge -q feature"), Bash("git switch -q feature"), Bash("git checkout -q main"),
		Bash("git cherry-pick --allow-empty feature~1"), Bash("patch -R -p1 < f.diff"),
	}
	r := w.Play(client, Each(calls...))
	for _, p := range r.Replies {
		if !p.Ran() {
			t.Errorf("%v did not run: %s", p.Call.Input, p.Text)
		}
	}
}
