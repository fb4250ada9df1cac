package shparse

import "github.com/fencepost/fencepost/internal/fact"

// frame is a loop or a function's body that is being interpreted, with the states in which it was left early.
type frame struct {
	function bool
	left     *state // by break or return
	again    *state // by continue
}

// enter begins a loop or function.
func (in *Interp) enter(function bool) { in.frames = append(in.frames, frame{function: function}) }

// exit ends it.
func (in *Interp) exit() frame {
	f := in.frames[len(in.frames)-1]
	in.frames = in.frames[:len(in.frames)-1]
	return f
}

// leave is break, continue or return: the state goes to where the frame ends, and nothing after it runs here.
func (in *Interp) leave(name string, args []fact.Word) {
	many := len(args) > 0
	for i := len(in.frames) - 1; i >= 0; i-- {
		f := &in.frames[i]
		if f.function != (name == "return") {
			if f.function {
				break // a function does not end the loops of its caller
			}
			continue
		}
		if name != "continue" || many {
			f.left = in.also(f.left)
		}
		if name == "continue" {
			f.again = in.also(f.again)
		}
		if !many || f.function {
			break
		}
	}
	in.st.dead = true
}

// also joins the current state to another one.
func (in *Interp) also(st *state) *state {
	if in.st.dead {
		return st
	}
	if st == nil {
		c := in.st.clone()
		c.fail = nil
		return c
	}
	st.join(in.st)
	return st
}

// rejoin goes on in the current state or in one that was left early.
func (in *Interp) rejoin(st *state) {
	if st != nil {
		in.st.join(st)
	}
}
