package command

import "github.com/fencepost/fencepost/internal/fact"

// What a filter prints is not known, but it may print what its words say: `sed 's,$,/.netrc,'`
// makes names that end so, and `awk '{print "/home/me/.env"}'` prints one.

// mentioned are the paths in the words of a command that are no paths themselves; nil for none.
func (r *resolver) mentioned() (n *fact.Names) {
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; !o.IsPath && o.Word.Kind == fact.Literal {
			n = n.Mentioned(o.Word.Text)
		}
	}
	return n
}
