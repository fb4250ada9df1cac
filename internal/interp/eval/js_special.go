package eval

import (
	"strconv"
	"strings"
)

// jsSpecial are the functions whose meaning no table can say.
func (m *javascript) function(s site, name string, args []arg) (*Value, bool) {
	at := func(i int) *Value {
		if i < len(args) && !args[i].spread {
			return args[i].val
		}
		return nil
	}
	first := at(0)
	switch name {
	case "require", "import", "process.getBuiltinModule", "require.main.require", "process.mainModule.require":
		c := m.newCall(s, name, args)
		if first == nil {
			first = data
		}
		v := m.imported(c, first)
		if len(c.Effects) > 0 || c.Unseen != "" {
			m.report(c)
		} else {
			m.note(s, name, nil, args)
		}
		return v, true
	case "createRequire", "module.createRequire", "Module.createRequire":
		m.note(s, name, nil, args)
		return ref("require"), true
	case "Module._load":
		c := m.newCall(s, name, args)
		if first == nil {
			first = data
		}
		v := m.imported(c, first)
		m.report(c)
		return v, true
	case "eval", "vm.runInThisContext", "vm.runInNewContext", "vm.runInContext":
		c := m.newCall(s, name, args)
		if first == nil {
			first = str("")
		}
		v := m.inner(c, first)
		m.report(c)
		return v, true
	case "Function", "AsyncFunction", "vm.Script", "vm.compileFunction", "vm.SourceTextModule":
		c := m.newCall(s, name, args)
		body := data
		if len(args) > 0 && !args[len(args)-1].spread {
			body = args[len(args)-1].val
			if name != "Function" && name != "AsyncFunction" {
				body = first
			}
		} else if len(args) == 0 {
			body = str("")
		}
		if t, ok := body.text(); ok && !strings.HasPrefix(name, "vm.") {
			body = str("(function(){" + t + "\n})()")
		}
		v := m.inner(c, body)
		m.report(c)
		return obj(typeMade, v), true
	case "setTimeout", "setInterval", "setImmediate", "queueMicrotask", "process.nextTick":
		m.note(s, name, nil, args)
		if first != nil && first.kind == kStr {
			c := m.newCall(s, name, args)
			m.inner(c, first)
			m.report(c)
			return data, true
		}
		rest := 1 // process.nextTick(f, a), setImmediate(f, a), setTimeout(f, delay, a)
		if name == "setTimeout" || name == "setInterval" {
			rest = 2
		}
		if len(args) > rest && first != nil {
			m.later(first, args[rest:])
			m.call(site{node: s.node}, first, args[rest:])
			return data, true
		} else if first != nil && first.kind != kFunc && !first.plain() {
			m.call(site{node: s.node}, first, nil)
		}
		m.escape(args, data)
		return data, true
	case "Reflect.apply":
		if len(args) > 2 {
			return m.call(s, first, spreadArgs(args[2].val)), true
		}
	case "Reflect.construct":
		if len(args) > 1 {
			return m.call(s, first, spreadArgs(args[1].val)), true
		}
	case "Reflect.get":
		if len(args) > 1 {
			return m.index(first, args[1].val), true
		}
	case "Object.values", "Object.entries", "Object.keys", "Object.getOwnPropertyNames":
		m.note(s, name, nil, args)
		if first != nil && !first.plain() && name != "Object.keys" && name != "Object.getOwnPropertyNames" {
			return opaque, true
		}
		return data, true
	case "Object.assign":
		m.note(s, name, nil, args)
		return m.assigned(args), true
	case "Object.defineProperty":
		return m.define(s, args), true
	case "Object.setPrototypeOf":
		m.note(s, name, nil, args)
		if len(args) > 1 && first != nil && !args[1].spread {
			m.descends(first, args[1].val)
			return first, true
		}
		return opaque, true
	case "Object.fromEntries":
		m.note(s, name, nil, args)
		if first != nil && m.plain(first) {
			return data, true
		}
		return opaque, true
	case "Object.create", "Object.freeze", "structuredClone":
		m.note(s, name, nil, args)
		for _, a := range args {
			if !a.val.plain() {
				if len(args) == 1 {
					return first, true
				}
				m.tainted = true
				return opaque, true
			}
		}
		return data, true
	case "path.join", "path.resolve", "path.posix.join", "path.posix.resolve":
		m.note(s, name, nil, args)
		if out := joinPath(args, strings.HasSuffix(name, "resolve")); !strings.HasSuffix(name, "resolve") {
			return out, true
		} else {
			return m.absolute(out, false), true
		}
	case "path.normalize":
		if first != nil {
			m.note(s, name, nil, args)
			return cleanPath(first), true
		}
	case "path.dirname", "path.basename":
		if t, ok := textOf(first); ok {
			m.note(s, name, nil, args)
			if name == "path.dirname" {
				return str(dirName(t)), true
			}
			if len(args) == 1 {
				return str(t[strings.LastIndexByte(t, '/')+1:]), true
			}
			return data, true
		}
	case "os.homedir":
		m.note(s, name, nil, args)
		if m.home() != "" {
			return str(m.home()), true
		}
		return data, true
	case "Deno.env.set":
		m.note(s, name, nil, args)
		m.setDeno(args)
		return data, true
	case "Deno.env.get":
		if t, ok := textOf(first); ok {
			m.note(s, name, nil, args)
			return m.variable(t, nil), true
		}
	case "os.tmpdir":
		m.note(s, name, nil, args)
		if m.tempElsewhere {
			return data, true
		}
		return str("/tmp"), true
	case "process.cwd", "Deno.cwd":
		m.note(s, name, nil, args)
		return m.here(), true
	case "String", "String.raw":
		m.note(s, name, nil, args)
		if first == nil {
			return str(""), true
		}
		return asText(first), true
	case "String.fromCharCode", "String.fromCodePoint":
		m.note(s, name, nil, args)
		list := &Value{kind: kList}
		for _, a := range args {
			list.list = append(list.list, a.val)
			list.more = list.more || a.spread
		}
		return codes(list), true
	case "parseInt", "Number", "Number.parseInt":
		m.note(s, name, nil, args)
		if t, ok := textOf(first); ok {
			base := 10
			if b := at(1); b != nil && b.kind == kNum {
				base, _ = strconv.Atoi(b.name)
			}
			if i, err := strconv.ParseInt(t, base, 32); err == nil && (base == 10 || base == 16 || base == 8 || base == 2) {
				return num(strconv.FormatInt(i, 10)), true
			}
		}
		return data, true
	case "atob":
		if first != nil {
			m.note(s, name, nil, args)
			return fromBase64(first), true
		}
	case "decodeURIComponent", "decodeURI", "unescape":
		if first != nil {
			m.note(s, name, nil, args)
			return unquote(first), true
		}
	case "Buffer.from", "buffer.Buffer.from", "Buffer":
		m.note(s, name, nil, args)
		if first == nil {
			return data, true
		}
		if first.kind == kList {
			return codes(first), true
		}
		enc, _ := textOf(at(1))
		switch strings.ToLower(enc) {
		case "base64", "base64url":
			return fromBase64(first), true
		case "hex":
			return fromHex(first), true
		}
		if first.kind == kStr {
			return first, true
		}
		return data, first.plain()
	case "URL", "url.URL", "url.pathToFileURL":
		m.note(s, name, nil, args)
		if t, ok := textOf(first); ok {
			return obj(typeFileURL, str(strings.TrimPrefix(t, "file://"))), true
		}
		return obj(typeFileURL, data), true
	case "url.fileURLToPath":
		m.note(s, name, nil, args)
		if first != nil {
			return pathText(first), true
		}
	case "util.promisify", "promisify":
		m.note(s, name, nil, args)
		if first != nil {
			return first, true
		}
	case "Promise.all", "Promise.resolve", "Promise.allSettled", "Promise.race", "Promise.any":
		m.note(s, name, nil, args)
		if first != nil {
			return first, true
		}
		return data, true
	case "Promise":
		m.note(s, name, nil, args)
		return m.promise(s, first), true
	case "Array.from":
		m.note(s, name, nil, args)
		if len(args) > 1 {
			return m.mapOver(site{node: s.node}, args[1].val, first), true
		}
		if first != nil {
			if first.kind == kList || first.kind == kData {
				return first, true
			}
			return &Value{kind: kList, list: []*Value{first.element()}, more: true}, true
		}
	case "Proxy":
		m.escape(args, opaque)
		return opaque, true
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
