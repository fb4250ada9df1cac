package redirect

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Space says which paths move where.
type Space struct {
	Tmp string // the directory whose paths move: /tmp
	// another name of it, which is never rewritten: /private/tmp on macOS; "" for none
	Alias   string
	Target  string   // the scratch directory
	Keep    []string // directories below Tmp that stay with all that lies in them
	Dialect dialect.Dialect

	// Resolve follows the links in an absolute path; ok is false where that cannot be known. nil:
	// there are no links.
	Resolve func(abs string) (target string, ok bool)
}

// KeepDir adds a directory that stays. One that holds Tmp would keep everything, and is ignored
// unless it is where the call is made: then relative names mean Tmp already.
func (s *Space) KeepDir(dir string) {
	if !path.IsAbs(dir) {
		return
	}
	if dir = s.plain(path.Clean(dir)); dir != s.Tmp && subpath.In(dir, s.Tmp) {
		s.Keep = append(s.Keep, dir)
	}
}

// WorkingDir adds the directory in which the call is made.
func (s *Space) WorkingDir(dir string) {
	if dir = s.plain(path.Clean(dir)); subpath.In(dir, s.Tmp) {
		s.Keep = append(s.Keep, dir)
	}
}

// plain is a clean path under the usual name of Tmp.
func (s *Space) plain(p string) string {
	if s.Alias != "" && subpath.In(p, s.Alias) {
		return s.Tmp + p[len(s.Alias):]
	}
	return p
}

// kept reports whether a path lies in a directory that stays.
func (s *Space) kept(p string) bool {
	for _, dir := range s.Keep {
		if subpath.In(p, dir) {
			return true
		}
	}
	return subpath.In(p, s.plain(s.Target))
}

// line is a space as one line sees it: what the line writes moves even where it exists.
type line struct {
	*Space
	written []string // clean paths and patterns
	placed  map[name]placed
}

// name is a clean path, or a pattern.
type name struct {
	path string
	glob bool
}

// placed is where a path belongs.
type placed struct {
	is    string
	moves bool
}

// maxWritten bounds the files of a line that are followed.
const maxWritten = 256

// place returns where a clean path belongs. It stays if it is kept, or if it exists and is only
// read. Tmp itself always moves.
func (l *line) place(was string, glob bool) (is string, moves bool) {
	p := l.plain(was)
	if !subpath.In(p, l.Tmp) || l.kept(p) || fact.HasStandIn(p) { // what mktemp makes is nobody else's
		return was, false
	}
	to, ok := l.placed[name{was, glob}]
	if !ok {
		to = placed{l.Target + p[len(l.Tmp):], true}
		if p != l.Tmp && !l.writes(p) && l.exists(p, glob) && !l.exists(to.is, glob) {
			to = placed{was, false} // what was moved before is found where it was moved to
		}
		if l.placed == nil {
			l.placed = make(map[name]placed)
		}
		l.placed[name{was, glob}] = to
	}
	return to.is, to.moves
}

// given reports whether a clean path is of what the line writes, or of what was moved before.
func (l *line) given(was string) bool {
	p := l.plain(was)
	return subpath.In(p, l.Tmp) && p != l.Tmp && (l.writes(p) || l.exists(l.Target+p[len(l.Tmp):], false))
}

// torn reports whether a pattern may stand for files of which some move and some stay: it matches
// Tmp itself among others (/t*), a directory that is kept, or, where it is only read, files that
// exist and some that the line writes. What find has found in Tmp moves with Tmp.
func (l *line) torn(p string) bool {
	if p = l.plain(p); !subpath.In(p, l.Tmp) {
		return overlap(p, l.Tmp)
	}
	if l.kept(p) {
		return false
	}
	if strings.Contains(p, "**") {
		return l.writes(p) && !slices.Contains(l.written, p) && l.exists(p, true)
	}
	if overlap(p, l.plain(l.Target)) {
		return true // whether or not it is there by now: rm -rf /tmp/*
	}
	for _, dir := range l.Keep {
		if overlap(p, dir) && l.exists(dir, false) {
			return true
		}
	}
	return l.writes(p) && !slices.Contains(l.written, p) && l.exists(p, true)
}

// writes reports whether the line changes the path, something in it, or a directory that holds it.
func (l *line) writes(p string) bool {
	for _, w := range l.written {
		if overlap(w, p) {
			return true
		}
	}
	return false
}

// overlap reports whether two clean paths or patterns may name the same file, or one a directory
// that holds the other.
func overlap(a, b string) bool {
	for {
		var x, y string
		x, a, _ = strings.Cut(a, "/")
		y, b, _ = strings.Cut(b, "/")
		if x == "**" || y == "**" {
			return true
		}
		if x != y && !matches(x, y) && !matches(y, x) {
			return false
		}
		if a == "" || b == "" {
			return true
		}
	}
}

// matches reports whether a part of a pattern may match a part of a path.
func matches(pattern, name string) bool {
	if !hasMeta(pattern) {
		return false
	}
	ok, err := path.Match(pattern, name)
	return ok || err != nil || hasMeta(name)
}

func hasMeta(s string) bool { return strings.ContainsAny(s, `*?[(\`) }

// maxMeta bounds the pattern characters of a pattern that is looked for.
const maxMeta = 4

// exists reports whether a path, or a file that a pattern matches, is there.
func (s *Space) exists(p string, glob bool) bool {
	if !glob {
		_, err := os.Lstat(p)
		return err == nil
	}
	if tree, _, deep := strings.Cut(p, "/**"); deep {
		return tree != s.Tmp && s.exists(tree, hasMeta(tree)) // what find has found
	}
	if strings.Count(p, "*")+strings.Count(p, "?")+strings.Count(p, "[") > maxMeta {
		return true // looking for it could take long
	}
	found, err := filepath.Glob(strings.ReplaceAll(p, "[!", "[^"))
	return err != nil || len(found) > 0 || strings.ContainsRune(p, '(')
}

// lineOf collects what a line writes.
func (s *Space) lineOf(f *fact.Facts) *line {
	l := &line{Space: s}
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Remote {
			continue
		}
		for k := range c.Redirects {
			if r := &c.Redirects[k]; changes(r) {
				l.wrote(&r.Path)
			}
		}
		for k := range c.Effects {
			e := &c.Effects[k]
			if e.Kind.HasPath() && e.Kind != fact.Read && e.Kind != fact.Exec && !e.Guess {
				l.wrote(&e.Path)
			}
		}
	}
	return l
}

// changes reports whether a redirection changes a file.
func changes(r *fact.Redirect) bool {
	return !r.Exempt && (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend)
}

func (l *line) wrote(p *fact.Path) {
	if !p.Known {
		return
	}
	for _, form := range forms(p) {
		was := l.plain(path.Clean(form))
		l.written = append(l.written, was)
		if l.Resolve == nil || p.Glob {
			continue
		}
		if to, ok := l.Resolve(form); ok && l.plain(to) != was {
			l.written = append(l.written, l.plain(to))
		}
	}
}
