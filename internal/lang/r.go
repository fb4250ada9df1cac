package lang

import "strings"

// rName judges a name in R code. A function is a value and can also be called by its name in a
// string, so that only functions are known that take no others.
func (r *reader) rName(i int) (int, bool) {
	w := r.tokens[i].text
	if r.is(i-1, "$") {
		return 1, !r.is(i+1, "(")
	}
	call := r.is(i+1, "(")
	if pack, f, ok := strings.Cut(w, "::"); ok && Word("r", "packages", pack) {
		w = f
		if !call {
			return 0, false
		}
	}
	switch {
	case call && Word("r", "tests", w):
		return 1, r.inProject(i + 2)
	case call && w == "library" && r.is(i+3, ")"):
		return 4, Word("r", "libraries", r.get(i+2).text)
	case Word("r", "words", w):
		return 1, Word("r", "brackets", w) || !call
	case call && Word("r", "computes", w):
		return 1, true
	case call:
		return r.calls(i, i+1, w)
	case r.is(i+1, "=") && !r.is(i+2, "=") && r.inCall(i):
		return 1, !Word("r", "functions", w)
	}
	// else a function that is known could be given another meaning
	return 1, !Word("r", "computes", w) && r.local(w)
}

// inProject reports whether the arguments of a call are names below the directory that it runs in:
// what runs there is the project's.
func (r *reader) inProject(i int) bool {
	for ; !r.is(i, ")"); i++ {
		switch t := r.get(i); t.kind {
		case str:
			if t.text == "" || strings.ContainsAny(t.text[:1], "/~") || strings.Contains(t.text, "..") ||
				strings.Contains(t.text, ":") {
				return false
			}
		case name:
			if !Word("r", "words", t.text) && !r.is(i+1, "=") {
				return false
			}
		case sign, num:
			if t.text == "(" {
				return false
			}
		default:
			return false
		}
	}
	return true
}
