package confine

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// network says what is reached: the hosts of the facts where all are known, else those of the
// settings, and those that the facts name beside them. Where nothing is contacted there is none.
func (d *draft) network() {
	p, s := d.p, d.set
	if p.Network = sandbox.Network(s.Network); p.Network == "" {
		p.Network = sandbox.NetFiltered
	}
	narrow := d.hosts && d.narrow()
	if narrow && !d.contacts {
		p.Network = sandbox.NetNone
	}
	if p.Network != sandbox.NetFiltered {
		p.Deny, p.DenyResolved, p.Reasons = nil, nil, nil
		return
	}
	if p.Localhost = s.Localhost; s.Publish != nil {
		p.Publish = *s.Publish
	}
	if !narrow {
		p.Allow = slices.Clone(s.Hosts)
	}
	f := d.c.Facts
	if f == nil {
		return
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		for k := range c.Effects {
			if c.Effects[k].Kind == fact.Network {
				d.host(c.Effects[k].Host, narrow)
			}
		}
		for k := range c.Redirects {
			if c.Redirects[k].Net {
				d.host(c.Redirects[k].Host, narrow)
			}
		}
		if !narrow && !d.foreign {
			d.remotes(c)
		}
	}
	for i := range f.Effects {
		d.host(f.Effects[i].Host, narrow)
	}
}

// host adds one that the facts name. The entries of the settings that are for it are taken as they
// are, as they may have its port.
func (d *draft) host(name string, narrow bool) {
	if name == "" || isLocal(hostOf(name)) {
		return
	}
	found := false
	for _, h := range d.set.Hosts {
		if covers(h, hostOf(name)) && (hostOf(name) == name || h == name) {
			if found = true; narrow {
				d.p.Allow = add(d.p.Allow, h)
			}
		}
	}
	if !found && d.c.Vouched {
		d.p.Allow = add(d.p.Allow, bracket(name))
	}
}

// covers reports whether an entry of the settings is for a host.
func covers(entry, name string) bool {
	entry = strings.ToLower(strings.TrimSuffix(hostOf(entry), "."))
	if rest, ok := strings.CutPrefix(entry, "*."); ok {
		return strings.HasSuffix(name, "."+rest)
	}
	return entry == name
}

// hostOf is an entry without its port.
func hostOf(entry string) string {
	if strings.HasPrefix(entry, "[") {
		host, _, _ := strings.Cut(entry[1:], "]")
		return host
	}
	if i := strings.IndexByte(entry, ':'); i >= 0 && strings.Count(entry, ":") == 1 {
		return entry[:i]
	}
	return entry
}

// bracket writes an address of IPv6 as entries have it.
func bracket(name string) string {
	if strings.Count(name, ":") > 1 && !strings.HasPrefix(name, "[") {
		return "[" + name + "]"
	}
	return name
}

// isLocal reports whether a host is this machine: in the sandbox, the run's own loopback.
func isLocal(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost") || name == "::1" ||
		strings.HasPrefix(name, "127.") || name == "0.0.0.0"
}
