package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// Function calls a function whose meaning no table can say: reflection, and what computes with
// known strings. The functions of one module are together.
func (m *machine) Function(c core.Invocation) (*core.Value, bool) {
	module, name := "", c.Name
	if i := strings.LastIndexByte(c.Name, '.'); i > 0 {
		module, name = c.Name[:i], c.Name[i+1:]
	}
	switch module {
	case "":
		return m.builtin(c)
	case "os":
		return m.osFunction(c, name)
	case "os.path":
		return m.osPath(c, name)
	case "pathlib", "pathlib.Path":
		return m.pathlib(c)
	case "tempfile":
		return m.tempfile(c, name)
	case "functools", "operator":
		return m.functional(c)
	case "runpy":
		if name == "run_path" {
			return core.Top, m.runFile(c)
		}
	case "inspect":
		return m.inspect(c, name)
	case "shlex", "yaml":
		return m.parsed(c)
	}
	return m.decoded(c)
}

// builtin calls a function that needs no import.
func (m *machine) builtin(c core.Invocation) (*core.Value, bool) {
	switch c.Name {
	case "getattr":
		return m.getattr(c), true
	case "setattr":
		return m.setattr(c), true
	case "exec":
		return m.Traits.Nothing, m.runFile(c)
	case "compile":
		m.compile(c)
	case "vars", "globals", "locals", "dir":
		return m.names(c)
	case "map", "filter":
		return m.mapped(c), true
	case "min", "max":
		return m.extreme(c)
	case "list", "tuple", "set", "sorted", "reversed", "iter", "frozenset":
		return m.collected(c)
	case "next":
		if first := c.At(0); first != nil {
			return first.Element(), true
		}
	case "zip", "enumerate":
		return m.zip(c), true
	case "str", "repr", "bytes", "bytearray", "memoryview":
		return m.textOf(c)
	case "chr":
		return m.chr(c), true
	case "super":
		return m.Inherited(), true
	case "type":
		m.NoteCall(c)
		if len(c.Args) == 1 {
			return core.Obj(typeClass, nil), true
		}
		return m.typeOf(c.Site, c.Args), true
	case "dict":
		m.NoteCall(c)
		return dictOf(c.Args), true
	}
	return nil, false
}

// getattr resolves a constant name. Of an object that is what is written with a dot, and no call of
// its own; of a module it is a function that nobody sees by its name. Another name could be anything
// of what it is asked about.
func (m *machine) getattr(f core.Invocation) *core.Value {
	args := f.Args
	c := m.NewCall(f.Site, "getattr", args)
	if len(args) < 2 || args[0].Spread || args[1].Spread {
		m.Unseen(c, "getattr")
		m.Report(c)
		return core.Top
	}
	v := args[0].Val
	if name, ok := args[1].Val.Text(); ok {
		if v.Kind == core.KindRef {
			m.Report(c)
		}
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

// setattr sets an attribute whose name may be known.
func (m *machine) setattr(c core.Invocation) *core.Value {
	m.NoteCall(c)
	if len(c.Args) == 3 {
		key, known := c.Args[1].Val.Text()
		if known {
			m.SetProperty(c.At(0), key, c.Args[2].Val)
		} else {
			m.SetAttr(c.At(0), key, known, c.Args[2].Val)
		}
	}
	return m.Traits.Nothing
}

// compile reports that a mistake in what is compiled shows a line of the file that is named.
func (m *machine) compile(c core.Invocation) {
	f := c.At(1)
	if f == nil {
		return
	}
	call := m.NewCall(c.Site, c.Name, c.Args)
	for _, w := range f.Words() {
		if w.Kind != fact.Literal || w.Text != "" && !strings.HasPrefix(w.Text, "<") {
			m.EffectOn(call, &core.Bound{}, fact.Read, &core.Value{Kind: core.KindStr, Word: w}, false)
		}
	}
	m.Report(call)
}

// names is vars, globals, locals and dir.
func (m *machine) names(c core.Invocation) (*core.Value, bool) {
	m.NoteCall(c)
	first := c.At(0)
	switch {
	case c.Name == "dir":
		return core.Data, true
	case first == nil:
		return core.Obj(typeNamespace, nil), true
	case first.Kind == core.KindRef:
		return core.Obj(typeNamespace, first), true
	}
	return core.Top, first.Kind != core.KindData
}

// inspect shows where an object says that it was defined.
func (m *machine) inspect(c core.Invocation, name string) (*core.Value, bool) {
	switch name {
	case "getsource", "getsourcelines", "getsourcefile", "getfile", "getabsfile":
	default:
		return nil, false
	}
	first := c.At(0)
	if first == nil {
		return nil, false
	}
	switch first.Kind {
	case core.KindRef, core.KindFunc, core.KindClass:
		return nil, false
	}
	return m.CallUnknown(c.Site, c.Name, c.Args), true
}

// osFunction calls a function of os.
func (m *machine) osFunction(c core.Invocation, name string) (*core.Value, bool) {
	switch name {
	case "putenv":
		m.NoteCall(c)
		m.environChanged("__setitem__", c.Args)
		return m.Traits.Nothing, true
	case "getenv":
		if t, ok := core.TextOf(c.At(0)); ok {
			m.NoteCall(c)
			return m.Variable(t, c.Args[1:]), true
		}
	case "getcwd", "getcwdb":
		m.NoteCall(c)
		return m.Here(), true
	case "fspath", "fsdecode", "fsencode":
		return m.textOf(c)
	}
	return nil, false
}

// tempfile calls a function of tempfile that makes a file or directory.
func (m *machine) tempfile(c core.Invocation, name string) (*core.Value, bool) {
	switch name {
	case "mkdtemp", "mktemp", "mkstemp", "NamedTemporaryFile", "TemporaryDirectory",
		"TemporaryFile", "SpooledTemporaryFile":
		return m.temporary(c.Site, c.Name, c.Args), true
	}
	return nil, false
}
