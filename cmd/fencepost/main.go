// Command fencepost is the gate's program for people: it installs the hook, explains decisions,
// checks configs and reads the log. `fencepost help` lists the commands.
//
// The hook itself is cmd/fencepost-hook. As `fencepost hook`, and without arguments where no terminal
// is its input, this program is the agent's hook, too, and hands over to that one.
package main

import (
	"os"

	_ "github.com/fencepost/fencepost/internal/app/readers" // configs are read in this program
	"github.com/fencepost/fencepost/internal/app/slowpath"
)

func main() {
	if len(os.Args) < 2 {
		if isTerminal(os.Stdin) {
			os.Exit(run([]string{"help"}, std()))
		}
		os.Exit(answerHook(nil))
	}
	if os.Args[1] == "hook" {
		os.Exit(answerHook(os.Args[2:]))
	}
	if os.Args[1] == slowpath.Command {
		os.Exit(assistHook(os.Stdin, os.Stdout, os.Args[2:]))
	}
	os.Exit(run(os.Args[1:], std()))
}
