package analyze

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// startedWith says how command i starts a shell or a program: with which words behind its name, and
// with what of the environment.
func (a *Analyzer) startedWith(i int, n *fact.Nested, run *shparse.Nested) {
	c := &a.facts.Commands[i]
	switch {
	case c.Name == "env" && n.Kind == fact.NestedArgv:
		a.environment(c, run)
	case c.Is(fact.CleanEnv):
		run.Clean = true
	case !n.State && runsShell(c.Name) && len(c.Argv) > 0:
		run.Start = c.Argv[1:]
	}
}

// environment is what env takes out of the environment.
func (a *Analyzer) environment(c *fact.Command, run *shparse.Nested) {
	if len(c.Argv) > 1 && c.Argv[1].Text == "-" {
		run.Clean = true
	}
	for _, f := range c.Flags {
		switch f.Name {
		case "-i", "--ignore-environment", "-":
			run.Clean = true
		case "-u", "--unset":
			if f.Value >= 0 {
				run.Unset = append(run.Unset, c.Operands[f.Value].Word)
			}
		}
	}
}

// atExit reports whether a trap is for the end of the shell only.
func atExit(argv []fact.Word) bool {
	signals := argv[min(2, len(argv)):]
	if len(argv) > 1 && argv[1].Text == "--" {
		signals = argv[min(3, len(argv)):]
	}
	for i := range signals {
		if w := &signals[i]; !w.Known() || w.Text != "EXIT" && w.Text != "0" {
			return false
		}
	}
	return true
}
