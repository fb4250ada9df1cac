package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// own is the name of this program, whose spec says which of its subcommands change the fence.
const own = "fencepost"

// startsOwn adds the effects of this program where another one may start it in a way that no spec
// tells: one that runs what stands in its words (npx fencepost trust, go run ./cmd/fencepost
// trust), one that is not known (tmux new-session 'fencepost trust'), or this program by the name
// of a release (fencepost-linux-amd64 trust).
func (r *resolver) startsOwn(t Table) {
	for i := range r.c.Argv {
		w := &r.c.Argv[i]
		if !strings.Contains(w.Text, own) || !w.Known() {
			continue
		}
		words := strings.Fields(w.Text)
		if len(words) == 1 && i+1 < len(r.c.Argv) && r.c.Argv[i+1].Known() {
			words = append(words, r.c.Argv[i+1].Text)
		}
		if len(words) < 2 || !isOwn(words[0]) {
			continue
		}
		if s := lookup(t, own); s != nil {
			if sub := s.Sub(words[1]); sub != nil {
				r.fixedEffects(sub.Effects, false)
			}
		}
	}
}

// mayStartOwn does the same where the name of the command is not known, but written with this
// program's: $(which fencepost) trust.
func (r *resolver) mayStartOwn(t Table) {
	if len(r.c.Argv) < 2 || !r.c.Argv[1].Known() ||
		!strings.Contains(strings.ToLower(r.c.Argv[0].Show()), own) {
		return
	}
	if s := lookup(t, own); s != nil {
		if sub := s.Sub(r.c.Argv[1].Text); sub != nil {
			r.fixedEffects(sub.Effects, false)
		}
	}
}

// runsUnseen reports whether a command may run what its words name, though its spec does not say
// which.
func (r *resolver) runsUnseen() bool {
	if r.spec == nil {
		return true
	}
	for i := range r.c.Effects {
		if e := &r.c.Effects[i]; e.Kind == fact.Exec {
			return true
		}
	}
	return false
}

// isOwn reports whether a word names this program, whatever its directory and release:
// fencepost@latest, bin/fencepost.exe.
func isOwn(word string) bool {
	_, base := splitName(word)
	rest, ok := strings.CutPrefix(strings.ToLower(base), own)
	return ok && (rest == "" || strings.IndexByte("@._-", rest[0]) >= 0)
}
