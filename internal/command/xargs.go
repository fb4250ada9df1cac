package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// xargs runs its command, echo by default, with words from standard input.
func (r *resolver) xargs() {
	words := []fact.Word{fact.Lit("echo")}
	if r.at > 0 {
		words = r.c.Argv[r.at:]
	} else if r.harmless() {
		return
	}
	replace, ok := r.replacement()
	switch {
	case !ok:
		r.lost = true
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, More: true})
	case replace != "":
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: replaced(words, replace)})
	default:
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, More: true})
	}
}

// replacement returns the string that -I, -i or --replace names; false where it is not known.
func (r *resolver) replacement() (string, bool) {
	c, text := r.c, ""
	for i := range c.Flags {
		switch c.Flags[i].Name {
		case "-I", "-J", "-i":
		case "-n", "-L", "-l":
			text = "" // the last one of these wins (findutils manual, xargs options)
			continue
		default:
			continue
		}
		text = "{}"
		if v := c.Flags[i].Value; v >= 0 {
			if w := &c.Operands[v].Word; !w.Known() {
				return "", false
			} else if w.Text != "" {
				text = w.Text
			}
		}
	}
	return text, true
}

// replaced returns the words with every occurrence of the string made unknown.
func replaced(words []fact.Word, text string) []fact.Word {
	out := make([]fact.Word, len(words))
	for i := range words {
		out[i] = spliced(words[i], text)
	}
	return out
}

// spliced returns the word with what stands for text made unknown.
func spliced(w fact.Word, text string) fact.Word {
	at := strings.Index(w.Text, text)
	if at < 0 {
		return w
	}
	p := fact.Word{Kind: fact.Partial, Text: w.Text[:at], Written: w.Written, Start: w.Start,
		End: w.End, Origin: fact.Origin{Kind: fact.MarkOrigin, Name: text}, Many: w.Many}
	if p.Written == "" {
		p.Written = w.Text
	}
	if w.Kind == fact.Literal && !w.Glob {
		p.Suffix = w.Text[strings.LastIndex(w.Text, text)+len(text):]
	} else if w.Kind == fact.Partial {
		p.Suffix = w.Suffix
	}
	return p
}
