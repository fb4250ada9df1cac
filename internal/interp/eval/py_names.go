package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// aliases are further names by which rules may know a callee.
func (m *python) aliases(name string) []string {
	switch {
	case strings.HasPrefix(name, "pathlib.PosixPath."), strings.HasPrefix(name, "pathlib.WindowsPath."):
		_, method, _ := strings.Cut(name[len("pathlib."):], ".")
		return []string{"pathlib.Path." + method}
	case strings.HasPrefix(name, "pathlib.Path."):
		return []string{"Path." + name[len("pathlib.Path."):]}
	}
	return nil
}

// canonical is a name as the tables spell it.
func (m *python) canonical(name string) string { return name }

// qualify joins a module and a name, and gives names that have several spellings one.
func (m *python) qualify(base, name string) string {
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

// global is a name that the code does not define: of a module of which everything was imported, a
// builtin, or a module that is taken to be imported.
func (m *python) global(name string) *Value {
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

// constant is an attribute whose value the run of the program decides.
func (m *python) constant(name string) *Value {
	switch name {
	case "sys.argv", "sys.orig_argv":
		return m.argv()
	case "sys.executable":
		return &Value{kind: kRef, name: name, word: fact.Lit("python3")}
	}
	return nil
}
