package analyze

import (
	"os"
	"path"
	"slices"
	"strings"

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
		if c := &a.facts.Commands[i]; a.startsInstalled(c, &tail, k) {
			c.Nested = append(c.Nested, tail.Nested...)
			c.Effects = slices.DeleteFunc(c.Effects, func(e fact.Effect) bool {
				return !e.InCode && (e.Kind == fact.Exec || e.Kind == fact.Network)
			})
		}
		return
	}
}

// startsInstalled reports whether a command that fetches a package if it has to, npx and its like,
// does no more than to start an interpreter which the project has installed, for the code in its
// words. at is the place of the interpreter in the words.
func (a *Analyzer) startsInstalled(c, tail *fact.Command, at int) bool {
	spec := a.Specs.Lookup(c.Name)
	if spec == nil || !slices.Contains(spec.Proxies, path.Base(c.Argv[at].Text)) {
		return false
	}
	if len(c.Dirs.List) != 1 || !c.Dirs.Known || a.Places == nil || !c.System || c.Unjudged != "" ||
		len(tail.Hazards) > 0 || tail.Stray || tail.Loads || len(tail.Nested) != 1 ||
		tail.Nested[0].Kind != fact.NestedCode {
		return false
	}
	for k := 1; k < at; k++ {
		if !quietOption(c.Argv[k].Text) {
			return false
		}
	}
	for k := range tail.Flags {
		if !tail.Flags[k].Known {
			return false
		}
	}
	name := c.Argv[at].Text
	if strings.Contains(name, "/") {
		return false
	}
	for dir := c.Dirs.List[0]; a.inProject(dir); dir = path.Dir(dir) {
		file := path.Join(dir, "node_modules/.bin", name)
		if _, err := os.Stat(file); err == nil {
			return !a.Changed(file)
		}
	}
	return false
}

// quietOption reports whether an option of npx says nothing of what is run.
func quietOption(word string) bool {
	switch word {
	case "-y", "--yes", "--no", "--no-install", "-q", "--quiet", "--silent", "--prefer-offline":
		return true
	}
	return false
}
