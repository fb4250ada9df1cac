package dialect_test

import (
	"os/exec"
	"testing"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// shells are the programs that stand for the dialects.
var shells = [dialect.Count]struct {
	name string
	args []string
}{
	dialect.Bash:  {"bash", []string{"--norc", "-c"}},
	dialect.Zsh:   {"zsh", []string{"-f", "-c"}},
	dialect.POSIX: {"dash", []string{"-c"}},
}

// said runs a script in the shell of a dialect and returns what it prints.
func said(t *testing.T, d dialect.Dialect, script string) string {
	t.Helper()
	sh := shells[d]
	c := exec.Command(testkit.Installed(t, sh.name), append(sh.args, script)...)
	c.Dir, c.Env = t.TempDir(), []string{"PATH=/usr/bin:/bin"}
	out, _ := c.Output() // a shell may refuse what it does not have
	return string(out)
}

// TestTraitsAreThoseOfTheShells runs a script for a trait in each shell. A shell that has the trait
// prints yes, and no other does.
func TestTraitsAreThoseOfTheShells(t *testing.T) {
	for name, row := range map[string]struct {
		trait  dialect.Trait
		script string
	}{
		"splits words": {dialect.SplitsWords, `x='a b'; set -- $x; [ $# = 2 ] && echo yes`},
		"inert expansions": {dialect.InertExpansions,
			`: >a; x='*'; set -- $x; [ "$1" = '*' ] && echo yes`},
		"braces":        {dialect.Braces, `set -- a{b,c}; [ $# = 2 ] && echo yes`},
		"dollar quotes": {dialect.DollarQuotes, `[ $'a' = a ] && echo yes`},
		"equals expansion": {dialect.EqualsExpansion,
			`x==ls; set -- =ls; [ "$1" != '=ls' ] && echo yes`},
		"pipes into shell": {dialect.PipesIntoShell, `echo a | read x; [ "$x" = a ] && echo yes`},
		"no match fails":   {dialect.NoMatchFails, `(echo nothere*) 2>&- | grep -q . || echo yes`},
		"multiple outputs": {dialect.MultipleRedirects, `echo a >x >y; [ -s x ] && echo yes`},
		"one based":        {dialect.OneBased, `eval 'a=(x y); [ "${a[1]}" = x ]' 2>&- && echo yes`},
		"prints options":   {dialect.EchoEscapes, `[ "$(echo 'a\tb')" != 'a\tb' ] && echo yes`},
		"prefix stays": {dialect.PrefixStays,
			`(set -o posix) 2>&- && set -o posix; x=1 :; [ "$x" = 1 ] && echo yes`},
		"function name": {dialect.FunctionName0, `f() { [ "$0" = f ] && echo yes; }; f`},
		"negative slices": {dialect.NegativeSlices,
			`eval 'x=abc; [ "${x: -9}" = abc ]' 2>&- && echo yes`},
		"array assignments": {dialect.ArgvArray, `set -- a; [ "$argv" = a ] && echo yes`},
	} {
		for d := range dialect.Dialect(dialect.Count) {
			if got := said(t, d, row.script) == "yes\n"; got != d.Has(row.trait) {
				t.Errorf("%s: %s has it: %v, and the table says %v", name, shells[d].name, got,
					d.Has(row.trait))
			}
		}
	}
}

// TestLackedBuiltinsAreLacked asks each shell whether it has a builtin.
func TestLackedBuiltinsAreLacked(t *testing.T) {
	for _, name := range []string{"declare", "let", "mapfile", "popd", "shopt", "source", "typeset",
		"builtin", "print", "read", "export", "cd", "printf", "local", "getopts", "unset"} {
		got := said(t, dialect.POSIX,
			"type "+name+" 2>&- | grep -q 'shell builtin' && echo yes") == "yes\n"
		if got == dialect.POSIXLacks(name) {
			t.Errorf("dash has %s: %v", name, got)
		}
	}
	if dialect.POSIXRefuses("read", "-r") || !dialect.POSIXRefuses("read", "-a") {
		t.Error("dash takes read -r, and refuses read -a")
	}
}

// TestOptionNames reads the names and letters of options as the shells do.
func TestOptionNames(t *testing.T) {
	for name, want := range map[string]dialect.Option{
		"noglob": dialect.NoGlob, "noclobber": dialect.NoClobber, "lastpipe": dialect.LastPipe,
		"pipefail": dialect.OptHarmless, "globsubst": dialect.OptUnknown,
	} {
		if got, _ := dialect.NamedOption(name); got != want {
			t.Errorf("set -o %s is %v, want %v", name, got, want)
		}
	}
	if o, on := dialect.LetterOption('f', dialect.Bash); o != dialect.NoGlob || !on {
		t.Errorf("set -f is %v, %v", o, on)
	}
	if o := dialect.ZshOption("extendedglob", dialect.OptHarmless); o != dialect.ZshPatterns {
		t.Errorf("setopt extendedglob is %v", o)
	}
}
