package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// A directory is a git repository by what it holds: HEAD, objects/ and refs/, not by its name. Its
// settings and hooks run programs wherever git finds it, so that making one and running git in one
// is more than an ordinary call.

// gitRepository adds the file that makes a directory a repository of its own where a call of git
// init or git clone makes one, and reports a call that would use such a directory.
func (r *resolver) gitRepository() {
	if r.c.Name != "git" || r.harmless() {
		return
	}
	if len(r.c.Sub) == 0 || r.c.Sub[0] != "init" && r.c.Sub[0] != "clone" {
		if dirs := r.gitDirs(); len(dirs) > 0 && !r.inBareRepository(dirs) {
			r.inOtherRepository(dirs)
		}
		return
	}
	r.movesProject()
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		switch {
		case i < len(r.given) && r.given[i].off:
		case f.Name == "--separate-git-dir" && f.Value >= 0:
			r.makesRepository(&r.c.Operands[f.Value].Word)
		case f.Name == "--bare" || f.Name == "--mirror":
			r.makesRepository(r.repositoryDir())
		}
	}
}

// repositoryDir is the directory that init and clone make: the last operand, but for that of clone
// the first of two. Where there is none it is the current one, or one in it that is named after the
// repository.
func (r *resolver) repositoryDir() *fact.Word {
	first := 0
	if r.c.Sub[0] == "clone" {
		first = 1
	}
	if len(r.args) > first {
		return &r.c.Operands[r.args[len(r.args)-1].op].Word
	}
	name := fact.Lit(".")
	if first == 1 {
		name = fact.Lit("repository.git")
	}
	return &name
}

// makesRepository adds the write of HEAD, which is protected wherever it lies.
func (r *resolver) makesRepository(dir *fact.Word) {
	head := fact.Lit("HEAD")
	if dir.IsLiteral() {
		head = fact.Lit(strings.TrimSuffix(dir.Text, "/") + "/HEAD")
	}
	p := r.path(r.dirs(), &head)
	if dir.IsLiteral() {
		p.Written = dir.Text
	}
	r.effect(fact.Effect{Kind: fact.Write, Path: p, Create: true})
}

// movesProject reports a repository that is made where the agent was started, or above it: the
// nearest repository is the project, so that the fence and the config that applies would be those
// of another place from the next call on.
func (r *resolver) movesProject() {
	look := r.in.Disk
	if look == nil {
		return
	}
	dir := r.repositoryDir()
	if p := r.path(r.dirs(), dir); look.MovesProject(&p) {
		r.hazard(hazards.ProjectMoves, dir.Show(),
			"a repository there would take the place of the project, with its config")
	}
}

// gitDirs are the directories in which git may run: also those that a pattern names, and where
// nothing is known all repositories in the project.
func (r *resolver) gitDirs() []string {
	dirs := r.dirs()
	if dirs.Known {
		return dirs.List
	}
	look := r.in.Disk
	if look == nil {
		return nil
	}
	for i := len(r.c.Operands) - 1; i >= 0; i-- {
		if o := &r.c.Operands[i]; o.Flag != "" && o.Role == fact.RoleDir {
			if list := look.Expand(&o.Path); list != nil {
				return list
			}
		}
	}
	return look.Repositories()
}

// inBareRepository reports a call that git makes in a repository without .git.
func (r *resolver) inBareRepository(dirs []string) bool {
	look := r.in.Disk
	if look == nil {
		return false
	}
	for _, dir := range dirs {
		if at := look.BareRepository(dir); at != "" {
			r.hazard(hazards.BareRepository, at,
				"git would use the settings and hooks in "+at+", a repository without .git")
			return true
		}
	}
	return false
}

// inOtherRepository reports a call that git makes in another repository than that of the project,
// where the settings or hooks of that repository run programs: nobody has looked at those.
func (r *resolver) inOtherRepository(dirs []string) {
	look := r.in.Disk
	if look == nil {
		return
	}
	does, _ := r.does()
	for _, dir := range dirs {
		if at, what := look.RepositoryRuns(dir, does&DoesRead == 0); what != "" {
			r.hazard(hazards.OtherRepository, at,
				"git would run what "+what+" in "+at+" names, another repository than the project's")
			return
		}
	}
}
