package lang

// rActions are those of R code.
func rActions(text string, _ Options) Actions { return tokenActions("r", text) }

// rName judges a name in R code. A function is a value and can also be called by its name in a
// string, so that only functions are known that take no others.
func (r *reader) rName(i int) (int, bool) {
	w := r.tokens[i].text
	if r.is(i-1, "$") {
		return 1, !r.is(i+1, "(")
	}
	call := r.is(i+1, "(")
	switch {
	case is("r", "words", w):
		return 1, is("r", "brackets", w) || !call
	case call && is("r", "computes", w):
		return 1, true
	case call:
		return r.calls(i, i+1, w)
	case r.is(i+1, "=") && !r.is(i+2, "=") && r.inCall(i):
		return 1, !is("r", "functions", w)
	}
	// else a function that is known could be given another meaning
	return 1, !is("r", "computes", w) && r.local(w)
}
