package buildtasks

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/tasks"
)

// A file of settings tells a build where its files go: <directory>/home/x/keep</directory>. Each program
// has its own words for that. So every place outside the project that a file names which the session
// changed counts as one that the program may read, and may write to.

// maxReaches bounds the places of one file.
const maxReaches = 32

// reaches adds what a file names outside the project to the effects of command i, as guesses. Of code
// and of prose only what is there and named from the root counts, as read: a rule may call it a secret.
func (a *Tasks) reaches(i int, disk *taskFiles, name string) {
	if isElsewhere(name[len(a.Call.Places.Project()):]) {
		return
	}
	text, state := disk.Read(name)
	if state != tasks.Found {
		return
	}
	tells := !isCode(name) && !isProse(name)
	seen := map[string]bool{}
	var found []fact.Effect
	for _, n := range lang.Includes(fact.NameIncludes, lang.WithoutRemarks(text)) {
		at, far := a.farName(name, n.Name)
		if !far && !tells || at == "" || seen[at] || len(seen) >= maxReaches || !a.isOutside(at) {
			continue
		}
		seen[at] = true
		e := fact.Effect{Guess: true, Data: true, Command: i,
			Detail: path.Base(name) + " names " + n.Name + ", outside the project",
			Path:   fact.Path{Written: n.Name, Abs: at, Known: true}}
		if record.Exists(at) {
			found = append(found, e)
		}
		if tells && (far || a.mayHarm(n.Name, at)) {
			e.Kind = fact.Write
			found = append(found, e)
		}
	}
	a.Call.Facts.Commands[i].Find(pass, found...)
}

// farName is the place that a name in a file means, if it may lie outside the project; "" if not.
// far: it begins at the root.
func (a *Tasks) farName(file, name string) (at string, far bool) {
	if slash := strings.IndexByte(name, '/'); slash > 0 && name[0] == '-' {
		name = name[slash:] // -I/home/x
	}
	switch rest, home := strings.CutPrefix(name, "~/"); {
	case home && a.Call.Home != "":
		return path.Join(a.Call.Home, rest), false
	case strings.HasPrefix(name, "//") && !strings.HasPrefix(name, "///"):
		return "", false // behind it stands a host
	case path.IsAbs(name):
		return path.Clean(name), true
	case strings.HasPrefix(name, "../") || strings.Contains(name, "/../"):
		return path.Join(path.Dir(file), name), false
	}
	return "", false
}

// isOutside reports whether a place lies outside the project and its work tree, and is the person's: it
// lies in the home, or is there beside the project. A route of a server or a directory of a container
// is not.
func (a *Tasks) isOutside(at string) bool {
	project := a.Call.Places.Project()
	tree := a.Call.Places.WorkTree(project)
	if a.Call.InProject(at) || subpath.In(at, project) || tree != "" && subpath.In(at, tree) {
		return false
	}
	if a.Call.Home != "" && subpath.In(at, a.Call.Home) {
		return true
	}
	beside := path.Dir(cmp.Or(tree, project))
	return beside != "/" && at != beside && subpath.In(at, beside) && !a.Call.Places.ForTemps(beside) &&
		(record.Exists(at) || path.Dir(at) != beside && record.Exists(path.Dir(at)))
}

// mayHarm reports whether it may do harm to write to a place that a name means which does not begin at
// the root: a file that the person has, or a directory of files that are no sources. Projects name
// other projects beside them, and read them.
func (a *Tasks) mayHarm(name, at string) bool {
	switch {
	case record.RegularFile(at):
		return strings.HasPrefix(name, "~") || a.Call.Matters(at)
	case !a.Call.IsDirectory(at) || strings.HasPrefix(name, "~") || a.Call.Places.WorkTree(at) != "":
		return false
	}
	entries, _, _ := record.NamesIn(at)
	return !slices.ContainsFunc(entries, isSource)
}
