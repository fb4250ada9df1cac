package report

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestWriteAndRead(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run.json")
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	r := &Run{Run: "20261123T120000-1", Session: "s", Started: at, Directory: "/p",
		Command: []string{"npm", "test"}, Engine: "native", Level: "full", Net: "filtered",
		Plan: Plan{Write: []string{"/p"}, ReadOnly: []Path{{"/p/.git/hooks", "git runs them"}},
			Hide: []Hidden{{Path: Path{Path: "/h/.ssh"}, Holes: []string{"/h/.ssh/config"}}}}}
	if err := f.Write(r); err != nil {
		t.Fatal(err)
	}
	begun, err := Read(name)
	if err != nil || begun.Over() {
		t.Fatalf("begun: %v, %+v", err, begun)
	}
	// The second one is shorter, and nothing of the first stays.
	r.Ended, r.Status, r.Plan, r.Command = at.Add(time.Second), 7, Plan{}, []string{"npm"}
	r.Refused = []Refused{{Host: "evil.test", Port: 443, Why: "no", Count: 3, First: at}}
	r.Quarantined = []Plant{{Path: "/p/.envrc", Why: "the tool direnv runs this file", Moved: "/q/1-.envrc"}}
	if err := f.Write(r); err != nil {
		t.Fatal(err)
	}
	over, err := Read(name)
	if err != nil || !over.Over() || !reflect.DeepEqual(over, r) {
		t.Fatalf("over: %v\n%+v\n%+v", err, over, r)
	}
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("others may read it", info, err)
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "unexpected end"},
		{`{"version":2,"run":`, "unexpected end"},
		{`{"version":1}`, "version 1"},
		{`{}`, "version 0"},
		{strings.Repeat(" ", mostBytes+1), "more than"},
	} {
		name := filepath.Join(t.TempDir(), "run.json")
		if err := os.WriteFile(name, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(name); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v, not %q", c.text, err, c.want)
		}
	}
}

func TestCreateFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target")
	link := filepath.Join(dir, "link")
	if err := os.WriteFile(target, []byte("stays"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if _, err := Create(link); err == nil {
		t.Error("a link was followed")
	}
	if text, err := os.ReadFile(target); err != nil || string(text) != "stays" {
		t.Errorf("%q, %v", text, err)
	}
}
