package confine

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// expand makes a path of the settings absolute; "" where it stands for nothing here.
func (d *draft) expand(p string) string {
	const scratch = "$SCRATCH"
	switch {
	case p == scratch || strings.HasPrefix(p, scratch+"/"):
		if d.c.Scratch == "" {
			return ""
		}
		p = d.c.Scratch + p[len(scratch):]
	case p == "~" || strings.HasPrefix(p, "~/"):
		if d.c.Home == "" {
			return ""
		}
		p = d.c.Home + p[1:]
	case !strings.HasPrefix(p, "/"):
		if d.c.Project == "" {
			return ""
		}
		p = d.c.Project + "/" + p
	}
	return path.Clean(p)
}

func (d *draft) isScratch(p string) bool { return d.c.Scratch != "" && subpath.In(p, d.c.Scratch) }

func (d *draft) kind(p string) Kind {
	if d.c.Disk == nil {
		return Dir
	}
	return d.c.Disk.Kind(p)
}

func (d *draft) env(name string) string {
	if d.c.Getenv == nil {
		return ""
	}
	return d.c.Getenv(name)
}

// wild reports whether a path is a glob.
func wild(p string) bool { return strings.ContainsAny(p, "*?[") }

func add(list []string, s string) []string {
	if s == "" || slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// outermost sorts paths, and leaves out what lies below another one.
func outermost(paths []string) []string {
	slices.Sort(paths)
	var out []string
	for _, p := range paths {
		if !slices.ContainsFunc(out, func(o string) bool { return subpath.In(p, o) }) {
			out = append(out, p)
		}
	}
	return out
}
