package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestComplete holds what is offered, which is the same in every shell. The shell leaves out what
// does not begin with the word.
func TestComplete(t *testing.T) {
	workplace(t)
	for _, tt := range []struct{ words, want string }{
		{"exp", "explain"},
		{"check --js", "--json --jsonl"},
		{"check ", ""},
		{"check --tool Web", "WebFetch WebSearch"},
		{"presets ", "show"},
		{"presets show gi", "git"},
		{"presets show git ", ""},
		{"completion p", "powershell"},
		{"install --agent c", "claude codex cursor copilot"},
		{"bench --class pl", "plain"},
		{"help pre", "presets"},
		{"help presets ", "show"},
		{"man aud", "audit"},
		{"trust --re", "--revoke"},
	} {
		args := strings.Split(tt.words, " ")
		code, out, _ := cli("", append([]string{"__complete"}, args...)...)
		var got []string
		for line := range strings.Lines(out) {
			word, _, _ := strings.Cut(line, "\t")
			if word = strings.TrimSpace(word); !strings.HasPrefix(word, ":") &&
				strings.HasPrefix(word, args[len(args)-1]) {
				got = append(got, word)
			}
		}
		if code != 0 || strings.Join(got, " ") != tt.want {
			t.Errorf("%q completes to %q (exit status %d), want %q", tt.words, got, code, tt.want)
		}
	}
}

// TestCompletionInShells loads the scripts into the shells that are there, and completes with bash.
func TestCompletionInShells(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) {
			_, script, _ := cli("", "completion", shell)
			c := exec.Command(testkit.Installed(t, shell), "-n")
			c.Stdin = strings.NewReader(script)
			if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s -n: %v\n%s", shell, err, out)
			}
		})
	}
	testkit.Installed(t, "bash")
	// What the package bash-completion brings, as far as the script needs it.
	const library = "_get_comp_words_by_ref() { cur=${COMP_WORDS[COMP_CWORD]}; " +
		"prev=${COMP_WORDS[COMP_CWORD-1]}; words=(\"${COMP_WORDS[@]}\"); cword=$COMP_CWORD; }\n" +
		"__ltrim_colon_completions() { :; }\n"
	_, script, _ := cli("", "completion", "bash")
	for _, tt := range []struct{ words, want string }{
		{"fencepost expl", "explain"},
		{"fencepost presets sh", "show"},
		{"fencepost presets show gi", "git"},
		{"fencepost completion z", "zsh"},
	} {
		c := exec.Command("bash", "--norc", "-c", library+script+
			"\nCOMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); COMP_LINE=$*; COMP_POINT=${#COMP_LINE}; "+
			"COMP_TYPE=9; __start_fencepost 2>/dev/null; echo ${COMPREPLY[*]}", "bash")
		c.Args = append(c.Args, strings.Fields(tt.words)...)
		c.Env = append(os.Environ(), "PATH="+filepath.Dir(binary(t))+":"+os.Getenv("PATH"))
		out, err := c.Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != tt.want {
			t.Errorf("%s completes to %q (%v), want %q", tt.words, got, err, tt.want)
		}
	}
}
