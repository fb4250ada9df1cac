package analyze

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/planted"
	"github.com/fencepost/fencepost/internal/analyze/reads"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// pastCalls are the earlier calls of one.
type pastCalls []fact.Call

func (s pastCalls) Calls() []fact.Call { return s }

func (pastCalls) Asked() []planted.Asked { return nil }
func (pastCalls) Let() int64             { return 0 }

// project is a directory with a program that a package manager has installed.
func project(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"node_modules/.bin/tsc": "#!/bin/sh\n", "src/a.go": "",
		"src/b.pem": ""} {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func analyzer(dir string) *Analyzer {
	return &Analyzer{Call: record.Call{Specs: commands.Table{}, Home: "/home/nobody",
		Places: paths.New(dir, "/home/nobody", "", true)}}
}

// TestEarlierBound holds what is done about the earlier calls of a session to a bound. Where they do
// more, nobody knows what they wrote, and that is said.
func TestEarlierBound(t *testing.T) {
	const busy = "for i in {1..30}; do for j in {1..30}; do for k in {1..30}; do aa $i; done; done; done"
	const plain = "sed -i s/a/b/ src/a.go"
	dir := project(t)
	for _, tt := range []struct {
		name    string
		earlier []string
		over    bool
	}{
		{"none", nil, false},
		{"plain ones", []string{plain, "go test ./...", plain}, false},
		{"a busy one", []string{busy, plain}, false},
		{"many busy ones", []string{plain, busy, busy, busy, busy}, true},
	} {
		var calls pastCalls
		for _, text := range tt.earlier {
			calls = append(calls, fact.Call{Tool: "Bash", Cwd: dir,
				Input: []fact.Field{{Name: "command", Text: text, String: true}}})
		}
		a := analyzer(dir)
		a.Earlier = calls
		f, over := a.Shell("node_modules/.bin/tsc", dir), false
		for i := range f.Hazards {
			over = over || f.Hazards[i].ID == hazards.BoundSteps
		}
		if over != tt.over {
			t.Errorf("%s: the bound is reached: %v, want %v: %+v", tt.name, over, tt.over, f.Hazards)
		}
		if wrote := a.planted.WroteEarlier(filepath.Join(dir, "other.sh")); wrote != tt.over {
			t.Errorf("%s: an earlier call wrote another file: %v, want %v", tt.name, wrote, tt.over)
		}
	}
}

// TestLooksBound: where the call has more looked at than this program does, what a pattern stands for
// and where links lead is not known, and the places say so.
func TestLooksBound(t *testing.T) {
	dir := project(t)
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "src/link")); err != nil {
		t.Fatal(err)
	}
	for _, over := range []bool{false, true} {
		a := analyzer(dir)
		for over && a.Call.Places.Look(0, 1<<20) {
		}
		f := a.Shell("cat src/a*", dir)
		known := len(f.Commands) == 1 && len(f.Commands[0].Effects) > 0 &&
			f.Commands[0].Effects[0].Path.Tail != ""
		if links := reads.LinksBelow(&a.Call, dir); known == over || (len(links) == 0) != over ||
			a.Call.Places.Over() != over {
			t.Errorf("over %v: known %v, links %v, said %v", over, known, links, a.Call.Places.Over())
		}
	}
}
