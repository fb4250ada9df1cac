package main

import (
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// binary is the real program, with the others beside it.
func binary(t testing.TB) string { return testkit.Program(t, testkit.CLI) }
