package command

import "github.com/fencepost/fencepost/internal/fact"

// scanArch reads the words of setarch: an architecture comes first or not at all, and ends the
// search for it.
func (r *resolver) scanArch() {
	argv := r.c.Argv
	if len(argv) < 2 {
		return
	}
	r.note(&argv[1], false)
	if looksLikeOption(&argv[1]) {
		r.scanFrom(1)
		return
	}
	r.c.Operands = append(r.c.Operands, fact.Operand{Word: argv[1]})
	r.scanFrom(2)
}
