package violation

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/history"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// Fence is what a run was kept to.
type Fence struct {
	Run     *report.Run // as fencepost-run has written it
	Profile *sandbox.Profile
	Closed  bool     // it got what its own words need, and no more
	Home    string   // without links
	Project string   // without links
	Command string   // as the agent has written it
	Agent   string   // the socket of the ssh agent
	Root    bool     // it was run by root
	Dirs    []string // in which the names of an output may lie, absolute

	// Protected says why a path is protected; "" if it is not. Source is where a key is set, as
	// FILE:LINE; "" for the default.
	Protected func(path string) string
	Source    func(key string) string
	// Refuse says why a right is never granted (Judge.Refuse); nil: nothing but the above is known.
	Refuse func(history.Right) string
}

// Host is the machine outside of the run, as the person's own programs see it.
type Host interface {
	Kind(path string) Kind
	Resolve(path string) string // without links, as far as it is there
	Writable(path string) bool  // something that is there may be written
	Readable(path string) bool
	Listens(port int) bool // at localhost
}

// Kind is what a path is.
type Kind uint8

const (
	Nothing Kind = iota
	File
	Dir
	Socket
	Other
)

// within is the first of some directories that holds a path; "" for none.
func within(p string, dirs []string) string {
	if i := slices.IndexFunc(dirs, func(dir string) bool { return subpath.In(p, dir) }); i >= 0 {
		return dirs[i]
	}
	return ""
}

func anyWithin(p string, dirs []string) bool { return within(p, dirs) != "" }

// readOnly is why a path below something writable is read-only, "" if it is not. With above, that
// something below it is counts as well: who moves a directory moves what is in it.
func (f *Fence) readOnly(p string, above bool) (why string, is bool) {
	if anyWithin(p, f.Run.Plan.Holes) {
		return "", false
	}
	for i := range f.Run.Plan.ReadOnly {
		k := &f.Run.Plan.ReadOnly[i]
		if subpath.In(p, k.Path) || above && subpath.In(k.Path, p) {
			return k.Why, true
		}
	}
	return "", false
}

// hides is what hides a path; nil for nothing.
func (f *Fence) hides(p string) *report.Hidden {
	for i := range f.Run.Plan.Hide {
		m := &f.Run.Plan.Hide[i]
		if subpath.In(p, m.Path.Path) && !anyWithin(p, m.Holes) {
			return m
		}
	}
	return nil
}

// hidden reports whether a path lies in a directory that is the run's own, so that what the machine
// has there is not seen.
func (f *Fence) hidden(p string) bool {
	return anyWithin(p, f.Run.Plan.Private) && !anyWithin(p, f.Run.Plan.Write) &&
		!anyWithin(p, f.Profile.Read) && !slices.Contains(f.Run.Plan.Private, p)
}

// landlock reports whether writes are refused as files without permission are.
func (f *Fence) landlock() bool { return f.Run.Engine == "landlock" }

// absolute are the paths that a name may mean, the likeliest first.
func (f *Fence) absolute(name string) []string {
	switch {
	case name == "~" || strings.HasPrefix(name, "~/"):
		return []string{path.Clean(f.Home + name[1:])}
	case strings.HasPrefix(name, "/"):
		return []string{path.Clean(name)}
	}
	out := make([]string, 0, len(f.Dirs))
	for _, d := range f.Dirs {
		out = append(out, path.Join(d, name))
	}
	return out
}

// system are directories that the sandbox makes itself.
var system = []string{"/proc", "/sys", "/dev"}

// wide are directories that nobody gives away to have one file made in them; so are those that hold
// the home directory or the project.
func (f *Fence) wide(dir string) bool {
	switch {
	case strings.Count(dir, "/") < 2: // of the machine
		return true
	case dir == "/var/tmp", dir == "/usr/local", path.Dir(dir) == "/usr", path.Dir(dir) == "/var",
		path.Dir(dir) == "/private":
		return true
	}
	if subpath.In(f.Home, dir) || f.Project != "" && subpath.In(f.Project, dir) && f.Project != dir {
		return true
	}
	if !subpath.In(dir, f.Home) {
		return false
	}
	switch strings.TrimPrefix(dir[len(f.Home):], "/") {
	case ".config", ".cache", ".local", ".local/share", ".local/state", ".local/bin", ".local/lib",
		"Library", "Library/Caches", "Library/Application Support", "Library/Preferences",
		"Documents", "Desktop", "Downloads":
		return true
	}
	return false
}

// target is the path that has to be writable so that p can be: p if it is there; else the nearest
// directory above it that is, because a file is made in its directory, and most programs make one
// anew to replace it. Of a directory that is too wide for that it is the first name below it, which
// has to be made first.
func (f *Fence) target(p string, h Host) (to string, made bool) {
	if h.Kind(p) != Nothing {
		return p, false
	}
	below := p
	dir := path.Dir(p)
	for dir != "/" && h.Kind(dir) == Nothing {
		below, dir = dir, path.Dir(dir)
	}
	if f.wide(dir) {
		return below, true
	}
	return dir, false
}

// passing reports whether a name is one that a program makes up for a file that shall take the
// place of another one: of that one the name is in vain, as the next time it is another.
func (f *Fence) passing(p string) bool {
	base := path.Base(p)
	if strings.Contains(f.Command, base) {
		return false
	}
	end := base
	for _, before := range [...]string{"tmp", ".tmp"} {
		if rest, ok := strings.CutPrefix(base, before); ok {
			end = rest
		}
	}
	const shortest = 6
	end = end[strings.LastIndexAny(end, ".-_~")+1:]
	kinds := 0
	for _, of := range [...]string{letters[:26], letters[26:], digits} {
		if strings.ContainsAny(end, of) {
			kinds++
		}
	}
	return len(end) >= shortest && kinds > 1
}

// makesDirectory reports whether the command is one that makes a directory, whatever it says of it.
func (f *Fence) makesDirectory() bool {
	return slices.ContainsFunc([]string{" venv ", "virtualenv ", "git clone ", "git worktree add",
		"mkdir "}, func(w string) bool { return strings.Contains(f.Command, w) })
}
