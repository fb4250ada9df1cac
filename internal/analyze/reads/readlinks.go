package reads

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// A pattern or a tree can hold a link, and who reads it reads another file: `cat certs/*` where one
// of the names leads to ~/.ssh/id_rsa. Where a link leads that is named without a pattern, the
// rules ask.

// ThroughLinks adds the effects on what links lead to that a pattern or a tree holds: chmod and
// truncate follow them, as those that read do.
func ThroughLinks(a *record.Call, c *fact.Command) {
	if a.Places == nil {
		return
	}
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case !e.Path.Known || e.Names || e.InCode:
		case a.Past && e.Kind == fact.Read: // an earlier call: what it has read is of no interest
		case e.Path.Glob && (e.Kind == fact.Read || e.Kind == fact.Meta || changes(e)):
			addLinked(a, c, e.Kind, &e.Path, linksMatched(a, e.Path.Abs), e.Recursive)
		case e.Kind != fact.Read:
		case e.Recursive && c.Follows:
			addLinked(a, c, fact.Read, &e.Path, LinksBelow(a, e.Path.Abs), true)
		}
	}
	for k := range c.Redirects {
		if r := &c.Redirects[k]; r.Mode == fact.RedirRead && r.Path.Known && r.Path.Glob {
			addLinked(a, c, fact.Read, &r.Path, linksMatched(a, r.Path.Abs), false)
		}
	}
}

// changes reports whether an effect writes what its path leads to, be it through a link.
func changes(e *fact.Effect) bool { return e.Kind == fact.Write || e.Kind == fact.Append }

// addLinked adds an effect on where links lead.
func addLinked(a *record.Call,
	c *fact.Command, kind fact.EffectKind, p *fact.Path, links []string, recursive bool,
) {
	for _, name := range links {
		if to, ok := a.Places.Target(name); ok && to != name {
			at := fact.Path{Written: p.Written, Abs: to, Known: true}
			c.Find(pass, fact.Effect{Kind: kind, Path: at, Recursive: recursive})
		}
	}
}

// linksMatched are the links among the names that a pattern stands for.
func linksMatched(a *record.Call, pattern string) (links []string) {
	dir, last := path.Split(pattern)
	switch {
	case strings.Contains(pattern, "**"):
		return LinksBelow(a, path.Clean(pattern[:strings.IndexAny(pattern, "*?[")]))
	case strings.ContainsAny(dir, "*?["):
		names, _ := a.ExpandPattern(pattern)
		for _, name := range names {
			if to, ok := a.Places.Target(name); ok && to != name && len(links) < record.MaxFound {
				links = append(links, name)
			}
		}
		return links
	}
	list, _ := a.Places.List(path.Clean(dir))
	for _, e := range list {
		if e.Type()&os.ModeSymlink == 0 || len(links) == record.MaxFound {
			continue
		}
		if ok, err := path.Match(last, e.Name()); ok || err != nil || strings.ContainsAny(last, "(){}") {
			links = append(links, path.Join(dir, e.Name()))
		}
	}
	return links
}

// LinksBelow are the links in a tree that lead out of it.
func LinksBelow(a *record.Call, root string) (links []string) {
	defer a.Places.ReadAhead(path.Clean(root), paths.Backward)()
	left := record.MaxSeen
	dirs := []string{path.Clean(root)}
	for len(dirs) > 0 && left > 0 && len(links) < record.MaxFound && !a.Places.Over() {
		dir := dirs[len(dirs)-1]
		dirs = dirs[:len(dirs)-1]
		entries, _ := a.Places.List(dir)
		left -= len(entries)
		a.Places.Look(1, len(entries))
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			switch {
			case e.IsDir() && e.Name() != ".git":
				dirs = append(dirs, name)
			case e.Type()&os.ModeSymlink == 0:
			default:
				if to, ok := a.Places.Target(name); ok && !subpath.In(to, root) {
					links = append(links, name)
				}
			}
		}
	}
	return links
}
