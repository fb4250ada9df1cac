package rule

import (
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestSelect(t *testing.T) {
	choices := EncodeChoices([]Choice{
		{Names: []string{"git", "jit"}, All: []uint16{1, 2, 3, 900}, Other: []uint16{3, 900},
			Subs: []SubChoice{{Words: []string{"push"}, Rules: []uint16{1, 2, 900}}}},
		{Names: []string{"./git"}, All: []uint16{4, 900}, Other: []uint16{4, 900}},
		{Names: []string{Begins}, All: []uint16{900}, Other: []uint16{900}},
		{Names: []string{Begins + "py"}, All: []uint16{5, 900}, Other: []uint16{5, 900}},
		{Names: []string{Begins + "python"}, All: []uint16{6, 900}, Other: []uint16{6, 900}},
	})
	every := make([]uint16, 901)
	for i := range every {
		every[i] = uint16(i)
	}
	lit := func(words ...string) Form {
		var f Form
		for _, w := range words {
			f.Words = append(f.Words, fact.Lit(w))
		}
		return f
	}
	unknown := func(i int, f Form) Form {
		f.Words[i] = fact.Unknown("$x")
		return f
	}
	many := func(i int, f Form) Form {
		f.Words[i] = fact.Word{Text: "push", Many: true}
		return f
	}
	tests := []struct {
		about string
		name  string
		forms []Form
		want  []uint16
	}{
		{"git push", "git", []Form{lit("git", "push")}, []uint16{1, 2, 900}},
		{"another command", "ls", []Form{lit("ls")}, []uint16{900}},
		{"an alias", "jit", []Form{lit("jit", "pull")}, []uint16{3, 900}},
		{"a beginning", "pypy", []Form{lit("pypy")}, []uint16{5, 900}},
		{"the longer beginning", "python3", []Form{lit("python3", "x")}, []uint16{6, 900}},
		{"no words", "", []Form{{}}, []uint16{900}},
		{"git -C d push", "git", []Form{lit("git", "-C", "d", "push"), lit("git", "push")},
			[]uint16{1, 2, 3, 900}},
		{"./git push", "git", []Form{lit("./git", "push")}, []uint16{1, 2, 4, 900}},
		{"git $x", "git", []Form{unknown(1, lit("git", "x"))}, []uint16{1, 2, 3, 900}},
		{"git $@", "git", []Form{many(1, lit("git", "x"))}, []uint16{1, 2, 3, 900}},
		{"$x push", "", []Form{unknown(0, lit("x", "push"))}, every},
		{"ls, then $x", "ls", []Form{lit("ls"), unknown(0, lit("x", "push"))}, every},
	}
	for _, tt := range tests {
		s := &Subject{Name: tt.name, Forms: tt.forms}
		if list := s.Select(choices, 901); !slices.Equal(list, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.about, list, tt.want)
		}
	}
}
