package dns

import (
	"net/netip"
	"strings"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// some gives every name but full.test the same address.
type some struct{ refused []string }

func (s *some) Address(name string) (netip.Addr, uint32) {
	if name == "full.test" {
		return netip.Addr{}, 0
	}
	return netip.MustParseAddr("127.1.0.1"), 60
}

func (s *some) Name(a netip.Addr) string {
	if a == netip.MustParseAddr("127.1.0.1") {
		return "good.test"
	}
	return ""
}

func (s *some) Refused(name, kind string) { s.refused = append(s.refused, name+" "+kind) }

func query(t testing.TB, name string, kind dnsmessage.Type, class dnsmessage.Class) []byte {
	t.Helper()
	m := dnsmessage.Message{
		Header: dnsmessage.Header{ID: 7, RecursionDesired: true},
		Questions: []dnsmessage.Question{
			{Name: dnsmessage.MustNewName(name), Type: kind, Class: class},
		},
	}
	b, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestAnswer(t *testing.T) {
	const in = dnsmessage.ClassINET
	long := strings.Repeat(strings.Repeat("a", 61)+".", 4) // 248 bytes
	for _, r := range []struct {
		name  string
		kind  dnsmessage.Type
		class dnsmessage.Class
		want  string
	}{
		{"good.test.", dnsmessage.TypeA, in, "127.1.0.1"},
		{"GOOD.tEst.", dnsmessage.TypeA, in, "127.1.0.1"},
		{long, dnsmessage.TypeA, in, "127.1.0.1"},
		{"good.test.", dnsmessage.TypeAAAA, in, "nothing"},
		{"good.test.", dnsmessage.TypeHTTPS, in, "nothing"},
		{"localhost.", dnsmessage.TypeA, in, "127.0.0.1"},
		{"a.LocalHost.", dnsmessage.TypeAAAA, in, "::1"},
		{"full.test.", dnsmessage.TypeA, in, "RCodeServerFailure"},
		{"1.2.3.4.", dnsmessage.TypeA, in, "RCodeNameError"},
		{"0x7f.1.", dnsmessage.TypeA, in, "RCodeNameError"},
		{"a b.test.", dnsmessage.TypeA, in, "RCodeNameError"},
		{"a\x00.test.", dnsmessage.TypeA, in, "RCodeNameError"},
		{"\x1b[31m.test.", dnsmessage.TypeAAAA, in, "RCodeNameError"},
		{".", dnsmessage.TypeA, in, "RCodeNameError"},
		{"secret.evil.test.", dnsmessage.TypeTXT, in, "RCodeRefused"},
		{"secret.evil.test.", dnsmessage.TypeMX, in, "RCodeRefused"},
		{"_x._tcp.evil.test.", dnsmessage.TypeSRV, in, "RCodeRefused"},
		{"secret.evil.test.", dnsmessage.TypeNS, in, "RCodeRefused"},
		{"secret.evil.test.", dnsmessage.Type(10), in, "RCodeRefused"}, // NULL
		{"secret.evil.test.", dnsmessage.TypeALL, in, "RCodeRefused"},
		{"good.test.", dnsmessage.TypeA, dnsmessage.ClassCHAOS, "RCodeRefused"},
		{"1.0.1.127.in-addr.arpa.", dnsmessage.TypePTR, in, "good.test."},
		{"8.8.8.8.in-addr.arpa.", dnsmessage.TypePTR, in, "RCodeNameError"},
		{"x.in-addr.arpa.", dnsmessage.TypePTR, in, "RCodeNameError"},
		{"1.ip6.arpa.", dnsmessage.TypePTR, in, "RCodeNameError"},
	} {
		b := Answer(query(t, r.name, r.kind, r.class), nil, &some{})
		if got := read(b); got != r.want || len(b) > 512 {
			t.Errorf("%q %v: %s in %d bytes, want %s", r.name, r.kind, got, len(b), r.want)
		}
	}
}

// read is what an answer says.
func read(b []byte) string {
	var m dnsmessage.Message
	switch err := m.Unpack(b); {
	case err != nil:
		return err.Error()
	case !m.Response || m.ID != 7:
		return "no answer"
	case m.RCode != dnsmessage.RCodeSuccess:
		return m.RCode.String()
	case len(m.Answers) == 0:
		return "nothing"
	}
	switch body := m.Answers[0].Body.(type) {
	case *dnsmessage.AResource:
		return netip.AddrFrom4(body.A).String()
	case *dnsmessage.AAAAResource:
		return netip.AddrFrom16(body.AAAA).String()
	case *dnsmessage.PTRResource:
		return body.PTR.String()
	}
	return "another record"
}

// TestRefusedIsTold: what is refused is known by its name and kind.
func TestRefusedIsTold(t *testing.T) {
	s := &some{}
	Answer(query(t, "secret.evil.test.", dnsmessage.TypeTXT, dnsmessage.ClassINET), nil, s)
	if len(s.refused) != 1 || s.refused[0] != "secret.evil.test TXT" {
		t.Errorf("%q", s.refused)
	}
}

func TestHostilePackets(t *testing.T) {
	good := query(t, "good.test.", dnsmessage.TypeA, dnsmessage.ClassINET)
	loop := append(append([]byte{}, good[:12]...), 0xc0, 12, 0, 1, 0, 1)
	two := append(append([]byte{}, good...), good[12:]...)
	two[5] = 2
	dot := append(append([]byte{}, good[:12]...), 3, 'a', '.', 'b', 0, 0, 1, 0, 1)
	for what, r := range map[string]struct {
		b    []byte
		want string // "" for no answer
	}{
		"nothing":      {nil, ""},
		"half":         {good[:7], ""},
		"an answer":    {edit(good, 2, 0x80), ""},
		"an update":    {edit(good, 2, 5<<3), "RCodeNotImplemented"},
		"no question":  {edit(good, 5, 0)[:12], "RCodeFormatError"},
		"two":          {two, "RCodeFormatError"},
		"cut":          {good[:20], "RCodeFormatError"},
		"a loop":       {loop, "RCodeFormatError"},
		"a dot inside": {dot, "RCodeFormatError"},
	} {
		got := Answer(r.b, nil, &some{})
		if r.want == "" && got != nil || r.want != "" && read(got) != r.want {
			t.Errorf("%s: %s, want %s", what, read(got), r.want)
		}
	}
}

func edit(b []byte, i int, to byte) []byte {
	b = append([]byte{}, b...)
	b[i] = to
	return b
}

// FuzzAnswer: whatever comes, the answer can be read, is one to this query and goes into a packet.
func FuzzAnswer(f *testing.F) {
	f.Add(query(f, "good.test.", dnsmessage.TypeA, dnsmessage.ClassINET))
	f.Add(query(f, "1.0.1.127.in-addr.arpa.", dnsmessage.TypePTR, dnsmessage.ClassINET))
	f.Fuzz(func(t *testing.T, b []byte) {
		got := Answer(b, make([]byte, 0, 512), &some{})
		if got == nil {
			return
		}
		var m dnsmessage.Message
		if err := m.Unpack(got); err != nil || !m.Response || len(got) > 512 || len(m.Answers) > 1 {
			t.Fatalf("%x: %v, %d bytes", got, err, len(got))
		}
		if got[0] != b[0] || got[1] != b[1] {
			t.Fatal("another number")
		}
	})
}
