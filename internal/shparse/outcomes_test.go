package shparse_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// TestConclusions holds what is known where a command is known to succeed or to fail, a loop has
// few values to give, and output is that of another text. Each text ends with rm and one word.
func TestConclusions(t *testing.T) {
	for _, c := range []struct {
		d    dialect.Dialect
		text string
		want string // of the word; "…" where it is not known, "a|b" where it is one of two
	}{
		{dialect.Bash, `x=a; ! false && x=b; rm $x`, "b"},
		{dialect.Bash, `x=a; (exit 1) || x=b; rm $x`, "b"},
		{dialect.Bash, `x=a; (exit 0) || x=b; rm $x`, "a"},
		{dialect.Bash, `x=a; y=$(false) || x=b; rm $x`, "b"},
		{dialect.Bash, `x=a; ((0)) || x=b; rm $x`, "b"},
		{dialect.Bash, `x=a; true || x=b; rm $x`, "a"},
		{dialect.Bash, `x=a; if :; then x=b; fi; rm $x`, "b"},
		{dialect.Bash, `x=a; if false; then x=b; else x=c; fi; rm $x`, "c"},
		{dialect.Bash, `false() { :; }; x=a; false || x=b; rm $x`, "a|b"},
		{dialect.Bash, `x=a; true > f && x=b; rm $x`, "a|b"},
		{dialect.Bash, `readonly n=0; x=a; ((n = 1)) && x=b; rm $x`, "a|b"},
		{dialect.Bash, `x=a; true "${y?}" && x=b; rm $x`, "a|b"},
		{dialect.Bash, `x=a; [ -e f ] && x=b; rm $x`, "a|b"},
		{dialect.Bash, `x=$(if :; then echo a; fi); rm $x`, "a"},
		{dialect.Bash, `x=$(false && echo b; echo a); rm $x`, "a"},
		{dialect.Bash, `x=$([ -e f ] && echo b; echo a); rm $x`, "…"},
		{dialect.Bash, `x=$(case k in k) echo a;; esac); rm $x`, "a"},
		{dialect.Bash, `x=$(case $k in k) echo a;; esac); rm $x`, "…"},
		{dialect.Bash, `x=$(eval 'echo a'); rm $x`, "a"},
		{dialect.Bash, `x=$(eval "$y"; echo a); rm $x`, "…"},
		{dialect.Bash, `x=$(trap 'echo b' EXIT; :); rm a$x`, "…"},
		{dialect.Bash, `x=$(y=true; trap '$y b' EXIT; y=echo); rm a$x`, "…"},
		{dialect.Bash, `x=a; while [ -e f ]; do x=b; done; rm $x`, "a|b"},
		{dialect.Bash, `x=a; y=b; while [ -e f ]; do x=$y; y=c$y; done; rm $x`, "…"},
		{dialect.Bash, `x=a; for ((i = 0; i < 2; i++)); do x=b; done; rm $x`, "a|b"},
		{dialect.Bash, `x=a; for ((i = 0; i < 2; i++)); do x=b$i; done; rm $x`, "…"},
		{dialect.Bash, `while :; do read -r x <<< a; break; done; rm $x`, "…"},
		{dialect.Bash, `while :; do read -r x <<< a; rm $x; done`, "a"},
		{dialect.Bash, `while read -r x; do rm $x; done <<< a`, "…"},
		{dialect.Bash, `x='! ! b'; ! ! rm a`, "a"},
		{dialect.Bash, `((rm a; ls) )`, "a"},
		{dialect.Zsh, `a=(x y); rm "${a[@]:1:1}"`, "y"},
		{dialect.Zsh, `rm ${:-a}`, "a"},
	} {
		f := analyzedAs(c.text, c.d)
		var words []string
		for i := range f.Commands {
			argv := f.Commands[i].Argv
			if len(argv) != 2 || argv[0].Text != "rm" {
				continue
			}
			word := "…"
			if argv[1].Kind == fact.Literal && !argv[1].Many {
				word = argv[1].Text
			}
			words = append(words, word)
		}
		slices.Sort(words)
		got := strings.Join(slices.Compact(words), "|")
		if strings.Contains(got, "…") {
			got = "…"
		}
		if got != c.want {
			t.Errorf("%d: %s: %s, want %s", c.d, c.text, got, c.want)
		}
	}
}
