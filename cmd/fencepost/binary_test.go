package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
		// With the hook beside it, to which it hands over.
		c := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", built.dir, ".",
			"../fencepost-hook", "../fencepost-run")
		c.Dir, c.Env = built.from, append(built.env, "CGO_ENABLED=0")
		if built.log, built.err = c.CombinedOutput(); built.err != nil {
			return
		}
		// What reads inline code needs a C compiler. Without one its cases are not required.
		c = exec.Command("go", "build", "-trimpath", "-o", built.dir, "../fencepost-interp")
		c.Dir, c.Env = built.from, append(built.env, "CGO_ENABLED=1")
		built.helper = c.Run() == nil
	})
	if built.err != nil {
		t.Fatalf("go build: %v\n%s", built.err, built.log)
	}
	return built.path
}
