package fence

import "testing"

// TestZsh holds what only zsh does: typeset without an option prints variables, and groups stand
// for the names of files.
func TestZsh(t *testing.T) {
	s := newSandbox(t, "import: [recommended]\n")
	s.gate = New(Options{Trusted: true, Home: s.home, Shell: "/bin/zsh"})
	for _, tt := range []judged{
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

		{`sed -i s/a/b/ (.github|src)/*.yml`, "allow"},
		{`sed -i s/a/b/ src/(a|b)*.go`, "allow"},
		{`sed -i s/a/b/ (.claude|src)/*.yml`, "ask"},
		{`cp evil (.git|nosrc)/hook*`, held},
		{`cp evil (nosrc|.git)/hook*`, held},
		{`touch (src|.git)/hooks/*`, held},
		{`cat ~/(.ssh|src)/*`, "ask"},
	} {
		v := s.judge(t, "Bash", map[string]any{"command": tt.cmd})
		if got := v.Decision.String(); got != tt.want && (tt.want != held || got == "allow") {
			t.Errorf("%s\ngot %s (%s), want %s", tt.cmd, got, v.Description, tt.want)
		}
	}
}
