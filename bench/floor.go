package bench

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
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
		list = append(list, &program{name: FloorGo, argv: []string{path}, dir: w.Home, env: env})
	} else {
		missing = append(missing, FloorGo+": "+err.Error())
	}
	for _, path := range [...]string{"/bin/true", "/usr/bin/true"} {
		if _, err := os.Stat(path); err == nil {
			return append(list, &program{name: FloorTrue, argv: []string{path}, dir: w.Home, env: env}),
				missing
		}
	}
	return list, append(missing, FloorTrue+": this system has none")
}

// together are the programs that have to lie in one directory: the gate, the program that compiles
// its configs, the helper, and the one that makes sandboxes.
func together(exe string) []string {
	list := []string{exe}
	for _, name := range [...]string{"fencepost", "fencepost-interp", runnerName} {
		path := filepath.Join(filepath.Dir(exe), name+filepath.Ext(exe))
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && path != exe {
			list = append(list, path)
		}
	}
	return list
}

// installed copies the program, and those that it starts, into a directory and returns the
// program's path there. copied is how.
func installed(exe, dir string, copied func(from, to string) error) (string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	for _, path := range together(exe) {
		if err := copied(path, filepath.Join(dir, filepath.Base(path))); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, filepath.Base(exe)), nil
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
	page := make([]byte, os.Getpagesize())
	for {
		n, err := io.ReadFull(in, page)
		if _, failed := out.Write(page[:n]); failed != nil {
			out.Close()
			return failed
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return out.Close()
		}
		if err != nil {
			out.Close()
			return err
		}
	}
}

// BuildFloor builds the empty program in a directory with the toolchain as it is, and returns its
// path. The toolchain is not allowed to fetch another.
func BuildFloor(dir string) (string, error) {
	tool, err := lookPath("go")
	if err != nil {
		return "", err
	}
	src, linked, out := filepath.Join(dir, "floor.go"), filepath.Join(dir, "linked.exe"),
		filepath.Join(dir, "floor.exe")
	if err := os.WriteFile(src, []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return "", err
	}
	env := []string{"CGO_ENABLED=0", "GO111MODULE=off", "GOFLAGS=", "GOTOOLCHAIN=local", "GOWORK=off",
		"GOOS=", "GOARCH="}
	for _, v := range os.Environ() {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "CGO_ENABLED", "GO111MODULE", "GOFLAGS", "GOTOOLCHAIN", "GOWORK", "GOOS", "GOARCH":
		default:
			env = append(env, v)
		}
	}
	r, err := newRunner()
	if err != nil {
		return "", err
	}
	defer r.null.Close()
	argv := []string{tool, "build", "-trimpath", "-ldflags=-s -w", "-o", linked, src}
	if _, err := r.run(&program{argv: argv, dir: dir, env: env}); err != nil {
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

// lookPath finds a program in the absolute directories of PATH.
func lookPath(name string) (string, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); filepath.IsAbs(dir) && err == nil && info.Mode().IsRegular() &&
			(runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
			return path, nil
		}
	}
	return "", errors.New("there is no " + name + " in PATH")
}

// HasHelper reports whether a helper that reads inline code lies beside the program.
func HasHelper(exe string) bool {
	return interp.Check(filepath.Join(filepath.Dir(exe), interp.HelperName+filepath.Ext(exe))) == nil
}
