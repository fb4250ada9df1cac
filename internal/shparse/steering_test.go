package shparse_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// TestSteeringVariablesAreReported holds the ways other than an assignment to give a variable a value: those that steer
// programs are reported.
func TestSteeringVariablesAreReported(t *testing.T) {
	for _, text := range []string{
		`read -r PATH <<< ./x; ls`, `read -ra PATH < x; ls`, `IFS= read -r LD_PRELOAD < x`,
		`printf -v PATH %s ./x; ls`, `mapfile -t PATH < x; ls`,
		`for PATH in /bin ./x; do ls; done`, `select PATH in ./x; do ls; done`,
		`declare -n r=PATH; r=./x; ls`, `declare -n r=PATH; read r < x`,
		`unset PATH; : ${PATH:=./x}; ls`, `getopts a: PATH; ls`, `wait -p PATH`, `(( PATH = 3 )); ls`,
		`let PATH=3; ls`, `coproc PATH { ls; }`,
		`exec {PATH}> x; ls`, `f() { printf -v "$1" %s "$2"; }; f PATH ./x`,
		`for ((PATH=0; PATH<2; PATH++)); do ls; done`,
	} {
		if ids := hazardIDs(analyzedAs(text, dialect.Bash)); !strings.Contains(ids, "environment") {
			t.Errorf("%s: hazards %q, want environment", text, ids)
		}
	}
	for _, text := range []string{`for path in ./x; do ls; done`, `read path; ls`,
		`f() { local path=x; ls; }; f`, `path=x; ls`} {
		if ids := hazardIDs(analyzedAs(text, dialect.Zsh)); !strings.Contains(ids, "environment") {
			t.Errorf("zsh: %s: hazards %q, want environment", text, ids)
		}
	}
	for _, text := range []string{
		`while IFS= read -r line; do echo "$line"; done < x`, `for f in *.go; do ls "$f"; done`,
		`read -p "$msg" -r answer`, `mapfile -t lines < x`,
		`for LANG in C en_US.UTF-8; do ls; done`, `: "${TMPDIR:=/tmp}" "${EDITOR:=vi}" "${CC:=gcc}"`,
		`printf -v n %03d 7`, `for path in a; do ls; done`,
		`exec {fd}< x`, `f() { printf -v "$1" %s "$2"; }; f out ./x`, `((i++))`,
		`for PATH in /bin:/usr/bin; do ls; done`,
	} {
		if ids := hazardIDs(analyzedAs(text, dialect.Bash)); strings.Contains(ids, "environment") ||
			strings.Contains(ids, "variable-name") {
			t.Errorf("%s: hazards %q, want none", text, ids)
		}
	}
}
