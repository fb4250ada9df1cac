package main

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// TestHints: what is said of a command that has failed.
func TestHints(t *testing.T) {
	t.Setenv("CARGO_HOME", "/c")
	t.Setenv("GOCACHE", "off")
	t.Setenv("UV_CACHE_DIR", "/home/u/uvc")
	there := func(p string) bool { return p != "/home/u/.npm/_logs" }
	for _, r := range []struct {
		argv string
		want []string // each a part of one line
	}{
		{"docker ps", []string{"hides sockets of the machine, and with them the container engine"}},
		{"/usr/bin/npm ci", []string{"keeps /home/u/.npm/_cacache, a cache of npm, read-only: -w /home/u/.npm/_cacache"}},
		{"cargo build", []string{"/c/registry,", "/c/git,"}},
		{"go build", []string{"/home/u/go/pkg,", "/home/u/go/pkg/mod,"}},
		{"/usr/bin/uv sync", []string{"/home/u/uvc,"}},
		{"ssh host", []string{"cannot ask at /dev/tty"}},
		{"make", nil},
	} {
		p := &plan.Plan{Argv: strings.Fields(r.argv), Steps: []plan.Step{
			{Do: plan.Writable, Path: "/home/u/.cache"}}}
		got := hints(p, "/home/u", there)
		if len(got) != len(r.want) {
			t.Errorf("%s: %q", r.argv, got)
			continue
		}
		for i, want := range r.want {
			if !strings.Contains(got[i], want) {
				t.Errorf("%s: %q, want %q", r.argv, got[i], want)
			}
		}
	}
}
