package probe

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

func errnoOf(err error, to *syscall.Errno) bool { return errors.As(err, to) }

// text is a short file of the kernel's, without its newline; "" if it is not there.
func text(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// field is a line of /proc/self/status.
func field(status, name string) string {
	for line := range strings.Lines(status) {
		if v, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

// Look returns what is known of this machine.
func Look() *Machine {
	status := text("/proc/self/status")
	m := &Machine{Root: os.Geteuid() == 0, Kernel: release(), Seccomp: field(status, "Seccomp") == "2",
		NoNewPrivs: field(status, "NoNewPrivs") == "1",
		AppArmor:   text("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
		Clone:      text("/proc/sys/kernel/unprivileged_userns_clone"),
		Namespaces: text("/proc/sys/user/max_user_namespaces"),
	}
	bounding, err := strconv.ParseUint(field(status, "CapBnd"), 16, 64)
	m.SetFCap = err != nil || bounding>>unix.CAP_SETFCAP&1 == 1
	m.Program, _ = os.Executable()
	m.Inside = inside(os.Getenv, func(p string) bool { _, err := os.Lstat(p); return err == nil }, m)
	return m
}

func release() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Release[:]) + " " + unix.ByteSliceToString(u.Version[:])
}
