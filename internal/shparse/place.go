package shparse

// place is the file whose text is interpreted, by its number, and the line of the statement that
// was begun last; 0 for the call's own text. Of a text that the file holds (eval, bash -c) it is
// the line where that stands.
func (in *Interp) place() (file, line int) {
	if in.file == nil {
		return 0, 0
	}
	if in.began != nil && in.text == in.file.Text && in.beganIn == in.text {
		return in.file.Number, in.file.Before + int(in.began.Pos().Line())
	}
	return in.file.Number, in.line
}

// File is the number of the file whose text is interpreted; 0 for the call's own.
func (in *Interp) File() int {
	if in.file == nil {
		return 0
	}
	return in.file.Number
}

// Limits bound a part of a call.
type Limits struct{ Commands, Steps int }

// Limited runs f within bounds of its own. That they are reached is a hazard of the file that is
// being read, and no matter of what stands around it.
func (in *Interp) Limited(l Limits, f func()) {
	outer, b := in.budget, &in.budget
	b.commands, b.steps = min(l.Commands, outer.commands), min(l.Steps, outer.steps)
	b.limited = true
	commands, steps := b.commands, b.steps
	f()
	outer.commands -= commands - max(b.commands, 0)
	outer.steps -= steps - max(b.steps, 0)
	outer.allCalls = b.allCalls
	*b = outer
}

// Deferred reports whether what is interpreted runs at some time that is not known, or not at all:
// a trap, a hook, a function that nobody was seen to call.
func (in *Interp) Deferred() bool { return in.hooks > 0 }
