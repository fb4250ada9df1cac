package reduced

import (
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// tree is a machine: paths, directories with a slash at the end, links with an @.
type tree map[string]plan.Type

func treeOf(paths ...string) tree {
	t := tree{}
	for _, p := range paths {
		typ := plan.File
		switch {
		case strings.HasSuffix(p, "/"):
			typ = plan.Dir
		case strings.HasSuffix(p, "@"):
			typ = plan.Link
		case strings.HasPrefix(p, "/dev/"):
			typ = plan.Other
		}
		p = strings.TrimRight(p, "/@")
		t[p] = typ
		for d := path.Dir(p); d != "/"; d = path.Dir(d) {
			t[d] = plan.Dir
		}
	}
	return t
}

func (t tree) Lstat(p string) plan.Type { return t[p] }
func (t tree) Names(dir string) (out []plan.Entry) {
	for _, p := range slices.Sorted(maps.Keys(t)) {
		if path.Dir(p) == dir {
			out = append(out, plan.Entry{Name: path.Base(p), Type: t[p]})
		}
	}
	return out
}

func TestLayout(t *testing.T) {
	fs := treeOf("/bin@", "/usr/bin/", "/etc/passwd", "/dev/null", "/dev/vda", "/dev/pts/", "/tmp/scratch/h/key", "/tmp/scratch/h/a", "/tmp/other",
		"/home/u/.ssh/id", "/home/u/.ssh/known_hosts", "/home/u/.bashrc", "/home/u/key@", "/home/u/p/.env",
		"/home/u/p/.git/hooks/", "/home/u/.config/gh/hosts", "/home/u/.config/git/config", "/home/v/")
	dir, file := plan.Dir, plan.File
	p := &plan.Plan{Steps: []plan.Step{
		{Do: plan.Dev, Path: "/dev"},
		{Do: plan.Device, Path: "/dev/null", Type: plan.Other},
		{Do: plan.Private, Path: "/tmp", Openings: []plan.Opening{{Path: "/tmp/scratch", Type: dir}}},
		{Do: plan.Writable, Path: "/home/u/p", Type: dir},
		{Do: plan.ReadOnly, Path: "/home/u/p/.git/hooks", Type: dir},
		{Do: plan.Hide, Path: "/home/u/.ssh", Type: dir, Openings: []plan.Opening{{Path: "/home/u/.ssh/known_hosts", Type: file}}},
		{Do: plan.Hide, Path: "/home/u/.config/gh", Type: dir},
		{Do: plan.Hide, Path: "/tmp/scratch/h/key", Type: file},
		{Do: plan.Hide, Path: "/home/u/p/.env", Type: file},
		{Do: plan.Hide, Path: "/run/bus", Type: plan.Socket},
		{Do: plan.ReadOnly, Path: "/proc/sys", Type: dir},
	}}
	l, err := Of(p, fs)
	if err != nil {
		t.Fatal(err)
	}
	paths := func(rules []plan.Rule) string {
		var out []string
		for _, r := range rules {
			out = append(out, r.Path)
		}
		return strings.Join(out, " ")
	}
	for _, tt := range []struct{ what, got, want string }{
		{"read", paths(l.Read), "/etc /home/u/.bashrc /home/u/.config/git /home/u/p /home/v /usr " +
			"/dev/pts /dev/null " +
			"/tmp/scratch/h/a /home/u/.ssh/known_hosts"},
		{"list", strings.Join(l.List, " "), "/ /home /home/u /home/u/.config /tmp/scratch /tmp/scratch/h"},
		{"write", paths(l.Write), "/home/u/p /dev/null"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %s", tt.what, tt.got)
		}
	}
	plain, err := Of(&plan.Plan{}, fs)
	if err != nil || paths(plain.Read) != "/" {
		t.Errorf("nothing is hidden: %v %v", plain.Read, err)
	}
}
