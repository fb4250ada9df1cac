package command

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/pack"
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
	c, n := pack.Writer(), len(list)
	c.Int(&n)
	for i := range list {
		list[i].pack(&c, nil, nil)
	}
	s.prints = c.Written()
}

// pack writes, or reads into room and shapes: texts are appended to the one, and shapes to the other.
func (p *PrintSpec) pack(c *pack.Coder, room []string, shapes []Shape) {
	pack.Word(c, &p.Kind)
	for _, names := range p.lists() {
		room = c.TextsIn(names, room)
	}
	pack.Word(c, &p.Columns.Numbers)
	pack.Word(c, &p.Columns.By)
	n := len(p.Where)
	c.Int(&n)
	for i := 0; i < n && !c.Bad(); i++ {
		if !c.Writing() {
			shapes = append(shapes, Shape{})
			p.Where = shapes
		}
		c.Text(&p.Where[i].Name)
		room = c.TextsIn(&p.Where[i].Pieces, room)
	}
}

func (p *PrintSpec) lists() [8]*[]string {
	return [...]*[]string{&p.With, &p.Also, &p.Least, &p.Once, &p.None, &p.Here, &p.Compares, &p.Match}
}
