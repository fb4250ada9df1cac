package paths

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestNeeded(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"**/.ssh/**", "ssh"},
		{"**/secret-1/**", "secret-1"},
		{"**/*.pem", "pem"},
		{"**/.config/gh/hosts.yml", "config"},
		{"**/Ünicode/x", "nicode"},
		{"**", ""},
		{"**/**", ""},
		{"deploy/prod/**", ""},
		{"/etc/shadow", ""},
		{"~/.bashrc", ""},
	}
	for _, tt := range tests {
		if got := needed(tt.pattern); got != tt.want {
			t.Errorf("needed(%q) = %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

// TestLacksPartAgreesWithGlob holds the shortcut to the answer of the glob itself, with links, other cases and
// several directories.
func TestLacksPartAgreesWithGlob(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"proj/.ssh", "proj/sub"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for link, to := range map[string]string{"proj/plain": ".ssh", "proj/.ssh/out": "../sub",
		"proj/loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(base, link)); err != nil {
			t.Skip(err)
		}
	}
	proj := filepath.Join(base, "proj")
	globs := []string{"**/.ssh/**", "**/.SSH/**", "**/*.pem", "**/sub/*", "**/ſub/**", "**/k",
		"**/.ssh", "**/x/../y", "**/.ssh/**/key", "**"}
	names := []string{"a", ".ssh/key", ".SSH/key", "plain/key", "plain", ".ssh/out/a", "sub/a", "sub",
		"A.PEM", "b.pem", "loop/x", "K", "\u212a", "SSH~1/key", ".ssh/../a", "sub/../.ssh", "\u017fub/x",
		".s\u200csh/key"}
	yes, short := 0, 0
	for _, name := range names {
		for _, dirs := range [][]string{nil, {proj + "/" + name, proj + "/sub/" + name}} {
			p := fact.Path{Written: name, Abs: proj + "/" + name, Dirs: dirs, Known: true}
			for _, glob := range globs {
				r := New(proj, base, "", true)
				w, tgt := r.Glob(&p, glob, true)
				wantW, wantT := r.match(r.readings(&p), r.glob(glob, true), false)
				if r.last.unsure {
					moreW, moreT := r.matchUnsure(&p, glob)
					wantW, wantT = wantW.Or(moreW), wantT.Or(moreT)
				}
				if w != wantW || tgt != wantT {
					t.Errorf("%s of %s: got %v %v, the glob itself says %v %v", glob, name, w, tgt, wantW, wantT)
				}
				if w == fact.Yes {
					yes++
				}
				if lacksPart(r.readings(&p), glob) {
					short++
				}
			}
		}
	}
	if yes < 20 || short < 20 {
		t.Errorf("%d matches and %d shortcuts: the comparison says little", yes, short)
	}
	p := fact.Path{Written: "*", Abs: proj + "/*", Known: true, Glob: true}
	if w, _ := New(proj, base, "", true).Glob(&p, "**/"+strings.Repeat("x", 9), true); w == fact.No {
		t.Error("a pattern stands for any name")
	}
}
