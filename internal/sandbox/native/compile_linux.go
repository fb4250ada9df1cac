package native

import (
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/landlock"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/seccomp"
)

// around is what a run has of the process that starts it.
type around struct {
	uid, gid int
	umask    int
	mask     [8]byte     // the signals that are blocked
	nofile   unix.Rlimit // the limit on open files
	stdio    [3]bool     // streams that are files or terminals, and open for writing
	report   int         // the child's end of the socket on which it reports
	mine     int         // the other end
	landlock int         // the version; 0 for none
}

// compiler turns the steps of a plan into calls.
type compiler struct {
	*list
	p      *plan.Plan
	a      *around
	clones map[string]reg // what Clone has taken, by path
	parts  map[string]reg // what was taken of the file system in memory
	base   reg
	dev    reg

	cloneCall uintptr // the system call that makes the process of the command
}

// prepare returns what the child does before there is a plan: what each run has.
func prepare(net plan.NetMode, serve *plan.Network, a *around) *compiler {
	c := &compiler{list: newList(), a: a, clones: map[string]reg{}, parts: map[string]reg{},
		cloneCall: unix.SYS_CLONE}
	c.start()
	c.identity()
	if net != plan.NetOpen {
		c.loopback(serve)
	}
	if len(serve.Sockets) > 0 {
		c.listen(serve)
	}
	c.answer("recvfrom: the plan")
	return c
}

// compile adds what the child does for a plan.
func (c *compiler) compile(p *plan.Plan) {
	c.p = p
	for i := range p.Steps {
		c.step(&p.Steps[i])
	}
}

// answer waits for a word from outside.
func (c *compiler) answer(name string) {
	c.do(name, doAnswer, c.a.report, pointer(c.list, new(byte)))
}

func (c *compiler) step(s *plan.Step) {
	switch s.Do {
	case plan.Identity, plan.Loopback, plan.Listen: // are done
	case plan.Clone:
		at := c.path(s.Path)
		c.clones[s.Path] = c.clone(s.Path, at)
		c.release(at)
	case plan.ReadOnly:
		a := &unix.MountAttr{Propagation: unix.MS_PRIVATE,
			Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
		c.do("mount_setattr / read-only", unix.SYS_MOUNT_SETATTR, unix.AT_FDCWD, s.Path,
			unix.AT_RECURSIVE, pointer(c.list, a), int(unsafe.Sizeof(*a)))
	case plan.Base:
		c.memory()
	case plan.Dev:
		c.newDev(s.Path)
	case plan.Device:
		c.attachAt(c.clones[s.Path], c.dev, strings.TrimPrefix(s.Path, "/dev/"))
	case plan.Private, plan.Replace:
		c.put(s.Path, c.parts[s.Path])
	case plan.Show:
		c.set(s.Path, c.clones[s.Path], unix.MOUNT_ATTR_RDONLY|guarded, true)
		c.put(s.Path, c.clones[s.Path])
	case plan.Writable, plan.Hole:
		c.set(s.Path, c.clones[s.Path], guarded, true)
		c.put(s.Path, c.clones[s.Path])
		delete(c.clones, s.Path) // what is needed of it from here on is at its path
	case plan.Pin:
		c.again(s.Path, 0)
	case plan.Keep:
		c.again(s.Path, unix.MOUNT_ATTR_RDONLY)
	case plan.Mask:
		c.hide(s)
	case plan.Proc:
		c.put(s.Path, c.fs("proc", guarded|unix.MOUNT_ATTR_NOEXEC))
	default:
		c.lastSteps(s)
	}
}

// lastSteps are those that need no mounts.
func (c *compiler) lastSteps(s *plan.Step) {
	switch s.Do {
	case plan.Chdir:
		c.do("chdir "+s.Path, unix.SYS_CHDIR, s.Path)
	case plan.Landlock:
		c.landlock()
	case plan.Caps:
		c.caps()
	case plan.Seccomp:
		c.seccomp()
	case plan.Exec:
		c.exec()
	default:
		panic("native: no way to do " + string(s.Do))
	}
}

// guarded is what every mount gets that is not read-only.
const guarded = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV

// put puts a mount at a path.
func (c *compiler) put(p string, mount reg) {
	at := c.path(p)
	c.attach(p, mount, at)
	c.release(at)
	c.close(mount)
}

// again mounts a path on itself.
func (c *compiler) again(p string, attr uint64) {
	at := c.path(p)
	m := c.clone(p, at)
	if attr != 0 {
		c.set(p, m, attr, true)
	}
	c.attach(p, m, at)
	c.release(m)
	c.release(at)
}

// start is what comes before all steps: the run ends with who started it, has a session of its own
// and is not reached by what is sent to a process group outside. kill(0) would leave the namespace.
func (c *compiler) start() {
	all := &[8]byte{255, 255, 255, 255, 255, 255, 255, 255}
	c.do("rt_sigprocmask", unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, pointer(c.list, all), 0, 8)
	c.do("prctl PDEATHSIG", unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, int(unix.SIGKILL))
	c.do("close", unix.SYS_CLOSE, c.a.mine) // a parent that is gone by now is noticed at its first word
	// Its number is kept for the file system in memory, so that paths can name that.
	c.do("dup3", unix.SYS_DUP3, c.a.report, c.a.mine, unix.O_CLOEXEC)
	c.do("setsid", unix.SYS_SETSID)
	c.do("umask", unix.SYS_UMASK, 0)
}

// identity maps the caller's own ids, and no others.
func (c *compiler) identity() {
	c.write("/proc/self/setgroups", "deny")
	one := func(id int) string { return strconv.Itoa(id) + " " + strconv.Itoa(id) + " 1\n" }
	c.write("/proc/self/uid_map", one(c.a.uid))
	c.write("/proc/self/gid_map", one(c.a.gid))
}

// hide puts an empty file or directory that nobody may open in place of a path, and what stays
// readable into it. A socket that is gone by now needs none: who opens one there later could do so
// after the start as well.
func (c *compiler) hide(s *plan.Step) {
	var open []reg
	for _, h := range s.Holes {
		if m, ok := c.clones[h.Path]; ok {
			c.set(h.Path, m, guarded, true)
			open = append(open, m)
			continue
		}
		at := c.path(h.Path)
		open = append(open, c.clone(h.Path, at))
		c.release(at)
	}
	name := "mask-f"
	switch {
	case len(s.Holes) > 0:
		name = c.tree(s.Path)
	case s.Type == plan.Dir:
		name = "mask-d"
	case s.Type == plan.Socket:
		name = "mask-s"
	}
	if len(s.Holes) == 0 && !c.contested(s.Path) {
		// One call in place of five: most masks are such.
		source := "/proc/self/fd/" + strconv.Itoa(c.a.mine) + "/" + name
		m := c.do("mount "+s.Path, unix.SYS_MOUNT, source, s.Path, 0, unix.MS_BIND, 0)
		if s.Type == plan.Socket {
			m.ok = unix.ENOENT
		}
		return
	}
	at := c.path(s.Path)
	opened := len(c.calls)
	if s.Type == plan.Socket {
		c.calls[opened-1].ok = unix.ENOENT
		defer func() { c.calls[opened-1].skip = len(c.calls) - opened }()
	}
	m := c.part(c.base, name)
	c.attach(s.Path, m, at)
	c.release(m)
	c.release(at)
	for i, h := range s.Holes {
		c.put(h.Path, open[i])
	}
}

// contested reports whether a path lies where commands write: another run could put a link there
// between the plan and the mount.
func (c *compiler) contested(p string) bool {
	for i := range c.p.Steps {
		s := &c.p.Steps[i]
		if s.Do == plan.Writable && strings.HasPrefix(p, s.Path+"/") {
			return true
		}
	}
	return false
}

// landlock is the second wall: what the mounts should keep, once more.
func (c *compiler) landlock() {
	c.do("prctl NO_NEW_PRIVS", unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	v := c.a.landlock
	if v == 0 {
		return
	}
	attr := landlock.Attr(v)
	rules := c.get("landlock_create_ruleset", unix.SYS_LANDLOCK_CREATE_RULESET,
		pointer(c.list, &attr), landlock.Size(v), 0)
	for _, r := range c.p.Rules {
		access := landlock.Access(v, r.Type)
		if access == 0 {
			continue
		}
		at := c.path(r.Path)
		c.rule(r.Path, rules, access, at)
		c.release(at)
	}
	for fd, writable := range c.a.stdio {
		if writable { // > /dev/stdout
			c.rule("stream "+strconv.Itoa(fd), rules, landlock.Access(v, plan.File), fd)
		}
	}
	c.do("landlock_restrict_self", unix.SYS_LANDLOCK_RESTRICT_SELF, rules, 0)
	c.close(rules)
}

// rule adds a rule of Landlock for an open file, by register or number.
func (c *compiler) rule(name string, rules reg, access uint64, at any) {
	r := &unix.LandlockPathBeneathAttr{Allowed_access: access}
	c.store("landlock "+name, unsafe.Pointer(&r.Parent_fd), at)
	c.do("landlock_add_rule "+name, unix.SYS_LANDLOCK_ADD_RULE, rules,
		unix.LANDLOCK_RULE_PATH_BENEATH, pointer(c.list, r), 0)
}

// lastCap is more than any kernel has.
const lastCap = 63

// What keeps user 0 from getting capabilities back by starting a program.
const secureBits = 1<<0 | 1<<1 | // NOROOT
	1<<2 | 1<<3 | // NO_SETUID_FIXUP
	1<<5 | // KEEP_CAPS stays off
	1<<6 | 1<<7 // NO_CAP_AMBIENT_RAISE

// caps drops all capabilities from all sets.
func (c *compiler) caps() {
	c.do("prctl AMBIENT", unix.SYS_PRCTL, unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
	c.do("prctl SECUREBITS", unix.SYS_PRCTL, unix.PR_SET_SECUREBITS, secureBits, 0, 0, 0)
	for i := range lastCap {
		name := "prctl CAPBSET_DROP " + strconv.Itoa(i)
		c.do(name, unix.SYS_PRCTL, unix.PR_CAPBSET_DROP, i, 0, 0, 0).ok = unix.EINVAL
	}
	h := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	c.do("capset", unix.SYS_CAPSET, pointer(c.list, h), pointer(c.list, new([2]unix.CapUserData)))
}

// seccomp takes away the system calls that no command needs.
func (c *compiler) seccomp() {
	filter := seccomp.Filter(false)
	c.held = append(c.held, filter)
	prog := &unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	const setModeFilter = 1
	c.do("seccomp", unix.SYS_SECCOMP, setModeFilter, 0, pointer(c.list, prog))
}
