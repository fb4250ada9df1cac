//go:build unix

package world

import (
	"bytes"
	"io"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Must ends a test at an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Dir is a new directory that every user can read, and that goes with the test. It is not below
// /tmp: a run in a sandbox has its own /tmp.
func Dir(t testing.TB) string {
	t.Helper()
	testkit.All(t, "the sandbox")
	top := os.TempDir()
	if strings.HasPrefix(top, "/tmp") {
		top = "/var/tmp"
	}
	dir, err := os.MkdirTemp(top, "fencepost-world-")
	Must(t, err)
	t.Cleanup(func() { Remove(dir) })
	dir, err = filepath.EvalSymlinks(dir)
	Must(t, err)
	Must(t, os.Chmod(dir, 0o755))
	return dir
}

// Remove removes a directory, with what nobody may write in it.
func Remove(dir string) {
	if os.RemoveAll(dir) != nil {
		_ = exec.Command("chmod", "-R", "u+rwx", dir).Run()
		_ = os.RemoveAll(dir)
	}
}

// CopySelf copies the test's own program to a place where others can run it.
func CopySelf(t testing.TB, to string) {
	t.Helper()
	program, err := os.Executable()
	Must(t, err)
	data, err := os.ReadFile(program)
	Must(t, err)
	Must(t, os.WriteFile(to, data, 0o755))
}

// Nobody is a user without rights.
const Nobody = 65534

// Users are those that a test runs as: root, where the test may be root, and a user without rights,
// which then is the one named.
func Users(unprivileged int) map[string]int {
	if os.Geteuid() != 0 {
		return map[string]int{"user": os.Geteuid()}
	}
	return map[string]int{"root": 0, "user": unprivileged}
}

// Somebody is a user without rights whose number is not that of Nobody: in a user namespace the
// files of others belong to nobody, and what looks at owners sees a difference.
func Somebody(t testing.TB) int {
	t.Helper()
	if os.Geteuid() != 0 {
		return os.Geteuid()
	}
	for _, name := range []string{"games", "daemon", "bin", "mail", "news"} {
		if u, err := user.Lookup(name); err == nil {
			if uid, err := strconv.Atoi(u.Uid); err == nil {
				return uid
			}
		}
	}
	t.Skip("not run: the machine has no user without rights")
	return 0
}

// As has a command run as a user.
func As(c *exec.Cmd, uid int) {
	if uid == os.Geteuid() {
		return
	}
	if c.SysProcAttr == nil {
		c.SysProcAttr = &syscall.SysProcAttr{}
	}
	c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
}

// Own gives a user all that lies in a directory, and the directory.
func Own(t testing.TB, dir string, uid int) {
	t.Helper()
	if uid == os.Geteuid() {
		return
	}
	Must(t, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, uid, uid)
	}))
}

// FreePort is a port of this machine that nobody has.
func FreePort(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	Must(t, err)
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
}

// Running are the processes of the machine that have a text on their command line, where a zero
// byte ends each word.
func Running(text string) (pids []int) {
	names, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range names {
		if line, err := os.ReadFile(name); err == nil && bytes.Contains(line, []byte(text)) {
			pid, _ := strconv.Atoi(strings.Split(name, "/")[2])
			pids = append(pids, pid)
		}
	}
	return pids
}

// Ready starts a command and waits until it prints something: it has begun then. The rest of what
// it prints is there to be read.
func Ready(t testing.TB, c *exec.Cmd) io.Reader {
	t.Helper()
	out, err := c.StdoutPipe()
	Must(t, err)
	Must(t, c.Start())
	_, err = out.Read(make([]byte, 64))
	Must(t, err)
	return out
}
