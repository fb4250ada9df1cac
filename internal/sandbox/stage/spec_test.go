package stage

import (
	"net/netip"
	"reflect"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

func TestSpec(t *testing.T) {
	s := &Spec{Path: "/bin/\xff", Argv: []string{"a", "", "b\nc"}, Env: []string{"X=\x01"},
		Rules: []plan.Rule{{Path: "/p", Type: plan.Dir}},
		Serve: plan.Network{Sockets: []plan.Listener{{UDP: true, Addr: netip.MustParseAddrPort("127.0.0.1:53")},
			{Addr: netip.MustParseAddrPort("[::1]:443"), Loose: true}},
			Addresses: []netip.Addr{netip.MustParseAddr("fd00::1")}},
		Held: []Held{{"/a", true, 0, 0}, {"/b", false, 1 << 63, 7}}, Umask: 0o27,
		Steps: []plan.Step{{Do: plan.Hide, Path: "/m\xff", Type: plan.File, Text: "t",
			Openings: []plan.Opening{{Path: "/m/h", Type: plan.Dir}}}},
		Up: true, Background: true}
	data := s.Encode()
	back, err := Decode(data)
	if err != nil || !reflect.DeepEqual(back, s) {
		t.Errorf("%+v %v", back, err)
	}
	for i := range data {
		if _, err := Decode(data[:i]); err == nil {
			t.Errorf("%d bytes of it are one, too", i)
		}
	}
}

func TestMessages(t *testing.T) {
	for _, e := range []*Error{{"execve /x", 2, true}, {"no number", 0, false}} {
		if back := DecodeError(e.encode()); !reflect.DeepEqual(back, error(e)) {
			t.Errorf("%v", back)
		}
	}
	if status, left := DecodeEnd(ended(7<<8, true)); status != 7<<8 || !left {
		t.Error(status, left)
	}
}
