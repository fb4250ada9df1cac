package bench

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// Names of the floors.
const (
	// an empty Go program, built by the plain toolchain with the flags of the programs
	FloorGo   = "go"
	FloorTrue = "true" // the system's true
)

// floors returns the programs to compare with, and why one is missing.
func floors(w *Workplace, env []string) (list []*program, missing []string) {
	if path, err := BuildFloor(w.Dir); err == nil {
		list = append(list, &program{name: FloorGo,
			Command: Command{Argv: []string{path}, Dir: w.Home, Env: env}})
	} else {
		missing = append(missing, FloorGo+": "+err.Error())
	}
	for _, path := range [...]string{"/bin/true", "/usr/bin/true"} {
		if _, err := os.Stat(path); err == nil {
			return append(list, &program{name: FloorTrue,
				Command: Command{Argv: []string{path}, Dir: w.Home, Env: env}}), missing
		}
	}
	return list, append(missing, FloorTrue+": this system has none")
}

// installed copies the program, and those beside it that it starts, into a directory and returns the
// program's path there. copied is how.
func installed(exe, dir string, copied func(from, to string) error) (string, error) {
	to := filepath.Join(dir, filepath.Base(exe))
	if err := errors.Join(os.MkdirAll(dir, 0o700), copied(exe, to)); err != nil {
		return "", err
	}
	for _, name := range siblings.Programs() {
		path, err := siblings.Near(exe, name)
		if err != nil || path == exe {
			continue // it is not there, or was copied
		}
		if err := copied(path, filepath.Join(dir, filepath.Base(path))); err != nil {
			return "", err
		}
	}
	return to, nil
}

// inOnePiece copies a program as an installation does. Every program is timed as such a copy: a
// file that a linker has written through a memory mapping lies in the page cache in single pages,
// and each start of it takes a fifth longer.
func inOnePiece(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o755)
}

// inPages copies a program so that it lies in the page cache in single pages. Page faults are
// counted of such copies: in how large pieces a file lies otherwise is the file system's and the
// kernel's affair, and changes while memory is short; it decides about every fourth fault. This is
// the same everywhere, and the most that it can be.
func inPages(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o755)
	if err != nil {
		return err
	}
	// Nothing but the two methods: files would copy by themselves, in large pieces.
	_, err = io.CopyBuffer(struct{ io.Writer }{out}, struct{ io.Reader }{in},
		make([]byte, os.Getpagesize()))
	return errors.Join(err, out.Close())
}

// BuildFloor builds the empty program in a directory with the toolchain as it is, and returns its
// path. The toolchain is not allowed to fetch another.
func BuildFloor(dir string) (string, error) {
	tool, err := exec.LookPath("go")
	if err != nil {
		return "", err
	}
	src, linked, out := filepath.Join(dir, "floor.go"), filepath.Join(dir, "linked.exe"),
		filepath.Join(dir, "floor.exe")
	if err := os.WriteFile(src, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	c := exec.Command(tool, "build", "-trimpath", "-ldflags=-s -w", "-o", linked, src)
	c.Dir, c.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "GO111MODULE=off", "GOFLAGS=",
		"GOTOOLCHAIN=local", "GOWORK=off", "GOOS=", "GOARCH=")
	if err := c.Run(); err != nil {
		return "", fmt.Errorf("the empty program could not be built: %w", err)
	}
	return out, inOnePiece(linked, out)
}

// builtBy is the release of Go that a program was built by; "" where it does not say.
func builtBy(path string) string {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return ""
	}
	return info.GoVersion
}

// HasHelper reports whether a helper that reads inline code lies beside the program.
func HasHelper(exe string) bool {
	return interp.Check(filepath.Join(filepath.Dir(exe), interp.HelperName+filepath.Ext(exe))) == nil
}
