// Fencepost-run runs a command in a sandbox that the kernel keeps.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/sandbox/probe"
	"github.com/fencepost/fencepost/packaging/apparmor"
)

// Exit statuses besides that of the command.
const (
	exitFailed   = 125 // the sandbox could not be made; nothing has run
	exitNoExec   = 126 // the command cannot be started
	exitNotFound = 127

	exitIncomplete = 1 // the command ended with 0, and a work tree is not what git says
)

func main() {
	if code, is := runStage(os.Args[1:]); is {
		os.Exit(code)
	}
	os.Exit(run(os.Args[1:]))
}

func run(args []string) int {
	o, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(usage)
		return 0
	case err != nil:
		return fail(err)
	case o.version:
		this := version.This()
		fmt.Print(this.Text("fencepost-run"))
		return 0
	case o.apparmor:
		return printProfile()
	case o.list, o.stop != "":
		return o.aboutRuns()
	case o.probe:
		if err := probe.Print(os.Stdout, o.json, o.fresh); err != nil {
			return fail(fmt.Errorf("--probe: %w", err))
		}
		return 0
	}
	return o.start()
}

// start runs the command.
func (o *options) start() int {
	rec, err := o.recorder()
	if err != nil {
		return fail(err)
	}
	r, err := o.request()
	if err != nil {
		var missing *notFound
		if errors.As(err, &missing) {
			return rec.failed(exitNotFound, err)
		}
		return rec.failed(exitFailed, err)
	}
	return o.carryOut(r, rec)
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, "fencepost-run: "+err.Error())
	return exitFailed
}

// runStage is what this program is where it starts itself: inside of another program's sandbox, and as
// what a probe tries.
func runStage(args []string) (code int, is bool) {
	if len(args) == 0 {
		return 0, false
	}
	switch args[0] {
	case innerFlag:
		return innerStage(), true
	case mendFlag:
		return mendStage(args[1:]), true
	case keeperFlag:
		return keeperStage(), true
	case settleFlag:
		return settleStage(args[1:]), true
	case proxyFlag, proxyFlagAlone:
		return proxyStage(args), true
	case connectFlag:
		return connectStage(args[1:]), true
	case probe.FlagInside:
		return probe.Inside(args[1:]), true
	case probe.FlagLayer:
		return probe.Layer(), true
	case probe.FlagNothing:
		return 0, true
	}
	return 0, false
}

// printProfile prints the AppArmor profile for this program, where it is.
func printProfile() int {
	path, err := os.Executable()
	if err != nil {
		return fail(err)
	}
	fmt.Print(apparmor.Profile(path))
	return 0
}
