package javascript

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Load is a module that JavaScript loads: one of the runtime, a JSON file, or a file that runs.
func (md *modules) Load(c *interp.Call, name string) *core.Value {
	name, builtin := strings.CutPrefix(name, "node:")
	path := strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/")
	known := path || name == "fs/promises" || builtin && md.ev.Tables.Known(name)
	at := ""
	if path {
		if at = md.absolutePath(name); md.files[at] != nil {
			return md.loadProject(md.files[at])
		}
	}
	if !path && strings.HasSuffix(name, "/package.json") && !strings.Contains(name, "..") {
		md.ev.Report.AddLoad(name, "", false) // what an installed package says of itself
		return core.Data
	}
	md.ev.Report.AddLoad(name, at, !known && md.ev.Tables.Foreign(name))
	if at != "" && md.ev.World.Base() != "" {
		name = at
	}
	switch {
	case path && strings.HasSuffix(name, ".json"):
		jsonFile(c, name)
		return core.Data
	case path:
		fileRun(c, name)
		return core.Top
	case name == "fs/promises":
		return core.Ref("fs.promises")
	case strings.HasPrefix(name, "data:") || strings.Contains(name, "://"):
		core.Unseen(c, "import")
		return core.Top
	case name == "bun":
		return core.Ref("Bun")
	}
	return core.Ref(name)
}

// jsonFile reports that a JSON file is read.
func jsonFile(c *interp.Call, name string) {
	c.Effects = append(c.Effects, interp.Effect{Kind: fact.Read, Word: fact.Lit(name), HasWord: true})
	core.MarkPath(c, fact.Lit(name), false)
}

// fileRun reports that a file of code runs.
func fileRun(c *interp.Call, name string) {
	run := interp.Effect{Kind: fact.Exec, Word: fact.Lit(name), HasWord: true}
	run.Detail = "runs " + name
	c.Effects = append(c.Effects, run)
	core.MarkPath(c, fact.Lit(name), false)
}

// absolutePath is the path of a file that another one loads, from the directory of the latter. It is
// "" where that is not known.
func (md *modules) absolutePath(name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	if md.ev.Report.File > 0 {
		for _, l := range md.files {
			if l.File == md.ev.Report.File {
				return path.Join(path.Dir(l.Path), name)
			}
		}
	}
	if base := md.ev.World.Base(); base != "" && md.ev.Report.File == 0 {
		return path.Join(base, name)
	}
	if here, known := md.ev.World.WorkingDir().Text(); known && md.ev.Report.File == 0 {
		return path.Join(here, name)
	}
	return ""
}

// loadProject runs a file of the project once, and returns what it exports.
func (md *modules) loadProject(l *core.Loaded) *core.Value {
	own := &core.Value{Kind: core.KindDict, File: l.File}
	module := &core.Value{Kind: core.KindDict, File: l.File}
	module.Put("exports", own)
	vars := map[string]*core.Value{"exports": own, "module": module,
		"__filename": core.Str(l.Path), "__dirname": core.Str(path.Dir(l.Path))}
	if l.Scope != nil && !l.Done {
		return l.Unknown()
	}
	md.ev.Files.RunModule(l, vars, func(root *syntax.Node) {
		if ambiguous(root.Text()) {
			md.ev.Report.Problem(ambiguousProblem)
		}
		outer := md.exports
		md.exports = map[string]*core.Value{}
		md.block(root.Kids)
		l.Value = module.Get("exports")
		if len(md.exports) > 0 {
			l.Value = own
			for _, name := range slices.Sorted(maps.Keys(md.exports)) {
				own.Put(name, md.exports[name])
			}
		}
		md.exports = outer
	})
	if l.Value == nil || !l.Done {
		return l.Unknown()
	}
	return l.Value
}

// defaultExport is what an import statement binds to a name that stands alone: the default of a file,
// or all that it exports.
func defaultExport(mod *core.Value) *core.Value {
	if mod.Kind == core.KindDict {
		if v := mod.Get("default"); v != nil {
			return v
		}
	}
	return mod
}

// addExport notes what a file exports under a name.
func (md *modules) addExport(name string, v *core.Value) {
	if md.exports != nil && v != nil {
		md.exports[strings.Trim(name, `"'`)] = v
	}
}

// exportNames notes what a declaration exports.
func (md *modules) exportNames(n *syntax.Node) {
	if n == nil {
		return
	}
	switch n.Type {
	case "function_declaration", "generator_function_declaration", "class_declaration",
		"abstract_class_declaration", "enum_declaration", "internal_module", "module":
		if name := n.Child("name"); name != nil {
			md.addExport(name.Text(), md.ev.State.Scope.Vars[name.Text()])
		}
	case "lexical_declaration", "variable_declaration":
		for _, k := range n.Kids {
			md.exportPattern(k.Child("name"))
		}
	}
}

// exportPattern notes the variables of a pattern.
func (md *modules) exportPattern(n *syntax.Node) {
	if n == nil {
		return
	}
	if n.Type == "identifier" || n.Type == "shorthand_property_identifier_pattern" {
		md.addExport(n.Text(), md.ev.State.Scope.Vars[n.Text()])
	}
	for _, k := range n.Kids {
		md.exportPattern(k)
	}
}

// exportClause notes what export { a, b as c } exports, of another file where there is one.
func (md *modules) exportClause(n *syntax.Node, from *core.Value) {
	for _, k := range n.Kids {
		if k.Type != "export_specifier" {
			continue
		}
		name, as := k.Child("name"), k.Child("alias")
		if as == nil {
			as = name
		}
		switch {
		case name == nil:
		case from == nil:
			md.addExport(as.Text(), md.ev.Objects.Resolve(name.Text()))
		case name.Text() == "default":
			md.addExport(as.Text(), defaultExport(from))
		default:
			md.addExport(as.Text(), md.ev.Objects.Attr(from, name.Text()))
		}
	}
}

// exportAll notes what export * exports: what another file does. Of a module that is not read the
// names are not known.
func (md *modules) exportAll(from *core.Value) {
	if from.Kind != core.KindDict {
		if md.ev.Report.File > 0 {
			md.ev.Report.Problem("a file exports all names of a module")
		}
		return
	}
	for i, name := range from.Keys {
		if name != "default" {
			md.addExport(name, from.List[i])
		}
	}
}

// isProgram reports whether a condition is that a file is the program, which one that is loaded is
// not: require.main === module.
func (md *modules) isProgram(n *syntax.Node) bool {
	for n != nil && n.Type == "parenthesized_expression" && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if md.ev.Report.File == 0 || n == nil || n.Type != "binary_expression" ||
		!strings.HasPrefix(n.Operator(), "==") {
		return false
	}
	left, right := calleeText(n.Child("left")), calleeText(n.Child("right"))
	return left == "require.main" && right == "module" || left == "module" && right == "require.main"
}

// PlainBase reports whether a class of the tables calls no method of a class that is made from it.
func (at *attributes) PlainBase(name string) bool {
	return name == "Error" || strings.HasSuffix(name, "Error") || name == "Object" || name == "Map" ||
		name == "Set" || name == "Array"
}
