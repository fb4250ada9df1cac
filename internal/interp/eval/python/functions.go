package python

import (
	"maps"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// functions are those whose meaning no table can say: reflection, and what computes with known
// strings.
var functions = core.Functions[*library]{Own: core.Table(
	core.Named("getattr", (*library).getattr),
	core.Named("compile", (*library).compile),
	core.Named("min max", (*library).minMax),
	core.Named("list tuple set sorted reversed iter frozenset", (*library).newList),
	core.Named("next", (*library).next),
	core.Named("super", (*library).super),
	core.Named("os.getenv", (*library).getenv),
	core.Named("exec runpy.run_path", (*library).runFile),
	core.Named("shlex.split", (*library).shellSplit),
	core.Named("yaml.load yaml.load_all", (*library).yamlLoad),
	core.Named("functools.partial functools.partialmethod", (*library).partial),
	core.Named("functools.reduce", (*library).reduce),
	core.Named("operator.attrgetter operator.methodcaller", (*library).getter),
	core.Named("codecs.decode codecs.encode", (*library).codec),
	core.Named("os.path.normpath os.path.normcase os.path.abspath os.path.realpath "+
		"os.path.expanduser os.path.expandvars os.path.dirname os.path.basename "+
		"os.path.splitext", (*library).osPath),
	core.Named("inspect.getsource inspect.getsourcelines inspect.getsourcefile inspect.getfile "+
		"inspect.getabsfile", (*library).inspect),
	core.Named("tempfile.mkdtemp tempfile.mktemp tempfile.mkstemp tempfile.NamedTemporaryFile "+
		"tempfile.TemporaryDirectory tempfile.TemporaryFile "+
		"tempfile.SpooledTemporaryFile", (*library).temporary),
), Computed: core.Table(
	core.Named("setattr", (*library).setattr),
	core.Named("vars globals locals dir", (*library).namespace),
	core.Named("map filter", (*library).mapFilter),
	core.Named("zip enumerate", (*library).zip),
	core.Named("str repr bytes bytearray memoryview os.fspath os.fsdecode "+
		"os.fsencode", (*library).textOf),
	core.Named("chr", (*library).chr),
	core.Named("type", (*library).typeOf),
	core.Named("dict", (*library).dict),
	core.Named("os.putenv", (*library).putenv),
	core.Named("os.getcwd os.getcwdb", (*library).getcwd),
	core.Named("os.path.join", (*library).joinPath),
	core.Named("pathlib.Path pathlib.PurePath pathlib.PurePosixPath pathlib.Path.cwd "+
		"pathlib.Path.home", (*library).newPath),
), Converted: core.Table(
	core.Named("bytes.fromhex bytearray.fromhex binascii.unhexlify", core.FromHex),
	core.Named("base64.b64decode base64.urlsafe_b64decode base64.standard_b64decode "+
		"base64.decodebytes binascii.a2b_base64", core.FromBase64),
	core.Named("urllib.parse.unquote urllib.parse.unquote_plus", core.Unquote),
)}

// Function calls a function whose meaning no table can say.
func (lb *library) Function(c core.Invocation) *core.Value {
	return functions.Call(lb.ev.Report, lb, c)
}

func (lb *library) joinPath(c core.Invocation) *core.Value { return core.JoinPath(c.Args, true) }
func (lb *library) super(core.Invocation) *core.Value      { return lb.ev.Objects.Inherited() }
func (lb *library) getcwd(core.Invocation) *core.Value     { return lb.ev.World.WorkingDir() }

// runFile runs a file that is given whole.
func (lb *library) runFile(c core.Invocation) *core.Value {
	switch {
	case !lb.modules.runFile(c):
		return nil
	case c.Name == "exec":
		return traits.Nothing
	}
	return core.Top
}

func (lb *library) next(c core.Invocation) *core.Value {
	if first := c.At(0); first != nil {
		return first.Element()
	}
	return nil
}

// getattr resolves a constant name. Of an object that is what is written with a dot, and no call of
// its own; of a module it is a function that nobody sees by its name. Another name could be anything
// of what it is asked about.
func (lb *library) getattr(f core.Invocation) *core.Value {
	args := f.Args
	c := lb.ev.Report.NewCall(f.Site, "getattr", args)
	if len(args) < 2 || args[0].Spread || args[1].Spread {
		core.Unseen(c, "getattr")
		lb.ev.Report.Add(c)
		return core.Top
	}
	v := args[0].Val
	if name, ok := args[1].Val.Text(); ok {
		if v.Kind == core.KindRef {
			lb.ev.Report.Add(c)
		}
		out := lb.ev.Objects.Attr(v, name)
		if len(args) > 2 && v.Plain() {
			out = core.Join(out, args[2].Val)
		}
		return out
	}
	if !v.Plain() || lb.ev.Heap.Escaped {
		core.Unseen(c, "getattr")
	}
	lb.ev.Report.Add(c)
	return core.Top
}

// setattr sets an attribute whose name may be known.
func (lb *library) setattr(c core.Invocation) *core.Value {
	if len(c.Args) == 3 {
		lb.ev.Objects.SetElement(c.At(0), c.Args[1].Val, c.Args[2].Val)
	}
	return traits.Nothing
}

// compile reports that a mistake in what is compiled shows a line of the file that is named.
func (lb *library) compile(c core.Invocation) *core.Value {
	f := c.At(1)
	if f == nil {
		return nil
	}
	call := lb.ev.Report.NewCall(c.Site, c.Name, c.Args)
	for _, w := range f.Words() {
		if w.Kind != fact.Literal || w.Text != "" && !strings.HasPrefix(w.Text, "<") {
			core.AddRead(call, &core.Value{Kind: core.KindStr, Word: w})
		}
	}
	lb.ev.Report.Add(call)
	return nil
}

// namespace is vars, globals, locals and dir.
func (lb *library) namespace(c core.Invocation) *core.Value {
	first := c.At(0)
	switch {
	case c.Name == "dir":
		return core.Data
	case first == nil, first.Kind == core.KindRef:
		return core.Obj(typeNamespace, first)
	case first.Kind == core.KindData:
		return nil
	}
	return core.Top
}

// inspect shows where an object says that it was defined.
func (lb *library) inspect(c core.Invocation) *core.Value {
	first := c.At(0)
	if first == nil {
		return nil
	}
	switch first.Kind {
	case core.KindRef, core.KindFunc, core.KindClass:
		return nil
	}
	return lb.ev.Calls.CallUnknown(c.Site, c.Name, c.Args)
}

// putenv sets a variable of the environment.
func (lb *library) putenv(c core.Invocation) *core.Value {
	lb.environChanged("__setitem__", c.Args)
	return traits.Nothing
}

// getenv gets a variable of the environment whose name is known.
func (lb *library) getenv(c core.Invocation) *core.Value {
	t, ok := core.TextOf(c.At(0))
	if !ok {
		return nil
	}
	lb.ev.Report.NoteCall(c)
	return lb.ev.Environ.Variable(t, c.Args[1:])
}

// finishClass looks at what a class has got.
func (lb *library) finishClass(c *core.Class, n *syntax.Node) {
	for _, name := range slices.Sorted(maps.Keys(c.Vars)) {
		if lb.ev.Objects.Stash(c.Vars[name]); !strings.HasPrefix(name, "__") {
			continue
		}
		c.Vars[name].Alts(func(v *core.Value) {
			if v.Kind == core.KindFunc && name != "__init__" {
				v.Fn.Implicit = true
			}
		})
		if name == "__annotations__" { // decorators make code of what stands in it
			lb.ev.Report.Add(lb.ev.Report.UnknownCall(core.Site{Node: n}, "__annotations__", nil))
		}
	}
}

// typeOf is type(name, bases, members): a class that is made by a call.
func (lb *library) typeOf(c core.Invocation) *core.Value {
	args := c.Args
	if len(args) == 1 {
		return core.Obj(typeClass, nil)
	}
	if len(args) != 3 || core.Spreads(args) {
		return lb.ev.Calls.CallUnknown(c.Site, "type", args)
	}
	bases, members := args[1].Val, args[2].Val
	if bases.Kind != core.KindList || bases.More || members.Kind != core.KindDict || members.More {
		return lb.ev.Calls.CallUnknown(c.Site, "type", args)
	}
	class := &core.Class{Vars: map[string]*core.Value{}, File: lb.ev.Report.File}
	for _, b := range bases.List {
		lb.ev.Heap.AddBase(class, b)
	}
	for i, k := range members.Keys {
		class.Vars[k] = members.List[i]
	}
	lb.finishClass(class, c.Node)
	return &core.Value{Kind: core.KindClass, Class: class}
}
