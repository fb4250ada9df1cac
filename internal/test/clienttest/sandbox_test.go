//go:build linux

package clienttest

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// tool is a program of the repository, of which nobody can know what it does: it runs what stands in
// another file, words, as text.
const (
	tool  = "#!/bin/bash\neval \"$(tac \"${0%/*}/words\")\"\n"
	words = "exit \"${3:-0}\"\necho \"$1\" > \"$2\" || exit 9\n"
)

// sandboxed is a world with fencepost and its sandbox installed, and a config of the person besides
// what the installation writes; "" is none. Where this machine confines nothing the test is skipped.
func sandboxed(t *testing.T, client, config string) *World {
	t.Helper()
	w := NewWorld(t)
	w.Client(client)
	w.Place()
	if out, err := w.Run(w.Fencepost()+"-run", "-w", ".", "--", "/bin/true"); err != nil {
		t.Skipf("no sandbox here: %v\n%s", err, out)
	}
	if config != "" {
		w.Put("{HOME}/.claude/fencepost.yaml", config)
	}
	w.Put("{HOME}/.bashrc", "alias hello='echo HELLO'\ngreet() { echo \"GREETINGS $1\"; }\n")
	if out, err := w.Run(w.Fencepost(), "install", "--sandbox"); err != nil {
		t.Fatalf("fencepost install --sandbox: %v\n%s", err, out)
	}
	w.Put("README.md", "hello\n")
	w.Put("tool", tool)
	w.Put("words", words)
	w.Shell("chmod +x tool && git init -q -b main && git add -A && git commit -qm one")
	t.Cleanup(func() { _, _ = w.Run(w.Fencepost()+"-run", "--stop", "all") })
	return w
}

// text is what call i returned, without what the client adds.
func (r *Result) text(i int) string {
	if i >= len(r.Replies) {
		return ""
	}
	text, _, _ := strings.Cut(r.Replies[i].Text, "<system-reminder>")
	return strings.TrimSpace(text)
}

// TestSandboxDoctor: an installation with a sandbox is a real one, and uninstall takes it out.
func TestSandboxDoctor(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := sandboxed(t, client, "")
			out, err := w.Run(w.Fencepost(), "doctor")
			if err != nil || !strings.Contains(out, "a confined call ran through the client's entry") {
				t.Errorf("doctor: %v\n%s", err, out)
			}
			w.Put(".claude/settings.json", `{"env": {"CLAUDE_CODE_SHELL_PREFIX": ""}}`)
			out, err = w.Run(w.Fencepost(), "doctor")
			if err == nil || !strings.Contains(out, "empties CLAUDE_CODE_SHELL_PREFIX") {
				t.Errorf("doctor in a project that empties the prefix: %v\n%s", err, out)
			}
			if out, err := w.Run(w.Fencepost(), "uninstall"); err != nil ||
				w.Exists("{HOME}/.claude/settings.json") {
				t.Errorf("uninstall: %v\n%s", err, out)
			}
		})
	}
}

// TestSandboxSession: what nobody can predict runs, without a question and where it may, and the
// person's shell is what it was: directory, aliases, functions, exit status, jobs in the background.
func TestSandboxSession(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := sandboxed(t, client, "import: [recommended]\ntools: {bash: {deny: [wc]}}\n")
			task := Bash("./tool late late.txt; echo started; sleep 2")
			task.Input["run_in_background"] = true
			steps := Each(
				Bash("mkdir -p sub && cd sub"),
				Bash("pwd"),
				Bash("hello; greet you"),
				Bash("../tool in here.txt 7"),
				Bash("cat here.txt; cd .."),
				Bash("./tool out {OUT}/stolen 7"),
				Bash("./tool out {HOME}/.bashrc 7"),
				Bash("wc README.md"),
				task,
				Bash("setsid sleep 300 >/dev/null 2>&1 & ./tool left left.txt"),
			)
			steps = append(steps, Step{Next: func(sofar []Reply) []Call { return []Call{Bash("pwd")} }},
				Step{Next: func(sofar []Reply) []Call {
					testkit.Eventually(func() bool { return w.Exists("late.txt") })
					return []Call{Read(outputOf(sofar[8].Text))}
				}})
			s := &Session{Program: client, World: w, Mode: "bypassPermissions", Steps: steps}
			r := s.Play(t)
			want := []struct {
				what, text string
				ran        bool
			}{
				{"cd", "", true}, {"the directory", "/sub", true},
				{"alias and function", "HELLO\nGREETINGS you", true},
				{"a program with a status", "Exit code 7", true}, {"its file", "in", true},
				{"outside", "Exit code 9", true}, {"the home", "Exit code 9", true},
				{"a denied call", "blocked", false}, {"in the background", "background", true},
				{"what it leaves", "", true},
				{"the directory again", w.Project, true}, {"its output", "started", true},
			}
			for i, tt := range want {
				if i >= len(r.Replies) || r.Replies[i].Ran() != tt.ran ||
					!strings.Contains(r.text(i), tt.text) {
					t.Errorf("%s: %q is missing\n%s%s", tt.what, tt.text, transcript(r), r.Stderr)
				}
			}
			if w.Exists("{OUT}/stolen") || strings.Contains(w.Text("{HOME}/.bashrc"), "out") {
				t.Errorf("a confined call wrote outside\n%s", transcript(r))
			}
			if out, err := w.Run(w.Fencepost()+"-run", "--list"); err != nil ||
				!strings.Contains(out, "Nothing goes on") {
				t.Errorf("after the session: %v\n%s", err, out)
			}
		})
	}
}

// outputOf is the file with the output of a task, as the client names it.
func outputOf(text string) string {
	_, rest, _ := strings.Cut(text, "written to: ")
	name, _, _ := strings.Cut(rest, ".output")
	return name + ".output"
}

// TestSandboxServer: a server in the background is reached by later calls of the session, and ends
// with it.
func TestSandboxServer(t *testing.T) {
	for _, name := range []string{"/usr/bin/python3", "/usr/bin/curl"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := sandboxed(t, client, "")
			start := Bash("/usr/bin/python3 -m http.server 8123 --bind 127.0.0.1 >serve.log 2>&1 &")
			ask := Bash("/usr/bin/curl -s --retry 20 --retry-connrefused --retry-delay 1 " +
				"http://localhost:8123/README.md")
			r := w.Play(client, Each(start, ask))
			if len(r.Replies) != 2 || r.text(1) != "hello" {
				t.Errorf("%v\n%s%s", r.Err, transcript(r), w.Text("serve.log"))
			}
			if out, err := w.Run(w.Fencepost()+"-run", "--list"); err != nil ||
				!strings.Contains(out, "Nothing goes on") {
				t.Errorf("after the session: %v\n%s", err, out)
			}
		})
	}
}

// TestSandboxViolation: what the sandbox stops is told to the model, the same call again is put to the
// person, and what they allow counts for the session.
func TestSandboxViolation(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := sandboxed(t, client, "")
			const stopped, other = "./tool note {HOME}/notes.txt", "./tool no {HOME}/.bashrc"
			calls := []Call{Bash(stopped), Bash(stopped), Bash("./tool again {HOME}/notes.txt"),
				Bash(other), Bash(other)}
			s := &Session{Program: client, World: w, Mode: "default", Steps: Each(calls...),
				Env: []string{"CLAUDE_CODE_ENTRYPOINT=ssh-remote"}} // where a person is
			s.Answer = func(a Ask) bool { return true }
			r := s.Play(t)
			if len(r.Replies) != len(calls) {
				t.Fatalf("%v\n%s%s", r.Err, transcript(r), r.Stderr)
			}
			if r.text(0) == "" || !strings.HasPrefix(r.text(0), "Exit code 9") ||
				!r.Has("the same command again") {
				t.Errorf("the model is not told\n%s", transcript(r))
			}
			if len(r.Asks) != 1 || !strings.Contains(r.Asks[0].Reason, "notes.txt") {
				t.Errorf("asked: %+v\n%s", r.Asks, transcript(r))
			}
			for i, p := range r.Replies[1:3] {
				if !p.Ran() || p.Error {
					t.Errorf("call %d with the grant: %s", i+1, p.Text)
				}
			}
			if got := w.Text("{HOME}/notes.txt"); got != "again\n" {
				t.Errorf("notes.txt: %q\n%s", got, transcript(r))
			}
			if strings.Contains(w.Text("{HOME}/.bashrc"), "no\n") {
				t.Errorf("a protected file was written\n%s", transcript(r))
			}
			// Another session has no grant.
			w.Put("{HOME}/notes.txt", "mine\n")
			r = w.Play(client, Each(Bash(stopped)))
			if w.Text("{HOME}/notes.txt") != "mine\n" {
				t.Errorf("another session has the grant\n%s", transcript(r))
			}
		})
	}
}

// TestSandboxEmptied: a project that empties the prefix, or has one of its own, gets questions again
// and nothing unconfined.
func TestSandboxEmptied(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, prefix := range []string{"", "{PROJ}/tool"} {
			t.Run(version+" "+prefix, func(t *testing.T) {
				t.Parallel()
				w := sandboxed(t, client, "")
				w.Put(".claude/settings.json",
					`{"env": {"CLAUDE_CODE_SHELL_PREFIX": "`+prefix+`"}}`)
				r := w.Play(client, Each(Bash("./tool out {OUT}/stolen"), Bash("cat README.md")))
				if w.Exists("{OUT}/stolen") || len(r.Replies) != 2 || r.Replies[0].Ran() {
					t.Errorf("%v\n%s", r.Err, transcript(r))
				}
				if !r.Has("CLAUDE_CODE_SHELL_PREFIX") {
					t.Errorf("the reason does not say why\n%s", transcript(r))
				}
			})
		}
	}
}

// TestSandboxOwnRules: the rules that a person has in the client's settings hold with the sandbox on,
// as the client sees the command and not the wrapper.
func TestSandboxOwnRules(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := sandboxed(t, client, "")
			settings := strings.TrimSpace(w.Text("{HOME}/.claude/settings.json"))
			w.Put("{HOME}/.claude/settings.json", strings.TrimSuffix(settings, "}")+
				`, "permissions": {"deny": ["Bash(rm:*)"], "ask": ["Bash(./tool asked:*)"]}}`)
			w.Put("kept", "x")
			s := &Session{Program: client, World: w, Mode: "default", Steps: Each(
				Bash("rm -f kept"), Bash("./tool asked asked.txt"), Bash("./tool free free.txt"))}
			s.Answer = func(a Ask) bool { return false }
			r := s.Play(t)
			if !w.Exists("kept") || w.Exists("asked.txt") || !w.Exists("free.txt") {
				t.Errorf("%v\n%s", r.Err, transcript(r))
			}
			if len(r.Asks) != 1 || r.Asks[0].Input["command"] != "./tool asked asked.txt" {
				t.Errorf("asked: %+v", r.Asks)
			}
		})
	}
}

// TestSandboxFailures: where a program of the sandbox is missing, nothing goes on that it would have
// confined, and no call goes on without the hook: the client puts the wrapper before shell lines.
func TestSandboxFailures(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, program := range []string{"-hook", "-run"} {
			t.Run(version+" "+program, func(t *testing.T) {
				t.Parallel()
				w := sandboxed(t, client, "")
				w.Shell("rm {FENCEPOST}" + program)
				calls := []Call{Bash("./tool x went-on"), Bash("touch seen"), Write("{PROJ}/written", "x")}
				r := w.Play(client, Each(calls...))
				fine := program == "-run" // what is understood needs no sandbox
				if w.Exists("went-on") || w.Exists("seen") != fine || w.Exists("written") != fine ||
					len(r.Replies) != len(calls) {
					t.Errorf("%v\n%s%s", r.Err, transcript(r), r.Stderr)
				}
			})
		}
	}
}
