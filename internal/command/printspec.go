package command

import (
	"strings"

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

// holds reports whether a word is of that shape.
func (s *Shape) holds(w *fact.Word) bool {
	for _, piece := range s.Pieces {
		if piece[0] == '@' && len(piece) > 1 && inClass(piece, w) {
			return true
		}
	}
	return w.Known() && w.Text != "" && len(w.Text) <= maxShape && madeOf(w.Text, s.Pieces)
}

// maxShape bounds the words that are compared with shapes.
const maxShape = 256

// madeOf reports whether a text is a sequence of pieces. Of two pieces that begin alike it takes
// the longer one, which makes no difference to what is printed.
func madeOf(text string, pieces []string) bool {
	for text != "" {
		longest := ""
		for _, p := range pieces {
			if len(p) > len(longest) && strings.HasPrefix(text, p) {
				longest = p
			}
		}
		if longest == "" {
			return false
		}
		text = text[len(longest):]
	}
	return true
}

// inClass reports whether a word belongs to one of the classes of words that a shape may name.
func inClass(class string, w *fact.Word) bool {
	if text, ok := strings.CutPrefix(class, "@="); ok {
		return w.Known() && w.Text == text
	}
	switch class {
	case "@revision":
		return w.Known() && plainRevision(w.Text)
	case "@digits":
		return w.Number && !w.Many || w.Known() && w.Text != "" &&
			strings.Trim(w.Text, "0123456789") == ""
	case "@file": // no NAME=VALUE, which awk takes for an assignment
		return w.Known() && !strings.Contains(w.Text, "=")
	case "@length": // jq's pipe binds less than all else, and a comment could take it away
		rest, ok := strings.CutSuffix(strings.TrimSpace(w.Text), "length")
		rest = strings.TrimRight(rest, " ")
		return w.Known() && ok && (rest == "" || strings.HasSuffix(rest, "|")) &&
			!strings.Contains(rest, "#")
	}
	return false
}

// plainRevision reports whether a word names one commit, and begins with a letter or a digit. If
// there is no such commit, git rev-parse prints the name.
func plainRevision(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	return s != "" && strings.Trim(s, letters+"_./~^@{}-") == "" && !strings.Contains(s, "..") &&
		strings.IndexByte(letters, s[0]) >= 0
}

// IsClass reports whether a name that begins with @ is a class of words.
func IsClass(name string) bool {
	switch name {
	case "@revision", "@digits", "@file", "@text", "@length":
		return true
	}
	return strings.HasPrefix(name, "@=")
}

// optionOf reports whether an option is among names. Each may hold alternatives.
func optionOf(o *Option, names []string) bool {
	for _, list := range names {
		for name := range strings.SplitSeq(list, "|") {
			if o.Names[0] == name {
				return true
			}
		}
	}
	return false
}
