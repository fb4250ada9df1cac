package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Aliases are further names by which rules may know a callee.
func (md *modules) Aliases(name string) []string {
	switch {
	case strings.HasPrefix(name, "pathlib.PosixPath."),
		strings.HasPrefix(name, "pathlib.WindowsPath."):
		_, method, _ := strings.Cut(name[len("pathlib."):], ".")
		return []string{"pathlib.Path." + method}
	case strings.HasPrefix(name, "pathlib.Path."):
		return []string{"Path." + name[len("pathlib.Path."):]}
	}
	return nil
}

// Canonical is a name as the tables spell it.
func (md *modules) Canonical(name string) string { return name }

// Qualify joins a module and a name, and gives names that have several spellings one.
func (md *modules) Qualify(base, name string) string {
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

// Constant is an attribute whose value the run of the program decides.
func (md *modules) Constant(name string) *core.Value {
	switch name {
	case "sys.argv", "sys.orig_argv":
		return md.ev.World.Argv()
	case "sys.executable":
		return &core.Value{Kind: core.KindRef, Name: name, Word: fact.Lit("python3")}
	}
	return nil
}

// calleeText is a callee as written, if it is a chain of names; calls in it are left out.
func calleeText(n *syntax.Node) string {
	if n == nil {
		return ""
	}
	switch n.Type {
	case "identifier":
		return n.Text()
	case "attribute":
		if o := calleeText(n.Child("object")); o != "" {
			return o + "." + n.Child("attribute").Text()
		}
	case "subscript":
		return calleeText(n.Child("value"))
	case "call":
		return calleeText(n.Child("function"))
	case "parenthesized_expression", "await":
		if len(n.Kids) == 1 {
			return calleeText(n.Kids[0])
		}
	}
	return ""
}

// modules are those that the code loads, and what names mean.
type modules struct {
	ev          *core.Evaluator
	code        evaluator
	pathChanged bool                    // sys.path was changed: a module may be found elsewhere
	files       map[string]*core.Loaded // of the project, by name
}

// evaluator evaluates and runs code: statements, which are built on modules.
type evaluator interface {
	eval(n *syntax.Node) *core.Value
	block(list []*syntax.Node)
}

var traits = &core.Traits{
	Environ:     "os.environ",
	Constructor: "__init__",
	Getters:     []string{"__getattr__", "__getattribute__"},
	Call:        "__call__",
	Modules:     "sys.modules",
	Keywords:    true,
	Inherits:    true,
	Nothing:     &core.Value{Kind: core.KindNum, Name: "None", Null: true},
}
