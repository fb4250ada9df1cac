package buildtasks

import (
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// StartedWith says how command i starts a shell or a program: with which words behind its name, and
// with what of the environment.
func (a *Tasks) StartedWith(i int, n *fact.Nested, run *shparse.Payload) {
	c := &a.Call.Facts.Commands[i]
	switch {
	case c.Name == "env" && n.Kind == fact.NestedArgv:
		a.environment(c, run)
	case c.Is(fact.CleanEnv):
		run.Env.Clean = true
	case !n.State && record.RunsShell(c.Name) && len(c.Argv) > 0:
		run.Start = c.Argv[1:]
	}
}

// environment is what env takes out of the environment.
func (a *Tasks) environment(c *fact.Command, run *shparse.Payload) {
	if len(c.Argv) > 1 && c.Argv[1].Text == "-" {
		run.Env.Clean = true
	}
	for _, f := range c.Flags {
		switch f.Name {
		case "-i", "--ignore-environment", "-":
			run.Env.Clean = true
		case "-u", "--unset":
			if f.Value >= 0 {
				run.Env.Unset = append(run.Env.Unset, c.Operands[f.Value].Word)
			}
		}
	}
}

// TrapTime says when a trap runs.
func TrapTime(argv []fact.Word) shparse.TrapTime {
	signals := argv[min(2, len(argv)):]
	if len(argv) > 1 && argv[1].Text == "--" {
		signals = argv[min(3, len(argv)):]
	}
	for i := range signals {
		if w := &signals[i]; !w.Known() || w.Text != "EXIT" && w.Text != "0" {
			return shparse.AnyTime
		}
	}
	return shparse.AtExit
}
