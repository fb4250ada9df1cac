package confine

import (
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/subpath"
)

// Flags are the arguments of fencepost-run that stand for the profile, without the command.
func (p *Profile) Flags() []string {
	var out []string
	each := func(flag string, values []string) {
		for _, v := range values {
			out = append(out, flag, v)
		}
	}
	numbers := func(flag string, values []int) {
		for _, v := range values {
			out = append(out, flag, strconv.Itoa(v))
		}
	}
	one := func(flag, value, usual string) {
		if value != "" && value != usual {
			out = append(out, flag, value)
		}
	}
	each("-w", p.Write)
	each("--keep", p.Deny)
	each("-r", p.Read)
	each("--mask", p.Mask)
	one("--secrets", p.Secrets, "home")
	if p.GitConfig {
		out = append(out, "--git-config")
	}
	each("--lift", p.Lift)
	one("--net", p.Net, NetNone)
	if p.Net == NetFiltered {
		each("-n", p.Hosts)
		each("--deny", p.DenyHosts)
		for _, r := range p.Reasons {
			out = append(out, "--reason", r.Host+"="+r.Text)
		}
		each("--deny-resolved", p.DenyResolved)
		numbers("--localhost", p.Localhost)
		if p.Publish != nil {
			numbers("--publish", p.Publish.Ports)
			if p.Publish.Auto {
				out = append(out, "--publish", "auto")
			}
		}
	}
	each("--socket", p.Sockets)
	each("--set", p.Set)
	if scrub := strings.Join(p.Scrub, ","); scrub != "" {
		out = append(out, "--scrub", scrub)
	} else {
		out = append(out, "--scrub", "none")
	}
	if len(p.EnvKeep) > 0 {
		out = append(out, "--env-keep="+strings.Join(p.EnvKeep, ","))
	}
	one("--tmp", p.Tmp, "private")
	one("--background", p.Background, "keep")
	one("--level", p.Level, "full")
	one("--session", p.Session, "")
	return out
}

// String is the profile in a line, for people: "writes ., reaches registry.npmjs.org".
func (p *Profile) String() string {
	var parts []string
	if names := p.shown(p.Write); names != "" {
		parts = append(parts, "writes "+names)
	} else {
		parts = append(parts, "writes nothing")
	}
	switch {
	case p.Net == NetOpen:
		parts = append(parts, "reaches any host")
	case p.Net == NetFiltered && len(p.Hosts) > 0:
		parts = append(parts, "reaches "+some(p.Hosts))
	case p.Net == NetFiltered && len(p.Localhost) > 0:
		parts = append(parts, "reaches ports of this machine")
	default:
		parts = append(parts, "reaches no host")
	}
	if names := p.shown(p.Read); names != "" {
		parts = append(parts, "reads "+names)
	}
	if names := p.shown(p.Sockets); names != "" {
		parts = append(parts, "asks "+names)
	}
	return strings.Join(parts, ", ")
}

// shown are paths as people write them: relative to the project, or below ~. Temporary files are
// not worth a word.
func (p *Profile) shown(paths []string) string {
	var out []string
	for _, name := range paths {
		if p.temporary(name) {
			continue
		}
		switch {
		case p.project != "" && name == p.project:
			name = "."
		case p.project != "" && subpath.In(name, p.project):
			name = name[len(p.project)+1:]
		case p.home != "" && subpath.In(name, p.home):
			name = path.Join("~", name[len(p.home):])
		}
		out = append(out, name)
	}
	return some(out)
}

func (p *Profile) temporary(name string) bool {
	for _, s := range p.Set {
		if rest, ok := strings.CutPrefix(s, "TMPDIR="); ok && rest == name {
			return true
		}
	}
	return false
}

// some are the first names of a list.
func some(names []string) string {
	const most = 4
	if len(names) <= most {
		return strings.Join(names, " ")
	}
	return strings.Join(names[:most], " ") + " and " + strconv.Itoa(len(names)-most) + " more"
}
