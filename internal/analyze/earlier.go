package analyze

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// Earlier knows the earlier calls of a session.
type Earlier interface {
	// Calls returns those that were allowed, oldest first.
	Calls() []fact.Call
}

// earlierSteps bounds what the earlier calls of a session may do, all of them together.
const earlierSteps = 100_000

// remember adds the programs that earlier calls of the session have written where a package manager
// installs them, if this call runs something from there.
func (a *Analyzer) remember() {
	if a.Earlier == nil || a.brief || !a.runsInstalled() {
		return
	}
	a.loadPast()
	for i := len(a.past) - 1; i >= 0; i-- {
		a.rememberCall(i)
	}
	if a.spend().earlier.Over() {
		a.facts.Hazards = append(a.facts.Hazards, fact.Hazard{ID: hazards.BoundSteps,
			Text: a.text, Why: "the earlier calls of the session do more than fencepost follows"})
	}
}

// loadPast has the earlier calls in a.past.
func (a *Analyzer) loadPast() {
	if a.past == nil {
		a.past = a.Earlier.Calls()
	}
}

// pastChanges is pastOf with the changes of the call with that index. It is kept, since each file is
// asked about.
func (a *Analyzer) pastChanges(i int, follow bool) *Analyzer {
	key := pastKey{i, follow}
	left := a.spend()
	past := left.pasts[key]
	if past == nil {
		past = a.pastOf(&a.past[i], follow)
		past.collectAll()
		if left.pasts == nil {
			left.pasts = map[pastKey]*Analyzer{}
		}
		left.pasts[key] = past
	}
	return past
}

// pastKey is an earlier call, by its index, and how it is read.
type pastKey struct {
	call   int
	follow bool
}

// pastOf is the analysis of an earlier call: of what it writes. follow has it read scripts, too.
func (a *Analyzer) pastOf(call *fact.Call, follow bool) *Analyzer {
	past := &Analyzer{Specs: a.Specs, Places: a.Places, Guard: a.Guard, Home: a.Home,
		Dialect: a.Dialect, Deadline: a.Deadline, brief: true, Follow: follow, left: a.spend()}
	past.Shell(call.Text(agent.ToolOf(call.Tool).Field), call.Cwd)
	return past
}

// runsInstalled reports whether a command runs a program of the project's environment, or one that
// may load from there.
func (a *Analyzer) runsInstalled() bool {
	if a.namesPath() {
		return true
	}
	for i := range a.facts.Commands {
		c := &a.facts.Commands[i]
		if runsFile(c) {
			if slices.ContainsFunc(a.programs(i), installed) {
				return true
			}
		}
		if runsOthers(c) && (a.hasInstalled(&c.Dirs) || c.Is(fact.Installed)) {
			return true
		}
	}
	return false
}

// namesPath reports whether the text of the call may put a directory of installed programs in front
// of the system's, so that bare names are looked for there: PATH=$PWD/node_modules/.bin:$PATH ls.
func (a *Analyzer) namesPath() bool {
	return strings.Contains(a.text, "PATH") && strings.Contains(a.text, "bin") ||
		strings.Contains(a.text, "activate")
}

// hasInstalled reports whether there is an environment of a package manager in the project, or in a
// directory of the command. Of the commands of a line the last directory is remembered.
func (a *Analyzer) hasInstalled(dirs *fact.Dirs) bool {
	if a.Places == nil {
		return false
	}
	project := a.Places.Project()
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

func (a *Analyzer) environmentIn(dir string) bool {
	const node, dot, plain = "/node_modules", "/.venv", "/venv"
	all := dir + node + dir + dot + dir + plain // in one piece of memory
	first, second := len(dir)+len(node), 2*len(dir)+len(node)+len(dot)
	return paths.Exists(all[:first]) || paths.Exists(all[first:second]) || paths.Exists(all[second:])
}

func (a *Analyzer) rememberCall(i int) {
	on, past := a.pastWrites(i, a.Follow)
	if on != "" {
		a.rememberChange(&change{path: on})
	} else if past != nil {
		for i := range past.changes {
			a.rememberChange(&past.changes[i])
		}
	}
}

// pastWrites is the file that an earlier call of a tool wrote, or the analysis of one that ran a
// shell; neither for any other call.
func (a *Analyzer) pastWrites(i int, follow bool) (file string, past *Analyzer) {
	call := &a.past[i]
	tool := agent.ToolOf(call.Tool)
	on := call.Text(tool.Field)
	switch {
	case on == "":
	case tool.Writes():
		return path.Clean(joined(call.Cwd, on)), nil
	case agent.RunsShell(call):
		return "", a.pastChanges(i, follow)
	}
	return "", nil
}

// mayWriteInCode reports whether an earlier call that ran a shell names a file and writes: inline
// code is not read again.
func (a *Analyzer) mayWriteInCode(i int, name string) bool {
	on := a.past[i].Text(agent.ToolOf(a.past[i].Tool).Field)
	return strings.Contains(on, name) && (strings.Contains(on, "write") || strings.Contains(on, "open("))
}

// rememberChange keeps a change of an earlier call if it lies where nobody writes by hand, and is
// not a whole environment that is copied or linked from another work tree.
func (a *Analyzer) rememberChange(ch *change) {
	if installed(ch.path) && !ch.around && !ch.whole && !a.committed(ch.path) {
		a.changed(change{path: ch.path, command: -1})
	}
}

// committed reports whether a file is what the repository's index has: then a person sees it there.
func (a *Analyzer) committed(file string) bool {
	if a.Places == nil || len(a.changes) > 0 || !exists(file) {
		return false // one is enough
	}
	repo, _ := filelists.OpenRepo(a.Places.Project(), a.trees())
	return repo != nil && repo.Committed(file)
}

// mentions adds the places of installed programs that inline code names: what it does there is not
// looked at again.
func (a *Analyzer) mentions(dirs *fact.Dirs, text string) {
	if !dirs.Known || len(dirs.List) == 0 {
		return
	}
	for _, name := range [...]string{"node_modules", "site-packages", ".venv", ".cargo", ".yarn"} {
		if strings.Contains(text, name) && (strings.Contains(text, "write") ||
			strings.Contains(text, "open(") ||
			strings.Contains(text, "copy") || strings.Contains(text, "link") ||
			strings.Contains(text, "rename") ||
			strings.Contains(text, "move")) {
			a.changed(change{path: path.Join(dirs.List[0], name), command: len(a.facts.Commands) - 1})
		}
	}
}
