package confine

import "github.com/fencepost/fencepost/internal/fact"

// FromRegistry reports whether the hosts that a command contacts are those of its spec and it
// brings no credentials to them: what it can do there is to fetch packages. Where a word names
// another host, that is an effect of its own.
func FromRegistry(c *fact.Command) bool {
	n := needOf(c)
	return n != nil && len(n.Hosts) > 0 && !personal(c)
}
