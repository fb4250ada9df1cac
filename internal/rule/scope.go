package rule

import "github.com/fencepost/fencepost/internal/fact"

// Trait is something that a rule set can have beside rules on words, redirections and effects, and
// what it then speaks of.
type Trait uint8

const (
	HasSettings Trait = iota
	HasStrips
	HasTools
	HasCode
	hasTogether // and what is more: what commands of a line do together

	traits = hasTogether + Trait(OutsideRun) + 1
)

// ScopeTable says what compiled rule sets can speak of. Most have nothing to say of most commands,
// and one that is not asked costs nothing: its code and its data are not even read. It is static
// data.
//
// A rule set goes by its number, from 1 to MaxScope. Rule sets are told by a bit for each number.
// The name of a command tells which can speak of it: Masks holds sets of rule sets, Names the index
// into it for each hash of a name, and Firsts that for the first byte of a name, for rules that do
// not list the names which they are about.
type ScopeTable struct {
	Traits    [traits]uint64
	Kinds     [fact.Variable + 1]uint64 // kinds of effects
	Redirects uint64
	Masks     []uint64
	Names     string
	Firsts    string
}

// Trait is that of rule sets that speak of what commands of a line do together.
func (t Together) Trait() Trait { return hasTogether + Trait(t) }

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

// Scopes says what each of a list of rule sets can speak of. The zero Scopes is about rule sets
// that can speak of anything.
type Scopes struct {
	Table   *ScopeTable      // nil: nothing is known
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

// Words are the rule sets that can speak of the words of a command, by the names that Select goes
// by.
func (s *Scopes) Words(c *Subject) Speakers {
	if s.Table == nil {
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
	if s.Table != nil && from < int(s.count) {
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
	if s.Table == nil {
		return everybody
	}
	return Speakers(s.Table.Kinds[k])
}

// Redirects returns the rule sets that can speak of redirections, beside the effects that they are.
func (s *Scopes) Redirects() Speakers {
	if s.Table == nil {
		return everybody
	}
	return Speakers(s.Table.Redirects)
}

// Has reports whether the ith rule set can have a trait.
func (s *Scopes) Has(i int, what Trait) bool {
	return s.Table == nil || i >= int(s.count) || s.Table.Traits[what]>>s.numbers[i]&1 != 0
}
