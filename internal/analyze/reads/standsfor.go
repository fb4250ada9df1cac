package reads

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A pattern in the project stands for the names that are there: `cat README*` shows no README.pem
// where there is none. Where the line has made names before, or may have, nothing is concluded.

const maxStandsFor = 64 // names that are kept of a pattern

// StandsFor looks up the names that patterns stand for which the command reads.
func StandsFor(a *record.Call, i int, c *fact.Command) {
	asked, quiet := false, false
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind != fact.Read || e.Names || e.InCode || !e.Path.Known || !e.Path.Glob ||
			len(e.Path.Dirs) > 1 || !plainPattern(a, &e.Path) {
			continue
		}
		if !asked {
			asked, quiet = true, onlyLooks(a, i)
		}
		if quiet {
			e.Path.Tail = namesOf(a, e.Path.Abs)
		}
	}
}

// plainPattern reports whether a path is a pattern for names in one directory of the project, or in
// a tree of it, which says how the names begin: what ends in .ts is no key.
func plainPattern(a *record.Call, p *fact.Path) bool {
	dir, last := path.Split(p.Abs)
	if last == "" || strings.IndexByte("*?", last[0]) >= 0 || a.Places == nil ||
		strings.ContainsAny(p.Abs, "\\(){}|^#~<>") {
		return false
	}
	if dir, _, _ = strings.Cut(dir, "**/"); strings.ContainsAny(dir, "*?[") {
		return false
	}
	root := fact.Path{Abs: path.Clean(dir), Known: true}
	written, target := a.Places.Inside(&root, ".", false)
	return written.And(target) == fact.Yes
}

// onlyLooks reports whether the commands before one only read.
func onlyLooks(a *record.Call, i int) bool {
	for k := range a.Facts.Commands[:i] {
		c := &a.Facts.Commands[k]
		for e := range c.Effects {
			if kind := c.Effects[e].Kind; kind != fact.Read && kind != fact.Variable {
				return false
			}
		}
		for r := range c.Redirects {
			if mode := c.Redirects[r].Mode; mode == fact.RedirWrite || mode == fact.RedirAppend {
				return false
			}
		}
		if !c.Known && c.Kind == fact.Simple && len(c.Argv) > 0 && !shparse.IsBuiltin(c.Name) {
			return false
		}
	}
	return true
}

// namesOf are the last components of what a pattern stands for, each behind a separator; "" where
// there are none, or too many.
func namesOf(a *record.Call, pattern string) string {
	var names []string
	parent, last := path.Split(pattern)
	root, _, deep := strings.Cut(parent, "**/") // whatever stands behind: all below is looked at
	dots := last[0] == '.' || deep
	left := record.MaxSeen
	defer a.Places.ReadAhead(path.Clean(root), paths.Backward)()
	for dirs := []string{path.Clean(root)}; len(dirs) > 0; {
		at := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		entries, _ := a.Places.List(at)
		if left -= len(entries); !a.Places.Look(1, len(entries)) || left < 0 {
			return ""
		}
		for _, e := range entries {
			name := e.Name()
			if deep && e.IsDir() && name != ".git" {
				dirs = append(dirs, path.Join(at, name))
			}
			ok, err := path.Match(last, name)
			switch {
			case err != nil || len(names) == maxStandsFor:
				return ""
			case ok && (dots || name[0] != '.'):
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "/" + strings.Join(names, "/")
}
