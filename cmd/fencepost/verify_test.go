package main

import (
	"strings"
	"testing"
)

// TestVerifyUnlistedAllows holds that verify tells of each allow of a person whose tool no table
// describes: it covers every option. Of the others it says nothing.
func TestVerifyUnlistedAllows(t *testing.T) {
	workplace(t)
	config := `tools:
  bash:
    allow:
      - git status
      - deployctl status
      - npx eslint src
      - ./bin/shipit
      - gotestsum
`
	if err := putFile("own.yaml", config); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", "own.yaml"}, {"verify"}} {
		if len(args) == 1 {
			if err := putFile(".claude/fencepost.yaml", config); err != nil {
				t.Fatal(err)
			}
			args = append(args, "--trusted")
		}
		code, out, _ := cli("", args...)
		if code != 0 || strings.Count(out, "covers every option of") != 2 {
			t.Errorf("fencepost %q: exit status %d\n%s", args, code, out)
		}
		for _, want := range []string{"yaml:5:9", "covers every option of deployctl",
			"yaml:7:9", "covers every option of ./bin/shipit"} {
			if !strings.Contains(out, want) {
				t.Errorf("fencepost %q does not say %q:\n%s", args, want, out)
			}
		}
	}
}
