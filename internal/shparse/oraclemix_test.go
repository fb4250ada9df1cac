//go:build unix

package shparse_test

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// mixes put two scripts of testdata/shell into one, so that the second meets what the first has
// left behind: variables, functions, options, directories, traps. A and B stand for the scripts,
// 'A' and 'B' for them in single quotes.
var mixes = []string{
	"A\nB",
	"f1() {\nA\n}\nf1\nB",
	"f1() {\nB\n}\nA\nf1 one two",
	"(\nA\n)\nB",
	"{\nA\n} 2>/dev/null\nB",
	"eval 'A'\nB",
	"A\neval 'B'",
	"A\nbash -c 'B'",
	"A\nx9=$(\nB\n)\naa \"$x9\"",
	"trap 'B' EXIT\nA",
	"if [ -e nowhere ]; then\nA\nfi\nB",
	"if ! [ -e nowhere ]; then\nA\nfi\nB",
	"for i9 in 1 2; do\nA\ndone\nB",
	"aa && {\nA\n}\nB",
	"aa || {\nA\n}\nB",
	"set -- one 'two three'\nA\nB",
	"while aa; do\nA\nbreak\ndone\nB",
	"case $1 in '')\nA\n;; esac\nB",
	"{\nA\n} | cat\nB",
	"bb \"$(\nA\n)\" `aa`\nB",
	"f1() {\nlocal x y a\nA\n}\nf1\nB",
	"cat <<E9\n$(\nA\n)\nE9\nB",
	"A\nsource /dev/stdin <<'E9'\nB\nE9",
	"{\nA\n} & wait\nB",
	"f1() {\nA\n}\nf2() {\nB\n}\nf1 || f2\nf2",
}

// TestOracleMixed holds the interpreter to what the real shells run when two scripts of
// testdata/shell are put together. ORACLE_MIXED pairs are taken, from ORACLE_SEED on.
func TestOracleMixed(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("ORACLE_MIXED"))
	start, _ := strconv.Atoi(os.Getenv("ORACLE_SEED"))
	for _, shell := range []string{"bash", "zsh"} {
		t.Run(shell, func(t *testing.T) {
			r, list := newRig(t, shell), scripts(t, shell)
			seed := uint64(start)*2 + 1
			next := func(n int) int {
				seed = seed*6364136223846793005 + 1442695040888963407
				return int(seed>>33) % n
			}
			for range max(n, 100) {
				a, b := list[next(len(list))].text, list[next(len(list))].text
				text := mixed(mixes[next(len(mixes))], a, b)
				if o := r.judge(t, text); o.problem != "" {
					t.Error(o.problem)
				}
			}
		})
	}
}

// mixed puts two scripts into their places.
func mixed(place, a, b string) string {
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	return strings.NewReplacer("'A'", quote(a), "'B'", quote(b), "\nA\n", "\n"+a+"\n", "\nB\n", "\n"+
		b+"\n").
		Replace("\n" + strings.NewReplacer("\nA\nB", "\nA\n\nB").Replace("\n"+place) + "\n")
}
