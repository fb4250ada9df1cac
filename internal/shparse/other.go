package shparse

import "github.com/fencepost/fencepost/internal/fact"

// Other lets f report the commands of a call whose text is no shell text: it has a reader of its
// own.
func (in *Interp) Other(f func()) {
	in.own = true
	f()
	in.runAgain()
	in.account()
}

// Command hands a command to the caller that another reader has found, within the bounds of the
// call. It changes nothing in the state of the shell.
func (in *Interp) Command(c *fact.Command) {
	own := in.own
	in.own = c.Own
	if !c.Dirs.Known {
		c.Dirs.List = []string{} // not known, and not those of the shell
	}
	c.Via = in.via
	in.visit(c)
	in.own = own
}
