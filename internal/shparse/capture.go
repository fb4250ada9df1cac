package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// capture collects what commands are known to print.
type capture struct {
	text  []byte
	known bool
	names *fact.Word // all that was printed: one line, of which this pattern is known
	mixed bool       // something that may be printed is no number
	// something that may be printed is a text, neither a number nor given by the environment
	told  bool
	below *fact.Names // of files that may be among what was printed
	ends  bool        // the shell may have ended before what is printed next
	words bool        // all that may be printed is words that begin with a letter or a digit
	ref   bool        // all that may be printed is one name without blanks and pattern characters
	temp  bool        // all that may be printed is the name of a new temporary file
	job   bool        // all that may be printed is numbers of processes that the shell has started
	named string      // that name, where nothing else and no less is printed
	// all that may be printed is lines, each of which is a name that one of these stands for
	listed *fact.Names

	columns fact.Columns // of all lines that may be printed, that are numbers
}

// lose says that what is printed depends on control flow.
func (c *capture) lose() {
	if c != nil {
		c.known, c.named = false, ""
	}
}

// spoil says that anything may be printed.
func (c *capture) spoil() {
	if c != nil {
		c.known, c.mixed, c.told = false, true, true
		c.temp, c.words, c.ref, c.job = false, false, false, false
		c.columns, c.named, c.listed = fact.Columns{}, "", nil
	}
}

// jobs says that numbers of processes of the shell are printed, and nothing else was.
func (c *capture) jobs() {
	c.spoil()
	c.job, c.mixed, c.told = true, false, false
}

// empty reports whether nothing was printed.
func (c *capture) empty() bool {
	return c.known && !c.ends && !c.mixed && !c.temp && !c.ref && !c.job && len(c.text) == 0 &&
		c.names == nil
}

// filenames are the names of files that may have been printed.
func (c *capture) filenames() *fact.Names {
	if c.numbers() {
		return nil
	}
	n := c.below.Or(NamesIn(string(c.text)))
	if c.names != nil {
		n = n.Or(&fact.Names{List: []fact.Word{{Text: c.names.Text, Glob: c.names.Glob}}})
	}
	return n
}

// numbers reports whether nothing but decimal digits between blanks and line ends may be printed.
func (c *capture) numbers() bool { return !c.mixed }

func (c *capture) write(s string) {
	if c == nil || s == "" {
		return
	}
	c.temp, c.words, c.ref, c.job = false, false, false, false
	c.columns, c.named, c.listed = fact.Columns{}, "", nil
	if strings.Trim(s, "0123456789 \n") != "" {
		c.mixed, c.told = true, c.told || !namesNothing(s)
	}
	if c.ends || c.names != nil || len(c.text)+len(s) > expand.MaxValue {
		c.known = false
		return
	}
	c.text = append(c.text, s...)
}

func (c *capture) word() (fact.Word, bool) {
	if !c.known || c.names != nil {
		return fact.Word{}, false
	}
	return fact.Lit(string(c.text)), true
}
