package probe

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/bwrap"
	"github.com/fencepost/fencepost/internal/sandbox/probe/report"
)

var bwrapPlaces = bwrap.Places

// Layers tries what a sandbox is made of, one by one in processes that end with it, and returns the
// first that fails; no step if none does.
func Layers() Failure {
	const all = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUTS | unix.CLONE_NEWNET
	if _, errno := layer(FlagNothing, &syscall.SysProcAttr{Cloneflags: all}); errno != 0 {
		return Failure{Step: StepClone, Errno: errno}
	}
	// As user 0 of the namespace: the rights in it outlast the start of the program.
	said, errno := layer(FlagLayer, &syscall.SysProcAttr{Cloneflags: all,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}})
	if errno != 0 {
		return Failure{Step: StepMap, Errno: errno}
	}
	step, number, ok := strings.Cut(said, " ")
	if n, err := strconv.Atoi(number); ok && err == nil {
		return Failure{Step: Step(step), Errno: syscall.Errno(n)}
	}
	return Failure{}
}

// layer starts this program with a flag, and returns what it says.
func layer(flag string, sys *syscall.SysProcAttr) (string, syscall.Errno) {
	r, w, err := os.Pipe()
	if err != nil {
		return "", 0
	}
	defer r.Close()
	sys.Pdeathsig = syscall.SIGKILL
	p, err := os.StartProcess("/proc/self/exe", []string{"fencepost-run", flag},
		&os.ProcAttr{Files: []*os.File{nil, w, nil}, Sys: sys})
	w.Close()
	if err != nil {
		errno := unix.EIO
		errnoOf(err, &errno)
		return "", errno
	}
	defer time.AfterFunc(report.Limit, func() { _ = p.Kill() }).Stop()
	b := make([]byte, 64)
	n, _ := r.Read(b)
	_, _ = p.Wait()
	return string(b[:n]), 0
}

// Layer is the process in the new namespaces: it tries what comes next.
func Layer() int {
	for _, l := range [...]struct {
		step Step
		try  func() error
	}{
		{StepMount, func() error { return unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, "") }},
		{StepSetattr, func() error {
			return unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE,
				&unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
		}},
		{StepMount, func() error { return unix.Mount("tmpfs", "/tmp", "tmpfs", 0, "") }},
		{StepProc, func() error { return unix.Mount("proc", "/proc", "proc", 0, "") }},
	} {
		if err := l.try(); err != nil {
			errno := unix.EIO
			errnoOf(err, &errno)
			fmt.Printf("%s %d", l.step, int(errno))
			return 0
		}
	}
	fmt.Print("all")
	return 0
}

// landlockErrno is what the kernel says to the question for Landlock's version.
func landlockErrno() syscall.Errno {
	const versionFlag = 1
	_, _, errno := syscall.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, versionFlag)
	return errno
}
