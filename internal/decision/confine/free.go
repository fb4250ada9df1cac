package confine

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/credentials"
	"github.com/fencepost/fencepost/gen/daemons"
	"github.com/fencepost/fencepost/gen/free"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// free reports whether a command may run without the sandbox where all that it does is known. That is
// knowledge of the command, and not that nothing was found in it: presets/free.yaml has it, its
// spec has each of its options, and the table of the environment each variable that it gets.
func (d *draft) free(c *fact.Command) bool {
	if c.Kind == fact.Assignment || c.Kind == fact.Empty || c.Kind == fact.Redirected {
		return len(c.Redirects) == 0 || !d.hiddenIn(c)
	}
	if c.Kind == fact.Function {
		return true
	}
	name := c.Name
	if len(c.Sub) > 0 {
		name += " " + c.Sub[0]
	}
	is, repository := free.Of(name)
	return is && c.Known && c.System && spoken(c) && seenPayload(c) && !d.hiddenIn(c) &&
		(!repository || d.quietRepository(c))
}

// FreeBesideClients reports whether all of a call but clients of services of the machine may run
// without the sandbox, and whether it is certain that these do no more than to have their service
// work.
func FreeBesideClients(c *Call) bool {
	rest, call := *c.Facts, *c
	rest.Commands = slices.DeleteFunc(slices.Clone(rest.Commands), func(c fact.Command) bool {
		return client(&c)
	})
	call.Facts = &rest
	p := For(&call)
	return p.Free && p.Network == sandbox.NetNone
}

// client reports whether a command has a service do the work, and reads, runs and contacts nothing
// else: its variables are data, and its words name no place and no other machine.
func client(c *fact.Command) bool {
	if !c.System || !c.Known || daemons.Of(c.Name) == "" && daemons.Of(c.Name+" "+first(c)) == "" ||
		c.RunsUnseenCode || c.UnknownOption || c.Unjudged != "" || c.Planted != nil {
		return false
	}
	return !slices.ContainsFunc(c.Assigns, leadsElsewhere) &&
		!slices.ContainsFunc(c.Effects, func(e fact.Effect) bool { return e.Host != "" }) &&
		!slices.ContainsFunc(c.Flags, func(f fact.Flag) bool {
			return slices.ContainsFunc(f.Names, daemons.Elsewhere) || daemons.Elsewhere(f.Name)
		}) &&
		!slices.ContainsFunc(c.Operands, namesPlace)
}

// leadsElsewhere reports whether a variable of a client may name a place or another machine.
func leadsElsewhere(a fact.Assign) bool {
	return !envrisk.IsData(a.Name) || !a.Value.Known() || strings.ContainsAny(a.Value.Text, "/:@")
}

// namesPlace reports whether a word of a client may name a place or another machine: -Hx, a/b, u@h.
// A template of what is printed, {{.Name}}, names none.
func namesPlace(o fact.Operand) bool {
	name, _, _ := strings.Cut(o.Word.Text, "=")
	joined := len(name) > 2 && name[1] != '-' && daemons.Elsewhere(name[:2])
	return !o.Word.Known() || joined || daemons.Elsewhere(name) ||
		strings.ContainsAny(o.Word.Text, "/@") && !strings.HasPrefix(o.Word.Text, "{{")
}

// first is the first word behind the name of a command.
func first(c *fact.Command) string {
	if words := c.Canonical(); len(words) > 1 {
		return words[1].Text
	}
	return ""
}

// spoken reports whether each option of a command is in its spec, and each variable that it gets in
// the table of those that are judged.
func spoken(c *fact.Command) bool {
	return c.Unjudged == "" &&
		(c.ReadOnly || !slices.ContainsFunc(c.Flags, func(f fact.Flag) bool { return !f.Known })) &&
		!slices.ContainsFunc(c.Assigns, func(a fact.Assign) bool {
			return !envrisk.Judged(a.Name)
		})
}

// seenPayload reports whether what a command runs stands in its words: other commands of the call,
// or a program of awk, sed or jq that is understood.
func seenPayload(c *fact.Command) bool {
	return !slices.ContainsFunc(c.Nested, func(n fact.Nested) bool {
		return n.Kind == fact.NestedFile || n.Kind == fact.NestedUnknown ||
			n.Kind == fact.NestedCode && (n.Lang == "python" || n.Lang == "javascript")
	})
}

func has(c *fact.Command, option string) bool {
	return slices.ContainsFunc(c.Flags, func(f fact.Flag) bool { return f.Name == option })
}

// hiddenIn reports whether a command reads a file that is hidden, or may: one that is not known, or
// lies in a tree outside of the project.
func (d *draft) hiddenIn(c *fact.Command) bool {
	if c.Places == nil {
		return false
	}
	for i := range c.Effects {
		if e := &c.Effects[i]; e.Kind == fact.Read && !e.Names && (!e.Path.Known || d.hides(c, &e.Path) ||
			e.Recursive && !subpath.In(e.Path.Abs, d.c.Project)) {
			return true
		}
	}
	for i := range c.Redirects {
		if r := &c.Redirects[i]; r.Mode == fact.RedirRead && !r.Exempt && d.hides(c, &r.Path) {
			return true
		}
	}
	return false
}

func (d *draft) hides(c *fact.Command, p *fact.Path) bool {
	is := func(glob string) fact.Tri {
		written, target := c.Places.Glob(p, glob, true)
		if !p.Glob && written == fact.Maybe {
			written = fact.No
		}
		return max(written, target)
	}
	hidden := slices.ContainsFunc(d.set.Hide, func(h string) bool {
		return max(is(d.expand(h)), is(d.expand(h)+"/**")) != fact.No
	})
	for _, e := range credentials.Entries() {
		switch at := is(e.Glob); {
		case !e.Shown:
			hidden = hidden || at != fact.No
		case at == fact.Yes:
			return false
		}
	}
	return hidden
}

// quietRepository reports whether the repository in which a command of git works has it run nothing:
// no setting names a program, such as a filter, and there is no hook for changes of the index or of
// refs. `git status` changes the index. What the person's own settings name is the person's.
func (d *draft) quietRepository(c *fact.Command) bool {
	r, ok := d.c.Disk.(Reader)
	if !ok || !c.Dirs.Known || has(c, "--git-dir") || has(c, "--work-tree") {
		return false
	}
	for _, dir := range c.Dirs.List {
		top := d.repository(dir)
		for at := dir; at != top && len(at) > 1; at = path.Dir(at) {
			if d.kind(at+"/HEAD") == File && d.kind(at+"/objects") == Dir {
				return false // git takes it for a repository without a work tree
			}
		}
		if top == "" {
			continue
		}
		settings := d.gitConfig(r, top)
		text := r.Text(settings) + r.Text(strings.TrimSuffix(settings, "/config")+"/config.worktree")
		hooks := path.Dir(settings) + "/hooks"
		if d.kind(hooks+"/post-index-change") != None || d.kind(hooks+"/reference-transaction") != None {
			return false
		}
		if settings == "" || gitconfig.TextRuns(text) != "" || d.kind(top+"/.gitmodules") != None {
			return false
		}
	}
	return true
}
