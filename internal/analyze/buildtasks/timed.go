package buildtasks

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/inline"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// Timed reads the code that Python is told to measure: python -m timeit -s SETUP STATEMENT. It is
// inline code like that of the option -c.
func (a *Tasks) Timed(i int) {
	c := &a.Call.Facts.Commands[i]
	if a.Call.Past || len(c.Nested) > 0 || c.Unjudged != "" || len(c.Hazards) > 0 {
		return
	}
	at := 0
	for k := 1; k+1 < len(c.Argv) && at == 0; k++ {
		if c.Argv[k].Text == "-m" && c.Argv[k+1].Text == "timeit" {
			at = k + 2
		} else if !c.Argv[k].Known() || !inline.CodeFlag(c.Argv[k].Text) {
			return
		}
	}
	text, ok := timedCode(c.Argv[at:])
	if at == 0 || !ok {
		return
	}
	run := fact.WordsAlone(c.Argv[:1], c.Dirs, fact.Stdin{}, "")
	command.Resolve(a.Call.Specs, run, a.Call.Input())
	n := fact.Nested{Kind: fact.NestedCode, Lang: "python", Words: []fact.Word{fact.Lit(text)}}
	a.Inline.Read(i, &n, run)
	c = &a.Call.Facts.Commands[i]
	c.Nested = append(c.Nested, n)
	kept := c.Effects[:0]
	for k := range c.Effects {
		if e := &c.Effects[k]; e.InCode || e.Kind != fact.Exec {
			kept = append(kept, *e)
		}
	}
	c.Effects = kept
}

// timedCode is the code in the words behind timeit; ok is false where not all of them are known.
func timedCode(words []fact.Word) (text string, ok bool) {
	var setup, lines []string
	for k := 0; k < len(words); k++ {
		w := words[k].Text
		value := k+1 < len(words) && words[k+1].Known()
		switch {
		case !words[k].Known():
			return "", false
		case len(lines) > 0 || !strings.HasPrefix(w, "-"):
			lines = append(lines, w)
		case w == "-p" || w == "--process" || strings.Trim(w, "v") == "-" || w == "--verbose":
		case (w == "-n" || w == "-r" || w == "-u" || w == "--number" || w == "--repeat" ||
			w == "--unit") && value:
			k++
		case (w == "-s" || w == "--setup") && value:
			k++
			setup = append(setup, words[k].Text)
		case (strings.HasPrefix(w, "-n") || strings.HasPrefix(w, "-r")) &&
			strings.Trim(w[2:], "0123456789") == "":
		default:
			return "", false
		}
	}
	return strings.Join(append(setup, lines...), "\n"), len(lines) > 0
}
