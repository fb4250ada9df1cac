// Package ledger keeps what is known of a session's confined runs between the programs that take
// part: the hook before a call, the wrapper that runs it, the hook after it, and the person's
// commands. Its files lie below the directory of the user's config, which is a protected path.
package ledger

// Right is one thing that a run may do beyond its settings.
type Right struct {
	Kind string `json:"kind"` // write, read, host, port (of localhost) or socket
	Name string `json:"name"` // an absolute path, HOST[:PORT], or a number
}

func (r Right) String() string { return r.Kind + " " + r.Name }
