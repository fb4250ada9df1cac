package plan

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

func join(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

// wild reports whether a component of a glob has a wildcard.
func wild(c string) bool { return strings.ContainsAny(c, "*?[") }

// split cuts a path into its components.
func split(p string) []string { return strings.Split(strings.Trim(p, "/"), "/") }

// match reports whether a name matches a component of a glob.
func match(pattern, name string) bool {
	ok, _ := path.Match(pattern, name)
	return ok
}

// absolute is a path of a flag as an absolute one.
func (b *builder) absolute(p string) string {
	switch {
	case p == "~" || strings.HasPrefix(p, "~/"):
		if b.r.Home != "" {
			p = b.r.Home + p[1:]
		}
	case !strings.HasPrefix(p, "/"):
		p = b.r.Dir + "/" + p
	}
	return path.Clean(p)
}

// expand returns what a path of a flag stands for, links resolved. As much of it as is there by
// exactly these names is that, though it has brackets or stars: app/[slug]/** is what lies below the
// directory [slug]. The rest is a pattern.
func (b *builder) expand(flag, given string) ([]string, error) {
	p := b.absolute(given)
	if to, ok := b.fs.Resolve(p); ok {
		return []string{to}, b.exact(flag, p, to)
	}
	if !wild(p) {
		return nil, &Error{flag + " " + Quote(given) + ": there is nothing at " + Quote(p),
			"Make it first, or leave the flag out"}
	}
	dir, comps := "/", split(p)
	for len(comps) > 1 && b.has(dir, comps[0]) == Dir {
		dir, comps = join(dir, comps[0]), comps[1:]
	}
	var found []string
	add := func(hit string, _ Type) {
		if to, ok := b.fs.Resolve(hit); ok && b.exact(flag, hit, to) == nil {
			found = append(found, to)
		}
	}
	b.glob(dir, comps, add)
	if flag == "--hide" && wild(dir) { // both readings are hidden
		b.glob("/", split(p), add)
	}
	if len(found) == 0 {
		return nil, &Error{flag + " " + Quote(given) + ": nothing matches",
			"Write the path of something that is there"}
	}
	return found, nil
}

// exact refuses a link where none was when the call was judged: what runs beside it may have put one there.
func (b *builder) exact(flag, p, to string) error {
	if !b.r.Exact || p == to || flag == "--hide" {
		return nil
	}
	return &Error{flag + " " + Quote(p) + " leads to " + Quote(to) + " now",
		"It was no link when the command was judged; look at what has changed it"}
}

// deepest is how many directories ** stands for at most.
const deepest = 4

// glob calls f for each path below dir that matches the components, which begin anywhere below it
// where they begin with **.
func (b *builder) glob(dir string, comps []string, f func(p string, t Type)) {
	b.globDeep(dir, comps, deepest, f)
}

func (b *builder) globDeep(dir string, comps []string, deep int, f func(string, Type)) {
	c, rest := comps[0], comps[1:]
	switch {
	case c == "**" && len(rest) == 0:
		f(dir, b.typeOf(dir))
	case c == "**":
		b.globDeep(dir, rest, deepest, f)
		if deep == 0 {
			return
		}
		for _, e := range b.names(dir) {
			if e.Type == Dir && e.Name != rest[0] && b.countDir() {
				b.globDeep(join(dir, e.Name), comps, deep-1, f)
			}
		}
	case wild(c):
		for _, e := range b.names(dir) {
			if match(c, e.Name) {
				b.globOne(join(dir, e.Name), e.Type, rest, f)
			}
		}
	default:
		if t := b.has(dir, c); t != None {
			b.globOne(join(dir, c), t, rest, f)
		}
	}
}

func (b *builder) globOne(p string, t Type, rest []string, f func(string, Type)) {
	switch {
	case len(rest) == 0:
		f(p, t)
	case len(rest) == 1 && rest[0] == "**": // dir/** is dir
		f(p, t)
	case t == Dir:
		b.globDeep(p, rest, deepest, f)
	case t == Link:
		if to, ok := b.fs.Resolve(p); ok && b.typeOf(to) == Dir {
			b.globDeep(to, rest, deepest, f)
		}
	}
}

// listing is what a directory holds, read once.
type listing struct {
	entries []Entry
	types   map[string]Type
}

// names returns what a directory holds.
func (b *builder) names(dir string) []Entry { return b.list(dir).entries }

func (b *builder) list(dir string) *listing {
	l := b.lists[dir]
	if l == nil {
		l = &listing{entries: b.fs.Names(dir)}
		b.lists[dir] = l
	}
	return l
}

// has returns what a directory has by a name. In the home directory, where much is looked for, a
// directory is read once; elsewhere, and where it cannot be read, each name is asked for.
func (b *builder) has(dir, name string) Type {
	l := b.lists[dir]
	if l == nil && b.home() != "" && subpath.In(dir, b.home()) {
		l = b.list(dir)
	}
	if l == nil || l.entries == nil {
		return b.typeOf(join(dir, name))
	}
	if l.types == nil {
		l.types = make(map[string]Type, len(l.entries))
		for _, e := range l.entries {
			l.types[e.Name] = e.Type
		}
	}
	return l.types[name]
}

// typeOf returns what a path is, and asks once.
func (b *builder) typeOf(p string) Type {
	if p == "/" {
		return Dir
	}
	t, ok := b.types[p]
	if !ok {
		t = b.fs.Lstat(p)
		b.types[p] = t
	}
	return t
}
