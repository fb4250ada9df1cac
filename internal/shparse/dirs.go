package shparse

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Directories. The shell's cd takes two dots away from the name (POSIX XCU cd, step 8); where there is no
// such directory, bash goes where the links lead before it goes up, as programs do at once that are
// given a directory (git -C). A directory of which the name holds two dots is that place, not the name
// without them: whoever judges paths follows it as the kernel does.

// chdir is cd to a word: the shell is there afterwards, or still where it was if that fails. follows
// says that links are followed before two dots are.
func (in *Interp) chdir(w *fact.Word, follows bool) {
	st := in.st
	before := st.dirs
	st.old = before
	switch {
	case !w.Known():
		st.dirs = fact.Dirs{}
	case strings.HasPrefix(w.Text, "/"):
		st.real = false
		st.dirs = fact.Dirs{List: in.places("", w.Text, follows), Known: true}
	case w.Text == "":
		return
	case !before.Known || !follows && in.cdpathSet(w.Text) || st.real && strings.Contains(w.Text, ".."):
		st.dirs = fact.Dirs{}
	default:
		list := make([]string, 0, len(before.List))
		for _, d := range before.List {
			list = append(list, in.places(d, w.Text, follows)...)
		}
		st.dirs = joinDirs(fact.Dirs{List: list[:1], Known: true}, fact.Dirs{List: list, Known: true})
	}
	in.mayFail(before)
}

// places are the directories that a name may stand for.
func (in *Interp) places(dir, name string, follows bool) []string {
	whole := name
	if dir != "" {
		whole = dir + "/" + name
	}
	if strings.Contains(dir, "..") && goesUp(dir) {
		return []string{whole}
	}
	logical := cleanDir(whole)
	if !strings.Contains(name, "..") || !goesUp(name) || !in.linksMatter(whole, logical) {
		return []string{logical}
	}
	if follows {
		return []string{whole}
	}
	return []string{logical, whole}
}

// linksMatter reports whether a directory may be another one than its name says without two dots.
func (in *Interp) linksMatter(whole, logical string) bool {
	if in.opt.Target == nil || in.mem.linked {
		return true
	}
	a, okA := in.opt.Target(whole)
	b, okB := in.opt.Target(logical)
	return !okA || !okB || a != b
}

// goesUp reports whether a component of a path is "..".
func goesUp(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == ".." {
			return true
		}
	}
	return false
}

// cdpathSet reports whether CDPATH may send a relative cd somewhere else.
func (in *Interp) cdpathSet(dir string) bool {
	if strings.HasPrefix(dir, ".") && (dir == "." || dir == ".." || strings.HasPrefix(dir, "./") || strings.HasPrefix(dir, "../")) {
		return false
	}
	v, ok := in.st.vars["CDPATH"]
	return ok && !(v.word.Kind == fact.Literal && v.word.Text == "" && len(v.alts) == 0)
}

// cleanDir is the shell's logical cd: dot-dot is resolved lexically.
func cleanDir(dir string) string { return path.Clean(dir) }

// stackEntry reports whether zsh takes a word after cd for an entry of the directory stack.
func (in *Interp) stackEntry(w *fact.Word) bool {
	return in.dialect == Zsh && w.IsLiteral() && len(w.Text) > 1 && (w.Text[0] == '+' || w.Text[0] == '-') &&
		strings.Trim(w.Text[1:], "0123456789") == ""
}
