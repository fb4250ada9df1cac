package lang

import "strings"

// phpName judges a name in PHP code. Names of functions have no case; strings and variables that
// are called are refused elsewhere, and so are functions that take the name of a function.
func (r *reader) phpName(i int) (int, bool) {
	w := r.tokens[i].text
	if r.is(i-1, ">") && r.is(i-2, "-") || r.is(i-1, ":") && r.is(i-2, ":") || r.is(i+1, ":") &&
		r.is(i+2, ":") {
		return 0, false
	}
	lower := strings.ToLower(w)
	switch {
	case Word("php", "words", lower):
		return 1, true
	case !r.is(i+1, "("):
		return 1, upper(w) && w != "STDIN"
	case Word("php", "computes", lower):
		return 1, true
	case r.get(i+2).kind == str && r.get(i+2).text == "php://stdin":
		return 1, Word("php", "streams", lower)
	}
	return r.calls(i, i+1, lower)
}
