//go:build linux

// Package confinetest runs real commands in their profiles, in throwaway worlds: what is harmless
// has to do the same as without a sandbox, and what is not must leave the machine as it was.
package confinetest

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

func TestMain(m *testing.M) { world.Main(m, inside) }

// line is a command to run.
type line struct {
	ID    string
	Cmd   string
	Shell string
	Pre   []string // set-up
	Steps []step   // in place of Cmd
	// Attempt says that it is to do harm: nobody has let it pass, and what changes on the machine
	// counts
	Attempt bool
}

// result is what came of it.
type result struct {
	line
	Decision string // of the gate
	Profile  string
	Closed   bool
	Flags    []string
	Skip     string // why it was not compared
	Plain    run    // without a sandbox
	Confined run
	Failed   string // the world itself
}

// run is what one run of a line did.
type run struct {
	Out     string
	Code    int
	Late    bool // it was ended, as it took too long
	Changed []string
}

// play plays lines, each in a world that is furnished anew. A user without rights makes the boxes:
// in one that root makes there is no second /proc.
func play(t *testing.T, list []line, args ...string) []result {
	t.Helper()
	world.Need(t)
	uid := world.Users(world.Nobody)["user"]
	world.Namespaces(t, uid)
	testkit.HelperProgram(t)
	box := &world.Box{UID: uid, Self: filepath.Join(world.Dir(t), "self"), Args: append(
		world.Furnished(testkit.Programs(t)), append(args, "--uid", "1000", "--gid", "1000")...)}
	world.CopySelf(t, box.Self)
	results := make([]result, len(list))
	for i, p := range world.Play[line, result](box, list, batch, 4*patience) {
		results[i] = p.Result
		results[i].line = list[i]
		if p.Failed != "" {
			results[i].Failed = p.Failed
		}
	}
	return results
}

// batch is how many lines have a box, one after the other.
const batch = 16

// readLines calls f with each line of a file of JSON.
func readLines(t *testing.T, name string, f func(data []byte) error) {
	t.Helper()
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if err := f(lines.Bytes()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}
