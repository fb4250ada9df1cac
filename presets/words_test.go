package presets_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// shownFirst is about the number of characters of a denial that Claude Code shows people, less what
// it puts before them.
const shownFirst = 160

// TestAlternativesComeEarly holds that what to do instead stands in the part of a denial that
// people see, for every rule of the presets that names it.
func TestAlternativesComeEarly(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no presets")
	}
	n := 0
	check := func(src, description, alternative string, d rule.Decision) {
		if alternative == "" || d != rule.Deny {
			return
		}
		n++
		v := rule.Verdict{Decision: rule.Deny, Cause: rule.ByRule, Command: "x", Description: description,
			Alternative: alternative}
		reason := agent.Reason(&v, "Bash")
		if at := strings.Index(reason, alternative); at < 0 || len([]rune(reason[:at])) > shownFirst {
			t.Errorf("%s: the alternative begins behind %d characters: %s", src, at, reason)
		}
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, _, _ := parse.Parse(file, data, policy.Preset)
		for i := range doc.Effects {
			r := &doc.Effects[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, r.Decision)
		}
		for i := range doc.Tools.Bash.Arguments {
			r := &doc.Tools.Bash.Arguments[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, r.Decision)
		}
		for i := range doc.Tools.Bash.Checks {
			r := &doc.Tools.Bash.Checks[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, rule.Deny)
		}
		for i := range doc.Tools.Deny {
			r := &doc.Tools.Deny[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, rule.Deny)
		}
	}
	if n < 50 {
		t.Errorf("only %d rules with an alternative were found", n)
	}
}
