package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestCompletionInShells loads the scripts into the shells that are there, and completes with bash.
func TestCompletionInShells(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s is not installed", shell)
			continue
		}
		_, script, _ := cli("", "completion", shell)
		c := exec.Command(shell, "-n")
		c.Stdin = strings.NewReader(script)
		if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s -n: %v\n%s", shell, err, out)
		}
	}
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("bash is not installed")
	}
	_, script, _ := cli("", "completion", "bash")
	for _, tt := range []struct{ words, want string }{
		{"fencepost exp", "explain"},
		{"fencepost check --js", "--json --jsonl"},
		{"fencepost presets gi", "git"},
		{"fencepost completion z", "zsh"},
	} {
		words := strings.Fields(tt.words)
		c := exec.Command("bash", "--norc", "-c",
			script+"\nCOMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _fencepost; echo ${COMPREPLY[*]}", "bash")
		c.Args = append(c.Args, words...)
		out, err := c.Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != tt.want {
			t.Errorf("%s completes to %q (%v), want %q", tt.words, got, err, tt.want)
		}
	}
}
