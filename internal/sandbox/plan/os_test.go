package plan

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMachine compares what is read of the machine with what package os says.
func TestMachine(t *testing.T) {
	o := &OS{}
	dir := t.TempDir()
	for i := range 3000 { // more than one buffer
		name := fmt.Sprintf("%s/%04d-%s", dir, i, strings.Repeat("x", i%200))
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.Mkdir(dir+"/dir", 0o755))
	must(os.Symlink("dir", dir+"/link"))
	l, err := net.Listen("unix", dir+"/s")
	must(err)
	defer l.Close()
	want, err := os.ReadDir(dir)
	must(err)
	got := o.Names(dir)
	if len(got) != len(want) {
		t.Fatalf("%d names, want %d", len(got), len(want))
	}
	for i, e := range want {
		p := filepath.Join(dir, e.Name())
		if got[i].Name != e.Name() || got[i].Type != o.Lstat(p) {
			t.Errorf("%v, want %s", got[i], e)
		}
	}
	for name, typ := range map[string]Type{"dir": Dir, "link": Link, "s": Socket, "0000-": File,
		"none": None} {
		if got := o.Lstat(filepath.Join(dir, name)); got != typ {
			t.Errorf("%s: %s", name, got)
		}
	}
	if !slices.Contains(o.Sockets(), dir+"/s") {
		t.Errorf("%s/s is not among %q", dir, o.Sockets())
	}
	if os.Geteuid() == 0 {
		must(os.Mkdir(dir+"/theirs", 0o700))
		s, err := net.Listen("unix", dir+"/theirs/s")
		must(err)
		defer s.Close()
		must(os.Chown(dir+"/theirs", 5, 5))
		if slices.Contains(o.Sockets(), dir+"/theirs/s") {
			t.Error("a socket where the sandbox of a superuser does not reach is to be hidden")
		}
	}
	must(os.WriteFile(dir+"/long", []byte(strings.Repeat("y", maxText)), 0o644))
	if got := o.Text(dir + "/long"); len(got) != maxText {
		t.Errorf("%d bytes", len(got))
	}
	if o.Text(dir) != "" || o.Text(dir+"/none") != "" || o.Names(dir+"/long") != nil {
		t.Error("a directory is no text, and a file has no names")
	}
}
