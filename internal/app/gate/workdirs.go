package gate

import (
	"cmp"
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/internal/policy"
)

// findProject returns the project of a call that is made in a directory.
func (g *Gate) findProject(cwd string) policy.Project {
	if g.opt.Project == "" && g.opt.Started != "" {
		if p := g.home.Find(g.opt.Started, ""); p.Is {
			return p
		}
	}
	return g.home.Find(cwd, cmp.Or(g.opt.Project, g.opt.Started))
}

// startDir is the directory in which the agent was started, as far as that is known: the call's own
// where it is not.
func (g *Gate) startDir(cwd string) string {
	if filepath.IsAbs(g.opt.Started) {
		return g.opt.Started
	}
	return cwd
}

// WorkDirs returns the directories beside a project in which the agent may work: those that the
// person has added to the session, and the other work trees of the repository. The home directory,
// its ancestors and the root are never among them.
func (g *Gate) WorkDirs(project string) []string {
	var dirs []string
	if client := g.agent.Client.Placer; client != nil && g.opt.Client {
		dirs = client.WorkDirs(g.opt.Home, cmp.Or(g.opt.Started, project))
	}
	dirs = append(dirs, policy.TrustedDirectories(g.opt.ConfigHome, project)...)
	dirs = append(dirs, policy.LinkedWorkTrees(project)...)
	dirs = slices.DeleteFunc(dirs, g.home.AtOrAbove)
	if g.opt.Home != g.opt.ConfigHome {
		dirs = slices.DeleteFunc(dirs, policy.NewHome(g.opt.Home).AtOrAbove)
	}
	return dirs
}

// TempDirs returns the directories with the agent's own temporary files.
func (g *Gate) TempDirs() []string {
	if client := g.agent.Client.Placer; client != nil && g.opt.Client {
		return client.TempDirs()
	}
	return nil
}
