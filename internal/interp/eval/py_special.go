package eval

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
)

// special are the functions whose meaning no table can say: reflection, and what computes with
// known strings.
func (m *python) function(s site, name string, args []arg) (*Value, bool) {
	at := func(i int) *Value {
		if i < len(args) && !args[i].spread {
			return args[i].val
		}
		return nil
	}
	first := at(0)
	switch name {
	case "getattr":
		return m.getattr(s, args), true
	case "setattr":
		m.note(s, name, nil, args)
		if len(args) == 3 {
			key, known := args[1].val.text()
			if known {
				m.setProperty(first, key, args[2].val)
			} else {
				m.setAttr(first, key, known, args[2].val)
			}
		}
		return m.traits.nothing, true
	case "compile":
		if f := at(1); f != nil { // a mistake shows a line of that file
			c := m.newCall(s, name, args)
			for _, w := range f.words() {
				if w.Kind != fact.Literal || w.Text != "" && !strings.HasPrefix(w.Text, "<") {
					m.effectOn(c, &bound{}, fact.Read, &Value{kind: kStr, word: w}, false)
				}
			}
			m.report(c)
		}
	case "inspect.getsource", "inspect.getsourcelines", "inspect.getsourcefile", "inspect.getfile", "inspect.getabsfile":
		if first != nil && first.kind != kRef && first.kind != kFunc && first.kind != kClass {
			return m.callUnknown(s, name, args), true // what the object says of its file is shown
		}
	case "os.putenv":
		m.note(s, name, nil, args)
		m.environChanged("__setitem__", args)
		return m.traits.nothing, true
	case "vars", "globals", "locals", "dir":
		m.note(s, name, nil, args)
		switch {
		case name == "dir":
			return data, true
		case first == nil:
			return obj(typeNamespace, nil), true
		case first.kind == kRef:
			return obj(typeNamespace, first), true
		}
		return opaque, first.kind != kData
	case "map", "filter":
		m.note(s, name, nil, args)
		if len(args) < 2 || args[0].spread || args[1].spread {
			m.escape(args, opaque)
			return opaque, true
		}
		if len(args) > 2 {
			return m.mapTogether(s, first, args[1:]), true
		}
		return m.mapOver(s, first, args[1].val), true
	case "functools.partial", "functools.partialmethod":
		m.note(s, name, nil, args)
		if first == nil {
			return opaque, true
		}
		p := obj(typePartial, first)
		p.args = args[1:]
		return p, true
	case "operator.attrgetter", "operator.methodcaller":
		if t, ok := textOf(first); ok && t != "" && (name == "operator.methodcaller" || len(args) == 1) {
			m.note(s, name, nil, args)
			v := obj(typeGetter, first)
			if name == "operator.methodcaller" {
				v.typ = typeCaller
			}
			for _, a := range args[1:] {
				v.list, v.keys = append(v.list, a.val), append(v.keys, a.name)
			}
			return v, true
		}
	case "min", "max":
		for _, a := range args {
			if a.name == "key" && !m.plain(a.val) {
				m.note(s, name, nil, args)
				m.keyed(s, a.val, args)
				return m.among(args), true
			}
		}
	case "functools.reduce":
		if first == nil {
			return m.callUnknown(s, name, args), true
		}
		with := m.handed(args[1:])
		if len(args) > 1 {
			with = join(with, args[1].val.element())
		}
		m.note(s, name, nil, args)
		out := m.call(s, first, []arg{{val: with}, {val: with}})
		if out = join(out, with); !m.plain(out) {
			out = join(out, m.call(s, first, []arg{{val: out}, {val: with}}))
		}
		return out, true
	case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset":
		if len(args) > 0 && first != nil {
			m.note(s, name, nil, args)
			for _, a := range args[1:] {
				if a.name == "key" && !m.plain(a.val) {
					m.mapOver(s, a.val, first)
				} else {
					m.escapeValue(a.val, first.element(), 0)
				}
			}
			switch first.kind {
			case kList:
				return &Value{kind: kList, list: append([]*Value(nil), first.list...), more: first.more, like: first.like, wild: first.wild}, true
			case kObj:
				e := first.element()
				return &Value{kind: kList, list: []*Value{e}, more: true, like: true}, true
			case kStr:
				return data, true
			}
			return first, first.kind == kData
		}
		return &Value{kind: kList}, len(args) == 0
	case "next":
		if first != nil {
			return first.element(), true
		}
	case "zip", "enumerate":
		return m.zip(s, name, args)
	case "str", "repr", "bytes", "bytearray", "os.fspath", "os.fsdecode", "os.fsencode", "memoryview":
		m.note(s, name, nil, args)
		if first == nil {
			return str(""), true
		}
		if w, ok := first.asWord(); ok && (first.kind == kStr || first.kind == kNum || first.kind == kObj) {
			return &Value{kind: kStr, word: w}, true
		}
		if name == "bytes" && first.kind == kList {
			return codes(first), true
		}
		return data, first.plain() || name != "bytes"
	case "chr":
		m.note(s, name, nil, args)
		if first != nil && first.kind == kNum {
			if n, err := strconv.ParseInt(first.name, 0, 32); err == nil && utf8.ValidRune(rune(n)) {
				return str(string(rune(n))), true
			}
		}
		return data, true
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify":
		if first != nil {
			m.note(s, name, nil, args)
			return fromHex(first), true
		}
	case "base64.b64decode", "base64.urlsafe_b64decode", "base64.standard_b64decode", "base64.decodebytes", "binascii.a2b_base64":
		if first != nil {
			m.note(s, name, nil, args)
			return fromBase64(first), true
		}
	case "codecs.decode", "codecs.encode":
		if e := at(1); first != nil && e != nil {
			m.note(s, name, nil, args)
			if enc, ok := e.text(); ok && strings.HasPrefix(enc, "rot") {
				return decodeAs(first, enc), true
			}
			return data, true
		}
	case "urllib.parse.unquote", "urllib.parse.unquote_plus":
		if first != nil {
			m.note(s, name, nil, args)
			return unquote(first), true
		}
	case "os.path.join":
		m.note(s, name, nil, args)
		return joinPath(args, true), true
	case "os.path.normpath", "os.path.normcase":
		if first != nil {
			m.note(s, name, nil, args)
			return cleanPath(pathText(first)), true
		}
	case "os.path.abspath", "os.path.realpath":
		if first != nil {
			m.note(s, name, nil, args)
			return m.absolute(pathText(first), name == "os.path.realpath"), true
		}
	case "os.path.expanduser", "os.path.expandvars":
		if first != nil {
			if name == "os.path.expandvars" {
				m.expanded(pathText(first))
			}
			m.note(s, name, nil, args)
			return m.expandUser(pathText(first)), true
		}
	case "os.path.dirname", "os.path.basename":
		if first != nil {
			m.note(s, name, nil, args)
			if t, ok := pathText(first).text(); ok {
				if name == "os.path.dirname" {
					if !strings.Contains(t, "/") {
						return str(""), true
					}
					return str(dirName(t)), true
				}
				return str(t[strings.LastIndexByte(t, '/')+1:]), true
			}
			return partOfPattern(pathText(first), name == "os.path.dirname"), true
		}
	case "os.path.splitext":
		if first != nil {
			m.note(s, name, nil, args)
			return splitExt(pathText(first)), true
		}
	case "os.getenv":
		if t, ok := textOf(first); ok {
			m.note(s, name, nil, args)
			return m.variable(t, args[1:]), true
		}
	case "os.getcwd", "os.getcwdb", "pathlib.Path.cwd":
		m.note(s, name, nil, args)
		here := m.here()
		if name == "pathlib.Path.cwd" {
			return obj(typePath, here), true
		}
		return here, true
	case "pathlib.Path.home":
		m.note(s, name, nil, args)
		if m.home() == "" {
			return obj(typePath, data), true
		}
		return obj(typePath, str(m.home())), true
	case "pathlib.Path", "pathlib.PurePath", "pathlib.PurePosixPath":
		m.note(s, name, nil, args)
		if len(args) == 0 {
			return obj(typePath, str(".")), true
		}
		return obj(typePath, joinPath(args, true)), true
	case "tempfile.mkdtemp", "tempfile.mktemp", "tempfile.mkstemp", "tempfile.NamedTemporaryFile", "tempfile.TemporaryDirectory",
		"tempfile.TemporaryFile", "tempfile.SpooledTemporaryFile":
		return m.temporary(s, name, args), true
	case "shlex.split":
		if t, ok := textOf(first); ok && !strings.ContainsAny(t, `'"\`) {
			m.note(s, name, nil, args)
			return strList(strings.Fields(t)), true
		}
	case "yaml.load", "yaml.load_all":
		for _, a := range args {
			if a.val.kind == kRef && (a.name == "Loader" || a.name == "") && strings.HasSuffix(a.val.name, "SafeLoader") {
				m.note(s, name, nil, args)
				return data, true
			}
		}
	case "super":
		return m.super(), true
	case "type":
		m.note(s, name, nil, args)
		if len(args) == 1 {
			return obj(typeClass, nil), true
		}
		return m.typeOf(s, args), true
	case "dict":
		m.note(s, name, nil, args)
		d := &Value{kind: kDict}
		for _, a := range args {
			switch {
			case isEnviron(a.val):
				d.put("*", a.val)
				d.more = true
			case a.name != "" && !a.spread:
				d.put(a.name, a.val)
			case a.val.kind == kDict && !a.spread:
				for i, k := range a.val.keys {
					d.put(k, a.val.list[i])
				}
				d.more, d.wild = d.more || a.val.more, d.wild || a.val.wild
			default:
				d.more, d.wild = true, d.wild || !a.val.plain()
			}
		}
		return d, true
	}
	return nil, false
}

// getattr resolves a constant name; with another one it could be anything of what it is asked
// about.
func (m *python) getattr(s site, args []arg) *Value {
	c := m.newCall(s, "getattr", args)
	if len(args) < 2 || args[0].spread || args[1].spread {
		m.unseen(c, "getattr")
		m.report(c)
		return opaque
	}
	v := args[0].val
	if name, ok := args[1].val.text(); ok {
		m.report(c)
		out := m.attr(v, name)
		if len(args) > 2 && v.plain() {
			out = join(out, args[2].val)
		}
		return out
	}
	if !v.plain() || m.tainted {
		m.unseen(c, "getattr")
	}
	m.report(c)
	return opaque
}

// specialMethod are the methods of strings, lists and paths that are computed.
func (m *python) method(s site, recv *Value, method string, args []arg) (*Value, bool) {
	if v, ok := m.textMethod(recv, method, args); ok {
		m.note(s, "", nil, args)
		return v, true
	}
	if recv.is(typeSearch) && method != "copy" && method != "index" && method != "count" {
		m.searched = true
	}
	if isEnviron(recv) {
		if v, ok := m.environMethod(s, recv, method, args); ok {
			return v, true
		}
	}
	switch recv.kind {
	case kObj:
		if method == "__call__" && (recv.typ == typeGetter || recv.typ == typeCaller) {
			return m.chosen(s, recv, args), true
		}
		if recv.typ == typePath {
			return m.pathMethod(s, recv, method, args)
		}
		if recv.typ == typeNamespace {
			if method == "get" && len(args) > 0 || method == "__getitem__" && len(args) > 0 {
				return m.objIndex(recv, args[0].val), true
			}
			switch method {
			case "get", "keys", "items", "values", "copy", "__contains__", "__len__", "__iter__":
				return opaque, true
			}
			return m.callUnknown(s, "globals."+method, args), true
		}
	case kDict:
		switch method {
		case "get", "pop", "setdefault", "__getitem__":
			if len(args) > 0 {
				m.note(s, "", nil, args)
				if method == "setdefault" {
					m.mutate(recv, method, args)
				}
				out := m.index(recv, args[0].val)
				for _, a := range args[1:] {
					out = join(out, a.val)
				}
				return out, true
			}
		case "items":
			row := listOf([]*Value{data, recv.element()})
			return &Value{kind: kList, list: []*Value{row}, more: true}, true
		case "values", "copy":
			return &Value{kind: kList, list: recv.list, more: recv.more, wild: recv.wild}, true
		}
	case kList:
		switch method {
		case "copy", "__iter__":
			return recv, true
		case "pop":
			recv.disorder()
			return recv.element(), true
		}
	case kFunc, kClass:
		if method == "__call__" {
			return m.call(s, recv, args), true
		}
	}
	return nil, false
}

func (m *python) pathMethod(s site, recv *Value, method string, args []arg) (*Value, bool) {
	full := "pathlib.Path." + method
	switch method {
	case "joinpath", "__truediv__":
		m.note(s, full, nil, args)
		return obj(recv.typ, joinPath(append([]arg{{val: recv.base}}, args...), true)), true
	case "with_name", "with_suffix", "with_stem", "relative_to":
		m.note(s, full, nil, args)
		if method == "relative_to" {
			return obj(recv.typ, data), true
		}
		return m.renamed(recv, method, args), true
	case "glob", "rglob", "iterdir":
		return m.found(s, recv, method, args), true
	case "expanduser":
		m.note(s, full, nil, args)
		return obj(recv.typ, m.expandUser(recv.base)), true
	case "resolve", "absolute", "__enter__":
		m.note(s, full, nil, args)
		if method == "__enter__" {
			return recv, true
		}
		return obj(recv.typ, m.absolute(recv.base, true)), true
	case "as_posix", "__str__", "__fspath__":
		m.note(s, full, nil, args)
		return recv.base, true
	}
	return nil, false
}
