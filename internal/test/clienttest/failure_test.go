//go:build unix

package clienttest

import (
	"os"
	"testing"
)

// failures are ways in which the program of the hook can fail, as shell scripts in its place; "" is
// no file at all.
var failures = map[string]string{
	"missing":        "",
	"exit 1":         "#!/bin/sh\nexit 1\n",
	"exit 3":         "#!/bin/sh\necho out; exit 3\n",
	"signal":         "#!/bin/sh\nkill -9 $$\n",
	"hang":           "#!/bin/sh\nexec sleep 120\n",
	"no interpreter": "#!/nowhere/sh\n",
	"wrong enum":     "#!/bin/sh\n" + answerWith("frobnicate", "") + "\n",
}

// TestFailures: however the program fails, with the entry that `fencepost install` writes no call
// goes on.
func TestFailures(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, name := range sorted(failures) {
			if name == "wrong enum" && version == Pinned[1] {
				continue // without onFailure no form of the entry helps
			}
			t.Run(version+" "+name, func(t *testing.T) {
				t.Parallel()
				w := fenced(t, client, "")
				script := failures[name]
				if script == "" {
					if err := os.Remove(w.Hook()); err != nil {
						t.Fatal(err)
					}
				} else {
					w.Put(w.Hook(), script)
					w.Shell("chmod +x {FENCEPOST}-hook")
				}
				r := w.Play(client, Each(Bash("touch went-on")))
				if w.Exists("went-on") {
					t.Errorf("%s: %s: the call ran\n%s", version, name, transcript(r))
				} else if !played(r) {
					t.Errorf("%v\n%s", r.Err, r.Stderr)
				}
			})
		}
	}
}

// TestBrokenConfig: every call is denied, and the person is told, not only the model.
func TestBrokenConfig(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			w := fenced(t, client, "default: [\n")
			calls := []Call{Bash("ls"), Read("{PROJ}/README.md"), Write("{PROJ}/x", "x"), Bash("id")}
			r := w.Play(client, Each(calls...))
			for _, p := range r.Replies {
				if !p.Done || p.Ran() {
					t.Errorf("%v: done %v, ran %v: %s", p.Call, p.Done, p.Ran(), p.Text)
				}
			}
			if !r.Has("fencepost.yaml") {
				t.Errorf("the reason does not name the file\n%s", transcript(r))
			}
			if version != Pinned[1] && !r.Said("fencepost.yaml") { // which does not print it in -p
				t.Errorf("%s: the person is not told", version)
			}
		})
	}
}
