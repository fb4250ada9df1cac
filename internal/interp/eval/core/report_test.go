package core

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

func TestSameCallIsReportedOnce(t *testing.T) {
	a := Str("a")
	checkPrograms(t, []program{
		{"the same twice is told once", func(f *fake) { f.remove(a); f.remove(a) },
			[]string{`os.remove: delete "a"`}},
	})
}

func TestLoadIsReportedOnce(t *testing.T) {
	rp := newFake().ev.Report
	rp.AddLoad("m", "", true)
	rp.AddLoad("m", "", true)
	rp.File = 1
	rp.AddLoad("m", "", true)
	rp.AddPlace("/p")
	rp.AddPlace("/p")
	if len(rp.Facts.Imports) != 2 || len(rp.Facts.Places) != 1 {
		t.Errorf("%+v", rp.Facts)
	}
}

func TestNewCall(t *testing.T) {
	rp := newFake().ev.Report
	long := strings.Repeat("é", 50) + "\n  x"
	at := Site{Node: &syntax.Node{Line: 3, Src: long, End: len(long)}, Written: "w"}
	args := []Arg{{Val: Join(Str("a"), Str("b"))}, {Name: "k", Val: Data, Spread: true}}
	c := rp.NewCall(at, "f", args)
	if !slices.Equal(c.Names, []string{"f", "w"}) || c.Line != 3 || len(c.Args) != 3 ||
		!c.Args[2].Word.Many {
		t.Errorf("%+v", c)
	}
	if !utf8.ValidString(c.Text) || len(c.Text) > 90 {
		t.Errorf("text %q", c.Text)
	}
}
