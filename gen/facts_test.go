package gen_test

import (
	"strings"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// commandsIn are the commands that a line could run, as the gate finds them, in a file system of its own.
func commandsIn(line string) []fact.Command {
	a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Home: "/home/dev",
		Places: paths.New("/home/dev/proj", "/home/dev", "/tmp/claude", true)}}
	list := a.Shell(line, "/home/dev/proj").Commands
	out := list[:0]
	for _, c := range list {
		if len(c.Argv) > 0 {
			c.Places = places{}
			out = append(out, c)
		}
	}
	return out
}

// commandOf resolves the words of one command.
func commandOf(argv []fact.Word) fact.Command {
	c := fact.Command{Invocation: fact.Invocation{Argv: argv, Own: true, Dirs: fact.Dirs{List: []string{"/home/dev/proj"}, Known: true}}}
	x := command.Resolver{Specs: commands.Table{}, Input: command.Input{Paths: pather{}}}
	x.Resolve(&c)
	c.Places = places{}
	return c
}

type pather struct{}

func (pather) Path(dirs fact.Dirs, w *fact.Word) fact.Path { return paths.Path(dirs, w) }

// places is a file system in which the project is /home/dev/proj and everything below a directory named link leads to
// /etc.
type places struct{}

func (places) Inside(p *fact.Path, root string, strict bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	switch {
	case root == ".":
		root = "/home/dev/proj"
	case strings.HasPrefix(root, "~/"):
		root = "/home/dev" + root[1:]
	}
	within := func(abs string) fact.Tri {
		if abs == root && !strict || strings.HasPrefix(abs, root+"/") {
			return fact.Yes
		}
		return fact.No
	}
	return within(p.Abs), within(targetOf(p))
}

func (places) Glob(p *fact.Path, glob string, fold bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	match := func(abs string) fact.Tri {
		if fold {
			abs, glob = strings.ToLower(abs), strings.ToLower(glob)
		}
		// Coarse: the literal part of the glob occurs in the path.
		if strings.Contains(abs, strings.Trim(strings.ReplaceAll(glob, "*", ""), "/")) {
			return fact.Yes
		}
		return fact.No
	}
	return match(p.Abs), match(targetOf(p))
}

func targetOf(p *fact.Path) string {
	if _, rest, ok := strings.Cut(p.Abs, "/link/"); ok {
		return "/etc/" + rest
	}
	return p.Abs
}

func pathOf(text string, known bool) fact.Path {
	w := fact.Lit(text)
	if !known {
		w = fact.Word{Kind: fact.Partial, Written: text}
	}
	if rest, ok := strings.CutPrefix(text, "~"); ok {
		w.Text = "/home/dev" + rest
	}
	return paths.Path(fact.Dirs{List: []string{"/home/dev/proj"}, Known: true}, &w)
}

// Glance says that nothing is known.
func (places) Glance(*fact.Path) fact.Glance { return fact.AnyGlance() }
