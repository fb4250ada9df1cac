package shparse

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// Directories. The shell's cd takes two dots away from the name (POSIX XCU cd, step 8); where there
// is no such directory, bash goes where the links lead before it goes up, as programs do at once
// that are given a directory (git -C). A directory of which the name holds two dots is that place,
// not the name without them: whoever judges paths follows it as the kernel does.

// chdir is cd to a word: the shell is there afterwards, or still where it was if that fails.
// follows says that links are followed before two dots are.
func (in *Interp) chdir(w *fact.Word, follows bool) {
	st := in.st
	before := st.Dirs
	st.Old = before
	switch {
	case w.IsLiteral() && (w.Glob || before.Pattern && !strings.HasPrefix(w.Text, "/")):
		st.Dirs = in.patternDirs(before, w.Text)
	case !w.Known():
		st.Dirs = fact.Dirs{}
	case strings.HasPrefix(w.Text, "/"):
		st.Real = false
		st.Dirs = fact.Dirs{List: in.places("", w.Text, follows), Known: true}
	case w.Text == "":
		return
	case !before.Known || !follows && in.cdpathSet(w.Text) ||
		st.Real && strings.Contains(w.Text, ".."):
		st.Dirs = fact.Dirs{}
	default:
		list := make([]string, 0, len(before.List))
		for _, d := range before.List {
			list = append(list, in.places(d, w.Text, follows)...)
		}
		st.Dirs = domain.JoinDirs(fact.Dirs{List: list[:1], Known: true},
			fact.Dirs{List: list, Known: true})
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

// patternDirs are the directories that a pattern stands for, or a name in such directories. Two dots
// take a component away from what the shell has as its directory, and each component of a pattern
// stands for one; which of them are links is not known, so that no others are followed.
func (in *Interp) patternDirs(before fact.Dirs, text string) fact.Dirs {
	bases := []string{""}
	if !strings.HasPrefix(text, "/") {
		if !before.Known && !before.Pattern || in.st.Real || in.cdpathSet(text) ||
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
			in.linksMatter(beforePattern(whole), cleanDir(beforePattern(whole))) {
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
func (in *Interp) linksMatter(whole, logical string) bool {
	if in.opt.Links == nil || in.linked {
		return true
	}
	a, okA := in.opt.Links.Target(whole)
	b, okB := in.opt.Links.Target(logical)
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
	if strings.HasPrefix(dir, ".") && (dir == "." || dir == ".." || strings.HasPrefix(dir, "./") ||
		strings.HasPrefix(dir, "../")) {
		return false
	}
	v, ok := in.st.Vars["CDPATH"]
	return ok && !(v.Word.Kind == fact.Literal && v.Word.Text == "" && len(v.Alts) == 0)
}

// cleanDir is the shell's logical cd: dot-dot is resolved lexically.
func cleanDir(dir string) string { return path.Clean(dir) }

// stackEntry reports whether zsh takes a word after cd for an entry of the directory stack.
func (in *Interp) stackEntry(w *fact.Word) bool {
	return in.dialect.Has(dialect.CdStack) && w.IsLiteral() && len(w.Text) > 1 &&
		(w.Text[0] == '+' || w.Text[0] == '-') &&
		strings.Trim(w.Text[1:], "0123456789") == ""
}

// mayFail keeps the state in which the change of the directory failed.
func (in *Interp) mayFail(before fact.Dirs) {
	if !domain.SameDirs(before, in.st.Dirs) {
		fail := in.st.Clone()
		fail.Dirs, fail.Fail = before, nil
		in.st.Fail = fail
	}
}

// settle merges the two outcomes of the last command.
func (in *Interp) settle() {
	if f := in.st.Fail; f != nil {
		in.st.Fail = nil
		in.st.Join(f)
	}
}

// takeFail returns the state if the last command failed, and leaves the state in which it
// succeeded.
func (in *Interp) takeFail() *domain.State {
	f := in.st.Fail
	in.st.Fail = nil
	if f == nil {
		f = in.st.Clone()
	}
	return f
}
