//go:build cgo

// Fencepost-interp reads inline code for fencepost: snippets of Python, JavaScript and TypeScript
// on standard input, facts about them on standard output. It is started by fencepost, never by a
// person, and runs nothing that it reads.
package main

import (
	"bufio"
	"fmt"
	"os"
	"time"

	"github.com/fencepost/fencepost/gen/callees"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/javascript"
	"github.com/fencepost/fencepost/internal/interp/eval/python"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/interp/treesitter"
)

// The bounds of the process. The gate ends it by a deadline of its own, and says how much memory Go
// may use.
const (
	perCode  = 1 * time.Second        // for one snippet
	perFiles = 100 * time.Millisecond // for one with files that it loads
)

func main() {
	if len(os.Args) > 1 {
		fmt.Print(interp.Greeting)
		return
	}
	limit()
	if err := interp.Serve(os.Stdin, bufio.NewWriter(os.Stdout), read); err != nil {
		fmt.Fprintln(os.Stderr, "fencepost-interp:", err)
		os.Exit(1)
	}
}

// tree is what a file parses to.
type tree struct {
	lang string
	root *syntax.Node
}

// trees are those of the files that code of the call loads, by their text: code is asked about again
// with each file that it turns out to load.
var trees = map[string]tree{}

// read interprets one snippet.
func read(r interp.Request) *interp.Facts {
	// What a snippet may take is counted by the processor's clock, so that a busy machine gives the
	// same answer; by the one on the wall the gate's own deadline ends the process.
	start, end := used(), time.Now().Add(perCode)
	deadline := start.Add(perCode)
	if len(r.Modules) > 0 {
		deadline = start.Add(perFiles)
	}
	in := core.Input{Code: r.Code, Home: r.Home, Cwd: r.Cwd, Base: r.Base, Args: r.Args, Deadline: deadline, Now: used,
		Parse: func(code string) (*syntax.Node, string) {
			return treesitter.Parse(r.Lang, code, end)
		}}
	in.Modules = r.Modules
	if len(r.Modules) > 0 {
		in.Files = start.Add(perFiles / 2)
	}
	in.ParseFile = func(mod *interp.Module) (*syntax.Node, string) {
		if t, ok := trees[mod.Code]; ok && t.lang == mod.Lang {
			return t.root, ""
		}
		root, problem := treesitter.Parse(mod.Lang, mod.Code, end)
		if problem == "" {
			trees[mod.Code] = tree{mod.Lang, root}
		}
		return root, problem
	}
	if r.Lang == "python" {
		in.Table = callees.Python{}
		return python.Run(in)
	}
	in.Table = callees.JavaScript{}
	return javascript.Run(in)
}
