package javascript

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// functions are those whose meaning no table can say: reflection, and what computes with known
// strings.
var functions = core.Functions[*library]{Own: core.Table(
	core.Named("require import require.main.require process.mainModule.require "+
		"process.getBuiltinModule", (*library).require),
	core.Named("Module._load", (*library).loadModule),
	core.Named("eval vm.runInThisContext vm.runInNewContext vm.runInContext", (*library).eval),
	core.Named("Function AsyncFunction vm.Script vm.compileFunction "+
		"vm.SourceTextModule", (*library).newFunction),
	core.Named("Proxy", (*library).proxy),
	core.Named("Reflect.apply Reflect.construct Reflect.get", (*library).reflect),
	core.Named("path.dirname path.basename", (*library).partOfPath),
	core.Named("Deno.env.get", (*library).denoGet),
), Computed: core.Table(
	core.Named("createRequire module.createRequire Module.createRequire", (*library).createRequire),
	core.Named("setTimeout setInterval setImmediate queueMicrotask "+
		"process.nextTick", (*library).timer),
	core.Named("process.cwd Deno.cwd", (*library).cwd),
	core.Named("Deno.env.set", (*library).denoSet),
	core.Named("os.homedir", (*library).homeDir),
	core.Named("os.tmpdir", (*library).tempDir),
	core.Named("Object.values Object.entries", (*library).properties),
	core.Named("Object.keys Object.getOwnPropertyNames", (*library).propertyNames),
	core.Named("Object.assign", (*library).objectAssign),
	core.Named("Object.defineProperty", (*library).defineProperty),
	core.Named("Object.setPrototypeOf", (*library).setPrototype),
	core.Named("Object.fromEntries", (*library).fromEntries),
	core.Named("Object.create Object.freeze structuredClone", (*library).copyOf),
	core.Named("path.join path.posix.join", (*library).joinPath),
	core.Named("path.resolve path.posix.resolve", (*library).resolvePath),
	core.Named("String String.raw", (*library).text),
	core.Named("String.fromCharCode String.fromCodePoint", (*library).fromCodes),
	core.Named("parseInt Number Number.parseInt", (*library).parseInt),
	core.Named("Buffer Buffer.from buffer.Buffer.from", (*library).buffer),
	core.Named("URL url.URL url.pathToFileURL", (*library).newURL),
	core.Named("Array.from", (*library).arrayFrom),
	core.Named("Promise", (*library).promise),
	core.Named("Promise.all Promise.resolve Promise.allSettled Promise.race "+
		"Promise.any", (*library).settledPromise),
), Converted: core.Table(
	core.Named("atob", core.FromBase64),
	core.Named("decodeURIComponent decodeURI unescape", core.Unquote),
	core.Named("url.fileURLToPath", core.PathText),
	core.Named("path.normalize", core.CleanPath),
	core.Named("util.promisify promisify", func(v *core.Value) *core.Value { return v }),
)}

// Function calls a function whose meaning no table can say.
func (lb *library) Function(c core.Invocation) *core.Value {
	if i := strings.LastIndexByte(c.Name, '.'); i > 0 {
		switch c.Name[i+1:] {
		case "freeze", "defineProperty", "defineProperties":
			lb.ev.Heap.Frozen = true
		}
	}
	return functions.Call(lb.ev.Report, lb, c)
}

func (lb *library) createRequire(core.Invocation) *core.Value    { return core.Ref("require") }
func (lb *library) cwd(core.Invocation) *core.Value              { return lb.ev.World.WorkingDir() }
func (lb *library) propertyNames(core.Invocation) *core.Value    { return core.Data }
func (lb *library) joinPath(c core.Invocation) *core.Value       { return core.JoinPath(c.Args, false) }
func (lb *library) homeDir(core.Invocation) *core.Value          { return lb.ev.World.HomeDir() }
func (lb *library) settledPromise(c core.Invocation) *core.Value { return orData(c.At(0)) }

// loadModule is Module._load.
func (lb *library) loadModule(c core.Invocation) *core.Value {
	call := lb.ev.Report.NewCall(c.Site, c.Name, c.Args)
	v := lb.ev.Calls.Imported(call, orData(c.At(0)))
	lb.ev.Report.Add(call)
	return v
}

// eval interprets the code of eval and its like.
func (lb *library) eval(c core.Invocation) *core.Value {
	if first := c.At(0); first != nil {
		return lb.evaluate(c, first)
	}
	return lb.evaluate(c, core.Str(""))
}

// newFunction makes a function of code.
func (lb *library) newFunction(c core.Invocation) *core.Value {
	return core.Obj(typeMade, lb.evaluate(c, sourceOf(c)))
}

func (lb *library) proxy(c core.Invocation) *core.Value {
	lb.ev.Calls.Escape(c.Args, core.Top)
	return core.Top
}

func orData(v *core.Value) *core.Value {
	if v == nil {
		return core.Data
	}
	return v
}

// require loads a module.
func (lb *library) require(c core.Invocation) *core.Value {
	call := lb.ev.Report.NewCall(c.Site, c.Name, c.Args)
	v := lb.ev.Calls.Imported(call, orData(c.At(0)))
	if len(call.Effects) > 0 || call.Unseen != "" {
		lb.ev.Report.Add(call)
	} else {
		lb.ev.Report.NoteCall(c)
	}
	return v
}

// evaluate interprets code that a call is handed.
func (lb *library) evaluate(c core.Invocation, code *core.Value) *core.Value {
	call := lb.ev.Report.NewCall(c.Site, c.Name, c.Args)
	v := lb.ev.Calls.Inner(call, code)
	lb.ev.Report.Add(call)
	return v
}

// sourceOf is the code of a function that new Function or vm.Script makes.
func sourceOf(c core.Invocation) *core.Value {
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

// timer calls a function that calls another one later.
func (lb *library) timer(c core.Invocation) *core.Value {
	first := c.At(0)
	if first == nil {
		lb.ev.Calls.Escape(c.Args, core.Data)
		return core.Data
	}
	if first.Kind == core.KindStr {
		lb.evaluate(c, first)
		return core.Data
	}
	rest := 1 // process.nextTick(f, a), setImmediate(f, a), setTimeout(f, delay, a)
	if c.Name == "setTimeout" || c.Name == "setInterval" {
		rest = 2
	}
	if len(c.Args) > rest {
		lb.ev.State.Defer(first, c.Args[rest:])
		lb.ev.Calls.Call(core.Site{Node: c.Node}, first, c.Args[rest:])
		return core.Data
	}
	if first.Kind != core.KindFunc && !first.Plain() {
		lb.ev.Calls.Call(core.Site{Node: c.Node}, first, nil)
	}
	lb.ev.Calls.Escape(c.Args, core.Data)
	return core.Data
}

// reflect calls a function of Reflect.
func (lb *library) reflect(c core.Invocation) *core.Value {
	switch first := c.At(0); {
	case c.Name == "Reflect.apply" && len(c.Args) > 2:
		return lb.ev.Calls.Call(c.Site, first, core.SpreadArgs(c.Args[2].Val))
	case c.Name == "Reflect.construct" && len(c.Args) > 1:
		return lb.ev.Calls.Call(c.Site, first, core.SpreadArgs(c.Args[1].Val))
	case c.Name == "Reflect.get" && len(c.Args) > 1:
		return lb.ev.Objects.Index(first, c.Args[1].Val)
	}
	return nil
}

// properties are the values of the properties of an object.
func (lb *library) properties(c core.Invocation) *core.Value {
	if first := c.At(0); first != nil && !first.Plain() {
		return core.Top
	}
	return core.Data
}

// setPrototype is Object.setPrototypeOf.
func (lb *library) setPrototype(c core.Invocation) *core.Value {
	first := c.At(0)
	if len(c.Args) < 2 || first == nil || c.Args[1].Spread {
		return core.Top
	}
	lb.attrs.inherit(first, c.Args[1].Val)
	return first
}

// fromEntries makes an object of what is not followed.
func (lb *library) fromEntries(c core.Invocation) *core.Value {
	if first := c.At(0); first != nil && lb.ev.Heap.Plain(first) {
		return core.Data
	}
	return core.Top
}

// copyOf is Object.create and its like: what they are handed, or a copy of it.
func (lb *library) copyOf(c core.Invocation) *core.Value {
	for _, a := range c.Args {
		switch {
		case a.Val.Plain():
		case len(c.Args) == 1 && !a.Spread:
			return a.Val
		default:
			lb.ev.Heap.Escaped = true
			return core.Top
		}
	}
	return core.Data
}

func (lb *library) resolvePath(c core.Invocation) *core.Value {
	return lb.ev.World.Absolute(core.JoinPath(c.Args, true), false)
}

// partOfPath is the directory or the last name of a path.
func (lb *library) partOfPath(c core.Invocation) *core.Value {
	t, ok := core.TextOf(c.At(0))
	if !ok {
		return nil
	}
	lb.ev.Report.NoteCall(c)
	switch {
	case c.Name == "path.dirname":
		return core.Str(core.DirName(t))
	case len(c.Args) == 1:
		return core.Str(t[strings.LastIndexByte(t, '/')+1:])
	}
	return core.Data
}

func (lb *library) tempDir(core.Invocation) *core.Value {
	if lb.ev.World.TempElsewhere {
		return core.Data
	}
	return core.Str("/tmp")
}

// denoGet is Deno.env.get of a variable whose name is known.
func (lb *library) denoGet(c core.Invocation) *core.Value {
	t, ok := core.TextOf(c.At(0))
	if !ok {
		return nil
	}
	lb.ev.Report.NoteCall(c)
	return lb.ev.Environ.Variable(t, nil)
}

// denoSet is Deno.env.set.
func (lb *library) denoSet(c core.Invocation) *core.Value {
	name, known, val := "", false, (*core.Value)(nil)
	if len(c.Args) == 2 && !core.Spreads(c.Args) {
		name, known = c.Args[0].Val.Text()
		val = c.Args[1].Val
	}
	lb.ev.World.SetVariable(name, known, val)
	return core.Data
}

// text is what String makes of a value.
func (lb *library) text(c core.Invocation) *core.Value {
	if first := c.At(0); first != nil {
		return core.AsText(first)
	}
	return core.Str("")
}

// newURL makes a URL, or a path of one.
func (lb *library) newURL(c core.Invocation) *core.Value {
	if t, ok := core.TextOf(c.At(0)); ok {
		return core.Obj(typeFileURL, core.Str(strings.TrimPrefix(t, "file://")))
	}
	return core.Obj(typeFileURL, core.Data)
}

// fromCodes is the text of character codes.
func (lb *library) fromCodes(c core.Invocation) *core.Value {
	list := core.ListOf()
	for _, a := range c.Args {
		list.List = append(list.List, a.Val)
		list.More = list.More || a.Spread
	}
	return core.FromCodes(list)
}

// parseInt is a whole number by its text.
func (lb *library) parseInt(c core.Invocation) *core.Value {
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
func (lb *library) buffer(c core.Invocation) *core.Value {
	first := c.At(0)
	switch {
	case first == nil:
		return core.Data
	case first.Kind == core.KindList:
		return core.FromCodes(first)
	}
	enc, _ := core.TextOf(c.At(1))
	switch strings.ToLower(enc) {
	case "base64", "base64url":
		return core.FromBase64(first)
	case "hex":
		return core.FromHex(first)
	}
	if first.Kind == core.KindStr {
		return first
	}
	if !first.Plain() {
		return nil
	}
	return core.Data
}

// arrayFrom is Array.from.
func (lb *library) arrayFrom(c core.Invocation) *core.Value {
	first := c.At(0)
	switch {
	case len(c.Args) > 1:
		return lb.ev.Calls.Map(core.Site{Node: c.Node}, c.Args[1].Val, first)
	case first == nil:
		return nil
	case first.Kind == core.KindList || first.Kind == core.KindData:
		return first
	}
	return &core.Value{Kind: core.KindList, List: []*core.Value{first.Element()}, More: true}
}

// ShowsArguments reports whether a function may show or send the values of what it is handed.
func (lb *library) ShowsArguments(name string) bool {
	switch name {
	case "Object.keys", "Object.assign":
		return false
	}
	return true
}
