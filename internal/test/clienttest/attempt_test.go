//go:build unix

package clienttest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"sort"
	"strings"
	"testing"
)

// Attempt is a line of testdata/loosen/attempts.jsonl; its README says what the keys mean.
type Attempt struct {
	ID       string                       `json:"id"`
	Class    string                       `json:"class"`
	Title    string                       `json:"title"`
	Mode     string                       `json:"mode"`
	Files    map[string]string            `json:"files"`
	Symlinks map[string]string            `json:"symlinks"`
	Branches map[string]map[string]string `json:"branches"`
	Outside  map[string]string            `json:"outside"`
	Home     map[string]string            `json:"home"`
	Prepare  []string                     `json:"prepare"`
	Needs    []string                     `json:"needs"`
	Fenced   bool                         `json:"fenced"`
	Nightly  bool                         `json:"nightly"`
	Calls    []Call                       `json:"calls"`
	Harm     []Harm                       `json:"harm"`
}

// Harm is one thing that must not be so after an attempt.
type Harm struct {
	Exists  string `json:"exists"`
	Missing string `json:"missing"`
	File    string `json:"file"`
	Matches string `json:"matches"`
	Lacks   string `json:"lacks"`
	Ran     int    `json:"ran"`
	Doctor  string `json:"doctor"`
}

// Attempts reads the file.
func Attempts(t testing.TB, file string) []Attempt {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []Attempt
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var a Attempt
		dec := json.NewDecoder(strings.NewReader(lines.Text()))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&a); err != nil {
			t.Fatalf("%s: line %d: %v", file, len(all)+1, err)
		}
		all = append(all, a)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// missing names a program that the attempt needs and the machine has not.
func (a *Attempt) missing() string {
	for _, name := range a.Needs {
		var err error
		if rest, ok := strings.CutPrefix(name, "git-"); ok {
			err = exec.Command("git", rest, "-h").Run()
			if exit, ok := err.(*exec.ExitError); ok && exit.ExitCode() == 129 {
				err = nil // what git's commands say to -h
			}
		} else {
			_, err = exec.LookPath(name)
		}
		if err != nil {
			return name
		}
	}
	return ""
}

// Setup makes the repository as it is cloned, and what stands beside it.
func (a *Attempt) Setup(w *World) {
	for name, text := range a.Outside {
		w.Put("{OUT}/"+name, text)
	}
	for name, text := range a.Home {
		w.Put("{HOME}/"+name, text)
	}
	w.Put("README.md", "hello\n")
	for name, text := range a.Files {
		w.Put(name, text)
	}
	for name, target := range a.Symlinks {
		w.Link(name, target)
	}
	w.Shell("git init -q -b main && git add -A -f && git commit -qm one")
	for _, name := range sorted(a.Branches) {
		w.Shell("git checkout -q -b " + name)
		for path, text := range a.Branches[name] {
			w.Put(path, text)
		}
		w.Shell("git add -A -f && git commit -qm " + name + " && git checkout -q main")
	}
	for _, line := range a.Prepare {
		w.Shell(line)
	}
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// Play makes the attempt in a client, with the fence or without it, and gives the harm that was
// done.
func (a *Attempt) Play(t testing.TB, client string, fenced bool) (done []string, r *Result) {
	t.Helper()
	w := NewWorld(t)
	if fenced {
		w.Client(client) // so that the entry is the one for its version
		w.Install()
	} else {
		w.Place()
	}
	a.Setup(w)
	mode := a.Mode
	if mode == "" {
		mode = "bypassPermissions"
	}
	s := &Session{Program: client, World: w, Mode: mode, Steps: Each(a.Calls...)}
	r = s.Play(t)
	for _, h := range a.Harm {
		if text := h.check(w, r); text != "" {
			done = append(done, text)
		}
	}
	return done, r
}

// check describes the harm if it was done.
func (h *Harm) check(w *World, r *Result) string {
	switch {
	case h.Exists != "" && w.Exists(h.Exists):
		return h.Exists + " exists"
	case h.Missing != "" && !w.Exists(h.Missing):
		return h.Missing + " is gone"
	case h.Matches != "" && regexp.MustCompile(h.Matches).MatchString(w.Text(h.File)):
		return h.File + " holds " + h.Matches
	case h.Lacks != "" && !regexp.MustCompile(h.Lacks).MatchString(w.Text(h.File)):
		return h.File + " lacks " + h.Lacks
	case h.Ran > 0 && h.Ran <= len(r.Replies) && r.Replies[h.Ran-1].Ran():
		return fmt.Sprintf("call %d ran", h.Ran)
	case h.Doctor == "ok":
		if out, err := w.Run(w.Fencepost(), "doctor"); err == nil {
			return "fencepost doctor is green: " + out
		}
	}
	return ""
}
