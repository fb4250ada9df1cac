package siblings

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/build"
)

// other is a mark of another build.
var other = markHead + strings.Repeat("0123456789abcdef", 2) + "\n"

// The id of a build is found wherever it lies in a program, and nothing else is taken for it.
func TestBuild(t *testing.T) {
	const chunk = 64 << 10 // what is read at once
	fill := func(n int) string { return strings.Repeat("\x00f", n)[:n] }
	otherID := other[len(markHead) : len(other)-1]
	tests := []struct{ about, text, want string }{
		{"nothing", "", ""},
		{"a script", "#!/bin/sh\nexit 0\n", ""},
		{"an earlier build", fill(3*chunk) + "fencepost-interp a\n", ""},
		{"this build", fill(1000) + Mark + fill(1000), build.ID},
		{"at the beginning", Mark, build.ID},
		{"another build", fill(5*chunk) + other + fill(9), otherID},
		{"the beginning alone", fill(77) + markHead + fill(100) + other, otherID},
		{"the beginning alone, at the end", fill(77) + markHead, ""},
		{"no digits", markHead + strings.Repeat("g", len(build.ID)) + "\n", ""},
		{"more digits", markHead + build.ID + "0\n", ""},
		{"less digits", markHead + build.ID[1:] + "\n", ""},
		{"the first counts", Mark + other, build.ID},
	}
	for _, before := range []int{chunk - len(Mark) - 1, chunk - len(Mark), chunk - len(Mark) + 1, chunk - 1,
		chunk, chunk + 1, 2*chunk - len(Mark) - 20, 2*chunk - len(Mark)} {
		tests = append(tests, struct{ about, text, want string }{"across chunks", fill(before) + Mark +
			fill(3), build.ID})
	}
	file := filepath.Join(t.TempDir(), "program")
	for _, tt := range tests {
		if err := os.WriteFile(file, []byte(tt.text), 0o700); err != nil {
			t.Fatal(err)
		}
		if got, err := Build(file); got != tt.want || err != nil {
			t.Errorf("%s, %d bytes: %q, %v", tt.about, len(tt.text), got, err)
		}
	}
	if _, err := Build(file + "-none"); err == nil {
		t.Error("a program that is not there has a build")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Build(exe); got != ThisBuild() || err != nil || got != build.ID {
		t.Errorf("this program is of %q, %v, and says %q", got, err, ThisBuild())
	}
}

// A program is foreign by what it says, or by what it is.
func TestOtherBuildsAreForeign(t *testing.T) {
	file := filepath.Join(t.TempDir(), "program")
	for _, tt := range []struct {
		is, said string
		want     bool
	}{
		{Mark, "", false}, {Mark, "garbage", false}, {Mark, Mark + "x", false}, {Mark, other, true},
		{other, "", true}, {other, other, true}, {"earlier", "", true}, {"earlier", Mark, false},
	} {
		if err := os.WriteFile(file, []byte(tt.is), 0o700); err != nil {
			t.Fatal(err)
		}
		if got := Foreign(file, []byte(tt.said)); got != tt.want {
			t.Errorf("%q, which says %q: %v", tt.is, tt.said, got)
		}
	}
	if Foreign(file+"-none", nil) {
		t.Error("a program that is not there is of another build")
	}
}

// Of the programs beside one, or beside that to which it is a link, those of other builds are named.
func TestOtherBuildsAreNamed(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	exe := put("bin/fencepost-hook", Mark)
	put("bin/fencepost", Mark)
	put("bin/fencepost-other", other)
	if got := Others(exe); len(got) > 0 {
		t.Errorf("of one build: %q", got)
	}
	helper, run := put("bin/fencepost-interp", "earlier"), put("bin/fencepost-run", "x"+other)
	if got := Others(exe); !slices.Equal(got, []string{helper, run}) {
		t.Errorf("of three builds: %q", got)
	}
	if err := os.Mkdir(filepath.Join(dir, "links"), 0o700); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "links", "fencepost-hook")
	if err := os.Symlink(exe, link); err != nil {
		t.Skip(err)
	}
	put("links/fencepost-run", Mark)
	if real, err := filepath.EvalSymlinks(helper); err != nil || !slices.Equal(Others(link),
		[]string{real}) {
		t.Errorf("beside a link: %q, %v", Others(link), err)
	}
	put("bin/fencepost-hook", other)
	if got := Others(exe); !slices.Equal(got, []string{exe, helper, run}) {
		t.Errorf("the program itself: %q", got)
	}
}
