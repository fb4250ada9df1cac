package decide

import "github.com/fencepost/fencepost/internal/fact"

// quietEffects remembers effects that nothing was about. The commands of a line act on the same few
// paths again and again, and each is asked about by hundreds of globs: git status && git diff.
type quietEffects struct {
	list []quietEffect
	next int // that gives way to another
}

type quietEffect struct {
	*fact.Effect
	at fact.Places
}

const (
	manyEffects   = 4  // fewer take less time than remembering them
	maxRemembered = 16 // a look at all takes less time than a rule set
)

// wasQuiet reports whether nothing was about the same effect before.
func (d *Decider) wasQuiet(e *fact.Effect, at fact.Places) bool {
	for i := range d.quiet.list {
		if q := &d.quiet.list[i]; q.at == at && sameEffect(q.Effect, e) {
			return true
		}
	}
	return false
}

// noteQuiet remembers an effect that nothing was about. The effect does not change as long as the
// decider lives.
func (d *Decider) noteQuiet(e *fact.Effect, at fact.Places) {
	q := &d.quiet
	switch {
	case !e.Kind.HasPath() || len(e.Path.Dirs) > 0:
	case q.next < manyEffects:
		q.next++
	case len(q.list) < maxRemembered:
		q.list = append(q.list, quietEffect{e, at})
	default:
		q.list[q.next%maxRemembered] = quietEffect{e, at}
		q.next++
	}
}

// sameEffect compares all that rules and the guard see of two effects.
func sameEffect(a, b *fact.Effect) bool {
	p, o := &a.Path, &b.Path
	return p.Abs == o.Abs && p.Written == o.Written && p.Tail == o.Tail &&
		len(p.Dirs) == len(o.Dirs) &&
		p.Known == o.Known && p.Glob == o.Glob && p.Entry == o.Entry && p.Homes == o.Homes &&
		p.Far == o.Far &&
		p.NoNet == o.NoNet && a.Kind == b.Kind && a.Host == b.Host && a.Variable == b.Variable &&
		a.Recursive == b.Recursive && a.Create == b.Create &&
		a.Names == b.Names && a.Shown == b.Shown &&
		a.Found == b.Found && a.Selects == b.Selects && a.Data == b.Data && a.Mkdir == b.Mkdir && a.Whole == b.Whole &&
		a.Tree == b.Tree &&
		a.History == b.History && a.Detail == b.Detail && a.InCode == b.InCode &&
		a.Loaded == b.Loaded && a.Guess == b.Guess
}
