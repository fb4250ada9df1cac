//go:build linux

package escape

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// A street is two network namespaces with a cable between them: one is the machine, in which a
// command runs, the other is all of the net. Each address there leads to
// the same servers, which write down at which they were reached, and everything that leaves the
// machine is written down as it comes out of the cable. In the row's directory are then
//
//	heard-HOST:PORT   a host of the net got a connection; reached-machine: a server of the machine
//	left              a line for each packet that left, but for those that only keep a cable going
//	lan               what the port 3000 of the machine said to a neighbour, who always asks

const (
	machineAddr  = "10.77.0.1"
	machineAddr6 = "fd77::1"
	namesAddr    = "10.77.0.2"
	goodAddr     = "93.184.216.10"
	evilAddr     = "93.184.216.66"
	readyAddr    = "[fd77::2]:9418"
	// Nobody asks these but drain: in the net, and on the machine.
	drainNet     = "198.51.100.1"
	drainMachine = "127.77.0.1"
	insideStreet = "FENCEPOST_STREET"
)

// The first thread stands for the process in /proc and has to stay in the namespace of the machine.
func init() {
	if len(os.Args) > 2 && os.Args[1] == "tool" {
		runtime.LockOSThread()
	}
}

// street runs a command as a user in a street of its own, and returns its status.
func street(dir string, uid int, command []string) (int, error) {
	if os.Getenv(insideStreet) == "" {
		return enterStreet()
	}
	s := &streetWorld{dir: dir, ended: make(chan bool, 1)}
	if err := s.build(); err != nil {
		return 1, fmt.Errorf("no street: %w", err)
	}
	c := exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), insideStreet+"=")
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: unix.SIGKILL}
	if os.Getenv(insideStreet) == "root" && uid != 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}
	}
	if err := c.Run(); c.ProcessState == nil {
		return 1, err
	}
	return c.ProcessState.ExitCode(), s.drain()
}

// enterStreet starts this program again in namespaces of its own. Who is root needs no other users
// for that, so that all files belong to whom they belong.
func enterStreet() (int, error) {
	c := exec.Command("/proc/self/exe", os.Args[1:]...)
	c.Env = append(os.Environ(), insideStreet+"=root")
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: unix.SIGKILL,
		Cloneflags: unix.CLONE_NEWNET | unix.CLONE_NEWNS}
	if uid := os.Geteuid(); uid != 0 {
		one := func(id int) []syscall.SysProcIDMap {
			return []syscall.SysProcIDMap{{HostID: id, Size: 1}}
		}
		c.Env = append(c.Env, insideStreet+"=user")
		c.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		c.SysProcAttr.UidMappings, c.SysProcAttr.GidMappings = one(uid), one(os.Getegid())
	}
	if err := c.Start(); err != nil {
		return 1, fmt.Errorf("no namespaces: %w", err)
	}
	_ = c.Wait()
	return c.ProcessState.ExitCode(), nil
}

// streetWorld is the net of a street.
type streetWorld struct {
	dir   string
	asks  map[string]int // how often a name was asked for
	left  *os.File
	ended chan bool // the last packet has come out of the cable
	// asking is held while the neighbour asks.
	asking sync.Mutex
}

func (s *streetWorld) note(name string) {
	_ = os.WriteFile(s.dir+"/"+name, nil, 0o644)
}

// build makes the files of the machine, the namespace of the net and what is in both.
func (s *streetWorld) build() (err error) {
	if s.left, err = os.Create(s.dir + "/left"); err != nil {
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"/etc/resolv.conf": "nameserver " + namesAddr + "\noptions timeout:1 attempts:1\n",
		"/etc/hosts":       "127.0.0.1 localhost\n::1 localhost\n",
	} {
		own := s.dir + "/" + strings.ReplaceAll(name[1:], "/", "-")
		if err := os.WriteFile(own, []byte(text), 0o644); err != nil {
			return err
		}
		if err := unix.Mount(own, name, "", unix.MS_BIND, ""); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	built := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		built <- s.net()
	}()
	if err := <-built; err != nil {
		return err
	}
	if err := ip("link set lo up", "addr add "+machineAddr+"/24 dev m0",
		"addr add "+machineAddr6+"/64 dev m0 nodad", "link set m0 up",
		"route add default via "+namesAddr, "route add default via fd77::2"); err != nil {
		return err
	}
	if err := s.machine(); err != nil {
		return err
	}
	return s.ready()
}

// ready waits until the cable is in use: the kernel takes its time over that.
func (s *streetWorld) ready() (err error) {
	testkit.Eventually(func() bool {
		var c net.Conn
		if c, err = net.Dial("tcp", readyAddr); err == nil {
			c.Close()
		}
		return err == nil
	})
	return err
}

// last is what the last packet carries.
const last = "that was all"

// drain waits until what has left the machine is written down. A server takes connections one after
// the other, and the cable keeps the order of packets: what comes now comes last.
func (s *streetWorld) drain() error {
	for addr, ports := range map[string][]int{drainNet: netPorts, drainMachine: machinePorts} {
		for _, port := range ports {
			c, err := net.Dial("tcp", net.JoinHostPort(addr, strconv.Itoa(port)))
			if err != nil {
				return err
			}
			_, _ = c.Read(make([]byte, 1)) // the server closes it, see each
			c.Close()
		}
	}
	s.asking.Lock() // what the neighbour was told is written down
	defer s.asking.Unlock()
	c, err := net.Dial("udp", readyAddr)
	if err != nil {
		return err
	}
	defer c.Close()
	if _, err := io.WriteString(c, last); err != nil {
		return err
	}
	select {
	case <-s.ended:
		return nil
	case <-time.After(time.Minute):
		return errors.New("the last packet never comes out of the cable")
	}
}

// ip runs commands of ip(8).
func ip(lines ...string) error {
	c := exec.Command("ip", "-batch", "-")
	c.Stdin = strings.NewReader(strings.Join(lines, "\n"))
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("ip: %w\n%s", err, out)
	}
	return nil
}

// net makes the namespace of the net: the thread that runs it moves there.
func (s *streetWorld) net() error {
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return err
	}
	if err := ip("link add w0 type veth peer name m0 netns "+strconv.Itoa(os.Getpid()),
		"link set lo up", "addr add "+namesAddr+"/24 dev w0", "addr add fd77::2/64 dev w0 nodad",
		"link set w0 up", "route add local 0.0.0.0/0 dev lo table main",
		"route add local ::/0 dev lo table main"); err != nil {
		return err
	}
	if err := s.watch(); err != nil {
		return err
	}
	return s.serve()
}

// watch writes down what comes out of the cable.
func (s *streetWorld) watch() error {
	all := int(htons(unix.ETH_P_ALL))
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, all)
	if err != nil {
		return fmt.Errorf("a socket for packets: %w", err)
	}
	_ = unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_RCVBUFFORCE, 1<<24)
	index, err := interfaceIndex("w0")
	if err != nil {
		return err
	}
	at := &unix.SockaddrLinklayer{Protocol: htons(unix.ETH_P_ALL), Ifindex: index}
	if err := unix.Bind(fd, at); err != nil {
		return err
	}
	go func() {
		b := make([]byte, 1<<16)
		for {
			n, from, err := unix.Recvfrom(fd, b, 0)
			if err != nil {
				continue
			}
			a, ok := from.(*unix.SockaddrLinklayer)
			if ok && a.Pkttype != unix.PACKET_OUTGOING {
				s.leaves(packet(b[:n]))
			}
		}
	}()
	return nil
}

// leaves writes down a packet. What ready and drain send is no row's.
func (s *streetWorld) leaves(line string) {
	switch {
	case line == fmt.Sprintf("udp %s %q", readyAddr, last):
		s.ended <- true
	case line != "" && !strings.HasPrefix(line, "tcp "+readyAddr) &&
		!strings.HasPrefix(line, "tcp "+drainNet):
		_, _ = s.left.WriteString(line + "\n")
	}
}

func htons(n uint16) uint16 { return n<<8 | n>>8 }

func interfaceIndex(name string) (int, error) {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	defer unix.Close(fd)
	r, err := unix.NewIfreq(name)
	if err == nil {
		err = unix.IoctlIfreq(fd, unix.SIOCGIFINDEX, r)
	}
	if err != nil {
		return 0, err
	}
	return int(r.Uint32()), nil
}

// packet is a packet as a line: what it is, where to, and what it carries. "" is for what keeps a
// cable and connections going.
func packet(b []byte) string {
	var to string
	var kind byte
	switch {
	case len(b) >= 20 && b[0]>>4 == 4:
		size := int(b[0]&15) * 4
		if size > len(b) {
			return ""
		}
		to, kind = fmt.Sprintf("%d.%d.%d.%d", b[16], b[17], b[18], b[19]), b[9]
		if total := int(b[2])<<8 | int(b[3]); total >= size && total <= len(b) {
			b = b[:total]
		}
		b = b[size:]
	case len(b) >= 40 && b[0]>>4 == 6:
		to, kind = fmt.Sprintf("[%s]", address6(b[24:40])), b[6]
		b = b[40:]
	default:
		return "" // ARP
	}
	const tcp, udp, icmp6 = 6, 17, 58
	switch {
	case kind == tcp && len(b) >= 20:
		body := b[min(int(b[12]>>4)*4, len(b)):]
		if syn := b[13]&2 != 0; len(body) == 0 && !syn {
			return ""
		}
		return fmt.Sprintf("tcp %s:%d %q", to, int(b[2])<<8|int(b[3]), body)
	case kind == udp && len(b) >= 8:
		return fmt.Sprintf("udp %s:%d %q", to, int(b[2])<<8|int(b[3]), b[8:])
	case kind == 0 || kind == icmp6 && len(b) > 0 && (b[0] >= 130 && b[0] <= 136 || b[0] == 143):
		return "" // neighbours and groups of IPv6
	}
	return fmt.Sprintf("protocol-%d %s %q", kind, to, bytes.TrimSpace(b))
}
