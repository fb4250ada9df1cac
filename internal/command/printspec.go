package command

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// PrintSpec says what a command prints where it is called in one way. Operands and options are
// given by name. A way that no PrintSpec of the command describes may print anything.
type PrintSpec struct {
	Kind  fact.OutputKind
	With  []string // options that are given, alternatives of one divided by |
	Also  []string // options that may be given, too; any other one makes the output unknown
	Least []string // operands that are given
	Once  []string // operands that are given once at most
	None  []string // operands that are not given
	Here  []string // of names: patterns for what is printed of a directory
	// of list: operands that are revisions, and paths, which git compares
	Compares []string
	Match    []string // of lines: the operand that is the expression which they match
	Where    []Shape  // of operands and option-arguments

	Columns fact.Columns
}

// Shape is what every value of one operand or option consists of.
type Shape struct {
	Name   string
	Pieces []string // texts, or a class of whole words that begins with @, see inClass
}

// SetPrints says what is known of what the command prints: the first of the list that applies.
func (s *Spec) SetPrints(list []PrintSpec) {
	c, n := codec.Writer(), len(list)
	c.Int(&n)
	for i := range list {
		list[i].pack(&c)
	}
	s.prints = c.Written()
}

func (p *PrintSpec) pack(c *codec.Coder) {
	codec.Word(c, &p.Kind)
	for _, names := range p.lists() {
		c.Texts(names)
	}
	codec.Word(c, &p.Columns.Numbers)
	codec.Word(c, &p.Columns.By)
	for i := range codec.Sized(c, &p.Where) {
		c.Text(&p.Where[i].Name)
		c.Texts(&p.Where[i].Pieces)
	}
}

func (p *PrintSpec) lists() [8]*[]string {
	return [...]*[]string{&p.With, &p.Also, &p.Least, &p.Once, &p.None, &p.Here, &p.Compares, &p.Match}
}
