//go:build cgo

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// destroyer is an entry of a table that deletes or overwrites what a parameter names.
type destroyer struct {
	name   string
	params []tables.Param
	hits   []hit
}

// hit is one effect that a call has to have: on the value of the parameter with that number.
type hit struct {
	kind  fact.EffectKind
	param int
}

func destructive(entries string) []destroyer {
	var out []destroyer
	for _, name := range tables.Names(entries) {
		e, _ := tables.Find(entries, name)
		d := destroyer{name: name, params: e.Params}
		for _, c := range e.Clauses {
			kind := fact.Delete
			switch c.Verb {
			case "delete", "delete-tree", "move":
			case "write":
				kind = fact.Write
			case "append":
				kind = fact.Append
			default:
				continue
			}
			for i, p := range d.params {
				if len(c.Args) == 1 && c.Args[0] == p.Name && !p.Rest {
					d.hits = append(d.hits, hit{kind, i})
				}
			}
		}
		if len(d.hits) > 0 && d.name != "*" {
			out = append(out, d)
		}
	}
	return out
}

// last is the number of the last parameter that has to be given.
func (d *destroyer) last() int {
	n := 0
	for _, h := range d.hits {
		n = max(n, h.param)
	}
	return n
}

func (d *destroyer) positional(format string) string {
	var args []string
	for i := range d.last() + 1 {
		args = append(args, fmt.Sprintf(format, i))
	}
	return strings.Join(args, ", ")
}

func (d *destroyer) keyword(format string) string {
	var args []string
	for i := range d.last() + 1 {
		args = append(args, fmt.Sprintf(format, d.params[i].Name, i))
	}
	return strings.Join(args, ", ")
}

func (d *destroyer) check(t *testing.T, lang, code string) {
	t.Helper()
	f := factsOf(lang, code)
	for _, h := range d.hits {
		want := fmt.Sprintf("/v%d", h.param)
		found := false
		for i := range f.Calls {
			for k := range f.Calls[i].Effects {
				e := &f.Calls[i].Effects[k]
				found = found || e.Kind == h.kind && e.Word.Kind == fact.Literal && e.Word.Text == want
			}
		}
		if !found {
			t.Errorf("%s\nno %s of %s in\n\t%s", code, h.kind, want, strings.Join(evaltest.Show(f), "\n\t"))
		}
	}
}
