package trees

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

// brings adds the names of a tree that a command puts below a directory.
func (p *Planting) brings(root string, list []filelists.Entry) {
	if root == nowhere {
		return
	}
	c := changes.Change{Command: p.T.Command, Edited: p.T.Kind.History(), Unpacked: p.T.Kind.Unpacks()}
	if len(p.A.Changes.List)+len(list) > changes.MaxChanges/2 {
		c.Path = root
		p.A.Changes.Add(c)
		p.linksBelow(root, list)
		return
	}
	for i := range list {
		if e := &list[i]; e.Kind != filelists.Gone && e.Kind != filelists.Dir {
			c.Path = path.Join(root, e.Name)
			c.Edited = p.T.Kind.History() || e.Kind == filelists.Edit
			p.A.Changes.Add(c)
		}
	}
	p.linksBelow(root, list)
}

// copiedLinks records the links in a directory that is copied as they are: those that lead out of
// it mean the same place under a new name.
func (p *Planting) copiedLinks(from, at string, list []filelists.Entry) {
	for i := range list {
		e := &list[i]
		if e.Kind != filelists.Link || len(p.A.Call.Links) >= record.MaxLinks {
			continue
		}
		to, err := os.Readlink(path.Join(from, e.Name))
		name := path.Join(at, e.Name)
		if !path.IsAbs(to) {
			to = path.Join(path.Dir(name), to)
		}
		p.A.Call.Unsettle()
		if err != nil || !strings.HasPrefix(to, at+"/") {
			p.A.Call.Links = append(p.A.Call.Links, record.Link{At: name, Target: to})
		}
	}
}

// linksBelow makes the paths at and below links that a tree brings unknown: where they lead is
// written in the tree alone.
func (p *Planting) linksBelow(root string, list []filelists.Entry) {
	if p.T.Kind == fact.TreeCopy || p.T.Kind == fact.TreeLink {
		return // see copiedLinks
	}
	for i := range list {
		if e := &list[i]; e.Kind == filelists.Link {
			p.A.Call.Leads(path.Join(root, e.Name))
		}
	}
}

// put makes effects of the names below a directory.
func (p *Planting) put(root string, list *filelists.List) {
	if list.Why != "" {
		p.unknown(list.Why)
	}
	if p.scratch {
		return
	}
	if root == nowhere {
		for i := range list.Entries {
			p.adrift(list.Entries[i].Name)
		}
		return
	}
	p.brings(root, list.Entries)
	g := p.A.grove
	if g.names+len(list.Entries) <= maxExact {
		for i := range list.Entries {
			p.name(root, &list.Entries[i])
		}
		return
	}
	p.many(root, list.Entries)
}
