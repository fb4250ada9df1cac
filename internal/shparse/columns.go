package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Of what some programs print the lines are texts, and certain columns are numbers all the same:
// uniq -c, git diff --numstat. That lasts as long as whole lines are passed on and read.

// columnsPrinted are the columns that are numbers in what a command prints, of itself or because it
// passes on lines of its input.
func (in *Interp) columnsPrinted(o *fact.Output) (c fact.Columns) {
	from := &in.st.Stdin
	switch {
	case o.Kind == fact.LinesOutput && from.Kind == fact.StdinPipe:
		return from.Text.Origin.Columns
	case o.Kind == fact.ColumnsOutput || o.Kind == fact.NamesOutput:
		return o.Columns
	}
	return c
}

// columnsRead are those of a line's columns that read gives to names. The last name gets the rest
// of the line, and what divides the columns has to divide the line for read.
func columnsRead(c fact.Columns, r *reading, ifs string, ifsKnown bool) fact.Columns {
	by := string(c.By)
	if c.Numbers == 0 || c.Words || !r.known || r.list != "" || !ifsKnown || !strings.Contains(ifs, by) ||
		strings.Trim(ifs, " \t\n"+by) != "" {
		return fact.Columns{}
	}
	if n := len(r.names) - 1; n < 8 {
		c.Numbers &= 1<<max(n, 0) - 1
	}
	return c
}

// readSince says that a subshell has read from standard input, if it has: what it left is unknown.
func (in *Interp) readSince(reads int) {
	if in.reads == reads {
		return
	}
	if in.st.Stdin.Kind == fact.StdinText {
		in.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	in.st.Stdin.Text.Origin.Columns = fact.Columns{}
}

// misalign says that a program may have read a part of a line: what is read next begins anywhere.
func (in *Interp) misalign() {
	if in.st.Stdin.Text.Origin.Columns.Numbers != 0 {
		in.reads++
		in.st.Stdin.Text.Origin.Columns = fact.Columns{}
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
