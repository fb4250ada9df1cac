package rule

import "github.com/fencepost/fencepost/internal/fact"

// Scope is what a rule set can speak of, beside words and effects. Most rule sets have nothing to say of most commands, and
// one that is not asked costs nothing: its code and its data are not even read.
type Scope struct {
	Together uint8 // a bit for each thing that commands of a line do together
	Has      uint8 // bits of the constants below
}

// What a rule set has beside rules on words, on effects and on lines.
const (
	HasSettings uint8 = 1 << iota
	HasStrips
	HasTools
	HasCode
)

// anything is the scope of a rule set of which nothing is known.
var anything = Scope{Together: 1<<8 - 1, Has: 1<<8 - 1}

// ScopeTable has the scopes of compiled rule sets side by side. It is static data.
//
// A rule set goes by its number, from 1 to MaxScope; a set of them is a bit for each number. Which
// of them can speak of a command is told by its name: Masks holds sets of rule sets, Names the
// index into it for each hash of a name, and Firsts that for the first byte of a name, for rules
// that do not list the names which they are about.
type ScopeTable struct {
	Sets      []Scope                   // by number; that of 0 is unused
	Kinds     [fact.Variable + 1]uint64 // the sets of rule sets that can speak of a kind of effects
	Redirects uint64
	Masks     []uint64
	Names     string
	Firsts    string
}

// MaxScope is the greatest number of a rule set. Bit 0 stands for the rule sets without a number,
// which can speak of anything.
const MaxScope = 63

// HashName is the place of a name in a table of that many entries, a power of two.
func HashName(name string, entries int) int {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return int(h^h>>15) & (entries - 1)
}

// named returns the rule sets that can speak of commands of that name.
func (t *ScopeTable) named(name string) uint64 {
	first := byte(0)
	if name != "" {
		first = name[0]
	}
	return t.Masks[t.Names[HashName(name, len(t.Names))]] | t.Masks[t.Firsts[first]]
}

// Scopes are those of a list of rule sets. Nil, and the zero Scopes, are about rule sets that can
// speak of anything.
type Scopes struct {
	Table   *ScopeTable
	numbers [maxScopes]uint8 // of each rule set, 0 for none; those behind have none
	count   uint8
}

// maxScopes is for how many rule sets there is room: with it a policy still has its size, and those
// behind are always asked.
const maxScopes = 39

// Add adds the next rule set of the list, by its number; 0 for none.
func (s *Scopes) Add(number uint8) {
	if s.count < maxScopes {
		s.numbers[s.count] = number
		s.count++
	}
}

// known reports whether anything is known of the rule sets.
func (s *Scopes) known() bool { return s != nil && s.Table != nil }

// number is that of the ith rule set.
func (s *Scopes) number(i int) uint8 {
	if !s.known() || i >= int(s.count) {
		return 0
	}
	return s.numbers[i]
}

func (s *Scopes) at(i int) *Scope {
	if n := s.number(i); n > 0 {
		return &s.Table.Sets[n]
	}
	return &anything
}

// Words are the rule sets that can speak of the words of a command, by the names that Select goes
// by.
func (s *Scopes) Words(c *Subject) Speakers {
	if !s.known() {
		return everybody
	}
	got := Speakers(1)
	for i := range c.Forms {
		words, name := c.Forms[i].Words, ""
		if len(words) > 0 {
			if !words[0].Known() {
				return everybody
			}
			name = words[0].Text
		}
		got |= Speakers(s.Table.named(name))
		if c.Name != name && c.Name != "" {
			got |= Speakers(s.Table.named(c.Name)) // argument rules go by the base name
		}
	}
	return got
}

// Speakers are the rule sets that can speak of something, a bit for each number.
type Speakers uint64

const everybody = ^Speakers(0)

// Among adds the places of those of the rule sets from one to another that are among the speakers.
func (s *Scopes) Among(who Speakers, from, to int, list []int) []int {
	if s.known() && from < int(s.count) {
		for k, n := range s.numbers[from:min(to, int(s.count))] {
			if who>>(n&MaxScope)&1 != 0 {
				list = append(list, from+k)
			}
		}
		from = int(s.count)
	}
	for ; from < to; from++ {
		list = append(list, from)
	}
	return list
}

// Effect returns the rule sets that can speak of a kind of effects.
func (s *Scopes) Effect(k fact.EffectKind) Speakers {
	if !s.known() {
		return everybody
	}
	return Speakers(s.Table.Kinds[k])
}

// Redirects returns the rule sets that can speak of redirections, beside the effects that they are.
func (s *Scopes) Redirects() Speakers {
	if !s.known() {
		return everybody
	}
	return Speakers(s.Table.Redirects)
}

// Together reports whether the ith rule set can speak of what commands of a line do together.
func (s *Scopes) Together(i int, what Together) bool { return s.at(i).Together>>what&1 != 0 }

// Has reports whether the ith rule set has something: one of the constants.
func (s *Scopes) Has(i int, what uint8) bool { return s.at(i).Has&what != 0 }
