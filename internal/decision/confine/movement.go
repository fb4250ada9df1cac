package confine

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/gen/protected"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
	"github.com/fencepost/fencepost/internal/rule"
)

// A movement is a command of git that changes a work tree to what a commit has. A mount that keeps a
// protected file makes git stop half way. So a run opens what its movements change, or is refused
// before anything changes: docs/sandbox-limits.md has the cases.
func (d *draft) movements() {
	if d.c.Facts == nil {
		return
	}
	for i := range d.c.Facts.Commands {
		c := &d.c.Facts.Commands[i]
		switch n := needOf(c); {
		case n == nil || c.Remote || c.ReadOnly, len(c.Argv) > 1 && c.Argv[len(c.Argv)-1].Text == "-h":
		case n.Person:
			d.refuse(c, "changes what the sandbox keeps of git; a person runs it in a terminal")
		case d.foreign && n.Settings && (c.Sub[0] == "config" || c.Sub[0] == "remote"):
			d.refuse(c, "changes settings of git, which the sandbox keeps, and "+d.p.Why+
				". Make it a call of its own")
		case n.Moves:
			d.movement(c, i)
		}
	}
}

// Moves reports whether a command of a call changes a work tree to what commits have.
func Moves(f *fact.Facts) bool {
	for i := range f.Commands {
		if moves(&f.Commands[i]) {
			return true
		}
	}
	return false
}

func moves(c *fact.Command) bool {
	n := needOf(c)
	return n != nil && n.Moves
}

func (d *draft) refuse(c *fact.Command, why string) {
	if d.p.Refused == "" {
		d.p.Refused = because(c.Text, why)
	}
}

func (d *draft) movement(c *fact.Command, at int) {
	t := d.c.Facts.Trees
	for t != nil && (t.Command != at || !t.Kind.History()) {
		t = t.Before
	}
	trees := d.workTrees(c)
	why := d.beside(c, trees)
	if t != nil && !t.Unsure {
		d.knownMovement(c, t.Changes, why)
		return
	}
	remote := contacts(c) || slices.ContainsFunc(c.Hazards, func(h fact.Hazard) bool {
		return h.ID == hazards.TreeNames
	})
	if why == "" && remote && !d.c.Vouched {
		why = "nobody was asked about it"
	}
	switch {
	case !remote && t == nil && !resumes(c):
	case why == "":
		d.p.History = append(d.p.History, trees...)
	case remote:
		d.refuse(c, "may change files that the sandbox keeps, and "+why+". Fetch first, and name the "+
			"commit in a call of its own: git fetch, then git merge or git rebase")
	}
}

// resumes reports whether a command goes on with a movement that was begun before, or takes it back.
func resumes(c *fact.Command) bool {
	return slices.ContainsFunc(c.Flags, func(f fact.Flag) bool {
		return slices.Contains([]string{"--continue", "--skip", "--abort", "--retry"}, f.Name)
	})
}

// knownMovement opens the protected ones of the files that a movement changes. why is what could
// change them as well.
func (d *draft) knownMovement(c *fact.Command, changes []string, why string) {
	var names []string
	denied := ""
	for _, name := range changes {
		decision := protects(c, name)
		if decision != rule.Unset {
			names = add(names, name)
		}
		if decision == rule.Deny {
			denied = name
		}
	}
	switch {
	case len(names) == 0:
		return
	case !d.seen || !d.c.Vouched && !d.c.Settled:
		d.refuse(c, "changes "+names[0]+", which the sandbox keeps, and "+why+
			". Make it a call of its own")
		return
	case why == "":
		d.p.History = append(d.p.History, names...)
	case denied != "":
		d.refuse(c, "changes "+denied+", and "+why+"; a person runs it in a terminal")
		return
	}
	for _, name := range names {
		d.p.Lift = add(d.p.Lift, name)
	}
}

// protects is the decision of the entries that protect a file; Unset for none.
func protects(c *fact.Command, name string) (worst rule.Decision) {
	p := fact.Path{Abs: name, Known: true}
	for i := range protected.Entries {
		e := &protected.Entries[i]
		if !e.Open && e.Decision > worst && c.Places != nil {
			if written, _ := c.Places.Glob(&p, e.Glob, true); written == fact.Yes {
				worst = e.Decision
			}
		}
	}
	return worst
}

// workTrees are the directories whose files a movement changes; none where they are not known.
func (d *draft) workTrees(c *fact.Command) (trees []string) {
	if !c.Dirs.Known {
		return nil
	}
	for _, dir := range c.Dirs.List {
		if c.Sub[0] != "clone" {
			dir = d.repository(dir)
		} else if i := slices.IndexFunc(c.Effects, func(e fact.Effect) bool {
			return e.Create && e.Path.Known
		}); i >= 0 {
			dir = c.Effects[i].Path.Abs
		}
		if dir == "" {
			return nil
		}
		trees = add(trees, dir)
	}
	return trees
}

// beside says what else could change what a movement opens, as a clause; "" for nothing.
func (d *draft) beside(c *fact.Command, trees []string) string {
	switch {
	case !d.seen:
		return d.p.Why
	case !d.c.Vouched && !d.c.Settled:
		return "nobody was asked about it"
	case len(trees) == 0:
		return "fencepost cannot know where it runs"
	case c.Sub[0] == "clone":
		return "" // what is new has no hooks
	}
	for _, top := range trees {
		if what := d.runsCode(top); what != "" {
			return what + " runs with it"
		}
	}
	return ""
}

// hooks are those that git runs in a movement.
var hooks = [...]string{"post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc",
	"pre-merge-commit", "prepare-commit-msg", "commit-msg", "pre-commit", "post-commit", "post-merge",
	"pre-rebase", "post-rewrite", "applypatch-msg", "pre-applypatch", "post-applypatch"}

// runsCode names what a repository runs in a movement: a hook, or a program of its settings. Hooks of
// git lfs do no harm.
func (d *draft) runsCode(top string) string {
	r, ok := d.c.Disk.(Reader)
	if !ok {
		return "a hook"
	}
	file := d.gitConfig(r, top)
	text := r.Text(file)
	others := func(setting string) bool { return !strings.HasPrefix(setting, "core.hookspath=") }
	if text == "" || len(text) >= maxText || slices.ContainsFunc(gitconfig.Runners(text), others) ||
		strings.Contains(strings.ToLower(text), "worktreeconfig") {
		return "what its settings name"
	}
	dir := path.Dir(file) + "/hooks"
	for _, of := range [...]string{"/etc/gitconfig", d.c.Home + "/.config/git/config",
		d.c.Home + "/.gitconfig", file} {
		for line := range strings.Lines(r.Text(of)) {
			key, to, _ := strings.Cut(line, "=")
			if to = strings.Trim(strings.TrimSpace(to), `"`); strings.EqualFold(strings.TrimSpace(key),
				"hookspath") && to != "" {
				dir = d.hooksDir(to, top)
			}
		}
	}
	for _, name := range hooks {
		text := r.Text(dir + "/" + name)
		lfs := strings.HasPrefix(text, "#!/bin/sh\ncommand -v git-lfs >/dev/null 2>&1 || { ") &&
			strings.HasSuffix(text, "; exit 2; }\ngit lfs "+name+" \"$@\"\n") &&
			strings.Count(text, ";") == 2 && strings.Count(text, "\n") == 3 &&
			strings.Count(text, "$") == 1 && !strings.Contains(text, "`")
		if d.kind(dir+"/"+name) != None && !lfs {
			return "the hook " + name
		}
	}
	return ""
}

// hooksDir is the directory of a setting. That of husky calls the hooks beside it.
func (d *draft) hooksDir(to, top string) string {
	switch {
	case strings.HasPrefix(to, "~/"):
		to = d.c.Home + to[1:]
	case !path.IsAbs(to):
		to = path.Join(top, to)
	}
	return strings.TrimSuffix(strings.Replace(path.Clean(to), "/.husky/_", "/.husky/.", 1), "/.")
}

// keepsFiles reports whether a call does nothing but have git bring a work tree and a commit together.
// For git a file that is hidden, and that the commit has, would be one that was changed.
func (d *draft) keepsFiles() bool {
	others := []string{"add", "commit", "fetch", "status", "rev-parse", "branch"}
	is := false
	for i := range d.c.Facts.Commands {
		c := &d.c.Facts.Commands[i]
		switch {
		case c.Kind != fact.Simple, c.Name == "cd":
		case c.Name != "git" || len(c.Sub) == 0, !moves(c) && !slices.Contains(others, c.Sub[0]):
			return false
		default:
			is = is || !c.ReadOnly
		}
	}
	return is
}
