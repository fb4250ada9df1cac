// Package probe finds out what this machine can keep, by running it: a sandbox that starts proves
// nothing, so each engine is tried with attempts to get out. Where one cannot be made, it says why
// and what to do.
package probe

import (
	"errors"
	"slices"
	"strings"
	"syscall"

	"github.com/fencepost/fencepost/internal/sandbox/probe/report"
)

var errTime = errors.New("the probe did not end in time")

// Step is what an engine did when it failed.
type Step string

const (
	StepClone    Step = "clone"         // new namespaces
	StepMap      Step = "uid_map"       // own ids in a new user namespace
	StepSetattr  Step = "mount_setattr" // all read-only
	StepProc     Step = "proc"          // a /proc of one's own
	StepMount    Step = "mount"         // any other mount
	StepLoopback Step = "loopback"      // the interface lo
	StepLandlock Step = "landlock"
	StepSeccomp  Step = "seccomp"
	StepBind     Step = "bind" // a socket that is served from outside
	StepProgram  Step = "program"
	StepTime     Step = "time"
	StepOther    Step = "other"
)

// Failure is how an engine failed.
type Failure struct {
	Step  Step
	Errno syscall.Errno
	Text  string // what it said itself
}

// names are how engines name their steps, and bubblewrap its errors.
var names = [...]struct {
	text string
	step Step
}{
	{"clone into new namespaces", StepClone},
	{"No permissions to creat", StepClone},
	{"Creating new namespace failed", StepClone},
	{"setting up uid map", StepMap}, {"setting up gid map", StepMap}, {"setgroups", StepMap},
	{"fsmount proc", StepProc}, {"fsconfig proc", StepProc}, {"fsopen proc", StepProc},
	{"Can't mount proc", StepProc},
	{"mount_setattr", StepSetattr},
	{"loopback", StepLoopback}, {" lo", StepLoopback},
	{"landlock", StepLandlock}, {"Landlock", StepLandlock},
	{"seccomp", StepSeccomp},
	{"bubblewrap is not installed", StepProgram}, {"bwrap is not used", StepProgram},
	{"bind: ", StepBind},
	{"mount", StepMount}, {"open_tree", StepMount}, {"openat2", StepOther}, {"pivot", StepMount},
}

// errnos are the kernel's words in bubblewrap's.
var errnos = [...]struct {
	text  string
	errno syscall.Errno
}{
	{"Operation not permitted", syscall.EPERM}, {"operation not permitted", syscall.EPERM},
	{"Permission denied", syscall.EACCES}, {"permission denied", syscall.EACCES},
	{"No space left", syscall.ENOSPC}, {"no space left", syscall.ENOSPC},
	{"not implemented", syscall.ENOSYS}, {"Invalid argument", syscall.EINVAL},
	{"not supported", syscall.EOPNOTSUPP}, {"No permissions to creat", syscall.EPERM},
}

// FailureOf reads an engine's error. What a run advises below its error names other engines, and tells
// nothing of the step.
func FailureOf(err error) Failure {
	text, _, _ := strings.Cut(err.Error(), "\n  why:")
	f := Failure{Step: StepOther, Text: text}
	for _, n := range names {
		if strings.Contains(f.Text, n.text) {
			f.Step = n.step
			break
		}
	}
	if errnoOf(err, &f.Errno) {
		return f
	}
	for _, e := range errnos {
		if strings.Contains(f.Text, e.text) {
			f.Errno = e.errno
			break
		}
	}
	return f
}

// Machine is what a cause is told by besides the step.
type Machine struct {
	Root       bool
	Kernel     string // its release
	Seccomp    bool   // this process is under a filter
	NoNewPrivs bool
	SetFCap    bool   // CAP_SETFCAP can be had
	AppArmor   string // kernel.apparmor_restrict_unprivileged_userns
	Clone      string // kernel.unprivileged_userns_clone
	Namespaces string // user.max_user_namespaces
	Inside     string // the sandbox or container that this process is in
	Program    string // this program, for the AppArmor profile
}

const profileMend = "Install the AppArmor profile: fencepost-run --apparmor | sudo tee " +
	"/etc/apparmor.d/fencepost-run && sudo apparmor_parser -r /etc/apparmor.d/fencepost-run. Or use --engine bwrap"

// cause is a row of the table: the first that fits is told.
type cause struct {
	id   string
	step []Step
	errs []syscall.Errno
	when func(*Machine) bool
	said string
	mend string
}

var denied = []syscall.Errno{syscall.EPERM, syscall.EACCES}

// ofNamespaces are the steps that need rights in a user namespace of one's own.
var ofNamespaces = []Step{StepMap, StepSetattr, StepMount, StepProc, StepLoopback, StepBind}

var causes = [...]cause{
	{"sandboxed", []Step{StepClone}, denied,
		func(m *Machine) bool { return m.Inside != "" && m.Seccomp && m.NoNewPrivs },
		"this process is already in a sandbox, which allows no other in it",
		"Run fencepost-run outside of it, or add Landlock only: --engine landlock --level reduced"},
	{"userns-sysctl", []Step{StepClone}, denied, func(m *Machine) bool { return m.Clone == "0" },
		"kernel.unprivileged_userns_clone is 0: users may make no namespaces",
		"sudo sysctl -w kernel.unprivileged_userns_clone=1, and the same line in " +
			"/etc/sysctl.d/60-userns.conf"},
	{"userns-limit", []Step{StepClone}, []syscall.Errno{syscall.ENOSPC, syscall.EUSERS},
		func(m *Machine) bool { return m.Namespaces == "0" },
		"user.max_user_namespaces is 0: there may be no user namespaces",
		"sudo sysctl -w user.max_user_namespaces=15000, and the same line in " +
			"/etc/sysctl.d/60-userns.conf"},
	{"userns-depth", []Step{StepClone}, []syscall.Errno{syscall.ENOSPC, syscall.EUSERS}, nil,
		"there are as many user namespaces as may be, or too many in each other",
		"Raise user.max_user_namespaces with sysctl, or run fencepost-run outside of other sandboxes"},
	{"seccomp", []Step{StepClone}, append([]syscall.Errno{syscall.ENOSYS}, denied...),
		func(m *Machine) bool { return m.Seccomp },
		"a filter of system calls (seccomp), as containers have one, lets no namespaces be made",
		"Start the container with --security-opt seccomp=unconfined or a profile that allows " +
			"unshare and " +
			"clone; or use --engine landlock --level reduced"},
	{"userns-none", []Step{StepClone}, []syscall.Errno{syscall.EINVAL, syscall.ENOSYS}, nil,
		"the kernel was built without user namespaces",
		"Use a kernel with CONFIG_USER_NS, or --engine landlock --level reduced"},
	{"userns-denied", []Step{StepClone}, denied, nil,
		"something on this machine (a security module, or a changed root directory) lets no " +
			"user namespace be made",
		"Look in the kernel's log (dmesg, ausearch -m avc), or use --engine bwrap"},
	{"apparmor", ofNamespaces, denied,
		func(m *Machine) bool { return m.AppArmor == "1" && !m.Root },
		"AppArmor (kernel.apparmor_restrict_unprivileged_userns) takes all rights in a user namespace",
		profileMend},
	{"setfcap", []Step{StepMap}, denied, func(m *Machine) bool { return m.Root && !m.SetFCap },
		"user 0 without CAP_SETFCAP cannot be itself in a user namespace: the container dropped it",
		"Start the container with --cap-add SETFCAP, or run as another user"},
	{"map", []Step{StepMap}, nil, nil,
		"the kernel did not let this user keep its ids in a new user namespace",
		"Run as another user, or use --engine bwrap"},
	{"proc", []Step{StepProc}, append([]syscall.Errno{syscall.EBUSY}, denied...), nil,
		"parts of /proc are hidden, as in containers and bubblewrap, and so there can be no other /proc",
		"Start the container with --security-opt systempaths=unconfined (docker) or unmask=ALL " +
			"(podman); or " +
			"use --engine landlock --level reduced"},
	{"old-kernel", []Step{StepSetattr}, []syscall.Errno{syscall.ENOSYS}, nil,
		"the kernel is older than 5.12 and cannot make all mounts read-only at once",
		"Use --engine bwrap, or a newer kernel"},
	{"mount", []Step{StepMount, StepSetattr}, nil, nil,
		"the kernel did not let a mount be made in the sandbox's own namespace",
		"See the step's name; a security module may forbid mounts. --engine bwrap, or --engine " +
			"landlock --level reduced"},
	{"loopback", []Step{StepLoopback}, nil, nil,
		"the network of the sandbox could not be set up",
		"Use --net open if the command may reach the network, or another engine"},
	{"landlock-off", []Step{StepLandlock}, []syscall.Errno{syscall.EOPNOTSUPP}, nil,
		"Landlock was switched off when the kernel started",
		"Add landlock to the kernel's parameter lsm= (see /sys/kernel/security/lsm for the others)"},
	{"landlock-none", []Step{StepLandlock}, append([]syscall.Errno{0, syscall.ENOSYS}, denied...), nil,
		"the kernel has no Landlock that is of use (5.19 or newer, CONFIG_SECURITY_LANDLOCK), " +
			"or a container's filter hides it",
		"Use a newer kernel, or an engine that needs none: native or bwrap"},
	{"seccomp-none", []Step{StepSeccomp}, nil, nil,
		"the kernel takes no filter of system calls",
		"Use a kernel with CONFIG_SECCOMP_FILTER"},
	{"port", []Step{StepBind}, denied, nil,
		"a port below 1024 could not be bound inside the sandbox",
		"Use --engine native; bubblewrap keeps no rights for it here"},
	{"bwrap-none", []Step{StepProgram}, nil, nil,
		"bubblewrap is not installed where it is looked for, or others than root can change it",
		"Install it: apt install bubblewrap, dnf install bubblewrap, pacman -S bubblewrap"},
	{"time", []Step{StepTime}, nil, nil,
		"the probe did not end in time", "Try again when the machine is less busy: fencepost-run --probe"},
}

// Explain returns the cause of a failure; the engine's own words where none is known.
func Explain(f Failure, m *Machine) *report.Cause {
	for i := range causes {
		c := &causes[i]
		if slices.Contains(c.step, f.Step) && (c.errs == nil || slices.Contains(c.errs, f.Errno)) &&
			(c.when == nil || c.when(m)) {
			return &report.Cause{ID: c.id, Said: c.said, Mend: c.mend}
		}
	}
	return &report.Cause{ID: "unknown", Said: f.Text,
		Mend: "Report this with the output of fencepost-run --probe"}
}
