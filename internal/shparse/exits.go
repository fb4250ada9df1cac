package shparse

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
)

// frame is a loop, a function's body or a sourced text that is being interpreted, with the states
// in which it was left early.
type frame struct {
	up     *frame // around it
	kind   frameKind
	redirs int           // redirected statements around it
	left   *domain.State // by break or return
	again  *domain.State // by continue
}

type frameKind uint8

const (
	loopFrame frameKind = iota
	functionFrame
	sourceFrame
)

// enter begins a loop, function or sourced text.
func (in *Interp) enter(kind frameKind) {
	in.frame = &frame{up: in.frame, kind: kind, redirs: in.redirs}
}

// exit ends it.
func (in *Interp) exit() *frame {
	f := in.frame
	in.frame = f.up
	return f
}

// leave is break, continue or return: the state goes to where the frame ends, and nothing after it
// runs here. Where there is nothing to leave, the shell says so and goes on.
func (in *Interp) leave(name string, args []fact.Word) {
	many, found := len(args) > 0, false
	for f := in.frame; f != nil; f = f.up {
		if name == "return" {
			if f.kind != loopFrame {
				f.left, found = in.also(f, f.left), true
				break
			}
			continue
		}
		if f.kind == functionFrame && in.dialect.Has(dialect.LoopsEndInFunctions) {
			break // a function does not end the loops of its caller
		}
		if f.kind != loopFrame {
			continue
		}
		found = true
		if name != "continue" || many {
			f.left = in.also(f, f.left)
		}
		if name == "continue" {
			f.again = in.also(f, f.again)
		}
		if !many {
			break
		}
	}
	in.st.Dead = in.st.Dead || found
}

// also joins the current state to another one in which a frame was left.
func (in *Interp) also(f *frame, st *domain.State) *domain.State {
	if in.st.Dead {
		return st
	}
	c := in.st.Clone()
	c.Fail = nil
	if f.redirs != in.redirs { // the input of a statement within it
		c.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	if st == nil {
		return c
	}
	st.Join(c)
	return st
}

// rejoin goes on in the current state or in one that was left early.
func (in *Interp) rejoin(st *domain.State) {
	if st != nil {
		in.st.Join(st)
	}
}

// leftEarly reports whether what is being interpreted was left on some way, so that the current
// command may not run.
func (in *Interp) leftEarly() bool {
	for f := in.frame; f != nil; f = f.up {
		if f.left != nil || f.again != nil {
			return true
		}
	}
	return false
}
