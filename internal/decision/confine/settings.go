package confine

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/gen/credentials"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// settings takes over what does not depend on the call, or on how much of it is known.
func (d *draft) settings() {
	p, s := d.p, d.set
	p.Unseen = !d.seen
	p.Closed = d.seen && d.files && d.hosts
	p.Tmp, p.Background, p.Session = s.Tmp, s.Background, session(d.c.Session)
	p.Level, p.Scrub = sandbox.Level(s.Require), []string{}
	p.Deny, p.DenyResolved = s.DenyHosts, s.DenyResolved
	for _, r := range s.Reasons {
		if slices.Contains(p.Deny, r.Host) && r.Text != "" {
			p.Reasons = append(p.Reasons, r)
		}
	}
	for _, given := range s.ReadOnly {
		p.ReadOnly = add(p.ReadOnly, d.expand(given))
	}
	for _, given := range s.Hide {
		if given = d.expand(given); given != "" && (wild(given) || d.kind(given) != None) {
			p.Hide = add(p.Hide, given)
		}
	}
	p.Keep = slices.Clone(s.Keep)
	p.Memory, p.Processes, p.Time = s.Memory, s.Processes, s.Time
	for _, dev := range s.Devices {
		if d.kind(dev) != None {
			p.Devices = add(p.Devices, dev)
		}
	}
	if s.Scrub != nil {
		p.Scrub = append(p.Scrub, s.Scrub.Names...)
	}
	// The default, agent and session, has what no run needs; code that nobody has seen is given
	// none of the others either, and packages nothing that is called as credentials are.
	if !p.Closed && slices.Equal(p.Scrub, envscrub.Default(true)) {
		if p.Scrub = envscrub.Default(false); d.installs() {
			p.Scrub = append(p.Scrub, envscrub.Named)
		}
	}
	switch s.ProjectSecrets {
	case "open":
		p.Secrets = "home"
	case "hide":
		p.Secrets = "project"
	default:
		if p.Secrets = "home"; (d.seen || d.installs()) && (!d.seen || !d.keepsFiles()) {
			p.Secrets = "project"
		}
	}
	if d.c.Scratch != "" {
		p.Own = SessionScratch(d.c.Scratch, d.c.Session)
		tmp := p.Own
		if given := d.env("TMPDIR"); d.isScratch(given) {
			tmp = given // where calls that run unconfined leave their files
		}
		p.Set, p.Make = append(p.Set, "TMPDIR="+tmp), append(p.Make, p.Own)
		if s.Home == "private" {
			p.Set, p.Make = append(p.Set, "HOME="+p.Own+"/home"), append(p.Make, p.Own+"/home")
		}
	} else if s.Home == "private" {
		p.Set = append(p.Set, "HOME=/tmp")
	}
}

// SessionScratch is the part of the scratch directory that a session has to itself: other sessions'
// runs do not see it.
func SessionScratch(scratch, session string) string {
	return path.Join(scratch, "sessions", sum(session))
}

// installs reports whether all code that runs unseen is that of packages which the call installs.
func (d *draft) installs() bool {
	return len(d.needs) > 0 && !slices.ContainsFunc(d.needs, func(n need) bool { return !n.Packages })
}

// session is a name of a session as fencepost-run takes it.
func session(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, s)
}

// reads says what stays readable: what the settings say, and files that the facts name and that are
// hidden, by a question that was answered or as others' temporary files.
func (d *draft) reads() {
	for _, allow := range d.set.ReadAllow {
		d.read(d.expand(allow))
	}
	f := d.c.Facts
	if f == nil {
		return
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Remote || c.Places == nil {
			continue
		}
		for k := range c.Effects {
			if e := &c.Effects[k]; e.Kind == fact.Read {
				d.readPath(c, &e.Path)
			}
		}
		for k := range c.Redirects {
			if r := &c.Redirects[k]; r.Mode == fact.RedirRead && !r.Exempt && !r.Net {
				d.readPath(c, &r.Path)
			}
		}
	}
}

func (d *draft) readPath(c *fact.Command, p *fact.Path) {
	name := d.literal(p)
	switch {
	case !p.Known || name == "" || subpath.In(name, "/proc"):
	case d.set.Tmp == "private" && subpath.In(name, "/tmp") && name != "/tmp" && !d.isScratch(name):
		d.read(name)
	case p.Glob || !d.c.Vouched:
	case d.kind(name) == File && secret(c, p), d.p.Closed && d.kind(name) == Dir && secret(c, p):
		d.read(name) // a directory only for who is known to look at what it was let look at
	}
}

func (d *draft) read(p string) {
	if p == "" || !wild(p) && d.kind(p) == None || slices.ContainsFunc(d.p.Hide, func(m string) bool {
		return !wild(m) && subpath.In(p, m)
	}) {
		return
	}
	d.p.Read = add(d.p.Read, p)
}

// secret reports whether a file is one that is hidden, and that a person may open.
func secret(c *fact.Command, p *fact.Path) bool {
	is := false
	for _, e := range credentials.Entries() {
		if written, _ := c.Places.Glob(p, e.Glob, true); written == fact.Yes {
			if e.Deny || e.Shown {
				return false
			}
			is = true
		}
	}
	return is
}

// rights adds what was granted.
func (d *draft) rights() {
	for _, r := range d.c.Rights {
		switch r.Kind {
		case "write":
			if name := strings.TrimSuffix(r.Name, "/"); d.confinable(name) { // of a directory
				d.write(name)
			}
		case "read":
			d.read(r.Name)
		case "host":
			if d.p.Network != sandbox.NetOpen && d.set.Network != string(sandbox.NetNone) {
				d.p.Network, d.p.Allow = sandbox.NetFiltered, add(d.p.Allow, r.Name)
			}
		case "port":
			d.port(r)
		case "socket":
			d.socket(r.Name)
		}
	}
}

func (d *draft) port(r history.Right) {
	n, err := strconv.ParseUint(r.Name, 10, 16)
	if err == nil && n > 0 && d.p.Network != sandbox.NetOpen && !slices.Contains(d.p.Localhost, int(n)) {
		d.p.Network, d.p.Localhost = sandbox.NetFiltered, append(slices.Clone(d.p.Localhost), int(n))
	}
}
