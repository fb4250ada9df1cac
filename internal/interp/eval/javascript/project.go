package javascript

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// placed is the absolute path of a file that is loaded by one: from the directory of the file that
// loads it. It is "" where that is not known.
func (m *machine) placed(name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	if m.File > 0 {
		for _, l := range m.modules {
			if l.File == m.File {
				return path.Join(path.Dir(l.Path), name)
			}
		}
	}
	if base := m.Base(); base != "" && m.File == 0 {
		return path.Join(base, name)
	}
	if here, known := m.Here().Text(); known && m.File == 0 {
		return path.Join(here, name)
	}
	return ""
}

// loadProject runs a file of the project once, and returns what it exports.
func (m *machine) loadProject(l *core.Loaded) *core.Value {
	own := &core.Value{Kind: core.KindDict, File: l.File}
	module := &core.Value{Kind: core.KindDict, File: l.File}
	module.Put("exports", own)
	vars := map[string]*core.Value{"exports": own, "module": module,
		"__filename": core.Str(l.Path), "__dirname": core.Str(path.Dir(l.Path))}
	if l.Scope != nil && !l.Done {
		return m.OfFile(l)
	}
	m.RunModule(l, vars, func(root *syntax.Node) {
		if ambiguous(root.Text()) {
			m.Problem("a slash or a comment of HTML begins a line, which engines read in another way")
		}
		outer := m.exports
		m.exports = map[string]*core.Value{}
		m.block(root.Kids)
		l.Value = module.Get("exports")
		if len(m.exports) > 0 {
			l.Value = own
			for _, name := range slices.Sorted(maps.Keys(m.exports)) {
				own.Put(name, m.exports[name])
			}
		}
		m.exports = outer
	})
	if l.Value == nil || !l.Done {
		return m.OfFile(l)
	}
	return l.Value
}

// imported is what an import statement gives a name that stands alone: what a file exports as its
// default, or all of it.
func imported(mod *core.Value) *core.Value {
	if mod.Kind == core.KindDict {
		if v := mod.Get("default"); v != nil {
			return v
		}
	}
	return mod
}

// exported notes what a file exports under a name.
func (m *machine) exported(name string, v *core.Value) {
	if m.exports != nil && v != nil {
		m.exports[strings.Trim(name, `"'`)] = v
	}
}

// exportNames notes what a declaration exports.
func (m *machine) exportNames(n *syntax.Node) {
	if n == nil {
		return
	}
	switch n.Type {
	case "function_declaration", "generator_function_declaration", "class_declaration",
		"abstract_class_declaration", "enum_declaration", "internal_module", "module":
		if name := n.Child("name"); name != nil {
			m.exported(name.Text(), m.Scope.Vars[name.Text()])
		}
	case "lexical_declaration", "variable_declaration":
		for _, k := range n.Kids {
			m.exportPattern(k.Child("name"))
		}
	}
}

// exportPattern notes the variables of a pattern.
func (m *machine) exportPattern(n *syntax.Node) {
	if n == nil {
		return
	}
	if n.Type == "identifier" || n.Type == "shorthand_property_identifier_pattern" {
		m.exported(n.Text(), m.Scope.Vars[n.Text()])
	}
	for _, k := range n.Kids {
		m.exportPattern(k)
	}
}

// exportClause notes what export { a, b as c } exports, of another file where there is one.
func (m *machine) exportClause(n *syntax.Node, from *core.Value) {
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
			m.exported(as.Text(), m.Resolve(name.Text()))
		case name.Text() == "default":
			m.exported(as.Text(), imported(from))
		default:
			m.exported(as.Text(), m.Attr(from, name.Text()))
		}
	}
}

// exportAll notes what export * exports: what another file does. Of a module that is not read the
// names are not known.
func (m *machine) exportAll(from *core.Value) {
	if from.Kind != core.KindDict {
		if m.File > 0 {
			m.Problem("a file exports all names of a module")
		}
		return
	}
	for i, name := range from.Keys {
		if name != "default" {
			m.exported(name, from.List[i])
		}
	}
}

// isProgram reports whether a condition is that a file is the program, which one that is loaded is
// not: require.main === module.
func (m *machine) isProgram(n *syntax.Node) bool {
	for n != nil && n.Type == "parenthesized_expression" && len(n.Kids) == 1 {
		n = n.Kids[0]
	}
	if m.File == 0 || n == nil || n.Type != "binary_expression" ||
		!strings.HasPrefix(n.Operator(), "==") {
		return false
	}
	left, right := written(n.Child("left")), written(n.Child("right"))
	return left == "require.main" && right == "module" || left == "module" && right == "require.main"
}

// PlainBase reports whether a class of the tables calls no method of a class that is made from it.
func (m *machine) PlainBase(name string) bool {
	return name == "Error" || strings.HasSuffix(name, "Error") || name == "Object" || name == "Map" ||
		name == "Set" || name == "Array"
}
