// Package paths answers where a path lies: inside which root, as written and as the target of its
// symlinks, and which path globs it matches.
//
// A path has two readings. As written, `..` removes the component before it. Its target is what the
// kernel opens: components are followed one by one, and `..` after a symlink is the parent of the
// link's target. A rule that allows needs both readings, a rule that restricts is satisfied by
// either, so that neither a link nor a `..` behind one moves a path across a fence.
package paths

import (
	"path"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// Resolver implements fact.Places for one call. It remembers what it has read of the file system,
// so it must not outlive the call, and it is not safe for concurrent use.
type Resolver struct {
	project string
	home    string
	scratch string
	tempDir string // that TMPDIR names, where it counts as scratch
	nonce   string // see Nonce
	moved   bool   // see Moved

	found     map[string][]string // what patterns stand for; nil: that is not known
	lastFound *foundPattern       // the last that was asked about

	patternLinks map[string]foundPattern // where the links lead that patterns go through
	plainDirs    map[string]bool         // whether all names below a directory are plain
	unsettled    bool                    // see Unsettle
	isProject    bool

	Looks    effort.Budget // what may still be looked at for the call, see Look
	Deadline time.Time     // the last resort: after it nothing is looked at; zero: none

	HasGit bool   // the project's directory is known to hold .git
	Start  string // the directory from which the project was found; "" where that cannot change

	// Also knows directories beside the project and the scratch directory; nil: there are none.
	Also Also
	// TempPart is a text in small letters that the path of each of Also.TempDirs holds; "": it may lack
	// any.
	TempPart string

	workDirs, tempDirs furtherDirs

	links  *entries // directory entries that were read
	listed lists    // directories that were read whole
	ahead  func()   // reads the tree that is read now from its other end; nil: none does
	roots  []root
	globs  map[globKey]*glob

	globRoom []glob // for the next ones

	last    readings  // of the last path that was asked about
	room    []reading // for the next ones
	rooms   int       // the size of the last piece of room
	ownForm [1]string // see forms
}

var _ fact.Places = (*Resolver)(nil)

// New returns a resolver. project is the directory at which relative roots and globs are anchored;
// where isProject is false (it is the home directory, an ancestor of it, or /) no root "." contains
// anything. home may be "".
func New(project, home, scratch string, isProject bool) *Resolver {
	return &Resolver{
		project:   anchor(project),
		home:      anchor(home),
		scratch:   anchor(scratch),
		Looks:     maxLooks,
		isProject: isProject && project != "",
	}
}

// What looking into directories may take for one call. An entry counts as one, and reading a
// directory as perDir: about 10 µs where nothing has to be fetched from a disk.
const (
	maxLooks = 300_000
	perDir   = 10
)

// Look counts directories and entries that are looked at for the call. It is false if there were too
// many, or the last resort is over: then nothing more is looked at, and Over is true.
func (r *Resolver) Look(dirs, entries int) bool {
	if !r.Deadline.IsZero() && time.Now().After(r.Deadline) {
		r.Looks = -1 // a disk that does not answer
	}
	return r.Looks.Spend(perDir*dirs + entries)
}

// Over reports whether the call has this program look at more than it does.
func (r *Resolver) Over() bool { return r.Looks.Over() }

func anchor(dir string) string {
	if dir == "" {
		return ""
	}
	return clean(native(dir))
}

// Scratch returns the scratch directory, in which modes permit writes as they do in the project; ""
// for none.
func (r *Resolver) Scratch() string { return r.scratch }

// Moved says that paths of the call were moved to the scratch directory. Then that counts even if
// it is a link: the call asks for that reason.
func (r *Resolver) Moved() {
	if r.link(r.scratch).kind == isLink {
		r.moved, r.roots, r.globs = true, nil, nil
	}
}

// Project returns the project's directory.
func (r *Resolver) Project() string { return r.project }

// Path makes a path from a word that is an operand or the target of a redirection. Tilde expansion
// has been done.
//
// Where the word may be relative to several directories, Abs is the path in the first one and Dirs
// holds all. A word that is not wholly known gives a path that is not; Abs then is the directory
// that its beginning names, and Tail its end.
func Path(dirs fact.Dirs, w *fact.Word) fact.Path {
	p := fact.Path{Written: w.Show()}
	text := native(w.Text)
	if !w.IsLiteral() {
		if i := strings.LastIndexByte(text, '/'); i >= 0 {
			p.Abs = knownDir(dirs, text[:i+1])
		}
		if i := strings.IndexByte(w.Suffix, '/'); i >= 0 && w.Kind == fact.Partial {
			p.Tail = w.Suffix[i:]
		}
		return p
	}
	p.Glob = w.Glob
	switch {
	case volume(text) != "" && !isAbs(text): // wherever one is on that drive
	case isAbs(text):
		p.Known, p.Abs = true, clean(text)
		if onHost(text) && !onWindows {
			text = text[1:] // other systems make one slash of two
		}
		if climbs(text) || onHost(text) {
			p.Dirs = []string{text}
		}
	case dirs.Pattern:
		p.Known, p.Glob, p.Abs = true, true, clean(join(dirs.List[0], text))
		p.Dirs = make([]string, len(dirs.List))
		for i, dir := range dirs.List {
			p.Dirs[i] = join(dir, text)
		}
		p.Written = p.Dirs[0] // the pattern begins before the word
	case !dirs.Known || len(dirs.List) == 0:
		if name := clean("/" + text); name != "/" {
			p.Tail = name // $DIR/.env is .env of a directory that is not known
		}
	default:
		p.Known, p.Abs = true, clean(join(dirs.List[0], text))
		if len(dirs.List) > 1 || climbs(text) || climbs(dirs.List[0]) ||
			w.Glob && !strings.HasSuffix(p.Abs, "/"+text) {
			p.Dirs = make([]string, len(dirs.List))
			for i, dir := range dirs.List {
				p.Dirs[i] = join(dir, text)
			}
		}
	}
	return p
}

func knownDir(dirs fact.Dirs, beginning string) string {
	switch {
	case isAbs(beginning):
		return clean(beginning)
	case dirs.Known && len(dirs.List) == 1:
		return clean(join(dirs.List[0], beginning))
	}
	return ""
}

// Absolute makes a path from a name that is wholly known, such as a field of a file tool's input.
func Absolute(cwd, name string) fact.Path {
	w := fact.Lit(name)
	return Path(fact.Dirs{List: []string{cwd}, Known: cwd != ""}, &w)
}

// Named makes a path from a name that a file tool is given. Some clients put the home directory for
// a tilde and some do not, so that both are meant.
func Named(cwd, home, name string) fact.Path {
	p := Absolute(cwd, name)
	if text := native(name); onHost(text) && p.Known {
		p.Dirs = []string{text} // a file tool may be that of another system
	}
	if !strings.HasPrefix(name, "~") {
		return p
	}
	user, rest := name[1:], ""
	if i := strings.IndexAny(user, `/\`); i >= 0 {
		user, rest = user[:i], user[i+1:]
	}
	if user != "" {
		home, _ = Home(user)
	}
	if home == "" {
		return p
	}
	other := Absolute(join(anchor(home), ""), rest)
	if p.Known {
		both := [...]*fact.Path{&other, &p}
		var dirs []string
		for _, one := range both {
			if len(one.Dirs) == 0 {
				dirs = append(dirs, one.Abs)
			}
			dirs = append(dirs, one.Dirs...)
		}
		other.Dirs = dirs
	}
	other.Written = p.Written
	return other
}

func join(dir, name string) string {
	if strings.HasSuffix(dir, "/") {
		return dir + name
	}
	return dir + "/" + name
}

// clean is path.Clean for an absolute path with an optional volume.
func clean(p string) string {
	vol := volume(p)
	if len(vol) == 0 {
		return path.Clean(p)
	}
	return vol + path.Clean("/"+p[len(vol):])
}

// climbs reports whether the path has a component "..".
func climbs(p string) bool {
	for i := 0; ; {
		j := strings.Index(p[i:], "..")
		if j < 0 {
			return false
		}
		j += i
		if (j == 0 || p[j-1] == '/') && (j+2 == len(p) || p[j+2] == '/') {
			return true
		}
		i = j + 2
	}
}
