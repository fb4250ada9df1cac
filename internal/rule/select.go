package rule

import "github.com/fencepost/fencepost/internal/fact"

// Lookup returns the numbers, in ascending order, of the rules of a generated rule set that can
// apply to commands whose first two words are name and sub. known is false where the second word
// cannot be known, so that any may stand there; a command of one word has the known second word "".
// The list is static data: never modified.
type Lookup func(name, sub string, known bool) []uint16

// Select returns the numbers of the rules that can apply to the command in one of its forms. all is
// true where a first word cannot be known: then any rule can.
//
// It only narrows the choice. Whether a selected rule applies is decided as everywhere, by the
// predicates.
func (s *Subject) Select(find Lookup) (list []uint16, all bool) {
	for i := range s.Forms {
		words := s.Forms[i].Words
		name, sub, known := "", "", true
		if len(words) > 0 {
			if !words[0].Known() {
				return nil, true
			}
			name = words[0].Text
		}
		if len(words) > 1 {
			known = words[1].Known()
			if known {
				sub = words[1].Text
			}
		}
		list = union(list, find(name, sub, known))
		if s.Name != name && s.Name != "" {
			list = union(list, find(s.Name, sub, known)) // argument rules go by the base name
		}
	}
	return list, false
}

// union merges two ascending lists. Almost always one of them holds the other, and nothing is
// copied.
func union(a, b []uint16) []uint16 {
	if len(a) < len(b) {
		a, b = b, a
	}
	if holds(a, b) {
		return a
	}
	out := make([]uint16, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// holds reports whether the ascending list a has every element of b.
func holds(a, b []uint16) bool {
	for _, x := range b {
		for len(a) > 0 && a[0] < x {
			a = a[1:]
		}
		if len(a) == 0 || a[0] != x {
			return false
		}
	}
	return true
}

// Subcommands is Subcommand for several alternatives.
func (s *Subject) Subcommands(alternatives [][]string, allowing bool) fact.Tri {
	got := fact.No
	for _, words := range alternatives {
		if got = got.Or(s.Subcommand(words, allowing)); got == fact.Yes {
			break
		}
	}
	return got
}
