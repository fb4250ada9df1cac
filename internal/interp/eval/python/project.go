package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// loadProject runs a module of the project, and the packages around it. It reports whether the
// module is one that was given.
func (md *modules) loadProject(name string) bool {
	if len(md.files) == 0 || md.pathChanged && (md.files[name] == nil || md.files[name].Scope == nil) {
		return false
	}
	for at := 0; at <= len(name); at++ {
		if at < len(name) && name[at] != '.' {
			continue
		}
		l := md.files[name[:at]]
		if l == nil {
			continue
		}
		vars := map[string]*core.Value{"__name__": core.Str(l.Name), "__file__": core.Data}
		md.ev.Files.RunModule(l, vars, func(root *syntax.Node) { md.code.block(root.Kids) })
	}
	return md.files[name] != nil
}

// sysPathMethod calls a method of sys.path. The gate looks into a directory that is known as it looks
// into the present one.
func (md *modules) sysPathMethod(c core.Invocation) {
	switch c.Name {
	case "copy", "index", "count":
		return
	case "insert", "append":
		if len(c.Args) == 0 || core.Spreads(c.Args) {
			break
		}
		dir, known := md.ev.World.Absolute(c.Args[len(c.Args)-1].Val, false).Text()
		if known && strings.HasPrefix(dir, "/") {
			md.ev.Report.AddPlace(dir)
			return
		}
	}
	md.pathChanged = true
}

// currentModule is the module of the project in which the code stands that runs, or nil.
func (md *modules) currentModule() *core.Loaded {
	if md.ev.Report.File == 0 {
		return nil
	}
	for _, l := range md.files {
		if l.File == md.ev.Report.File {
			return l
		}
	}
	return nil
}

// absoluteName is the whole name of a module that is named from the place of the code: .parser.
func (md *modules) absoluteName(name string) string {
	name = strings.Join(strings.Fields(name), "")
	if !strings.HasPrefix(name, ".") {
		return name
	}
	home := md.currentModule()
	if home == nil {
		return name
	}
	in := home.Name
	if !home.Package {
		in = parent(in)
	}
	for name = name[1:]; strings.HasPrefix(name, "."); name = name[1:] {
		in = parent(in)
	}
	return strings.Trim(in+"."+name, ".")
}

// parent is the package around a module.
func parent(name string) string {
	return name[:max(0, strings.LastIndexByte(name, '.'))]
}

// member is what a name of a module of the project stands for: a variable, or a module in it.
func (md *modules) member(l *core.Loaded, name string) *core.Value {
	q := l.Name + "." + name
	out := md.ev.Heap.Assigned[q]
	switch {
	case l.Scope == nil:
		return core.Ref(q)
	case !l.Done && md.ev.Limits.IsCut():
		return l.Unknown()
	}
	if v := l.Scope.Vars[name]; v != nil {
		out = core.Join(out, v)
	}
	if sub := md.files[q]; sub != nil && sub.Scope != nil {
		out = core.Join(out, core.Ref(q))
	}
	switch {
	case out != nil:
		return out
	case name == "__doc__":
		return core.Data
	case strings.HasPrefix(name, "__"):
		return core.Reflected(name)
	case !l.Done:
		return l.Unknown()
	case l.Scope.Vars["__getattr__"] != nil:
		return core.Top
	}
	return core.Ref(q)
}

// importMember is what from MODULE import NAME binds, of a module of the project. It loads a module
// of that name where the package has no such variable.
func (md *modules) importMember(l *core.Loaded, name string) *core.Value {
	q := l.Name + "." + name
	if md.files[q] != nil {
		md.loadProject(q)
	} else if l.Scope != nil && l.Scope.Vars[name] == nil {
		md.ev.Report.AddLoad(q, "", true)
	}
	return md.member(l, name)
}

// importAll is from MODULE import *.
func (md *modules) importAll(n *syntax.Node, l *core.Loaded) {
	if l.Scope == nil || !l.Done {
		md.importUnknown(n)
		return
	}
	for name, v := range l.Scope.Vars {
		if !strings.HasPrefix(name, "__") {
			assign(md.ev.State, name, v)
		}
	}
}

// importUnknown is from MODULE import * in a file where the module is not read: any name of the file
// may be one of that module.
func (md *modules) importUnknown(n *syntax.Node) {
	if home := md.currentModule(); home != nil {
		home.Starred = true
	}
	c := md.ev.Report.NewCall(core.Site{Node: n, Written: "import"}, "import", nil)
	core.Unseen(c, "import *")
	md.ev.Report.Add(c)
}

// runFile runs a file that exec or runpy is given, where it is one that was given with the code. It
// reports whether it is.
func (md *modules) runFile(c core.Invocation) bool {
	var file *core.Value
	switch list := c.Node.Child("arguments"); {
	case list == nil || len(list.Kids) == 0 || core.Spreads(c.Args):
		return false
	case c.Name == "runpy.run_path":
		file = c.At(0)
	case len(list.Kids) == 1:
		file = md.wholeFile(list.Kids[0])
	}
	if file == nil {
		return false
	}
	at, known := md.ev.World.Absolute(file, false).Text()
	if !known || !strings.HasPrefix(at, "/") {
		return false
	}
	l := md.files[at]
	if l == nil {
		md.ev.Report.AddLoad("", at, true)
		return false
	}
	call := md.ev.Report.NewCall(c.Site, c.Name, nil)
	call.Runs = true
	md.ev.Report.Add(call)
	scope, name := md.ev.State.Scope, "__main__"
	if c.Name == "runpy.run_path" {
		scope, name = core.NewScope(nil), "<run_path>"
		if v, ok := argument(c.Args, "run_name", 2).Text(); ok {
			name = v
		}
	} else if len(scope.Vars) > 0 {
		md.ev.Report.NoteSteering() // it gets the variables of the code
	}
	md.ev.Files.RunIn(l, scope, func(root *syntax.Node) {
		md.ev.State.Scope.Vars["__name__"] = core.Str(name)
		md.code.block(root.Kids)
	})
	return true
}

// argument is an argument by its name, or by its place; data where there is none.
func argument(args []core.Arg, name string, at int) *core.Value {
	for i, a := range args {
		if a.Name == name || a.Name == "" && i == at {
			return a.Val
		}
	}
	return core.Data
}

// wholeFile is the file whose whole text an expression is: open(FILE).read(),
// Path(FILE).read_text(), and compile of one of them. It is nil for any other.
func (md *modules) wholeFile(n *syntax.Node) *core.Value {
	if n.Type != "call" || n.Child("function") == nil || n.Child("arguments") == nil {
		return nil
	}
	fn, args := n.Child("function"), n.Child("arguments")
	if fn.Type == "identifier" {
		if v := md.code.eval(fn); v.Kind == core.KindRef && v.Name == "compile" && len(args.Kids) == 3 &&
			md.isText(args.Kids[2], "exec") {
			return md.wholeFile(args.Kids[0])
		}
		return nil
	}
	if fn.Type != "attribute" {
		return nil
	}
	of, method := fn.Child("object"), fn.Child("attribute").Text()
	if of == nil || of.Type != "call" || of.Child("arguments") == nil ||
		len(of.Child("arguments").Kids) == 0 {
		return nil
	}
	maker, given := md.code.eval(of.Child("function")), of.Child("arguments").Kids
	if maker.Kind != core.KindRef || md.ev.Heap.Assigned[maker.Name] != nil {
		return nil
	}
	switch {
	case maker.Name == "open" && method == "read" && len(args.Kids) == 0 &&
		(len(given) == 1 || len(given) == 2 && (md.isText(given[1], "r") || md.isText(given[1], "rb"))):
	case maker.Name == "pathlib.Path" && (method == "read_text" || method == "read_bytes") &&
		len(args.Kids) == 0 && len(given) == 1:
	default:
		return nil
	}
	return md.code.eval(given[0])
}

func (md *modules) isText(n *syntax.Node, text string) bool {
	v, ok := md.code.eval(n).Text()
	return ok && v == text
}

// Global is a name that the code does not define: of a module of which everything was imported, a
// builtin, or a module that counts as imported.
func (md *modules) Global(name string) *core.Value {
	for i := len(md.ev.Heap.Stars) - 1; i >= 0 && md.ev.Report.File == 0; i-- {
		from := md.ev.Heap.Stars[i]
		_, ok := md.ev.Tables.Entry(from + "." + name)
		if ok && !md.ev.Tables.Builtin(name) || md.starHas(from, name) {
			return md.ev.Objects.Attr(core.Ref(from), name)
		}
	}
	if home := md.currentModule(); home != nil && home.Starred {
		return core.Top
	}
	switch name {
	case "__name__", "__file__", "__doc__":
		return core.Data
	}
	return core.Ref(name)
}

// importModule reports a module that is imported.
func (md *modules) importModule(name string) {
	if !md.loadProject(name) {
		md.ev.Report.AddLoad(name, "", md.pathChanged || md.ev.Tables.Foreign(name))
	}
}

// Load is a module that a call loads.
func (md *modules) Load(c *interp.Call, name string) *core.Value {
	md.importModule(name)
	if c.Names[0] == "__import__" {
		name, _, _ = strings.Cut(name, ".")
	}
	return core.Ref(name)
}

// addPart reports what from M import N loads beside M: a module M.N, which N is where the table of
// M does not have it.
func (md *modules) addPart(module, name string) {
	q := md.Qualify(module, name)
	if _, ok := md.ev.Tables.Entry(q); ok || md.ev.Heap.Assigned[q] != nil {
		return
	}
	if strings.HasPrefix(name, "__") && name != "__main__" {
		return
	}
	if !strings.Contains(q, ".") && md.ev.Tables.Builtin(q) {
		return
	}
	md.importModule(module + "." + name)
}
