package pathname

import (
	"path"
	"path/filepath"
	"testing"
)

// parts are put together in all ways.
var parts = [...]string{"", "/", "//", ".", "..", "...", "a", ".git", "a.", "..b", "/.", "/..", "\\",
	"\x00", "C:", "ä"}

// paths calls f with every path of up to four parts.
func paths(f func(p string)) {
	for _, a := range parts {
		for _, b := range parts {
			for _, c := range parts {
				for _, d := range parts {
					f(a + b + c + d)
				}
			}
		}
	}
}

func TestLikeStandardLibrary(t *testing.T) {
	same := func(what, p, got, want string) {
		if got != want {
			t.Fatalf("%s of %q: %q, the standard library says %q", what, p, got, want)
		}
	}
	paths(func(p string) {
		same("Clean", p, Clean(p), path.Clean(p))
		same("CleanFile", p, CleanFile(p), filepath.Clean(p))
		same("Dir", p, Dir(p), path.Dir(p))
		same("DirOfFile", p, DirOfFile(p), filepath.Dir(p))
		for _, dir := range [...]string{"", "/", "/home/ann", "/home/ann/", "ann", "/..", "/home//ann"} {
			same("Join with "+dir, p, Join(dir, p), path.Join(dir, p))
			same("JoinFile with "+dir, p, JoinFile(dir, p), filepath.Join(dir, p))
		}
	})
}
