// Command fencepost decides whether an agent's tool call may run.
//
// Without arguments, or as `fencepost hook`, it is the agent's PreToolUse hook: one call as JSON on
// standard input, at most one JSON object on standard output, exit status 0 always. That path is
// taken before anything else is looked at, because it runs before every call of the agent.
// `fencepost help` lists the commands for people.
package main

import (
	"os"
	"runtime"

	_ "github.com/fencepost/fencepost/internal/bigstack"
)

func main() {
	if len(os.Args) < 2 {
		os.Exit(hookMain(os.Stdin, os.Stdout, nil))
	}
	if os.Args[1] == "hook" {
		os.Exit(hookMain(os.Stdin, os.Stdout, os.Args[2:]))
	}
	s := std()
	runtime.SetDefaultGOMAXPROCS() // build.sh builds programs that start with one thread: cmd/lazydeps
	os.Exit(run(os.Args[1:], s))
}
