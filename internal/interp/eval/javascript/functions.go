package javascript

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// Function calls a function whose meaning no table can say: reflection, and what computes with
// known strings. The functions of one module are together.
func (m *machine) Function(c core.Invocation) (*core.Value, bool) {
	module, name := "", c.Name
	if i := strings.LastIndexByte(c.Name, '.'); i > 0 {
		module, name = c.Name[:i], c.Name[i+1:]
	}
	switch name {
	case "freeze", "defineProperty", "defineProperties":
		m.Holds = true
	}
	switch module {
	case "", "require.main", "process.mainModule", "module", "Module", "vm":
		return m.code(c)
	case "process":
		return m.process(c, name)
	case "Object":
		return m.object(c, name)
	case "Reflect":
		return m.reflect(c, name)
	case "path", "path.posix":
		return m.path(c, name)
	case "os":
		return m.osFunction(c, name)
	case "Deno", "Deno.env":
		return m.deno(c)
	}
	return m.convert(c)
}

// code calls a function that loads or interprets code, or one that needs no import.
func (m *machine) code(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "require", "import", "require.main.require", "process.mainModule.require":
		return m.require(c), true
	case "Module._load":
		call := m.NewCall(c.Site, c.Name, c.Args)
		v := m.Imported(call, orData(c.At(0)))
		m.Report(call)
		return v, true
	case "createRequire", "module.createRequire", "Module.createRequire":
		m.NoteCall(c)
		return core.Ref("require"), true
	case "eval", "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext":
		first := c.At(0)
		if first == nil {
			first = core.Str("")
		}
		return m.evaluated(c, first), true
	case "Function", "AsyncFunction", "vm.Script", "vm.compileFunction", "vm.SourceTextModule":
		return core.Obj(typeMade, m.evaluated(c, body(c))), true
	case "setTimeout", "setInterval", "setImmediate", "queueMicrotask":
		return m.deferred(c), true
	case "Proxy":
		m.Escape(c.Args, core.Top)
		return core.Top, true
	}
	return m.convert(c)
}

// process calls a function of process.
func (m *machine) process(c core.Invocation, name string) (*core.Value, bool) {
	switch name {
	case "getBuiltinModule":
		return m.require(c), true
	case "nextTick":
		return m.deferred(c), true
	case "cwd":
		m.NoteCall(c)
		return m.Here(), true
	}
	return nil, false
}

func orData(v *core.Value) *core.Value {
	if v == nil {
		return core.Data
	}
	return v
}

// require loads a module.
func (m *machine) require(c core.Invocation) *core.Value {
	call := m.NewCall(c.Site, c.Name, c.Args)
	v := m.Imported(call, orData(c.At(0)))
	if len(call.Effects) > 0 || call.Unseen != "" {
		m.Report(call)
	} else {
		m.NoteCall(c)
	}
	return v
}

// evaluated interprets code that a call is handed.
func (m *machine) evaluated(c core.Invocation, code *core.Value) *core.Value {
	call := m.NewCall(c.Site, c.Name, c.Args)
	v := m.Inner(call, code)
	m.Report(call)
	return v
}

// body is the code of a function that new Function or vm.Script makes.
func body(c core.Invocation) *core.Value {
	code := core.Data
	switch n := len(c.Args); {
	case n == 0:
		code = core.Str("")
	case c.Args[n-1].Spread:
	case strings.HasPrefix(c.Name, "vm."):
		code = c.At(0)
	default:
		code = c.Args[n-1].Val
	}
	if t, ok := code.Text(); ok && !strings.HasPrefix(c.Name, "vm.") {
		return core.Str("(function(){" + t + "\n})()")
	}
	return code
}

// deferred calls a function that calls another one later.
func (m *machine) deferred(c core.Invocation) *core.Value {
	m.NoteCall(c)
	first := c.At(0)
	if first == nil {
		m.Escape(c.Args, core.Data)
		return core.Data
	}
	if first.Kind == core.KindStr {
		m.evaluated(c, first)
		return core.Data
	}
	rest := 1 // process.nextTick(f, a), setImmediate(f, a), setTimeout(f, delay, a)
	if c.Name == "setTimeout" || c.Name == "setInterval" {
		rest = 2
	}
	if len(c.Args) > rest {
		m.Later(first, c.Args[rest:])
		m.Call(core.Site{Node: c.Node}, first, c.Args[rest:])
		return core.Data
	}
	if first.Kind != core.KindFunc && !first.Plain() {
		m.Call(core.Site{Node: c.Node}, first, nil)
	}
	m.Escape(c.Args, core.Data)
	return core.Data
}

// reflect calls a function of Reflect.
func (m *machine) reflect(c core.Invocation, name string) (*core.Value, bool) {
	switch first := c.At(0); {
	case name == "apply" && len(c.Args) > 2:
		return m.Call(c.Site, first, core.SpreadArgs(c.Args[2].Val)), true
	case name == "construct" && len(c.Args) > 1:
		return m.Call(c.Site, first, core.SpreadArgs(c.Args[1].Val)), true
	case name == "get" && len(c.Args) > 1:
		return m.Index(first, c.Args[1].Val), true
	}
	return nil, false
}

// object calls a function of Object.
func (m *machine) object(c core.Invocation, name string) (*core.Value, bool) {
	first := c.At(0)
	switch name {
	case "values", "entries", "keys", "getOwnPropertyNames":
		m.NoteCall(c)
		if first != nil && !first.Plain() && (name == "values" || name == "entries") {
			return core.Top, true
		}
		return core.Data, true
	case "assign":
		m.NoteCall(c)
		return m.assigned(c.Args), true
	case "defineProperty":
		return m.define(c.Site, c.Args), true
	case "setPrototypeOf":
		m.NoteCall(c)
		if len(c.Args) > 1 && first != nil && !c.Args[1].Spread {
			m.descends(first, c.Args[1].Val)
			return first, true
		}
		return core.Top, true
	case "fromEntries":
		m.NoteCall(c)
		if first != nil && m.Plain(first) {
			return core.Data, true
		}
		return core.Top, true
	case "create", "freeze":
		return m.copied(c), true
	}
	return nil, false
}

// copied is Object.create and its like: what they are handed, or a copy of it.
func (m *machine) copied(c core.Invocation) *core.Value {
	m.NoteCall(c)
	for _, a := range c.Args {
		switch {
		case a.Val.Plain():
		case len(c.Args) == 1 && !a.Spread:
			return a.Val
		default:
			m.Escaped = true
			return core.Top
		}
	}
	return core.Data
}

// path calls a function of path.
func (m *machine) path(c core.Invocation, name string) (*core.Value, bool) {
	first := c.At(0)
	switch name {
	case "join":
		m.NoteCall(c)
		return core.JoinPath(c.Args, false), true
	case "resolve":
		m.NoteCall(c)
		return m.Absolute(core.JoinPath(c.Args, true), false), true
	case "normalize":
		if first != nil && c.Name == "path.normalize" {
			m.NoteCall(c)
			return core.CleanPath(first), true
		}
	case "dirname", "basename":
		t, ok := core.TextOf(first)
		if !ok || strings.HasPrefix(c.Name, "path.posix.") {
			return nil, false
		}
		m.NoteCall(c)
		switch {
		case name == "dirname":
			return core.Str(core.DirName(t)), true
		case len(c.Args) == 1:
			return core.Str(t[strings.LastIndexByte(t, '/')+1:]), true
		}
		return core.Data, true
	}
	return nil, false
}

// osFunction calls a function of os.
func (m *machine) osFunction(c core.Invocation, name string) (*core.Value, bool) {
	var dir string
	switch name {
	case "homedir":
		dir = m.Home()
	case "tmpdir":
		if !m.TempElsewhere {
			dir = "/tmp"
		}
	default:
		return nil, false
	}
	m.NoteCall(c)
	if dir == "" {
		return core.Data, true
	}
	return core.Str(dir), true
}

// deno calls a function of Deno.
func (m *machine) deno(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "Deno.env.set":
		m.NoteCall(c)
		m.setDeno(c.Args)
		return core.Data, true
	case "Deno.env.get":
		if t, ok := core.TextOf(c.At(0)); ok {
			m.NoteCall(c)
			return m.Variable(t, nil), true
		}
	case "Deno.cwd":
		m.NoteCall(c)
		return m.Here(), true
	}
	return nil, false
}

// convert calls a function that makes another value of one.
func (m *machine) convert(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "structuredClone":
		return m.copied(c), true
	case "String", "String.raw":
		m.NoteCall(c)
		if first := c.At(0); first != nil {
			return core.AsText(first), true
		}
		return core.Str(""), true
	case "String.fromCharCode", "String.fromCodePoint":
		m.NoteCall(c)
		return fromCodes(c.Args), true
	case "parseInt", "Number", "Number.parseInt":
		m.NoteCall(c)
		return parseInt(c), true
	case "Buffer.from", "buffer.Buffer.from", "Buffer":
		m.NoteCall(c)
		return buffer(c)
	case "URL", "url.URL", "url.pathToFileURL":
		m.NoteCall(c)
		if t, ok := core.TextOf(c.At(0)); ok {
			return core.Obj(typeFileURL, core.Str(strings.TrimPrefix(t, "file://"))), true
		}
		return core.Obj(typeFileURL, core.Data), true
	case "Promise.all", "Promise.resolve", "Promise.allSettled", "Promise.race", "Promise.any":
		m.NoteCall(c)
		return orData(c.At(0)), true
	case "Promise":
		m.NoteCall(c)
		return m.promise(c.Site, c.At(0)), true
	case "Array.from":
		return m.arrayFrom(c)
	}
	return m.convertFirst(c)
}

// convertFirst calls a function that makes another value of its first argument.
func (m *machine) convertFirst(c core.Invocation) (*core.Value, bool) {
	first := c.At(0)
	if first == nil {
		return nil, false
	}
	switch c.Name {
	case "atob":
		first = core.FromBase64(first)
	case "decodeURIComponent", "decodeURI", "unescape":
		first = core.Unquote(first)
	case "url.fileURLToPath":
		first = core.PathText(first)
	case "util.promisify", "promisify":
	default:
		return nil, false
	}
	m.NoteCall(c)
	return first, true
}

// fromCodes is the text of character codes.
func fromCodes(args []core.Arg) *core.Value {
	list := core.ListOf()
	for _, a := range args {
		list.List = append(list.List, a.Val)
		list.More = list.More || a.Spread
	}
	return core.FromCodes(list)
}

// parseInt is a whole number by its text.
func parseInt(c core.Invocation) *core.Value {
	t, ok := core.TextOf(c.At(0))
	if !ok {
		return core.Data
	}
	base := 10
	if b := c.At(1); b != nil && b.Kind == core.KindNum {
		base, _ = strconv.Atoi(b.Name)
	}
	switch base {
	case 2, 8, 10, 16:
		if i, err := strconv.ParseInt(t, base, 32); err == nil {
			return core.Num(strconv.FormatInt(i, 10))
		}
	}
	return core.Data
}

// buffer is the text of what Buffer.from makes.
func buffer(c core.Invocation) (*core.Value, bool) {
	first := c.At(0)
	switch {
	case first == nil:
		return core.Data, true
	case first.Kind == core.KindList:
		return core.FromCodes(first), true
	}
	enc, _ := core.TextOf(c.At(1))
	switch strings.ToLower(enc) {
	case "base64", "base64url":
		return core.FromBase64(first), true
	case "hex":
		return core.FromHex(first), true
	}
	if first.Kind == core.KindStr {
		return first, true
	}
	return core.Data, first.Plain()
}

// arrayFrom is Array.from.
func (m *machine) arrayFrom(c core.Invocation) (*core.Value, bool) {
	m.NoteCall(c)
	first := c.At(0)
	switch {
	case len(c.Args) > 1:
		return m.MapOver(core.Site{Node: c.Node}, c.Args[1].Val, first), true
	case first == nil:
		return nil, false
	case first.Kind == core.KindList || first.Kind == core.KindData:
		return first, true
	}
	return &core.Value{Kind: core.KindList, List: []*core.Value{first.Element()}, More: true}, true
}
