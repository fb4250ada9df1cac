package rule

import (
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func TestSelect(t *testing.T) {
	find := func(name, sub string, known bool) []uint16 {
		switch name {
		case "git":
			switch {
			case !known:
				return []uint16{1, 2, 3, 9}
			case sub == "push":
				return []uint16{1, 2, 9}
			}
			return []uint16{3, 9}
		case "./git":
			return []uint16{4, 9}
		}
		return []uint16{9}
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
		all   bool
	}{
		{"git push", "git", []Form{lit("git", "push")}, []uint16{1, 2, 9}, false},
		{"another command", "ls", []Form{lit("ls")}, []uint16{9}, false},
		{"no words", "", []Form{{}}, []uint16{9}, false},
		{"git -C d push", "git", []Form{lit("git", "-C", "d", "push"), lit("git", "push")},
			[]uint16{1, 2, 3, 9}, false},
		{"./git push", "git", []Form{lit("./git", "push")}, []uint16{1, 2, 4, 9}, false},
		{"git $x", "git", []Form{unknown(1, lit("git", "x"))}, []uint16{1, 2, 3, 9}, false},
		{"git $@", "git", []Form{many(1, lit("git", "x"))}, []uint16{1, 2, 3, 9}, false},
		{"$x push", "", []Form{unknown(0, lit("x", "push"))}, nil, true},
		{"ls, then $x", "ls", []Form{lit("ls"), unknown(0, lit("x", "push"))}, nil, true},
	}
	for _, tt := range tests {
		s := &Subject{Command: &fact.Command{Name: tt.name}, Forms: tt.forms}
		list, all := s.Select(find)
		if all != tt.all || !all && !slices.Equal(list, tt.want) {
			t.Errorf("%s: got %v, %v; want %v, %v", tt.about, list, all, tt.want, tt.all)
		}
	}
}

func TestUnion(t *testing.T) {
	tests := []struct{ a, b, want []uint16 }{
		{nil, nil, nil},
		{[]uint16{1, 3}, nil, []uint16{1, 3}},
		{[]uint16{3}, []uint16{1, 3, 5}, []uint16{1, 3, 5}},
		{[]uint16{1, 4}, []uint16{2, 3}, []uint16{1, 2, 3, 4}},
		{[]uint16{1, 2}, []uint16{2, 7, 8}, []uint16{1, 2, 7, 8}},
		{[]uint16{5}, []uint16{4}, []uint16{4, 5}},
	}
	for _, tt := range tests {
		if got := union(tt.a, tt.b); !slices.Equal(got, tt.want) {
			t.Errorf("union(%v, %v) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}
