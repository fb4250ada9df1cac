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
	if len(os.Args) > 1 && wrap.Is(os.Args[1]) {
		os.Exit(wrap.Main(os.Args[1:], slowpath.Use))
	}
	os.Exit(hook.Main(os.Stdin, os.Stdout, os.Args[1:], slowpath.Use))
}
