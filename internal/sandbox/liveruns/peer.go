//go:build linux

package liveruns

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Register writes what is said of a run, and opens its socket.
func (d *Dir) Register(e *Entry) (*net.UnixListener, error) {
	var l *net.UnixListener
	err := d.locked(func() error {
		addr := &net.UnixAddr{Name: d.at(e.Run + socketEnd), Net: "unix"}
		var err error
		if l, err = net.ListenUnix("unix", addr); err != nil {
			return err
		}
		l.SetUnlinkOnClose(false)
		if err := unix.Fchmodat(d.fd(), e.Run+socketEnd, 0o600, 0); err != nil {
			return err
		}
		return d.Write(e)
	})
	return l, err
}

// Dial connects with the process that serves a run.
func (d *Dir) Dial(run string) (*net.UnixConn, error) {
	c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: d.at(run + socketEnd), Net: "unix"})
	if err != nil {
		return nil, err
	}
	if err := Trusted(c); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Mine has others see this process at the other side of a socket that another process has opened.
func Mine(l *net.UnixListener) error {
	raw, err := l.SyscallConn()
	if err != nil {
		return err
	}
	const backlog = 64
	var failed error
	err = raw.Control(func(fd uintptr) { failed = unix.Listen(int(fd), backlog) })
	return errors.Join(err, failed)
}

// Serves reports whether a run is there.
func (d *Dir) Serves(run string) bool {
	e := d.read(run + fileEnd)
	return e != nil && e.Server.Alive()
}

// askLimit is how long an answer about a run may take.
const askLimit = time.Second

// Ports asks for the ports of a run's programs.
func (d *Dir) Ports(run string) []uint16 {
	out := []uint16{}
	c, err := d.Dial(run)
	if err != nil {
		return out
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(askLimit))
	if _, err := c.Write([]byte("ports\n")); err != nil {
		return out
	}
	line, _ := ReadLine(c)
	for text := range strings.SplitSeq(line, ",") {
		if n, err := strconv.ParseUint(text, 10, 16); err == nil {
			out = append(out, uint16(n))
		}
	}
	return out
}

// Ask has the process that serves a run do something, and returns what it says until that is done.
func (d *Dir) Ask(run, order string) (said []string, err error) {
	c, err := d.Dial(run)
	if err != nil {
		return nil, nil // the run's own process is still there, and serves nobody
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(2 * askLimit))
	if _, err = c.Write([]byte(order + "\n")); err != nil {
		return nil, err
	}
	for {
		line, err := ReadLine(c)
		if err != nil || line == done {
			return said, err
		}
		said = append(said, line)
	}
}

const done = "done"

// Answer says lines to the process that asks.
func Answer(c net.Conn, lines []string) {
	_, _ = c.Write([]byte(strings.Join(append(lines, done, ""), "\n")))
}

// Trusted is an error for another side that is not of this user, or lives in a sandbox: what is asked
// for over such a socket is not for programs there, even if one has found a way to it.
func Trusted(c *net.UnixConn) error {
	raw, err := c.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	err = raw.Control(func(fd uintptr) { failed = trusted(int(fd)) })
	return errors.Join(err, failed)
}

func trusted(fd int) error {
	who, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return err
	}
	if int(who.Uid) != os.Geteuid() || who.Pid <= 0 {
		return errors.New("the other side is another user's")
	}
	about := "/proc/" + strconv.Itoa(int(who.Pid)) + "/status"
	const peerPidfd = 77
	if pidfd, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, peerPidfd); err == nil {
		defer unix.Close(pidfd)
		about = "/proc/self/fdinfo/" + strconv.Itoa(pidfd) // this one, whoever has its number now
	}
	text, err := os.ReadFile(about)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		if rest, is := strings.CutPrefix(line, "NSpid:"); is {
			if f := strings.Fields(rest); len(f) == 1 && f[0] != "-1" && f[0] != "0" {
				return nil
			}
			return errors.New("the other side is in a sandbox, or gone")
		}
	}
	return errors.New("the kernel does not say who the other side is")
}

// maxOrder bounds what is asked for.
const maxOrder = 4 << 10

// ReadLine reads a line without what is behind it.
func ReadLine(c net.Conn) (string, error) {
	var line []byte
	var b [1]byte
	for len(line) < maxOrder {
		if _, err := c.Read(b[:]); err != nil {
			return "", err
		}
		if b[0] == '\n' {
			return string(line), nil
		}
		line = append(line, b[0])
	}
	return "", errors.New("a line is too long")
}

// stopLimit is how long the end of a run may take.
const stopLimit = 5 * time.Second

// Stop ends a run: all of its processes are gone when it returns.
func (d *Dir) Stop(e *Entry) error {
	c, err := d.Dial(e.Run)
	if err == nil {
		defer c.Close()
		_ = c.SetDeadline(time.Now().Add(stopLimit))
		_, _ = c.Write([]byte("stop\n"))
		_, _ = c.Read(make([]byte, 1)) // the end of who serves it
	} // else it may be ending already
	for end := time.Now().Add(stopLimit); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if !e.Server.Alive() && !e.First.Alive() {
			return nil
		}
	}
	if err == nil {
		err = errors.New("it does not end")
	}
	return fmt.Errorf("process %d, which serves the run: %w", e.Server.Pid, err)
}

// CheckSession refuses a text that cannot be the name of a session.
func CheckSession(s string) error {
	odd := func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') &&
			!strings.ContainsRune("-_.:", r)
	}
	const most = 128
	if s == "" || s == "all" || len(s) > most || strings.ContainsFunc(s, odd) {
		return errors.New("a session has a name of letters, digits and -_.: and it is not all")
	}
	return nil
}
