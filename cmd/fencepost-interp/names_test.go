//go:build cgo

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/callees"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// The interpreters list their own callables. Each one that the gate takes for harmless has to stand
// in a table by its own name; the lists in testdata/inline say which ones these are, by version,
// for a person to read.

// listed is one module as testdata/inline/names.py and names.cjs print it.
type listed struct {
	Module  string
	Names   []string
	Classes map[string][]string
	Modules []string
	Global  bool // JavaScript: a global object; "" is the global scope
}

func TestPythonNames(t *testing.T) {
	mods, version := enumerate(t, "python3", []string{"-I", "-S"}, "names.py",
		"import sys; print('%d.%d' % sys.version_info[:2])", "-c")
	check(t, "python-"+version, mods, pythonRows)
}

func TestNodeNames(t *testing.T) {
	mods, version := enumerate(t, "node", nil, "names.cjs", "process.versions.node.split('.')[0]",
		"-p")
	check(t, "node-"+version, mods, nodeRows)
}

func enumerate(t *testing.T, program string, flags []string, script, version,
	eval string) ([]listed, string) {
	t.Helper()
	testkit.Installed(t, program)
	v, err := exec.Command(program, eval, version).Output()
	if err != nil {
		t.Skipf("%s does not run: %v", program, err)
	}
	path, err := filepath.Abs("../../testdata/inline/" + script)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append(flags, path)...)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var mods []listed
	sc := bufio.NewScanner(bytes.NewReader(out))
	sc.Buffer(nil, 1<<22)
	for sc.Scan() {
		var m listed
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
			t.Fatalf("%v: %s", err, sc.Text())
		}
		mods = append(mods, m)
	}
	if len(mods) < 40 {
		t.Fatalf("%s lists %d modules", program, len(mods))
	}
	return mods, strings.TrimSpace(string(v))
}

// candidate is one use of a callable: the code, where the lists put it, and the table entries that
// may speak of it.
type candidate struct {
	code  string
	place string
	name  string
	lang  string
	keys  []string // module and name, a tab between
}

// check judges every candidate, and compares what is harmless with the tables and with the list of
// that version.
func check(t *testing.T, version string, mods []listed, rows func(listed) []candidate) {
	harmless := map[string][]string{}
	total := 0
	for _, m := range mods {
		for _, c := range rows(m) {
			total++
			if !does(c.lang, c.code) {
				continue
			}
			if !slices.ContainsFunc(c.keys, func(k string) bool { return stands(c.lang, k) }) {
				t.Errorf("%s.%s is taken for harmless, but stands in no table:\n%s", c.place, c.name, c.code)
			}
			if !slices.Contains(harmless[c.place], c.name) {
				harmless[c.place] = append(harmless[c.place], c.name)
			}
		}
	}
	var out strings.Builder
	for _, place := range slices.Sorted(keysOf(harmless)) {
		slices.Sort(harmless[place])
		fmt.Fprintf(&out, "%s: %s\n", place, strings.Join(harmless[place], " "))
	}
	t.Logf("%d uses of callables of %s", total, version)
	file := "../../testdata/inline/" + version + ".txt"
	want, err := os.ReadFile(file)
	if testkit.Update(t, file, []byte(out.String())) {
		return
	}
	if err != nil {
		t.Logf("%s: there is no list of what is harmless in this version: the tables alone are compared",
			version)
		return
	}
	if got := out.String(); got != string(want) {
		t.Errorf("%s: what is harmless has changed; look at the difference that FENCEPOST_UPDATE=1 makes", file)
		diff(t, got, string(want))
	}
}

func diff(t *testing.T, got, want string) {
	had := strings.Split(want, "\n")
	for l := range strings.Lines(got) {
		if !slices.Contains(had, strings.TrimSuffix(l, "\n")) {
			t.Logf("now: %s", l)
		}
	}
}

func keysOf(m map[string][]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// acts reports whether a call of a function with up to three arguments has an effect that the
// tables know.
func acts(lang, function string) bool {
	for _, args := range []string{"()", "(x)", "(x, x)", "(x, x, x)"} {
		f := read(interp.Request{Lang: lang, Code: function + args, Home: home})
		for i := range f.Calls {
			c := &f.Calls[i]
			for k := range c.Effects {
				if c.Effects[k].HasWord || c.Effects[k].Kind != fact.Exec {
					return true
				}
			}
			if len(c.Spawns) > 0 {
				return true
			}
		}
	}
	return false
}

// does reports whether code does nothing as far as the facts say.
func does(lang, code string) bool {
	f := read(interp.Request{Lang: lang, Code: code, Home: home})
	if f.Problem != "" {
		return false
	}
	for i := range f.Imports {
		if f.Imports[i].Foreign || f.Imports[i].Unknown {
			return false
		}
	}
	for i := range f.Calls {
		if c := &f.Calls[i]; len(c.Effects) > 0 || len(c.Spawns) > 0 || c.Unseen != "" {
			return false
		}
	}
	return true
}

// stands reports whether a table has an entry of exactly that name.
func stands(lang, key string) bool {
	module, name, _ := strings.Cut(key, "\t")
	var table tables.Table = callees.Python{}
	if lang == "javascript" {
		table = callees.JavaScript{}
	}
	entries, _ := table.Module(module)
	return tables.Has(entries, name)
}

// made are the types of the tables that a call of a class gives.
func made(lang, module, class string) []string {
	var table tables.Table = callees.Python{}
	if lang == "javascript" {
		table = callees.JavaScript{}
	}
	if module == "" {
		module = "builtins"
	}
	entries, _ := table.Module(module)
	var types []string
	if !tables.Has(entries, class) {
		return nil
	}
	e, _ := tables.Find(entries, class)
	for _, c := range e.Clauses {
		if c.Verb == "returns" {
			types = append(types, c.Args[0])
		}
		if c.Verb == "opens" {
			types = append(types, "file", "iostream")
		}
	}
	return types
}

// pythonAliases are modules whose names are written otherwise in the tables.
func pythonAliases(module string) []string {
	switch module {
	case "posixpath", "ntpath", "genericpath":
		return []string{"os.path"}
	case "posix", "nt":
		return []string{"os"}
	case "io", "_io", "builtins":
		return []string{"builtins", "io"}
	}
	return []string{module}
}

func pythonRows(m listed) []candidate {
	var out []candidate
	if !does("python", "import "+m.Module) {
		return nil // an unknown module: whatever is in it is
	}
	add := func(place, name, use string, keys ...string) {
		out = append(out, candidate{lang: "python", place: place, name: name, keys: keys,
			code: "import " + m.Module + "\nx = input()\n" + use})
	}
	for _, n := range m.Names {
		var keys []string
		for _, a := range pythonAliases(m.Module) {
			keys = append(keys, a+"\t"+n)
		}
		if acts("python", "import "+m.Module+"\nx = input()\n"+m.Module+"."+n) {
			continue
		}
		for _, args := range []string{"()", "(x)", "(x, x)"} {
			add(m.Module, n, m.Module+"."+n+args, keys...)
		}
		add(m.Module, n, "list(map("+m.Module+"."+n+", [x]))", keys...)
	}
	for c, methods := range m.Classes {
		for _, n := range methods {
			keys := []string{"data\t" + n, m.Module + "." + c + "\t" + n, c + "\t" + n}
			for _, typ := range made("python", m.Module, c) {
				keys = append(keys, typ+"\t"+n)
			}
			add(m.Module+"."+c, n, "o = "+m.Module+"."+c+"(x)\no."+n+"(x)", keys...)
			add(m.Module+"."+c, n, m.Module+"."+c+"."+n+"(x)", keys...)
		}
	}
	for _, n := range m.Modules {
		// A module within a module is one that it has imported for itself.
		for _, f := range []string{"system", "remove", "resolve_name", "import_module", "run",
			"copyfile"} {
			add(m.Module+"."+n, f, m.Module+"."+n+"."+f+"(x, x)", m.Module+"."+n+"\t"+f)
		}
	}
	return out
}

func nodeRows(m listed) []candidate {
	var out []candidate
	object := "m"
	head := "const m = require('" + m.Module + "'); const x = process.argv[1];\n"
	module := m.Module
	if m.Global {
		head, object = "const x = process.argv[1];\n", m.Module
	}
	add := func(place, name, use string, keys ...string) {
		out = append(out, candidate{lang: "javascript", place: place, name: name, keys: keys, code: head +
			use})
	}
	dot := func(n string) string {
		if object == "" {
			return n
		}
		return object + "." + n
	}
	place := module
	if m.Global {
		place = "global " + module
	}
	for _, n := range m.Names {
		bare := strings.TrimSuffix(n, "Sync")
		keys := []string{module + "\t" + n, "builtins\t" + n, "data\t" + n, "iostream\t" + n}
		if module == "fs" || module == "fs/promises" {
			keys = append(keys, "fs\t"+bare)
		}
		if acts("javascript", head+dot(n)) {
			continue
		}
		add(place, n, dot(n)+"()", keys...)
		add(place, n, dot(n)+"(x)", keys...)
		add(place, n, "[x].map("+dot(n)+")", keys...)
	}
	for c, methods := range m.Classes {
		if !does("javascript", head+"new "+dot(c)+"(x)") {
			continue
		}
		for _, n := range methods {
			keys := []string{"data\t" + n, module + "." + c + "\t" + n}
			for _, typ := range append(made("javascript", module, c), "jsurl") {
				keys = append(keys, typ+"\t"+n)
			}
			add(place+"."+c, n, "const o = new "+dot(c)+"(x); o."+n+"(x)", keys...)
		}
	}
	return out
}
