package hostmatch

import (
	"net/netip"
	"strings"
	"testing"
)

func TestParseRefuses(t *testing.T) {
	for _, r := range []struct {
		entry      string
		use        Use
		what, mend string
	}{
		{"", Allow, "names no host", "registry.example"},
		{"https://good.test", Allow, "has a scheme", `write "good.test:443"`},
		{"http://good.test/x?y", Allow, "has a scheme", `write "good.test:80"`},
		{"https://me@good.test:8443/x", Deny, "has a scheme", `write "good.test:8443"`},
		{"https://[2001:db8::1]/", Allow, "has a scheme", `write "[2001:db8::1]:443"`},
		{"ssh://git@good.test/x.git", Allow, "has a scheme", `write "good.test:22"`},
		{"good.test/path", Allow, "has a path", `write "good.test"`},
		{"good.test?q", Allow, "has a path", `write "good.test"`},
		{"evil.test#.good.test", Allow, "has a path", `write "evil.test"`},
		{"git@good.test", Allow, "has a user", `write "good.test"`},
		{"10.0.0.0/8", Allow, "is a range", "one by one"},
		{"10.0.0.0/8", Deny, "is a range", "denyResolved"},
		{"a.test, b.test", Allow, "more than one host", "an entry of each"},
		{"*", Allow, "allows every host", "mode: open"},
		{"*:443", Allow, "allows every host", "mode: open"},
		{"*x.test", Allow, "a star within", `"*.example"`},
		{"a.*.test", Allow, "a star within", `"*.example"`},
		{"*.*.test", Allow, "a star within", `"*.example"`},
		{"*.10.0.0.1", Allow, "star before an address", "one by one"},
		{"*.1", Deny, "star before an address", "one by one"},
		{"::1", Deny, "colons", `write "[::1]"`},
		{"2001:db8::1:443", Allow, "colons", "behind the bracket"},
		{"good.test:", Allow, "no port", "leave the colon out"},
		{"good.test:0", Allow, "no port", "leave the colon out"},
		{"good.test:65536", Allow, "no port", "leave the colon out"},
		{"good.test:+80", Allow, "no port", "leave the colon out"},
		{"good.test:080", Allow, "no port", "leave the colon out"},
		{"good.test:*", Allow, "no port", "leave the colon out"},
		{"bücher.test", Allow, "letters that names", `"xn--bcher-kva.test"`},
		{"good\x00.test", Allow, "holds", "registry.example"},
		{"good%2etest", Allow, "holds", "registry.example"},
		{".good.test", Allow, "0 bytes", "registry.example"},
		{"good..test", Allow, "0 bytes", "registry.example"},
		{"good.test..", Allow, "0 bytes", "registry.example"},
		{strings.Repeat("a", 64) + ".test", Allow, "64 bytes", "registry.example"},
		{strings.Repeat("a.", 127) + "test", Allow, "258 bytes", "registry.example"},
		{"0x7f.1", Deny, "unusual form", `write "127.0.0.1"`},
		{"2130706433", Deny, "unusual form", `write "127.0.0.1"`},
		{"010.0.0.1", Allow, "unusual form", `write "8.0.0.1"`},
		{"[::ffff:10.0.0.1]", Allow, "unusual form", `write "10.0.0.1"`},
		{"1.2.3.256", Allow, "no address", "registry.example"},
		{"good.5", Allow, "no address", "registry.example"},
		{"[fe80::1%eth0]", Deny, "no address", "registry.example"},
		{"[good.test]", Allow, "in brackets", "registry.example"},
		{"localhost:5432", Allow, "is this machine", "localhost: [5432]"},
		{"*.localhost", Allow, "is this machine", "localhost: [5432]"},
		{"127.0.0.1:5432", Allow, "is this machine", "localhost: [5432]"},
		{"[::1]:5432", Allow, "is this machine", "localhost: [5432]"},
		{"169.254.169.254", Allow, "link-local", "leave it out"},
		{"[64:ff9b::7f00:1]", Allow, "address of this machine", "leave it out"},
	} {
		p, err := Parse(r.entry, r.use)
		if err == nil {
			t.Errorf("%q is taken, as %+v", r.entry, p)
			continue
		}
		e, ok := err.(*Error)
		if !ok || !strings.Contains(e.What, r.what) || !strings.Contains(e.Mend, r.mend) {
			t.Errorf("%q: %v\nwant %q and %q", r.entry, err, r.what, r.mend)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, r := range []struct {
		entry  string
		use    Use
		target string // as a program writes it
		want   bool
	}{
		{"good.test", Allow, "good.test:443", true},
		{"good.test", Allow, "good.test:80", true},
		{"good.test", Allow, "good.test:22", true},
		{"good.test", Allow, "good.test:25", false},
		{"good.test", Allow, "good.test:6379", false},
		{"good.test", Deny, "good.test:6379", true},
		{"good.test:5432", Allow, "good.test:5432", true},
		{"good.test:5432", Allow, "good.test:443", false},
		{"good.test:5432", Deny, "good.test:443", false},
		{"Good.TEST.", Allow, "gOOd.test.:443", true},
		{"good.test", Allow, "good.test.evil.test:443", false},
		{"good.test", Allow, "a.good.test:443", false},
		{"*.good.test", Allow, "a.good.test:443", true},
		{"*.good.test", Allow, "a.b.good.test:443", true},
		{"*.good.test", Allow, "good.test:443", false},
		{"*.good.test", Allow, "evilgood.test:443", false},
		{"*.good.test:8443", Allow, "a.good.test:8443", true},
		{"*", Deny, "good.test:1", true},
		{"*", Deny, "10.0.0.1:1", true},
		{"*", Deny, "[2001:db8::1]:1", true},
		{"*:25", Deny, "good.test:25", true},
		{"*:25", Deny, "good.test:443", false},
		{"10.0.0.1", Allow, "10.0.0.1:443", true},
		{"10.0.0.1", Allow, "0xa.1:443", true}, // the same address
		{"10.0.0.1", Allow, "[::ffff:a00:1]:443", true},
		{"10.0.0.1", Allow, "10.0.0.11:443", false},
		{"[2001:db8::1]", Allow, "[2001:DB8:0::1]:443", true},
		{"[2001:db8::1]:8080", Allow, "[2001:db8::1]:443", false},
		{"*.test", Deny, "10.0.0.1:443", false},
		{"xn--bcher-kva.test", Allow, "XN--BCHER-KVA.test:443", true},
		{"a_b.test", Allow, "a_b.test:443", true},
	} {
		p, err := Parse(r.entry, r.use)
		if err != nil {
			t.Errorf("%s: %v", r.entry, err)
			continue
		}
		target, err := ReadTarget(r.target)
		if err != nil {
			t.Errorf("%s: %v", r.target, err)
		} else if got := p.Matches(target); got != r.want {
			t.Errorf("%s (%d) for %s: %v", r.entry, r.use, r.target, got)
		}
	}
}

// TestReadRefuses: texts that two programs could read in two ways are no hosts.
func TestReadRefuses(t *testing.T) {
	for _, s := range []string{
		"", ":443", "good.test", "good.test:", "good.test:0", "good.test:99999", "good.test:-1",
		"good.test:443:443", "good.test%00.evil.test:443", "good.test\x00:443", "good.test :443",
		"evil.test#.good.test:443", "evil.test\\.good.test:443", "evil.test/good.test:443",
		"good.test@evil.test:443", "good.test?x:443", "[fe80::1%25eth0]:443", "[fe80::1%1]:443",
		"::1:443", "[::1]443", "[::1", "[1.2.3.4]:443", "1.2.3.256:443", "0x7f.0.0.0.1:443",
		"4294967296:443", "good..test:443", "good.test..:443", "bücher.test:443",
		"evil。test:443", strings.Repeat("a", 300) + ":443",
	} {
		if got, err := ReadTarget(s); err == nil {
			t.Errorf("%q is read as %v", s, got)
		}
	}
}

// TestReadHost: what programs write in digits is an address, and never a name.
func TestReadHost(t *testing.T) {
	for s, want := range map[string]string{
		"2130706433": "127.0.0.1", "0x7f000001": "127.0.0.1", "0177.1": "127.0.0.1", "0": "0.0.0.0",
		"127.1": "127.0.0.1", "[::ffff:127.0.0.1]": "127.0.0.1", "::1": "::1",
		"Good.Test.": "good.test", "127.0.0.1.nip.test": "127.0.0.1.nip.test", "3com.test": "3com.test",
	} {
		h, err := ReadHost(s)
		if err != nil || h.String() != want {
			t.Errorf("%s: %v %v, want %s", s, h, err, want)
		}
	}
}

func TestForbidden(t *testing.T) {
	for _, s := range []string{
		"127.0.0.1", "127.9.9.9", "0.0.0.0", "::", "::1", "::ffff:127.0.0.1", "169.254.169.254",
		"169.254.170.2", "fe80::1", "fe80::1%eth0", "fd00:ec2::254", "100.100.100.200", "64:ff9b::7f00:1",
		"64:ff9b::a9fe:a9fe", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2001:0:4136:e378::1", "::7f00:1",
		"::ffff:0:7f00:1", "224.0.0.1", "255.255.255.255", "ff02::1", "168.63.129.16", "fd20:ce::254",
	} {
		if Forbidden(netip.MustParseAddr(s)) == "" {
			t.Errorf("%s is not forbidden", s)
		}
	}
	for _, s := range []string{"10.0.0.1", "192.168.1.1", "8.8.8.8", "2606:4700::1111", "fd12::1",
		"64:ff9b::808:808", "::ffff:8.8.8.8", "128.0.0.1"} {
		if why := Forbidden(netip.MustParseAddr(s)); why != "" {
			t.Errorf("%s is %s", s, why)
		}
	}
	if Forbidden(netip.Addr{}) == "" {
		t.Error("no address is not forbidden")
	}
}

// FuzzReadTarget: what is read is written so that it is read as the same again, and a name is one
// of letters, digits, dashes and underscores whose last part is no number.
func FuzzReadTarget(f *testing.F) {
	for _, s := range []string{"good.test:443", "[::1]:80", "0x7f.1:22", "A.b.:1", "1.2.3.256:5"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ReadTarget(s)
		if err != nil {
			return
		}
		again, err := ReadTarget(got.String())
		if err != nil || again != got {
			t.Fatalf("%q is %v, and then %v %v", s, got, again, err)
		}
		if got.Name != "" && (got.Addr.IsValid() || inDigits(got.Name) || checkName(got.Name) != nil) {
			t.Fatalf("%q is the name %q", s, got.Name)
		}
	})
}
