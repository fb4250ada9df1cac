package testkit

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTiers: the variable says which tests run.
func TestTiers(t *testing.T) {
	for value, want := range map[string][2]bool{"": {false, false}, "all": {true, false},
		"nightly": {true, true}, "1": {false, false}} {
		t.Setenv(Tier, value)
		if IsAll() != want[0] || IsNightly() != want[1] {
			t.Errorf("%q: all %v, nightly %v", value, IsAll(), IsNightly())
		}
		ran := false
		t.Run("all", func(t *testing.T) { All(t, "a test"); ran = true })
		if ran != want[0] {
			t.Errorf("%q: a test of the second tier ran: %v", value, ran)
		}
	}
}

// TestGolden compares with a file, and writes it where golden files are updated.
func TestGolden(t *testing.T) {
	t.Setenv(UpdateVariable, "1")
	file := filepath.Join(t.TempDir(), "testdata", "x.golden")
	Golden(t, file, []byte("a\nb\n"))
	if data, err := os.ReadFile(file); err != nil || string(data) != "a\nb\n" {
		t.Errorf("%q, %v", data, err)
	}
	t.Setenv(UpdateVariable, "")
	Golden(t, file, []byte("a\nb\n"))
	for other, line := range map[string]int{"a\nc\n": 2, "a\n": 2, "": 1} {
		if n := firstDifference(other, "a\nb\n"); n != line {
			t.Errorf("%q differs in line %d, want %d", other, n, line)
		}
	}
}

// TestPrograms: the programs are there, and are those of this checkout.
func TestPrograms(t *testing.T) {
	dir := t.TempDir()
	Place(t, dir, Hook, CLI)
	for _, name := range []string{Hook, CLI} {
		if info, err := os.Stat(filepath.Join(dir, name+exe())); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(Root(), "build.sh")); err != nil {
		t.Error(err)
	}
}
