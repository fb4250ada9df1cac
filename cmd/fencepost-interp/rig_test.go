//go:build cgo

package main

import (
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// factsOf interprets one snippet.
// read is the answer to the first request of a call.
func read(r interp.Request) *interp.Facts { return newReader().read(r) }

func factsOf(lang, code string) *interp.Facts {
	return read(interp.Request{Lang: lang, Code: code, Home: home, Cwd: home})
}

const home = evaltest.Home
