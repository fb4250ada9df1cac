// Package native carries out a plan with the kernel's namespaces and nothing else: no program has
// to be installed for it. It starts this program again in new namespaces, as the stage of package
// inner, which makes the mounts and starts the command.
package native

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// namespaces are those of every run.
const namespaces = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUTS

// capabilities are what the stage needs to make mounts, to set up the network and to give all up.
// In its user namespace it has all of them, but a program that is started keeps only ambient ones.
var capabilities = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_NET_BIND_SERVICE,
	unix.CAP_SETPCAP, unix.CAP_DAC_OVERRIDE}

// Run carries out a plan, and returns when its command has ended. A Left run needs the process that
// called no longer.
func Run(p *plan.Plan, outside stage.Outside) (stage.Status, error) {
	spec := stage.Describe(p)
	spec.Steps = p.Steps
	start := &stage.Start{Path: stage.Self, Argv: []string{"fencepost-run", stage.Flag},
		Sys: syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL, Cloneflags: namespaces,
			UidMappings: own(os.Geteuid()), GidMappings: own(os.Getegid()), AmbientCaps: capabilities}}
	if p.Net != sandbox.NetOpen {
		start.Sys.Cloneflags |= unix.CLONE_NEWNET
		spec.Up = true
	}
	status, err := stage.Run(start, spec, outside)
	var none *stage.StartError
	if errors.As(err, &none) {
		e := &stage.Error{Name: "clone into new namespaces"}
		errors.As(none.Errno, &e.Errno)
		err = e
	}
	return status, err
}

// own maps an id to itself, and no other one.
func own(id int) []syscall.SysProcIDMap {
	return []syscall.SysProcIDMap{{ContainerID: id, HostID: id, Size: 1}}
}
