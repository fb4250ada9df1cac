package redirect

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// maxLiterals bounds the literals of a text that are followed.
const maxLiterals = 256

// Shell returns the call's text with its paths moved; ok is false where nothing moves, or where not
// everything can. analyse has to look at a text just as it did at the first one.
func (s *Space) Shell(text string, was Seen, analyse analysis) (r Rewrite, ok bool) {
	literals := s.literals(text)
	if len(literals) == 0 || len(literals) > maxLiterals || doubtful(was.Facts) {
		return r, false
	}
	l := s.lineOf(was.Facts)
	if len(l.written) > maxWritten {
		return r, false
	}
	n := need{proof: proof{line: l}}
	n.walk = &walk{visitor: &n, given: l.given}
	if !n.walk.compare(&was, &was) || !n.any {
		return r, false
	}
	if l.direct(text, &was, literals) || holdsCode(was.Facts) {
		if r, ok = l.prove(text, was, literals, analyse); ok {
			return r, true
		}
	}
	t := trace{line: l, source: text, literals: literals}
	moving, ok := t.follow(was, analyse)
	if !ok {
		return r, false
	}
	r, ok = l.prove(text, was, moving, analyse)
	return r, ok && t.consistent(&was, &r)
}

// doubtful reports whether the text could not be read for sure.
func doubtful(f *fact.Facts) bool {
	for i := range f.Hazards {
		if f.Hazards[i].ID.Kind() != fact.Dynamic {
			return true
		}
	}
	for i := range f.Commands {
		for k := range f.Commands[i].Hazards {
			if h := &f.Commands[i].Hazards[k]; h.ID.Kind() == fact.Suspect && h.ID != hazards.Environment {
				// what a variable makes of a program is no question of how the line is read
				return true
			}
		}
	}
	return false
}

// guesses reports whether something in the line cannot be known, such as the text that eval is
// given: it may be made of anything that the line names.
func guesses(f *fact.Facts) bool {
	if len(f.Hazards) > 0 {
		return true
	}
	for i := range f.Commands {
		c := &f.Commands[i]
		for k := range c.Hazards {
			if c.Hazards[k].ID.Kind() == fact.Dynamic {
				return true
			}
		}
		for k := range c.Nested {
			if c.Nested[k].Kind == fact.NestedUnknown {
				return true
			}
		}
	}
	return false
}

// An analysis looks at a text as the first text was looked at.
type analysis = func(text string) Seen

// prove makes the rewritten text and holds it to the first one.
func (l *line) prove(text string, was Seen, moving []int, analyse analysis) (Rewrite, bool) {
	r := Rewrite{Text: l.replace(text, moving)}
	r.Seen = analyse(r.Text)
	p := proof{line: l, loose: guesses(was.Facts)}
	p.walk = &walk{visitor: &p, given: l.given}
	if !p.walk.compare(&was, &r.Seen) || !p.separate() || p.stays && p.loose {
		return Rewrite{}, false
	}
	r.Moves, r.moved, r.loose = p.moves, p.moved, p.loose
	return r, true
}

// literals returns the places in a text where Tmp is written as a whole name. The end of a longer
// one (/var/tmp) is none, and nor is the beginning of a directory that stays: whether a value that
// is made of such a name leads to Tmp after all is found out by the proof.
func (s *Space) literals(text string) (places []int) {
	for at := 0; ; {
		i := strings.Index(text[at:], s.Tmp)
		if i < 0 {
			return places
		}
		at += i + len(s.Tmp)
		from := at - len(s.Tmp)
		if endsPath(text[:from]) || at < len(text) && inName(text[at]) || s.keeps(text[from:]) {
			continue
		}
		places = append(places, from)
	}
}

// endsPath reports whether a text ends with a slash, or with one and the part of a name.
func endsPath(text string) bool {
	i := len(text)
	for i > 0 && text[i-1] < 0x80 && inName(text[i-1]) {
		i--
	}
	return i > 0 && text[i-1] == '/'
}

// keeps reports whether a text begins with the name of a directory that stays, or of one in it.
func (s *Space) keeps(text string) bool {
	for _, dir := range s.Keep {
		if rest, ok := strings.CutPrefix(text, dir); ok && (rest == "" || !inName(rest[0])) {
			return true
		}
	}
	return false
}

// inName reports whether a character goes on with a part of a file name.
func inName(c byte) bool {
	return c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte("_.-+@%", c) >= 0
}

// direct reports whether each literal stands in a word of the call's own text that is a path of its
// command and nothing else: the common case, in which they all move together.
func (l *line) direct(text string, was *Seen, literals []int) bool {
	left := len(literals)
	done := make([]bool, left)
	cover := func(w *fact.Word) {
		if !w.IsLiteral() || w.Origin.Kind != fact.TextOrigin || w.End > len(text) || w.Start >= w.End ||
			text[w.Start:w.End] != w.Written {
			return
		}
		for i, at := range literals {
			if !done[i] && w.Start <= at && at < w.End {
				done[i] = true
				left--
			}
		}
	}
	for i := range was.Facts.Commands {
		c := &was.Facts.Commands[i]
		if !c.Own || c.Remote || c.Kind != fact.Simple && c.Kind != fact.Redirected {
			continue
		}
		for k := range c.Argv {
			if k == 0 || operandOf(c, &c.Argv[k]) >= 0 {
				cover(&c.Argv[k])
			}
		}
		for k := range c.Redirects {
			if r := &c.Redirects[k]; r.Mode != fact.RedirHere && r.Mode != fact.RedirDup {
				cover(&r.Target)
			}
		}
	}
	return left == 0
}

// holdsCode reports whether a text holds code of another language, or writes a file that it runs: in
// these a name is used again and again, in comments as well, and all of them move together or none.
func holdsCode(f *fact.Facts) bool {
	for i := range f.Files {
		if f.Files[i].Writer > 0 {
			return true
		}
	}
	return slices.ContainsFunc(f.Commands, func(c fact.Command) bool { return len(c.Code) > 0 })
}

// replace writes the target in the places of the given literals.
func (s *Space) replace(text string, literals []int) string {
	var b strings.Builder
	last := 0
	for _, at := range literals {
		b.WriteString(text[last:at])
		b.WriteString(quoteFor(text[:at], s.Target))
		last = at + len(s.Tmp)
	}
	b.WriteString(text[last:])
	return b.String()
}

// quoteFor returns the target so that it means itself where it is inserted. Whether it does is
// proved afterwards, as everything is.
func quoteFor(before, target string) string {
	if plainName(target) {
		return target
	}
	var quote byte
	for i := 0; i < len(before); i++ {
		switch c := before[i]; {
		case c == '\\' && quote != '\'':
			i++
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		}
	}
	if quote != 0 {
		return target
	}
	return "'" + strings.ReplaceAll(target, "'", `'\''`) + "'"
}

func plainName(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] != '/' && (!inName(s[i]) || s[i] >= 0x80) {
			return false
		}
	}
	return true
}
