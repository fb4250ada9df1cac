//go:build !cgo

// Fencepost-interp reads inline code for fencepost. It holds the grammars of tree-sitter, which are
// C.
package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr,
		"fencepost-interp: this build has no grammars, because it was made without cgo: build it with "+
			"CGO_ENABLED=1 and a C compiler")
	os.Exit(1)
}
