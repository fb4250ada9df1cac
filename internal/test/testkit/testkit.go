// Package testkit is what tests of several packages share: the tier that runs, the programs, built
// once, golden files, and waiting for events. docs/testing.md describes the tiers.
package testkit

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Tier is the environment variable that says which tests run: unset or empty for the first tier,
// "all" for the second, "nightly" for the long run, which includes the second.
const Tier = "FENCEPOST_TESTS"

// UpdateVariable is the environment variable that has golden files written anew: set it to 1.
const UpdateVariable = "FENCEPOST_UPDATE"

// All skips a test in the first tier. why says what the test costs or needs, in a few words.
func All(t testing.TB, why string) {
	t.Helper()
	if !IsAll() {
		t.Skip("second tier (./test.sh -all): " + why)
	}
}

// Nightly skips a test in all but the long run.
func Nightly(t testing.TB, why string) {
	t.Helper()
	if !IsNightly() {
		t.Skip("long run (./test.sh -nightly): " + why)
	}
}

// Installed is the path of a program of the machine. What needs one is of the second tier, so that
// the first one does the same everywhere; git, sh and the Go toolchain are always there.
func Installed(t testing.TB, name string) string {
	t.Helper()
	All(t, "it runs programs of the machine")
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skip("not installed: " + name)
	}
	return path
}

// IsAll reports whether the tests of the second tier run.
func IsAll() bool { return os.Getenv(Tier) == "all" || IsNightly() }

// IsNightly reports whether the tests of the long run do.
func IsNightly() bool { return os.Getenv(Tier) == "nightly" }

// Updating reports whether golden files are to be written anew.
func Updating() bool { return os.Getenv(UpdateVariable) == "1" }

// Update writes a golden file where golden files are updated, and reports whether it has.
func Update(t testing.TB, file string, got []byte) bool {
	t.Helper()
	if !Updating() {
		return false
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, got, 0o644); err != nil {
		t.Fatal(err)
	}
	return true
}

// Golden compares a text with that of a file, or writes the file where golden files are updated.
func Golden(t testing.TB, file string, got []byte) {
	t.Helper()
	if Update(t, file, got) {
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	t.Errorf("%s differs at line %d; if the new text is right, run the test with %s=1 and look at "+
		"the difference; it is now\n%s", file, firstDifference(string(got), string(want)),
		UpdateVariable, got)
}

// firstDifference is the number of the first line in which two texts differ.
func firstDifference(a, b string) int {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return i + 1
		}
	}
	return min(len(x), len(y)) + 1
}

// patience is how long Eventually waits: far longer than anything takes on a busy machine.
const patience = time.Minute

// Eventually waits until something is so, and reports whether it came to be. It looks often:
// nothing depends on how long it takes.
func Eventually(is func() bool) bool {
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// WaitFor waits as Eventually does. It fails the test if the wait was in vain.
func WaitFor(t testing.TB, what string, is func() bool) {
	t.Helper()
	if !Eventually(is) {
		t.Fatalf("waited %v in vain for: %s", patience, what)
	}
}

// Dir is the directory of the package under test, whatever the test has changed to.
func Dir() string { return startDir }

var startDir, _ = os.Getwd()

// Root is the directory of the module.
func Root() string {
	dir := startDir
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			panic("no go.mod above the directory in which the test runs")
		}
		dir = up
	}
}
