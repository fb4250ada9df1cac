package envrisk

import (
	"strings"

	"github.com/fencepost/fencepost/gen/environment"
)

// What a variable says about another machine decides who gets the password that a client sends, or
// whose code is fetched.

// onThisMachine reports whether each address of a value is one of this machine, or a file of a
// database. Tests reach services under names without a dot; named says that these count.
func onThisMachine(value string, named bool) bool {
	for part := range strings.SplitSeq(value, ",") {
		if !addressHere(part, named) {
			return false
		}
	}
	return true
}

func addressHere(s string, named bool) bool {
	scheme, rest, _ := strings.Cut(s, ":")
	if environment.FileSchemes(scheme) {
		return !strings.Contains(rest, "..") && !strings.HasPrefix(rest, "////") &&
			(scheme != "file" || !strings.HasPrefix(rest, "/"))
	}
	_, rest, url := strings.Cut(s, "://")
	if !url {
		rest = s
	}
	host := rest
	if end := strings.IndexAny(rest, "/?#\\"); end >= 0 {
		host = rest[:end]
	}
	host = host[strings.LastIndexByte(host, '@')+1:]
	if colon := strings.LastIndexByte(host, ':'); colon >= 0 &&
		strings.Trim(host[colon+1:], "0123456789") == "" {
		host = host[:colon]
	}
	switch {
	case host == "":
		return url && !strings.HasPrefix(s, "http")
	case environment.ThisMachine(host), thisMachine(s):
		return true
	}
	return named && !strings.HasPrefix(s, "http") && plainWord(host) && !strings.Contains(host, ".")
}
