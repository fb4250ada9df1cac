package command

import "github.com/fencepost/fencepost/internal/fact"

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
