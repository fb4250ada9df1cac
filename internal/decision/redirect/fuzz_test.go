package redirect_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/decision/redirect"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// FuzzShell: whatever the text is, what is left to move in a rewritten one is nothing.
func FuzzShell(f *testing.F) {
	for _, text := range []string{
		"cp /tmp/a /tmp/b", "for f in src/b /tmp/a; do rm $f; done", `f() { cat "$1"; }; f /tmp/a`,
		"bash -c 'cp a /tmp/b'", "D=/tmp; ls $D/x", "cat <<E > /tmp/x\n/tmp/y\nE", "ls /tmp/../etc //tmp",
		"A=(/tmp/a b); rm ${A[@]}", "[[ -f /tmp/a ]] && rm /tmp/a", "cd /tmp && ls *.x | xargs rm",
		"case $x in /tmp/*) rm $x;; esac", `echo "/tmp/a` + "`cat /tmp/b`\"", "find /tmp/d -exec rm {} +",
	} {
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, zsh bool) {
		s := &redirect.Space{Tmp: "/tmp", Target: "/tmp/claude"}
		if zsh {
			s.Dialect = dialect.Zsh
		}
		once, moves := rewrite(s, "/p", text)
		if len(moves) == 0 && once != text {
			t.Fatalf("%q became %q without a move", text, once)
		}
		if twice, _ := rewrite(s, "/p", once); twice != once {
			t.Fatalf("%q became %q, and that %q", text, once, twice)
		}
	})
}
