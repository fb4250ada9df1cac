package shparse

import (
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
		return from.Text.Origin.Listed
	}
	return nil
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
	}
	in.st.Set(r.names[0], value)
}
