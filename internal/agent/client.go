package agent

import "github.com/fencepost/fencepost/internal/fact"

// Client is what is known of an agent's client besides its calls. A field is nil where nothing is
// known. These are fields because a type assertion would build a table at run time, which costs
// each call pages of memory.
type Client struct {
	Setter       Setter       // of variables of its shells, by settings
	Placer       Placer       // of directories that it works in
	TempPart     string       // in the path of each of Placer.TempDirs, in small letters
	Variables    Variables    // that it sets in its shells
	Follower     Follower     // of what its calls print
	Preprocessor Preprocessor // that runs commands without a call
}

// Variables knows what a client sets in its shells.
type Variables = interface {
	// Variable returns the value that the shell of a call begins with; false where it may be any.
	Variable(name string) (value string, ok bool)
}

// Environment names the variables that tell a hook of the client that has started it.
type Environment struct {
	Started string    // where the client was started
	Shells  [2]string // the shell that runs its commands; the first one that is set counts
	Temp    string    // the directory that it was given for temporary files
}

// OutsideSandbox returns the name of the field by which a call wishes to run outside the agent's
// own sandbox.
func OutsideSandbox(call *fact.Call) (field string, ok bool) {
	f, ok := call.Get(outsideSandbox)
	if !ok || string(f.Raw) == "false" || string(f.Raw) == "null" {
		return "", false
	}
	return SentAs(&f), true
}
