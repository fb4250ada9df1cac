package apparmor

import (
	"strings"
	"testing"
)

func TestProfile(t *testing.T) {
	for program, want := range map[string]string{
		"/usr/bin/fencepost-run": `profile fencepost-run "/usr/bin/fencepost-run" flags=(unconfined) {`,
		`/opt/a b/x[1]{2}"*`:     `profile fencepost-run "/opt/a b/x\[1\]\{2\}\"\*" flags=(unconfined) {`,
	} {
		p := Profile(program)
		if !strings.Contains(p, want) || strings.Count(p, "userns,") != 1 {
			t.Error(p)
		}
	}
}
