package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// proxies reports whether a word is a command that is run as it stands. Options could have another
// program run under its name.
func (r *resolver) proxies(w *fact.Word) bool {
	if len(r.args) > 0 || !w.Known() || !slices.Contains(r.spec.Proxies, w.Text) {
		return false
	}
	for i := range r.given {
		o := r.given[i].opt
		if o == nil || !slices.Contains([]string{"--no", "--no-install", "-q", "--silent"}, o.Names[0]) {
			return false
		}
	}
	return true
}

// before reports whether a word is one of those that may stand before the -- behind which the
// payload begins.
func (r *resolver) before(w *fact.Word) bool {
	name, version, _ := strings.Cut(w.Text, "@")
	return !r.ended && w.Known() && slices.Contains(r.spec.Behind, name) &&
		strings.Trim(version, "0123456789abcdefghijklmnopqrstuvwxyz.-") == ""
}

// marksEnd reports whether -- stands among words.
func marksEnd(words []fact.Word) bool {
	for i := range words {
		if words[i].IsLiteral() && words[i].Text == "--" {
			return true
		}
	}
	return false
}
