package violation

import (
	"errors"
	"os"
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/gen/credentials"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// Judge knows what nobody grants.
type Judge struct {
	Home      string                       // without links
	Protected func(path string) string     // why nothing changes a path; "" where something may
	Glob      func(path, glob string) bool // whether a path is one of a glob of the presets
	Host      Host
}

// Refuse says why a right is never granted, whoever asks; "" where a person may. What only a line
// of the person's own config can open, it names the key for.
func (j *Judge) Refuse(r history.Right) string {
	name := r.Name
	if r.Kind == "write" || r.Kind == "read" || r.Kind == "socket" {
		if !strings.HasPrefix(name, "/") || strings.ContainsAny(name, "*?[") {
			return "only a path without wildcards is opened"
		}
		name = j.Host.Resolve(path.Clean(name))
	}
	switch r.Kind {
	case "write":
		return j.refuseWrite(name)
	case "read":
		return j.secret(name, "sandbox.read.allow")
	case "port":
		if number(name) == 0 {
			return "a port is a number from 1 to 65535"
		}
	case "socket":
		if why := wayOut(name); why != "" {
			return why
		}
		if j.Host.Kind(name) != Socket {
			return "there is no socket at " + name
		}
	}
	return ""
}

func (j *Judge) refuseWrite(p string) string {
	if p == "/" || subpath.In(j.Home, p) {
		return "it holds the home directory, with all settings and keys; name what is to be written in it"
	}
	if dir := within(p, system); dir != "" {
		return "the sandbox makes " + dir + " itself"
	}
	if strings.Count(p, "/") < 2 {
		return "it is a directory of the whole machine; name what is to be written in it"
	}
	if why := j.Protected(p); why != "" {
		return "it is protected: " + why
	}
	return j.secret(p, "sandbox.write.allow")
}

// secret says why a file is one that stays hidden.
func (j *Judge) secret(p, key string) string {
	why, deny := "", false
	for _, e := range credentials.Entries() {
		if !j.Glob(p, e.Glob) {
			continue
		}
		if e.Shown && !deny {
			return ""
		}
		if why == "" || e.Deny {
			why, deny = e.Why, deny || e.Deny
		}
	}
	switch {
	case why == "":
		return ""
	case deny:
		return "it is never opened: " + why
	}
	return "it may hold secrets (" + why + "); whoever means it writes it under " + key + " in a config " +
		"of their own"
}

// Whole is a right as it is kept: that of a directory ends in a slash.
func Whole(r history.Right, h Host) history.Right {
	if r.Kind == "write" && !strings.HasSuffix(r.Name, "/") && h.Kind(r.Name) == Dir {
		r.Name += "/"
	}
	return r
}

// Guarded says why nothing changes a path; "" where it is not protected.
func Guarded(guard *paths.Guard, p string) string {
	_, why := guard.Protected(&fact.Effect{Kind: fact.Write,
		Path: fact.Path{Written: p, Abs: p, Known: true}})
	return why
}

// Globs is the function Glob of a Judge.
func Globs(at fact.Places) func(path, glob string) bool {
	return func(p, glob string) bool {
		written, target := at.Glob(&fact.Path{Written: p, Abs: p, Known: true}, glob, true)
		return written.Or(target) == fact.Yes
	}
}

// Make makes what rights to write name and is not there: an empty directory where the name ends in
// a slash, else an empty file. A sandbox opens only what is there. It returns what it could not
// make.
func Make(rights []history.Right) error {
	var failed error
	for _, r := range rights {
		if r.Kind != "write" {
			continue
		}
		name := strings.TrimSuffix(r.Name, "/")
		if _, err := os.Lstat(name); err == nil {
			continue
		}
		var err error
		if name != r.Name {
			err = os.Mkdir(name, 0o755)
		} else {
			var f *os.File
			if f, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); err == nil {
				err = f.Close()
			}
		}
		failed = errors.Join(failed, err)
	}
	return failed
}

// Parse reads a right as a person types it: paths relative to dir.
func Parse(kind, name, dir, home string) history.Right {
	switch kind {
	case "write", "read", "socket":
		slash := len(name) > 1 && strings.HasSuffix(name, "/")
		switch {
		case name == "~" || strings.HasPrefix(name, "~/"):
			name = home + name[1:]
		case !strings.HasPrefix(name, "/"):
			name = path.Join(dir, name)
		}
		if name = path.Clean(name); slash && name != "/" {
			name += "/"
		}
	case "port":
		if n := number(name); n > 0 {
			name = strconv.Itoa(n)
		}
	case "host":
		name = strings.ToLower(name)
	}
	return history.Right{Kind: kind, Name: name}
}
