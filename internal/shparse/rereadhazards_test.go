package shparse_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestCommandsInRereadTextRun: what a shell reads a second time runs the commands in it, wherever that happens.
// The command zz is one that no rule allows.
func TestCommandsInRereadTextRun(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for _, table := range []struct {
		shell string
		rows  gatetest.Table
	}{
		{"/bin/bash", gatetest.Table{
			{"declare -n r; for r in 'a[`zz`]'; do echo $r; done", held},
			{`x='a[$(zz)]'; declare -n r; for r in "$x"; do echo $r; done`, held},
			{`declare -n r; for r in *zz*; do echo $r; done`, held},
			{"declare -n r=${x9:-'a[`zz`]'}; echo $r", held},
			{"let ${x9:-'a[`zz`]'}", held},
			{": > 'a[`zz`]'; printf -v *zz* x", held},
			{": > 'a[`zz`]'; export *zz*", held},
			{`: > 'a$(zz)b'; f() { local PS4=$1; set -x; :; }; f *zz*`, held},
			{`: >& '$(zz)'`, held},
			{`x='$(zz)'; : >& "$x"`, held},
			{"shopt -s extglob\necho @(a|<(zz))", held},
			{"shopt -s extglob\n[[ x == @(\"a$(zz)\"|b) ]]", held},
			{`let a<(zz)`, held},
			{`x=([a<(zz)]=1)`, held},
			{`a=(1); echo ${a[1<(zz)]}`, held},
			{`x=(["${HOME/o/'$(zz)'}"]=1)`, held},
			{`[ -e n ] || export u='a[$(zz)]'; bash -c 'echo $((u))'`, held},

			{`declare -n r=x; for r in a b; do echo $r; done`, "allow"},
			{`f() { local -n r=$1; echo "${r[0]}"; }; a=(1 2); f a`, "allow"},
			{`ls >& out.txt; echo x >&2`, "allow"},
			{`exec 3> out.txt; echo x >&3`, "allow"},
			{"shopt -s extglob\nls !(*.md)", "allow"},
			{"shopt -s extglob\n[[ $x == @(a|b) ]] && echo y", "allow"},
			{`for ((i = 0; i < (3 - 1); i++)); do echo $i; done`, "allow"},
			{`for ((i=0;i<(3-1);i++)); do echo $i; done`, "allow"},
			{`let n=3 m=n+1; echo $m`, "allow"},
			{`declare -A m=(['a b']=1 ["$HOME"]=2); echo "${m['a b']}"`, "allow"},
			{`a=(1 2 3); i=1; echo "${a[i-1]}" "${a[-1]}"`, "allow"},
			{`[ -e n ] || export LOG=debug; bash -c 'echo $LOG'`, "allow"},
			{`export *.txt; ls`, held},
		}},
		{"/bin/zsh", gatetest.Table{
			{"typeset -i 10 n; n='path[`zz`]'", held},
			{`declare -i n; n='path[$(zz)]' true`, held},
			{`x=u; u='$(zz)'; echo ${(Pe)x}`, held},
			{`x=u; read -r u < f; echo ${(Pe)x}`, held},
			{`echo $path[(i)<(zz)]`, held},
			{`echo $HOME[a<(zz)]`, held},
			{`echo ${x:#$(zz)}`, held},
			{`u='path[$(zz)]'; print ${path[(w)u]}`, held},
			{`u="$(cat f)"; print ${path[(w)u]}`, held},
			{": > 'a[0$(zz)]'; export *zz*", held},
			{": > 'a[0$(zz)]'; read -r x *zz* <<< 'a b'", held},

			{`echo "${x#'a}"; zz "'}"`, held},
			{`echo "${x/'a}"; zz "'}"`, held},
			{`echo ${HOME#{a} # $(zz) }`, held},
			{`echo ${x:-{a} # $(zz) }`, held},
			{`echo ${HOME/a/{a} # $(zz) }`, held},
			{`echo a(')' $(zz) 'b(')`, held},
			{`[[ a == a(')' || $(zz) 'b(') ]]`, held},
			{`echo ${(s:':)x} ' $(zz) ' ${(s:':)x}`, held},
			{`echo ${x:s/'/b/} ' $(zz) ' ${x:s/'/b/}`, held},
			{`echo $x[(r)'] ' $(zz) ' $x[(r)']`, held},
			{`for x (a) ls`, held},
			{`if [[ a ]] { ls }`, held},
			{`{ ls } always { ls }`, held},
			{`repeat 2 ls`, held},
			{"foreach x (a)\nls\nend", held},
			{`coproc { ls }`, held},
			{`function repeat { ls; }; repeat 2 ls`, held},
			{`ls $[1+1]`, held},

			{`printf '%s\n' "${PATH//:/$'\n'}"`, "allow"},
			{`echo "${x:-{}}" ${(s:,:)x} ${(f)"$(ls)"} ${x:t:r} ${x#'a'} "${x#'a'}"`, "allow"},
			{`ls *(.om[1,3]) src/(a|b)*.go`, "allow"},
			{`read -r "x?Name: " < f; echo "$x"`, "allow"},
			{`typeset -i 10 n; n=5; echo $n`, "allow"},
			{`echo ${x:#foo*}`, "allow"},
			{`echo ${path[(r)*bin]}`, "allow"},
			{`x=HOME; echo ${(P)x}`, "allow"},
			{`a=(1 2 3); echo $a[2] ${a[-1]}`, "allow"},
		}},
	} {
		s.Use(gate.Options{Shell: table.shell})
		s.Rows(t, table.rows)
	}
}
