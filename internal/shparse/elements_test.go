package shparse_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

const held = gatetest.Held

// TestElements: an array whose elements are not known has some, whatever is assigned to it besides.
func TestElements(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	s.Rows(t, gatetest.Table{
		{`[ -e n ] || a[1]=/etc/passwd; touch "${a[1]}"`, held},
		{`[ -e n ] || a=([1]=$HOME/.ssh/id_rsa); cat "${a[1]}"`, held},
		{`if [ -e n ]; then :; else a=([1]=/etc/passwd); fi; touch "${a[1]}"`, held},
		{`case $1 in x) a[2]=/etc/passwd;; esac; touch "${a[2]}"`, held},
		{`f() { a[3]=/etc/passwd; }; [ -e n ] || f; touch "${a[3]}"`, held},
		{`for ((;;)); do a[3]=/etc/passwd; break; done; touch "${a[3]}"`, held},
		{`a[5]=/etc/passwd; a=x; touch "${a[5]}"`, held},
		{`a=x; a[5]=/etc/passwd; touch "${a[5]}"`, held},
		{`a=x; [ -e n ] || a[5]=/etc/passwd; touch "${a[5]}"`, held},
		{`a[5]=/etc/passwd; a=x; touch "${a[@]}"`, held},
		{`a[5]=/etc/passwd; a=x; for f in "${a[@]}"; do touch "$f"; done`, held},
		{`[ -e n ] || a=(x /etc/passwd); a=z; touch "${a[1]}"`, held},
		{`declare -A m; [ -e n ] || m[k]=/etc/passwd; m=z; touch "${m[k]}"`, held},
		{`[ -e n ] || declare -A m=([k]=/etc/passwd); m=z; touch "${m[k]}"`, held},

		{`a=x; touch "${a[0]}"`, "allow"},
		{`a=src; [ -e n ] || a=lib; ls "${a[1]}x"; touch "${a[0]}/x"`, "allow"},
		{`a=(x y); a=z; touch "${a[1]}"`, "allow"},
		{`declare -a f; f[0]=src/a; f[1]=src/b; cat "${f[1]}"`, "allow"},
		{`declare -a f; for x in a b; do f+=("$x"); done; cat "${f[@]}"`, "allow"},
		{`args=(); [ -e n ] && args+=(-l); ls "${args[@]}"`, "allow"},
		{`args=(); [ -e n ] && args[0]=-l; ls "${args[0]}"`, "allow"},
		{`i=0; while read -r l; do lines[i]=$l; i=$((i+1)); done < a.txt; echo "${lines[0]}"`, "allow"},
	})
}
