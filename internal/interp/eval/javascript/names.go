package javascript

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Aliases are further names by which rules may know a callee.
func (md *modules) Aliases(name string) []string {
	if rest, ok := strings.CutPrefix(name, "fs.promises."); ok {
		return []string{"fs." + rest, "fs." + rest + "Sync"}
	}
	return nil
}

// Canonical is a name as the tables spell it: fs.rm for fs.promises.rm and fs.rmSync.
func (md *modules) Canonical(name string) string {
	rest, ok := strings.CutPrefix(name, "fs.")
	if !ok {
		return name
	}
	rest = strings.TrimPrefix(rest, "promises.")
	return "fs." + strings.TrimSuffix(rest, "Sync")
}

// Qualify joins a module and a name, and gives names that have several spellings one.
func (md *modules) Qualify(base, name string) string {
	if isGlobal(base) {
		return name
	}
	switch base {
	case "fs/promises":
		return "fs.promises." + name
	case "process.mainModule", "require.main", "module":
		if name == "require" {
			return "require"
		}
	case "module.constructor":
		return "Module." + name
	}
	if name == "default" {
		return base
	}
	return base + "." + name
}

// isGlobal reports whether a name is one of the global object.
func isGlobal(name string) bool {
	switch name {
	case "globalThis", "global", "window", "self":
		return true
	}
	return false
}

// Global is a name that the code does not declare: a global of the runtime, or one of its modules.
func (md *modules) Global(name string) *core.Value {
	switch name {
	case "__dirname":
		return core.Str(".")
	case "__filename":
		return core.Str("./[eval]")
	case "globalThis", "global", "window", "self", "module":
		return core.Ref(name)
	case "exports":
		return &core.Value{Kind: core.KindDict}
	case "NaN", "Infinity":
		return core.Num(name)
	}
	if e, ok := md.ev.Tables.Entry(name); ok && e.Attribute() {
		return md.ev.Objects.AttributeValue(name, &e, nil)
	}
	return core.Ref(name)
}

// Constant is an attribute whose value the run of the program decides.
func (md *modules) Constant(name string) *core.Value {
	switch name {
	case "process.argv", "Bun.argv", "Deno.args":
		return md.ev.World.Argv()
	case "process.execPath":
		return &core.Value{Kind: core.KindRef, Name: name, Word: fact.Lit("node")}
	}
	return nil
}

// calleeText is a callee as written, if it is a chain of names.
func calleeText(n *syntax.Node) string {
	if n == nil {
		return ""
	}
	switch n.Type {
	case "identifier", "this", "import":
		return n.Text()
	case "member_expression":
		if o := calleeText(n.Child("object")); o != "" {
			return o + "." + n.Child("property").Text()
		}
	case "subscript_expression":
		return calleeText(n.Child("object"))
	case "parenthesized_expression", "non_null_expression", "await_expression":
		if len(n.Kids) == 1 {
			return calleeText(n.Kids[0])
		}
	}
	return ""
}

// modules are those that the code loads, and what names mean.
type modules struct {
	ev      *core.Evaluator
	block   func([]*syntax.Node)    // runs the statements of a file
	files   map[string]*core.Loaded // of the project, by absolute path
	exports map[string]*core.Value  // of the file that is being loaded
}

var traits = &core.Traits{
	Environ:     "process.env",
	Constructor: "constructor",
	Call:        "__call__",
	Module:      "default",
	Replaces:    true,
	Nothing:     &core.Value{Kind: core.KindNum, Name: "undefined", Null: true},
}

var escapes = syntax.Escapes{Braces: true, Short: true}
