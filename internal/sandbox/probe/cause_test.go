package probe

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// TestExplain has a row for each cause that a sandbox fails of.
func TestExplain(t *testing.T) {
	plain := Machine{SetFCap: true, Namespaces: "96365"}
	with := func(f func(*Machine)) *Machine {
		m := plain
		f(&m)
		return &m
	}
	apparmor := with(func(m *Machine) { m.AppArmor = "1" })
	tested := map[string]bool{}
	for _, tt := range []struct {
		err  error
		m    *Machine
		want string
	}{
		{op("clone into new namespaces", syscall.EPERM), with(func(m *Machine) { m.Seccomp = true }), "seccomp"},
		{op("clone into new namespaces", syscall.ENOSYS), with(func(m *Machine) { m.Seccomp = true }), "seccomp"},
		{op("clone into new namespaces", syscall.EPERM),
			with(func(m *Machine) { m.Seccomp, m.NoNewPrivs, m.Inside = true, true, "Codex" }), "sandboxed"},
		{op("clone into new namespaces", syscall.EPERM), with(func(m *Machine) { m.Clone = "0" }), "userns-sysctl"},
		{op("clone into new namespaces", syscall.ENOSPC), with(func(m *Machine) { m.Namespaces = "0" }), "userns-limit"},
		{op("clone into new namespaces", syscall.ENOSPC), &plain, "userns-depth"},
		{op("clone into new namespaces", syscall.EINVAL), &plain, "userns-none"},
		{op("clone into new namespaces", syscall.EPERM), &plain, "userns-denied"},
		{op("setting up uid map", syscall.EPERM), apparmor, "apparmor"},
		{op("setting up uid map", syscall.EACCES), apparmor, "apparmor"},
		{op("mount_setattr / read-only", syscall.EACCES), apparmor, "apparmor"},
		{op("move_mount /dev", syscall.EPERM), apparmor, "apparmor"},
		{op("setting up uid map", syscall.EPERM), with(func(m *Machine) { m.Root, m.SetFCap = true, false }), "setfcap"},
		{op("setting up uid map", syscall.EPERM), with(func(m *Machine) { m.Root, m.AppArmor = true, "1" }), "map"},
		{op("setting up gid map", syscall.EPERM), &plain, "map"},
		{op("fsmount proc", syscall.EPERM), &plain, "proc"},
		{op("fsconfig proc create", syscall.EPERM), &plain, "proc"},
		{op("mount_setattr / read-only", syscall.ENOSYS), &plain, "old-kernel"},
		{op("mount_setattr / read-only", syscall.EPERM), &plain, "mount"},
		{op("ioctl SIOCSIFFLAGS lo", syscall.EPERM), &plain, "loopback"},
		{op("landlock_create_ruleset", syscall.ENOSYS), &plain, "landlock-none"},
		{op("landlock_create_ruleset", syscall.EOPNOTSUPP), &plain, "landlock-off"},
		{op("seccomp", syscall.EINVAL), &plain, "seccomp-none"},
		{op("bind: listen udp 127.0.0.1:53", syscall.EACCES), &plain, "port"},
		{op("bind: listen udp 127.0.0.1:53", syscall.EACCES), apparmor, "apparmor"},
		{op("openat2 /home/u/p", syscall.ENOENT), &plain, "unknown"},
		{errors.New("mount /home/u/runs: no such file or directory\n  why:  the kernel did not let a " +
			"mount be made\n  mend: Use --engine landlock"), &plain, "mount"},
		{op("something new", syscall.EPERM), &plain, "unknown"},
		// What bubblewrap says.
		{errors.New("bubblewrap: No permissions to create new namespace, likely because the kernel does not allow non-privileged user namespaces."), &plain, "userns-denied"},
		{errors.New("bubblewrap: No permissions to create new namespace"), with(func(m *Machine) { m.Clone = "0" }), "userns-sysctl"},
		{errors.New("bubblewrap: Creating new namespace failed: No space left on device"), with(func(m *Machine) { m.Namespaces = "0" }), "userns-limit"},
		{errors.New("bubblewrap: setting up uid map: Permission denied"), apparmor, "apparmor"},
		{errors.New("bubblewrap: Can't mount proc on /newroot/proc: Operation not permitted"), &plain, "proc"},
		{errors.New("bubblewrap: loopback: Failed RTM_NEWADDR: Operation not permitted"), apparmor, "apparmor"},
		{errors.New("bubblewrap is not installed (looked in …)"), &plain, "bwrap-none"},
		{errTime, &plain, "unknown"},
	} {
		c := Explain(FailureOf(tt.err), tt.m)
		tested[c.ID] = true
		if c.ID != tt.want {
			t.Errorf("%v with %+v: %s", tt.err, *tt.m, c.ID)
		}
		if c.Said == "" || c.Mend == "" {
			t.Errorf("%s says nothing", c.ID)
		}
	}
	if c := Explain(Failure{Step: StepTime}, &plain); c.ID != "time" {
		t.Error(c.ID)
	}
	for _, c := range causes {
		if !tested[c.id] && c.id != "time" {
			t.Errorf("no row has %s", c.id)
		}
	}
}

type opError struct {
	name  string
	errno syscall.Errno
}

func (e *opError) Error() string { return e.name + ": " + e.errno.Error() }
func (e *opError) Unwrap() error { return e.errno }

func op(name string, errno syscall.Errno) error {
	return fmt.Errorf("the sandbox could not be made, and nothing has run: %w", &opError{name, errno})
}

func TestOuterSandboxIsRecognised(t *testing.T) {
	none := func(string) bool { return false }
	for _, tt := range []struct {
		env, file string
		m         Machine
		want      string
	}{
		{"", "", Machine{}, ""},
		{"SANDBOX_RUNTIME=1", "", Machine{}, "sandbox-runtime"},
		{"APP_SANDBOX_CONTAINER_ID=x", "", Machine{}, "the App Sandbox of macOS"},
		{"NIX_BUILD_TOP=/build", "", Machine{}, "a build of Nix"},
		{"NIX_BUILD_TOP=/home/u/shell", "", Machine{}, ""},
		{"container=lxc", "", Machine{}, "a container (lxc)"},
		{"", "/.dockerenv", Machine{}, "a container (docker)"},
		{"", "", Machine{NoNewPrivs: true, Seccomp: true}, "a sandbox"},
		{"", "", Machine{NoNewPrivs: true}, ""},
		{"", "", Machine{Seccomp: true}, ""},
	} {
		name, value, _ := strings.Cut(tt.env, "=")
		env := func(n string) string {
			if n == name {
				return value
			}
			return ""
		}
		there := none
		if tt.file != "" {
			there = func(p string) bool { return p == tt.file }
		}
		if got := inside(env, there, &tt.m); got != tt.want {
			t.Errorf("%+v: %q", tt, got)
		}
	}
}
