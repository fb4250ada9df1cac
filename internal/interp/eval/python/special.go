package python

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// special are the functions whose meaning no table can say: reflection, and what computes with
// known strings.
func (m *machine) Function(s core.Site, name string, args []core.Arg) (*core.Value, bool) {
	at := func(i int) *core.Value {
		if i < len(args) && !args[i].Spread {
			return args[i].Val
		}
		return nil
	}
	first := at(0)
	switch name {
	case "getattr":
		return m.getattr(s, args), true
	case "setattr":
		m.Note(s, name, nil, args)
		if len(args) == 3 {
			key, known := args[1].Val.Text()
			if known {
				m.SetProperty(first, key, args[2].Val)
			} else {
				m.SetAttr(first, key, known, args[2].Val)
			}
		}
		return m.Traits.Nothing, true
	case "compile":
		if f := at(1); f != nil { // a mistake shows a line of that file
			c := m.NewCall(s, name, args)
			for _, w := range f.Words() {
				if w.Kind != fact.Literal || w.Text != "" && !strings.HasPrefix(w.Text, "<") {
					m.EffectOn(c, &core.Bound{}, fact.Read, &core.Value{Kind: core.KindStr, Word: w}, false)
				}
			}
			m.Report(c)
		}
	case "inspect.getsource", "inspect.getsourcelines", "inspect.getsourcefile", "inspect.getfile", "inspect.getabsfile":
		if first != nil && first.Kind != core.KindRef && first.Kind != core.KindFunc && first.Kind != core.KindClass {
			return m.CallUnknown(s, name, args), true // what the object says of its file is shown
		}
	case "os.putenv":
		m.Note(s, name, nil, args)
		m.environChanged("__setitem__", args)
		return m.Traits.Nothing, true
	case "vars", "globals", "locals", "dir":
		m.Note(s, name, nil, args)
		switch {
		case name == "dir":
			return core.Data, true
		case first == nil:
			return core.Obj(typeNamespace, nil), true
		case first.Kind == core.KindRef:
			return core.Obj(typeNamespace, first), true
		}
		return core.Top, first.Kind != core.KindData
	case "map", "filter":
		m.Note(s, name, nil, args)
		if len(args) < 2 || args[0].Spread || args[1].Spread {
			m.Escape(args, core.Top)
			return core.Top, true
		}
		if len(args) > 2 {
			return m.mapTogether(s, first, args[1:]), true
		}
		return m.MapOver(s, first, args[1].Val), true
	case "functools.partial", "functools.partialmethod":
		m.Note(s, name, nil, args)
		if first == nil {
			return core.Top, true
		}
		p := core.Obj(core.TypePartial, first)
		p.Args = args[1:]
		return p, true
	case "operator.attrgetter", "operator.methodcaller":
		if t, ok := core.TextOf(first); ok && t != "" && (name == "operator.methodcaller" || len(args) == 1) {
			m.Note(s, name, nil, args)
			v := core.Obj(typeGetter, first)
			if name == "operator.methodcaller" {
				v.Type = typeCaller
			}
			for _, a := range args[1:] {
				v.List, v.Keys = append(v.List, a.Val), append(v.Keys, a.Name)
			}
			return v, true
		}
	case "min", "max":
		for _, a := range args {
			if a.Name == "key" && !m.Plain(a.Val) {
				m.Note(s, name, nil, args)
				m.keyed(s, a.Val, args)
				return m.among(args), true
			}
		}
	case "functools.reduce":
		if first == nil {
			return m.CallUnknown(s, name, args), true
		}
		with := m.Handed(args[1:])
		if len(args) > 1 {
			with = core.Join(with, args[1].Val.Element())
		}
		m.Note(s, name, nil, args)
		out := m.Call(s, first, []core.Arg{{Val: with}, {Val: with}})
		if out = core.Join(out, with); !m.Plain(out) {
			out = core.Join(out, m.Call(s, first, []core.Arg{{Val: out}, {Val: with}}))
		}
		return out, true
	case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset":
		if len(args) > 0 && first != nil {
			m.Note(s, name, nil, args)
			for _, a := range args[1:] {
				if a.Name == "key" && !m.Plain(a.Val) {
					m.MapOver(s, a.Val, first)
				} else {
					m.EscapeValue(a.Val, first.Element(), 0)
				}
			}
			switch first.Kind {
			case core.KindList:
				return &core.Value{Kind: core.KindList, List: append([]*core.Value(nil), first.List...), More: first.More, Like: first.Like, Wild: first.Wild}, true
			case core.KindObj:
				e := first.Element()
				return &core.Value{Kind: core.KindList, List: []*core.Value{e}, More: true, Like: true}, true
			case core.KindStr:
				return core.Data, true
			}
			return first, first.Kind == core.KindData
		}
		return &core.Value{Kind: core.KindList}, len(args) == 0
	case "next":
		if first != nil {
			return first.Element(), true
		}
	case "zip", "enumerate":
		return m.zip(s, name, args)
	case "str", "repr", "bytes", "bytearray", "os.fspath", "os.fsdecode", "os.fsencode", "memoryview":
		m.Note(s, name, nil, args)
		if first == nil {
			return core.Str(""), true
		}
		if w, ok := first.AsWord(); ok && (first.Kind == core.KindStr || first.Kind == core.KindNum || first.Kind == core.KindObj) {
			return &core.Value{Kind: core.KindStr, Word: w}, true
		}
		if name == "bytes" && first.Kind == core.KindList {
			return core.FromCodes(first), true
		}
		return core.Data, first.Plain() || name != "bytes"
	case "chr":
		m.Note(s, name, nil, args)
		if first != nil && first.Kind == core.KindNum {
			if n, err := strconv.ParseInt(first.Name, 0, 32); err == nil && utf8.ValidRune(rune(n)) {
				return core.Str(string(rune(n))), true
			}
		}
		return core.Data, true
	case "bytes.fromhex", "bytearray.fromhex", "binascii.unhexlify":
		if first != nil {
			m.Note(s, name, nil, args)
			return core.FromHex(first), true
		}
	case "base64.b64decode", "base64.urlsafe_b64decode", "base64.standard_b64decode", "base64.decodebytes", "binascii.a2b_base64":
		if first != nil {
			m.Note(s, name, nil, args)
			return core.FromBase64(first), true
		}
	case "codecs.decode", "codecs.encode":
		if e := at(1); first != nil && e != nil {
			m.Note(s, name, nil, args)
			if enc, ok := e.Text(); ok && strings.HasPrefix(enc, "rot") {
				return core.DecodeAs(first, enc), true
			}
			return core.Data, true
		}
	case "urllib.parse.unquote", "urllib.parse.unquote_plus":
		if first != nil {
			m.Note(s, name, nil, args)
			return core.Unquote(first), true
		}
	case "os.path.join":
		m.Note(s, name, nil, args)
		return core.JoinPath(args, true), true
	case "os.path.normpath", "os.path.normcase":
		if first != nil {
			m.Note(s, name, nil, args)
			return core.CleanPath(core.PathText(first)), true
		}
	case "os.path.abspath", "os.path.realpath":
		if first != nil {
			m.Note(s, name, nil, args)
			return m.Absolute(core.PathText(first), name == "os.path.realpath"), true
		}
	case "os.path.expanduser", "os.path.expandvars":
		if first != nil {
			if name == "os.path.expandvars" {
				m.Expanded(core.PathText(first))
			}
			m.Note(s, name, nil, args)
			return m.ExpandUser(core.PathText(first)), true
		}
	case "os.path.dirname", "os.path.basename":
		if first != nil {
			m.Note(s, name, nil, args)
			if t, ok := core.PathText(first).Text(); ok {
				if name == "os.path.dirname" {
					if !strings.Contains(t, "/") {
						return core.Str(""), true
					}
					return core.Str(core.DirName(t)), true
				}
				return core.Str(t[strings.LastIndexByte(t, '/')+1:]), true
			}
			return core.PartOfPattern(core.PathText(first), name == "os.path.dirname"), true
		}
	case "os.path.splitext":
		if first != nil {
			m.Note(s, name, nil, args)
			return splitExt(core.PathText(first)), true
		}
	case "os.getenv":
		if t, ok := core.TextOf(first); ok {
			m.Note(s, name, nil, args)
			return m.Variable(t, args[1:]), true
		}
	case "os.getcwd", "os.getcwdb", "pathlib.Path.cwd":
		m.Note(s, name, nil, args)
		here := m.Here()
		if name == "pathlib.Path.cwd" {
			return core.Obj(typePath, here), true
		}
		return here, true
	case "pathlib.Path.home":
		m.Note(s, name, nil, args)
		if m.Home() == "" {
			return core.Obj(typePath, core.Data), true
		}
		return core.Obj(typePath, core.Str(m.Home())), true
	case "pathlib.Path", "pathlib.PurePath", "pathlib.PurePosixPath":
		m.Note(s, name, nil, args)
		if len(args) == 0 {
			return core.Obj(typePath, core.Str(".")), true
		}
		return core.Obj(typePath, core.JoinPath(args, true)), true
	case "tempfile.mkdtemp", "tempfile.mktemp", "tempfile.mkstemp", "tempfile.NamedTemporaryFile", "tempfile.TemporaryDirectory",
		"tempfile.TemporaryFile", "tempfile.SpooledTemporaryFile":
		return m.temporary(s, name, args), true
	case "shlex.split":
		if t, ok := core.TextOf(first); ok && !strings.ContainsAny(t, `'"\`) {
			m.Note(s, name, nil, args)
			return core.StrList(strings.Fields(t)), true
		}
	case "yaml.load", "yaml.load_all":
		for _, a := range args {
			if a.Val.Kind == core.KindRef && (a.Name == "Loader" || a.Name == "") && strings.HasSuffix(a.Val.Name, "SafeLoader") {
				m.Note(s, name, nil, args)
				return core.Data, true
			}
		}
	case "super":
		return m.Inherited(), true
	case "type":
		m.Note(s, name, nil, args)
		if len(args) == 1 {
			return core.Obj(typeClass, nil), true
		}
		return m.typeOf(s, args), true
	case "dict":
		m.Note(s, name, nil, args)
		d := &core.Value{Kind: core.KindDict}
		for _, a := range args {
			switch {
			case core.IsEnviron(a.Val):
				d.Put("*", a.Val)
				d.More = true
			case a.Name != "" && !a.Spread:
				d.Put(a.Name, a.Val)
			case a.Val.Kind == core.KindDict && !a.Spread:
				for i, k := range a.Val.Keys {
					d.Put(k, a.Val.List[i])
				}
				d.More, d.Wild = d.More || a.Val.More, d.Wild || a.Val.Wild
			default:
				d.More, d.Wild = true, d.Wild || !a.Val.Plain()
			}
		}
		return d, true
	}
	return nil, false
}

// getattr resolves a constant name; with another one it could be anything of what it is asked
// about.
func (m *machine) getattr(s core.Site, args []core.Arg) *core.Value {
	c := m.NewCall(s, "getattr", args)
	if len(args) < 2 || args[0].Spread || args[1].Spread {
		m.Unseen(c, "getattr")
		m.Report(c)
		return core.Top
	}
	v := args[0].Val
	if name, ok := args[1].Val.Text(); ok {
		m.Report(c)
		out := m.Attr(v, name)
		if len(args) > 2 && v.Plain() {
			out = core.Join(out, args[2].Val)
		}
		return out
	}
	if !v.Plain() || m.Escaped {
		m.Unseen(c, "getattr")
	}
	m.Report(c)
	return core.Top
}

// specialMethod are the methods of strings, lists and paths that are computed.
func (m *machine) Method(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	if v, ok := m.textMethod(recv, method, args); ok {
		m.Note(s, "", nil, args)
		return v, true
	}
	if recv.Is(typeSearch) && method != "copy" && method != "index" && method != "count" {
		m.searched = true
	}
	if core.IsEnviron(recv) {
		if v, ok := m.environMethod(s, recv, method, args); ok {
			return v, true
		}
	}
	switch recv.Kind {
	case core.KindObj:
		if method == "__call__" && (recv.Type == typeGetter || recv.Type == typeCaller) {
			return m.chosen(s, recv, args), true
		}
		if recv.Type == typePath {
			return m.pathMethod(s, recv, method, args)
		}
		if recv.Type == typeNamespace {
			if method == "get" && len(args) > 0 || method == "__getitem__" && len(args) > 0 {
				return m.ObjIndex(recv, args[0].Val), true
			}
			switch method {
			case "get", "keys", "items", "values", "copy", "__contains__", "__len__", "__iter__":
				return core.Top, true
			}
			return m.CallUnknown(s, "globals."+method, args), true
		}
	case core.KindDict:
		switch method {
		case "get", "pop", "setdefault", "__getitem__":
			if len(args) > 0 {
				m.Note(s, "", nil, args)
				if method == "setdefault" {
					m.Mutate(recv, method, args)
				}
				out := m.Index(recv, args[0].Val)
				for _, a := range args[1:] {
					out = core.Join(out, a.Val)
				}
				return out, true
			}
		case "items":
			row := core.ListOf([]*core.Value{core.Data, recv.Element()})
			return &core.Value{Kind: core.KindList, List: []*core.Value{row}, More: true}, true
		case "values", "copy":
			return &core.Value{Kind: core.KindList, List: recv.List, More: recv.More, Wild: recv.Wild}, true
		}
	case core.KindList:
		switch method {
		case "copy", "__iter__":
			return recv, true
		case "pop":
			recv.WeakAdd()
			return recv.Element(), true
		}
	case core.KindFunc, core.KindClass:
		if method == "__call__" {
			return m.Call(s, recv, args), true
		}
	}
	return nil, false
}

func (m *machine) pathMethod(s core.Site, recv *core.Value, method string, args []core.Arg) (*core.Value, bool) {
	full := "pathlib.Path." + method
	switch method {
	case "joinpath", "__truediv__":
		m.Note(s, full, nil, args)
		return core.Obj(recv.Type, core.JoinPath(append([]core.Arg{{Val: recv.Base}}, args...), true)), true
	case "with_name", "with_suffix", "with_stem", "relative_to":
		m.Note(s, full, nil, args)
		if method == "relative_to" {
			return core.Obj(recv.Type, core.Data), true
		}
		return m.renamed(recv, method, args), true
	case "glob", "rglob", "iterdir":
		return m.found(s, recv, method, args), true
	case "expanduser":
		m.Note(s, full, nil, args)
		return core.Obj(recv.Type, m.ExpandUser(recv.Base)), true
	case "resolve", "absolute", "__enter__":
		m.Note(s, full, nil, args)
		if method == "__enter__" {
			return recv, true
		}
		return core.Obj(recv.Type, m.Absolute(recv.Base, true)), true
	case "as_posix", "__str__", "__fspath__":
		m.Note(s, full, nil, args)
		return recv.Base, true
	}
	return nil, false
}
