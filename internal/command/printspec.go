package command

import "github.com/fencepost/fencepost/internal/fact"

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
	var e encoder
	e.num(len(list))
	for i := range list {
		p := &list[i]
		e.num(int(p.Kind))
		for _, names := range p.lists() {
			e.strs(*names)
		}
		e.num(int(p.Columns.Numbers))
		e.num(int(p.Columns.By))
		e.num(len(p.Where))
		for _, w := range p.Where {
			e.str(w.Name)
			e.strs(w.Pieces)
		}
	}
	s.prints = string(e)
}

// printSpec decodes one PrintSpec. Its texts are appended to room, and its shapes to shapes.
func (d *decoder) printSpec(room []string, shapes []Shape) (p PrintSpec) {
	p.Kind = fact.OutputKind(d.num())
	for _, names := range p.lists() {
		from := len(room)
		for range d.num() {
			room = append(room, d.str())
		}
		*names = room[from:len(room):len(room)]
	}
	p.Columns = fact.Columns{Numbers: uint8(d.num()), By: byte(d.num())}
	for range d.num() {
		name, from := d.str(), len(room)
		for range d.num() {
			room = append(room, d.str())
		}
		shapes = append(shapes, Shape{Name: name, Pieces: room[from:len(room):len(room)]})
	}
	p.Where = shapes
	return p
}

func (p *PrintSpec) lists() [8]*[]string {
	return [...]*[]string{&p.With, &p.Also, &p.Least, &p.Once, &p.None, &p.Here, &p.Compares, &p.Match}
}
