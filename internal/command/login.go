package command

import "github.com/fencepost/fencepost/internal/fact"

// starts takes the program that an option names, with the operands as its arguments:
// start-stop-daemon -x PROGRAM -- ARG.
func (r *resolver) starts(option int) {
	if r.harmless() {
		return
	}
	words := []fact.Word{r.c.Operands[option].Word}
	for i := range r.args {
		words = append(words, r.c.Operands[r.args[i].op].Word)
	}
	r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
}

// shellArgs takes the arguments of the shell that the command starts: su USER ARG. A - in front
// asks for a login shell, and is no user.
func (r *resolver) shellArgs() {
	if len(r.c.Nested) > 0 || r.harmless() {
		return
	}
	for i := range r.args {
		if r.c.Operands[r.args[i].op].Role != fact.RoleShellArg {
			continue
		}
		if i > 0 && r.c.Argv[r.args[0].at].Text == "-" {
			i++
		}
		if i < len(r.args) {
			words := append([]fact.Word{fact.Lit("sh")}, r.c.Argv[r.args[i].at:]...)
			r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
		}
		return
	}
}
