//go:build linux

package liveruns

import (
	"os"
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/report"
)

func TestListeningPortIsRead(t *testing.T) {
	for line, want := range map[string]uint16{
		"   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1 1":    3000,
		"   0: 00000000:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1 1":    80,
		"   1: 00000000000000000000000001000000:0BB9 00000000000000000000000000000000:0000 0A 0": 3001,
		"   1: 00000000000000000000000000000000:0BBA 00000000000000000000000000000000:0000 0A 0": 3002,
		"   1: 0000000000000000FFFF00000100007F:0BBB 00000000000000000000000000000000:0000 0A 0": 3003,
		"   2: 0100007F:0BB8 0100007F:8000 01 00000000:00000000 00:00000000 00000000 0 0 1 1":    0,
		"   3: 0100017F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 1 1":    0,
		"  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid":      0,
		"": 0, "0: x:y z 0A": 0,
	} {
		if port, ok := listens(line); ok != (want != 0) || ok && port != want {
			t.Errorf("%q: %d %v", line, port, ok)
		}
	}
}

func TestCheckSession(t *testing.T) {
	for _, s := range []string{"a", "0198-ab", "2026.11:1_x"} {
		if err := CheckSession(s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, s := range []string{"", "all", "a b", "a/b", "../a", "a\n", "ä", string(make([]byte, 129))} {
		if CheckSession(s) == nil {
			t.Errorf("%q is taken", s)
		}
	}
}

// TestDir: what is not this user's alone, or a link, is not used; what is left of others is swept.
func TestDir(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", "")
	d, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	e := &Entry{Run: report.NewName(), Session: "s", Server: This(os.Getpid()), First: This(os.Getpid())}
	l, err := d.Register(e)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	gone := *e
	gone.Run, gone.Server.Start = "gone", 1
	if err := d.Write(&gone); err != nil {
		t.Fatal(err)
	}
	list, err := d.Runs()
	if err != nil || len(list) != 1 || list[0].Session != "s" {
		t.Errorf("%v %v", list, err)
	}
	c, err := d.Dial(e.Run)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	d.Remove(e.Run)
	if names, err := d.names(); err != nil || len(names) != 0 {
		t.Errorf("%v %v", names, err)
	}
	path := home + "/.cache/fencepost/runs"
	for _, spoil := range []func() error{
		func() error { return os.Chmod(path, 0o750) },
		func() error { return os.Chmod(home+"/.cache/fencepost", 0o777) },
		func() error { return os.Rename(path, home+"/x") },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		_ = os.Symlink(home+"/x", path)
		if d, err := Open(); err == nil {
			d.Close()
			t.Error("it is used")
		}
		_ = os.Chmod(home+"/.cache/fencepost", 0o700)
		if info, err := os.Lstat(path); err == nil && info.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
	}
}

func TestProcesses(t *testing.T) {
	e := &Entry{First: This(os.Getppid())}
	self := slices.ContainsFunc(e.Processes(), func(r Running) bool { return r.Pid == os.Getpid() })
	if os.Getppid() > 1 && !self {
		t.Errorf("this process is not among %v", e.Processes())
	}
	if p := This(1 << 30); p.Alive() {
		t.Error("a process that is not there is alive")
	}
}
