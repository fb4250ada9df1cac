// Package bigstack makes room on the main goroutine's stack when a program that imports it starts.
//
// The parser and the interpreter recurse, and already the initialisation of other packages needs
// more than the stack that a program begins with: it is doubled and copied several times on the way
// down, which costs more than judging a plain command. A package that imports nothing is
// initialised before all whose import paths come after its own (Go specification, "Program
// initialization"), so one step here replaces all of these.
//
// It is worth 5.7 % of a plain call: without it the call takes 1.59 ms instead of 1.50 ms (medians of
// two times 300 alternating runs).
//
// The frame of init has the size that is wanted. It is reserved, but not touched.
package bigstack

// use is never set: the frame is all that counts.
var use bool

func init() {
	if use {
		var room [56 << 10]byte
		for i := range room {
			room[i] = byte(i)
		}
		use = room[len(room)/2] > 0
	}
}
