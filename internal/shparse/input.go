package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// What find, ls or a list of files prints is not known, but it names files below directories that
// are. These names go along with the value: through filters, variables, loops and read, until a
// command takes it for a path. That a value has names says what it may be, and nothing else: the
// value stays one that is not known.

// maxNamesText bounds the length of a text whose lines are taken for names.
const maxNamesText = 4096

// wordNames are the names that a word stands for, or may be.
func wordNames(w *fact.Word) *fact.Names {
	if w.Kind != fact.Literal {
		return w.Origin.Names
	}
	n := new(fact.Names)
	n.Add(w.Text, w.Glob)
	return n
}

// NamesIn are the lines and words of a text that can be paths.
func NamesIn(text string) (n *fact.Names) {
	if len(text) > maxNamesText || !strings.ContainsAny(text, "/.") {
		return nil
	}
	if strings.ContainsAny(text, "\"'=") { // {"file": "/x/y"}
		n = n.Mentioned(text)
	}
	for line := range strings.SplitSeq(text, "\n") {
		for word := range strings.FieldsSeq(line) {
			if word[0] == '-' || !strings.ContainsAny(word, "/.") {
				continue
			}
			if n == nil {
				n = new(fact.Names)
			}
			n.Add(word, false)
		}
	}
	return n
}

// ReadsLines reports whether a builtin puts standard input into variables.
func ReadsLines(name string) bool {
	return name == "read" || name == "mapfile" || name == "readarray"
}

// InputNames are the names that standard input may hold.
func InputNames(s *fact.Stdin) *fact.Names {
	if s.Kind == fact.StdinText && s.Text.Kind == fact.Literal {
		return NamesIn(s.Text.Text)
	}
	return s.Text.Origin.Names
}

// inputWord is what is known of a line of standard input that is not known.
func inputWord(s *fact.Stdin) (w fact.Word) {
	w.Number = s.Kind == fact.StdinPipe && s.Text.Number
	w.Origin = fact.Origin{Kind: fact.InputOrigin, Names: InputNames(s)}
	if HoldsWords(s) {
		w.Origin.Kind = fact.WordsOrigin
	}
	return w
}

// HoldsWords reports whether standard input holds words that begin with no dash, and nothing else.
func HoldsWords(s *fact.Stdin) bool {
	return s.Kind == fact.StdinPipe && s.Text.Origin.Kind == fact.WordsOrigin
}

// readNames notes the names that stand in the file which is standard input: done < list.
func (sh *shell) readNames(c *fact.Command, n *fact.Names) {
	if n != nil && sh.st.Stdin.Kind == fact.StdinFile {
		sh.st.Stdin.Text.Origin.Names = n
		c.Stdin = sh.st.Stdin
	}
}

// sharesInput reports whether a redirection may read what standard input holds: 3<&0, </dev/stdin.
func sharesInput(r *fact.Redirect) bool {
	switch {
	case r.Op == "<&":
		return true
	case r.Mode == fact.RedirRead, r.Op == "<>":
		return r.Target.Origin.Kind != fact.PipeOrigin &&
			!(r.Target.IsLiteral() && r.Target.Text == "/dev/null")
	}
	return false
}

// noteInputRead says that some of the standard input was read.
func (sh *shell) noteInputRead() {
	sh.reads++
	sh.st.Stdin.Text.Origin.Columns = fact.Columns{}
	if sh.st.Stdin.Kind == fact.StdinText {
		names := InputNames(&sh.st.Stdin)
		sh.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
		sh.st.Stdin.Text.Origin.Names = names
	}
}

// noteInputReadSince says that a subshell has read from standard input, if it has: what it left is
// unknown.
func (sh *shell) noteInputReadSince(reads int) {
	if sh.reads == reads {
		return
	}
	if sh.st.Stdin.Kind == fact.StdinText {
		sh.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	sh.st.Stdin.Text.Origin.Columns = fact.Columns{}
}

// loseColumns says that a program may have read a part of a line: what is read next begins
// anywhere.
func (sh *shell) loseColumns() {
	if sh.st.Stdin.Text.Origin.Columns.Numbers != 0 {
		sh.reads++
		sh.st.Stdin.Text.Origin.Columns = fact.Columns{}
	}
}
