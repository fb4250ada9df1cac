package stage

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"

	"github.com/fencepost/fencepost/internal/sandbox/landlock"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Streams refuses standard streams that lead out of the sandbox: one that is a directory, and
// without Landlock a file that is open for reading.
func Streams() error {
	for fd, name := range [...]string{"standard input", "standard output", "standard error"} {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) != nil {
			continue
		}
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFDIR:
			return &plan.Error{What: name + " is a directory",
				Mend: "It would lead out of the sandbox; use /dev/null"}
		case unix.S_IFREG:
			flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
			if err == nil && flags&unix.O_ACCMODE == unix.O_RDONLY && landlock.Version() == 0 {
				return &plan.Error{What: name + " is a file, and this kernel has no Landlock",
					Mend: "The command could open it anew and write to it; use cat FILE |"}
			}
		}
	}
	return nil
}

// Rule is what Landlock allows below a path.
type Rule struct {
	Path   string // "" for FD
	FD     int
	Access uint64
	// Passing is a path that may go away, or become a link: then nothing is allowed.
	Passing bool
}

// Confine restricts all threads of this process with Landlock, as attr says, with a rule for each
// path. Who calls it has asked for the version.
func Confine(attr unix.LandlockRulesetAttr, rules []Rule) error {
	set, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)),
		unsafe.Sizeof(attr), 0)
	if e != 0 {
		return &Error{Name: "landlock_create_ruleset", Errno: e}
	}
	defer unix.Close(int(set))
	for i := range rules {
		if err := rules[i].add(set); err != nil {
			return err
		}
	}
	err := allThreads("landlock: prctl NO_NEW_PRIVS", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1)
	if err != nil {
		return err
	}
	return allThreads("landlock_restrict_self", unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0)
}

// add adds a rule to a set. One at a time is open: there may be more rules than open files.
func (r *Rule) add(set uintptr) error {
	fd := r.FD
	if r.Path != "" {
		var err error
		if fd, err = open(r.Path); err != nil {
			if r.Passing {
				return nil
			}
			return err
		}
		defer unix.Close(fd)
	}
	a := unix.LandlockPathBeneathAttr{Allowed_access: r.Access, Parent_fd: int32(fd)}
	_, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, set, unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&a)), 0, 0, 0)
	if e != 0 && !r.Passing {
		return &Error{Name: "landlock_add_rule " + r.Path, Errno: e}
	}
	return nil
}

// Writes are the rules of a plan, and those for the streams: > /dev/stdout opens them anew.
func Writes(version int, of []plan.Rule) []Rule {
	var out []Rule
	for _, r := range of {
		if access := landlock.Access(version, r.Type); access != 0 {
			out = append(out, Rule{Path: r.Path, Access: access})
		}
	}
	for fd := range 3 {
		var st unix.Stat_t
		flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
		if err != nil || flags&unix.O_ACCMODE == unix.O_RDONLY || unix.Fstat(fd, &st) != nil {
			continue
		}
		if kind := st.Mode & unix.S_IFMT; kind == unix.S_IFREG || kind == unix.S_IFCHR {
			out = append(out, Rule{FD: fd, Access: landlock.Access(version, plan.File)})
		}
	}
	return out
}

// lastCap is more than any kernel has.
const lastCap = 63

// secureBits keep user 0 from getting capabilities back by starting a program.
const secureBits = 1<<0 | 1<<1 | // NOROOT
	1<<2 | 1<<3 | // NO_SETUID_FIXUP
	1<<5 | // KEEP_CAPS stays off
	1<<6 | 1<<7 // NO_CAP_AMBIENT_RAISE

// DropCaps takes all capabilities from all threads, or only from this one, where it becomes another
// program: that has what the thread has, and to stop all threads takes its time. What concerns only
// programs that are started later is taken from this thread, which starts them. Where this process
// may not take capabilities from the bounding set, they are of no use: no program gives any once
// NoNewPrivs is set.
func DropCaps(all bool) error {
	if err := oneThread("prctl NO_NEW_PRIVS", unix.SYS_PRCTL,
		unix.PR_SET_NO_NEW_PRIVS, 1); err != nil {
		return err
	}
	if err := oneThread("prctl AMBIENT", unix.SYS_PRCTL, unix.PR_CAP_AMBIENT,
		unix.PR_CAP_AMBIENT_CLEAR_ALL); err != nil {
		return err
	}
	// Who may not set these has no capabilities to lose.
	_ = oneThread("", unix.SYS_PRCTL, unix.PR_SET_SECUREBITS, secureBits)
	for i := range uintptr(lastCap) {
		has, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, i, 0, 0, 0)
		if err != nil {
			break // no more
		}
		if has == 1 && oneThread("", unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, i) != nil {
			break
		}
	}
	do := oneThread
	if all {
		do = allThreads
	}
	h := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	d := new([2]unix.CapUserData)
	return do("capset", unix.SYS_CAPSET, uintptr(unsafe.Pointer(h)), uintptr(unsafe.Pointer(d)))
}

//go:uintptrescapes
func allThreads(name string, nr, a, b uintptr) error {
	if _, _, e := psx.Syscall6(nr, a, b, 0, 0, 0, 0); e != 0 {
		return &Error{Name: name, Errno: e}
	}
	return nil
}

//go:uintptrescapes
func oneThread(name string, nr, a, b uintptr) error {
	if _, _, e := unix.RawSyscall6(nr, a, b, 0, 0, 0, 0); e != 0 {
		return &Error{Name: name, Errno: e}
	}
	return nil
}

// Filter puts all threads under a program of seccomp.
func Filter(program []unix.SockFilter) error {
	const setModeFilter = 1
	prog := &unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	r, _, e := unix.Syscall(unix.SYS_SECCOMP, setModeFilter, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(prog)))
	switch {
	case e != 0:
		return &Error{Name: "seccomp", Errno: e}
	case r != 0:
		return &Error{Name: fmt.Sprintf("seccomp: thread %d has another filter", r)}
	}
	return nil
}
