package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// loadProject runs a module of the project, and the packages around it. It reports whether the
// module is one that was given.
func (m *machine) loadProject(name string) bool {
	if len(m.modules) == 0 || m.searched && (m.modules[name] == nil || m.modules[name].Scope == nil) {
		return false
	}
	for at := 0; at <= len(name); at++ {
		if at < len(name) && name[at] != '.' {
			continue
		}
		l := m.modules[name[:at]]
		if l == nil {
			continue
		}
		vars := map[string]*core.Value{"__name__": core.Str(l.Name), "__file__": core.Data}
		m.RunModule(l, vars, func(root *syntax.Node) { m.block(root.Kids) })
	}
	return m.modules[name] != nil
}

// search is a method of sys.path. A directory that is known is looked into as well: what lies there
// is known like what lies in the present one.
func (m *machine) search(c core.Invocation) {
	switch c.Name {
	case "copy", "index", "count":
		return
	case "insert", "append":
		if len(c.Args) == 0 || core.Spreads(c.Args) {
			break
		}
		dir, known := m.Absolute(c.Args[len(c.Args)-1].Val, false).Text()
		if known && strings.HasPrefix(dir, "/") {
			m.AddPlace(dir)
			return
		}
	}
	m.searched = true
}

// home is the module of the project in which the code stands that runs, or nil.
func (m *machine) home() *core.Loaded {
	if m.File == 0 {
		return nil
	}
	for _, l := range m.modules {
		if l.File == m.File {
			return l
		}
	}
	return nil
}

// absolute is the whole name of a module that is named from the place of the code: .parser.
func (m *machine) absolute(name string) string {
	name = strings.Join(strings.Fields(name), "")
	if !strings.HasPrefix(name, ".") {
		return name
	}
	home := m.home()
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

// part is what a name of a module of the project stands for: a variable, or a module in it.
func (m *machine) part(l *core.Loaded, name string) *core.Value {
	q := l.Name + "." + name
	out := m.Assigned[q]
	switch {
	case l.Scope == nil:
		return core.Ref(q)
	case !l.Done && m.IsCut():
		return m.OfFile(l)
	}
	if v := l.Scope.Vars[name]; v != nil {
		out = core.Join(out, v)
	}
	if sub := m.modules[q]; sub != nil && sub.Scope != nil {
		out = core.Join(out, core.Ref(q))
	}
	switch {
	case out != nil:
		return out
	case name == "__doc__":
		return core.Data
	case strings.HasPrefix(name, "__"):
		return core.Hidden(name)
	case !l.Done:
		return m.OfFile(l)
	case l.Scope.Vars["__getattr__"] != nil:
		return core.Top
	}
	return core.Ref(q)
}

// takePart is what from MODULE import NAME takes of a module of the project. It loads a module of
// that name where the package has no such variable.
func (m *machine) takePart(l *core.Loaded, name string) *core.Value {
	q := l.Name + "." + name
	if m.modules[q] != nil {
		m.loadProject(q)
	} else if l.Scope != nil && l.Scope.Vars[name] == nil {
		m.AddImport(q, true)
	}
	return m.part(l, name)
}

// takeAll is from MODULE import *.
func (m *machine) takeAll(n *syntax.Node, l *core.Loaded) {
	if l.Scope == nil || !l.Done {
		m.takesUnknown(n)
		return
	}
	for name, v := range l.Scope.Vars {
		if !strings.HasPrefix(name, "__") {
			m.assign(name, v)
		}
	}
}

// takesUnknown is from MODULE import * in a file, of a module that is not read: what a name means in
// the file is not known then.
func (m *machine) takesUnknown(n *syntax.Node) {
	if home := m.home(); home != nil {
		home.Starred = true
	}
	c := m.NewCall(core.Site{Node: n, Written: "import"}, "import", nil)
	m.Unseen(c, "import *")
	m.Report(c)
}

// notTaken reports whether a condition is false in a module that is loaded: that it is the program,
// or that only types are checked.
func (m *machine) notTaken(n *syntax.Node) bool {
	switch {
	case n == nil:
	case n.Type == "comparison_operator" && len(n.Kids) == 3 && n.Operator() == "==":
		left, known := m.expr(n.Kids[0]).Text()
		right, also := m.expr(n.Kids[2]).Text()
		return n.Kids[0].Text() == "__name__" && known && also && left != right
	case n.Type == "identifier" || n.Type == "attribute":
		v := m.expr(n)
		return v.Kind == core.KindRef && v.Name == "typing.TYPE_CHECKING"
	}
	return false
}

// runFile runs a file that exec or runpy is given, where it is one that was given with the code. It
// reports whether it is.
func (m *machine) runFile(c core.Invocation) bool {
	var file *core.Value
	switch list := c.Node.Child("arguments"); {
	case list == nil || len(list.Kids) == 0 || core.Spreads(c.Args):
		return false
	case c.Name == "runpy.run_path":
		file = c.At(0)
	case len(list.Kids) == 1:
		file = m.wholeFile(list.Kids[0])
	}
	if file == nil {
		return false
	}
	at, known := m.Absolute(file, false).Text()
	if !known || !strings.HasPrefix(at, "/") {
		return false
	}
	l := m.modules[at]
	if l == nil {
		m.AddLoad("", at, true)
		return false
	}
	call := m.NewCall(c.Site, c.Name, nil)
	call.Runs = true
	m.Report(call)
	scope, name := m.Scope, "__main__"
	if c.Name == "runpy.run_path" {
		scope, name = &core.Scope{Vars: map[string]*core.Value{}}, "<run_path>"
		if v, ok := named(c.Args, "run_name", 2).Text(); ok {
			name = v
		}
	} else if len(scope.Vars) > 0 {
		m.Steers() // it gets the variables of the code
	}
	m.RunIn(l, scope, func(root *syntax.Node) {
		m.Scope.Vars["__name__"] = core.Str(name)
		m.block(root.Kids)
	})
	return true
}

// named is an argument by its name, or by its place; data where there is none.
func named(args []core.Arg, name string, at int) *core.Value {
	for i, a := range args {
		if a.Name == name || a.Name == "" && i == at {
			return a.Val
		}
	}
	return core.Data
}

// wholeFile is the file of which an expression is all of the text: open(FILE).read(),
// Path(FILE).read_text(), and compile of one of them. It is nil for any other.
func (m *machine) wholeFile(n *syntax.Node) *core.Value {
	if n.Type != "call" || n.Child("function") == nil || n.Child("arguments") == nil {
		return nil
	}
	fn, args := n.Child("function"), n.Child("arguments")
	if fn.Type == "identifier" {
		if v := m.expr(fn); v.Kind == core.KindRef && v.Name == "compile" && len(args.Kids) == 3 &&
			m.isText(args.Kids[2], "exec") {
			return m.wholeFile(args.Kids[0])
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
	maker, given := m.expr(of.Child("function")), of.Child("arguments").Kids
	if maker.Kind != core.KindRef || m.Assigned[maker.Name] != nil {
		return nil
	}
	switch {
	case maker.Name == "open" && method == "read" && len(args.Kids) == 0 &&
		(len(given) == 1 || len(given) == 2 && (m.isText(given[1], "r") || m.isText(given[1], "rb"))):
	case maker.Name == "pathlib.Path" && (method == "read_text" || method == "read_bytes") &&
		len(args.Kids) == 0 && len(given) == 1:
	default:
		return nil
	}
	return m.expr(given[0])
}

func (m *machine) isText(n *syntax.Node, text string) bool {
	v, ok := m.expr(n).Text()
	return ok && v == text
}

// PlainBase reports whether a class of the tables calls no method of a class that is made from it
// but those with two underscores.
func (m *machine) PlainBase(name string) bool {
	switch module, _, _ := strings.Cut(name, "."); module {
	case "enum", "typing", "typing_extensions", "abc", "collections", "pydantic",
		"pydantic_settings", "dataclasses":
		return true
	}
	switch name {
	case "object", "dict", "list", "str", "int", "tuple", "set", "float", "bytes", "frozenset":
		return true
	}
	return !strings.Contains(name, ".") && (strings.HasSuffix(name, "Error") ||
		strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Warning"))
}
