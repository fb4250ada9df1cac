// Package tables reads what is known of the callees of a language: presets/effects, which rulegen
// compiles into gen/callees.
package tables

import "strings"

// Table finds what is known of the callees of one language. Package gen/callees implements it with
// static data.
type Table interface {
	// Module returns the entries of a module or of a type's methods in the form of EncodeEntries,
	// and whether it is known.
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

// The separators of encoded entries: none of them occurs in YAML keys and values of a table.
const (
	entrySep = "\n"
	fieldSep = "\t"
)

// EncodeEntries returns entries as one string: an entry a line, its name, parameters and clauses
// separated by tabs.
func EncodeEntries(lines [][3]string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l[0] + fieldSep + l[1] + fieldSep + l[2] + entrySep)
	}
	return b.String()
}

// Find returns the entry of a name in encoded entries. The name * stands for all that have no entry
// of their own.
func Find(entries, name string) (Entry, bool) {
	line, ok := LineOf(entries, name)
	if !ok {
		if line, ok = LineOf(entries, "*"); !ok {
			return Entry{}, false
		}
	}
	fields := strings.SplitN(line, fieldSep, 3)
	e := Entry{Name: fields[0], Params: ParseParams(fields[1]), Clauses: ParseClauses(fields[2])}
	return e, true
}

// LineOf is the line of a name in encoded entries.
func LineOf(entries, name string) (string, bool) {
	at := 0
	if !strings.HasPrefix(entries, name+fieldSep) {
		i := strings.Index(entries, entrySep+name+fieldSep)
		if i < 0 {
			return "", false
		}
		at = i + 1
	}
	line, _, _ := strings.Cut(entries[at:], entrySep)
	return line, true
}

// ParseParams reads a parameter list: names separated by commas, each with =default, a * before one
// that takes the rest, {a|b} behind one that is an object with these options.
func ParseParams(s string) []Param {
	if s == "" {
		return nil
	}
	var list []Param
	for p := range strings.SplitSeq(s, ",") {
		name, def, _ := strings.Cut(strings.TrimSpace(p), "=")
		name, keys, has := strings.Cut(strings.TrimSuffix(name, "}"), "{")
		name, rest := strings.CutPrefix(name, "*")
		param := Param{Name: name, Default: def, Rest: rest}
		if has {
			param.Keys = strings.Split(keys, "|")
		}
		list = append(list, param)
	}
	return list
}

// ParseClauses reads clauses: a verb and its words, separated by commas.
func ParseClauses(s string) []Clause {
	var list []Clause
	for c := range strings.SplitSeq(s, ",") {
		if f := strings.Fields(c); len(f) > 0 {
			list = append(list, Clause{Verb: f[0], Args: f[1:]})
		}
	}
	return list
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
	case "maps", "fills", "edits-if", "copy-into", "copy-tree", "move-tree", "unzip", "untar",
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
		case "pure", "data", "self", "environment", "shows", "settable", "fills":
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
