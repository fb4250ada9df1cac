package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// Tables finds what is known of callees.
type Tables struct {
	input *Input
	lang  *Language
	names []string // of the modules of the tables, once they were asked for
}

// Entry finds what the tables say of a qualified name.
func (tb *Tables) Entry(name string) (tables.Entry, bool) {
	name = tb.lang.Names.Canonical(name)
	for i := len(name); i > 0; {
		i = strings.LastIndexByte(name[:i], '.')
		if i < 0 {
			break
		}
		if entries, ok := tb.Entries(name[:i]); ok {
			return tables.Find(entries, name[i+1:])
		}
	}
	if strings.Contains(name, ".") {
		return tables.Entry{}, false
	}
	if tb.lang.Traits.Module != "" {
		if entries, ok := tb.Entries(name); ok && !tb.Builtin(name) {
			return tables.Find(entries, tb.lang.Traits.Module)
		}
	}
	entries, _ := tb.Entries("builtins")
	if tables.Has(entries, name) {
		return tables.Find(entries, name)
	}
	return tables.Entry{}, false
}

// Builtin reports whether a name is one that is there without an import.
func (tb *Tables) Builtin(name string) bool {
	entries, _ := tb.Entries("builtins")
	return tables.Has(entries, name)
}

// Known reports whether a name is that of a module of the tables, or of a part of one.
func (tb *Tables) Known(name string) bool {
	if _, ok := tb.Entries(name); ok {
		return true
	}
	if tb.names == nil {
		tb.names = tb.input.Table.Modules()
	}
	for _, mod := range tb.names {
		if rest, ok := strings.CutPrefix(mod, name); ok && rest != "" && rest[0] == '.' {
			return true
		}
	}
	return false
}

// OfData reports whether plain data has a method of that name. What has others is no data: too
// little is known of it.
func (tb *Tables) OfData(method string) bool {
	entries, _ := tb.Entries("data")
	return tables.Has(entries, method)
}

// Entries are what the tables say of the parts of a module or the methods of a type.
func (tb *Tables) Entries(name string) (string, bool) { return tb.input.Table.Module(name) }

// Foreign reports whether the tables do not know a module, so that importing it runs what nobody
// has looked at. A path is reported by the call.
func (tb *Tables) Foreign(name string) bool {
	entries, _ := tb.Entries("no-module") // types and global objects of the tables
	if tables.Has(entries, name) {
		return true
	}
	return !tb.Known(name) && !tb.ofPackage(name)
}

// ofPackage reports whether a module is a part of a package of which the tables say nothing but
// that it is one.
func (tb *Tables) ofPackage(name string) bool {
	top, rest, _ := strings.Cut(name, ".")
	entries, ok := tb.Entries(top)
	return ok && entries == "" && rest != "" && !strings.Contains(rest, "__")
}

// typed finds a type by its name in the tables. All types whose names begin with lib. are what a
// library makes.
func (tb *Tables) typed(name string) *Type {
	for _, list := range [...][]*Type{tb.lang.Types, types} {
		for _, t := range list {
			if t.Name == name {
				return t
			}
		}
	}
	return &Type{Name: name, Library: strings.HasPrefix(name, "lib.")}
}
