package changes

import (
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// WrittenOnce is the command that writes a file which command i runs, if the commands before that
// write nothing but files that they name, one by one, and among them the given one once and no
// other code that it could load; -1 if not. Where what they do is looked at again in the end, other
// commands may stand before the one that writes the file.
func (a *Changes) WrittenOnce(i int, file *fact.Path, loads func(string) bool, again bool) (by int) {
	times, at, other := 0, 0, -1
	target := a.Call.Target(file)
	write := func(p *fact.Path) bool {
		if p.Known && p.Abs == file.Abs {
			times++
			by = at
		} else if loads(p.Abs) && !(again && a.JudgedWritten(p.Abs)) || target == "" || a.Call.Target(p) == target {
			return false // another name of the file, or of its directory
		}
		return record.OnePath(p)
	}
	for k := range a.Call.Facts.Commands[:i] {
		c := &a.Call.Facts.Commands[k]
		at = k
		if a.Around(k, i) {
			continue
		}
		if c.Kind == fact.Function || len(c.Hazards) > 0 {
			return -1
		}
		plain := len(c.Nested) == 0 && (c.Kind != fact.Simple || c.ReadOnly || PlainWriter(c))
		if !plain && again && a.writesNamed(k, file) {
			other, plain = k, true
		} else if !plain {
			return -1
		}
		for r := range c.Redirects {
			t := &c.Redirects[r]
			if t.Exempt || t.Mode == fact.RedirRead || t.Mode == fact.RedirHere {
				continue
			}
			if !write(&t.Path) || t.Mode != fact.RedirWrite && t.Path.Abs == file.Abs {
				return -1
			}
		}
		for e := range c.Effects {
			t := &c.Effects[e]
			if t.Kind == fact.Read || t.Mkdir || t.Kind == fact.Meta && record.OnePath(&t.Path) || other == k {
				continue
			}
			if t.Kind != fact.Write || !write(&t.Path) {
				return -1
			}
		}
	}
	if times != 1 || other > by {
		return -1
	}
	return by
}

// writesNamed reports whether a command writes no files that its effects do not name, such as those
// of an archive, and not the given one. What it runs is looked at by itself.
func (a *Changes) writesNamed(k int, file *fact.Path) bool {
	c := &a.Call.Facts.Commands[k]
	for t := a.Call.Facts.Trees; t != nil; t = t.Before {
		if t.Command == k {
			return false
		}
	}
	for e := range c.Effects {
		switch t := &c.Effects[e]; t.Kind {
		case fact.Read, fact.Exec, fact.Variable:
		case fact.Write, fact.Append, fact.Delete:
			if !record.OnePath(&t.Path) || t.Path.Abs == file.Abs {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Around reports whether command k does no more than to start the program that is command i: npx,
// uv run, timeout.
func (a *Changes) Around(k, i int) bool {
	c, last := &a.Call.Facts.Commands[k], &a.Call.Facts.Commands[i]
	if c.Wrapper != fact.Transparent || len(c.Nested) != 1 || len(c.Hazards) > 0 ||
		c.Nested[0].Kind != fact.NestedArgv || len(last.Via)+k != i+len(c.Via) || c.File != last.File {
		return false
	}
	for r := range c.Redirects {
		if t := &c.Redirects[r]; !t.Exempt && t.Mode != fact.RedirRead && t.Mode != fact.RedirHere {
			return false
		}
	}
	for e := range c.Effects {
		switch c.Effects[e].Kind {
		case fact.Read, fact.Exec, fact.Network, fact.Variable:
		default:
			return false
		}
	}
	return true
}

// PlainWriter reports whether a command changes the files that its operands name and no others,
// such as those in a directory.
func PlainWriter(c *fact.Command) bool {
	if shparse.IsBuiltin(c.Name) {
		return true
	}
	return c.Is(fact.Plain) && c.System
}
