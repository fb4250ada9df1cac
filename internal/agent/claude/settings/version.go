package settings

import (
	"strconv"
	"strings"
)

// Version is a version of the client, {} where it is not known.
type Version [3]int

// OnFailureSince and ArgsSince are the versions from which the client knows the keys onFailure and
// args. An older one passes over them.
var (
	OnFailureSince = Version{2, 1, 295}
	ArgsSince      = Version{2, 1, 101}
)

// Known reports whether the version is known.
func (v Version) Known() bool { return v != Version{} }

// AtLeast compares versions; an unknown one is older than all.
func (v Version) AtLeast(w Version) bool {
	for i := range v {
		if v[i] != w[i] {
			return v[i] > w[i]
		}
	}
	return true
}

func (v Version) String() string {
	return strconv.Itoa(v[0]) + "." + strconv.Itoa(v[1]) + "." + strconv.Itoa(v[2])
}

// ParseVersion reads what the client prints for --version: "2.1.330 (Claude Code)".
func ParseVersion(text string) (Version, bool) {
	word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if !strings.HasPrefix(rest, "(Claude Code)") {
		return Version{}, false
	}
	word, _, _ = strings.Cut(word, "-")
	parts := strings.Split(word, ".")
	if len(parts) != 3 {
		return Version{}, false
	}
	var v Version
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 {
			return Version{}, false
		}
		v[i] = n
	}
	return v, v.Known()
}
