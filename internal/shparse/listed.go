package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// Of some commands all that they print is known: names of files, one on a line, each of which a
// pattern stands for, and none that would be divided (find src -name '*.ts'). What takes these
// lines for words gets the patterns, as if the line had them in their place.

// listPrinted are the patterns of what a command prints, or of the lines of its standard input
// that it prints again.
func (in *Interp) listPrinted(o *fact.Output) *fact.Names {
	from := &in.st.Stdin
	switch {
	case o.Listed != nil:
		return o.Listed
	case o.Kind == fact.LinesOutput && from.Kind == fact.StdinPipe:
		return endingWith(from.Text.Origin.Listed, o.Ends)
	}
	return nil
}

// endingWith are patterns for those of some names that end in one way of several: of **/* those
// that grep '\.py$' lets through are **/*.py. nil for ends are all.
func endingWith(n *fact.Names, ends []string) *fact.Names {
	if n == nil || ends == nil {
		return n
	}
	out := fact.NewNames()
	for i := range n.List {
		w := &n.List[i]
		for _, end := range ends {
			switch open := strings.TrimRight(w.Text, "*"); {
			case strings.HasSuffix(w.Text, end):
				out.Add(w.Text, w.Glob)
			case w.Glob && strings.HasSuffix(w.Text, "/**"):
				out.Add(open+"**/*"+end, true)
			case w.Glob && strings.HasSuffix(w.Text, "/*"):
				out.Add(open+"*"+end, true)
			case w.Glob && strings.ContainsAny(w.Text[strings.LastIndexByte(w.Text, '/')+1:], "*?["):
				out.Add(w.Text, true) // of which some may
			}
		}
	}
	if len(out.List) >= fact.MaxNames {
		return n
	}
	return out
}

// isList reports whether all of a value is the lines of such a list: FILES=$(git ls-files).
func isList(w *fact.Word) bool {
	return w.Kind == fact.Partial && w.Origin.Listed != nil && w.Text+w.Suffix == "" && !w.Many
}

// listEchoed is the list that a command prints as it is: echo "$FILES".
func listEchoed(c *fact.Command) *fact.Names {
	words := c.Argv[1:]
	switch c.Argv[0].Text {
	case "printf":
		if len(words) != 2 || !words[0].Known() || words[0].Text != `%s\n` && words[0].Text != "%s" {
			return nil
		}
		words = words[1:]
	case "echo":
	default:
		return nil
	}
	if len(words) != 1 || !isList(&words[0]) {
		return nil
	}
	return words[0].Origin.Listed
}

// appendListed appends a word for each pattern.
func appendListed(ps []expand.Piece, n *fact.Names, from string) []expand.Piece {
	for i := range n.List {
		if i > 0 {
			ps = append(ps, expand.Piece{Brk: true})
		}
		w := &n.List[i]
		ps = append(ps, expand.Piece{Text: w.Text, Glob: w.Glob, Quoted: true, From: from, Listed: n})
	}
	return ps
}

// giveListed puts a line of such a list into the only variable of read.
func (in *Interp) giveListed(r *reading, n *fact.Names) {
	v, ok := in.st.Vars[in.target(r.names[0])]
	if !ok || v.Unset || v.IsList || v.Ref != "" || v.Attr != 0 || len(n.List) == 0 {
		return
	}
	words := n.Words()
	value := domain.Value{Word: words[0], Exported: v.Exported}
	if len(words) > 1 {
		value.Alts, value.Word = words, fact.Word{Kind: fact.Partial}
		in.st.HasAlts = true
	}
	in.st.Set(r.names[0], value)
}

// loopListed puts such names into the variable of a loop over them.
func (in *Interp) loopListed(name string, items []fact.Word) {
	for i := range items {
		if n := items[i].Origin.Listed; n == nil || !items[i].IsLiteral() || n != items[0].Origin.Listed {
			return
		}
	}
	v, ok := in.st.Vars[in.target(name)]
	if len(items) > 1 && ok && !v.IsList && v.Ref == "" && v.Attr == 0 && !v.Unset {
		alts := append([]fact.Word(nil), items...)
		for i := range alts { // what stands beside one that is a pattern again: ../$f
			alts[i].Origin.Names = domain.NamesOf(items)
		}
		in.st.Set(name, domain.Value{Alts: alts, Word: fact.Word{Kind: fact.Partial},
			Exported: v.Exported})
		in.st.HasAlts = true
	}
}
