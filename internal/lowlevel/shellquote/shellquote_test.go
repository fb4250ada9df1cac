package shellquote

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

func TestWord(t *testing.T) {
	for word, want := range map[string]string{
		"":           "''",
		"ls":         "ls",
		"a b":        "'a b'",
		"it's":       `'it'\''s'`,
		"--set=A=b":  "--set=A=b",
		"A=b":        "'A=b'",
		"=ls":        "'=ls'",
		"if":         "'if'",
		"~/x":        "'~/x'",
		"/home/d/ü":  "'/home/d/ü'",
		"a@b.c:1,2+": "a@b.c:1,2+",
		"*":          "'*'",
		"a\nb":       "'a\nb'",
		"$HOME":      "'$HOME'",
	} {
		if got := Word(word); got != want {
			t.Errorf("Word(%q) = %s, want %s", word, got, want)
		}
	}
}

func TestUnquote(t *testing.T) {
	for _, word := range []string{"", "a", "a b", "it's", "'", "''", `'\''`, "if", "\\"} {
		for _, text := range []string{Word(word), Always(word)} {
			if got, ok := Unquote(text); got != word || !ok {
				t.Errorf("Unquote(%s) = %q, %v, want %q", text, got, ok, word)
			}
		}
	}
	for _, text := range []string{"", "a b", "'", "'a'b'", "$HOME", "/a;id", `"a"`, "'a", "~"} {
		if word, ok := Unquote(text); ok {
			t.Errorf("%s is read as %q", text, word)
		}
	}
}

// TestShells: each shell reads back what was written.
func TestShells(t *testing.T) {
	words := []string{"printf", `%s\0`, "a b", "it's", "*", "$HOME", "`id`", "a\nb", "=ls", "~", "{a,b}",
		"!!", "!x", "a^b", "^x", "#", "#x", "-n", "", "x=1", "\\", "a[1]", `"`, "$(id)", "é", "a;b", "&", "|",
		"<", ">", "'", "''", "%1", "\t"}
	want := strings.Join(words[2:], "\x00") + "\x00"
	for _, shell := range []string{"sh", "bash", "zsh", "dash", "ksh"} {
		t.Run(shell, func(t *testing.T) {
			testkit.Installed(t, shell)
			out, err := exec.Command(shell, "-c", Join(words)).Output()
			if string(out) != want || err != nil {
				t.Errorf("%q, %v; want %q", out, err, want)
			}
			for _, first := range []string{"A=b", "if", "time", "=ls", "foreach"} {
				err := exec.Command(shell, "-c", Word(first)+" x").Run()
				if e, ok := err.(*exec.ExitError); !ok || e.ExitCode() != 127 {
					t.Errorf("%s is not read as the name of a command: %v", Word(first), err)
				}
			}
		})
	}
}
