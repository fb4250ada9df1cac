// Package bwrap carries out a plan with bubblewrap, for machines that let it make namespaces and
// not us. Bubblewrap makes the mounts; what it does not know is left to a stage of ours inside
// (package stage), which is the sandbox's first process.
package bwrap

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
)

// Invocation is what bubblewrap is told.
type Invocation struct {
	Args []string // its flags
	Data []string // what is read from the open files that flags name, from stage.FDFirst on
	Held []string // paths that have to be what they were when the plan was made
	Hide []string // paths that cannot be opened
}

// Caller is what arguments depend on besides the plan.
type Caller struct {
	Root   bool // runs as user 0
	Setuid bool // bubblewrap is setuid
	// Empty is a file that nobody may open, to be mounted over others; "" to make one for each, which
	// takes an open file each.
	Empty string
}

// ordinary is the first port that needs no capability.
const ordinary = 1024

// mount is a flag that mounts something at a path.
type mount struct {
	path string
	args []string
}

// arguer collects what bubblewrap is told. All that it mounts it takes from the machine as it was,
// so mounts are laid from the root to the leaves, and no order among them has to be kept. Pins alone are
// laid before what is laid over them.
type arguer struct {
	inv    *Invocation
	empty  string
	mounts []mount
	pins   []string
	last   []string // when all is mounted
	open   map[string]bool
	ptys   bool
}

// Args returns the arguments for a plan.
func Args(p *plan.Plan, c Caller) *Invocation {
	a := &arguer{inv: &Invocation{}, empty: c.Empty, open: map[string]bool{}, ptys: true}
	args := []string{"--unshare-user", "--unshare-pid", "--unshare-ipc", "--unshare-uts"}
	if p.Net != sandbox.NetOpen {
		args = append(args, "--unshare-net")
	}
	args = append(append(args, "--as-pid-1"), a.caps(p, c)...)
	for i := range p.Steps {
		a.step(&p.Steps[i])
	}
	slices.SortStableFunc(a.mounts, func(x, y mount) int { return compare(x.path, y.path) })
	for i, m := range a.mounts {
		args = append(args, m.args...)
		if i == 0 { // behind the root of the machine, and below all that is laid over it
			args = append(args, a.pins...)
		}
	}
	args = append(args, a.last...)
	a.inv.Held = slices.DeleteFunc(a.inv.Held, func(p string) bool {
		return slices.Contains(a.inv.Hide, p)
	})
	a.inv.Args = append(args, "--chdir", p.Dir)
	return a.inv
}

// compare orders paths so that a directory comes before what lies in it.
func compare(x, y string) int {
	return strings.Compare(strings.ReplaceAll(x, "/", "\x00"), strings.ReplaceAll(y, "/", "\x00"))
}

// caps leaves the stage what it needs to set up the network, and to give that up.
func (a *arguer) caps(p *plan.Plan, c Caller) []string {
	args := []string{"--cap-drop", "ALL"}
	low := slices.ContainsFunc(p.Serve.Sockets, func(l plan.Listener) bool {
		return l.Addr.Port() < ordinary && !l.Loose
	})
	if !low && len(p.Serve.Addresses) == 0 || c.Setuid {
		return args
	}
	if !c.Root {
		// Bubblewrap would make a second user namespace for the terminals, and rights in that one do
		// not reach the network.
		a.ptys = false
	}
	return append(args, "--cap-add", "CAP_SETPCAP", "--cap-add", "CAP_NET_BIND_SERVICE",
		"--cap-add", "CAP_NET_ADMIN")
}

func (a *arguer) add(path string, args ...string) {
	a.mounts = append(a.mounts, mount{path, args})
}

// bind mounts a path of the machine on itself.
func (a *arguer) bind(flag, path string) {
	if !a.open[path] {
		a.open[path] = true
		a.add(path, flag, path, path)
		a.inv.Held = append(a.inv.Held, path)
	}
}

// data is the number of an open file from which text is read.
func (a *arguer) data(text string) string {
	a.inv.Data = append(a.inv.Data, text)
	return strconv.Itoa(stage.FDFirst + len(a.inv.Data) - 1)
}

func (a *arguer) step(s *plan.Step) {
	switch s.Do {
	case plan.AllReadOnly:
		a.add(s.Path, "--ro-bind", s.Path, s.Path)
	case plan.Dev:
		a.dev(s.Path)
	case plan.Device:
		if !a.ptys || s.Why != "" { // else bubblewrap's own are there
			a.add(s.Path, "--dev-bind", s.Path, s.Path)
		}
	case plan.Private:
		mode := "1777"
		if s.Path != "/tmp" {
			mode = "0700"
		}
		a.add(s.Path, "--perms", mode, "--tmpfs", s.Path)
		a.openings(s)
	case plan.Reveal:
		a.bind("--ro-bind", s.Path)
	case plan.PinMount:
		a.pins = append(a.pins, "--bind", s.Path, s.Path)
		a.inv.Held = append(a.inv.Held, s.Path)
	case plan.Writable, plan.Exception:
		a.bind("--bind", s.Path)
	case plan.ReadOnly:
		a.readOnly(s)
	case plan.Hide:
		a.hide(s)
	case plan.Proc:
		a.add(s.Path, "--proc", s.Path)
	case plan.Replace:
		a.add(s.Path, "--perms", "0444", "--ro-bind-data", a.data(s.Text), s.Path)
	case plan.Identity, plan.Clone, plan.Base, plan.Loopback: // bubblewrap does so by itself
	case plan.Chdir, plan.Listen, plan.Landlock, plan.Caps, plan.Seccomp, plan.Exec: // ours, inside
	default:
		panic("bwrap: no way to do " + string(s.Do))
	}
}

// readOnly mounts a path read-only. A path in /proc is the machine's, and has no numbers to compare.
func (a *arguer) readOnly(s *plan.Step) {
	if strings.HasPrefix(s.Path, "/proc/") {
		a.add(s.Path, "--ro-bind", s.Path, s.Path)
		return
	}
	a.bind("--ro-bind", s.Path)
}

// dev makes a new /dev. Bubblewrap's own has shared memory on the same file system as the rest,
// which becomes read-only.
func (a *arguer) dev(path string) {
	if a.ptys {
		a.add(path, "--dev", path)
	} else {
		a.add(path, "--perms", "0755", "--tmpfs", path)
		for _, l := range [...][2]string{{"fd", ""}, {"stdin", "/0"}, {"stdout", "/1"},
			{"stderr", "/2"}} {
			a.add(path+"/"+l[0], "--symlink", "/proc/self/fd"+l[1], path+"/"+l[0])
		}
	}
	a.add(path+"/shm", "--perms", "1777", "--tmpfs", path+"/shm")
	a.last = append(a.last, "--remount-ro", path)
}

// hide puts something in place of a path that nobody may open. A socket becomes a file: nobody can
// connect to that either.
func (a *arguer) hide(s *plan.Step) {
	a.inv.Hide = append(a.inv.Hide, s.Path)
	if s.Type != plan.Dir && a.empty != "" {
		a.add(s.Path, "--ro-bind", a.empty, s.Path)
		return
	}
	if s.Type != plan.Dir {
		a.add(s.Path, "--perms", "0000", "--ro-bind-data", a.data(""), s.Path)
		return
	}
	mode := "0000"
	if len(s.Openings) > 0 {
		mode = "0111"
	}
	a.add(s.Path, "--perms", mode, "--tmpfs", s.Path)
	a.last = append(a.last, "--remount-ro", s.Path)
	a.openings(s)
}

// openings are what is seen of a directory that is hidden.
func (a *arguer) openings(s *plan.Step) {
	for _, h := range s.Openings {
		flag := "--ro-bind"
		if h.Write {
			flag = "--bind"
		}
		a.bind(flag, h.Path)
	}
}
