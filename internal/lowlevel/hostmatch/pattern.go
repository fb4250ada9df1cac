package hostmatch

import (
	"net/netip"
	"slices"
	"strings"

	"golang.org/x/net/idna"

	"github.com/fencepost/fencepost/internal/lowlevel/hosts"
)

// DefaultPorts are those that a pattern without a port allows. Every sandbox listens on them.
var DefaultPorts = [...]uint16{22, 80, 443}

// Use says what a list of patterns is for.
type Use uint8

const (
	Allow Use = iota
	Deny
)

// Pattern is one entry of a list.
type Pattern struct {
	Text string // as it is written in the config
	Host string // as hosts.Match takes it
	Port uint16 // 0 where the entry names none
	Use  Use
}

// Exact reports whether the pattern is for one name or address.
func (p *Pattern) Exact() bool { return !strings.Contains(p.Host, "*") }

// Addr is the address that the pattern is for; not valid where it is for names.
func (p *Pattern) Addr() netip.Addr {
	a, _ := netip.ParseAddr(p.Host)
	return a
}

// Matches reports whether the pattern is for a target.
func (p *Pattern) Matches(t Target) bool {
	return p.matchesHost(t.Host) && p.matchesPort(t.Port)
}

func (p *Pattern) matchesHost(h Host) bool {
	if p.Host != "*" && p.Addr().IsValid() != h.Addr.IsValid() {
		return false
	}
	return hosts.Match(p.Host, h.String(), p.Use == Allow)
}

func (p *Pattern) matchesPort(port uint16) bool {
	switch {
	case p.Port != 0:
		return p.Port == port
	case p.Use == Deny:
		return true
	}
	return slices.Contains(DefaultPorts[:], port)
}

// List is a list of patterns.
type List []Pattern

// Find returns the first pattern for a target, or nil.
func (l List) Find(t Target) *Pattern {
	for i := range l {
		if l[i].Matches(t) {
			return &l[i]
		}
	}
	return nil
}

// Some returns a pattern that is for some port of a host, or nil.
func (l List) Some(h Host) *Pattern {
	for i := range l {
		if l[i].matchesHost(h) {
			return &l[i]
		}
	}
	return nil
}

// Error says what is wrong with an entry, and how to mend it. Where it stands the caller knows.
type Error struct{ What, Mend string }

func (e *Error) Error() string { return e.What + ": " + e.Mend }

// flags has what errors say of a config's settings, and the same of the flags of fencepost-run.
var flags = strings.NewReplacer(
	`write "mode: open" under sandbox.network`, "write --net open",
	"under sandbox.network.localhost: [5432]", "with --localhost 5432",
	"sandbox.network.localhost", "--localhost",
	"sandbox.network.publish", "--publish",
	"sandbox.network needs", "-n, --localhost and --publish need",
	"is under localhost and publish", "is that of --localhost and --publish",
	"leave it under localhost if it is opened outside, under publish if inside",
	"leave it with --localhost if it is opened outside, with --publish if inside",
	"make an entry of each", "write -n before each",
	"write it under sandbox.network.denyResolved", "write it with --deny-resolved",
)

// Flags is the error with the names of the flags of fencepost-run.
func (e *Error) Flags() string { return flags.Replace(e.Error()) }

// ParseList reads entries as a config has them; the error names the first one that is wrong.
func ParseList(entries []string, use Use) (List, error) {
	list := make(List, 0, len(entries))
	for _, s := range entries {
		p, err := Parse(s, use)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// Parse reads an entry as a config or a flag has it.
func Parse(s string, use Use) (Pattern, error) {
	p := Pattern{Text: s, Use: use}
	if err := checkForm(s, use); err != nil {
		return p, err
	}
	host, port, err := cutPort(s)
	if err != nil {
		return p, err
	}
	p.Port = port
	switch name, star := strings.CutPrefix(host, "*."); {
	case host == "*" && use == Deny:
		p.Host = "*"
		return p, nil
	case host == "*":
		return p, &Error{Show(s) + " allows every host",
			`name the hosts, or write "mode: open" under sandbox.network`}
	case strings.Contains(name, "*"):
		return p, &Error{Show(s) + " has a star within a name",
			`a star stands for all in front of a dot: "*.example"; write the names one by one`}
	case star:
		if h, err := ReadHost(name); err == nil && h.Addr.IsValid() {
			return p, &Error{Show(s) + " has a star before an address", "write the addresses one by one"}
		}
		h, err := entryHost(s, name, use)
		p.Host = "*." + h.Name
		return p, err
	}
	h, err := entryHost(s, host, use)
	p.Host = h.String()
	return p, err
}

// checkForm refuses what is more than a host and a port.
func checkForm(s string, use Use) error {
	if s == "" {
		return &Error{`"" names no host`, `write a name such as "registry.example", or leave it out`}
	}
	if scheme, rest, ok := strings.Cut(s, "://"); ok {
		return &Error{Show(s) + " has a scheme", "write " + Show(bare(rest, schemePort(scheme)))}
	}
	if _, err := netip.ParsePrefix(s); err == nil {
		mend := "write the addresses one by one"
		if use == Deny {
			mend = "write it under sandbox.network.denyResolved"
		}
		return &Error{Show(s) + " is a range of addresses", mend}
	}
	if i := strings.IndexAny(s, "/?#\\"); i >= 0 {
		return &Error{Show(s) + " has a path", "write " + Show(bare(s, ""))}
	}
	if strings.Contains(s, "@") {
		return &Error{Show(s) + " has a user", "write " + Show(bare(s, ""))}
	}
	if strings.ContainsAny(s, " \t\r\n,|") {
		return &Error{Show(s) + " is more than one host", "make an entry of each"}
	}
	return nil
}

// bare is the host and port of a URL's end, with a port if it has none.
func bare(s, port string) string {
	if i := strings.IndexAny(s, "/?#\\"); i >= 0 {
		s = s[:i]
	}
	s = s[strings.LastIndexByte(s, '@')+1:]
	if port != "" && s != "" && !strings.Contains(strings.TrimLeft(s, "[0123456789abcdef:"), ":") {
		s += ":" + port
	}
	return s
}

func schemePort(scheme string) string {
	switch strings.ToLower(scheme) {
	case "https", "wss":
		return "443"
	case "http", "ws":
		return "80"
	case "ssh", "git+ssh":
		return "22"
	}
	return ""
}

// cutPort divides an entry at its port.
func cutPort(s string) (host string, port uint16, err error) {
	i := strings.LastIndexByte(s, ':')
	if strings.HasPrefix(s, "[") && strings.HasSuffix(s, "]") || i < 0 {
		return s, 0, nil
	}
	if host = s[:i]; strings.Contains(host, ":") && !strings.HasPrefix(host, "[") {
		mend := "write an address of IPv6 in brackets"
		if a, err := netip.ParseAddr(s); err == nil {
			mend = "write " + Show("["+a.String()+"]") + ", with a port behind the bracket"
		}
		return "", 0, &Error{Show(s) + " has colons of which none is known to precede a port", mend}
	}
	port, ok := readPort(s[i+1:])
	if !ok {
		return "", 0, &Error{Show(s) + " has no port from 1 to 65535",
			"write the number of one port behind the colon, or leave the colon out"}
	}
	return host, port, nil
}

// entryHost reads the host of an entry, and refuses what no entry can be for.
func entryHost(entry, s string, use Use) (Host, error) {
	if strings.IndexFunc(s, func(r rune) bool { return r > 0x7e }) >= 0 {
		mend := "write it as it goes over the net: xn--…"
		if ascii, err := idna.Lookup.ToASCII(s); err == nil {
			mend = "write it as it goes over the net: " + Show(ascii)
		}
		return Host{}, &Error{Show(entry) + " has letters that names on the net do not have", mend}
	}
	h, err := ReadHost(s)
	if err != nil {
		return h, &Error{err.Error(), `write a name such as "registry.example", or an address`}
	}
	written := strings.Trim(s, "[]")
	if a, err := netip.ParseAddr(written); h.Addr.IsValid() && (err != nil || a != h.Addr) {
		return h, &Error{Show(entry) + " is an address in an unusual form",
			"write " + Show(h.String())}
	}
	if use == Deny {
		return h, nil
	}
	if h.Name == "localhost" || strings.HasSuffix(h.Name, ".localhost") || h.Addr.IsLoopback() {
		return h, &Error{Show(entry) + " is this machine",
			"name the port that may be reached under sandbox.network.localhost: [5432]"}
	}
	if why := Forbidden(h.Addr); h.Addr.IsValid() && why != "" {
		return h, &Error{Show(entry) + " is " + why, "the sandbox reaches none; leave it out"}
	}
	return h, nil
}
