package main

// growStack makes room on the stack in one step. The parser and the interpreter recurse: without it the stack is
// doubled and copied several times on the way down, which costs more than judging a plain command.
//
//go:noinline
func growStack(use bool) byte {
	if use { // never: the frame is reserved, but not touched
		var room [24 << 10]byte
		for i := range room {
			room[i] = byte(i)
		}
		return room[len(room)/2]
	}
	return 0
}
