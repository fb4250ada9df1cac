// Package boxtest runs a test's own program in a throwaway world: bubblewrap, with a root in
// memory, no network but loopback, and nothing of the machine but its programs, to be read.
package boxtest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/testkit"
)

// Self is where the test's program lies in the world.
const Self = "/self"

// Box says what a world has besides the machine's programs.
type Box struct {
	Args []string // further arguments of bwrap, such as --dir /home/dev
	Bin  []string // programs of /bin, which is otherwise that of the machine
	Name string   // what the program is to do there, which Inside tells it
	Self string   // a copy of the test's program, for a user who cannot read it; "" for none
}

const variable = "FENCEPOST_TEST_INSIDE"

// Inside reports what a test's program is to do where it was started by Box.Command, else "".
func Inside() string { return os.Getenv(variable) }

// Need skips a test where worlds cannot be made.
func Need(t testing.TB) {
	t.Helper()
	testkit.All(t, "throwaway worlds")
	if why := works(); why != "" {
		t.Skip("no throwaway world: " + why)
	}
}

var works = sync.OnceValue(func() string {
	if _, err := exec.LookPath("bwrap"); err != nil {
		return "bubblewrap (bwrap) is not installed"
	}
	cmd := exec.Command("bwrap", append(base(nil), "--", "/usr/bin/true")...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "bubblewrap does not work here: " + string(out) + err.Error()
	}
	return ""
})

// Command is the test's own program in a new world. What it starts ends with it.
func (b *Box) Command(ctx context.Context) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	if b.Self != "" {
		self = b.Self
	}
	args := append(base(b.Bin), "--ro-bind", self, Self, "--setenv", variable, b.Name)
	args = append(args, b.Args...)
	return exec.CommandContext(ctx, "bwrap", append(args, "--", Self)...)
}

// base is the world that all have. The folders that are links on the machine are links there.
func base(bin []string) []string {
	args := []string{"--unshare-all", "--die-with-parent", "--new-session", "--clearenv",
		"--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev", "--dir", "/tmp",
		"--dir", "/var/tmp", "--hostname", "box", "--setenv", "PATH", "/bin:/usr/bin"}
	for _, dir := range []string{"/bin", "/sbin", "/lib", "/lib64"} {
		if dir == "/bin" && bin != nil {
			continue
		}
		if to, err := os.Readlink(dir); err == nil {
			args = append(args, "--symlink", to, dir)
		} else if _, err := os.Stat(dir); err == nil {
			args = append(args, "--ro-bind", dir, dir)
		}
	}
	for _, name := range bin {
		if path, err := exec.LookPath(name); err == nil {
			args = append(args, "--symlink", path, filepath.Join("/bin", name))
		}
	}
	return args
}
