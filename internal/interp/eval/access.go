package eval

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// attr returns an attribute or property of a value.
func (m *machine) attr(v *Value, name string) *Value {
	switch v.kind {
	case kAlt:
		var out *Value
		for _, a := range v.list {
			out = join(out, m.attr(a, name))
		}
		return out
	case kRef:
		return m.refAttr(v, name)
	case kOpaque:
		switch name {
		case "__name__", "__qualname__", "__module__", "__doc__":
			return data
		}
		return v
	case kObj:
		return m.objAttr(v, name)
	case kClass:
		if f := m.member(v.cls, name, 0); f != nil {
			return m.got(ofClass(f, v.cls), v)
		}
		switch {
		case name == "__name__" || name == "__doc__" || name == "__qualname__" || name == "__module__":
			return data
		case !m.js && strings.HasPrefix(name, "__"):
			return hidden(name)
		}
		return m.stored(name, opaque)
	case kDict:
		if m.js {
			if e := v.get(name); e != nil {
				return m.got(e, v)
			}
			if v.base != nil {
				return m.attr(v.base, name) // of a module that was spread into it
			}
			if v.wild {
				return opaque
			}
			if name != "constructor" && leadsAway(name, true) {
				return hidden(name)
			}
		}
	case kFunc:
		switch {
		case m.js && (name == "constructor" || name == "prototype"):
			return hidden(name)
		case !m.js && leadsAway(name, false):
			if name == "__qualname__" || name == "__module__" {
				return data
			}
			return hidden(name)
		case !m.js && strings.HasPrefix(name, "__"), m.js && (name == "name" || name == "length"):
			return data
		}
		return &Value{kind: kBound, base: v, name: name}
	case kBound:
		if v.base.plain() && !leadsAway(name, m.js) {
			return m.stored(name, &Value{kind: kBound, base: data, name: name})
		}
		if m.js && (name == "call" || name == "apply" || name == "bind") {
			return &Value{kind: kBound, base: v, name: name}
		}
		return opaque
	}
	if leadsAway(name, m.js) {
		return hidden(name)
	}
	if m.js && name == "name" && v.kind == kStr && v.word.Glob { // of an entry: readdirSync(d, {withFileTypes: true})
		return m.stored(name, v)
	}
	return m.stored(name, &Value{kind: kBound, base: v, name: name})
}

// hidden is what reflection leads to: calling it runs what cannot be known.
func hidden(marker string) *Value { return &Value{kind: kOpaque, name: marker} }

// leadsAway reports whether an attribute of plain data leads to classes, modules or code.
func leadsAway(name string, js bool) bool {
	if js {
		return name == "constructor" || name == "__proto__" || name == "prototype" || strings.HasPrefix(name, "__define") || strings.HasPrefix(name, "__lookup")
	}
	if !strings.HasPrefix(name, "__") {
		switch name {
		case "f_globals", "f_builtins", "f_locals", "f_back", "f_code", "gi_frame", "gi_yieldfrom", "cr_frame", "cr_await", "ag_frame", "ag_await", "tb_frame",
			"func_globals", "func_code", "im_func", "im_self", "im_class", "mro":
			return true
		}
		return false
	}
	switch name {
	case "__name__", "__doc__", "__len__", "__file__", "__version__", "__str__", "__repr__", "__contains__", "__getitem__", "__add__":
		return false
	}
	return true
}

// stored adds what the code has set under that name on any object.
func (m *machine) stored(name string, v *Value) *Value {
	if s := m.attrs[name]; s != nil {
		if v.kind == kBound && m.plain(v) && !m.ofData(name) {
			return s // data has nothing by that name of its own
		}
		return join(v, s)
	}
	return v
}

func (m *machine) refAttr(v *Value, name string) *Value {
	if m.js {
		switch name {
		case "call", "apply", "bind", "then", "catch", "finally":
			if v.name != "Reflect" {
				return &Value{kind: kBound, base: v, name: name}
			}
		case "constructor":
			if v.name == "module" {
				return ref("Module")
			}
		}
	}
	q := m.qualify(v.name, name)
	if o := m.over[q]; o != nil {
		return join(ref(q), o)
	}
	if !m.js {
		switch name {
		case "__dict__":
			return obj("namespace", v)
		case "__name__", "__doc__", "__file__", "__version__":
			return data
		case "__import__", "__enter__", "__exit__":
		default:
			if strings.HasPrefix(name, "__") && !m.builtin(name) {
				return hidden(name)
			}
		}
	} else if name == "constructor" || name == "__proto__" {
		return hidden(name)
	}
	if other := m.reexported(v.name, name); other != nil {
		return other
	}
	if e, ok := m.entry(q); ok && e.attribute() {
		return m.attributeValue(q, &e, v)
	}
	return ref(q)
}

// attributeValue is the value of an attribute that the tables know.
func (m *machine) attributeValue(q string, e *Entry, self *Value) *Value {
	switch q {
	case "sys.argv", "sys.orig_argv", "process.argv", "Bun.argv", "Deno.args":
		return m.argv()
	}
	for _, c := range e.Clauses {
		switch c.Verb {
		case "data", "pure", "environment", "shows":
			return data
		case "self":
			return self
		case "text":
			return str(c.Args[0])
		case "returns":
			switch c.Args[0] {
			case "opaque":
				return opaque
			case "data":
				return data
			case "module":
				return ref(c.Args[1])
			}
			return obj(c.Args[0], self.baseOrNil())
		}
	}
	return ref(q)
}

// qualify joins a module and a name, and gives names that have several spellings one.
func (m *machine) qualify(base, name string) string {
	if m.js {
		switch base {
		case "globalThis", "global", "window", "self":
			return name
		case "fs/promises":
			return "fs.promises." + name
		case "process.mainModule", "require.main", "module":
			if name == "require" {
				return "require"
			}
		case "module.constructor":
			return "Module." + name
		}
		if name == "default" {
			return base
		}
		return base + "." + name
	}
	switch base {
	case "builtins", "__builtins__", "io":
		if base != "io" || name == "open" {
			return name
		}
	case "posixpath", "ntpath":
		return "os.path." + name
	case "posix", "nt":
		return "os." + name
	case "pathlib.PosixPath":
		return "pathlib.Path." + name
	case "pathlib":
		if name == "PosixPath" {
			return "pathlib.Path"
		}
	}
	return base + "." + name
}

func (m *machine) objAttr(v *Value, name string) *Value {
	if v.cls != nil {
		if f := m.member(v.cls, name, 0); f != nil {
			if f.kind == kFunc && f.fn.getter {
				return m.stored(name, m.got(f, v))
			}
			if f.kind == kFunc && f.fn.binds != "" {
				return m.stored(name, ofClass(f, v.cls))
			}
			if f.kind == kFunc {
				fn := *f.fn
				fn.self = v
				f.fn.runs++
				return m.stored(name, &Value{kind: kFunc, fn: &fn})
			}
			return m.stored(name, f)
		}
		if s := m.attrs[name]; s != nil {
			return s
		}
		return m.inherited(v.cls, name)
	}
	switch v.name {
	case "process.env":
		return m.variable(name, nil)
	case "tempdir", "tmpfile":
		if name == "name" && v.base != nil {
			return v.base
		}
	case "namespace":
		return &Value{kind: kBound, base: v, name: name}
	case "pathlib.Path":
		if d := m.pathAttr(v, name); d != nil {
			return d
		}
	}
	if leadsAway(name, m.js) && name != "__enter__" && name != "__exit__" {
		return opaque
	}
	if entries, ok := m.in.Table.Module(v.name); ok {
		if e, ok := find(entries, name); ok && e.attribute() {
			return m.attributeValue(v.name+"."+name, &e, v)
		}
	}
	return m.stored(name, &Value{kind: kBound, base: v, name: name})
}

// pathAttr are the attributes of a path that are computed from it.
func (m *machine) pathAttr(v *Value, name string) *Value {
	text, ok := v.base.text()
	switch name {
	case "parent":
		if ok {
			return obj(v.name, str(dirName(text)))
		}
		if v.base.kind == kStr && v.base.word.Glob {
			if dir := dirName(v.base.word.Text); !strings.ContainsAny(dir, active) {
				return obj(v.name, str(dir))
			}
		}
		return obj(v.name, data)
	case "name":
		if ok {
			return str(text[strings.LastIndexByte(text, '/')+1:])
		}
		return partOfPattern(v.base, false)
	case "stem", "suffix", "suffixes", "parts", "anchor", "drive", "root":
		return data
	case "parents":
		return &Value{kind: kList, more: true, wild: true}
	}
	return nil
}

func dirName(p string) string {
	i := strings.LastIndexByte(p, '/')
	switch {
	case i < 0:
		return "."
	case i == 0:
		return "/"
	}
	return p[:i]
}

// index returns an element of a value.
func (m *machine) index(v, key *Value) *Value {
	switch v.kind {
	case kAlt:
		var out *Value
		for _, a := range v.list {
			out = join(out, m.index(a, key))
		}
		return out
	case kRef:
		return m.refIndex(v, key)
	case kOpaque:
		return v
	case kList:
		if i, ok := listIndex(v, key); ok {
			return v.list[i]
		}
		if m.js {
			if name, ok := key.text(); ok {
				return m.attr(v, name)
			}
		}
		if key.kind == kNum && !v.more {
			return m.maybeTainted(join(v.element(), data)) // beyond its end
		}
		return m.maybeTainted(v.element())
	case kDict:
		if name, ok := key.text(); ok {
			if e := v.get(name); e != nil {
				return m.stored(name, e)
			}
			if m.js && leadsAway(name, true) {
				return hidden(name)
			}
		}
		return m.maybeTainted(v.element())
	case kObj:
		return m.objIndex(v, key)
	case kStr:
		if i, err := strconv.Atoi(key.name); err == nil && key.kind == kNum && v.word.Kind == fact.Literal && !v.word.Glob && plainText(v.word.Text) {
			if i < 0 {
				i += len(v.word.Text)
			}
			if i >= 0 && i < len(v.word.Text) {
				return str(v.word.Text[i : i+1])
			}
		}
	}
	if name, ok := key.text(); ok {
		if m.js {
			return m.attr(v, name)
		}
		return m.maybeTainted(m.stored(name, data))
	}
	if m.js && key.kind != kNum && v.kind == kFunc {
		return opaque
	}
	return m.maybeTainted(data)
}

func (m *machine) maybeTainted(v *Value) *Value {
	if m.tainted && v.plain() && v.kind == kData {
		return opaque
	}
	return v
}

func listIndex(v, key *Value) (int, bool) {
	if key.kind != kNum {
		return 0, false
	}
	i, err := strconv.Atoi(key.name)
	if err != nil || v.more && (i < 0 || v.like) {
		return 0, false
	}
	if i < 0 {
		i += len(v.list)
	}
	return i, i >= 0 && i < len(v.list)
}

func (m *machine) refIndex(v, key *Value) *Value {
	name, ok := key.text()
	if m.js {
		if ok {
			return m.attr(v, name)
		}
		if key.kind == kNum {
			return data
		}
		return hidden(v.name)
	}
	switch v.name {
	case "sys.modules":
		if ok {
			return ref(name)
		}
		return hidden(v.name)
	case "__builtins__":
		if ok {
			return ref(name)
		}
		return opaque
	}
	if e, found := m.entry(v.name); found && !e.attribute() {
		return opaque
	}
	return opaque
}

func (m *machine) objIndex(v, key *Value) *Value {
	name, ok := key.text()
	switch v.name {
	case "sys.path":
		return data
	case "os.environ", "process.env":
		if ok {
			return m.variable(name, nil)
		}
		return m.anyVariable()
	case "namespace":
		switch {
		case !ok:
			return hidden("a namespace")
		case v.base != nil:
			return m.attr(v.base, name)
		}
		return m.name(name)
	case "file", "iostream", "walk", "dir", "paths", "entries", "dirent":
		return v.element()
	}
	if strings.HasPrefix(v.name, "lib.") {
		return v
	}
	if m.js {
		if ok {
			return m.attr(v, name)
		}
		return opaque
	}
	if m.known(v.name) {
		return data
	}
	return opaque
}

// name resolves a name of the code: a variable, a builtin, or a module that is taken to be
// imported.
func (m *machine) name(name string) *Value {
	if v := m.lookup(name); v != nil {
		return v
	}
	if o := m.over[name]; o != nil {
		return join(ref(name), o)
	}
	if m.js {
		return m.jsGlobal(name)
	}
	for i := len(m.stars) - 1; i >= 0; i-- {
		if _, ok := m.entry(m.stars[i] + "." + name); ok && !m.builtin(name) || m.starHas(m.stars[i], name) {
			return m.attr(ref(m.stars[i]), name)
		}
	}
	switch name {
	case "__name__", "__file__", "__doc__":
		return data
	}
	return ref(name)
}
