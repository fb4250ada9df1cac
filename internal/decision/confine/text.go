package confine

import (
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// String is the profile in a line, for people: "writes ., reaches registry.npmjs.org".
func (p *Profile) String() string {
	var parts []string
	if names := p.shown(p.Write); names != "" {
		parts = append(parts, "writes "+names)
	} else {
		parts = append(parts, "writes nothing")
	}
	switch {
	case p.Network == sandbox.NetOpen:
		parts = append(parts, "reaches any host")
	case p.Network == sandbox.NetFiltered && len(p.Allow) > 0:
		parts = append(parts, "reaches "+some(p.Allow))
	case p.Network == sandbox.NetFiltered && len(p.Localhost) > 0:
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
		if rest, ok := strings.CutPrefix(s, "TMPDIR="); ok && subpath.In(rest, name) {
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
