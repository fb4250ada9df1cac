//go:build !cgo

package main

import "testing"

func TestGrammars(t *testing.T) {
	t.Skip("built without cgo (no C compiler, or CGO_ENABLED=0): there are no grammars to be tested")
}
