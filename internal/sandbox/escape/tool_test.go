//go:build linux

package escape

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// tool does what no program of the machine does, and succeeds if the kernel let it.
func tool(name string, args []string) int {
	if name == "street" {
		code, err := street(args[0], number(args[1]), args[2:])
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		return code
	}
	args = append(args, "", "", "")
	var err error
	switch name {
	case "victim":
		victim(args[0])
	case "listen":
		err = listen(args[0], args[1])
	case "connect":
		err = connect(args[0], args[1])
	case "up":
		err = up(args[0])
	case "order":
		err = order(args[0], args[1])
	case "serve":
		err = serve(args[0], args[1])
	case "answer":
		err = reply(args[0], args[1])
	case "ask":
		err = ask(args[0], args[1])
	case "queries":
		err = queries(args[0], args[1])
	case "hammer":
		err = hammer(args[0], args[1])
	case "flood":
		err = flood(number(args[0]))
	case "storm":
		err = storm(args[0])
	case "socks":
		err = socks()
	case "send":
		err = send(args[0])
	case "lookup":
		_, err = (&net.Resolver{PreferGo: true}).LookupTXT(context.Background(), args[0])
	case "get":
		err = get(args[0])
	case "socket":
		_, err = unix.Socket(number(args[0]), number(args[1]), number(args[2]))
	case "socket64":
		// The kernel looks at the low half of the family only.
		_, _, errno := syscall.RawSyscall(unix.SYS_SOCKET, uintptr(number(args[0]))|1<<32,
			unix.SOCK_STREAM, 0)
		err = refused(errno)
	case "sys":
		err = sys(args)
	case "segment":
		err = segment()
	case "mode":
		err = setID(args[0], args[1], number(args[2]))
	case "tmpfile":
		err = tmpfile(args[0])
	default:
		err = fmt.Errorf("no tool %s", name)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, name, args[0], err)
		return 1
	}
	return 0
}

func number(s string) int {
	n, err := strconv.ParseInt(s, 0, 64)
	if err != nil {
		return 0
	}
	return int(n)
}

// refused is the error of a call that a filter answers; others come from the kernel behind it.
func refused(errno syscall.Errno) error {
	if errno == unix.EPERM || errno == unix.ENOSYS || errno == unix.EACCES {
		return errno
	}
	return nil
}

// victim writes down the signals that it gets.
func victim(file string) {
	c := make(chan os.Signal, 16)
	signal.Notify(c, unix.SIGWINCH, unix.SIGUSR1, unix.SIGTERM, unix.SIGURG)
	fmt.Print(".")
	for s := range c {
		if s != unix.SIGURG { // the runtime's own
			_ = os.WriteFile(file, []byte(s.String()), 0o644)
		}
	}
}

func connect(network, addr string) error {
	if network == "unix" && !strings.Contains(addr, "/") {
		addr = "@" + strings.TrimPrefix(addr, "@")
	}
	c, err := net.DialTimeout(network, addr, 2*time.Second)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := c.Write([]byte("x")); err != nil && network == "udp" {
		return err
	}
	// Who is reached says something, and has seen it by then.
	_ = c.SetDeadline(time.Now().Add(patience))
	if network == "udp" {
		_, _ = c.Read(make([]byte, 64))
	} else {
		_, _ = io.Copy(io.Discard, c)
	}
	return nil
}

// patience is how long a tool waits for an answer, where the sandbox may keep it back.
const patience = 2 * time.Second

// up succeeds if somebody listens.
func up(addr string) error {
	c, err := net.Dial("tcp4", addr)
	if err == nil {
		c.Close()
	}
	return err
}

// order says a line to a socket.
func order(path, text string) error {
	c, err := net.DialTimeout("unix", path, 2*time.Second)
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(time.Second))
	if _, err := c.Write([]byte(text + "\n")); err != nil {
		return err
	}
	_, err = io.Copy(os.Stdout, c)
	return err
}

// listen makes a file when somebody connects.
func listen(addr, file string) error {
	l, err := net.Listen("unix", addr)
	if err != nil {
		return err
	}
	time.AfterFunc(timeLimit, func() { l.Close() }) // nobody is left over where nobody comes
	if _, err = l.Accept(); err != nil {
		return err
	}
	return os.WriteFile(file, nil, 0o644)
}

// serve serves a socket of its own and connects to it.
func serve(network, addr string) error {
	l, err := net.Listen(network, addr)
	if err != nil {
		return err
	}
	defer l.Close()
	go func() {
		if c, err := l.Accept(); err == nil {
			c.Close()
		}
	}()
	return connect(network, l.Addr().String())
}

// reply says something to the first that connects and asks.
func reply(addr, text string) error {
	l, err := net.Listen("tcp4", addr)
	if err != nil {
		return err
	}
	defer l.Close()
	for {
		c, err := l.Accept()
		if err != nil {
			return err
		}
		_ = c.SetDeadline(time.Now().Add(5 * time.Second))
		if n, _ := c.Read(make([]byte, 1)); n == 1 {
			_, err = c.Write([]byte(text))
			c.Close()
			return err
		}
		c.Close()
	}
}

// ask asks a server, and writes down what it says.
func ask(addr, file string) error {
	c, err := net.DialTimeout("tcp4", addr, 2*time.Second)
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := c.Write([]byte("x")); err != nil {
		return err
	}
	said, err := io.ReadAll(c)
	if len(said) == 0 {
		return fmt.Errorf("no answer: %w", err)
	}
	return os.WriteFile(file, said, 0o644)
}

// get gets a page, as programs in Go do.
func get(url string) error {
	r, err := http.Get(url)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	_, err = io.Copy(os.Stdout, r.Body)
	return err
}

// tmpfile makes a file without a name in a directory, and gives it one.
func tmpfile(dir string) error {
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, dir+"/out",
		unix.AT_SYMLINK_FOLLOW)
}

// segment gives this process a segment of its own, as programs for other systems have it.
func segment() error {
	if runtime.GOARCH != "amd64" {
		return nil
	}
	const modifyLDT, write = 154, 0x11
	entry := [4]uint32{0, 0, 0xfffff, 0x51} // 32 bits, in pages, usable
	_, _, errno := syscall.RawSyscall(modifyLDT, write, uintptr(unsafe.Pointer(&entry)), 16)
	return refused(errno)
}

// sys makes a system call by name.
func sys(args []string) error {
	var buf [256]byte
	b := uintptr(unsafe.Pointer(&buf))
	pid := uintptr(number(args[1]))
	var nr uintptr
	var a [6]uintptr
	switch args[0] {
	case "unshare-user":
		nr, a[0] = unix.SYS_UNSHARE, unix.CLONE_NEWUSER
	case "unshare-mount":
		nr, a[0] = unix.SYS_UNSHARE, unix.CLONE_NEWNS
	case "clone-user":
		nr, a[0] = unix.SYS_CLONE, unix.CLONE_NEWUSER|uintptr(unix.SIGCHLD)
	case "clone3-user":
		*(*uint64)(unsafe.Pointer(&buf)) = unix.CLONE_NEWUSER
		nr, a[0], a[1] = unix.SYS_CLONE3, b, 64
	case "io_uring":
		nr, a[0], a[1] = unix.SYS_IO_URING_SETUP, 1, b
	case "bpf":
		nr, a[1], a[2] = unix.SYS_BPF, b, 64
	case "perf":
		nr, a[0], a[2], a[3] = unix.SYS_PERF_EVENT_OPEN, b, 0, ^uintptr(0)
	case "userfaultfd":
		nr, a[0] = unix.SYS_USERFAULTFD, 1 // user mode only
	case "keyctl":
		nr = unix.SYS_KEYCTL
	case "add_key":
		nr = unix.SYS_ADD_KEY
	case "open_tree":
		root := []byte("/\x00")
		nr, a[0], a[1] = unix.SYS_OPEN_TREE, ^uintptr(99), uintptr(unsafe.Pointer(&root[0]))
	case "fsopen":
		kind := []byte("tmpfs\x00")
		nr, a[0] = unix.SYS_FSOPEN, uintptr(unsafe.Pointer(&kind[0]))
	case "name_to_handle":
		root := []byte("/\x00")
		nr, a = unix.SYS_NAME_TO_HANDLE_AT, [6]uintptr{^uintptr(99), uintptr(unsafe.Pointer(&root[0])),
			b, b + 128, 0}
	case "ptrace":
		nr, a[0], a[1] = unix.SYS_PTRACE, unix.PTRACE_SEIZE, pid
	case "vm_read":
		v := &unix.Iovec{Base: &buf[0], Len: 8}
		nr, a = unix.SYS_PROCESS_VM_READV, [6]uintptr{pid, uintptr(unsafe.Pointer(v)), 1,
			uintptr(unsafe.Pointer(v)), 1, 0}
	case "getfd":
		fd, err := unix.PidfdOpen(int(pid), 0)
		if err != nil {
			return err
		}
		nr, a[0], a[1] = unix.SYS_PIDFD_GETFD, uintptr(fd), 0
	case "tiocsti":
		f, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
		if err != nil {
			return err
		}
		nr, a = unix.SYS_IOCTL, [6]uintptr{f.Fd(), unix.TIOCSTI | 1<<32, b}
	case "setns":
		if pid == 0 {
			pid = uintptr(os.Getpid())
		}
		fd, err := unix.Open(fmt.Sprintf("/proc/%d/ns/%s", pid, args[2]), unix.O_RDONLY, 0)
		if err != nil {
			return err
		}
		nr, a[0] = unix.SYS_SETNS, uintptr(fd)
	case "syslog":
		nr, a[0] = unix.SYS_SYSLOG, 10
	case "x32":
		nr = 0x40000000 + unix.SYS_GETPID
	case "set_mm": // where the program's text begins: what is read of it in /proc
		nr, a = unix.SYS_PRCTL, [6]uintptr{unix.PR_SET_MM, unix.PR_SET_MM_START_CODE, b &^ 0xfff, 0, 0}
	case "sethostname":
		name := []byte("fencepost")
		nr, a[0], a[1] = unix.SYS_SETHOSTNAME, uintptr(unsafe.Pointer(&name[0])), 0
	default:
		return fmt.Errorf("no call %s", args[0])
	}
	r, _, errno := syscall.RawSyscall6(nr, a[0], a[1], a[2], a[3], a[4], a[5])
	if args[0] == "clone-user" && errno == 0 && r == 0 {
		_, _, _ = syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
	}
	if args[0] == "ptrace" || args[0] == "vm_read" || args[0] == "getfd" {
		if errno == unix.EFAULT || errno == unix.EIO {
			errno = 0
		}
		if errno != 0 {
			return errno
		}
	}
	return refused(errno)
}
