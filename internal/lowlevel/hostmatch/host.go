// Package hostmatch says which hosts the network of the sandbox reaches: how a host is written, by
// people in a config and by programs in a request, and which patterns match it. Names are compared
// by package hosts, as those of effects.host are; here stands what is stricter in the sandbox.
//
// A pattern is a name, "*." and a name, or an address, each with a port behind a colon if it is for
// that port alone; IPv6 stands in brackets. "*.x" is not "x". A name never matches an address, and
// an address never a name. "*" alone is for lists that deny. A pattern without a port denies every
// port, and allows DefaultPorts.
package hostmatch

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/hosts"
)

// Host is a name, or an address: one of both is set.
type Host struct {
	Name string // in lower case, without a dot at the end
	Addr netip.Addr
}

// String is the host as patterns compare it.
func (h Host) String() string {
	if h.Addr.IsValid() {
		return h.Addr.String()
	}
	return h.Name
}

// Target is what a program wants to reach.
type Target struct {
	Host
	Port uint16
}

// String is the target as a config has it: good.test:443, [2001:db8::1]:443.
func (t Target) String() string {
	s := t.Host.String()
	if strings.Contains(s, ":") {
		s = "[" + s + "]"
	}
	if t.Port == 0 {
		return s
	}
	return s + ":" + strconv.Itoa(int(t.Port))
}

// maxName is the longest name of DNS in text (RFC 1035, 2.3.4), and maxLabel the longest part of
// it.
const (
	maxName  = 253
	maxLabel = 63
)

// ReadHost reads a host as an untrusted program writes it. Anything but an address, or a name of
// letters, digits, dashes and underscores, is an error: two programs could read it in two ways. An address in any form that inet_aton(3) takes is that address.
func ReadHost(s string) (Host, error) {
	if inner, ok := strings.CutPrefix(s, "["); ok {
		if inner, ok = strings.CutSuffix(inner, "]"); !ok || !strings.Contains(inner, ":") {
			return Host{}, fmt.Errorf("%s is no address in brackets", Show(s))
		}
		s = inner
	}
	if strings.Contains(s, ":") {
		a, err := netip.ParseAddr(s)
		if err != nil || a.Zone() != "" {
			return Host{}, fmt.Errorf("%s is no address", Show(s))
		}
		return Host{Addr: a.Unmap()}, nil
	}
	if err := checkName(strings.TrimSuffix(s, ".")); err != nil {
		return Host{}, err
	}
	s = hosts.Canonical(s)
	if a, err := netip.ParseAddr(s); err == nil {
		return Host{Addr: a}, nil
	}
	if inDigits(s) {
		return Host{}, fmt.Errorf("%s is no address, and no name either", Show(s))
	}
	return Host{Name: s}, nil
}

// ReadTarget reads HOST:PORT as a program writes it.
func ReadTarget(s string) (Target, error) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		return Target{}, fmt.Errorf("%s has no port", Show(s))
	}
	host, port := s[:i], s[i+1:]
	if strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		return Target{}, fmt.Errorf("%s has an address without brackets", Show(s))
	}
	p, ok := readPort(port)
	if !ok {
		return Target{}, fmt.Errorf("%s has no port from 1 to 65535", Show(s))
	}
	h, err := ReadHost(host)
	return Target{h, p}, err
}

// readPort reads a port in digits, without a sign or zeros in front.
func readPort(s string) (uint16, bool) {
	p, err := strconv.ParseUint(s, 10, 16)
	return uint16(p), err == nil && p != 0 && strconv.FormatUint(p, 10) == s
}

// checkName refuses what is no name of a host.
func checkName(s string) error {
	if s == "" || len(s) > maxName {
		return fmt.Errorf("%s is no name: it has %d bytes", Show(s), len(s))
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || len(label) > maxLabel {
			return fmt.Errorf("%s is no name: a part of it has %d bytes", Show(s), len(label))
		}
	}
	for i := range len(s) {
		if !nameByte(s[i]) {
			return fmt.Errorf("%s is no name: it holds %q", Show(s), s[i])
		}
	}
	return nil
}

func nameByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return c == '-' || c == '.' || c == '_'
}

// inDigits reports whether the last part of a name is a number: programs take such names for
// addresses, and no name on the net ends in one.
func inDigits(s string) bool {
	last := s[strings.LastIndexByte(s, '.')+1:]
	if hex, ok := strings.CutPrefix(last, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(last, "0123456789") == ""
}

// shown is how much of a text that a program made up is shown.
const shown = 120

// Show writes an untrusted text in quotes, without anything that a terminal or a
// reader of lines could take for more than text.
func Show(s string) string {
	if len(s) > shown {
		return strconv.QuoteToASCII(s[:shown]) + "…"
	}
	return strconv.QuoteToASCII(s)
}
