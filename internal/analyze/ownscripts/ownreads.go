package ownscripts

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// What the last commit has of a script says nothing of a file that the script reads and runs as code:
// eval "$(cat cmd.txt)". Such a script vouches for what it runs while none of the files that it reads
// was changed in the session.

// maxEntries bounds the names in a directory, or by a pattern, that are looked at.
const maxEntries = 256

// settleReads notes of scripts and tasks that run what fencepost cannot see whether they read a file
// that the session has changed.
func (a *OwnScripts) settleReads() {
	for root := range a.Call.Facts.Files {
		f := &a.Call.Facts.Files[root]
		if f.Root != root+1 || f.Writer > 0 || a.loadedByBuild(root+1) {
			continue
		}
		what, runs := a.runsUnseen(root + 1)
		if !runs {
			continue
		}
		if what == "" {
			what = a.readsChanged(root + 1)
		}
		if what == "" {
			continue
		}
		for k := range a.Call.Facts.Files {
			if g := &a.Call.Facts.Files[k]; g.Root == root+1 && !a.loadedByBuild(k+1) {
				g.Recent = true
			}
		}
		if f.Given == "" {
			f.Given = "it may run what stands in " + what + ", which was changed in this session"
		}
	}
}

// loadedByBuild reports whether a build or test loads a file by itself, or what led to it.
func (a *OwnScripts) loadedByBuild(file int) bool {
	for ; file > 0; file = a.Call.Facts.Files[file-1].By {
		if a.Call.Facts.Files[file-1].Vouched {
			return true
		}
	}
	return false
}

// below reports whether a file is one of those that a script led to, and that no build loads.
func (a *OwnScripts) below(file, root int) bool {
	return file > 0 && a.Call.Facts.Files[file-1].Root == root && !a.loadedByBuild(file)
}

// runsUnseen reports whether a script runs code that stands in no word of it. what is the file, where
// its code names one.
func (a *OwnScripts) runsUnseen(root int) (what string, runs bool) {
	unseen := func(list []fact.Hazard) bool {
		return slices.ContainsFunc(list, func(h fact.Hazard) bool {
			return h.ID == hazards.DynamicPayload || h.ID == hazards.DynamicName
		})
	}
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		runs = runs || a.below(c.File, root) && unseen(c.Hazards)
		for k := range c.Code {
			s := &c.Code[k]
			if !a.below(cmp.Or(s.File, c.File), root) {
				continue
			}
			for n := range s.Facts {
				runs = runs || unseen(s.Facts[n].Hazards)
			}
			for n := range c.Effects {
				if e := &c.Effects[n]; e.Kind == fact.Exec && e.InCode && e.Path.Known && a.changed(&e.Path) {
					return path.Base(e.Path.Abs), true
				}
			}
		}
	}
	return "", runs
}

// readsChanged is a file that a script reads, and that the session has changed; "" for none.
func (a *OwnScripts) readsChanged(root int) string {
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		inside := a.below(c.File, root)
		for k := range c.Code {
			s := &c.Code[k]
			file := cmp.Or(s.File, c.File)
			inside = inside || a.below(file, root)
			if a.below(file, root) && s.Lang != "python" && s.Lang != "javascript" {
				if name := a.namesChanged(c, a.Scripts.Followed.Texts[file-1]); name != "" {
					return name
				}
			}
		}
		if !inside {
			continue
		}
		for k := range c.Redirects {
			if r := &c.Redirects[k]; r.Mode == fact.RedirRead && r.Path.Known && a.changed(&r.Path) {
				return path.Base(r.Path.Abs)
			}
		}
		for k := range c.Effects {
			e := &c.Effects[k]
			if e.Kind == fact.Read && !e.Names && e.Path.Known && a.changed(&e.Path) {
				return path.Base(e.Path.Abs)
			}
		}
	}
	return ""
}

// namesChanged is a file that was changed in the session, and that stands in a text as a word.
func (a *OwnScripts) namesChanged(c *fact.Command, text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return strings.ContainsRune(" \t\n\"'`()[]{},;=<>|&", r)
	})
	for _, word := range words[:min(len(words), maxEntries)] {
		w := fact.Lit(word)
		if p := a.Call.Path(c.Dirs, &w); strings.ContainsAny(word, "./") && record.OnePath(&p) &&
			record.RegularFile(p.Abs) && a.changed(&p) {
			return path.Base(p.Abs)
		}
	}
	return ""
}

// changed reports whether the session may have changed what a path stands for: the file, one of a
// directory, one that a pattern fits. Scripts that were read are judged by themselves.
func (a *OwnScripts) changed(p *fact.Path) bool {
	names := []string{path.Clean(p.Abs)}
	if p.Glob {
		names, _ = a.Call.ExpandPattern(p.Abs)
	} else if record.IsDir(p.Abs) {
		entries, _, _ := record.NamesIn(p.Abs)
		names = nil
		for _, e := range entries {
			names = append(names, path.Join(p.Abs, e))
		}
	}
	return slices.ContainsFunc(names[:min(len(names), maxEntries)], func(name string) bool {
		return record.RegularFile(name) && a.Call.InProject(name) && !a.isRead(name) &&
			(a.moved(name) || a.Call.Vouch.InSession(name) && record.ChangedSince(name, a.letAt()))
	})
}

// letAt is when a person let the same call run, with what the files held then; long ago for never.
func (a *OwnScripts) letAt() time.Time {
	if a.let == nil {
		a.let = new(int64)
		if earlier := a.Tasks.Planted.Earlier; earlier != nil {
			*a.let = earlier.Let()
		}
	}
	return time.Unix(0, *a.let)
}

// moved reports whether an earlier call of the session put a directory around a file there, or the
// file, where its time says nothing.
func (a *OwnScripts) moved(name string) bool {
	return slices.ContainsFunc(a.Tasks.Planted.Own(), func(own string) bool {
		return subpath.In(name, own) && own != a.Call.Places.Project() &&
			(own != name || a.Call.Vouch.Changed == nil)
	})
}

// isRead reports whether a file is a script of the call.
func (a *OwnScripts) isRead(name string) bool {
	return slices.ContainsFunc(a.Call.Facts.Files, func(f fact.File) bool { return f.Abs == name })
}
