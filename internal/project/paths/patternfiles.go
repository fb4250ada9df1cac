package paths

import (
	"errors"
	"os"
	"path"
	"slices"
	"strings"
	"syscall"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// A pattern for names at any depth, such as the src/**/*.ts of find, could stand for a protected
// file anywhere. It stands for files that are there, so these are looked at. A file that is not
// there when the call is judged has to be made first, and that change is judged itself.

const (
	maxWalked = 30000 // entries of directories that are looked at for one pattern
	maxFound  = 2000  // that match
)

// Unsettle says that the call itself renames files, so that a pattern may stand for more than what
// is on the disk now.
func (r *Resolver) Unsettle() { r.unsettled = true }

// foundPattern is an answer of foundFiles.
type foundPattern struct {
	form  string // the path as it is written
	from  int    // index from which pattern characters may stand in it
	files []string
	ok    bool
}

// foundFiles returns what a pattern for names below a directory stands for, at any depth or
// component by component. Directories have a slash at their end. ok is false for any other pattern,
// and where not all files can be seen. Many rules ask about one pattern in a row, so the last
// answer is kept.
func (r *Resolver) foundFiles(p *fact.Path) (files []string, ok bool) {
	if r.unsettled || !p.Known || !p.Glob || len(p.Dirs) > 1 {
		return nil, false
	}
	form := p.Abs
	if len(p.Dirs) == 1 {
		form = p.Dirs[0]
	}
	from := patternFrom(p, form)
	if last := r.lastFound; last == nil || last.form != form || last.from != from {
		files, ok = r.findFiles(form, from)
		r.lastFound = &foundPattern{form: form, from: from, files: files, ok: ok}
	}
	return r.lastFound.files, r.lastFound.ok
}

// findFiles is foundFiles for a path as it is written, in which pattern characters may stand from
// an index on.
func (r *Resolver) findFiles(form string, from int) (files []string, ok bool) {
	if from < 0 || climbs(form[from:]) {
		return nil, false
	}
	dir, rest := splitPattern(cleanPattern(form, from))
	// of the directories at the top those that a star shows
	shown, top := strings.CutPrefix(rest, "*/")
	name, deep := strings.CutPrefix(shown, "**/")
	switch whole := rest; {
	case whole == "" || strings.ContainsAny(whole, "\\{}()^~#"):
		return nil, false
	case !strings.Contains(whole, "**"):
		return r.foundBy(dir, whole)
	}
	if rest = shown; !deep && rest != "**" || strings.Contains(name, "/") {
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
	return r.lookUp(key, walk{name: name, top: top}, func(w *walk) bool {
		defer r.ReadAhead(dir, Forward)()
		return w.dir(dir)
	})
}

// lookUp returns what a walk finds, and remembers it under a key. see is false where not all files
// can be seen.
func (r *Resolver) lookUp(key string, w walk, see func(*walk) bool) (files []string, ok bool) {
	if files, ok := r.found[key]; ok {
		return files, files != nil
	}
	w.r, w.found = r, []string{}
	if !see(&w) {
		w.found = nil
	}
	if r.found == nil {
		r.found = make(map[string][]string)
	}
	r.found[key] = w.found
	return w.found, w.found != nil
}

// foundBy is foundFiles for a pattern in the project such as packages/*/dist. It does not look up
// the hidden names that a component stands for: shells differ.
func (r *Resolver) foundBy(dir, rest string) (files []string, ok bool) {
	if !subpath.In(dir, r.project) || strings.ContainsAny(rest, "[!") {
		return nil, false
	}
	see := func(w *walk) bool { return w.components(dir, rest) }
	return r.lookUp(dir+"\x00/"+rest, walk{}, see)
}

type walk struct {
	r     *Resolver
	name  string
	seen  int
	found []string
	top   bool // what has a leading dot is left out at the top
	plain bool // whether all names are plain is asked, and none is looked for
}

// dir looks at what lies in a directory. It is false where not all can be seen: a link to a
// directory may be followed, or not.
func (w *walk) dir(dir string) bool {
	list, err := w.r.List(dir)
	if w.seen += len(list); !w.r.Look(1, len(list)) || err != nil || w.seen > maxWalked {
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
			if !PlainName(e.Name()) || e.IsDir() && name != w.r.project+"/.git" && !w.dir(name) {
				return false
			}
			continue
		}
		if ok, err := matchName(w.name, e.Name()); err != nil {
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
			if info, err := os.Stat(name); err == nil && info.IsDir() && !isInstalled(e.Name()) {
				return false
			}
		case e.IsDir() && !isInstalled(e.Name()) && !strings.HasSuffix(name, "/.git/objects"):
			if !w.dir(name) {
				return false
			}
		}
	}
	return true
}

// components looks for what a pattern stands for. It is false where not all can be seen, and where
// shells differ on whether a component stands for a hidden name.
func (w *walk) components(dir, rest string) bool {
	part, rest, more := strings.Cut(rest, "/")
	if part == "" { // a slash at the end: directories alone
		return w.keep(dir)
	}
	switch wild := strings.ContainsAny(part, "*?"); {
	case wild && part[0] == '.':
		return false
	case !wild:
		name := join(dir, part)
		if !more {
			return w.keep(name)
		}
		return w.components(name, rest)
	}
	list, err := w.r.List(dir)
	if w.seen += len(list); !w.r.Look(1, len(list)) || w.seen > maxWalked {
		return false
	}
	if err != nil {
		return os.IsNotExist(err) || !w.r.There(dir) || !w.isDir(dir)
	}
	for _, e := range list {
		ok, err := matchName(part, e.Name())
		if err != nil {
			return false
		}
		if !ok {
			continue
		}
		name, kept := join(dir, e.Name()), len(w.found)
		if more && !w.components(name, rest) || !more && !w.keep(name) {
			return false
		}
		if e.Name()[0] == '.' && len(w.found) > kept {
			return false
		}
	}
	return true
}

// keep adds a name that is there, in the form of foundFiles.
func (w *walk) keep(name string) bool {
	if _, err := os.Lstat(name); err != nil {
		return os.IsNotExist(err) || errors.Is(err, syscall.ENOTDIR)
	}
	if w.isDir(name) {
		name += "/"
	}
	w.found = append(w.found, name)
	return len(w.found) <= maxFound
}

func (w *walk) isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// isInstalled reports whether a package manager fills a directory of this name. Protected files of
// the user do not lie there.
func isInstalled(name string) bool { return name == "node_modules" || name == ".venv" }

// foundMatch reports whether what a pattern stands for lies below a directory that a glob names,
// such as **/.ssh/**. It is not asked about globs for names: a pattern *.pem means keys.
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

// foundProtected is Protected for a pattern whose files are known.
func (g *Guard) foundProtected(e *fact.Effect) (d rule.Decision, why string, ok bool) {
	base := lastComponent(e.Path.Abs)
	all := strings.Trim(base, "*") == "" && strings.Contains(e.Path.Abs, "**")
	if !all && base != everyHidden {
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
		if !tree && len(g.protect)+len(g.policies) == 0 && !g.mayBeListed(&one.Path) {
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

// everyHidden is the pattern for the hidden names of a directory that os.listdir and os.walk
// return: nobody has chosen them.
const everyHidden = ".[!.]*"

// matchName is path.Match for a pattern of the shell, in which ! negates a set.
func matchName(pattern, name string) (bool, error) {
	return path.Match(strings.ReplaceAll(pattern, "[!", "[^"), name)
}

func lastComponent(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// PlainBelow reports whether all names that a pattern may stand for are plain: its literal
// directory, and the files and directories below it.
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
		w := walk{r: r, plain: true}
		defer r.ReadAhead(dir, Forward)()
		info, err := os.Stat(dir)
		is = err == nil && (!info.IsDir() || w.dir(dir))
		if r.plainDirs == nil {
			r.plainDirs = make(map[string]bool)
		}
		r.plainDirs[dir] = is
	}
	return is
}

// PlainName reports whether a name is one word to a shell and to xargs, and not an option.
func PlainName(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == 0x7f || strings.IndexByte("'\"\\*?[|<>&;()$`!{}~#=", s[i]) >= 0 {
			return false
		}
	}
	return s != "" && s[0] != '-' && s[0] != '+'
}

// AddHidden adds a pattern for a name that has a leading dot to hidden.
func AddHidden(hidden []string, name string) []string {
	top, rest, _ := strings.Cut(name, "/")
	if top == "" || top[0] != '.' {
		return hidden
	}
	if rest != "" {
		top += "/**"
	}
	if !slices.Contains(hidden, top) {
		hidden = append(hidden, top)
	}
	return hidden
}

// PlainNames reports whether all components of a name are plain.
func PlainNames(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if !PlainName(part) {
			return false
		}
	}
	return true
}
