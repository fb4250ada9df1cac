package native

import (
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// report is what the child says over the socket, a message each.
type report struct {
	kind  uint32
	index uint32 // of the call that failed, or others where the command was not the last to end
	value uint32 // its error, or the status with which the command ended
	left  uint32 // whether processes of the run go on
}

// others is the index of a report of the end that comes before other processes of the run are killed.
const others = 1

// Kinds of reports.
const (
	failed    = 1 + iota
	listening // with the sockets
	started
	ended
)

const reportSize = unsafe.Sizeof(report{})

// send adds a call that reports.
func (c *compiler) send(name string, kind uint32) {
	r := &report{kind: kind}
	c.do(name, unix.SYS_SENDTO, c.a.report, pointer(c.list, r), reportSize, unix.MSG_NOSIGNAL, 0, 0)
}

// listen binds what is served from outside, and hands it out.
func (c *compiler) listen(serve *plan.Network) {
	n := len(serve.Sockets)
	oob := make([]byte, unix.CmsgSpace(4*n))
	c.held = append(c.held, oob)
	h := (*unix.Cmsghdr)(unsafe.Pointer(&oob[0]))
	h.Level, h.Type = unix.SOL_SOCKET, unix.SCM_RIGHTS
	h.SetLen(unix.CmsgLen(4 * n))
	for i := range serve.Sockets {
		s := c.socket(&serve.Sockets[i])
		c.store("hand out", unsafe.Pointer(&oob[unix.CmsgLen(0)+4*i]), s)
	}
	r := &report{kind: listening}
	iov := &unix.Iovec{Base: (*byte)(unsafe.Pointer(r))}
	iov.SetLen(int(reportSize))
	msg := &unix.Msghdr{Iov: iov, Control: &oob[0]}
	msg.SetControllen(len(oob))
	msg.SetIovlen(1)
	c.held = append(c.held, r, iov)
	c.do("sendmsg listeners", unix.SYS_SENDMSG, c.a.report, pointer(c.list, msg), unix.MSG_NOSIGNAL)
}

// exec starts the command, and makes this process the one that waits for all of the run: it holds
// nothing, not even the streams, so that who reads them sees their end.
func (c *compiler) exec() {
	c.do("prctl DUMPABLE", unix.SYS_PRCTL, unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
	c.do("umask", unix.SYS_UMASK, c.a.umask)
	// By now they are served, and what was there is known: nobody has to wait.
	c.answer("recvfrom: all is ready")
	fork := len(c.calls)
	pid := c.get("clone the command", doFork)
	c.do("setpgid", unix.SYS_SETPGID, 0, 0) // what ends it ends what it has started
	const nofile = unix.RLIMIT_NOFILE
	c.do("prlimit", unix.SYS_PRLIMIT64, 0, nofile, pointer(c.list, &c.a.nofile), 0)
	c.do("close_range", unix.SYS_CLOSE_RANGE, 3, int(^uint32(0)), unix.CLOSE_RANGE_CLOEXEC)
	c.do("rt_sigprocmask", unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, pointer(c.list, &c.a.mask), 0, 8)
	c.do("execve "+c.p.Path, unix.SYS_EXECVE, c.p.Path, c.vector(c.p.Argv), c.vector(c.p.Env))

	c.calls[fork].args[0] = uintptr(len(c.calls))
	c.send("started", started)
	if c.a.report > 0 {
		c.do("close_range", unix.SYS_CLOSE_RANGE, 0, c.a.report-1, 0)
	}
	c.do("close_range", unix.SYS_CLOSE_RANGE, c.a.report+1, int(^uint32(0)), 0)
	keep := 0
	if c.p.Keep {
		keep = 1
		// Who waits outside may be another one later: what says that it is gone is the socket.
		const first = 1
		c.do("fcntl SETOWN", unix.SYS_FCNTL, c.a.report, unix.F_SETOWN, first)
		c.do("fcntl SETFL", unix.SYS_FCNTL, c.a.report, unix.F_SETFL, unix.O_ASYNC)
	}
	c.do("wait", doReap, pid, c.a.report, keep)
	for i := int(c.calls[fork].args[0]); i < len(c.calls); i++ {
		c.calls[i].ran = true
	}
}

// vector is a list of strings for the kernel.
func (c *compiler) vector(words []string) uintptr {
	v := make([]uintptr, len(words)+1)
	for i, w := range words {
		v[i] = c.text(w)
	}
	c.held = append(c.held, v)
	return uintptr(unsafe.Pointer(&v[0]))
}
