package command

import "github.com/fencepost/fencepost/internal/fact"

// profile reports whether the command may find one of the files that it runs first: the
// .Rprofile of
// R.
func (r *resolver) profile() bool {
	if len(r.spec.Starts) == 0 || r.is(NoStart) {
		return false
	}
	for _, name := range r.spec.Starts {
		w := fact.Lit(name)
		if p := r.path(r.c.Dirs, &w); r.mayExist(&p) {
			return true
		}
	}
	return false
}

// is reports whether an option with a trait is given.
func (r *resolver) is(t Trait) bool {
	for i := range r.given {
		if g := &r.given[i]; g.opt != nil && !g.off && !g.open && g.opt.Is&t != 0 {
			return true
		}
	}
	return false
}
