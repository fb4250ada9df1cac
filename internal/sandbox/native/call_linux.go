package native

import (
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// call is one system call of the forked child, with all that it needs. The child has one thread and
// none of Go's runtime: it makes these calls from first to last and nothing else.
type call struct {
	name string
	nr   uintptr
	args [6]uintptr
	regs [6]uint16     // where not 0: the argument is in this register
	out  uint16        // where not 0: the register that takes the result
	ok   syscall.Errno // is as good as success,
	skip int           // and then so many calls behind this one are not made
	// ran: the command runs already, so that nothing is gained by an end.
	ran bool
}

// Numbers of what the child does besides system calls.
const (
	doStore  = ^uintptr(iota) // the place args[0] of list.stores takes args[1]
	doFork                    // a process that goes on with the next call; this one goes to args[0]
	doAnswer                  // wait for a byte on the socket args[0]
	doReap                    // wait for all processes, and forward signals, until the last has gone
)

// list is what a child does, and the memory that its calls point to.
type list struct {
	calls []call
	regs  []uintptr
	held  []any  // what is pointed to by numbers only
	texts []byte // what is left of it takes the next ones
	free  []reg  // what is in them is needed no more
	full  bool   // there were not enough
	// stores are places in memory that take the number of an open file.
	stores []*uint32
}

// reg is a register; 0 is none.
type reg uint16

func newList() *list {
	return &list{calls: make([]call, 0, 384), regs: make([]uintptr, 1, maxRegs)}
}

// maxRegs is how many open files a child can have by number. The registers stay where they are: it
// begins to use them before the plan is there.
const maxRegs = 1 << 14

func (l *list) reg() reg {
	if n := len(l.free); n > 0 {
		r := l.free[n-1]
		l.free = l.free[:n-1]
		return r
	}
	if len(l.regs) == maxRegs {
		l.full = true
		return reg(maxRegs - 1)
	}
	l.regs = append(l.regs, 0)
	return reg(len(l.regs) - 1)
}

// text is a string for the kernel.
func (l *list) text(s string) uintptr {
	const chunk = 16 << 10
	if cap(l.texts)-len(l.texts) <= len(s) {
		l.texts = make([]byte, 0, max(chunk, len(s)+1))
		l.held = append(l.held, l.texts)
	}
	n := len(l.texts)
	l.texts = append(append(l.texts, s...), 0)
	return uintptr(unsafe.Pointer(&l.texts[n]))
}

// pointer keeps what a pointer leads to, and returns it as a number.
func pointer[T any](l *list, p *T) uintptr {
	l.held = append(l.held, p)
	return uintptr(unsafe.Pointer(p))
}

// do adds a call. An argument is a number or a register.
func (l *list) do(name string, nr uintptr, args ...any) *call {
	c := call{name: name, nr: nr}
	for i, a := range args {
		switch a := a.(type) {
		case reg:
			c.regs[i] = uint16(a)
		case uintptr:
			c.args[i] = a
		case int:
			c.args[i] = uintptr(a)
		case string:
			c.args[i] = l.text(a)
		default:
			panic("native: an argument is a number, a text or a register")
		}
	}
	l.calls = append(l.calls, c)
	return &l.calls[len(l.calls)-1]
}

// get adds a call whose result is needed.
func (l *list) get(name string, nr uintptr, args ...any) reg {
	r := l.reg()
	l.do(name, nr, args...).out = uint16(r)
	return r
}

// path opens a path for the calls that mount there. No component may be a link: what the plan
// looked at is what is opened, or the run does not begin.
func (l *list) path(p string) reg {
	how := &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	return l.get("openat2 "+p, unix.SYS_OPENAT2, unix.AT_FDCWD, p, pointer(l, how),
		int(unsafe.Sizeof(*how)))
}

// names of a detached mount: the thing itself.
const empty = ""

// clone takes a copy of what is mounted at an open path, and below it.
func (l *list) clone(p string, at reg) reg {
	return l.get("open_tree "+p, unix.SYS_OPEN_TREE, at, empty,
		unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH|unix.AT_RECURSIVE)
}

// part takes a copy of something in the file system in memory.
func (l *list) part(base reg, name string) reg {
	return l.get("open_tree base/"+name, unix.SYS_OPEN_TREE, base, name,
		unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC)
}

// attach puts a mount at an open path.
func (l *list) attach(p string, mount, at reg) {
	l.do("move_mount "+p, unix.SYS_MOVE_MOUNT, mount, empty, at, empty,
		unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
}

// attachAt puts a mount at a name in an open directory.
func (l *list) attachAt(mount, dir reg, name string) {
	l.do("move_mount "+name, unix.SYS_MOVE_MOUNT, mount, empty, dir, name,
		unix.MOVE_MOUNT_F_EMPTY_PATH)
}

// set changes a mount, and with deep those in it. Nothing that is mounted outside comes in later.
func (l *list) set(p string, mount reg, attr uint64, deep bool) {
	a := &unix.MountAttr{Attr_set: attr, Propagation: unix.MS_PRIVATE}
	flags := unix.AT_EMPTY_PATH
	if deep {
		flags |= unix.AT_RECURSIVE
	}
	l.do("mount_setattr "+p, unix.SYS_MOUNT_SETATTR, mount, empty, flags, pointer(l, a),
		int(unsafe.Sizeof(*a)))
}

// fs makes a file system, which is mounted nowhere yet.
func (l *list) fs(kind string, attr int, options ...string) reg {
	f := l.get("fsopen "+kind, unix.SYS_FSOPEN, kind, unix.FSOPEN_CLOEXEC)
	for i := 0; i < len(options); i += 2 {
		l.do("fsconfig "+kind+" "+options[i], unix.SYS_FSCONFIG, f, unix.FSCONFIG_SET_STRING,
			options[i], options[i+1], 0)
	}
	l.do("fsconfig "+kind+" create", unix.SYS_FSCONFIG, f, unix.FSCONFIG_CMD_CREATE, 0, 0, 0)
	m := l.get("fsmount "+kind, unix.SYS_FSMOUNT, f, unix.FSMOUNT_CLOEXEC, attr)
	l.close(f)
	return m
}

// store has a place in memory take an open file, by register or number.
func (l *list) store(name string, at unsafe.Pointer, fd any) {
	l.do(name, doStore, len(l.stores), fd)
	l.stores = append(l.stores, (*uint32)(at))
}

func (l *list) close(r reg) { l.do("close", unix.SYS_CLOSE, r) }

// release closes an open file of which nobody knows the register any more.
func (l *list) release(r reg) {
	l.close(r)
	l.free = append(l.free, r)
}

// write writes a file of the kernel's.
func (l *list) write(p, text string) {
	f := l.get("open "+p, unix.SYS_OPENAT, unix.AT_FDCWD, p, unix.O_WRONLY|unix.O_CLOEXEC)
	l.do("write "+p, unix.SYS_WRITE, f, text, len(text))
	l.release(f)
}
