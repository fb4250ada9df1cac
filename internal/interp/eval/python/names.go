package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Aliases are further names by which rules may know a callee.
func (m *machine) Aliases(name string) []string {
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
func (m *machine) Canonical(name string) string { return name }

// Qualify joins a module and a name, and gives names that have several spellings one.
func (m *machine) Qualify(base, name string) string {
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

// Global is a name that the code does not define: of a module of which everything was imported, a
// builtin, or a module that is taken to be imported.
func (m *machine) Global(name string) *core.Value {
	for i := len(m.Stars) - 1; i >= 0 && m.File == 0; i-- {
		from := m.Stars[i]
		if _, ok := m.Entry(from + "." + name); ok && !m.Builtin(name) || m.starHas(from, name) {
			return m.Attr(core.Ref(from), name)
		}
	}
	if home := m.home(); home != nil && home.Starred {
		return core.Top
	}
	switch name {
	case "__name__", "__file__", "__doc__":
		return core.Data
	}
	return core.Ref(name)
}

// Constant is an attribute whose value the run of the program decides.
func (m *machine) Constant(name string) *core.Value {
	switch name {
	case "sys.argv", "sys.orig_argv":
		return m.Argv()
	case "sys.executable":
		return &core.Value{Kind: core.KindRef, Name: name, Word: fact.Lit("python3")}
	}
	return nil
}

// written is a callee as written, if it is a chain of names; calls in it are left out.
func written(n *syntax.Node) string {
	if n == nil {
		return ""
	}
	switch n.Type {
	case "identifier":
		return n.Text()
	case "attribute":
		if o := written(n.Child("object")); o != "" {
			return o + "." + n.Child("attribute").Text()
		}
	case "subscript":
		return written(n.Child("value"))
	case "call":
		return written(n.Child("function"))
	case "parenthesized_expression", "await":
		if len(n.Kids) == 1 {
			return written(n.Kids[0])
		}
	}
	return ""
}
