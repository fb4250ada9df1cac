package planted

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/analyze/trees"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// Planted finds the commands that may run what the session has just written.
type Planted struct {
	Call    *record.Call
	Changes *changes.Changes
	Trees   *trees.Trees
	Scripts *scripts.Scripts
	Earlier Earlier
	hasEnv  bool        // there is an environment in the directory looked
	looked  string      // the last directory in which one was looked for
	past    []fact.Call // the earlier calls of the session, once they were asked for
	pasts   map[pastKey]*Planted
	foreign []string // files and directories that the session brought
	own     []string // files that it wrote, once they were asked for
	Past    interface {
		// PastOf is what an earlier call has written; follow has its scripts read, too.
		PastOf(call *fact.Call, follow bool) *Planted
	}
}

// programs are the files that a command certainly runs, but for those whose text the line holds and
// that was judged as such.
func (a *Planted) programs(i int) (list []string) {
	c := &a.Call.Facts.Commands[i]
	if !a.Changes.Spawned && a.Changes.JudgedText(i) {
		return nil
	}
	add := func(w *fact.Word) {
		p := a.Call.Spelled(c.Dirs, w)
		if !p.Known {
			return
		}
		list = append(list, path.Clean(p.Abs))
		for _, form := range p.Dirs {
			list = append(list, path.Clean(form))
		}
		if a.Call.Places != nil {
			if to, ok := a.Call.Places.Target(p.Abs); ok && to != p.Abs {
				list = append(list, to)
			}
		}
	}
	if w := &c.Argv[0]; strings.Contains(w.Text, "/") {
		add(w)
	}
	for k := range c.Nested {
		if n := &c.Nested[k]; n.Kind == fact.NestedFile && len(n.Words) > 0 {
			add(&n.Words[0])
		}
	}
	return list
}

// planted is what a command may run, for people.
func (a *Planted) planted(ch *changes.Change, source bool) *fact.Planted {
	name := ch.Path
	if ch.Around && ch.Command >= 0 {
		return &fact.Planted{Name: "what " + a.Call.Facts.Commands[ch.Command].Name + " unpacks",
			Source: source}
	}
	if a.Call.Places != nil {
		if rest, below := strings.CutPrefix(name, a.Call.Places.Project()+"/"); below {
			name = rest
		}
	}
	return &fact.Planted{Name: name, Source: source, Before: ch.Command < 0, Foreign: ch.Foreign}
}

// loads reports whether a command may load the file: it reads it by name, works in a directory that
// is new, or the file is one that tools of its kind look for. A source file that is edited in place
// does not count: the edit stands in the call.
func loads(c *fact.Command, ch *changes.Change) bool {
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Read && !e.Data && e.Path.Known && e.Path.Abs == ch.Path {
			return true
		}
	}
	if c.Dirs.Known {
		for _, dir := range c.Dirs.List {
			if subpath.In(dir, ch.Path) {
				return true
			}
		}
	}
	return ch.Kind&changes.IsSettings != 0 || !ch.Edited && ch.Kind&changes.IsCode != 0
}

// Earlier knows the earlier calls of a session.
type Earlier interface {
	// Calls returns those that were allowed, oldest first.
	Calls() []fact.Call
	// Asked returns those that a person was asked about.
	Asked() []Asked
	// Let returns when a person was last asked about the same call and let it run; 0: never.
	Let() int64
}

// Asked is an earlier call that a person was asked about.
type Asked struct {
	fact.Call
	Approved bool // it ran code that the session brought, and the person let it
}

// pastKey is an earlier call, by its index, and how it is read.
type pastKey struct {
	call   int
	follow bool
}
