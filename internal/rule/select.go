package rule

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// Choice says which rules of a generated rule set can apply to commands of some names. Rules go by
// their numbers, in ascending order.
type Choice struct {
	Names []string // first words or base names, or Begins with the beginning of one
	All   []uint16 // if the second word is unknown
	Other []uint16 // if Subs has not the second word; a command of one word has ""
	Subs  []SubChoice
}

// SubChoice says which rules can apply if the second word is one of some.
type SubChoice struct {
	Words []string
	Rules []uint16
}

// Begins stands before the beginning of names that no choice has as a whole. The longest counts.
const Begins = "\x00"

// EncodeChoices returns choices as the text of a table for Select.
func EncodeChoices(choices []Choice) string {
	var w codec.TableWriter
	for i := range choices {
		var subs codec.TableWriter
		for _, s := range choices[i].Subs {
			subs.Add(packNumbers(s.Rules), s.Words...)
		}
		subs.Sort()
		all, other, table := packNumbers(choices[i].All), packNumbers(choices[i].Other), subs.Text()
		c := codec.Writer()
		c.Text(&all)
		c.Text(&other)
		c.Text(&table)
		w.Add(c.Written(), choices[i].Names...)
	}
	w.Sort()
	return w.Text()
}

func packNumbers(list []uint16) string {
	var b strings.Builder
	for _, n := range list {
		b.WriteByte(byte(n))
		b.WriteByte(byte(n >> 8))
	}
	return b.String()
}

// Select returns the numbers of the rules that can apply to the command in one of its forms, in
// ascending order: all of them if a first word is unknown. The next call overwrites the list.
//
// It only narrows the choice. Whether a selected rule applies is decided as everywhere, by the
// predicates.
func (s *Subject) Select(choices string, rules uint16) []uint16 {
	t, list := codec.Open(choices), s.chosen[:0]
	for i := range s.Forms {
		words := s.Forms[i].Words
		name, sub := "", &fact.Word{}
		if len(words) > 0 {
			if name = words[0].Text; !words[0].Known() {
				list = list[:0]
				for n := range rules {
					list = append(list, n)
				}
				return list
			}
		}
		if len(words) > 1 {
			sub = &words[1]
		}
		list = choose(&t, name, sub, list)
		if s.Name != name && s.Name != "" {
			list = choose(&t, s.Name, sub, list) // argument rules go by the base name
		}
	}
	return list
}

// choose adds the rules for the first two words of a command to an ascending list.
func choose(t *codec.Table, name string, sub *fact.Word, list []uint16) []uint16 {
	_, record, ok := t.Find(name)
	for n := len(name); !ok && n >= 0 && strings.HasPrefix(t.Key(0), Begins); n-- {
		_, record, ok = t.Find(Begins + name[:n])
	}
	var numbers, other, subs string
	c := codec.Reader(record)
	c.Text(&numbers)
	c.Text(&other)
	c.Text(&subs)
	if sub.Known() {
		table := codec.Open(subs)
		if _, numbers, ok = table.Find(sub.Text); !ok {
			numbers = other
		}
	}
	for ; len(numbers) > 1; numbers = numbers[2:] {
		n := uint16(numbers[0]) | uint16(numbers[1])<<8
		if i, has := slices.BinarySearch(list, n); !has {
			list = slices.Insert(list, i, n)
		}
	}
	return list
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
