package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// built is the real program, made once for all tests of the package that need it, with the
// directory and the environment that the tests start with.
var built struct {
	sync.Once
	from      string
	env       []string
	dir, path string
	helper    bool // fencepost-interp is beside it
	err       error
	log       []byte
}

func TestMain(m *testing.M) {
	built.env = os.Environ()
	var err error
	if built.from, err = os.Getwd(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// binary returns the program, built as it is released.
func binary(t testing.TB) string {
	t.Helper()
	built.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "fencepost-bin-"); built.err != nil {
			return
		}
		built.path = filepath.Join(built.dir, program)
		c := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", built.path, ".")
		c.Dir, c.Env = built.from, append(built.env, "CGO_ENABLED=0")
		if built.log, built.err = c.CombinedOutput(); built.err != nil {
			return
		}
		// What reads inline code needs a C compiler. Without one its cases are not required.
		c = exec.Command("go", "build", "-trimpath", "-o", filepath.Join(built.dir, "fencepost-interp"),
			"../fencepost-interp")
		c.Dir, c.Env = built.from, append(built.env, "CGO_ENABLED=1")
		built.helper = c.Run() == nil
	})
	if built.err != nil {
		t.Fatalf("go build: %v\n%s", built.err, built.log)
	}
	return built.path
}

// TestNoTreeSitter proves that the grammars of inline code are not linked into the program that
// runs before each call.
func TestNoTreeSitter(t *testing.T) {
	c := exec.Command("go", "list", "-deps", ".")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for pkg := range strings.Lines(string(out)) {
		seen++
		if strings.Contains(pkg, "tree-sitter") || strings.TrimSpace(pkg) == "runtime/cgo" {
			t.Errorf("the program depends on %s", pkg)
		}
	}
	if seen < 20 {
		t.Errorf("go list named %d packages only", seen)
	}
}

// TestNoInit proves that no package of this module builds anything before main: it would be done
// before each call.
func TestNoInit(t *testing.T) {
	c := exec.Command(binary(t), "version")
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	c.Stderr = &trace
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(trace.String()) {
		// init internal/bytealg @0.008 ms, 0 ms clock, 0 bytes, 0 allocs
		f := strings.Fields(line)
		if len(f) < 11 || f[0] != "init" {
			continue
		}
		seen++
		name, allocs := f[1], f[9]
		if strings.HasSuffix(name, "/internal/bigstack") && allocs == "0" {
			continue // saves more than it costs
		}
		// A package without package-level work has no init task at all; main always has one.
		if strings.HasPrefix(name, "github.com/fencepost/") || name == "main" && allocs != "0" {
			t.Errorf("%s is initialised when the program starts: %s", name, strings.TrimSpace(line))
		}
	}
	if seen == 0 {
		t.Errorf("no trace of initialisation was printed:\n%s", trace.String())
	}
}
