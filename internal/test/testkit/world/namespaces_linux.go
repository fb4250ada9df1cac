package world

import (
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Namespaces skips a test where the machine lets a user make none of the namespaces of a sandbox.
// It asks another program than the one that is tested: what that cannot do is no reason to skip.
func Namespaces(t testing.TB, uid int) {
	t.Helper()
	testkit.All(t, "namespaces")
	if why := NoNamespaces(uid); why != "" {
		t.Skip("not run: the machine has no namespaces for this user: " + why)
	}
}

// NoNamespaces says why a user can make none; "" where the user can, or where nobody can tell.
func NoNamespaces(uid int) string { return once(&unshares, uid, namespaces) }

func namespaces(uid int) string {
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		return "" // that nobody can tell is no reason either
	}
	return fails(uid, unshare, "--user", "--map-root-user", "--mount", "--pid", "--ipc", "--uts",
		"--net", "--fork", "--mount-proc", "/bin/true")
}

// Bubblewrap skips a test where bubblewrap cannot make a sandbox for a user.
func Bubblewrap(t testing.TB, uid int) {
	t.Helper()
	testkit.All(t, "bubblewrap")
	if why := once(&wraps, uid, bubblewrap); why != "" {
		t.Skip("not run: bubblewrap does not work here for this user: " + why)
	}
}

func bubblewrap(uid int) string {
	bwrap, err := exec.LookPath("bwrap")
	if err != nil {
		return "it is not installed"
	}
	return fails(uid, bwrap, "--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/",
		"--proc", "/proc", "--dev", "/dev", "/bin/true")
}

// What was asked already, by user.
var unshares, wraps sync.Map

func once(m *sync.Map, uid int, f func(uid int) string) string {
	ask, _ := m.LoadOrStore(uid, sync.OnceValue(func() string { return f(uid) }))
	return ask.(func() string)()
}

func fails(uid int, program string, args ...string) string {
	c := exec.Command(program, args...)
	c.Dir = "/"
	As(c, uid)
	if out, err := c.CombinedOutput(); err != nil {
		return strings.TrimSpace(string(out)) + " (" + err.Error() + ")"
	}
	return ""
}
