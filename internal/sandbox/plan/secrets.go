package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// hiding is what is hidden, with what stays readable in it.
type hiding struct {
	path     string
	typ      Type
	deny     bool
	why      string
	openings []Opening
}

// secrets finds what is hidden: the flags --hide, and the files of the list that are there.
func (b *builder) secrets() error {
	for _, given := range b.r.Hide {
		found, err := b.expand("--hide", given)
		if err != nil && wild(given) {
			b.p.Told = append(b.p.Told, "--hide "+Quote(given)+" matches nothing, and hides nothing")
			b.note("--hide " + Quote(given) + ": nothing matches, and nothing is hidden for it")
			continue
		}
		if err != nil {
			return err
		}
		for _, p := range found {
			b.hide(p, b.typeOf(p), true, FlagHide)
		}
	}
	var shown []string
	for i := range b.r.Credentials {
		s := &b.r.Credentials[i]
		dir, rest := b.anchored(s.Glob)
		if dir == "" {
			continue
		}
		look := func(dir string) {
			if first, _, _ := strings.Cut(rest, "/"); !wild(first) && b.has(dir, first) == None {
				return // most are not there
			}
			b.glob(dir, split(rest), func(p string, t Type) {
				if s.Shown {
					shown = append(shown, p)
				} else {
					b.hide(p, t, s.Deny, s.Why)
				}
			})
		}
		look(dir)
		if dir == b.home() && s.Glob[0] == '*' && rest[0] != '.' && strings.Contains(rest, "/") {
			for _, below := range belowHome {
				look(join(dir, below))
			}
		}
	}
	for _, p := range shown {
		if m := b.hides[p]; m != nil && !m.deny {
			delete(b.hides, p)
		}
	}
	if own := b.r.Own; own != "" {
		if to, ok := b.fs.Resolve(b.absolute(own)); ok {
			b.hide(path.Dir(to), Dir, false, FlagOwn)
		}
	}
	if err := b.unhide(shown); err != nil {
		return err
	}
	b.dropNestedHidden()
	return nil
}

// belowHome are the directories in which programs have one of their own: a name that may stand
// anywhere (**/huggingface/token) stands there.
var belowHome = [...]string{".config", ".local/share", ".cache"}

// anchored returns where a glob of the list is looked for: in the home directory, and those of the
// system below /. Names in a project are found by the scan.
func (b *builder) anchored(glob string) (dir, rest string) {
	home := b.home()
	rest, anywhere := strings.CutPrefix(glob, "**/")
	switch {
	case strings.HasPrefix(glob, "/proc/"), strings.HasPrefix(glob, "./"):
		return "", ""
	case strings.HasPrefix(glob, "~/") && home != "":
		return home, glob[2:]
	case strings.HasPrefix(glob, "/"):
		return "/", glob[1:]
	case !anywhere:
		return "", ""
	}
	for _, top := range [...]string{"etc/", "var/", "run/"} {
		if strings.HasPrefix(rest, top) {
			return "/", rest
		}
	}
	if home == "/" {
		return "", ""
	}
	return home, rest
}

// hide takes a path that is there. Where it is a link, what it leads to is hidden.
func (b *builder) hide(p string, t Type, deny bool, why string) {
	if t == Link {
		to, ok := b.fs.Resolve(p)
		if !ok {
			return
		}
		p, t = to, b.typeOf(to)
	}
	if t != File && t != Dir && t != Socket || b.hidden(p) || p == b.home() {
		return
	}
	b.hideAt(p, t, deny, why)
	for _, other := range b.fs.Aliases(p) {
		b.hideAt(other, t, deny, why)
	}
}

func (b *builder) hideAt(p string, t Type, deny bool, why string) {
	if old := b.hides[p]; old == nil {
		b.hides[p] = &hiding{path: p, typ: t, deny: deny, why: why}
	} else {
		old.deny = old.deny || deny
	}
}

// projectSecret hides a file that the scan finds in the project.
func (b *builder) projectSecret(dir string, e Entry) {
	if e.Type != File && e.Type != Dir {
		return
	}
	var hit *Secret
	for i := range b.r.Credentials {
		s := &b.r.Credentials[i]
		rest := strings.TrimPrefix(strings.TrimPrefix(s.Glob, "./"), "**/")
		if rest == s.Glob || strings.Contains(strings.TrimSuffix(rest, "/**"), "/") {
			continue
		}
		if !match(strings.TrimSuffix(rest, "/**"), e.Name) {
			continue
		}
		if s.Shown {
			return
		}
		hit = s
	}
	if hit != nil {
		b.hide(join(dir, e.Name), e.Type, hit.Deny, hit.Why)
	}
}

// unhide opens what the flags -r, -w and --socket name and what holds no secret. What is never read
// stays hidden.
func (b *builder) unhide(shown []string) error {
	var open []Opening
	for _, p := range b.reads {
		open = append(open, Opening{Path: p, Type: b.typeOf(p)})
	}
	for p := range b.unprotected {
		open = append(open, Opening{Path: p, Type: b.typeOf(p), Write: b.rootOf(p) != ""})
	}
	for p := range b.sockets {
		open = append(open, Opening{Path: p, Type: Socket})
	}
	for _, o := range open {
		for _, p := range sortedKeys(b.hides) {
			m := b.hides[p]
			switch {
			case m.deny && subpath.In(o.Path, p):
				return &Error{Quote(o.Path) + " is never opened: " + m.why, "Leave it out"}
			case m.deny && m.why != FlagHide && subpath.In(p, o.Path) && !o.Write &&
				!subpath.In(b.home(), o.Path): // all of the home was hardly meant
				b.p.Told = append(b.p.Told, "-r "+Quote(o.Path)+" leaves "+Quote(p)+" hidden: "+m.why)
			case m.deny || m.typ == Socket:
			case p == o.Path, subpath.In(p, o.Path) && !o.Write: // a project that may be written keeps its own
				delete(b.hides, p)
			case subpath.Below(o.Path, p):
				m.openings = append(m.openings, o)
			}
		}
	}
	for _, p := range shown {
		for dir, m := range b.hides {
			if t := b.typeOf(p); subpath.Below(p, dir) && !m.deny && t == File {
				m.openings = append(m.openings, Opening{Path: p, Type: t})
			}
		}
	}
	return nil
}

// dropNestedHidden leaves out what lies in something hidden, unless it lies in an opening of it.
func (b *builder) dropNestedHidden() {
	for _, p := range sortedKeys(b.hides) {
		m := b.hides[p]
		slices.SortFunc(m.openings, func(x, y Opening) int { return comparePaths(x.Path, y.Path) })
		m.openings = slices.CompactFunc(m.openings, func(x, y Opening) bool { return subpath.In(y.Path, x.Path) })
		if b.inHidden(p) {
			delete(b.hides, p)
		}
	}
}

// inHidden reports whether a directory above p is hidden, and no opening of it holds p.
func (b *builder) inHidden(p string) bool {
	for q := path.Dir(p); len(q) > 1; q = path.Dir(q) {
		if m := b.hides[q]; m != nil && !slices.ContainsFunc(m.openings, func(o Opening) bool {
			return subpath.In(p, o.Path)
		}) {
			return true
		}
	}
	return false
}
