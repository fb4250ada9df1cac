package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// each takes every operand as shell text of its own: hyperfine, pee.
func (r *resolver) each() {
	r.byRoles()
	if r.harmless() {
		return
	}
	for i := range r.args {
		r.text(r.c.Operands[r.args[i].op].Word, false)
	}
}

// daemon takes the program that start-stop-daemon starts: that of -a or else of -x, with the
// operands as its arguments (start-stop-daemon(8)).
func (r *resolver) daemon() {
	var program *fact.Word
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		if f.Value < 0 || f.Name != "-a" && (f.Name != "-x" || program != nil) {
			continue
		}
		program = &r.c.Operands[f.Value].Word
	}
	if program == nil || r.harmless() || r.has([]string{"-K", "-T"}) {
		return
	}
	words := []fact.Word{*program}
	for i := range r.args {
		words = append(words, r.c.Operands[r.args[i].op].Word)
	}
	r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
}

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

// multicall takes the program that coreutils --coreutils-prog=NAME is to be.
func (r *resolver) multicall() {
	if len(r.c.Argv) < 2 {
		return
	}
	if name, ok := strings.CutPrefix(r.c.Argv[1].Text, "--coreutils-prog="); ok && r.c.Argv[1].Known() {
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: append([]fact.Word{fact.Lit(name)}, r.c.Argv[2:]...)})
	}
}
