//go:build unix

package clienttest

import (
	"strings"
	"testing"
)

// verdicts is a person's config with one command for each answer.
const verdicts = `default: ask
tools:
  allow: [Agent]
  bash:
    allow: [echo]
    ask: [mkdir]
    deny: [touch]
    discourageChaining: false
`

// TestModes puts allow, ask and deny to the client in each of its permission modes.
func TestModes(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, mode := range some(t, version, allModes) {
			t.Run(version+" "+mode, func(t *testing.T) {
				t.Parallel()
				w := fenced(t, client, verdicts)
				s := &Session{Program: client, World: w, Mode: mode, Steps: []Step{
					{Calls: []Call{Bash("echo allowed"), Bash("mkdir asked"), Bash("touch denied")}},
					{Calls: []Call{Bash("echo a && touch denied2"), Write("{PROJ}/written", "x")}},
				}}
				if mode == "auto" {
					s.Args, s.Classify = []string{"--model", autoModel}, approve
				}
				r := s.Play(t)
				if !played(r) || !r.Replies[0].Ran() {
					t.Errorf("an allowed call did not run: %v\n%s", r.Err, transcript(r))
				}
				for _, name := range []string{"asked", "denied", "denied2", "written"} {
					if w.Exists(name) {
						t.Errorf("%s exists\n%s", name, transcript(r))
					}
				}
				if !r.Has("Fencepost: blocked") {
					t.Errorf("no reason\n%s", transcript(r))
				}
			})
		}
	}
}

// TestAskReachesThePerson: with somebody to ask, an ask is put to them in each mode, and their
// answer counts.
func TestAskReachesThePerson(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, mode := range some(t, version, allModes) {
			t.Run(version+" "+mode, func(t *testing.T) {
				t.Parallel()
				w := fenced(t, client, verdicts)
				var steps = Each(Bash("mkdir yes"), Bash("mkdir no"), Bash("touch denied"))
				s := &Session{Program: client, World: w, Mode: mode, Steps: steps}
				s.Answer = func(a Ask) bool { return a.Input["command"] == "mkdir yes" }
				if mode == "auto" {
					s.Args, s.Classify = []string{"--model", autoModel}, approve
				}
				r := s.Play(t)
				if len(r.Asks) != 2 || !w.Exists("yes") || w.Exists("no") || w.Exists("denied") {
					t.Errorf("%d asks: %v\n%s", len(r.Asks), r.Err, transcript(r))
				}
			})
		}
	}
}

// fenced is a world with fencepost installed and a config of the person; "" is none.
func fenced(t *testing.T, client, config string) *World {
	t.Helper()
	w := NewWorld(t)
	w.Client(client)
	w.Install()
	if config != "" {
		w.Put("{HOME}/.claude/fencepost.yaml", config)
	}
	w.Put("README.md", "hello\n")
	w.Shell("git init -q -b main && git add -A && git commit -qm one")
	return w
}

// TestParallelAndSubagents: calls that are made at once and those of a subagent are judged like any
// other.
func TestParallelAndSubagents(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := fenced(t, client, verdicts)
			var many []Call
			for _, n := range strings.Fields("a b c d e f g h") {
				many = append(many, Bash("touch denied-"+n), Bash("echo ok-"+n), Bash("mkdir asked-"+n))
			}
			input := map[string]any{"description": "d", "subagent_type": "general-purpose"}
			sub := Call{Tool: "Agent", Input: input, Calls: []Call{
				Bash("echo sub"), Bash("touch denied-sub"), Bash("mkdir asked-sub"), Write("{PROJ}/w", "x"),
			}}
			r := w.Play(client, []Step{
				{Calls: many}, {Calls: []Call{sub}}, {Calls: []Call{Bash("echo last")}},
			})
			subs := 0
			for _, p := range r.Replies {
				if p.Sub && p.Done {
					subs++
				}
				command, _ := p.Call.Input["command"].(string)
				echo := strings.HasPrefix(command, "echo ")
				if p.Call.Tool == "Bash" && p.Ran() != echo {
					t.Errorf("%s: ran %v: %s", command, p.Ran(), p.Text)
				}
			}
			if subs != 4 || w.Exists("w") {
				t.Errorf("the subagent made %d calls\n%s", subs, transcript(r))
			}
		})
	}
}
