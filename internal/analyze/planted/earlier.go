package planted

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// remember adds the programs that earlier calls of the session have written where a package manager
// installs them, if this call runs something from there.
func (a *Planted) remember() {
	if a.Earlier == nil || a.Call.Past || !a.runsInstalled() {
		return
	}
	a.loadPast()
	for i := len(a.past) - 1; i >= 0; i-- {
		a.rememberCall(i)
	}
	if a.Call.Budget().Earlier.Over() {
		a.Call.Facts.Hazards = append(a.Call.Facts.Hazards, fact.Hazard{ID: hazards.BoundSteps,
			Text: a.Call.Text, Why: "the earlier calls of the session do more than fencepost follows"})
	}
}

// loadPast has the earlier calls in a.past.
func (a *Planted) loadPast() {
	if a.past == nil {
		a.past = a.Earlier.Calls()
	}
}

// pastChanges is pastOf with the changes of the call with that index. It is kept, since each file is
// asked about.
func (a *Planted) pastChanges(i int, follow bool) *Planted {
	key := pastKey{i, follow}
	past := a.pasts[key]
	if past == nil {
		past = a.Past.PastOf(&a.past[i], follow)
		past.Changes.CollectAll()
		if a.pasts == nil {
			a.pasts = map[pastKey]*Planted{}
		}
		a.pasts[key] = past
	}
	return past
}

// runsInstalled reports whether a command runs a program of the project's environment, or one that
// may load from there.
func (a *Planted) runsInstalled() bool {
	if a.namesPath() {
		return true
	}
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		if changes.RunsFile(c) {
			if slices.ContainsFunc(a.programs(i), record.Installed) {
				return true
			}
		}
		if changes.RunsOthers(c) && (a.hasInstalled(&c.Dirs) || c.Is(fact.Installed)) {
			return true
		}
	}
	return false
}

// namesPath reports whether the text of the call may put a directory of installed programs in front
// of the system's, so that bare names are looked for there: PATH=$PWD/node_modules/.bin:$PATH ls.
func (a *Planted) namesPath() bool {
	return strings.Contains(a.Call.Text, "PATH") && strings.Contains(a.Call.Text, "bin") ||
		strings.Contains(a.Call.Text, "activate")
}

// hasInstalled reports whether there is an environment of a package manager in the project, or in a
// directory of the command. Of the commands of a line the last directory is remembered.
func (a *Planted) hasInstalled(dirs *fact.Dirs) bool {
	if a.Call.Places == nil {
		return false
	}
	project := a.Call.Places.Project()
	if a.looked == "" {
		a.looked = project
		a.hasEnv = a.environmentIn(project)
	}
	if a.hasEnv {
		return true
	}
	for _, dir := range dirs.List {
		if dir == project || dir == a.looked {
			continue
		}
		if a.looked = dir; a.environmentIn(dir) {
			a.hasEnv = true
			return true
		}
	}
	return false
}

func (a *Planted) environmentIn(dir string) bool {
	const node, dot, plain = "/node_modules", "/.venv", "/venv"
	all := dir + node + dir + dot + dir + plain // in one piece of memory
	first, second := len(dir)+len(node), 2*len(dir)+len(node)+len(dot)
	return paths.Exists(all[:first]) || paths.Exists(all[first:second]) || paths.Exists(all[second:])
}

func (a *Planted) rememberCall(i int) {
	on, past := a.pastWrites(i, a.Call.Follow)
	if on != "" {
		a.rememberChange(&changes.Change{Path: on})
	} else if past != nil {
		for i := range past.Changes.List {
			a.rememberChange(&past.Changes.List[i])
		}
	}
}

// pastWrites is the file that an earlier call of a tool wrote, or the analysis of one that ran a
// shell; neither for any other call.
func (a *Planted) pastWrites(i int, follow bool) (file string, past *Planted) {
	call := &a.past[i]
	tool := agent.ToolOf(call.Tool)
	on := call.Text(tool.Field)
	switch {
	case on == "":
	case tool.Writes():
		return path.Clean(record.Joined(call.Cwd, on)), nil
	case agent.RunsShell(call):
		return "", a.pastChanges(i, follow)
	}
	return "", nil
}

// mayWriteInCode reports whether an earlier call that ran a shell names a file and writes: inline
// code is not read again.
func (a *Planted) mayWriteInCode(i int, name string) bool {
	on := a.past[i].Text(agent.ToolOf(a.past[i].Tool).Field)
	return strings.Contains(on, name) && (strings.Contains(on, "write") || strings.Contains(on, "open("))
}

// rememberChange keeps a change of an earlier call if it lies where nobody writes by hand, and is
// not a whole environment that is copied or linked from another work tree.
func (a *Planted) rememberChange(ch *changes.Change) {
	if record.Installed(ch.Path) && !ch.Around && !ch.Whole && !a.committed(ch.Path) {
		a.Changes.Add(changes.Change{Path: ch.Path, Command: -1})
	}
}

// committed reports whether a file is what the repository's index has: then a person sees it there.
func (a *Planted) committed(file string) bool {
	if a.Call.Places == nil || len(a.Changes.List) > 0 || !record.Exists(file) {
		return false // one is enough
	}
	repo, _ := filelists.OpenRepo(a.Call.Places.Project(), a.Call.TreeBudget())
	return repo != nil && repo.Committed(file)
}
