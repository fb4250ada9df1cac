package analyze

import (
	"path"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// maxRunnerWords bounds the words in which the interpreter is looked for.
const maxRunnerWords = 16

// runner finds inline code behind a command that runs a program of a project's environment: uv run
// python -c CODE. The command itself is judged as what its spec says it is; the facts of the code
// join it.
func (a *Analyzer) runner(in *shparse.Interp, i int) {
	c := &a.facts.Commands[i]
	if !c.Is(fact.Runner) && c.Name != "uvx" || len(c.Nested) > 0 {
		return // what it runs is known by its words
	}
	argv, dirs, stdin := c.Argv, c.Dirs, c.Stdin
	for k := 1; k < min(len(argv), maxRunnerWords); k++ {
		if !argv[k].Known() || command.LanguageOf(a.Specs, path.Base(argv[k].Text)) == 0 {
			continue
		}
		tail := fact.Command{Argv: argv[k:], Dirs: dirs, Stdin: stdin}
		command.Resolve(a.Specs, &tail, a.input())
		for n := range tail.Nested {
			if tail.Nested[n].Kind == fact.NestedCode {
				a.codeOf(in, i, &tail.Nested[n], &tail)
			}
		}
		return
	}
}

// quietOption reports whether an option of npx says nothing of what is run.
func quietOption(word string) bool {
	switch word {
	case "-y", "--yes", "--no", "--no-install", "-q", "--quiet", "--silent", "--prefer-offline":
		return true
	}
	return false
}
