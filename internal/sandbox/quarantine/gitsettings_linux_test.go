//go:build linux

package quarantine

import "testing"

// TestNewGitSettingsAreTakenOut: what runs something and did not before is taken out, and nothing else.
func TestNewGitSettingsAreTakenOut(t *testing.T) {
	const old = "[user]\n\tname = a\n[core]\n\tpager = mine;x\n"
	for _, tt := range []struct {
		text, want string
		ok         bool
	}{
		{old, old, true},
		{old + "[branch \"t\"]\n\tremote = o\n", old + "[branch \"t\"]\n\tremote = o\n", true},
		{old + "[core]\n\tfsmonitor = evil\n", old, true},
		{old + "\n[core]\n\tfsmonitor = evil\n\n[core]\n\tfsmonitor = evil\n", old + "\n", true},
		{old + "\tfsmonitor = evil\n\tbare = false\n", old + "\tbare = false\n", true},
		{old + "\tpager = mine;x\n", old, true}, // more often than before
		{"[core]\n\tpager = other;y\n[user]\n\tname = b\n", "[user]\n\tname = b\n", true},
		{old + "[core] fsmonitor = evil\n", old, true},
		{old + "[core\n", old, true},
		{old + "[branch \"t\"]\n", old + "[branch \"t\"]\n", true}, // nothing that runs
		{old + "uch /x; false\n", "", false},                       // what two programs have written at once
		{"[core]\n\tbare = true # \\\n\tpager = x;y\n", "", false}, // git reads it in another way
	} {
		got, ok := removeRunners(tt.text, old)
		if got != tt.want || ok != tt.ok {
			t.Errorf("%q: %q %v", tt.text, got, ok)
		}
	}
}
