//go:build unix

package owner

import (
	"os"
	"path/filepath"
	"testing"
)

func TestDir(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"own": 0o700, "seen": 0o755, "group": 0o770, "all": 0o777} {
		if err := os.Mkdir(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("own", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"own": true, "seen": true, "group": false, "all": false,
		"link": false, "file": false, "none": false} {
		if got := Dir(filepath.Join(dir, name)); got != want {
			t.Errorf("Dir(%s) = %v", name, got)
		}
	}
	if err := os.Link(filepath.Join(dir, "file"), filepath.Join(dir, "second")); err != nil {
		t.Skip(err)
	}
	info, err := os.Lstat(filepath.Join(dir, "file"))
	if err != nil || !Mine(info) || OneName(info) {
		t.Errorf("a file with two names: %v, mine %v, one name %v", err, Mine(info), OneName(info))
	}
}

func TestDirectoryOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a directory of another user")
	}
	dir := t.TempDir()
	if err := os.Chown(dir, 1234, 1234); err != nil {
		t.Skip(err)
	}
	if Dir(dir) {
		t.Error("a directory of another user is taken for an own one")
	}
}
