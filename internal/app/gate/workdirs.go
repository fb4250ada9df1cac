package gate

import (
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/policy"
)

// find returns the project of a call that is made in a directory.
func (g *Gate) find(cwd string) policy.Project {
	if g.opt.Project == "" && g.opt.Started != "" {
		if p := g.home.FindFrom(g.opt.Started); p.Is {
			return p
		}
	}
	if g.opt.Project == "" {
		return g.home.Find(cwd, g.opt.Started)
	}
	return g.home.Find(cwd, g.opt.Project)
}

// started is the directory in which the agent was started, as far as that is known: the call's own
// where it is not.
func (g *Gate) started(cwd string) string {
	if filepath.IsAbs(g.opt.Started) {
		return g.opt.Started
	}
	return cwd
}

// searchedFrom is the directory from which the project is looked for; "" where the caller has said
// which one it is.
func (g *Gate) searchedFrom(cwd string) string {
	if g.opt.Project != "" {
		return ""
	}
	return g.started(cwd)
}

// alsoOf is a gate as one that knows directories beside the project: the home directory, its
// ancestors and the root are never one of them.
type alsoOf Gate

// WorkDirs returns the directories that the person has added to the session, and the other work
// trees of the project's repository.
func (a *alsoOf) WorkDirs(project string) []string {
	var dirs []string
	if client := agents.ClientOf(a.agent).Placer; client != nil && a.opt.Client {
		start := a.opt.Started
		if start == "" {
			start = project
		}
		dirs = client.WorkDirs(a.opt.Home, start)
	}
	dirs = append(dirs, policy.TrustedDirectories(a.opt.ConfigHome, project)...)
	dirs = append(dirs, policy.LinkedWorkTrees(project)...)
	dirs = slices.DeleteFunc(dirs, a.home.AtOrAbove)
	if a.opt.Home != a.opt.ConfigHome {
		dirs = slices.DeleteFunc(dirs, policy.NewHome(a.opt.Home).AtOrAbove)
	}
	return dirs
}

// TempDirs returns the directories with the agent's own temporary files.
func (a *alsoOf) TempDirs() []string {
	if client := agents.ClientOf(a.agent).Placer; client != nil && a.opt.Client {
		return client.TempDirs()
	}
	return nil
}
