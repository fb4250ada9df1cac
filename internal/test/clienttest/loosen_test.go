//go:build unix

package clienttest

import (
	"fmt"
	"strings"
	"testing"
)

const attemptsFile = "../../../testdata/loosen/attempts.jsonl"

// TestLoosen plays every attempt to loosen the fence in the newest client, and the first of each
// class in the others.
func TestLoosen(t *testing.T) {
	for i, version := range Versions(t) {
		client := Client(t, version)
		seen := map[string]bool{}
		for _, a := range Attempts(t, attemptsFile) {
			name := a.ID
			if i > 0 {
				if seen[a.Class] {
					continue
				}
				seen[a.Class] = true
				name += " " + version
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				loosen(t, &a, client)
			})
		}
	}
}

func loosen(t *testing.T, a *Attempt, client string) {
	if name := a.missing(); name != "" {
		t.Skipf("%s is not there", name)
	}
	if a.Nightly && !Nightly() {
		t.Skip("only in the nightly run")
	}
	done, r := a.Play(t, client, true)
	if !played(r) {
		t.Errorf("%s: the client did not play it: %v\n%s", a.Title, r.Err, r.Stderr)
	}
	if len(done) == 0 {
		return
	}
	t.Errorf("%s: %s\n%s", a.Title, strings.Join(done, "; "), transcript(r))
}

// TestAttemptsAreReal plays every attempt without a fence: each has to do all of its harm, or it
// shows nothing.
func TestAttemptsAreReal(t *testing.T) {
	if !Nightly() {
		t.Skip("only in the nightly run")
	}
	client := Client(t, Versions(t)[0])
	for _, a := range Attempts(t, attemptsFile) {
		t.Run(a.ID, func(t *testing.T) {
			t.Parallel()
			if name := a.missing(); name != "" {
				t.Skipf("%s is not there", name)
			}
			done, r := a.Play(t, client, false)
			if len(done) != len(a.Harm) && !a.Fenced {
				t.Errorf("%s: only %q\n%s", a.Title, done, transcript(r))
			}
		})
	}
}

// played says whether the client made the first call at all.
func played(r *Result) bool { return len(r.Replies) > 0 && r.Replies[0].Done }

// transcript is what each call returned, cut.
func transcript(r *Result) string {
	var b strings.Builder
	for _, p := range r.Replies {
		input := use{call: p.Call}.input()
		word := "not run"
		if p.Ran() {
			word = "ran"
		}
		text, _, _ := strings.Cut(p.Text, "<system-reminder>")
		text = strings.TrimSpace(text[:min(len(text), 240)])
		text = strings.ReplaceAll(text, "\n", "\n    ")
		fmt.Fprintf(&b, "  %s %s\n    %s: %s\n", p.Call.Tool, input[:min(len(input), 160)], word, text)
	}
	return b.String()
}
