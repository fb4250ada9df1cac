package shparse

// Later remembers the context as it is now: variables, directory, wrappers and depth. The function
// that it returns runs f in that context, however the interpretation has gone on since. What f does
// to the context is lost.
//
// It is for what is known of a command only after the text has been interpreted, such as the
// programs that its inline code starts.
func (in *Interp) Later() func(f func()) {
	run := in.deferred()
	return func(f func()) {
		run(f)
		in.uncalled()
		in.account()
	}
}
