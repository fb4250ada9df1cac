package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/seatbelt"
)

// carryOut makes the plan and becomes the command under sandbox-exec, or shows its profile. The engine
// has to be named: it is experimental, and nobody takes it unknowing.
func (o *options) carryOut(r *plan.Request, rec *recorder) int {
	if o.engine != "seatbelt" {
		return rec.failed(exitFailed, errors.New("the only engine for macOS is experimental. Name it with --engine seatbelt"))
	}
	if o.Network == sandbox.NetFiltered {
		if _, err := o.newNetwork(); err != nil { // what is wrong with it is said first
			return rec.failed(exitFailed, err)
		}
	}
	p, err := plan.Build(r, &plan.OS{})
	if err != nil {
		return rec.failed(exitFailed, err)
	}
	in := &seatbelt.Input{Plan: p, Protect: r.Protect, Temp: seatbelt.Temp()}
	for _, l := range r.Lift {
		if to, err := filepath.EvalSymlinks(l); err == nil {
			if to, err = filepath.Abs(to); err == nil {
				in.Lift = append(in.Lift, to)
			}
		}
	}
	in.Publish = numbers(o.Publish.Ports)
	if in.Connect = numbers(o.Localhost); o.Network == sandbox.NetFiltered {
		in.Connect = append(in.Connect, 0)
	}
	if o.explain || o.calls {
		return showProfile(in)
	}
	if err := rec.begin(p); err != nil {
		return fail(err)
	}
	if o.Network == sandbox.NetFiltered {
		if in.Connect, err = o.proxy(p); err != nil {
			return rec.failed(exitFailed, err)
		}
	}
	return rec.failed(exitFailed, fmt.Errorf("the sandbox could not be made, and nothing has run: %w", seatbelt.Exec(in)))
}

func showProfile(in *seatbelt.Input) int {
	in.Plan.Print(os.Stdout)
	profile := seatbelt.Generate(in)
	fmt.Println("\n" + profile.Text)
	for _, d := range profile.Params {
		fmt.Println("; -D " + d[0] + "=" + d[1])
	}
	for _, n := range profile.Notes {
		fmt.Println("; note: " + n)
	}
	return 0
}
