package shparse_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestZsh holds what only zsh does: typeset without an option prints variables, and groups stand
// for the names of files.
func TestZsh(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	s.Use(gate.Options{Trusted: true, Home: s.Home, Shell: "/bin/zsh"})
	s.Rows(t, gatetest.Table{
		{`x=API_TOKEN; typeset "$x"`, "ask"},
		{`x=API_TOKEN; declare -p $x`, "ask"},
		{`typeset "$x"`, "ask"},
		{`local $x`, "ask"},
		{`typeset -m 'API_*'`, "ask"},
		{`builtin typeset API_TOKEN`, "ask"},
		{`x=typeset; $x API_TOKEN`, "ask"},
		{`a=(API_TOKEN b); typeset $a`, "ask"},
		{`f() { typeset "$1"; }; f a`, "allow"},
		{`typeset -i 10 n`, "allow"},
		{`typeset "x=$y"`, "allow"},
		{`x=FOO; typeset $x`, "allow"},

		{`sed -i s/a/b/ (.storybook|src)/*.yml`, "allow"},
		{`sed -i s/a/b/ src/(a|b)*.go`, "allow"},
		{`sed -i s/a/b/ (.claude|src)/*.yml`, "ask"},
		{`cp evil (.git|nosrc)/hook*`, held},
		{`cp evil (nosrc|.git)/hook*`, held},
		{`touch (src|.git)/hooks/*`, held},
		{`cat ~/(.ssh|src)/*`, "ask"},
	})
}
