package lang

import (
	"context"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestPerlOracle puts pieces of Perl together at random and has the real perl run what is said to
// do nothing, in a directory of its own in which the pieces would delete or make a file. It starts
// with the readings that are hardest: what is a string for one reader and code for another.
func TestPerlOracle(t *testing.T) {
	perl := testkit.Installed(t, "perl")
	pieces := []string{
		`unlink("v")`, `unlink "v"`, `;unlink("v");`, `system("touch w")`, "`touch w`", `open F,">w"`,
		`eval "unlink('v')"`, `unlink $x`, `&f("v")`, `$f->("v")`,
		`"`, `'`, `/`, `//`, `%`, `<`, `>`, `?`, `{`, `}`, `(`, `)`, `[`, `]`, `;`, `,`, `.`, `=~`, `=`,
		`#`, "\n", ` `, ` `, `$`, `@`, `&`, `*`, `\`, `-`, `+`, `->`, `=>`, `:`,
		`q(`, `qq{`, `s/`, `y/`, `tr/`, `m{`, `s{`, `/e`, `/ee`, `qw(`, `<<`, `<<"E"`, "\nE\n", `print`,
		`print `, `floor `, `time `, `shift `, `sum `, `length `, `lc `,
		`$x`, `@x`, `%h`, `$h{`, `$x[`, `$_`, `1`, `1.5`, `2`, `x`, `x3`, `if `, `for `, `map {`,
		`grep {`, `sort {`, `sub {`, `sub f_ {`, `f_(`, `do {`, `eval {`, `BEGIN {`,
		`$x="v"`, `$f="CORE::unlink"`, `$SIG{__WARN__}`, `warn `, `(?{unlink "v"})`, `@{[`, `]}`, `"@{[`,
		`]}"`, `${`, `$$`, `$#`, `use POSIX;`, `return `, `split `, `join `,
		`keys `, `}{`, `$h{unlink("v")}`, `{unlink}`, `$a{s}`, `y=>1,`, `-e `, `--`, `++`, `.5`, `..`,
		`<STDIN>`, `<$x>`, `<v>`, `STDERR `, `defined `, `not `, `and `, `or `,
		`unlink`, `"v"`, `'v'`, `"unlink('v')"`, `local `, `my `, `my $x=`, `__END__`, "\n=pod\n",
		"\n=cut\n", `$1if/`, `1if/`, `'`, `"`, `/`, `/`, `;`, `;`,
	}
	n := 400_000
	if !testkit.IsAll() {
		n = 20_000
	}
	dir := t.TempDir()
	random := rand.New(rand.NewPCG(1, 2))
	ran := 0
	for i := 0; i < n && ran < 1500; i++ {
		var b strings.Builder
		for k := random.IntN(11) + 2; k > 0; k-- {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		code := b.String()
		a := Scan("perl", code, Options{})
		if !a.Complete || len(a.List) > 0 || !(strings.Contains(code, "unlink") ||
			strings.Contains(code, "touch")) {
			continue
		}
		ran++
		if acted(t, perl, dir, code) {
			t.Errorf("%q is said to do nothing", code)
		}
	}
	if ran < 20 {
		t.Errorf("only %d pieces of code ran", ran)
	}
}

// acted runs code and reports whether a file was deleted or made.
func acted(t *testing.T, perl, dir, code string) bool {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, "v"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	c := exec.CommandContext(ctx, perl, "-e", code)
	c.Dir, c.Env = dir, []string{"PATH=/usr/bin:/bin", "LC_ALL=C"}
	_ = c.Run()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 1 && list[0].Name() == "v" {
		return false
	}
	for _, f := range list {
		_ = os.Remove(filepath.Join(dir, f.Name()))
	}
	return true
}
