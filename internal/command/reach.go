package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// reach notes what an option with these properties has a search read.
func (r *resolver) reach(is Trait) {
	if is&Hidden != 0 || is&Ignored != 0 && r.c.Reach&fact.ReachIgnored != 0 {
		r.c.Reach |= fact.ReachHidden
	}
	if is&Ignored != 0 {
		r.c.Reach |= fact.ReachIgnored
	}
}

// toStdout reports whether tar writes its archive to standard output, as it does unless it is told
// a file.
func (r *resolver) toStdout() bool {
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		if f.Name != "-f" {
			continue
		}
		return f.Value < 0 || r.c.Operands[f.Value].Word.Text == "-" ||
			isDevice(&r.c.Operands[f.Value]) && r.c.Operands[f.Value].Word.Text != "/dev/null"
	}
	return true
}

// eachLine reports whether a search shows each line, or each that does not match, of what it looks
// at.
func (r *resolver) eachLine() bool {
	all := false
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Role != fact.RolePattern {
			continue
		}
		all = all || o.Word.IsLiteral() && strings.Trim(o.Word.Text, ".^$*+?") == "" ||
			r.has([]string{"-v"})
	}
	return all && !r.has([]string{"-l", "-L", "-c", "-q"})
}

// shown says how much of the files that it reads the command prints.
func (r *resolver) shown() fact.Shown {
	switch {
	case r.c.Reach&fact.ReachAll != 0:
		return fact.ShownAll
	case r.spec.Is&fact.Searches == 0:
		return fact.ShownSome
	case r.eachLine() || r.mostLines():
		return fact.ShownAll
	}
	return fact.ShownLines
}

// mostLines reports whether a search shows most lines of what it looks at: it asks for one letter,
// or shows so much around each line that matches, or everything.
func (r *resolver) mostLines() bool {
	if r.has([]string{"-l", "-L", "-c", "-q"}) {
		return false
	}
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		switch f.Name {
		case "--passthru":
			return true
		case "-A", "-B", "-C":
			if f.Value < 0 || len(r.c.Operands[f.Value].Word.Text) > len("99") {
				return true
			}
		}
	}
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Role == fact.RolePattern && o.Word.IsLiteral() &&
			slices.ContainsFunc(strings.Split(o.Word.Text, "|"), oneLetter) {
			return true
		}
	}
	return false
}

// oneLetter reports whether a pattern asks for no more than one character, or for one of a class.
func oneLetter(pattern string) bool {
	n, class := 0, false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case class:
			class = c != ']'
		case c == '[':
			class = true
			n++
		case c == '\\':
			i++
			n++
		case strings.IndexByte(".^$*+?(){}", c) < 0:
			n++
		}
	}
	return n <= 1
}
