package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// What find, ls or a list of files prints is not known, but it names files below directories that
// are. These names go along with the value: through filters, variables, loops and read, until a
// command takes it for a path. That a value has names says what it may be, and nothing else: the
// value stays one that is not known.

// maxNamesText bounds the text of which every line is taken for a name.
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

// namesIn are the lines and words of a text that can be paths.
func namesIn(text string) (n *fact.Names) {
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

// namesHeld are the names in a variable that zsh expands in a way of its own: ${~x} takes its value
// for a pattern, ${=x} for words.
func (in *Interp) namesHeld(p *syntax.ParamExp) (n *fact.Names) {
	if p.Param == nil {
		return nil
	}
	v, ok := in.st.Vars[in.target(p.Param.Value)]
	if !ok || v.IsList || len(v.Alts) > 0 || v.Word.Kind != fact.Literal {
		return nil
	}
	if p.GlobSubst == syntax.OptOn && strings.ContainsAny(v.Word.Text, expand.Wild) {
		n = new(fact.Names)
		n.Add(v.Word.Text, true)
		return n
	}
	return namesIn(v.Word.Text)
}

// patternsPrinted are the patterns among the words that a command prints: echo ~/.e* prints names
// of files.
func patternsPrinted(c *fact.Command) (n *fact.Names) {
	switch c.Argv[0].Text {
	case "echo", "printf", "print":
	default:
		return nil
	}
	for i := range c.Argv[1:] {
		if w := &c.Argv[1+i]; w.Glob && w.Kind == fact.Literal {
			if n == nil {
				n = new(fact.Names)
			}
			n.Add(w.Text, true)
		} else {
			n = n.Or(w.Origin.Names)
		}
	}
	return n
}

// readsLines reports whether a builtin puts standard input into variables.
func readsLines(name string) bool {
	return name == "read" || name == "mapfile" || name == "readarray"
}

// readNames notes the names that stand in the file which is standard input: done < list.
func (in *Interp) readNames(c *fact.Command, n *fact.Names) {
	if n != nil && in.st.Stdin.Kind == fact.StdinFile {
		in.st.Stdin.Text.Origin.Names = n
		c.Stdin = in.st.Stdin
	}
}

// inputNames are the names that standard input may hold.
func inputNames(s *fact.Stdin) *fact.Names {
	if s.Kind == fact.StdinText && s.Text.Kind == fact.Literal {
		return namesIn(s.Text.Text)
	}
	return s.Text.Origin.Names
}

// NamesIn are the names of files that a text may hold.
func NamesIn(text string) *fact.Names { return namesIn(text) }

// InputNames are the names that a command may read from its standard input.
func InputNames(s *fact.Stdin) *fact.Names { return inputNames(s) }

// inputWord is what is known of a line of standard input that is not known.
func inputWord(s *fact.Stdin) (w fact.Word) {
	w.Number = s.Kind == fact.StdinPipe && s.Text.Number
	w.Origin = fact.Origin{Kind: fact.InputOrigin, Names: inputNames(s)}
	if HoldsWords(s) {
		w.Origin.Kind = fact.WordsOrigin
	}
	return w
}

// HoldsWords reports whether standard input holds words that begin with no dash, and nothing else.
func HoldsWords(s *fact.Stdin) bool {
	return s.Kind == fact.StdinPipe && s.Text.Origin.Kind == fact.WordsOrigin
}

// giveInput says of a variable that is not known what read has put into it.
func (in *Interp) giveInput(name string, from *fact.Word) {
	v, ok := in.st.Vars[in.target(name)]
	switch {
	case from.Origin.Names == nil && !from.Number && from.Origin.Kind != fact.WordsOrigin, !ok,
		v.Unset, v.IsList:
		return
	case v.Ref != "", v.Attr != 0, v.Word.Kind == fact.Literal:
		return
	}
	v.Word.Origin, v.Word.Number = from.Origin, from.Number
	in.st.Set(name, domain.Value{Word: v.Word, Exported: v.Exported})
}

// AroundNames does that for a word which a wrapper makes of its input.
func AroundNames(before string, n *fact.Names, after string) *fact.Names {
	return expand.AroundNames(before, n, after)
}

// ReadsLines reports whether a command puts standard input into variables.
func ReadsLines(c *fact.Command) bool { return len(c.Argv) > 0 && readsLines(c.Argv[0].Text) }
