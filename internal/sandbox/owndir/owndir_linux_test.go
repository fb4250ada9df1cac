package owndir

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestOpen: a directory that somebody else could change, or has put there, is not opened.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	for name, mode := range map[string]os.FileMode{"own": 0o700, "seen": 0o755, "group": 0o770,
		"all": 0o777} {
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
	for _, tt := range []struct {
		name   string
		others uint32
		opens  bool
	}{
		{"new", All, true}, {"own", All, true}, {"own", Write, true}, {"seen", Write, true},
		{"seen", All, false}, {"group", Write, false}, {"all", Write, false}, {"all", All, false},
		{"link", Write, false}, {"file", Write, false}, {"none/below", Write, false},
	} {
		got, err := Open(fd, tt.name, tt.others)
		if (err == nil) != tt.opens {
			t.Errorf("%s, others have none of %o: %v", tt.name, tt.others, err)
		}
		if err == nil {
			unix.Close(got)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "new")); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the new directory: %v, %v", info, err)
	}
}

// TestOpenForeign: nor one that another user owns.
func TestOpenForeign(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a directory of another user")
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "theirs")
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(name, 1234, 1234); err != nil {
		t.Skip(err)
	}
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if got, err := Open(fd, "theirs", Write); err == nil {
		unix.Close(got)
		t.Error("a directory of another user was opened")
	}
}
