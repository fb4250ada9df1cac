package analyze

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// inputWords divides a known standard input as xargs does with the options it is given: at blanks,
// or at the delimiter of
// -d and -0; at the ends of lines where each item replaces a mark. ok is false where an option
// changes more than that.
func inputWords(c *fact.Command, text string, lines bool) (words []string, ok bool) {
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
