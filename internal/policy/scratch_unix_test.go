//go:build unix

package policy

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// TestScratch: what is a link or somebody else's is not the scratch directory.
func TestScratch(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"own", "open", "theirs"} {
		if err := os.Mkdir(at(name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	other := map[string]bool{"none": false, "own": false, "open": false, "link": true, "file": true}
	for _, err := range []error{os.Chmod(at("open"), 0o777), os.Symlink("own", at("link")),
		os.WriteFile(at("file"), nil, 0o600)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if os.Getuid() == 0 {
		other["theirs"] = true
		if err := os.Chown(at("theirs"), 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	for name, is := range other {
		want := at(name)
		if is {
			want += "-" + strconv.Itoa(os.Getuid())
		}
		if got := scratch(at(name)); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
