package egress

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/sandbox/stage"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The tests run in a network namespace of their own, which stands for the machine. Two more hang
// off it: the world, with servers and a name server, to which a cable leads; and the sandbox,
// which has nothing but the sockets that Needs names. Where the machine has no namespaces these
// tests are skipped, and say so.

const (
	inNamespace  = "FENCEPOST_TEST_NAMESPACE"
	machineAddr  = "10.77.0.1"
	worldAddr    = "10.77.0.2"
	evilAddr     = "10.77.0.3"
	deniedAddr   = "10.77.0.9"
	noNamespaces = "no network namespaces here"
)

// The first thread stands for the process in /proc and has to stay in the namespace of the machine.
func init() { runtime.LockOSThread() }

func TestMain(m *testing.M) {
	if !testkit.IsAll() {
		os.Exit(m.Run()) // the tests of the first tier need no network
	}
	if os.Getenv(inNamespace) != "" {
		status := m.Run()
		if w, err := theWorld(); err == nil {
			_ = os.RemoveAll(filepath.Dir(w.ca))
		}
		os.Exit(status)
	}
	ids := []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
	groups := []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	c := exec.Command("/proc/self/exe", os.Args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.Env = append(os.Environ(), inNamespace+"=1")
	c.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNET, UidMappings: ids, GidMappings: groups,
		Pdeathsig: unix.SIGKILL,
	}
	if err := c.Start(); err != nil {
		_ = os.Setenv(inNamespace, "") // the tests skip what needs one
		os.Exit(m.Run())
	}
	if err := c.Wait(); err != nil {
		os.Exit(1)
	}
}

// namespace is a network namespace with a thread that stays in it.
type namespace struct{ work chan func() }

// newNamespace starts a thread in a new network namespace. The namespace lives as long as a socket
// or the thread in it.
func newNamespace(t testing.TB) *namespace {
	t.Helper()
	testkit.All(t, "network namespaces")
	n := &namespace{make(chan func())}
	failed := make(chan error)
	go func() {
		runtime.LockOSThread() // never unlocked: the thread ends with the goroutine
		err := unix.Unshare(unix.CLONE_NEWNET)
		failed <- err
		for f := range n.work {
			f()
		}
	}()
	if err := <-failed; err != nil {
		close(n.work)
		t.Skip(noNamespaces, ": ", err)
	}
	return n
}

// do runs a function in the namespace.
func (n *namespace) do(f func()) {
	done := make(chan struct{})
	n.work <- func() { defer close(done); f() }
	<-done
}

// world is what lies outside: one for all tests of the package.
type world struct {
	ca       string // a file
	resolver *net.Resolver

	mu      sync.Mutex
	queries []string            // names that its name server was asked for
	heard   []string            // what servers were told: "good 80 Host: good.test"
	rebinds int                 // how often rebind.test was asked for
	answers map[string][]string // addresses of names
	repo    http.Handler
}

var theWorld = sync.OnceValues(makeWorld)

// outside returns the world, or skips the test.
func outside(t testing.TB) *world {
	t.Helper()
	testkit.All(t, "network namespaces")
	if os.Getenv(inNamespace) == "" {
		t.Skip(noNamespaces)
	}
	w, err := theWorld()
	if err != nil {
		t.Skip(noNamespaces, ": ", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries, w.heard, w.rebinds = nil, nil, 0
	return w
}

func makeWorld() (*world, error) {
	w := &world{answers: map[string][]string{
		"good.test": {worldAddr}, "www.good.test": {worldAddr}, "other.test": {worldAddr},
		"evil.test": {evilAddr}, "loop.test": {"127.0.0.1"}, "meta.test": {"169.254.169.254"},
		"own.test": {machineAddr}, "mapped.test": {"::ffff:127.0.0.1"}, "nat64.test": {"64:ff9b::7f00:1"},
		"6to4.test": {"2002:7f00:1::"}, "zero.test": {"0.0.0.0"}, "denied.test": {deniedAddr},
		"two.test": {"127.0.0.1", worldAddr}, "db": {worldAddr}, "closed.test": {worldAddr},
	}}
	if _, err := stage.Prepare(true, &plan.Network{}); err != nil {
		return nil, err
	}
	errs := make(chan error)
	go func() {
		runtime.LockOSThread()
		errs <- w.build()
	}()
	if err := <-errs; err != nil {
		return nil, err
	}
	w.resolver = &net.Resolver{PreferGo: true,
		Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, worldAddr+":53")
		}}
	return w, nil
}

// build makes the namespace of the world, the cable and the servers. It runs on a thread of its
// own, which ends: the sockets keep the namespace.
func (w *world) build() error {
	ip := func(args ...string) error {
		out, err := exec.Command("ip", args...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("ip %s: %v %s", strings.Join(args, " "), err, out)
		}
		return nil
	}
	machine := fmt.Sprintf("/proc/%d/ns/net", os.Getpid())
	if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
		return err
	}
	if err := ip("link", "add", "w0", "type", "veth", "peer", "name", "m0", "netns",
		fmt.Sprint(os.Getpid())); err != nil {
		return err
	}
	for _, a := range []string{worldAddr, evilAddr, deniedAddr} {
		if err := ip("addr", "add", a+"/24", "dev", "w0"); err != nil {
			return err
		}
	}
	if err := ip("link", "set", "w0", "up"); err != nil {
		return err
	}
	if err := w.serve(); err != nil {
		return err
	}
	// The other end, from the namespace of the machine.
	fd, err := unix.Open(machine, unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := unix.Setns(fd, unix.CLONE_NEWNET); err != nil {
		return err
	}
	if err := ip("addr", "add", machineAddr+"/24", "dev", "m0"); err != nil {
		return err
	}
	return ip("link", "set", "m0", "up")
}

// serve opens the servers of the world.
func (w *world) serve() error {
	cert, err := w.certificate()
	if err != nil {
		return err
	}
	names, err := net.ListenPacket("udp", worldAddr+":53")
	if err != nil {
		return err
	}
	go w.resolve(names)
	for _, at := range []struct{ name, addr string }{
		{"good", worldAddr}, {"evil", evilAddr}, {"denied", deniedAddr},
	} {
		for _, port := range []int{22, 25, 53, 80, 443, 514, 5432, 6379, 8080, 8443} {
			l, err := net.Listen("tcp", fmt.Sprintf("%s:%d", at.addr, port))
			if err != nil {
				return err
			}
			switch port {
			case 80, 8080:
				go w.http(l, at.name, port)
			case 443, 8443:
				config := &tls.Config{Certificates: []tls.Certificate{cert}}
				go w.http(tls.NewListener(l, config), at.name, port)
			default:
				go w.talk(l, at.name, port)
			}
		}
	}
	return nil
}

func (w *world) hear(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.heard = append(w.heard, fmt.Sprintf(format, args...))
}

// what returns what was heard, and what was asked for.
func (w *world) what() (heard, queries []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.heard), slices.Clone(w.queries)
}

func (w *world) http(l net.Listener, name string, port int) {
	handler := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		w.hear("%s %d %s %s", name, port, r.Host, r.URL.Path)
		if strings.HasPrefix(r.URL.Path, "/repo.git/") && w.repo != nil {
			w.repo.ServeHTTP(rw, r)
			return
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(rw, "%s says hello%s\n", name, body)
	})
	server := http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0)}
	_ = server.Serve(l)
}

// talk speaks first, and says back what it is told.
func (w *world) talk(l net.Listener, name string, port int) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			w.hear("%s %d", name, port)
			if port == 22 {
				fmt.Fprint(c, "SSH-2.0-standin\r\n")
			}
			b := make([]byte, 4096)
			for {
				n, err := c.Read(b)
				if n > 0 {
					w.hear("%s %d said %q", name, port, b[:n])
				}
				switch {
				case err != nil || port == 22:
					return
				case port == 5432:
					_, _ = c.Write(postgres(b[:n]))
				case port != 514: // which only listens
					_, _ = c.Write(b[:n])
				}
			}
		}()
	}
}

// postgres answers a request for TLS with no, and the first message with an error.
func postgres(b []byte) []byte {
	if len(b) == 8 {
		return []byte("N")
	}
	fields := "SFATAL\x00C28000\x00Mstand-in reached\x00\x00"
	return append([]byte{'E', 0, 0, 0, byte(len(fields) + 4)}, fields...)
}

// resolve is the name server of the world.
func (w *world) resolve(c net.PacketConn) {
	b := make([]byte, 4096)
	for {
		n, from, err := c.ReadFrom(b)
		if err != nil {
			return
		}
		var m dnsmessage.Message
		if m.Unpack(b[:n]) != nil || len(m.Questions) != 1 {
			continue
		}
		q := m.Questions[0]
		m.Response, m.Additionals = true, nil
		name := strings.TrimSuffix(strings.ToLower(q.Name.String()), ".")
		found := w.lookUp(name, q.Type)
		if found == nil {
			m.RCode = dnsmessage.RCodeNameError
		}
		for _, s := range found {
			a := netip.MustParseAddr(s)
			h := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 0}
			switch {
			case a.Is4() && q.Type == dnsmessage.TypeA:
				m.Answers = append(m.Answers, dnsmessage.Resource{Header: h,
					Body: &dnsmessage.AResource{A: a.As4()}})
			case a.Is6() && q.Type == dnsmessage.TypeAAAA:
				m.Answers = append(m.Answers, dnsmessage.Resource{Header: h,
					Body: &dnsmessage.AAAAResource{AAAA: a.As16()}})
			}
		}
		if out, err := m.Pack(); err == nil {
			_, _ = c.WriteTo(out, from)
		}
	}
}

func (w *world) lookUp(name string, kind dnsmessage.Type) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.queries = append(w.queries, name)
	if name == "rebind.test" && kind == dnsmessage.TypeA {
		w.rebinds++
		if w.rebinds%2 == 1 {
			return []string{worldAddr}
		}
		return []string{"127.0.0.1"}
	}
	if name == "rebind.test" {
		return []string{worldAddr} // none of IPv6
	}
	return w.answers[name]
}

// certificate makes one for all names, and writes that of its authority where clients find it.
func (w *world) certificate() (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, err
	}
	ca := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "stand-in"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), NotBefore: ca.NotBefore, NotAfter: ca.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{
			x509.ExtKeyUsageServerAuth},
		DNSNames: []string{"good.test", "*.good.test", "evil.test", "other.test", "rebind.test",
			"two.test"},
	}
	authority, err := x509.CreateCertificate(rand.Reader, ca, ca, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	der, err := x509.CreateCertificate(rand.Reader, leaf, ca, &key.PublicKey, key)
	if err != nil {
		return tls.Certificate{}, err
	}
	dir, err := os.MkdirTemp("", "egress")
	if err != nil {
		return tls.Certificate{}, err
	}
	w.ca = filepath.Join(dir, "ca.pem")
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: authority})
	if err := os.WriteFile(w.ca, text, 0o600); err != nil {
		return tls.Certificate{}, err
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}
