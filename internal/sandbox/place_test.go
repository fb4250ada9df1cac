package sandbox

import "testing"

// TestPlace: where the caches and files of specs lie.
func TestPlace(t *testing.T) {
	for _, r := range []struct{ entry, name, value, want string }{
		{"~/.m2/repository", "", "", "~/.m2/repository"},
		{"/run/x", "", "", "/run/x"},
		{"GOPATH=~/go//pkg", "", "", "~/go/pkg"},
		{"GOPATH=~/go//pkg", "GOPATH", "/g", "/g/pkg"},
		{"GOCACHE=~/.cache/go-build", "GOCACHE", "off", ""},
		{"GOCACHE=~/.cache/go-build", "XDG_CACHE_HOME", "/c", "/c/go-build"},
		{"~/.cache/gh", "XDG_CACHE_HOME", "c", "~/.cache/gh"},
	} {
		got := Place(r.entry, func(name string) string {
			if name == r.name {
				return r.value
			}
			return ""
		})
		if got != r.want {
			t.Errorf("%s with %s=%s: %q, want %q", r.entry, r.name, r.value, got, r.want)
		}
	}
}
