package hostmatch

import "net/netip"

// special are ranges of addresses that no name may lead to, whatever a config allows. Sources: the
// IANA registries of special-purpose addresses, and the manuals of clouds for their metadata.
var special = [...]struct {
	prefix netip.Prefix
	why    string
}{
	{netip.MustParsePrefix("127.0.0.0/8"), loopback},
	{netip.MustParsePrefix("::1/128"), loopback},
	{netip.MustParsePrefix("0.0.0.0/8"), loopback}, // connect(2) takes 0.0.0.0 for this machine
	{netip.MustParsePrefix("::/128"), loopback},
	{netip.MustParsePrefix("169.254.0.0/16"), linkLocal}, // most clouds have their metadata there
	{netip.MustParsePrefix("fe80::/10"), linkLocal},
	{netip.MustParsePrefix("fd00:ec2::/32"), metadata},      // AWS
	{netip.MustParsePrefix("fd20:ce::254/128"), metadata},   // Google
	{netip.MustParsePrefix("100.100.100.200/32"), metadata}, // Alibaba
	{netip.MustParsePrefix("192.0.0.192/32"), metadata},     // Oracle
	{netip.MustParsePrefix("168.63.129.16/32"), metadata},   // Azure
	{netip.MustParsePrefix("224.0.0.0/4"), multicast},
	{netip.MustParsePrefix("ff00::/8"), multicast},
	{netip.MustParsePrefix("240.0.0.0/4"), reserved},
	// Ways of writing an IPv4 address that nobody answers for any more. Teredo and 6to4 lead through
	// whoever relays them, and the numbers in 64:ff9b:1::/48 stand where its network has them.
	{netip.MustParsePrefix("::/96"), embedded},
	{netip.MustParsePrefix("::ffff:0:0:0/96"), embedded},
	{netip.MustParsePrefix("64:ff9b:1::/48"), embedded},
	{netip.MustParsePrefix("2001::/32"), embedded},
	{netip.MustParsePrefix("2002::/16"), embedded},
}

const (
	loopback  = "an address of this machine"
	linkLocal = "a link-local address"
	metadata  = "the metadata of a cloud"
	multicast = "a multicast address"
	reserved  = "a reserved address"
	embedded  = "an address of IPv4 within one of IPv6"
)

// nat64 holds IPv4 addresses for networks without IPv4 (RFC 6052): there every name leads to it, so
// what counts is the address within.
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// Forbidden says what an address is that the sandbox never reaches; "" for any other.
func Forbidden(a netip.Addr) string {
	if !a.IsValid() {
		return "no address"
	}
	a = Plain(a)
	for i := range special {
		if special[i].prefix.Contains(a) {
			return special[i].why
		}
	}
	return ""
}

// Plain is an address as ranges are compared with it: without a zone, and what is within an address
// of NAT64 or a mapped one.
func Plain(a netip.Addr) netip.Addr {
	a = a.Unmap().WithZone("")
	if nat64.Contains(a) {
		b := a.As16()
		return netip.AddrFrom4([4]byte(b[12:]))
	}
	return a
}
