package main

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/gen/daemons"
	"github.com/fencepost/fencepost/gen/needs"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/subpath"
)

// hint tells a person at a terminal what the sandbox has to do with a command that failed. The agent
// is told by the hook, which sees the output as well.
func (o *options) hint(p *plan.Plan, code int) {
	if _, err := unix.IoctlGetTermios(2, unix.TCGETS); err != nil || code == 0 || o.profile != "" ||
		o.profileFD >= 0 {
		return
	}
	for _, line := range hints(p, os.Getenv("HOME"), func(p string) bool {
		_, err := os.Stat(p)
		return err == nil
	}) {
		fmt.Fprintln(os.Stderr, "fencepost: sandbox "+line)
	}
}

// hints say what a plan keeps from its program and the tables say that the program needs: a service of
// the machine, a cache that it fills, a terminal to ask at.
func hints(p *plan.Plan, home string, there func(string) bool) (lines []string) {
	name := path.Base(p.Argv[0])
	if service := daemons.Of(name); service != "" {
		return append(lines, "hides sockets of the machine, and with them "+service+" from "+name+
			": run it without the sandbox, or open its socket with --socket")
	}
	for i := range needs.Table {
		n := &needs.Table[i]
		if n.Command != name {
			continue
		}
		for _, c := range slices.Concat(n.Caches, n.Fills, n.Own) {
			dir := sandbox.Place(c, os.Getenv)
			if rest, ok := strings.CutPrefix(dir, "~/"); ok {
				dir = path.Join(home, rest)
			}
			if dir != "" && there(dir) && !slices.ContainsFunc(p.Steps, func(s plan.Step) bool {
				return s.Do == plan.Writable && subpath.In(dir, s.Path)
			}) {
				lines = append(lines, "keeps "+dir+", a cache of "+name+", read-only: -w "+
					plan.Quote(dir)+" opens it")
			}
		}
		if n.Terminal {
			lines = append(lines, "gives a run no terminal of its own, so that "+name+
				" cannot ask at /dev/tty (ENXIO): give the answer by an option, a file or an agent")
		}
	}
	return lines
}
