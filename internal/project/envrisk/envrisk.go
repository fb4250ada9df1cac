// Package envrisk judges the assignments of environment variables: some make programs run other
// code, load a library, or look for both somewhere else; most only carry data. What is known of
// each stands in presets/environment.yaml.
package envrisk

import (
	"strings"

	"github.com/fencepost/fencepost/gen/environment"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// Judgement is what is known of the assignment of an environment variable.
type Judgement uint8

const (
	Unjudged Judgement = iota // what programs do with it is not known, and the value could name code
	Fits                      // it makes no program run other code
	Suspect                   // it may
)

// Assignment is one environment variable that a program gets.
type Assignment struct {
	Name    string
	Value   *fact.Word
	Program string                 // base name of the command that gets it; "" for any
	Inside  func(path string) bool // whether an absolute path lies in the project; nil: unknown
	Files   Files                  // what the files hold that the value names; nil: nothing is known
	Home    string                 // the home directory; "" where it is not known
}

// Files says what files hold at the time when a program gets a variable that names them. Paths are
// as the variable has them.
type Files interface {
	// Text returns what a small file holds; ok is false where that is not known. A file that does not
	// exist holds nothing.
	Text(path string) (text string, ok bool)
	// Names returns the names in a directory, none if there is no such directory.
	Names(dir string) (names []string, ok bool)
	// There reports whether a file or directory is there, or may be.
	There(path string) bool
	// Changed reports whether the same call has written there.
	Changed(path string) bool
	// GitRuns reports whether the settings of a repository make git run a program.
	GitRuns(dir string) bool
}

// Judge judges the assignment of an environment variable for a program. why completes a sentence
// that a person reads, and is empty unless the assignment is suspect.
func Judge(a Assignment) (j Judgement, why string) {
	n := environment.Variable(a.Name)
	if n == 0 {
		return a.bySeeming()
	}
	e := entryOf(n)
	return a.judge(e.Kind, e.Words, e.Why)
}

// OnlyExported reports whether a variable counts only where programs get it: scripts have variables
// of its name for themselves.
func OnlyExported(name string) bool {
	return entryOf(environment.Variable(name)).Exported
}

// Judged reports whether the table has a variable by its name, or knows by it that any value is data.
func Judged(name string) bool { return environment.Variable(name) != 0 || IsData(name) }

// IsData reports whether the table says of a variable, or of all that are called so, that any value is
// data.
func IsData(name string) bool {
	n := environment.Variable(name)
	if n == 0 {
		n = environment.Seems(strings.ToUpper(name))
	}
	return n != 0 && entryOf(n).Kind == Data
}

// Plain reports whether nothing is known of a variable that makes a program run other code: the
// table does not have its name and nothing like it, or says that any value is data.
func Plain(name string) bool {
	return IsData(name) || !Judged(name) && environment.Seems(strings.ToUpper(name)) == 0
}

// bySeeming judges a variable that the table does not have by what its name, and then its value,
// says.
func (a *Assignment) bySeeming() (j Judgement, why string) {
	if a.Value.IsLiteral() && a.toolHome(a.Value.Text) {
		return Fits, ""
	}
	upper := strings.ToUpper(a.Name)
	n := environment.Seems(upper)
	e := entryOf(n)
	if n != 0 && e.Kind != Place && e.Kind != Address {
		if j, why = a.judge(e.Kind, e.Words, e.Why); j == Suspect || e.Kind == Data {
			return j, why
		}
	} else if !a.looksLikeData(e.Kind, upper) {
		return Unjudged, ""
	}
	if a.Value.IsLiteral() && a.changed(a.Value.Text) {
		return Unjudged, "" // a program may take for settings what the line has just written
	}
	return Fits, ""
}

// judge finds an assignment suspect unless the value is known and fits.
func (a *Assignment) judge(kind Kind, words, why string) (Judgement, string) {
	value := a.Value
	switch {
	case kind == Data || kind == Blanks && listed(words, a.Program):
		return Fits, ""
	case kind == Never:
	case a.Name == "HOME" && value.IsLiteral() && value.Text != "" && value.Text == a.Home: // as it is
		return Fits, ""
	case value.Glob && strings.ContainsAny(value.Text, "*?"): // names of files, which may be anything
	case value.IsLiteral() && (value.Text == "" || a.fits(kind, words, value.Text) ||
		kind.isHome() && a.toolHome(value.Text)):
		return Fits, ""
	case value.Kind != fact.Partial:
	case kind == Temporary && value.Origin.Kind == fact.TempOrigin:
		return Fits, ""
	case kind == SearchPath && gluedPath(value):
		why = "has an empty or torn element, which stands for a directory of the project"
	case kind.isPath() && a.fitsAround(kind, words):
		return Fits, ""
	}
	return Suspect, a.Name + " " + why
}

// fits reports whether a value that is known is one of those that make no program run other code.
func (a *Assignment) fits(kind Kind, words, value string) bool {
	switch kind {
	case DevNull:
		return value == "/dev/null"
	case OneOf:
		return listed(words, strings.ToLower(value))
	case Word:
		return plainWord(value)
	case Viewer:
		return IsViewer(value)
	case Client:
		return IsClient(value)
	case Tool:
		return isTool(value)
	case Shell:
		return environment.Shells(value)
	case Options:
		return optionsFit(words, value)
	case Lacks:
		return lacks(value, words)
	case InProject:
		return a.ownPath(value)
	case Existing:
		return a.ownPath(value) && a.there(value)
	case CodePath:
		return a.ownPath(value) && !a.shadows(words, value)
	case GitDirectory:
		return a.ownPath(value) && belowGit(value) && !a.gitRuns(value)
	case SearchPath:
		return a.systemPath(value)
	case SystemDirectory:
		return !strings.Contains(value, "..") && environment.SystemTrees(value)
	case Temporary:
		return temporary(value) || a.ownPath(value) ||
			fact.HasStandIn(value) && !strings.Contains(value, "..")
	case Host:
		return knownHost(value)
	case GoToolchain:
		return goToolchain(value)
	case Prompt:
		return !strings.ContainsAny(value, "$`\\")
	case Blanks:
		return strings.Trim(value, " \t\n") == ""
	case FileWithout, DirectoryWithout, DirectoryEmpty:
		return a.holdsData(kind, words, value)
	}
	return false
}

// fitsAround accepts a value such as src:$PYTHONPATH or $PATH:/usr/bin: the variable's own old
// value, which adds nothing that was not there.
func (a *Assignment) fitsAround(kind Kind, words string) bool {
	if !a.Value.Origin.Is(fact.VariableOrigin, a.Name) {
		return false
	}
	before, after := a.Value.Text, a.Value.Suffix
	if before != ":" { // which is an empty element, the current directory, as in PATH=:$PATH
		before = strings.TrimSuffix(before, ":")
	}
	if after != ":" {
		after = strings.TrimPrefix(after, ":")
	}
	return a.fits(kind, words, before) && a.fits(kind, words, after)
}

// gluedPath reports whether what stands before and behind an old value makes an element of a search
// path that is empty, or another one: `:$PATH`, `$PATH:`, `/usr/bin$PATH`.
func gluedPath(value *fact.Word) bool {
	before, after := value.Text, value.Suffix
	return before != "" && (before == ":" || !strings.HasSuffix(before, ":")) ||
		after != "" && (after == ":" || !strings.HasPrefix(after, ":"))
}

// systemPath reports whether a search path holds nothing but directories in which programs of the
// system lie, or those that installers of languages fill in the home directory.
func (a *Assignment) systemPath(s string) bool {
	for dir := range strings.SplitSeq(s, ":") {
		if s != "" && !environment.SystemDirectories(dir) &&
			(!InstallDir(dir, a.Home, a.Inside) || a.changed(dir)) {
			return false
		}
	}
	return true
}

// InstallDir reports whether a package manager installs programs to an absolute directory: one of
// the home directory, where the agent may not write, or the environment of a project, where nobody
// writes by hand. inside may be nil: it is not known then what lies in the project.
func InstallDir(dir, home string, inside func(string) bool) bool {
	if home != "" {
		below, ok := strings.CutPrefix(dir, strings.TrimSuffix(home, "/")+"/")
		if ok && environment.InstallDirectories(below) {
			return inside == nil || !inside(dir)
		}
	}
	return inside != nil && environment.ProjectDirectories(dir) && !strings.Contains(dir, "..") &&
		inside(dir)
}

// KeepsDirectory reports whether a file that a shell reads, going by its name, sets up a tool or a
// Python environment, and leaves the shell where it is.
func KeepsDirectory(name string) bool { return environment.SetupFiles(name) }

// toolHome reports whether a value is the directory of a tool in the home directory, where the
// agent may not write.
func (a *Assignment) toolHome(value string) bool {
	below, ok := strings.CutPrefix(value, strings.TrimSuffix(a.Home, "/")+"/")
	return ok && a.Home != "" && !strings.Contains(below, "..") && !strings.Contains(below, ":") &&
		environment.ToolHomes(strings.TrimSuffix(below, "/")) &&
		(a.Inside == nil || !a.Inside(value)) && !a.changed(value)
}

// ownPath reports whether a value names what lies in the project and was there before the call.
func (a *Assignment) ownPath(value string) bool {
	return inProject(value, a.Inside) && !a.changed(value)
}

// inProject reports whether every part of a search path lies below the current directory, or in the
// project.
func inProject(s string, inside func(string) bool) bool {
	for part := range strings.SplitSeq(s, ":") {
		if strings.HasPrefix(part, "/") && inside != nil && inside(part) {
			continue
		}
		if part != "" && strings.IndexByte("/~", part[0]) >= 0 || strings.ContainsAny(part, "$`") {
			return false
		}
		for step := range strings.SplitSeq(part, "/") {
			if step == ".." {
				return false
			}
		}
	}
	return true
}

// isTool reports whether a compiler, an interpreter or the like is one that runs nothing but what
// it is for. A number of a version may follow: gcc-13.
func isTool(s string) bool {
	if i := strings.LastIndexByte(s, '-'); i > 0 && strings.Trim(s[i+1:], "0123456789.") == "" {
		s = s[:i]
	}
	return environment.Tools(s) || IsViewer(s)
}

// IsClient reports whether a program connects, lists or shows, and runs nothing that it is given.
func IsClient(s string) bool { return environment.Clients(s) || IsViewer(s) }

// IsViewer reports whether a pager, editor or browser shows what it is given, and runs none of it.
func IsViewer(s string) bool { return environment.Viewers(s) }

// SystemDir reports whether programs in the directory are those of the system.
func SystemDir(dir string) bool { return environment.SystemDirectories(dir) }

// goToolchain reports whether the tool chain is the installed one or a release of Go itself.
func goToolchain(s string) bool {
	release, _, _ := strings.Cut(s, "+")
	switch release {
	case "local", "auto", "path":
		return true
	}
	number, ok := strings.CutPrefix(release, "go1.")
	return ok && strings.Trim(number, "0123456789.rcbeta") == ""
}

// temporary reports whether a directory for temporary files lies below the current one or is the
// usual one.
func temporary(s string) bool {
	usual := strings.HasPrefix(s, "/tmp/") && !strings.Contains(s, "/..")
	return s == "/tmp" || usual || inProject(s, nil)
}

// knownHost reports whether the value switches a proxy off, or names this machine or a usual
// registry.
func knownHost(s string) bool {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "http://"), "https://")
	return environment.Hosts(s) || thisMachine(s)
}

func thisMachine(s string) bool {
	for _, name := range [...]string{"localhost", "127.0.0.1", "[::1]"} {
		rest, ok := strings.CutPrefix(s, name)
		switch {
		case !ok:
		case rest == "", rest[0] == '/', rest[0] == ':' && !strings.Contains(rest, "@"):
			return true
		}
	}
	return false
}

// listed reports whether a word is one of those of an entry.
func listed(words, word string) bool {
	for w := range codec.Split(words) {
		if w == word && w != "" {
			return true
		}
	}
	return false
}

// lacks reports whether a text holds none of the words.
func lacks(text, words string) bool {
	for w := range codec.Split(words) {
		if strings.Contains(text, w) {
			return false
		}
	}
	return true
}
