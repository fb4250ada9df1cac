package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// gitEffects adds the effects that a call of git has by the settings and the place of a repository.
func gitEffects(e *effectFinder) {
	if e.l.name != "git" || e.l.any.harmless {
		return
	}
	sub, look := "", e.l.in.Disk
	if len(e.l.canon.sub) > 0 {
		sub = e.l.canon.sub[0]
	}
	switch {
	case sub == "init" || sub == "clone":
		newRepository(e, look)
		return
	case sub == "config" && !readsConfig(e.l):
		gitConfigEffects(e)
	}
	if look != nil {
		inOtherRepository(e, look)
	}
}

// gitConfigEffects makes `git config KEY VALUE` what it is for the keys with which git runs
// programs: a write to the file that holds the settings, which is protected. For the other keys
// the effect of the spec stands.
func gitConfigEffects(e *effectFinder) {
	key := configKey(e.l)
	switch {
	case key == nil && !e.l.has("-e", "--remove-section", "--rename-section"):
		return // it only shows
	case key != nil && key.Known() && (!gitconfig.Runs(key.Text) || plainSetting(e.l, key.Text)):
		return
	}
	w := fact.Lit(".git/config")
	dirs := e.l.in.dirs
	switch {
	case e.l.has("--global"):
		w = fact.Lit("~/.gitconfig")
		if home := e.l.in.home(); home != "" {
			w = fact.Lit(home + "/.gitconfig")
		}
	case e.l.has("--system"):
		w = fact.Lit("/etc/gitconfig")
	case e.l.has("-f", "--file"):
		return // the option's own effect
	}
	e.out.effect(fact.Effect{Kind: fact.Write, Path: e.l.in.Paths.Path(dirs, &w),
		Detail: "a setting with which git runs programs"})
}

// readsConfig reports whether the call only shows settings.
func readsConfig(l *line) bool {
	if len(l.canon.sub) > 1 && (l.canon.sub[1] == "list" || l.canon.sub[1] == "get") {
		return true
	}
	return l.has("-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch",
		"--get-color", "--get-colorbool")
}

// configKey returns the key that is set or unset; nil if there is none. A key alone only shows its
// value.
func configKey(l *line) *fact.Word {
	var key *fact.Word
	n := 0
	for i := range l.operands {
		if o := &l.operands[i]; o.Flag == "" {
			if n++; key == nil {
				key = &o.Word
			}
		}
	}
	sub := len(l.canon.sub) > 1 && (l.canon.sub[1] == "set" || l.canon.sub[1] == "unset")
	if n < 2 && !sub && !l.has("--unset", "--unset-all", "--add", "--replace-all") {
		return nil
	}
	return key
}

// plainSetting reports whether the value is known to be harmless: an alias for a subcommand, a
// usual editor or pager.
func plainSetting(l *line, key string) bool {
	var value *fact.Word
	for i := range l.operands {
		if o := &l.operands[i]; o.Flag == "" && o.Word.Text != key {
			value = &o.Word
		}
	}
	if value == nil || !value.Known() {
		return value == nil // it is unset
	}
	return gitconfig.Harmless(key, value.Text)
}

// A directory that holds HEAD, objects/ and refs/ is a git repository, whatever its name. Its
// settings and hooks run programs, so making one, and running git in one, is more than an ordinary
// call.

// newRepository adds the file that makes a directory a repository of its own where git init or git
// clone makes one.
func newRepository(e *effectFinder, look Disk) {
	if look != nil {
		movesProject(e, look)
	}
	for i := range e.l.flags {
		f := &e.l.flags[i]
		switch {
		case i < len(e.l.given) && e.l.given[i].off:
		case f.Name == "--separate-git-dir" && f.Value >= 0:
			makesRepository(e, &e.l.operands[f.Value].Word)
		case f.Name == "--bare" || f.Name == "--mirror":
			makesRepository(e, repositoryDir(e.l))
		}
	}
}

// repositoryDir returns the directory that init or clone makes: the last operand, if that is not
// the repository to clone; else the current directory, or one in it named after the repository.
func repositoryDir(l *line) *fact.Word {
	first := 0
	if l.canon.sub[0] == "clone" {
		first = 1
	}
	if len(l.args) > first {
		return &l.operands[l.args[len(l.args)-1].op].Word
	}
	name := fact.Lit(".")
	if first == 1 {
		name = fact.Lit("repository.git")
	}
	return &name
}

// makesRepository adds the write of HEAD, which is protected wherever it lies.
func makesRepository(e *effectFinder, dir *fact.Word) {
	head := fact.Lit("HEAD")
	if dir.IsLiteral() {
		head = fact.Lit(strings.TrimSuffix(dir.Text, "/") + "/HEAD")
	}
	p := e.l.in.Paths.Path(e.l.in.dirs, &head)
	if dir.IsLiteral() {
		p.Written = dir.Text
	}
	e.out.effect(fact.Effect{Kind: fact.Write, Path: p, Create: true})
}

// movesProject reports a repository that is made where the agent was started, or above. The nearest
// repository is the project, so the next call would get the config of another place.
func movesProject(e *effectFinder, look Disk) {
	dir := repositoryDir(e.l)
	if p := e.l.in.Paths.Path(e.l.in.dirs, dir); look.MovesProject(&p) {
		e.out.hazard(hazards.ProjectMoves, dir.Show(),
			"a repository there would take the place of the project, with its config")
	}
}

// unknownDirs returns where git may run if its directory is not known: what a pattern stands for,
// or else all repositories in the project.
func unknownDirs(l *line, look Disk) []string {
	for i := len(l.operands) - 1; i >= 0; i-- {
		if o := &l.operands[i]; o.Flag != "" && o.Role == fact.RoleDir {
			if list := look.Expand(&o.Path); list != nil {
				return list
			}
		}
	}
	return look.Repositories()
}

// inOtherRepository reports a call of git in a repository without .git, or in another repository
// than the project's, if the settings or hooks there run programs: nobody has looked at them.
func inOtherRepository(e *effectFinder, look Disk) {
	dirs := e.l.in.dirs.List
	if !e.l.in.dirs.Known {
		dirs = unknownDirs(e.l, look)
	}
	for _, dir := range dirs {
		if at := look.BareRepository(dir); at != "" {
			e.out.hazard(hazards.BareRepository, at,
				"git would use the settings and hooks in "+at+", a repository without .git")
			return
		}
	}
	does, _ := e.l.does()
	for _, dir := range dirs {
		if at, what := look.RepositoryRuns(dir, does&DoesRead == 0); what != "" {
			e.out.hazard(hazards.OtherRepository, at,
				"git would run what "+what+" in "+at+" names, another repository than the project's")
			return
		}
	}
}
