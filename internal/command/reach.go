package command

import (
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

// takesAll reports whether a search that leaves out no names shows each line, or each that does not
// match: grep -r ” ., grep -rv x.
func (r *resolver) takesAll() bool { return r.eachLine() && !r.leavesOut() }

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
	case r.eachLine():
		return fact.ShownAll
	}
	return fact.ShownLines
}

// leavesOut reports whether the command has options that add what it leaves out without them.
func (r *resolver) leavesOut() bool {
	for i := range r.spec.Options {
		if r.spec.Options[i].Is&(Hidden|Ignored) != 0 {
			return true
		}
	}
	return false
}
