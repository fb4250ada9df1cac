package subpath

import (
	"slices"
	"strings"
	"testing"
)

func TestIn(t *testing.T) {
	for _, c := range []struct {
		p, dir    string
		in, below bool
	}{
		{"/home/dev", "/home/dev", true, false},
		{"/home/dev/a", "/home/dev", true, true},
		{"/home/devil", "/home/dev", false, false},
		{"/home", "/home/dev", false, false},
		{"/home/dev", "/", true, true},
		{"/", "/", true, false},
		{"c:/a", "c:/", true, true},
		{"/home/dev", "", false, false},
		{"", "", false, false},
		{"", "/", false, false},
		{"/home/DEV/a", "/home/dev", Folds, Folds},
	} {
		if got := In(c.p, c.dir); got != c.in {
			t.Errorf("In(%q, %q) = %v", c.p, c.dir, got)
		}
		if got := Below(c.p, c.dir); got != c.below {
			t.Errorf("Below(%q, %q) = %v", c.p, c.dir, got)
		}
	}
}

func TestUp(t *testing.T) {
	for _, c := range []struct{ dir, top, want string }{
		{"/a/b/c", "/a", "/a/b/c /a/b /a"}, {"/a", "/a", "/a"}, {"/b", "/a", ""}, {"/a/b", "", ""},
		{"/a/b", "/", "/a/b /a /"}, {"/", "/", "/"},
	} {
		if got := strings.Join(slices.Collect(Up(c.dir, c.top)), " "); got != c.want {
			t.Errorf("Up(%q, %q) = %q, want %q", c.dir, c.top, got, c.want)
		}
	}
}

func TestFrom(t *testing.T) {
	for _, c := range [][3]string{{"/a/b", "../c", "/a/c"}, {"/a/b", "/x/./y", "/x/y"},
		{"/a", "", "/a"}, {"/", "x", "/x"}} {
		if got := From(c[0], c[1]); got != c[2] {
			t.Errorf("From(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
