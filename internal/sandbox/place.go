package sandbox

import (
	"path"
	"strings"
)

// Place returns where an entry of a spec leads: [VARIABLE=]PATH[//BELOW], as in GOPATH=~/go//pkg. The
// variable names another place for PATH. The place is absolute or written as in the spec; "" if the
// variable switches it off.
func Place(entry string, getenv func(string) string) string {
	name, place, ok := strings.Cut(entry, "=")
	if !ok {
		name, place = "", entry
	}
	place, below, _ := strings.Cut(place, "//")
	given := ""
	if name != "" {
		given = getenv(name)
	}
	const cache = "~/.cache/"
	switch {
	case strings.HasPrefix(given, "/"):
		place = given
	case given != "":
		return "" // relative, or a word that switches it off
	case strings.HasPrefix(place, cache) && strings.HasPrefix(getenv("XDG_CACHE_HOME"), "/"):
		place = path.Join(getenv("XDG_CACHE_HOME"), place[len(cache):])
	}
	return path.Join(place, below)
}
