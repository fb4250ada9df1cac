package shparse

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// files knows where the shell is, where names lead, and which files the text writes.
type files struct {
	sh      *shell
	written []written
	text    bool // a text that is known is among what was written
	names   int  // random names of temporary files so far
	linked  bool // the text makes links
	denied  bool // the text may keep programs from making new files
}

// Directories. The shell's cd takes two dots away from the name (POSIX XCU cd, step 8). Where there
// is no such directory, bash follows the links before it goes up. Programs that are given a
// directory (git -C) do that at once. The name of a directory may hold two dots: it stands for the
// place that the kernel finds, not for the name without them.

// chdir is cd to a word: the shell is there afterwards, or still where it was if that fails.
// follows says that links are followed before two dots are.
func (fs *files) chdir(w *fact.Word, follows bool) {
	st := fs.sh.st
	before := st.Dirs
	st.Old = before
	switch {
	case w.IsLiteral() && (w.Glob || before.Pattern && !strings.HasPrefix(w.Text, "/")):
		st.Dirs = fs.patternDirs(before, w.Text)
	case !w.Known():
		st.Dirs = fact.Dirs{}
	case strings.HasPrefix(w.Text, "/"):
		st.Real = false
		st.Dirs = fact.Dirs{List: fs.possibleDirectories("", w.Text, follows), Known: true}
	case w.Text == "":
		return
	case !before.Known || !follows && fs.cdpathSet(w.Text) ||
		st.Real && strings.Contains(w.Text, ".."):
		st.Dirs = fact.Dirs{}
	default:
		list := make([]string, 0, len(before.List))
		for _, d := range before.List {
			list = append(list, fs.possibleDirectories(d, w.Text, follows)...)
		}
		st.Dirs = domain.JoinDirs(fact.Dirs{List: list[:1], Known: true},
			fact.Dirs{List: list, Known: true})
	}
	fs.sh.mayFail(before)
}

// possibleDirectories are the directories that a name may stand for.
func (fs *files) possibleDirectories(dir, name string, follows bool) []string {
	whole := name
	if dir != "" {
		whole = dir + "/" + name
	}
	if strings.Contains(dir, "..") && goesUp(dir) {
		return []string{whole}
	}
	logical := cleanDir(whole)
	if !strings.Contains(name, "..") || !goesUp(name) || !fs.linksMatter(whole, logical) {
		return []string{logical}
	}
	if follows {
		return []string{whole}
	}
	return []string{logical, whole}
}

// patternDirs are the directories that a pattern stands for, or a name in such directories. Two
// dots take a component away from what the shell has as its directory, and each component of a
// pattern stands for one; which of them are links is not known, so that no others are followed.
func (fs *files) patternDirs(before fact.Dirs, text string) fact.Dirs {
	bases := []string{""}
	if !strings.HasPrefix(text, "/") {
		if !before.Known && !before.Pattern || fs.sh.st.Real || fs.cdpathSet(text) ||
			before.Known && domain.AnyPattern(before.List) {
			return fact.Dirs{}
		}
		bases = before.List
	}
	at := strings.IndexAny(text, "*?[(")
	if strings.Contains(text, "**") || at >= 0 && goesUp(text[at:]) {
		return fact.Dirs{}
	}
	out := fact.Dirs{Pattern: true}
	for _, dir := range bases {
		if whole := dir + "/" + text; goesUp(whole) && !before.Pattern &&
			fs.linksMatter(beforePattern(whole), cleanDir(beforePattern(whole))) {
			return fact.Dirs{}
		}
		out.List = append(out.List, cleanDir(dir+"/"+text))
	}
	return out
}

// beforePattern is the directory in which the first pattern of a path stands.
func beforePattern(name string) string {
	if i := strings.IndexAny(name, "*?[("); i >= 0 {
		return name[:strings.LastIndexByte(name[:i], '/')+1]
	}
	return name
}

// linksMatter reports whether a directory may be another one than its name says without two dots.
func (fs *files) linksMatter(whole, logical string) bool {
	if fs.sh.opt.Links == nil || fs.linked {
		return true
	}
	a, okA := fs.sh.opt.Links.Target(whole)
	b, okB := fs.sh.opt.Links.Target(logical)
	return !okA || !okB || a != b
}

// goesUp reports whether a component of a path is "..".
func goesUp(name string) bool {
	return strings.Contains("/"+name+"/", "/../")
}

// cdpathSet reports whether CDPATH may send a relative cd somewhere else.
func (fs *files) cdpathSet(dir string) bool {
	if strings.HasPrefix(dir, ".") && (dir == "." || dir == ".." || strings.HasPrefix(dir, "./") ||
		strings.HasPrefix(dir, "../")) {
		return false
	}
	v, ok := fs.sh.st.Vars["CDPATH"]
	return ok && !(v.Word.Kind == fact.Literal && v.Word.Text == "" && len(v.Alts) == 0)
}

// cleanDir is the shell's logical cd: dot-dot is resolved lexically.
func cleanDir(dir string) string { return path.Clean(dir) }

// stackEntry reports whether zsh takes a word after cd for an entry of the directory stack.
func (fs *files) stackEntry(w *fact.Word) bool {
	return fs.sh.has(dialect.CdStack) && w.IsLiteral() && len(w.Text) > 1 &&
		(w.Text[0] == '+' || w.Text[0] == '-') && strings.Trim(w.Text[1:], "0123456789") == ""
}

func (fs *files) pwd() (string, bool) {
	if fs.sh.st.Real {
		return "", false
	}
	dir, ok := fs.oneOf(fs.sh.st.Dirs)
	return dir, ok && !goesUp(dir)
}

// oneOf picks one of the directories in which the shell may be.
func (fs *files) oneOf(d fact.Dirs) (string, bool) {
	if !d.Known || len(d.List) == 0 {
		return "", false
	}
	if len(d.List) == 1 {
		return d.List[0], true
	}
	if k := fs.sh.choose(len(d.List)); k >= 0 {
		return d.List[k], true
	}
	return "", false
}

// stackDirectory is an entry of the directory stack: ~N counts from the left, where the current
// directory is ~0.
func (fs *files) stackDirectory(name string) (string, bool) {
	n := expand.Atoi(strings.TrimPrefix(name, "+"))
	switch {
	case n == 0:
		return fs.pwd()
	case n < 0 || n > len(fs.sh.st.Stack):
		return "", false
	}
	return fs.oneOf(fs.sh.st.Stack[len(fs.sh.st.Stack)-n])
}

// home resolves the name after a tilde.
func (fs *files) home(name string) (string, bool) {
	switch {
	case name == "":
		if v, ok := fs.sh.st.Vars["HOME"]; ok {
			return v.Word.Text, v.Word.Known() && len(v.Alts) == 0 && !v.Unset
		}
		return fs.sh.opt.Home, fs.sh.opt.Home != "" && !fs.sh.st.AllVars
	case !fs.sh.has(dialect.TildeDirs) && strings.ContainsAny(name[:1], "+-"):
		return "~" + name, true
	case name == "+":
		if v, ok := fs.sh.st.Vars["PWD"]; ok {
			return v.Word.Text, v.Word.Known() && len(v.Alts) == 0 && !v.Unset &&
				fs.sh.has(dialect.TildeReadsPWD)
		}
		return fs.pwd()
	case name == "-":
		if v, ok := fs.sh.st.Vars["OLDPWD"]; ok {
			return v.Word.Text, v.Word.Known() && len(v.Alts) == 0 && !v.Unset &&
				fs.sh.has(dialect.TildeReadsPWD)
		}
		return fs.oneOf(fs.sh.st.Old)
	case strings.Trim(name, "0123456789+-") == "":
		return fs.stackDirectory(name)
	case fs.sh.opt.Users == nil || fs.sh.has(dialect.NamedDirectories):
		// in zsh ~name may be any variable
		return "", false
	}
	if dir, ok := fs.sh.opt.Users(name); ok {
		return dir, true
	}
	return fs.unlistedHome(name)
}

// unlistedHome is ~name of a user who is in no list that can be read here. The machine may have the
// account from elsewhere. Then its home lies beside that of the person, or at least not in the
// project. Or nobody has the name, and the shell leaves the text as it is. Both are followed.
func (fs *files) unlistedHome(name string) (string, bool) {
	if fs.sh.opt.Home == "" || !expand.UserName(name) {
		return "", false
	}
	switch fs.sh.choose(2) {
	case 0:
		return path.Join(path.Dir(fs.sh.opt.Home), name), true
	case 1:
		return "~" + name, true
	}
	return "", false
}

// forgetPWD makes PWD and OLDPWD those of the shell again. Where links are resolved, the directory
// is not known.
func (fs *files) forgetPWD(real bool) {
	fs.sh.st.Real = fs.sh.st.Real || real
	fs.sh.st.Drop("PWD")
	fs.sh.st.Drop("OLDPWD")
}

// absolute lists the absolute paths that a word may name.
func (fs *files) absolute(w *fact.Word) ([]string, bool) {
	switch {
	case !w.Known() || w.Text == "":
		return nil, false
	case w.Text[0] == '/':
		return []string{cleanDir(w.Text)}, true
	case !fs.sh.st.Dirs.Known || len(fs.sh.st.Dirs.List) == 0:
		return nil, false
	}
	list := make([]string, len(fs.sh.st.Dirs.List))
	for i, dir := range fs.sh.st.Dirs.List {
		list[i] = cleanDir(dir + "/" + w.Text)
	}
	return list, true
}
