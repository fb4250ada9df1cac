// Command fencepost-hook is the gate alone: one hook event of an agent as JSON on standard input, at
// most one JSON object on standard output. It starts before every call of the agent, so it links
// nothing but what judges a call; everything for people is in cmd/fencepost.
//
//	fencepost-hook [AGENT] [--home DIR] [--managed]
//	fencepost-hook --agent-shell[=HOME] LINE
//	fencepost-hook --version
//
// With --agent-shell it takes the place of the agent's shell, and runs a line confined.
//
// `fencepost install` writes the entry that starts it. docs/hooks.md says what goes in and out.
package main

import (
	"os"

	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/app/slowpath"
	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/app/wrap"
	_ "github.com/fencepost/fencepost/internal/lowlevel/bigstack"
)

// blocked is the exit status by which agents block a call.
const blocked = 2

func main() {
	if len(os.Args) == 2 && os.Args[1] == "--version" {
		this := version.This()
		os.Stdout.WriteString(this.Text("fencepost-hook"))
		os.Exit(blocked) // an entry that says so is no fence: it must not let calls pass
	}
	if wrap.Is(os.Args[1:]) {
		os.Exit(wrap.Main(os.Args[1:], slowpath.Use))
	}
	os.Exit(hook.Main(os.Stdin, os.Stdout, os.Args[1:], slowpath.Use))
}
