package envrisk

import (
	"strings"

	"github.com/fencepost/fencepost/gen/environment"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// optionsFit reports whether each word of a value is an option that a pattern of the entry accepts.
func optionsFit(patterns, value string) bool {
	for o := range strings.FieldsSeq(value) {
		if !optionFits(patterns, o) {
			return false
		}
	}
	return true
}

// optionFits reports what the first pattern that matches an option says.
func optionFits(patterns, option string) bool {
	for p := range codec.Split(patterns) {
		p, refuses := strings.CutPrefix(p, "!")
		if matchOption(p, option) {
			return !refuses
		}
	}
	return false
}

// matchOption matches an option with a pattern: text, stars, and places for a value. A place ends
// where the text behind it stands for the first time.
func matchOption(pattern, s string) bool {
	for pattern != "" {
		switch pattern[0] {
		case '*':
			return matchStar(pattern[1:], s)
		case '<':
			place, rest, _ := strings.Cut(pattern[1:], ">")
			end := len(s)
			if rest != "" {
				if end = strings.IndexByte(s, rest[0]); end < 0 {
					return false
				}
			}
			if !fitsPlace(place, s[:end]) {
				return false
			}
			pattern, s = rest, s[end:]
		default:
			if s == "" || s[0] != pattern[0] {
				return false
			}
			pattern, s = pattern[1:], s[1:]
		}
	}
	return s == ""
}

func matchStar(rest, s string) bool {
	if rest == "" {
		return true
	}
	for i := range len(s) + 1 {
		if matchOption(rest, s[i:]) {
			return true
		}
	}
	return false
}

// Places are the names of what may stand between angle brackets; that of letters has the letters
// behind a colon.
func Places() []string { return []string{"number", "size", "name", "property", "dir", "letters"} }

// fitsPlace reports whether a text is what a place is for.
func fitsPlace(place, s string) bool {
	switch place {
	case "number":
		return s != "" && strings.Trim(s, "0123456789.") == ""
	case "size":
		return s != "" && strings.Trim(s, "0123456789.kKmMgGtT") == ""
	case "name":
		return plainName(s)
	case "property":
		return plainName(s) && !strings.Contains(s, "=") && !steersJava(s)
	case "dir":
		return inProject(s, nil) || strings.HasPrefix(s, "/usr/") && !strings.Contains(s, "..")
	}
	letters, ok := strings.CutPrefix(place, "letters:")
	return ok && strings.Trim(s, letters) == ""
}

// plainName reports whether a text is the name of a package or module, a number, or a list of them;
// no path from the root or upwards.
func plainName(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !letter && strings.IndexByte("._-+,=:%/", c) < 0 {
			return false
		}
	}
	return !strings.HasPrefix(s, "/") && !strings.Contains(s, "..") && !strings.Contains(s, "=/") &&
		!strings.Contains(s, ":/")
}

// steersJava reports whether a property says what is loaded or run, or from where:
// java.library.path, maven.ext.class.path, http.proxyHost.
func steersJava(name string) bool {
	if environment.JavaHarmless(name) {
		return false
	}
	for part := range strings.SplitSeq(strings.ToLower(name), ".") {
		if environment.JavaSteering(part) {
			return true
		}
	}
	return false
}
