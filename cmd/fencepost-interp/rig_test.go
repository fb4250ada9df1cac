//go:build cgo

package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// row is one line of a table in testdata/interp.
type row struct {
	Code  string   `json:"code"`
	Lang  string   `json:"lang,omitempty"` // if not that of the table
	Facts []string `json:"facts"`
	// may be run by the real interpreter in a directory that is thrown away
	Run bool `json:"run,omitempty"`
}

// table reads one file of rows.
func table(t testing.TB, file string) []row {
	t.Helper()
	data, err := os.ReadFile("../../testdata/interp/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for n, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var r row
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%s:%d: %v", file, n+1, err)
		}
		rows = append(rows, r)
	}
	return rows
}

// show writes facts as the tables do: imports, then what each call does, calls that only compute
// left out.
func show(f *interp.Facts) []string {
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

// factsOf interprets one snippet.
func factsOf(lang, code string) *interp.Facts {
	return read(interp.Request{Lang: lang, Code: code, Home: home, Cwd: home})
}

// home is the home directory in the facts. The oracle runs the code with its working directory as
// that.
const home = "/home/u"
