package analyze

import (
	"path"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/pathname"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/tree"
)

// Earlier knows the earlier calls of a session.
type Earlier interface {
	// Calls returns those that were allowed, oldest first.
	Calls() []fact.Call
}

// earlierTime bounds how long the earlier calls of a session are looked at.
const earlierTime = 20 * time.Millisecond

// remember adds the programs that earlier calls of the session have written where a package manager
// installs them, if this call runs something from there.
func (a *Analyzer) remember() {
	if a.Earlier == nil || a.brief || !a.runsInstalled() {
		return
	}
	end := time.Now().Add(earlierTime)
	calls := a.Earlier.Calls()
	for i := len(calls) - 1; i >= 0 && time.Now().Before(end); i-- {
		a.rememberCall(&calls[i], end)
	}
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
			for _, name := range a.programs(i) {
				if installed(name) {
					return true
				}
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

func (a *Analyzer) rememberCall(call *fact.Call, end time.Time) {
	tool := agent.ToolOf(call.Tool)
	on := call.Text(tool.Field)
	switch {
	case on == "":
	case tool.Writes():
		if !path.IsAbs(on) {
			on = pathname.Join(call.Cwd, on)
		}
		a.rememberChange(&change{path: on})
	case agent.RunsShell(call):
		past := &Analyzer{Specs: a.Specs, Places: a.Places, Guard: a.Guard, Home: a.Home,
			Dialect: a.Dialect, Deadline: end,
			brief: true, Follow: a.Follow}
		past.Shell(on, call.Cwd)
		past.collectAll()
		for i := range past.changes {
			a.rememberChange(&past.changes[i])
		}
	}
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
	if a.grove == nil {
		a.grove = &grove{budget: tree.Budget{Limit: a.TreeTime}}
	}
	repo, _ := tree.OpenRepo(a.Places.Project(), &a.grove.budget)
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
			a.changed(change{path: pathname.Join(dirs.List[0], name), command: len(a.facts.Commands) - 1})
		}
	}
}
