package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// reading is one way to read a known path. A relative path of a command that may run in several
// directories has several, as has a name that Windows takes for another one.
type reading struct {
	form    string // absolute, before cleaning
	at      int    // index in it from which pattern characters may stand; negative: it is no pattern
	written pathText
	target  pathText // where its links lead; of a pattern, those of its literal directory
	known   bool     // target is
	short   bool     // it may hold a short name of something that is called otherwise
	// what each name that a pattern stands for ends with, folded; "" where target is not known
	end string
}

// pathText is a clean path, in which pattern characters may stand from at on, and the same folded.
type pathText struct {
	text, folded string
	at, foldedAt int
}

func newPathText(text string, at int) pathText {
	t := pathText{text: text, at: at, foldedAt: at}
	if at <= 0 {
		t.folded = subpath.Fold(text)
		return t
	}
	dir := subpath.Fold(text[:at])
	t.folded, t.foldedAt = dir+subpath.Fold(text[at:]), len(dir)
	return t
}

// readings are those of the path that was asked about last: many rules ask about one in a row.
type readings struct {
	of      pathKey
	list    []reading
	unsure  bool // the path may stand for more than its readings: see matchUnsure
	onShare bool // one of them lies on another host
}

type pathKey struct {
	abs, written string
	dirs         *string // the first of fact.Path.Dirs
	count        int     // of them
	glob, entry  bool
}

// readings returns the readings of a path: none of one that is not known.
func (r *Resolver) readings(p *fact.Path) []reading {
	if !p.Known || p.Abs == "" {
		r.last = readings{}
		return nil
	}
	key := pathKey{abs: p.Abs, written: p.Written, glob: p.Glob, entry: p.Entry}
	if len(p.Dirs) > 0 {
		key.dirs, key.count = &p.Dirs[0], len(p.Dirs)
	}
	if r.last.of != key {
		forms, unsure := r.forms(p)
		n := len(forms)
		if len(r.room) < n {
			r.rooms = min(2*r.rooms+2, 16) // few calls have many paths
			r.room = make([]reading, max(n, r.rooms))
		}
		last := readings{of: key, list: r.room[:n:n], unsure: unsure}
		r.room = r.room[n:]
		for i, form := range forms {
			last.list[i] = r.read(p, form)
			last.onShare = last.onShare || onShare(form)
		}
		r.last = last
	}
	return r.last.list
}

// read follows a form of a path. Of one that means the directory entry itself the last component is
// kept: rm removes a link, and not what it leads to.
func (r *Resolver) read(p *fact.Path, form string) reading {
	if p.Glob {
		return r.readPattern(p, form)
	}
	last := strings.LastIndexByte(form, '/') + 1
	name := form[last:]
	to, ok := "", false
	switch {
	case !p.Entry || name == "" || name == "." || name == ".." || last == 0:
		to, ok = r.resolve(form)
	case onWindows && mayBeShort(name):
		to = clean(form)
	default:
		to, ok = r.resolve(form[:last])
		to = join(to, name)
	}
	abs := clean(form)
	written := pathText{abs, subpath.Fold(abs), -1, -1}
	target := written
	if to != abs {
		target = pathText{to, subpath.Fold(to), -1, -1}
	}
	return reading{form: form, at: -1, written: written, target: target, known: ok,
		short: strings.Contains(written.folded, "~")}
}

// readPattern is read for a pattern.
func (r *Resolver) readPattern(p *fact.Path, form string) reading {
	rd := reading{form: form, at: patternFrom(p, form)}
	rd.written = newPathText(cleanPattern(form, rd.at))
	dir, rest := splitPattern(form, rd.at)
	to, ok := r.resolve(dir)
	switch {
	case !ok || mayClimb(rest):
	case rest == "":
		rd.target, rd.known = newPathText(to, -1), true
	default:
		to = join(to, "")
		rd.target, rd.known = newPathText(to+rest, len(to)), true
		rd.end = subpath.Fold(lastPiece(rd.written.text, "*?[](){}|+@!^~#<>"))
	}
	return rd
}
