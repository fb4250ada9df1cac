package core

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

func TestFunctions(t *testing.T) {
	type lib struct{ name string }
	own := func(l lib, c Invocation) *Value {
		if len(c.Args) == 0 {
			return nil
		}
		return Str(l.name)
	}
	fs := Functions[lib]{
		Own:       Table(Named("a b", own)),
		Computed:  Table(Named("c", own)),
		Converted: Table(Named("d", FromHex)),
	}
	rp := newFake().ev.Report
	for _, tt := range []struct {
		name     string
		arg      *Value
		want     string
		reported int
	}{
		{"a", Str("x"), `"l"`, 0}, {"b", Str("x"), `"l"`, 0}, {"a", nil, "nil", 0},
		{"c", Str("x"), `"l"`, 1}, {"d", Str("2f"), `"/"`, 2}, {"d", nil, "nil", 2},
		{"e", Str("x"), "nil", 2},
	} {
		c := Invocation{Site: Site{Node: &syntax.Node{}}, Name: tt.name}
		if tt.arg != nil {
			c.Args = []Arg{{Val: tt.arg}}
		}
		if got := write(fs.Call(rp, lib{"l"}, c)); got != tt.want || len(rp.Facts.Calls) != tt.reported {
			t.Errorf("%s(%s): %s and %d calls reported", tt.name, write(tt.arg), got, len(rp.Facts.Calls))
		}
	}
}
