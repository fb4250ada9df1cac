package command

import "github.com/fencepost/fencepost/internal/fact"

// login takes a command that starts a shell where it is given no command: sudo -s, su, chroot DIR,
// ssh HOST. That shell reads standard input.
func (r *resolver) login() {
	r.byRoles()
	if len(r.c.Nested) > 0 || r.harmless() || !r.startsShell() {
		return
	}
	if args := r.shellArgs(); len(args) > 0 {
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: append([]fact.Word{fact.Lit("sh")}, args...)})
		return
	}
	r.stdin(func(w fact.Word) { r.text(w, false) })
}

// startsShell reports whether the options say that a shell is started, or do not say otherwise.
func (r *resolver) startsShell() bool {
	switch r.c.Name {
	case "sudo", "doas":
		return r.has([]string{"-s", "-i"})
	case "systemd-run":
		return r.has([]string{"-S"})
	case "ssh":
		return len(r.args) > 0 && !r.has([]string{"-N", "-s", "-W", "-O", "-Q", "-G"})
	}
	return true
}

// shellArgs are the words behind the user that su hands to the shell.
func (r *resolver) shellArgs() []fact.Word {
	skip := 1
	switch r.c.Name {
	case "su", "runuser":
	case "capsh": // behind -- stand the arguments of a shell
		skip = 0
	default:
		return nil
	}
	if len(r.args) > 0 && r.c.Argv[r.args[0].at].Text == "-" {
		skip = 2
	}
	if len(r.args) <= skip {
		return nil
	}
	return r.c.Argv[r.args[skip].at:]
}
