//go:build linux

package escape

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
)

var engineFlag = flag.String("engine", "native", "the engine of the tests that are not run with each")

// engineFlags are the flags that choose the machine's engine.
func (m *machine) engineFlags() []string {
	flags := []string{"--engine", m.engine}
	if m.engine == "landlock" {
		flags = append(flags, "--level", "reduced")
	}
	return flags
}

// gap is a row that turns out otherwise with another engine than the first.
type gap struct {
	ID     string
	Engine string
	As     string // root or user: only as that one
	Seen   bool   // whether it is seen from outside
	Why    string
	// Refused says that the run is: the flags ask for what the engine cannot keep.
	Refused bool
}

func gaps(t *testing.T) []gap {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/sandbox/engines.yaml")
	must(t, err)
	var list []gap
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	d.KnownFields(true)
	must(t, d.Decode(&list))
	return list
}

// refuses reports whether the machine's engine refuses a row.
func (m *machine) refuses(t *testing.T, r *row) bool {
	return slices.ContainsFunc(gaps(t), func(g gap) bool {
		return g.Refused && g.Engine == m.engine && g.ID == r.ID
	})
}

// expects is what has to be seen of a row with the machine's engine.
func (m *machine) expects(t *testing.T, r *row) bool {
	want := r.Expect != "blocked"
	for _, g := range gaps(t) {
		other := g.Engine != m.engine || g.ID != r.ID ||
			g.As != "" && !strings.HasSuffix(t.Name(), "/"+g.As)
		if other || g.Refused && r.Expect == "blocked" {
			continue
		}
		if g.Seen == want || g.Why == "" {
			t.Fatalf("%s of %s says nothing", g.ID, g.Engine)
		}
		return g.Seen
	}
	return want
}

func TestEscapesBwrap(t *testing.T) {
	if _, err := bwrap.Find(); err != nil {
		t.Skip("no row was run: " + err.Error())
	}
	escapes(t, "bwrap")
}
