package testkit

import (
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// BinVariable is the environment variable that names a directory with the programs. test.sh sets
// it, so that a whole run of tests builds them once.
const BinVariable = "FENCEPOST_BIN"

// Names of the programs.
const (
	CLI    = "fencepost"
	Hook   = "fencepost-hook"
	Helper = "fencepost-interp"
	Runner = "fencepost-run"
)

// Programs is a directory that holds the programs as build.sh makes them, readable by every user.
// Nothing may be written there; Place copies. Without BinVariable the programs are built once per
// test program, into a directory for this checkout, where the next one finds most of it done.
func Programs(t testing.TB) string {
	t.Helper()
	dir, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Program is the path of one program.
func Program(t testing.TB, name string) string {
	t.Helper()
	return filepath.Join(Programs(t), name+exe())
}

// HelperProgram is the path of fencepost-interp. It skips the test where there is no C compiler, and
// so no helper.
func HelperProgram(t testing.TB) string {
	t.Helper()
	path := Program(t, Helper)
	if !HasHelper(t) {
		t.Skip("no C compiler: fencepost-interp reads no inline code")
	}
	return path
}

// HasHelper reports whether the programs were built with a helper that reads inline code.
func HasHelper(t testing.TB) bool {
	t.Helper()
	if _, err := programs(); err != nil {
		t.Fatal(err)
	}
	return reads()
}

var reads = sync.OnceValue(func() bool {
	dir, err := programs()
	return err == nil && interp.Check(filepath.Join(dir, Helper+exe())) == nil
})

// Place copies programs into a directory, which it makes. Without names it copies all.
func Place(t testing.TB, dir string, names ...string) {
	t.Helper()
	from := Programs(t)
	if len(names) == 0 {
		names = siblings.Programs()
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(from, name+exe()))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+exe()), data, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

var programs = sync.OnceValues(func() (string, error) {
	if given != "" {
		return given, nil
	}
	root := Root()
	sum := fnv.New64a()
	sum.Write([]byte(root))
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("fencepost-programs-%d-%x", os.Getuid(), sum.Sum64()))
	return dir, Build(root, dir)
})

// Build has build.sh make the programs in a directory. Several may do so at the same time, in the
// same directory.
func Build(root, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	c := exec.Command("sh", filepath.Join(root, "build.sh"), dir)
	c.Dir, c.Env = root, environ
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("build.sh: %v\n%s", err, out)
	}
	return nil
}

// What the test program was started with. Tests change both.
var (
	environ = os.Environ()
	given   = os.Getenv(BinVariable)
)

// Environ is the environment that the test program was started with. Programs are built in it.
func Environ() []string { return slices.Clone(environ) }

func exe() string {
	if runtime.GOOS == "windows" {
		return ".exe"
	}
	return ""
}
