package paths

import (
	"bytes"
	"encoding/binary"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// A pattern for names at any depth, such as the src/**/*.ts that find has found, could stand for
// a protected file wherever one may lie. It stands for files that are there, so these are looked
// at: what is not there when a call is judged would have to be made first, which is judged
// itself.

const (
	maxWalked = 30000                 // entries of directories that are looked at for one pattern
	maxFound  = 2000                  // that match
	walkTime  = 60 * time.Millisecond // for all patterns of a call
)

// Unsettle says that the call itself gives places other names, so that what is on the disk now is
// not all that a pattern may stand for.
func (r *Resolver) Unsettle() { r.unsettled = true }

// foundFiles returns, those of directories with a slash at their end, what a pattern for names at
// any depth below a directory stands for. ok is false for another pattern, and where not all can
// be seen.
func (r *Resolver) foundFiles(p *fact.Path) (files []string, ok bool) {
	if r.unsettled || !p.Known || !p.Glob || len(p.Dirs) > 1 {
		return nil, false
	}
	form := p.Abs
	if len(p.Dirs) == 1 {
		form = p.Dirs[0]
	}
	from := patternFrom(p, form)
	if from < 0 || climbs(form[from:]) {
		return nil, false
	}
	dir, rest := splitPattern(cleanPattern(form, from))
	if plainSteps(rest) && r.project != "" &&
		(dir == r.project || strings.HasPrefix(dir, r.project+"/")) {
		return r.foundInStep(dir, rest)
	}
	// of the directories at the top those that a star shows
	shown, top := strings.CutPrefix(rest, "*/")
	name, deep := strings.CutPrefix(shown, "**/")
	if rest = shown; !deep && rest != "**" || strings.Contains(name, "/") ||
		strings.ContainsAny(name, "\\{}()^~#") {
		return nil, false
	}
	if rest == "**" {
		name = "*"
	}
	for strings.Contains(name, "**") {
		name = strings.ReplaceAll(name, "**", "*")
	}
	if to, known := r.resolve(dir); !known || to != dir {
		return nil, false
	}
	key := dir + "\x00" + name
	if top {
		key += "\x00"
	}
	if files, ok := r.found[key]; ok {
		return files, files != nil
	}
	w := walk{r: r, name: name, begin: time.Now(), found: []string{}, top: top}
	if !w.dir(dir) {
		w.found = nil
	}
	r.walked += time.Since(w.begin)
	if r.found == nil {
		r.found = make(map[string][]string)
	}
	r.found[key] = w.found
	return w.found, w.found != nil
}

// plainSteps reports whether a pattern is names and stars between slashes, with a star in front of
// an ending at most. A part of a name, as in .gi*/hooks, may mean what is not there.
func plainSteps(rest string) bool {
	last := strings.LastIndexByte(rest, '/')
	for comp := range strings.SplitSeq(rest[:max(last, 0)], "/") {
		if comp != "*" && strings.ContainsAny(comp, "*?") {
			return false
		}
	}
	return last > 0 && !strings.ContainsAny(rest, "\\?[]{}()^~#+@!|<>") &&
		!strings.Contains(strings.TrimPrefix(rest[last+1:], "*"), "*")
}

// foundInStep is foundFiles for a pattern with a star in some of its components, such as
// packages/*/dist.
func (r *Resolver) foundInStep(dir, rest string) (files []string, ok bool) {
	if to, known := r.resolve(dir); !known || to != dir {
		return nil, false
	}
	key := dir + "\x00" + rest
	if files, ok := r.found[key]; ok {
		return files, files != nil
	}
	w := walk{r: r, begin: time.Now(), found: []string{}}
	if !w.step(dir, rest) {
		w.found = nil
	}
	r.walked += time.Since(w.begin)
	if r.found == nil {
		r.found = make(map[string][]string)
	}
	r.found[key] = w.found
	return w.found, w.found != nil
}

// step looks at what the first component of a pattern stands for, and below that; false where not
// all can be seen, or where a link may lead elsewhere.
func (w *walk) step(dir, rest string) bool {
	name, rest, more := strings.Cut(rest, "/")
	list, err := os.ReadDir(dir)
	if w.seen += len(list); err != nil && !os.IsNotExist(err) || w.seen > maxWalked ||
		w.r.walked+time.Since(w.begin) > walkTime {
		return false
	}
	for _, e := range list {
		if ok, err := path.Match(name, e.Name()); err != nil {
			return false
		} else if !ok {
			continue
		}
		at := join(dir, e.Name())
		switch {
		case more && e.Type()&os.ModeSymlink != 0:
			return false
		case more && e.IsDir() && !w.step(at, rest):
			return false
		case !more && len(w.found) == maxFound:
			return false
		case !more && e.IsDir():
			w.found = append(w.found, at+"/")
		case !more:
			w.found = append(w.found, at)
		}
	}
	return true
}

type walk struct {
	r     *Resolver
	name  string
	begin time.Time
	seen  int
	found []string
	top   bool // what has a leading dot is left out at the top
	plain bool // whether all names are plain is asked, and none is looked for
}

// dir looks at what lies in a directory; false where not all can be seen. A link to a directory
// may be followed, or not.
func (w *walk) dir(dir string) bool {
	list, err := os.ReadDir(dir)
	if w.seen += len(list); err != nil || w.seen > maxWalked ||
		w.r.walked+time.Since(w.begin) > walkTime {
		return false
	}
	top := w.top
	w.top = false
	for _, e := range list {
		name := join(dir, e.Name())
		if top && (e.Type().IsRegular() || e.Name()[0] == '.') {
			continue
		}
		if w.plain {
			if !plainFileName(e.Name()) || e.IsDir() && name != w.r.project+"/.git" && !w.dir(name) {
				return false
			}
			continue
		}
		if ok, err := path.Match(w.name, e.Name()); err != nil {
			return false
		} else if ok {
			if e.IsDir() {
				name += "/"
			}
			w.found = append(w.found, name)
			name = strings.TrimSuffix(name, "/")
			if len(w.found) > maxFound {
				return false
			}
		}
		switch {
		case e.Type()&os.ModeSymlink != 0:
			if info, err := os.Stat(name); err == nil && info.IsDir() && !installed(e.Name()) {
				return false
			}
		case e.IsDir() && !installed(e.Name()) && !strings.HasSuffix(name, "/.git/objects"):
			if !w.dir(name) {
				return false
			}
		}
	}
	return true
}

// installed reports whether a directory holds what a package manager has put there, among which
// nothing is protected that would be one's own.
func installed(name string) bool { return name == "node_modules" || name == ".venv" }

// foundMatch reports whether what a pattern stands for lies below a directory that a glob names,
// such as **/.ssh/**. A glob for names is not asked here: who looks for *.pem means keys.
func (r *Resolver) foundMatch(p *fact.Path, pattern string) (fact.Tri, bool) {
	files, ok := r.foundFiles(p)
	if !ok {
		return fact.No, false
	}
	need := needed(pattern)
	for _, name := range files {
		name = strings.TrimSuffix(name, "/")
		to, ok := r.resolve(name)
		if ok && need != "" && !containsFolded(name, need) && !containsFolded(to, need) {
			continue
		}
		one := fact.Path{Written: name, Abs: name, Known: true, Entry: p.Entry}
		if written, target := r.Glob(&one, pattern, true); written.Or(target) != fact.No {
			return fact.Maybe, true
		}
	}
	return fact.No, true
}

// foundProtected is Protected for a pattern of which it is known what it stands for.
func (g *Guard) foundProtected(e *fact.Effect) (d rule.Decision, why string, ok bool) {
	if base := lastPart(e.Path.Abs); !e.Path.Glob || strings.Trim(base, "*") != "" ||
		!strings.Contains(e.Path.Abs, "**") {
		return rule.Unset, "", false
	}
	files, ok := g.r.foundFiles(&e.Path)
	if !ok {
		return rule.Unset, "", false
	}
	tree := e.Recursive || e.Whole || e.Kind == fact.Delete
	for _, name := range files {
		dir := strings.HasSuffix(name, "/")
		if name = strings.TrimSuffix(name, "/"); dir && !tree && e.Kind != fact.Meta {
			continue // what writes a file does nothing to a directory
		}
		one := *e
		one.Path = fact.Path{Written: e.Path.Written, Abs: name, Known: true, Entry: e.Path.Entry}
		if !tree && len(g.extra) == 0 && !g.looks(&one.Path) {
			continue
		}
		if got, text := g.Protected(&one); got > d {
			d, why = got, text
		}
	}
	if d == rule.Deny { // others that it stands for may be meant
		d = rule.Ask
	}
	return d, why, true
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// PlainBelow reports whether all names that a pattern may stand for are plain: those of files and
// directories below its literal directory, and that itself.
func (r *Resolver) PlainBelow(p *fact.Path) bool {
	if r.unsettled || !p.Known || len(p.Dirs) > 1 || p.Abs == "" {
		return false
	}
	text := p.Written
	dir := p.Abs
	if p.Glob {
		dir, _ = splitPattern(clean(p.Abs), 0)
		text = strings.TrimRight(text, "*?[]!.")
	}
	if _, ok := r.Target(dir); !ok || climbs(p.Written) || strings.ContainsAny(text, " \t\n'\"\\$`") {
		return false
	}
	is, asked := r.plainDirs[dir]
	if !asked {
		w := walk{r: r, begin: time.Now(), plain: true}
		info, err := os.Stat(dir)
		is = err == nil && (!info.IsDir() || w.dir(dir))
		r.walked += time.Since(w.begin)
		if r.plainDirs == nil {
			r.plainDirs = make(map[string]bool)
		}
		r.plainDirs[dir] = is
	}
	return is
}

// plainFileName reports whether a name is one word to a shell and to xargs, and no option.
func plainFileName(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7f || strings.IndexByte("'\"\\*?[|<>&;()$`!{}~#=", s[i]) >= 0 {
			return false
		}
	}
	return s != "" && s[0] != '-' && s[0] != '+'
}

// PlainIndex reports whether the names that git knows in a directory's repository are plain, those
// of files that are gone included. Of a format of the index that is not read that is not known.
// hidden are patterns for those with a leading dot in that directory.
func (r *Resolver) PlainIndex(dir string) (hidden []string, ok bool) {
	data, err := os.ReadFile(join(dir, ".git/index"))
	if err != nil || len(data) > maxIndex || dir != r.project {
		return nil, false
	}
	return plainIndex(data)
}

// maxIndex bounds the index that is read.
const maxIndex = 8 << 20

// plainIndex reads the names in an index of version 2 or 3 (gitformat-index).
func plainIndex(data []byte) (hidden []string, ok bool) {
	const header, fixed = 12, 62
	if len(data) < header || string(data[:4]) != "DIRC" {
		return nil, false
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version != 2 && version != 3 {
		return nil, false
	}
	at := header
	for range count {
		if at+fixed > len(data) {
			return nil, false
		}
		begin := at + fixed
		if binary.BigEndian.Uint16(data[at+fixed-2:])&0x4000 != 0 { // an extended entry
			begin += 2
		}
		n := bytes.IndexByte(data[min(begin, len(data)):], 0)
		if n < 0 {
			return nil, false
		}
		name := string(data[begin : begin+n])
		if top, rest, _ := strings.Cut(name, "/"); top != "" && top[0] == '.' {
			if rest != "" {
				top += "/**"
			}
			if !slices.Contains(hidden, top) {
				hidden = append(hidden, top)
			}
		}
		for part := range strings.SplitSeq(name, "/") {
			if !plainFileName(part) {
				return nil, false
			}
		}
		at += (begin - at + n + 8) &^ 7
	}
	return hidden, true
}
