package reads

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// A search leaves out hidden names and what git ignores, unless it is told not to: `rg -uu KEY`
// reads the .env beside the sources. What such an option adds is looked for on the disk, so that a
// search below node_modules, or in a project without such a file, is none that asks.
//
// A plain grep -r TOKEN leaves nothing out, and shows of the .env in the tree the lines that match. To
// ask about each such search would be noise, so the files are looked into: what the pattern cannot
// match is not shown.

const (
	maxReached = 256 // names that become effects
	maxMatched = 64  // files that are looked into for one search
	homeDepth  = 2   // directories below one of the home in which programs keep what they log in with
)

// Archived adds the reads of what is in an archive to a command that shows the archive:
// strings x.tar. An earlier command of the line may have made it of a tree, or it lies there. What
// unpacks says which members it shows.
func Archived(a *record.Call, i int, c *fact.Command) {
	shows := c.Is(fact.Shows | fact.Lines)
	if !shows && c.Reach == 0 {
		return
	}
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind != fact.Read || e.Recursive || e.Names || !e.Path.Known || e.Path.Glob {
			continue
		}
		for n := range a.Facts.Commands[:i] {
			packed(a, c, &a.Facts.Commands[n], e.Path.Abs)
		}
		if shows {
			members(a, c, e.Path.Abs)
		}
	}
}

// packed adds to a command the reads of the trees from which another one has made a file.
func packed(a *record.Call, c, by *fact.Command, file string) {
	if !slices.ContainsFunc(by.Effects, func(e fact.Effect) bool {
		return e.Kind == fact.Write && e.Path.Abs == file
	}) {
		return
	}
	for k := range by.Effects {
		e := &by.Effects[k]
		if e.Kind != fact.Read || !e.Recursive || e.Names || !e.Path.Known || e.Path.Glob {
			continue
		}
		at := fact.Path{Written: e.Path.Written, Known: true, Glob: true,
			Abs: path.Join(e.Path.Abs, "**")}
		c.Find(pass, fact.Effect{Kind: fact.Read, Path: at, Found: true})
	}
}

// members adds the reads of the names in a file that is an archive of tar by its name. Other formats
// are packed, so that only what unpacks them shows anything.
func members(a *record.Call, c *fact.Command, file string) {
	if ext := path.Ext(strings.TrimSuffix(file, ".gz")); ext != ".tar" && ext != ".tgz" {
		return
	}
	list := filelists.TarFile(file, a.TreeBudget())
	for i := range list.Entries {
		name := list.Entries[i].Name
		c.Find(pass, fact.Effect{Kind: fact.Read, Guess: true,
			Path: fact.Path{Written: name, Abs: path.Join(path.Dir(file), name), Known: true}})
	}
}

// Reached adds the reads of what the options of a search, or an archive that is printed, add.
func Reached(a *record.Call, c *fact.Command) {
	for k := range c.Effects {
		e := &c.Effects[k]
		if c.Is(fact.Unfiltered|fact.Searches) && searchesTree(e) {
			matched(a, c, e)
		}
		if e.Kind != fact.Read || !e.Recursive || e.Names || !e.Path.Known || e.Path.Glob {
			continue
		}
		root := path.Clean(e.Path.Abs)
		home := ofPrograms(a, root)
		of := c.Reach
		if takesAll(c) {
			of = everything
		}
		if of == 0 && !home {
			continue // most searches: nothing is made for them
		}
		narrow, leaves := selected(c)
		if narrow {
			return // the patterns say what is read
		}
		w := reach{places: a.Places, of: of, root: root, leaves: leaves, home: home,
			rules: ignoresOf(root)}
		if home && w.of&fact.ReachAll == 0 {
			w.of, w.depth = fact.ReachAll, homeDepth
		}
		w.walk()
		for _, name := range w.found {
			at := fact.Path{Written: path.Join(e.Path.Written, name), Known: true,
				Abs: path.Join(w.root, name)}
			c.Find(pass, fact.Effect{Kind: fact.Read, Path: at, Guess: true})
		}
		if w.more && w.depth == 0 {
			at := fact.Path{Written: e.Path.Written, Known: true, Glob: true,
				Abs: path.Join(w.root, "**", expand.Any)}
			c.Find(pass, fact.Effect{Kind: fact.Read, Path: at, Guess: true})
		}
	}
}

// matched adds the reads of the files of a tree that a search leaves out by no rule, and in which
// its pattern may match: of one that asks ignore files, those that a rule there takes back in, and
// with --hidden those that none leaves out.
func matched(a *record.Call, c *fact.Command, e *fact.Effect) {
	root := strings.TrimSuffix(e.Path.Abs, "/**")
	fold := !c.Is(fact.Cased) // settings may say so, as of ack
	for k := range c.Flags {
		switch f := &c.Flags[k]; f.Name {
		case "-i":
			fold = true
		case "-l", "-L", "-c", "-q", "-f": // no line is shown; no file is searched
			return
		case "-v", "--passthru":
			return // the whole tree is read, see ReachAll
		}
	}
	narrow, leaves := selected(c)
	if narrow || path.Clean(root) == a.Home {
		return
	}
	w := reach{places: a.Places, of: everything, root: path.Clean(root), leaves: leaves, matches: true}
	if w.rules = ignoresOf(w.root); !c.Is(fact.Unfiltered) {
		if w.of = c.Reach; w.of&^fact.ReachHidden != 0 || w.of == 0 && len(w.rules.back) == 0 {
			return // nothing is left out: see Reached
		}
	}
	w.walk()
	p := patternsOf(c, fold)
	for k, name := range w.found {
		if k < maxMatched && !p.mayMatch(path.Join(w.root, name), fold) {
			continue
		}
		c.Find(pass, fact.Effect{Kind: fact.Read, Guess: true, Path: fact.Path{
			Written: path.Join(strings.TrimSuffix(e.Path.Written, "/**"), name), Known: true,
			Abs: path.Join(w.root, name)}})
	}
}

// searchesTree reports whether an effect is that of a search of a tree that shows lines which match:
// grep -r KEY ., find . -exec grep KEY {} +.
func searchesTree(e *fact.Effect) bool {
	return e.Kind == fact.Read && !e.Names && e.Path.Known && (e.Recursive && !e.Path.Glob ||
		e.Path.Glob && strings.IndexAny(e.Path.Abs, "*?[") == len(e.Path.Abs)-len("**") &&
			strings.HasSuffix(e.Path.Abs, "/**"))
}

// ofPrograms reports whether a tree is one of those in the home in which programs keep their
// settings, and among them what they log in with: grep -r x ~/.config. All that is known of such
// names is looked for on the disk.
func ofPrograms(a *record.Call, root string) bool {
	return a.Home != "" && len(root) > len(a.Home)+2 && strings.HasPrefix(root, a.Home) &&
		root[len(a.Home):len(a.Home)+2] == "/."
}

// selected reports whether options say which files are searched, and returns the patterns of those
// that are left out.
func selected(c *fact.Command) (narrow bool, leaves []string) {
	for i := range c.Flags {
		f := &c.Flags[i]
		if f.Value < 0 {
			continue
		}
		switch text := c.Operands[f.Value].Word.Text; {
		case f.Name == "-t" && (text == "all" || ownTypes(c)):
		case f.Name == "-t", f.Name == "-G":
			narrow = true
		case c.Operands[f.Value].Role == fact.RoleInclude && strings.HasPrefix(text, "!"):
			leaves = append(leaves, strings.Trim(text[1:], "/"))
		case c.Operands[f.Value].Role == fact.RoleInclude:
			narrow = narrow || !Everything(text)
		case f.Name == "--exclude", f.Name == "--ignore", f.Name == "--ignore-dir":
			leaves = append(leaves, strings.TrimPrefix(strings.Trim(text, "/"), "./"))
		}
	}
	return narrow, leaves
}

// everything is what a search reads that is told to leave out nothing.
const everything = fact.ReachHidden | fact.ReachIgnored

// Everything reports whether a pattern for the files that are searched takes all of them, or all
// with a leading dot. Such a pattern goes before what git ignores: rg -g '*' KEY.
func Everything(pattern string) bool {
	return strings.Contains(pattern, "*") && strings.Trim(pattern, "*/.?") == ""
}

// takesAll reports whether an option of a search has a pattern that takes everything.
func takesAll(c *fact.Command) bool {
	for i := range c.Operands {
		if o := &c.Operands[i]; o.Role == fact.RoleInclude && Everything(o.Word.Text) {
			return true
		}
	}
	return false
}

// ownTypes reports whether options of a search say which files a type has: rg --type-add 'e:.env'.
func ownTypes(c *fact.Command) bool {
	return slices.ContainsFunc(c.Flags, func(f fact.Flag) bool { return f.Name == "--type-add" })
}

// Whole adds the reads of all that lies in a tree, for a search that takes everything.
func Whole(a *record.Call, list []fact.Effect, root *fact.Path) []fact.Effect {
	w := reach{places: a.Places, of: everything, root: path.Clean(root.Abs),
		rules: ignoresOf(path.Clean(root.Abs))}
	w.walk()
	for _, name := range w.found {
		at := fact.Path{Written: path.Join(root.Written, name), Known: true, Abs: path.Join(w.root, name)}
		list = append(list, fact.Effect{Kind: fact.Read, Path: at, Guess: true, Command: -1})
	}
	return list
}

// reach is a walk through a tree for the names that options add to a search.
type reach struct {
	places *paths.Resolver
	of     fact.Reach
	root   string
	leaves []string // patterns of names that are left out
	depth  int      // of the directories that are looked at; 0: all
	home   bool     // the root is one of those in which programs keep their settings

	matches bool // what the search shows of a file is looked at
	rules   ignoreRules
	seen    map[string]bool
	found   []string // relative to the root
	more    bool     // there are more names than are looked at
}

// dir is a directory of the walk, relative to the root.
type dir struct {
	name            string
	hidden, ignored bool
	back            bool // a rule takes it, or a directory above it, back in
}

func (w *reach) walk() {
	if w.rules.repository && w.of == fact.ReachHidden && !w.matches {
		return // most of what git does not ignore is in the repository
	}
	defer w.places.ReadAhead(w.root, paths.Backward)()
	left := record.MaxSeen
	dirs := []dir{{}}
	for len(dirs) > 0 && !w.more {
		d := dirs[0] // what lies near the top is seen first
		dirs = dirs[1:]
		entries, _ := w.places.List(path.Join(w.root, d.name))
		if left -= len(entries); !w.places.Look(1, len(entries)) || left < 0 {
			w.more = true
			return
		}
		for _, e := range entries {
			sub := dir{path.Join(d.name, e.Name()), d.hidden || e.Name()[0] == '.',
				d.ignored || matchesOne(w.rules.names, e.Name()),
				d.back || matchesOne(w.rules.back, e.Name())}
			switch {
			case matchesOne(w.leaves, e.Name()) || matchesOne(w.leaves, sub.name):
			case e.IsDir() && (made(e.Name()) || !w.reads(&sub) ||
				w.depth > 0 && strings.Count(sub.name, "/") >= w.depth):
			case e.IsDir():
				dirs = append(dirs, sub)
			case e.Type()&os.ModeType == 0 && w.reads(&sub):
				w.add(&sub)
			}
		}
	}
}

// reads reports whether the search reads what is there.
func (w *reach) reads(d *dir) bool {
	return w.of&fact.ReachAll != 0 || w.matches && d.back ||
		(!d.hidden || w.of&fact.ReachHidden != 0) && (!d.ignored || w.of&fact.ReachIgnored != 0)
}

// add takes a file that the search would not read without the options. Of sources only hidden ones
// could be what a rule is about, but in the home.
func (w *reach) add(d *dir) {
	if w.of&fact.ReachAll == 0 && !d.hidden && !d.ignored ||
		!d.hidden && !w.home && record.Source(d.name) {
		return
	}
	key := path.Join(path.Base(path.Dir(d.name)), path.Base(d.name))
	if w.seen[key] {
		return
	}
	if len(w.found) == maxReached {
		w.more = true
		return
	}
	if w.seen == nil {
		w.seen = make(map[string]bool)
	}
	w.seen[key] = true
	w.found = append(w.found, d.name)
}

// made reports whether a directory holds what programs have made or brought, and git's own files.
func made(name string) bool {
	switch name {
	case ".git", "node_modules", ".venv", "venv", "site-packages", "__pycache__", "target", ".tox",
		".next", ".gradle", ".terraform", ".mypy_cache", ".pytest_cache", ".ruff_cache":
		return true
	}
	return false
}

// ignoreRules are rules of the files that say what a search leaves out, those without a directory.
type ignoreRules struct {
	names      []string // that git ignores, wherever they are
	back       []string // that are taken back in: !.env
	repository bool     // there is a work tree
}

// ignoresOf returns the rules of the files of a directory, and of those above it up to the top of
// the work tree.
func ignoresOf(at string) (r ignoreRules) {
	for {
		for _, file := range [...]string{".gitignore", ".ignore", ".rgignore"} {
			for line := range strings.Lines(record.SmallFile(path.Join(at, file))) {
				r.add(strings.TrimSpace(line), file == ".gitignore")
			}
		}
		switch {
		case record.Exists(path.Join(at, ".git")):
			r.repository = true
			return r
		case at == "/" || at == ".":
			return r
		}
		at = path.Dir(at)
	}
}

// add adds a line. A rule for directories alone (!*/) takes none of their files back in.
func (r *ignoreRules) add(line string, git bool) {
	line, back := strings.CutPrefix(line, "!")
	name := strings.TrimPrefix(strings.TrimPrefix(line, "/"), "**/")
	switch {
	case back && name != "" && !strings.Contains(name, "/"):
		r.back = append(r.back, name)
	case back || !git:
	default:
		name = strings.TrimSuffix(name, "/")
		if name != "" && !strings.ContainsAny(name, "/#!") {
			r.names = append(r.names, name)
		}
	}
}

func matchesOne(patterns []string, name string) bool {
	for _, p := range patterns {
		if ok, _ := path.Match(p, name); ok {
			return true
		}
	}
	return false
}
