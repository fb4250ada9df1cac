package command

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Host returns the host of a URL as rules see it: lower-cased, without user, port and trailing dot,
// an address in the usual form; "" where it is not known.
func Host(w *fact.Word) string { return hostName(w) }

// unknownHost reports a host whose name is not known: what it is made of goes to whoever answers
// for the name, as in pg_isready -h "$TOKEN.host.example".
func (r *resolver) unknownHost(o *fact.Operand) {
	if !o.Word.IsLiteral() {
		r.hazard("dynamic-host", fact.Dynamic, o.Word.Show(),
			"the host that "+r.c.Name+" asks cannot be known before it runs")
	}
}

// hostName returns the host of a URL, of HOST:PATH or of USER@HOST; "" where it is not known.
func hostName(w *fact.Word) string {
	s := w.Text
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+len("://"):]
	}
	end := strings.IndexAny(s, "/?#\\")
	if end < 0 && w.Kind != fact.Literal {
		return "" // what follows may be more of the host, or make this the user
	}
	if end >= 0 {
		s = s[:end]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	switch {
	case strings.HasPrefix(s, "["):
		s, _, _ = strings.Cut(s[1:], "]")
	case strings.Count(s, ":") == 1:
		s, _, _ = strings.Cut(s, ":")
	}
	return canonicalHost(s)
}

// wideDots are the characters that IDNA reads as a dot (RFC 3490, 3.1).
var wideDots = [...]string{"\u3002", "\uff0e", "\uff61"}

// canonicalHost writes a host as rules have it: EVIL.example. and evil。example are evil.example,
// 0x7f.1 and 2130706433 are 127.0.0.1. One with an escape, %2e, is not known.
func canonicalHost(s string) string {
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
