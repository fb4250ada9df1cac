package lang

// luaName judges a name in Lua code. A function is a value, so that a name of the library counts
// wherever it stands.
func (r *reader) luaName(i int) (int, bool) {
	w := r.tokens[i].text
	if r.is(i-1, ":") {
		return 1, true // a method: of a string, or of a file that was opened
	}
	if r.is(i-1, ".") && !r.is(i-2, ".") {
		return 1, true // a field of something that is known
	}
	switch {
	case Word("lua", "words", w):
		return 1, true
	case Word("lua", "tables", w):
		if !r.is(i+1, ".") || r.get(i+2).kind != name {
			return 0, false // the table itself
		}
		return r.luaLibrary(i, w+"."+r.get(i+2).text)
	case Word("lua", "refused", w):
		return 0, false
	}
	return 1, r.local(w)
}

// luaLibrary takes a function of the library.
func (r *reader) luaLibrary(i int, f string) (int, bool) {
	switch {
	case Word("lua", "computes", f):
		return 3, true
	case Word("lua", "pure", r.tokens[i].text):
		return 3, !Word("lua", "dumps", f)
	}
	return r.calls(i, i+3, f)
}
