// Package hosts says what the name of a host is and which patterns match it: for rules on effects
// (effects.host) and for the network of the sandbox. It knows no port and no user, and links
// nothing.
package hosts

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/glob"
)

// Match reports whether a host, as Canonical writes it, matches a pattern: * is any text, dots
// included. A pattern that allows names never covers an address; it has to be written as it is.
func Match(pattern, host string, allowing bool) bool {
	if allowing && IsAddress(host) && pattern != host {
		return false
	}
	return glob.Match(strings.ToLower(strings.TrimSuffix(pattern, ".")), host)
}

// IsAddress reports whether a host is written in digits: 127.0.0.1, ::1, and what programs could
// take for one, such as 1.2.3.256 or 0x7f.1.
func IsAddress(host string) bool {
	return strings.Contains(host, ":") || strings.Trim(host, "0123456789.x") == ""
}

// wideDots are the characters that IDNA reads as a dot (RFC 3490, 3.1).
var wideDots = [...]string{"\u3002", "\uff0e", "\uff61"}

// Canonical writes a host as rules have it: EVIL.example. and evil。example are evil.example,
// 0x7f.1 and 2130706433 are 127.0.0.1. One with an escape, %2e, is not known.
func Canonical(s string) string {
	for _, dot := range wideDots {
		if strings.Contains(s, dot) {
			s = strings.ReplaceAll(s, dot, ".")
		}
	}
	// not the zone of an IPv6 address
	if strings.IndexByte(s, '%') >= 0 && strings.IndexByte(s, ':') < 0 {
		return ""
	}
	s = strings.ToLower(strings.TrimSuffix(s, "."))
	if s != "" && '0' <= s[0] && s[0] <= '9' {
		if quad := dottedQuad(s); quad != "" {
			return quad
		}
	}
	return s
}

// dottedQuad reads an IPv4 address in any form that inet_aton(3) takes: up to four numbers in
// decimal, octal or hexadecimal digits, of which the last one fills the rest; "" for anything else.
func dottedQuad(s string) string {
	parts := strings.Split(s, ".")
	if len(parts) > 4 {
		return ""
	}
	var addr uint64
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 0, 32)
		if err != nil || strings.ContainsAny(p, "_ob") && !strings.HasPrefix(p, "0x") {
			return ""
		}
		last := i == len(parts)-1
		switch {
		case !last && n > 255, last && n>>(8*(4-i)) != 0:
			return ""
		case last:
			addr |= n
		default:
			addr |= n << (8 * (3 - i))
		}
	}
	quad := make([]string, 4)
	for i := range quad {
		quad[i] = strconv.FormatUint(addr>>(8*(3-i))&255, 10)
	}
	return strings.Join(quad, ".")
}
