package settings

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
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
func (v Version) AtLeast(w Version) bool { return slices.Compare(v[:], w[:]) >= 0 }

func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }

var printed = regexp.MustCompile(`^\s*(\d+)\.(\d+)\.(\d+)(?:-\S*)? \(Claude Code\)`)

// ParseVersion reads what the client prints for --version: "2.1.330 (Claude Code)".
func ParseVersion(text string) (v Version, ok bool) {
	for i, number := range printed.FindStringSubmatch(text) {
		var err error
		if i > 0 {
			if v[i-1], err = strconv.Atoi(number); err != nil {
				return Version{}, false
			}
		}
	}
	return v, v.Known()
}
