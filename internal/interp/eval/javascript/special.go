package javascript

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// jsSpecial are the functions whose meaning no table can say.
func (m *machine) Function(s core.Site, name string, args []core.Arg) (*core.Value, bool) {
	at := func(i int) *core.Value {
		if i < len(args) && !args[i].Spread {
			return args[i].Val
		}
		return nil
	}
	first := at(0)
	switch name {
	case "require", "import", "process.getBuiltinModule", "require.main.require", "process.mainModule.require":
		c := m.NewCall(s, name, args)
		if first == nil {
			first = core.Data
		}
		v := m.Imported(c, first)
		if len(c.Effects) > 0 || c.Unseen != "" {
			m.Report(c)
		} else {
			m.Note(s, name, nil, args)
		}
		return v, true
	case "createRequire", "module.createRequire", "Module.createRequire":
		m.Note(s, name, nil, args)
		return core.Ref("require"), true
	case "Module._load":
		c := m.NewCall(s, name, args)
		if first == nil {
			first = core.Data
		}
		v := m.Imported(c, first)
		m.Report(c)
		return v, true
	case "eval", "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext":
		c := m.NewCall(s, name, args)
		if first == nil {
			first = core.Str("")
		}
		v := m.Inner(c, first)
		m.Report(c)
		return v, true
	case "Function", "AsyncFunction", "vm.Script", "vm.compileFunction", "vm.SourceTextModule":
		c := m.NewCall(s, name, args)
		body := core.Data
		if len(args) > 0 && !args[len(args)-1].Spread {
			body = args[len(args)-1].Val
			if name != "Function" && name != "AsyncFunction" {
				body = first
			}
		} else if len(args) == 0 {
			body = core.Str("")
		}
		if t, ok := body.Text(); ok && !strings.HasPrefix(name, "vm.") {
			body = core.Str("(function(){" + t + "\n})()")
		}
		v := m.Inner(c, body)
		m.Report(c)
		return core.Obj(typeMade, v), true
	case "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "process.nextTick":
		m.Note(s, name, nil, args)
		if first != nil && first.Kind == core.KindStr {
			c := m.NewCall(s, name, args)
			m.Inner(c, first)
			m.Report(c)
			return core.Data, true
		}
		rest := 1 // process.nextTick(f, a), setImmediate(f, a), setTimeout(f, delay, a)
		if name == "setTimeout" || name == "setInterval" {
			rest = 2
		}
		if len(args) > rest && first != nil {
			m.Later(first, args[rest:])
			m.Call(core.Site{Node: s.Node}, first, args[rest:])
			return core.Data, true
		} else if first != nil && first.Kind != core.KindFunc && !first.Plain() {
			m.Call(core.Site{Node: s.Node}, first, nil)
		}
		m.Escape(args, core.Data)
		return core.Data, true
	case "Reflect.apply":
		if len(args) > 2 {
			return m.Call(s, first, core.SpreadArgs(args[2].Val)), true
		}
	case "Reflect.construct":
		if len(args) > 1 {
			return m.Call(s, first, core.SpreadArgs(args[1].Val)), true
		}
	case "Reflect.get":
		if len(args) > 1 {
			return m.Index(first, args[1].Val), true
		}
	case "Object.values", "Object.entries", "Object.keys", "Object.getOwnPropertyNames":
		m.Note(s, name, nil, args)
		if first != nil && !first.Plain() && name != "Object.keys" && name != "Object.getOwnPropertyNames" {
			return core.Top, true
		}
		return core.Data, true
	case "Object.assign":
		m.Note(s, name, nil, args)
		return m.assigned(args), true
	case "Object.defineProperty":
		return m.define(s, args), true
	case "Object.setPrototypeOf":
		m.Note(s, name, nil, args)
		if len(args) > 1 && first != nil && !args[1].Spread {
			m.descends(first, args[1].Val)
			return first, true
		}
		return core.Top, true
	case "Object.fromEntries":
		m.Note(s, name, nil, args)
		if first != nil && m.Plain(first) {
			return core.Data, true
		}
		return core.Top, true
	case "Object.create", "Object.freeze", "structuredClone":
		m.Note(s, name, nil, args)
		for _, a := range args {
			if !a.Val.Plain() {
				if len(args) == 1 {
					return first, true
				}
				m.Escaped = true
				return core.Top, true
			}
		}
		return core.Data, true
	case "path.join", "path.resolve", "path.posix.join", "path.posix.resolve":
		m.Note(s, name, nil, args)
		if out := core.JoinPath(args, strings.HasSuffix(name, "resolve")); !strings.HasSuffix(name, "resolve") {
			return out, true
		} else {
			return m.Absolute(out, false), true
		}
	case "path.normalize":
		if first != nil {
			m.Note(s, name, nil, args)
			return core.CleanPath(first), true
		}
	case "path.dirname", "path.basename":
		if t, ok := core.TextOf(first); ok {
			m.Note(s, name, nil, args)
			if name == "path.dirname" {
				return core.Str(core.DirName(t)), true
			}
			if len(args) == 1 {
				return core.Str(t[strings.LastIndexByte(t, '/')+1:]), true
			}
			return core.Data, true
		}
	case "os.homedir":
		m.Note(s, name, nil, args)
		if m.Home() != "" {
			return core.Str(m.Home()), true
		}
		return core.Data, true
	case "Deno.env.set":
		m.Note(s, name, nil, args)
		m.setDeno(args)
		return core.Data, true
	case "Deno.env.get":
		if t, ok := core.TextOf(first); ok {
			m.Note(s, name, nil, args)
			return m.Variable(t, nil), true
		}
	case "os.tmpdir":
		m.Note(s, name, nil, args)
		if m.TempElsewhere {
			return core.Data, true
		}
		return core.Str("/tmp"), true
	case "process.cwd", "Deno.cwd":
		m.Note(s, name, nil, args)
		return m.Here(), true
	case "String", "String.raw":
		m.Note(s, name, nil, args)
		if first == nil {
			return core.Str(""), true
		}
		return core.AsText(first), true
	case "String.fromCharCode", "String.fromCodePoint":
		m.Note(s, name, nil, args)
		list := &core.Value{Kind: core.KindList}
		for _, a := range args {
			list.List = append(list.List, a.Val)
			list.More = list.More || a.Spread
		}
		return core.FromCodes(list), true
	case "parseInt", "Number", "Number.parseInt":
		m.Note(s, name, nil, args)
		if t, ok := core.TextOf(first); ok {
			base := 10
			if b := at(1); b != nil && b.Kind == core.KindNum {
				base, _ = strconv.Atoi(b.Name)
			}
			if i, err := strconv.ParseInt(t, base, 32); err == nil && (base == 10 || base == 16 || base == 8 || base == 2) {
				return core.Num(strconv.FormatInt(i, 10)), true
			}
		}
		return core.Data, true
	case "atob":
		if first != nil {
			m.Note(s, name, nil, args)
			return core.FromBase64(first), true
		}
	case "decodeURIComponent", "decodeURI", "unescape":
		if first != nil {
			m.Note(s, name, nil, args)
			return core.Unquote(first), true
		}
	case "Buffer.from", "buffer.Buffer.from", "Buffer":
		m.Note(s, name, nil, args)
		if first == nil {
			return core.Data, true
		}
		if first.Kind == core.KindList {
			return core.FromCodes(first), true
		}
		enc, _ := core.TextOf(at(1))
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
	case "URL", "url.URL", "url.pathToFileURL":
		m.Note(s, name, nil, args)
		if t, ok := core.TextOf(first); ok {
			return core.Obj(typeFileURL, core.Str(strings.TrimPrefix(t, "file://"))), true
		}
		return core.Obj(typeFileURL, core.Data), true
	case "url.fileURLToPath":
		m.Note(s, name, nil, args)
		if first != nil {
			return core.PathText(first), true
		}
	case "util.promisify", "promisify":
		m.Note(s, name, nil, args)
		if first != nil {
			return first, true
		}
	case "Promise.all", "Promise.resolve", "Promise.allSettled", "Promise.race", "Promise.any":
		m.Note(s, name, nil, args)
		if first != nil {
			return first, true
		}
		return core.Data, true
	case "Promise":
		m.Note(s, name, nil, args)
		return m.promise(s, first), true
	case "Array.from":
		m.Note(s, name, nil, args)
		if len(args) > 1 {
			return m.MapOver(core.Site{Node: s.Node}, args[1].Val, first), true
		}
		if first != nil {
			if first.Kind == core.KindList || first.Kind == core.KindData {
				return first, true
			}
			return &core.Value{Kind: core.KindList, List: []*core.Value{first.Element()}, More: true}, true
		}
	case "Proxy":
		m.Escape(args, core.Top)
		return core.Top, true
	}
	return nil, false
}

// implicit reports whether the language calls a method of that name by itself.
func implicit(key string) bool {
	switch key {
	case "toString", "valueOf", "toJSON", "then", "next", "return", "inspect":
		return true
	}
	return false
}
