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
	switch w {
	case "and", "or", "not", "if", "then", "else", "elseif", "end", "for", "in", "do", "while", "repeat", "until", "local", "return", "break",
		"nil", "true", "false", "print", "tostring", "tonumber", "type", "ipairs", "pairs", "next", "select", "assert", "error", "_VERSION":
		return 1, true
	case "os", "io", "string", "table", "math", "utf8", "jit":
		if !r.is(i+1, ".") || r.get(i+2).kind != name {
			return 0, false // the table itself
		}
		return r.luaLibrary(i, w+"."+r.get(i+2).text)
	case "load", "loadstring", "loadfile", "dofile", "require", "module", "debug", "package", "coroutine", "pcall", "xpcall", "setmetatable",
		"getmetatable", "rawset", "rawget", "rawequal", "rawlen", "setfenv", "getfenv", "collectgarbage", "unpack", "newproxy", "bit", "bit32",
		"ffi", "arg", "_G", "_ENV", "function":
		return 0, false // whatever the code gives to the name, before that it is the library's
	}
	return 1, r.local(w)
}

func (r *reader) luaLibrary(i int, f string) (int, bool) {
	switch f {
	case "os.remove":
		return r.call(i, i+3, Delete, 1, 1)
	case "os.rename":
		return r.call(i, i+3, Move, 2, 2)
	case "os.execute", "io.popen":
		return r.luaShell(i)
	case "io.open":
		return r.luaOpen(i)
	case "io.lines":
		return r.call(i, i+3, Read, 1, 1)
	case "os.time", "os.date", "os.clock", "os.difftime", "os.exit", "io.write", "io.read", "jit.version", "jit.arch", "jit.os":
		return 3, true
	}
	switch r.tokens[i].text {
	case "string", "table", "math", "utf8":
		return 3, f != "string.dump"
	}
	return 0, false
}

// luaShell takes f("text") and f[[text]].
func (r *reader) luaShell(i int) (int, bool) {
	if t := r.get(i + 3); t.kind == str && t.text != "" {
		r.act(Shell, t.text)
		return 4, true
	}
	return r.call(i, i+3, Shell, 1, 1)
}

func (r *reader) luaOpen(i int) (int, bool) {
	list, at, ok := r.strings(i + 3)
	if !ok || len(list) > 2 || !fileName(list[0]) {
		return 0, false
	}
	k := Read
	if len(list) == 2 {
		switch list[1] {
		case "r", "rb":
		case "w", "wb", "r+", "w+", "r+b", "w+b":
			k = Write
		case "a", "ab", "a+", "a+b":
			k = Append
		default:
			return 0, false
		}
	}
	r.act(k, list[0])
	return at - i, true
}
