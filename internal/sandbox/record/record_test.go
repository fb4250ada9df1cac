package record

import (
	"encoding/json"
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
		Plan: Plan{Write: []string{"/p"}, Keep: []Path{{"/p/.git/hooks", "git runs them"}},
			Masks: []Mask{{Path: Path{Path: "/h/.ssh"}, Holes: []string{"/h/.ssh/config"}}}}}
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
	r.Swept = []Plant{{Path: "/p/.envrc", Why: "direnv runs this file", Moved: "/q/1-.envrc"}}
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

// TestEncode: what is written is what package json would write, whatever the texts hold.
func TestEncode(t *testing.T) {
	at := time.Date(2026, 11, 23, 12, 0, 0, 5, time.UTC)
	odd := "a\"b\\c\n\t\x00\x1f\x7f ü 𝄞 <&> \u2028"
	full := &Run{Version: Version, Run: odd, Session: odd, Started: at, Ended: at, Directory: odd,
		Command: []string{odd, "", "x"}, Engine: "native", Level: "full", Net: "none", Status: 130,
		Failed: odd, Left: true, SweepFailed: odd,
		Refused: []Refused{{odd, 0, odd, 2, at}, {"b", 443, "c", 1, at}},
		Swept:   []Plant{{odd, odd, odd, odd}, {Path: "p", Why: "w"}},
		Plan: Plan{Write: []string{odd, "/b"}, Keep: []Path{{odd, ""}, {"/k", odd}}, Open: []string{odd},
			Private: []string{"/tmp"}, Notes: []string{odd},
			Masks: []Mask{{Path: Path{"/m", odd}, Socket: true, Holes: []string{odd, "/h"}}, {Path: Path{"/n", ""}}}}}
	for _, r := range []*Run{{}, full, {Command: []string{"bad \xff text"}}} {
		text := r.encode()
		got, want := map[string]any{}, map[string]any{}
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		same, err := json.Marshal(r)
		if err == nil {
			err = json.Unmarshal(same, &want)
		}
		if err != nil {
			t.Fatal(err)
		}
		drop(got)
		drop(want)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got  %s\nwant %s", text, same)
		}
	}
}

// drop leaves out what stands for nothing: both forms are read alike.
func drop(m map[string]any) {
	for name, v := range m {
		switch v := v.(type) {
		case nil:
			delete(m, name)
		case string:
			if v == "" || v == "0001-01-01T00:00:00Z" {
				delete(m, name)
			}
		case float64:
			if v == 0 {
				delete(m, name)
			}
		case map[string]any:
			drop(v)
		case []any:
			for _, e := range v {
				if e, ok := e.(map[string]any); ok {
					drop(e)
				}
			}
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "unexpected end"},
		{`{"version":1,"run":`, "unexpected end"},
		{`{"version":2}`, "version 2"},
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
