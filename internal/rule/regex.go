package rule

import (
	"slices"
	"strings"
	"sync"

	"github.com/fencepost/fencepost/internal/rule/regex"
)

// Regexp is a JavaScript regular expression. It is compiled when it is first needed, so that
// generated code can hold it as static data.
type Regexp struct {
	Src  string
	Need []string // every match contains one of these; nil if none are known
	Ends []string // every text that matches ends with one of these; nil if none are known
	Open bool     // it names Unknown: a part of an argument may be one that is not known

	compile    sync.Once
	expression *regex.Expression
	err        error

	begin      sync.Once
	beginnings *regex.Beginnings
}

// NewRegexp checks an expression and derives Need. What RE2 parses is not compiled yet, which takes
// ten times as long.
func NewRegexp(src string) (*Regexp, error) {
	r := &Regexp{Src: src, Need: regex.Required(src), Open: NamesUnknown(src)}
	if regex.Parse(src) == nil {
		if _, err := r.compiled(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// Unknown stands for the part of an argument that is not known, in the text that an allowing rule
// searches with an expression that names it: \x00. No argument can hold that character.
const Unknown = "\x00"

// NamesUnknown reports whether an expression names Unknown.
func NamesUnknown(src string) bool { return strings.Contains(src, `\x00`) }

func (r *Regexp) compiled() (*regex.Expression, error) {
	r.compile.Do(func() { r.expression, r.err = regex.Compile(r.Src) })
	return r.expression, r.err
}

// excludes reports whether a text lacks the literals without which nothing matches. To compile an
// expression takes 0.07 ms, 5 % of a plain call.
func (r *Regexp) excludes(s string) bool {
	has := func(literal string) bool { return strings.Contains(s, literal) }
	ends := func(literal string) bool { return strings.HasSuffix(s, literal) }
	return len(r.Need) > 0 && !slices.ContainsFunc(r.Need, has) ||
		len(r.Ends) > 0 && !slices.ContainsFunc(r.Ends, ends)
}

// Match searches s. A search that does not come to its end is no match for an allowing rule and a
// match for any other.
func (r *Regexp) Match(s string, allowing bool) bool {
	if r.excludes(s) {
		return false
	}
	e, err := r.compiled()
	if err != nil {
		return !allowing
	}
	ok, err := e.Match(s)
	if err != nil {
		return !allowing
	}
	return ok
}

// Strip removes every match from s, and reports whether it could. If not, nobody knows what would
// be left.
func (r *Regexp) Strip(s string) (string, bool) {
	if r.excludes(s) {
		return s, true
	}
	e, err := r.compiled()
	if err != nil {
		return s, false
	}
	out, err := e.Remove(s)
	if err != nil {
		return s, false
	}
	return out, true
}

// mayBegin reports whether a text can match if only its beginning is known: NAME=… is no match of
// ^-p, whatever follows. It errs on the side of yes.
func (r *Regexp) mayBegin(text string) bool {
	r.begin.Do(func() { r.beginnings = regex.BeginningsOf(r.Src) })
	return r.beginnings.May(text)
}
