package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/gen/protected"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// request turns the flags into what the plan is made of.
func (o *options) request() (*plan.Request, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("the working directory is gone (%w). Change to one that is there", err)
	}
	path, err := program(o.command[0], dir)
	if err != nil {
		return nil, err
	}
	r := &plan.Request{Profile: o.Profile, Dir: dir, Home: os.Getenv("HOME"), UID: os.Geteuid(),
		Protect: protectedPaths(), Argv: o.command, Path: path}
	if r.Dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	if o.Secrets != "open" {
		r.Credentials = secretPaths()
	}
	if r.Devices, err = devices(o.Devices); err != nil {
		return nil, err
	}
	r.Env = o.environment(r)
	return r, nil
}

// protectedPaths are the names of presets/protected.yaml.
func protectedPaths() []plan.Protected {
	out := make([]plan.Protected, 0, len(protected.Entries))
	for i := range protected.Entries {
		e := &protected.Entries[i]
		out = append(out, plan.Protected{Glob: e.Glob, Why: e.Why, Ask: e.Decision == rule.Ask,
			Open: e.Open})
	}
	return out
}

// notFound is a command that is not there.
type notFound struct{ name string }

func (e *notFound) Error() string { return e.name + ": command not found" }

// program finds the command as a shell does.
func program(name, dir string) (string, error) {
	if strings.Contains(name, "/") {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		if _, err := os.Stat(name); err != nil {
			return "", &notFound{name}
		}
		return name, nil
	}
	for _, d := range filepath.SplitList(os.Getenv("PATH")) {
		if d == "" {
			d = "."
		}
		if !filepath.IsAbs(d) {
			d = filepath.Join(dir, d)
		}
		p := filepath.Join(d, name)
		if info, err := os.Stat(p); err == nil && !info.IsDir() && info.Mode()&0o111 != 0 {
			return p, nil
		}
	}
	return "", &notFound{name}
}

// devices are the character devices that flags name; of a directory all in it.
func devices(given []string) (list []string, err error) {
	for _, name := range given {
		name = filepath.Clean(name)
		names, _ := filepath.Glob(name + "/*")
		found := false
		for _, p := range append(names, name) {
			info, err := os.Lstat(p)
			if err == nil && info.Mode()&fs.ModeCharDevice != 0 && subpath.In(p, "/dev") {
				list, found = append(list, p), true
			}
		}
		if !found {
			return nil, errors.New("--device " + name + ": it is no character device below /dev")
		}
	}
	return list, nil
}
