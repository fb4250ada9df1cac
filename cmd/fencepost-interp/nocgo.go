//go:build !cgo

// Fencepost-interp reads inline code for fencepost. This build of it does not: the grammars of
// tree-sitter are C.
package main

import (
	"bufio"
	"fmt"
	"os"

	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/interp"
)

func main() {
	if len(os.Args) > 1 {
		this := version.Plain()
		fmt.Printf("%s%s\n", this.Text(interp.HelperName), interp.NoCompiler)
		return
	}
	err := interp.Serve(os.Stdin, bufio.NewWriter(os.Stdout), func(interp.Request) *interp.Facts {
		return &interp.Facts{Problem: interp.NoCompiler}
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "fencepost-interp:", err)
		os.Exit(1)
	}
}
