//go:build unix

package enumerate

import (
	"os"
	"strings"
	"testing"
)

// entry is a line of a table: a template and the shells that it is for.
type entry struct {
	shells, kind, text string
	asks               bool // whatever stands there
}

// tables are the tables of testdata, for one shell.
type tables struct {
	words, commands, forms, hidings, readings []entry
	texts                                     map[string][]entry // by kind
	plain                                     map[string]string  // by kind: a text that does nothing
	other                                     map[string]string  // by kind: another one
}

func readTables(t testing.TB, shell byte) *tables {
	t.Helper()
	all := &tables{texts: map[string][]entry{}, plain: map[string]string{},
		other: map[string]string{}}
	all.words = readTable(t, "words", shell, false)
	all.commands = readTable(t, "commands", shell, false)
	all.forms = readTable(t, "forms", shell, false)
	all.hidings = readTable(t, "hidings", shell, false)
	all.readings = readTable(t, "readings", shell, true)
	for _, e := range readTable(t, "texts", shell, true) {
		all.texts[e.kind] = append(all.texts[e.kind], e)
	}
	for _, e := range readTable(t, "plain", shell, true) {
		if all.plain[e.kind] == "" {
			all.plain[e.kind] = e.text
		} else {
			all.other[e.kind] = e.text
		}
	}
	return all
}

// readTable reads the entries of a table that are for a shell.
func readTable(t testing.TB, name string, shell byte, kinds bool) (list []entry) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for n, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var e entry
		var ok, more bool
		e.shells, e.text, ok = strings.Cut(line, "\t")
		if more = true; kinds {
			e.kind, e.text, more = strings.Cut(e.text, "\t")
		}
		e.shells, e.asks = strings.TrimSuffix(e.shells, "!"), strings.HasSuffix(e.shells, "!")
		if !ok || !more || strings.Trim(e.shells, "bzd") != "" || seen[line] {
			t.Fatalf("%s.txt:%d: %q is no entry, or one that was there before", name, n+1, line)
		}
		seen[line] = true
		e.text = strings.ReplaceAll(e.text, "⏎", "\n")
		if strings.IndexByte(e.shells, shell) >= 0 {
			list = append(list, e)
		}
	}
	return list
}
