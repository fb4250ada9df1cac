//go:build unix

package clienttest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
)

func programs() []string {
	return []string{"fencepost", "fencepost-hook", "fencepost-run", "fencepost-interp"}
}

// built are the programs under test, made once a run.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "fencepost-built-")
	if err != nil {
		return "", err
	}
	for _, name := range programs() {
		pkg := "github.com/fencepost/fencepost/cmd/" + name
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, name), pkg)
		cmd.Env = os.Environ()
		if name != "fencepost-interp" {
			cmd.Env = append(cmd.Env, "CGO_ENABLED=0")
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			return dir, fmt.Errorf("go build %s: %v\n%s", name, err, out)
		}
	}
	return dir, nil
})

// Place puts the programs into the world's home, each world its own, because attempts try to
// replace them.
func (w *World) Place() {
	w.t.Helper()
	dir, err := built()
	if err != nil {
		w.t.Fatal(err)
	}
	bin := filepath.Dir(w.Fencepost())
	if err := os.MkdirAll(bin, 0o755); err != nil {
		w.t.Fatal(err)
	}
	for _, name := range programs() {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			w.t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(bin, name), text, 0o755); err != nil {
			w.t.Fatal(err)
		}
	}
	w.own(filepath.Join(w.Home, ".local"))
}

// Install puts the programs into the home and their hook into the person's settings.
func (w *World) Install(args ...string) {
	w.t.Helper()
	w.Place()
	if out, err := w.Run(w.Fencepost(), append([]string{"install"}, args...)...); err != nil {
		w.t.Fatalf("fencepost install: %v\n%s", err, out)
	}
}

// Clean removes what a run made.
func Clean() {
	if dir, err := built(); err == nil {
		_ = os.RemoveAll(dir)
	}
}
