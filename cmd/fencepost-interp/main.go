//go:build cgo

// Fencepost-interp reads inline code for fencepost: snippets of Python, JavaScript and TypeScript
// on standard input, facts about them on standard output. It is started by fencepost, never by a
// person, and runs nothing that it reads.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/fencepost/fencepost/gen/callees"
	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/javascript"
	"github.com/fencepost/fencepost/internal/interp/eval/python"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/interp/treesitter"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// The bounds of the process: of all that one call asks. They are counted, so that a busy machine gives
// the same answers. The gate ends the process where its own last resort is over, and says how much
// memory Go may use.
const (
	maxSteps = 800_000   // of interpretation
	maxWork  = 128 << 20 // of parsing, in bytes (treesitter.Parse)
)

func main() {
	if len(os.Args) > 1 {
		this := version.Plain()
		fmt.Print(this.Text(interp.HelperName))
		return
	}
	limit()
	if err := interp.Serve(os.Stdin, bufio.NewWriter(os.Stdout), newReader().read); err != nil {
		fmt.Fprintln(os.Stderr, "fencepost-interp:", err)
		os.Exit(1)
	}
}

// tree is what a file parses to.
type tree struct {
	lang string
	root *syntax.Node
}

// reader reads the snippets of one call.
type reader struct {
	steps, work effort.Budget // that are left
	// trees are those of the files that code of the call loads, by their text: code is asked about
	// again with each file that it turns out to load.
	trees map[string]tree
}

func newReader() *reader {
	return &reader{steps: maxSteps, work: maxWork, trees: map[string]tree{}}
}

// read interprets one snippet.
func (p *reader) read(r interp.Request) *interp.Facts {
	in := core.Input{Code: r.Code, Home: r.Home, Cwd: r.Cwd, Base: r.Base, Args: r.Args,
		Modules: r.Modules, Left: &p.steps, ParseFile: p.parseFile}
	in.Parse = func(code string) (*syntax.Node, string) {
		return treesitter.Parse(r.Lang, code, &p.work)
	}
	if r.Lang == "python" {
		in.Table = callees.Python{}
		return python.Run(in)
	}
	in.Table = callees.JavaScript{}
	return javascript.Run(in)
}

func (p *reader) parseFile(mod *interp.Module) (*syntax.Node, string) {
	if t, ok := p.trees[mod.Code]; ok && t.lang == mod.Lang {
		return t.root, ""
	}
	root, problem := treesitter.Parse(mod.Lang, mod.Code, &p.work)
	if problem == "" {
		p.trees[mod.Code] = tree{mod.Lang, root}
	}
	return root, problem
}
