package buildtasks

import (
	"path"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// maxRunnerWords bounds the words in which the interpreter is looked for.
const maxRunnerWords = 16

// Runner finds inline code behind a command that runs a program of a project's environment: uv run
// python -c CODE. The command itself is judged as what its spec says it is; the facts of the code
// join it.
func (a *Tasks) Runner(i int) (steps []shparse.Step) {
	c := &a.Call.Facts.Commands[i]
	if len(c.Nested) > 0 {
		return nil // what it runs is known by its words
	}
	argv, dirs, stdin := c.Argv, c.Dirs, c.Stdin
	for k := 1; k < min(len(argv), maxRunnerWords); k++ {
		if !argv[k].Known() || command.LanguageOf(a.Call.Specs, path.Base(argv[k].Text)) == 0 {
			continue
		}
		tail := command.Try(a.Call.Specs, command.Words{Argv: argv[k:], Dirs: dirs, Stdin: &stdin}, a.Call.Input())
		for n := range tail.Nested {
			if tail.Nested[n].Kind == fact.NestedCode {
				steps = append(steps, a.Inline.Read(i, &tail.Nested[n], tail)...)
			}
		}
		break
	}
	return steps
}
