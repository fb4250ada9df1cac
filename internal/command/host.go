package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/hosts"
)

// Host returns the host of a URL as rules see it: lower-cased, without user, port and trailing dot,
// an address in the usual form; "" where it is not known.
func Host(w *fact.Word) string { return hostName(w) }

// unknownHost reports a host whose name is not known: what it is made of goes to whoever answers
// for the name, as in pg_isready -h "$TOKEN.host.example".
func (r *resolver) unknownHost(o *fact.Operand) {
	if !o.Word.IsLiteral() {
		r.hazard(hazards.DynamicHost, o.Word.Show(), "fencepost cannot know which host it contacts")
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
	return hosts.Canonical(s)
}
