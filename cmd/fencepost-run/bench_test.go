package main

import (
	"os"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// BenchmarkPlan makes the plan of a run in this directory.
func BenchmarkPlan(b *testing.B) {
	o, err := parse([]string{"-w", ".", "--", "/bin/sh"})
	if err != nil {
		b.Fatal(err)
	}
	b.Setenv("HOME", os.Getenv("HOME"))
	b.ReportAllocs()
	for b.Loop() {
		r, err := o.request()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := plan.Build(r, &plan.OS{}); err != nil {
			b.Fatal(err)
		}
	}
}
