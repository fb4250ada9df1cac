package reads

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// InputWords divides a known standard input as xargs does with the options it is given: at blanks,
// or at the delimiter of -d and -0; at the ends of lines where each item replaces a mark. ok is
// false where an option changes more than that.
func InputWords(c *fact.Command, text string, lines bool) (words []string, ok bool) {
	delim := ""
	for _, f := range c.Flags {
		switch f.Name {
		case "-r", "--no-run-if-empty", "-t", "--verbose", "-P", "--max-procs", "-x", "--exit":
		case "-I", "-i":
			if !lines {
				return nil, false
			}
		case "-n", "--max-args":
			if lines {
				return nil, false // the later one of the two counts
			}
		case "-0", "--null":
			delim = "\x00"
		case "-d", "--delimiter":
			if f.Value < 0 {
				return nil, false
			}
			if delim = delimiter(&c.Operands[f.Value].Word); delim == "" {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	switch {
	case text == "":
		return nil, false
	case delim != "":
		return strings.Split(strings.TrimSuffix(text, delim), delim), true
	case strings.ContainsAny(text, "'\"\\"):
		return nil, false
	case lines:
		words = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		for i := range words {
			words[i] = strings.TrimLeft(words[i], " \t")
		}
		return words, true
	}
	return strings.Fields(text), true
}

// delimiter is the character that -d names; "" for one that is not known here.
func delimiter(w *fact.Word) string {
	switch {
	case !w.Known():
		return ""
	case w.Text == `\n`:
		return "\n"
	case w.Text == `\t`:
		return "\t"
	case w.Text == `\0`:
		return "\x00"
	case len(w.Text) == 1 && w.Text != `\`:
		return w.Text
	}
	return ""
}

// GivesWords reports whether what xargs divides is words that begin with no dash, and is divided
// between them.
func GivesWords(a *record.Call, i int, stdin *fact.Stdin) bool {
	for _, f := range a.Facts.Commands[i].Flags {
		if f.Name == "-d" || f.Name == "--delimiter" {
			return false
		}
	}
	return shparse.HoldsWords(stdin)
}

// MarkedWords are the words of a command in which a mark stands for one of some names, or for a
// word that begins with no dash.
func MarkedWords(words []fact.Word, names *fact.Names, undashed bool) []fact.Word {
	if names == nil && !undashed {
		return words
	}
	list := append([]fact.Word(nil), words...)
	for i := range list {
		if w := &list[i]; w.Origin.Kind == fact.MarkOrigin {
			if undashed && !strings.HasPrefix(w.Text, "-") {
				w.Origin.Kind = fact.UndashedOrigin
			}
			if names != nil {
				w.Origin.Names = expand.AroundNames(w.Text, names, w.Suffix)
			}
		}
	}
	return list
}

// Appended is what a wrapper such as xargs adds to the words it was given, for each time that it
// runs them: the words of a known standard input, or any number of arguments that are not known.
func Appended(a *record.Call, i int, stdin *fact.Stdin) [][]fact.Word {
	c := &a.Facts.Commands[i]
	if c.Name == "xargs" && stdin.Kind == fact.StdinText && stdin.Text.Kind == fact.Literal {
		items, ok := InputWords(c, stdin.Text.Text, false)
		var words []fact.Word
		for _, f := range items {
			words = append(words, fact.Word{Text: f, Origin: fact.Origin{Kind: fact.InputOrigin}})
		}
		if times, whole := inTurns(c, words); ok && whole {
			return times
		}
	}
	if n := stdin.Text.Origin.Listed; n != nil && stdin.Kind == fact.StdinPipe {
		if WholeLines(c, false) {
			return [][]fact.Word{n.Words()}
		}
	}
	more := fact.Word{Kind: fact.Partial, Many: true, Origin: fact.Origin{Kind: fact.InputOrigin}}
	if GivesWords(a, i, stdin) {
		more.Origin.Kind = fact.WordsOrigin
	}
	more.Origin.Names = shparse.InputNames(stdin).Or(WrittenNames(a, c))
	return [][]fact.Word{{more}}
}

// inTurns divides the words as xargs -n does.
func inTurns(c *fact.Command, words []fact.Word) (times [][]fact.Word, ok bool) {
	n := len(words)
	for _, f := range c.Flags {
		if f.Name != "-n" && f.Name != "--max-args" {
			continue
		}
		if f.Value < 0 {
			return nil, false
		}
		var err error
		if n, err = strconv.Atoi(c.Operands[f.Value].Word.Text); err != nil || n <= 0 {
			return nil, false
		}
	}
	for len(words) > n {
		times = append(times, words[:n:n])
		words = words[n:]
		if len(times) > MaxInputLines {
			return nil, false
		}
	}
	return append(times, words), true
}

// maxInputLines bounds the lines of a known standard input that are followed one by one.
const MaxInputLines = 64
