package main

import (
	"io"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/rule"
)

// elsewhere is a hook that another installation has put there: it allows each unknown command.
type elsewhere struct{ want *rule.Verdict }

func (elsewhere) answer(command, _, _ string) (time.Duration, rule.Decision, error) {
	if command == strangeCommand || command == "pwd" {
		return 0, rule.Allow, nil
	}
	return 0, rule.Deny, nil
}

func (e elsewhere) expect(command, _, _ string) (want *rule.Verdict, same bool) { return e.want, false }

// TestConfinedUnknownIsNoHole: an unknown command that passes since it runs confined is no hole, also
// where the hook is another program; one that just passes is.
func TestConfinedUnknownIsNoHole(t *testing.T) {
	for _, tt := range []struct {
		want *rule.Verdict
		red  bool
	}{
		{&rule.Verdict{Decision: rule.Allow, Confined: "reaches no host"}, false},
		{&rule.Verdict{Decision: rule.Allow, Src: "fencepost.yaml:1"}, true},
		{nil, true},
	} {
		workplace(t)
		d := &doctor{stdio: stdio{out: io.Discard, err: io.Discard}}
		d.answers(elsewhere{tt.want}, t.TempDir())
		red := false
		for _, f := range d.Findings {
			red = red || f.Level == "FAIL"
		}
		if red != tt.red {
			t.Errorf("%+v: %+v", tt.want, d.Findings)
		}
	}
}
