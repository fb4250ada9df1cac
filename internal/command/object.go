package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// object adds the read of a file as it stands in a revision, as in git show HEAD:.env, or of one
// that a word names: git compares files where one lies outside or there is no repository, and shows
// how they differ. A word that is no path and no file is a revision.
func (r *resolver) object(o *fact.Operand) {
	w, sure := o.Word, r.marked
	switch colon := strings.IndexByte(w.Text, ':'); {
	case colon == 0:
		cut := magic(w.Text)
		if last := strings.LastIndexByte(w.Text, ':'); last > 1 && cut != last+1 { // git log -L :FUNCTION:FILE
			r.fileObject(subWord(&w, last+1), false)
		}
		if cut < 0 || !sure && strings.HasPrefix(w.Text, ":/") { // :/TEXT looks for a message
			return
		}
		w, sure = subWord(&w, cut), true
	case colon > 0:
		w, sure = subWord(&w, colon+1), true
	case strings.HasPrefix(w.Text, "HEAD"): // HEAD~3
		return
	}
	r.fileObject(w, sure)
}

// fileObject adds the read of a file that a word names, as far as it names one. By a pattern git
// shows what has changed of the files, as it does without one.
func (r *resolver) fileObject(w fact.Word, sure bool) {
	if w.Text == "" && w.Kind == fact.Literal {
		return
	}
	if w.IsLiteral() && !w.Glob && strings.ContainsAny(w.Text, "*?[") {
		w = fact.Word{Text: pathspec(w.Text), Glob: true, Written: w.Written}
		sure = true
	}
	p := r.path(r.dirs(), &w)
	if sure || isOutsideName(w.Text) || w.Text != "" && (hiddenName(w.Text) || r.mayExist(&p)) {
		e := fact.Effect{Kind: fact.Read, Path: p, Shown: fact.ShownLines}
		if r.has([]string{"--no-index"}) { // of two directories all that differs
			e.Recursive, e.Shown = true, fact.ShownAll
		}
		r.effect(e)
	}
}

// magic is where the path begins in a pathspec with a colon before it, or in a name of the index
// such as :2:a; negative where it leaves paths out (gitglossary(7)).
func magic(text string) int {
	switch rest := text[1:]; {
	case strings.HasPrefix(rest, "("):
		words, _, closed := strings.Cut(rest, ")")
		if !closed {
			return 1
		}
		if strings.Contains(words, "exclude") {
			return -1
		}
		return len(words) + 2
	case strings.HasPrefix(rest, "!"), strings.HasPrefix(rest, "^"):
		return -1
	case strings.HasPrefix(rest, "/"):
		return 2
	case len(rest) > 1 && rest[1] == ':' && '0' <= rest[0] && rest[0] <= '3':
		return 3
	}
	return 1
}

// pathspec is a pattern of git's as one of the shell's: the star of a/*.pem stands for directories
// as well.
func pathspec(text string) string {
	star := strings.IndexByte(text, '*')
	last := strings.LastIndexByte(text, '/') + 1
	switch {
	case star < 0:
		return text
	case star < last: // a*/b*.c
		return text[:strings.LastIndexByte(text[:star], '/')+1] + "**/" + text[last:]
	case star == last:
		return text[:last] + "**/" + text[last:]
	}
	return text
}

// hiddenName reports whether a component of a word begins with a dot, which none of a revision
// does: the file may be one of the history alone. A dot behind a dot is that of a range.
func hiddenName(text string) bool {
	return len(text) > 1 && text[0] == '.' && text[1] != '.' || strings.Contains(text, "/.")
}

// isOutsideName reports whether a word is written as a path that may leave the directory.
func isOutsideName(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "./") ||
		s == ".."
}
