package command

import "github.com/fencepost/fencepost/internal/fact"

// Host returns the host of a URL as rules see it: lower-cased, without user, port and trailing dot;
// "" where it is not known.
func Host(w *fact.Word) string { return hostName(w) }

// unknownHost reports a host whose name is not known: what it is made of goes to whoever answers
// for the name, as in pg_isready -h "$TOKEN.host.example".
func (r *resolver) unknownHost(o *fact.Operand) {
	if !o.Word.IsLiteral() {
		r.hazard("dynamic-host", fact.Dynamic, o.Word.Show(),
			"the host that "+r.c.Name+" asks cannot be known before it runs")
	}
}
