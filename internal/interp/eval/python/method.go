package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// Method calls a method of strings, lists, dictionaries and paths that is computed.
func (lb *library) Method(c core.Invocation) *core.Value {
	if v := lb.textMethod(c.Recv, c.Name, c.Args); v != nil {
		lb.ev.Report.Note(c.Site, "", c.Args)
		return v
	}
	switch c.Recv.Kind {
	case core.KindObj:
		return lb.objectMethod(c)
	case core.KindDict:
		return lb.dictMethod(c)
	case core.KindList:
		switch c.Name {
		case "copy", "__iter__":
			return c.Recv
		case "pop":
			c.Recv.WeakAdd()
			return c.Recv.Element()
		}
	case core.KindFunc, core.KindClass:
		if c.Name == "__call__" {
			return lb.ev.Calls.Call(c.Site, c.Recv, c.Args)
		}
	}
	return nil
}

// objectMethod calls a method of an object of a type that only Python has.
func (lb *library) objectMethod(c core.Invocation) *core.Value {
	switch c.Recv.Type {
	case typeSearch:
		lb.modules.sysPathMethod(c)
	case typeEnviron:
		return lb.environMethod(c)
	case typeGetter, typeCaller:
		if c.Name == "__call__" {
			return lb.callGetter(c.Site, c.Recv, c.Args)
		}
	case typePath:
		return lb.pathMethod(c)
	case typeNamespace:
		return lb.namespaceMethod(c)
	}
	return nil
}

// namespaceMethod calls a method of globals() and its like.
func (lb *library) namespaceMethod(c core.Invocation) *core.Value {
	switch c.Name {
	case "get", "__getitem__":
		if len(c.Args) > 0 {
			return lb.ev.Objects.ObjIndex(c.Recv, c.Args[0].Val)
		}
	case "keys", "items", "values", "copy", "__contains__", "__len__", "__iter__":
		return core.Top
	}
	return lb.ev.Calls.CallUnknown(c.Site, "globals."+c.Name, c.Args)
}

// dictMethod calls a method of a dictionary.
func (lb *library) dictMethod(c core.Invocation) *core.Value {
	switch c.Name {
	case "get", "pop", "setdefault", "__getitem__":
		if len(c.Args) == 0 {
			return nil
		}
		lb.ev.Report.Note(c.Site, "", c.Args)
		if c.Name == "setdefault" {
			lb.Mutate(c.Recv, c.Name, c.Args)
		}
		out := lb.ev.Objects.Index(c.Recv, c.Args[0].Val)
		for _, a := range c.Args[1:] {
			out = core.Join(out, a.Val)
		}
		return out
	case "items":
		row := core.ListOf(core.Data, c.Recv.Element())
		return &core.Value{Kind: core.KindList, List: []*core.Value{row}, More: true}
	case "values", "copy":
		out := core.ListOf(c.Recv.List...)
		out.More, out.Wild = c.Recv.More, c.Recv.Wild
		return out
	}
	return nil
}

// Mutate applies the methods that change a list or a dictionary.
func (lb *library) Mutate(recv *core.Value, method string, args []core.Arg) {
	switch recv.Kind {
	case core.KindList:
		lb.mutateList(recv, method, args)
	case core.KindDict:
		lb.mutateDict(recv, method, args)
	}
}

func (lb *library) mutateList(recv *core.Value, method string, args []core.Arg) {
	switch method {
	case "copy", "keys", "values", "items", "get", "join", "index", "count", "find", "filter":
	case "append":
		lb.ev.Heap.AppendArgs(recv, args)
	case "extend":
		if len(args) == 1 {
			by := args[0].Val
			if by.Kind == core.KindList && !by.More && lb.ev.Heap.AppendTo(recv, by.List) {
				return
			}
		}
		recv.AppendUnplaced(core.Elements(args))
	default:
		lb.ev.Heap.AddTo(recv, args)
	}
}

func (lb *library) mutateDict(recv *core.Value, method string, args []core.Arg) {
	switch method {
	case "update", "__ior__":
		for _, a := range args {
			lb.update(recv, a)
		}
	case "setdefault", "__setitem__":
		lb.ev.Heap.SetKey(recv, args)
	}
}

// update adds to a dictionary what one argument of its method update stands for.
func (lb *library) update(d *core.Value, a core.Arg) {
	switch {
	case a.Name != "" && !a.Spread:
		lb.ev.Heap.Update(d, a.Name, a.Val)
	case a.Val.Kind == core.KindDict:
		for i, k := range a.Val.Keys {
			lb.ev.Heap.Update(d, k, a.Val.List[i])
		}
		if a.Val.More {
			d.WeakUpdate(a.Val.Element())
		}
	default:
		v := a.Val.Element()
		d.WeakUpdate(core.Join(v, v.Element()))
	}
}

// ChangesArguments reports whether a function changes a list or dictionary that it is handed.
func (lb *library) ChangesArguments(name string) bool {
	switch name {
	case "random.shuffle", "heapq.heapify", "heapq.heappush", "heapq.heappop", "heapq.heapreplace",
		"heapq.heappushpop", "bisect.insort", "bisect.insort_left", "bisect.insort_right",
		"operator.setitem", "operator.delitem", "operator.iconcat", "operator.iadd", "operator.ior":
		return true
	}
	return false
}

// environMethod is a method of the environment.
func (lb *library) environMethod(c core.Invocation) *core.Value {
	switch c.Name {
	case "update", "setdefault", "__setitem__", "__ior__", "pop", "clear", "popitem":
		lb.environChanged(c.Name, c.Args)
	}
	switch c.Name {
	case "get", "pop", "setdefault", "__getitem__":
		if len(c.Args) > 0 && !c.Args[0].Spread {
			lb.ev.Report.Note(c.Site, c.Recv.Type.Name+"."+c.Name, c.Args)
			if t, ok := c.Args[0].Val.Text(); ok {
				return lb.ev.Environ.Variable(t, c.Args[1:])
			}
			return lb.ev.Environ.AnyVariable()
		}
	case "copy":
		lb.ev.Report.Note(c.Site, c.Recv.Type.Name+"."+c.Name, c.Args)
		return c.Recv
	case "keys", "__iter__":
		lb.ev.Environ.NoteListing(c.Node, c.Recv)
	case "items", "values", "__str__", "__repr__":
		lb.ev.Environ.NoteWhole(c.Site)
		return core.SomeOf(core.ListOf(core.Data, core.Data))
	}
	return nil
}

// environChanged applies the methods that change the environment.
func (lb *library) environChanged(method string, args []core.Arg) {
	if (method == "setdefault" || method == "__setitem__") && len(args) == 2 && !core.Spreads(args) {
		name, known := args[0].Val.Text()
		lb.ev.World.SetVariable(name, known, args[1].Val)
		return
	}
	for _, a := range args {
		switch {
		case a.Name != "" && !a.Spread:
			lb.ev.World.SetVariable(a.Name, true, a.Val)
		case a.Val.Kind == core.KindDict && !a.Val.More:
			for i, k := range a.Val.Keys {
				lb.ev.World.SetVariable(k, true, a.Val.List[i])
			}
		case method == "pop" && a.Val.Kind == core.KindStr:
			name, known := a.Val.Text()
			lb.ev.World.SetVariable(name, known, core.Str(""))
		case method == "update" || method == "__ior__" || method == "__setitem__":
			lb.ev.World.SetVariable("", false, nil)
		}
	}
	if method == "clear" || method == "popitem" {
		lb.ev.World.Homeless = true
	}
}

// ShowsArguments reports whether a function may show or send the values of what it is handed.
func (lb *library) ShowsArguments(name string) bool {
	switch name {
	case "len", "isinstance", "type", "bool", "dict", "id", "hasattr", "sorted", "list", "set",
		"tuple", "iter", "any", "all", "copy.copy", "copy.deepcopy", "os.execve", "os.execvpe",
		"os.execle", "os.execlpe", "os.spawnve", "os.spawnvpe", "os.spawnle", "os.spawnlpe",
		"os.posix_spawn", "os.posix_spawnp":
		return false
	}
	return true
}

// callGetter calls what operator.attrgetter or operator.methodcaller made: it gets an attribute of
// the argument, or calls a method of it.
func (lb *library) callGetter(s core.Site, f *core.Value, args []core.Arg) *core.Value {
	name, _ := f.Base.Text()
	if len(args) != 1 || args[0].Spread {
		return lb.ev.Calls.CallUnknown(s, "operator."+f.Type.Name, args)
	}
	v := args[0].Val
	for part := range strings.SplitSeq(name, ".") {
		v = lb.ev.Objects.Attr(v, part)
	}
	if f.Type == typeGetter {
		return v
	}
	list := make([]core.Arg, len(f.List))
	for i := range f.List {
		list[i] = core.Arg{Name: f.Keys[i], Val: f.List[i]}
	}
	return lb.ev.Calls.Call(s, v, list)
}
