package evaltest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Row is a snippet with what it would do.
type Row struct {
	Code  string   `json:"code"`
	Lang  string   `json:"lang,omitempty"` // if not that of the table
	Facts []string `json:"facts"`          // as Show writes them
	// may be run by the real interpreter in a directory that is thrown away
	Run bool `json:"run,omitempty"`
}

// Snippets are the rows of a language in testdata/interp.
func Snippets(t testing.TB, lang string) []Row {
	t.Helper()
	data, err := os.ReadFile(snippets(lang))
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	for n, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var r Row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s:%d: %v", snippets(lang), n+1, err)
		}
		rows = append(rows, r)
	}
	return rows
}

func snippets(lang string) string {
	return filepath.Join(testkit.Root(), "testdata", "interp", lang, "snippets.jsonl")
}

// CheckSnippets holds the interpretation to the rows of a language in testdata/interp. They are a
// golden file.
func CheckSnippets(t *testing.T, lang string) {
	t.Helper()
	rows := Snippets(t, lang)
	if len(rows) < 200 {
		t.Errorf("%s: only %d snippets", lang, len(rows))
	}
	if !testkit.Updating() {
		Check(t, lang, rows)
		return
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for _, r := range rows {
		r.Facts = Show(Facts(t, r.lang(lang), r.Code))
		if err := enc.Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	testkit.Golden(t, snippets(lang), out.Bytes())
}

// Check holds the interpretation to a table.
func Check(t *testing.T, lang string, rows []Row) {
	t.Helper()
	for _, r := range rows {
		if got := Show(Facts(t, r.lang(lang), r.Code)); !slices.Equal(got, r.Facts) {
			t.Errorf("%s\ngot:\n\t%s\nwant:\n\t%s", r.Code, strings.Join(got, "\n\t"),
				strings.Join(r.Facts, "\n\t"))
		}
	}
}

func (r *Row) lang(table string) string {
	if r.Lang != "" {
		return r.Lang
	}
	return table
}

// Show writes facts as the tables do: imports, then what each call does, calls that only compute
// left out.
func Show(f *interp.Facts) []string {
	out := []string{}
	if f.Problem != "" {
		out = append(out, "problem: "+f.Problem)
	}
	for _, i := range f.Imports {
		switch {
		case i.Unknown:
		case i.Foreign:
			out = append(out, "import "+i.Name+" (foreign)")
		default:
			out = append(out, "import "+i.Name)
		}
	}
	for i := range f.Calls {
		if s := showCall(&f.Calls[i]); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func showCall(c *interp.Call) string {
	var parts []string
	for i := range c.Effects {
		e := &c.Effects[i]
		s := e.Kind.String()
		if e.Create {
			s = "create"
		}
		if e.Mkdir {
			s = "mkdir"
		}
		if e.Recursive {
			s += " tree"
		}
		if e.HasWord {
			s += " " + word(&e.Word)
		}
		parts = append(parts, s)
	}
	for i := range c.Spawns {
		s := &c.Spawns[i]
		verb := "run"
		if s.Shell {
			verb = "shell"
		}
		for k := range s.Words {
			verb += " " + word(&s.Words[k])
		}
		if s.Dir.Set && s.Dir != c.Dir {
			verb += " in " + word(&s.Dir.Word)
		}
		parts = append(parts, verb)
	}
	if c.Unseen != "" {
		parts = append(parts, "unseen "+c.Unseen)
	}
	if len(parts) == 0 {
		return ""
	}
	name := c.Names[0]
	if name == "" && len(c.Names) > 1 {
		name = "?" + c.Names[1]
	}
	if c.Dir.Set {
		name += " in " + word(&c.Dir.Word)
	}
	return name + ": " + strings.Join(parts, ", ")
}

func word(w *fact.Word) string {
	s := w.Text
	if w.Kind != fact.Literal {
		s += "…" + w.Suffix
	}
	if w.Many {
		s += "*"
	}
	return s
}
