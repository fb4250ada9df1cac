package confine

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/needs"
	"github.com/fencepost/fencepost/internal/fact"
)

// need is what the specs of a program say that it needs in the sandbox (presets/commands).
type need struct {
	needs.Need
	idle     bool // this command only looks
	contacts bool // it contacts something, or runs what may
}

// opens reports whether the command has its caches open.
func (n *need) opens() bool { return !n.idle || n.Always }

// needOf returns what a command needs, with its subcommands; nil for nothing.
func needOf(c *fact.Command) *need {
	var n *need
	subs := subcommands(c)
	for i := 0; i <= len(subs) && c.Name != ""; i++ {
		name := c.Name
		if i > 0 {
			name += " " + strings.Join(subs[:i], " ")
		}
		named := func(o needs.Need) bool { return o.Command == name }
		if i := slices.IndexFunc(needs.Table[:], named); i >= 0 {
			if n == nil {
				n = &need{}
			}
			n.add(&needs.Table[i])
		}
	}
	return n
}

// subcommands are those that the spec knows, and the word behind one: of a command that it knows none
// of, the first words that are no options.
func subcommands(c *fact.Command) []string {
	const most = 2
	if len(c.Sub) > 1 {
		return c.Sub
	}
	var out []string
	words := c.Canonical()
	if len(c.Sub) == 1 && (len(words) < most || words[1].Text != c.Sub[0]) {
		return c.Sub
	}
	for i := 1; i < len(words) && len(out) < most; i++ {
		w := &words[i]
		if !w.Known() || strings.HasPrefix(w.Text, "-") {
			break
		}
		out = append(out, w.Text)
	}
	return out
}

// add adds what a spec says.
func (n *need) add(o *needs.Need) {
	n.Caches, n.Fills = append(n.Caches, o.Caches...), append(n.Fills, o.Fills...)
	n.Own, n.Hosts = append(n.Own, o.Own...), append(n.Hosts, o.Hosts...)
	n.Reads, n.Writes = append(n.Reads, o.Reads...), append(n.Writes, o.Writes...)
	n.Sockets, n.Sets = append(n.Sockets, o.Sockets...), append(n.Sets, o.Sets...)
	n.Packages, n.Hooks = n.Packages || o.Packages, n.Hooks || o.Hooks
	n.Settings, n.Always = n.Settings || o.Settings, n.Always || o.Always
	n.Moves, n.Person = n.Moves || o.Moves, n.Person || o.Person
}
