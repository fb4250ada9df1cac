package seatbelt

import "errors"

// Program is the only one that is run; no PATH has a say in it.
const Program = "/usr/bin/sandbox-exec"

// ErrNone is a system without sandbox-exec.
var ErrNone = errors.New("sandbox-exec is for macOS")

// Args are the arguments of sandbox-exec for a command.
func Args(in *Input, p *Profile) []string {
	args := []string{"sandbox-exec", "-p", p.Text}
	for _, d := range p.Params {
		args = append(args, "-D", d[0]+"="+d[1])
	}
	args = append(args, "--", in.Plan.Path)
	if len(in.Plan.Argv) > 1 {
		args = append(args, in.Plan.Argv[1:]...)
	}
	return args
}
