//go:build unix

package policy_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
)

// Opening a FIFO waits for a writer, unless it is done with care.
func TestFIFO(t *testing.T) {
	home, proj := tree(t, map[string]string{"proj/.claude/": ""})
	if err := syscall.Mkfifo(filepath.Join(proj, ".claude/fencepost.yaml"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj})
	if got := p.Failure(); !strings.Contains(got, "it is not a regular file") {
		t.Errorf("got %q", got)
	}
}
