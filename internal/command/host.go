package command

import "github.com/fencepost/fencepost/internal/fact"

// Host returns the host of a URL as rules see it: lower-cased, without user, port and trailing dot; "" where it is not
// known.
func Host(w *fact.Word) string { return hostName(w) }
