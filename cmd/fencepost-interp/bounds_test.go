//go:build cgo

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// TestBounds holds that what one call may ask is bounded in all, that the bound is said, and that the
// same takes the same work each time.
func TestBounds(t *testing.T) {
	const (
		more = "the code does more than the limit of this program"
		long = "reading the code takes more than the limit of this program"
	)
	busy := calls(4)
	quotes := strings.Repeat("'", 30000)
	for _, tt := range []struct {
		name     string
		requests []interp.Request
		problem  string // of the last one
	}{
		{"one snippet", []interp.Request{{Lang: "python", Code: "print(1)"}}, ""},
		{"a busy one", []interp.Request{{Lang: "python", Code: busy}}, more},
		{"after a busy one", []interp.Request{{Lang: "python", Code: busy},
			{Lang: "python", Code: "print(1)"}}, ""},
		{"after many busy ones", append(many(interp.Request{Lang: "python", Code: busy}, 8),
			interp.Request{Lang: "python", Code: "print(1)"}), more},
		{"many short ones", many(interp.Request{Lang: "javascript", Code: "f(1)"}, 400), ""},
		{"quotes", []interp.Request{{Lang: "javascript", Code: quotes}}, long},
		{"after quotes", []interp.Request{{Lang: "javascript", Code: quotes},
			{Lang: "javascript", Code: "f(1)"}}, long},
	} {
		var last [2]string
		var left [2][2]effort.Budget
		for i := range last {
			p := newReader()
			for _, r := range tt.requests {
				last[i] = p.read(r).Problem
			}
			left[i] = [2]effort.Budget{p.steps, p.work}
		}
		if last[0] != tt.problem || last[1] != tt.problem {
			t.Errorf("%s: problem %q, the second time %q, want %q", tt.name, last[0], last[1], tt.problem)
		}
		if left[0] != left[1] {
			t.Errorf("%s: what is left differs: %d, %d", tt.name, left[0], left[1])
		}
	}
}

// TestFileBound holds that a file that the code loads is followed only so far, and that this is said.
func TestFileBound(t *testing.T) {
	mod := interp.Module{Name: "m", Lang: "python", File: 1, Path: "/p/m.py"}
	for _, tt := range []struct {
		text string
		cut  bool
	}{
		{"def f():\n  return 1\n", false},
		{calls(4), true},
	} {
		mod.Code = tt.text
		f := newReader().read(interp.Request{Lang: "python", Code: "import m\nprint(m.f(1))", Home: home,
			Cwd: "/p", Modules: []interp.Module{mod}})
		cut := false
		for i := range f.Calls {
			cut = cut || f.Calls[i].Text == "import"
		}
		if cut != tt.cut {
			t.Errorf("%.20q: cut %v, want %v", tt.text, cut, tt.cut)
		}
	}
}

// calls is code that calls so many long functions, each of them forty times.
func calls(functions int) string {
	var b strings.Builder
	for f := range functions {
		fmt.Fprintf(&b, "def f%d(x):\n  return [%s]\n", f, strings.Repeat("1,", 2000))
		for i := range 40 {
			fmt.Fprintf(&b, "f%d(%d)\n", f, i)
		}
	}
	return b.String()
}

func many(r interp.Request, n int) (list []interp.Request) {
	for range n {
		list = append(list, r)
	}
	return list
}
