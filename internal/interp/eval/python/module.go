package python

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// reexported is a module that another one has imported for itself, as shutil.os and random._os.
func (md *modules) reexported(module, name string) *core.Value {
	bare := strings.TrimLeft(name, "_")
	switch bare {
	case "os", "posix", "nt", "sys", "subprocess", "shutil", "builtins", "io", "pathlib", "socket",
		"importlib", "ctypes", "pickle", "marshal", "tempfile", "pty", "code", "runpy", "urllib",
		"signal", "gc", "inspect":
	default:
		return nil
	}
	if !md.ev.Tables.Known(module) {
		return nil
	}
	if entries, ok := md.ev.Tables.Entries(module); ok {
		if tables.Has(entries, name) {
			return nil
		}
	}
	if md.ev.Tables.Known(module + "." + name) {
		return nil
	}
	return core.Ref(bare)
}

// starHas reports whether importing everything from a module hides a builtin: os.open hides open.
func (md *modules) starHas(module, name string) bool {
	entries, ok := md.ev.Tables.Entries(module)
	if !ok {
		return !md.ev.Tables.Builtin(name)
	}
	return tables.Has(entries, name)
}
