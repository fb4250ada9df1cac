package rule

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Blank stands for a blank inside a word in the text that regular expressions search, so that a
// message or pattern argument that mentions a command is not taken for it.
const Blank = '\x1f'

// Subject is a command in the forms that rules look at.
type Subject struct {
	*fact.Command
	Name   string // of the command; ":" if it is OnlyRedirects, as : > FILE does the same
	Forms  []Form // the words as written come first
	buf    [2]Form
	chosen [48]uint16 // room for Select
}

// OnlyRedirects reports whether a command has redirections and no word: > FILE. What zsh runs in
// its place is a command of its own.
func OnlyRedirects(c *fact.Command) bool { return c.Kind == fact.Redirected && len(c.Argv) == 0 }

// Form is one reading of a command's words.
type Form struct {
	Words  []fact.Word
	Allows bool // nothing was lost: allowing rules may rely on it
	Sample bool // no spec was asked: what begins with a dash is an option
	text   string
}

// NewSubject returns the command as written and, where that differs, in its canonical form. trusted
// is false where something about the command (an assignment that loads code) voids allowing rules.
func NewSubject(c *fact.Command, trusted bool) *Subject {
	s := &Subject{}
	s.Set(c, trusted)
	return s
}

// Set makes it the subject that NewSubject returns.
func (s *Subject) Set(c *fact.Command, trusted bool) {
	*s = Subject{Command: c, Name: c.Name}
	words := c.WithProgram()
	if OnlyRedirects(c) {
		s.Name, words = ":", []fact.Word{fact.Lit(":")}
	}
	s.Forms = append(s.buf[:0], Form{Words: words, Allows: trusted})
	same := func(a, b fact.Word) bool { return a.Text == b.Text && a.Kind == b.Kind }
	if canon := c.Canonical(); len(canon) > 0 && !slices.EqualFunc(canon, words, same) {
		s.Forms = append(s.Forms, Form{Words: canon, Allows: trusted && c.Lossless && c.System})
	}
	if c.FromProject != nil {
		s.Forms = append(s.Forms, Form{Words: *c.FromProject, Allows: trusted})
	}
}

// Normalise applies strip expressions to every form and adds the results as further forms. Where
// one could not be applied, no rule allows: nobody knows which rules would speak of what is left.
func (s *Subject) Normalise(strips []*Regexp) {
	n := len(s.Forms)
	for i := 0; i < n; i++ {
		text := s.Forms[i].Text()
		out := text
		for _, re := range strips {
			var ok bool
			if out, ok = re.Strip(out); !ok {
				s.allowNothing()
			}
		}
		if out == text {
			continue
		}
		s.Forms = append(s.Forms, Form{Words: s.split(out, s.Forms[i].Words), Allows: s.Forms[i].Allows})
	}
}

func (s *Subject) allowNothing() {
	for i := range s.Forms {
		s.Forms[i].Allows = false
	}
}

// split is the inverse of Text; words that are not fully known are found again by how they are
// shown.
func (s *Subject) split(text string, from []fact.Word) []fact.Word {
	var words []fact.Word
	for _, f := range strings.Fields(text) {
		w := fact.Lit(strings.ReplaceAll(f, string(Blank), " "))
		for i := range from {
			if from[i].Kind != fact.Literal && blanked(from[i].Show()) == f {
				w = from[i]
			}
		}
		words = append(words, w)
	}
	return words
}

// Text is what regular expressions search: the words joined by single blanks, with Blank for white
// space inside one.
func (f *Form) Text() string {
	if f.text != "" || len(f.Words) == 0 {
		return f.text
	}
	n := len(f.Words)
	for i := range f.Words {
		n += len(f.Words[i].Text)
	}
	var b strings.Builder
	b.Grow(n)
	for i := range f.Words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(blanked(f.Words[i].Show()))
	}
	f.text = b.String()
	return f.text
}

func blanked(s string) string {
	if !strings.ContainsAny(s, " \t\n\r\v\f") {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '\n', '\r', '\v', '\f':
			return Blank
		}
		return r
	}, s)
}

// Prefix reports whether the command begins with the words of a prefix rule. allowing restricts it
// to forms on which an allowing rule may rely.
func (s *Subject) Prefix(words []string, allowing bool) fact.Tri {
	got := fact.No
	for i := range s.Forms {
		if allowing && !s.Forms[i].Allows {
			continue
		}
		if got = got.Or(PrefixOf(s.Forms[i].Words, words)); got == fact.Yes {
			break
		}
	}
	return got
}

// PrefixOf reports whether words begin with the words of a rule, one by one and case-sensitive.
func PrefixOf(words []fact.Word, rule []string) fact.Tri {
	got := fact.Yes
	for i, r := range rule {
		if i >= len(words) {
			return fact.No
		}
		w := &words[i]
		if w.Many {
			return fact.Maybe // any number of words: everything after it may shift
		}
		if got = got.And(w.CouldBe(r)); got == fact.No {
			return fact.No
		}
	}
	return got
}

// Search reports whether the expression is found in a form of the command.
func (s *Subject) Search(re *Regexp, allowing bool) fact.Tri {
	for i := range s.Forms {
		f := &s.Forms[i]
		if !allowing || f.Allows && f.Literal() {
			if re.Match(f.Text(), allowing) {
				return fact.Yes
			}
		} else if f.Allows && re.Open {
			if text, ok := f.openText(); ok && re.Match(text, allowing) {
				return fact.Yes
			}
		}
	}
	return fact.No
}

// openText is Text with Unknown for what is not known of single arguments.
func (f *Form) openText() (string, bool) {
	var b strings.Builder
	for i := range f.Words {
		w := &f.Words[i]
		if w.Many {
			return "", false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(blanked(w.Text))
		if w.Kind != fact.Literal {
			b.WriteString(Unknown)
			b.WriteString(blanked(w.Suffix))
		}
	}
	return b.String(), true
}

// Literal reports whether all of every word is known.
func (f *Form) Literal() bool {
	for i := range f.Words {
		if !f.Words[i].IsLiteral() {
			return false
		}
	}
	return true
}
