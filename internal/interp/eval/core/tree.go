package core

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// treeKind is what the names of a tree come from that a verb of the tables writes.
func treeKind(verb string, from *fact.Word) fact.TreeKind {
	switch verb {
	case "unzip":
		return fact.TreeZip
	case "untar":
		return fact.TreeTar
	case "unpack":
		return packed(from.Text)
	}
	return fact.TreeCopy
}

// packed is the kind of an archive by the end of its name, which decides where no format is given.
func packed(name string) fact.TreeKind {
	for i := len(name) - 1; i >= 0 && name[i] != '/'; i-- {
		switch name[i:] {
		case ".zip":
			return fact.TreeZip
		case ".tar", ".tgz", ".tar.gz":
			return fact.TreeTar
		}
	}
	return fact.TreeArchive
}

// tree adds the effects of a call that writes names from a directory or an archive below another
// directory.
func (m *Machine) tree(c *interp.Call, b *Bound, verb, from, into string) {
	n := len(c.Effects)
	switch verb {
	case "copy-tree":
		m.effect(c, b, fact.Read, from, true)
	case "move-tree":
		m.effect(c, b, fact.Read, from, true)
		m.effect(c, b, fact.Delete, from, false) // it is elsewhere then
	case "unpack", "copy-into":
		m.effect(c, b, fact.Read, from, false)
	}
	sources := make([]fact.Word, 0, 1)
	for _, e := range c.Effects[n:] {
		if e.Kind == fact.Read && !e.Listed {
			sources = append(sources, e.Word)
		}
	}
	if len(sources) == 0 { // the object whose method is called
		if v, given := b.Get(from); given {
			if v.Kind == KindObj && v.Base != nil {
				v = v.Base
			}
			sources = v.Words()
		}
	}
	if len(sources) == 0 {
		sources = append(sources, fact.Unknown(""))
	}
	n = len(c.Effects)
	m.effect(c, b, fact.Write, into, false)
	made := c.Effects[n:len(c.Effects):len(c.Effects)]
	for i := range made {
		for k := range sources {
			e := made[i]
			e.Tree, e.From = treeKind(verb, &sources[k]), sources[k]
			if k == 0 {
				c.Effects[n+i] = e
			} else {
				c.Effects = append(c.Effects, e)
			}
		}
	}
}
