package analyze

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// copiesGo takes out of what a command deletes the places of which the line has made copies: what is
// written through a copy may go to another place, as it may be a copied link, but rm takes away the
// name that it is given. With a slash behind it some look through the link, and what lies below
// a copied link is elsewhere.
//
//	cp -r src /tmp/x && ls /tmp/x; rm -rf /tmp/x
func (a *Analyzer) copiesGo(c *fact.Command) {
	if len(a.links) == 0 || len(c.Dirs.List) > 1 {
		return
	}
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind == fact.Delete && !e.InCode && len(e.Path.Dirs) > 1 &&
			!strings.HasSuffix(e.Path.Written, "/") && a.onlyCopied(e.Path.Dirs[0]) {
			e.Path.Abs, e.Path.Dirs = e.Path.Dirs[0], nil
		}
	}
}

// onlyCopied reports whether a name stands for other places just because something was copied there.
func (a *Analyzer) onlyCopied(name string) bool {
	for i := range a.links {
		if l := &a.links[i]; l.leads(name) && !(l.copy && l.at == name) {
			return false
		}
	}
	return true
}
