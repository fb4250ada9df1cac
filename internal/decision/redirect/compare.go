package redirect

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// proof holds a rewritten text to what the first one does: each path that has to move has moved,
// and everything else is as it was.
type proof struct {
	*line
	walk  *walk
	moves []Move
	moved []string // clean paths that move
	there []string // clean paths in the scratch directory that the first text has used already
	names []string // clean paths of the first text
	links []string // where links lead that paths go through that move
	stays bool     // a path below Tmp is read where it is
	loose bool     // a path is not known: it may be made of anything that the line reads
}

// separate reports whether nothing moved to a place that the first text uses as well: the two
// would become one, as in `cp /tmp/a /tmp/claude/a`. Nor may a file that has moved have another
// name in the first text, by a link.
func (p *proof) separate() bool {
	for _, to := range p.links {
		for _, name := range p.names {
			if overlap(to, name) {
				return false
			}
		}
	}
	for _, m := range p.moved {
		image := p.plain(p.Target) + m[len(p.Tmp):]
		for _, there := range p.there {
			if overlap(image, there) {
				return false
			}
		}
	}
	return true
}

var _ visitor = (*proof)(nil)

func (p *proof) path(was, is *fact.Path, spelled, spells *fact.Word) bool {
	if !was.Known {
		return p.unknown(was, is, spelled, spells)
	}
	changed := false
	for i := range forms(was) {
		old := path.Clean(forms(was)[i])
		want, moves := p.place(old, was.Glob)
		if is := path.Clean(forms(is)[i]); is != want && !p.fresh(old, is) || was.Glob && p.torn(old) {
			return false
		}
		if !p.follow(forms(was)[i], p.plain(old), moves) {
			return false
		}
		target := p.plain(p.Target)
		switch old = p.plain(old); {
		case moves:
			changed = true
			p.moved = with(p.moved, old)
		case old != target && subpath.In(old, target):
			p.there = with(p.there, old)
		default:
			p.stays = p.stays || subpath.In(old, p.Tmp) && !p.kept(old)
		}
	}
	if changed && spelled != nil && spelled.Text != spells.Text {
		p.moves = with(p.moves, Move{From: spelled.Text, To: spells.Text})
	}
	return true
}

func (p *proof) dir(was, is *fact.Path) bool {
	want, _ := p.place(path.Clean(was.Abs), false)
	return path.Clean(is.Abs) == want || p.fresh(was.Abs, is.Abs)
}

// fresh reports whether a path is one that mktemp makes, in Tmp or in the directory that Tmp
// became: there was nothing in either place.
func (p *proof) fresh(was, is string) bool {
	was, is = p.plain(path.Clean(was)), path.Clean(is)
	return fact.HasStandIn(was) && subpath.In(was, p.Tmp) && is == p.Target+was[len(p.Tmp):]
}

// follow looks at the links in a path, and at other spellings of Tmp. One that stays must not lead
// to a place that would have to move.
func (p *proof) follow(form, old string, moves bool) bool {
	head := old[:min(len(old), len(p.Tmp))]
	if head != p.Tmp && strings.EqualFold(head, p.Tmp) {
		return false // the same directory where names have no case
	}
	p.names = with(p.names, old)
	if p.Resolve == nil {
		return true
	}
	to, ok := p.Resolve(literalDir(form))
	if to = p.plain(to); !ok || to == literalDir(old) {
		return ok
	}
	if moves {
		p.links = with(p.links, to)
		return true
	}
	p.names = with(p.names, to)
	_, leaves := p.place(to, false)
	return !leaves
}

// literalDir is a path, or of a pattern the directory in front of it.
func literalDir(p string) string {
	i := strings.IndexAny(p, "*?[(")
	if i < 0 {
		return p
	}
	return path.Clean(p[:strings.LastIndexByte(p[:i], '/')+1])
}

// unknown judges a path of which a part is not known. That part may begin with "..", with which it
// would leave the scratch directory for another place than it leaves /tmp for; so such a path does
// not move, and neither does the directory that it is relative to. What find has found is below the
// directory that it was told.
func (p *proof) unknown(was, is *fact.Path, spelled, spells *fact.Word) bool {
	if isFound(spelled) {
		want, _ := p.place(path.Clean(spelled.Text), false)
		return path.Clean(spells.Text) == want
	}
	if spelled.Text != spells.Text || was.Abs != is.Abs {
		return false
	}
	p.loose = true
	return !p.leaves(spelled.Text)
}

// isFound reports whether a word stands for what find has found, below a directory that is known.
func isFound(w *fact.Word) bool {
	return w.Kind == fact.Partial && w.Written == "{}" && w.Text != ""
}

// leaves reports whether the known beginning of a path names a place that has to move.
func (p *proof) leaves(beginning string) bool {
	i := strings.LastIndexByte(beginning, '/')
	if i < 0 || beginning[0] != '/' {
		return false
	}
	for _, dir := range [...]string{beginning, beginning[:i+1]} {
		if _, moves := p.place(path.Clean(dir), false); moves {
			return true
		}
	}
	return false
}

// text holds a text to what it was. What is only printed, for whoever started the line, may name the
// place to which a file has moved: X=/tmp/a; touch $X; echo "see $X".
func (p *proof) text(was, is *fact.Word) bool {
	if was.Suffix != is.Suffix {
		return false
	}
	return was.Text == is.Text || p.walk.prints() &&
		strings.ReplaceAll(is.Text, p.Target, p.Tmp) == strings.ReplaceAll(was.Text, p.Target, p.Tmp)
}

// prints reports whether the text that is visited is only printed, and where nothing in the line
// reads it.
func (w *walk) prints() bool {
	return w.at >= 0 && w.moveable && (w.says || prints(&w.was.Commands[w.at])) && !piped(w.was, w.at)
}

func (p *proof) free(was, is *fact.Word) bool { return true }

// with is a list with a value that it need not hold twice.
func with[T comparable](list []T, v T) []T {
	if slices.Contains(list, v) {
		return list
	}
	return append(list, v)
}

// forms lists the absolute forms of a known path.
func forms(p *fact.Path) []string {
	if len(p.Dirs) > 0 {
		return p.Dirs
	}
	return []string{p.Abs}
}

// need looks at one text alone: whether anything in it has to move, and nothing that has to cannot.
type need struct {
	proof
	any bool
}

func (n *need) path(was, _ *fact.Path, spelled, _ *fact.Word) bool {
	if !was.Known {
		return isFound(spelled) || !n.leaves(spelled.Text)
	}
	for _, form := range forms(was) {
		old := path.Clean(form)
		_, moves := n.place(old, was.Glob)
		n.any = n.any || moves
		if was.Glob && n.torn(old) {
			return false
		}
	}
	return true
}

func (n *need) dir(_, _ *fact.Path) bool { return true }
