// Package tables reads what is known of the callees of a language: presets/effects, which rulegen
// compiles into gen/callees.
package tables

import "github.com/fencepost/fencepost/internal/lowlevel/codec"

// Table finds what is known of the callees of one language. Package gen/callees implements it with
// static data.
type Table interface {
	// Module returns the entries of a module or of a type's methods in the form of EncodeModule, and
	// whether it is known.
	Module(name string) (string, bool)
	// Modules returns the names of all modules.
	Modules() []string
}

// Entry is what is known of one callee.
type Entry struct {
	Name    string
	Params  []Param
	Clauses []Clause
}

// Param is one parameter: its name, its default as text, and whether it takes all further
// arguments.
type Param struct {
	Name    string
	Default string
	Rest    bool
	Keys    []string // of an options object: the only ones that the entry speaks of; nil: any
}

// Clause is one thing that a callee does: a verb and what it is done to.
type Clause struct {
	Verb string
	Args []string
}

// EncodeModule returns entries as the text of a table of package codec, by their names.
func EncodeModule(entries []Entry) string {
	var w codec.TableWriter
	for i := range entries {
		c := codec.Writer()
		entries[i].pack(&c)
		w.Add(c.Written(), entries[i].Name)
	}
	w.Sort()
	return w.Text()
}

// pack writes or reads all but the name.
func (e *Entry) pack(c *codec.Coder) {
	for i := range codec.Sized(c, &e.Params) {
		p := &e.Params[i]
		c.Text(&p.Name)
		c.Text(&p.Default)
		c.Bits(&p.Rest)
		c.Texts(&p.Keys)
	}
	for i := range codec.Sized(c, &e.Clauses) {
		c.Text(&e.Clauses[i].Verb)
		c.Texts(&e.Clauses[i].Args)
	}
}

// Find returns the entry of a name in a module. The name * stands for all that have no entry of
// their own.
func Find(module, name string) (e Entry, ok bool) {
	t := codec.Open(module)
	own, record, ok := t.Find(name)
	if !ok {
		if own, record, ok = t.Find("*"); !ok {
			return Entry{}, false
		}
	}
	e.Name = own
	c := codec.Reader(record)
	e.pack(&c)
	return e, true
}

// Has reports whether a module has an entry of exactly that name.
func Has(module, name string) bool {
	t := codec.Open(module)
	_, _, ok := t.Find(name)
	return ok
}

// Names returns the names of all entries of a module, or of all modules of a language, in order.
func Names(table string) []string {
	t := codec.Open(table)
	names := make([]string, t.Len())
	for i := range names {
		names[i] = t.Key(i)
	}
	return names
}

// ModuleIn returns the module of a name in the table of a language.
func ModuleIn(language, name string) (module string, ok bool) {
	t := codec.Open(language)
	_, module, ok = t.Find(name)
	return module, ok
}

// Harmless reports whether clauses say that nothing happens. No entry that says so may stand for
// names that are not written out: what nobody has looked at is unknown.
func Harmless(clauses []Clause) bool {
	for _, c := range clauses {
		switch c.Verb {
		case "exec", "unseen", "network", "process", "system", "privilege":
			return false
		case "write":
			if len(c.Args) == 0 {
				return false
			}
		}
	}
	return true
}

// Verbs are the verbs of clauses, each with the number of its words: least and most. rulegen
// refuses any other.
func Verbs(verb string) (least, most int, ok bool) {
	switch verb {
	case "pure", "data", "exec", "network", "process", "system", "privilege", "listens", "self",
		"escape", "write", "environment", "constant", "reflects", "shows", "settable":
		if verb == "network" || verb == "write" {
			return 0, 1, true
		}
		return 0, 0, true
	case "read", "look", "read-tree", "append", "delete", "delete-tree", "move", "edit", "meta",
		"meta-tree", "create", "mkdir", "chdir", "import", "shell", "code", "unseen", "runs-file",
		"text", "sql", "queries", "database", "exec-if":
		return 1, 1, true
	case "opens", "os-open", "run", "argv", "spawn", "returns", "exec-list", "calls":
		return 1, 3, true
	case "keeps":
		return 1, 4, true
	case "maps", "fills", "code-if", "edits-if", "copy-into", "copy-tree", "move-tree", "unzip", "untar",
		"unpack":
		return 2, 2, true
	}
	return 0, 0, false
}

// Attribute reports whether the entry is a value and no function.
func (e *Entry) Attribute() bool { return len(e.Params) == 1 && e.Params[0].Name == "-" }

// Acts reports whether a call of the entry may do more than compute.
func (e *Entry) Acts() bool {
	for _, c := range e.Clauses {
		switch c.Verb {
		case "pure", "data", "self", "environment", "shows", "settable", "fills", "keeps":
		default:
			return true
		}
	}
	return false
}

// Shows reports whether a call of the entry calls nothing that it is handed.
func (e *Entry) Shows() bool {
	for _, c := range e.Clauses {
		if c.Verb == "shows" {
			return true
		}
	}
	return false
}

// Settable reports whether the entry is an attribute that may be set.
func (e *Entry) Settable() bool {
	for _, c := range e.Clauses {
		if c.Verb == "settable" {
			return true
		}
	}
	return false
}

// Arg is a word of the clause, or "".
func (c *Clause) Arg(i int) string {
	if i < len(c.Args) {
		return c.Args[i]
	}
	return ""
}
