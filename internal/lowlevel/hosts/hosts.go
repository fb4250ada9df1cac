// Package hosts says what the name of a host is and which patterns match it: for rules on effects
// (effects.host) and for the network of the sandbox. It knows no port and no user, and links
// no package net.
package hosts

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/fencepost/fencepost/internal/lowlevel/glob"
)

// Match reports whether a host, as Canonical writes it, matches a pattern: * is any text, dots
// included. A pattern that allows names never covers an address; it has to be written as it is.
func Match(pattern, host string, allowing bool) bool {
	if strings.IndexByte(pattern, '*') < 0 {
		pattern = Canonical(pattern)
	}
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

// asName maps what IDNA drops from a name, and the dots that NFKC leaves (RFC 3490, 3.1).
func asName(s string) string {
	return strings.NewReplacer("\u3002", ".", "\u00ad", "", "\u200b", "",
		"\u2060", "", "\ufeff", "").Replace(norm.NFKC.String(s))
}

// Canonical writes a host as rules have it: EVIL.example., evil。example and ｅvil.example are
// evil.example, 0x7f.1, 2130706433 and ::ffff:7f00:1 are 127.0.0.1. One with an escape, %2e, is not
// known.
func Canonical(s string) string {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			s = asName(s)
			break
		}
	}
	if strings.IndexByte(s, ':') >= 0 {
		return address6(strings.ToLower(s))
	}
	if strings.IndexByte(s, '%') >= 0 {
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

// Reached is the address that a connection to a host reaches: this machine, for 0.0.0.0 and ::.
func Reached(host string) string {
	switch host {
	case "0.0.0.0":
		return "127.0.0.1"
	case "::":
		return "::1"
	}
	return host
}

// address6 writes an address of IPv6 as RFC 5952 has it, and one that stands for an address of
// IPv4 as that. What is no address stays as it is.
func address6(s string) string {
	addr, zone, _ := strings.Cut(s, "%")
	head, tail, gap := strings.Cut(addr, "::")
	before, ok := groups(head)
	behind, also := groups(tail)
	n := len(before) + len(behind)
	if !ok || !also || gap && n > 7 || !gap && n != 8 {
		return s
	}
	all := append(append(before, make([]uint64, 8-n)...), behind...)
	if all[0]|all[1]|all[2]|all[3]|all[4] == 0 && all[5] == 0xffff {
		return Canonical(strconv.FormatUint(all[6]<<16|all[7], 10))
	}
	text := ":"
	for _, g := range all {
		text += strconv.FormatUint(g, 16) + ":"
	}
	for k := 8; k > 1; k-- { // the first of the longest runs of zeros
		if zeros := ":" + strings.Repeat("0:", k); strings.Contains(text, zeros) {
			text = strings.Replace(text, zeros, "::", 1)
			break
		}
	}
	if !strings.HasPrefix(text, "::") {
		text = text[1:]
	}
	if !strings.HasSuffix(text, "::") {
		text = text[:len(text)-1]
	}
	if zone != "" {
		text += "%" + zone
	}
	return text
}

// groups reads a part of an address of IPv6, whose end may be an address of IPv4.
func groups(s string) (list []uint64, ok bool) {
	for more := s != ""; more; {
		var g string
		g, s, more = strings.Cut(s, ":")
		if !more && strings.Count(g, ".") == 3 {
			var quad uint64
			for part := range strings.SplitSeq(g, ".") {
				n, err := strconv.ParseUint(part, 10, 8)
				if ok = err == nil; !ok {
					return nil, false
				}
				quad = quad<<8 | n
			}
			return append(list, quad>>16, quad&0xffff), true
		}
		n, err := strconv.ParseUint(g, 16, 16)
		if err != nil || len(g) > 4 {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
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
