package core

import (
	"maps"

	"github.com/fencepost/fencepost/internal/interp"
)

// State is the abstract state at the place that is interpreted: the variables there, and whether it
// is certain that the code gets there.
type State struct {
	Scope     *Scope
	Frame     *frame
	Funcs     []*Function // all that were met, for those that nothing is seen to call
	deferred  []deferred  // calls that may happen later than where they were seen
	uncertain int         // depth of branches and loops: what happens there may not happen
	frames    int         // depth of functions
	tables    *Tables
	limits    *Limits
	world     *World
}

// In runs f in a scope.
func (st *State) In(s *Scope, f func()) {
	outer := st.Scope
	st.Scope = s
	f()
	st.Scope = outer
}

// lookup finds a variable, or nil.
func (st *State) lookup(name string) *Value {
	for s := st.Scope; s != nil; s = s.Parent {
		if v, ok := s.Vars[name]; ok {
			return v
		}
	}
	return nil
}

// saved is a scope with a copy of its variables.
type saved struct {
	s    *Scope
	vars map[string]*Value
}

// Save keeps what the variables are. It returns nil where there is nothing left to spend.
func (st *State) Save() []saved {
	var out []saved
	for s := st.Scope; s != nil; s = s.Parent {
		vars := make(map[string]*Value, len(s.Vars))
		maps.Copy(vars, s.Vars)
		if !st.limits.Step(len(vars)) {
			return nil
		}
		out = append(out, saved{s, vars})
	}
	return out
}

func restore(list []saved) {
	for _, x := range list {
		vars := make(map[string]*Value, len(x.vars))
		maps.Copy(vars, x.vars)
		x.s.Vars = vars
	}
}

// Merge joins the variables with a saved state. It returns the names that differ.
func (st *State) Merge(list []saved) (changed []string) {
	for _, x := range list {
		for k, v := range x.vars {
			now, ok := x.s.Vars[k]
			if !ok {
				x.s.Vars[k] = v
				continue
			}
			if !equal(now, v, 0) {
				x.s.Vars[k] = Join(v, now)
				changed = append(changed, k)
			}
		}
		for k, v := range x.s.Vars {
			if _, ok := x.vars[k]; ok {
				continue
			}
			if x.s.Parent == nil && st.tables.Builtin(k) {
				x.s.Vars[k] = Join(Ref(k), v) // it may still be the builtin
			}
			changed = append(changed, k)
		}
	}
	return changed
}

// Branches runs each way from the same state and joins the states after them. With skip the code may
// run none of them, so the state before counts as well.
func (st *State) Branches(skip bool, ways ...func()) {
	st.uncertain++
	defer func() { st.uncertain-- }()
	before := st.Save()
	if before == nil {
		return
	}
	dir := st.world.dir
	var after [][]saved
	var dirs []interp.Dir
	for _, f := range ways {
		restore(before)
		st.world.dir = dir
		f()
		after = append(after, st.Save())
		dirs = append(dirs, st.world.dir)
	}
	if skip {
		restore(before)
		st.world.dir = dir
	}
	for i, a := range after {
		if !skip && i == len(after)-1 {
			break // the state as it is
		}
		st.Merge(a)
		if dirs[i] != st.world.dir {
			st.world.dir = unknownDir
		}
	}
}

// Loop runs a body that runs any number of times, until nothing new is learned.
func (st *State) Loop(body func()) {
	st.uncertain++
	defer func() { st.uncertain-- }()
	for round := 0; ; round++ {
		before := st.Save()
		if before == nil {
			return
		}
		dir := st.world.dir
		body()
		changed := st.Merge(before)
		if st.world.dir != dir {
			st.world.dir = unknownDir
		}
		if len(changed) == 0 && st.world.dir == dir || round > 3 {
			return
		}
		if round == 2 {
			st.widen(changed)
		}
	}
}

// widen makes variables unknown that keep changing.
func (st *State) widen(names []string) {
	for _, name := range names {
		for s := st.Scope; s != nil; s = s.Parent {
			if v, ok := s.Vars[name]; ok && v != nil {
				switch {
				case v.Kind == KindFunc || v.Kind == KindClass || v.Kind == KindRef || v.Kind == KindObj:
				case v.Kind == KindData:
				case v.Plain():
					s.Vars[name] = Data
				default:
					s.Vars[name] = Top
				}
				break
			}
		}
	}
}

// ForEach runs a body for the elements of a value: one by one where they are known.
func (st *State) ForEach(over *Value, body func(*Value)) {
	if over.Kind == KindList && !over.More && !over.Wild && len(over.List) <= maxUnroll {
		n := len(over.List)
		for _, e := range append([]*Value(nil), over.List...) {
			body(e)
		}
		if len(over.List) != n || over.More { // it was changed on the way
			st.Loop(func() { body(over.Element()) })
		}
		return
	}
	st.Loop(func() { body(over.Element()) })
}

// certain reports whether what the code does here happens exactly once.
func (st *State) certain() bool { return st.uncertain == 0 && st.frames == 0 }

// deferred is a call of a function of the code that happens when the code around it has gone on:
// the variables that it sees then are those of the end.
type deferred struct {
	fn   *Function
	args []Arg
}

// Defer notes that a function may be called again with arguments, after all that follows.
func (st *State) Defer(v *Value, args []Arg) {
	v.Alts(func(a *Value) {
		if a.Kind != KindFunc || len(st.deferred) >= maxCalls {
			return
		}
		for i := range st.deferred {
			d := &st.deferred[i]
			if d.fn.Node == a.Fn.Node && d.fn.Scope == a.Fn.Scope && equalArgs(d.args, args) {
				return
			}
		}
		st.deferred = append(st.deferred, deferred{a.Fn, args})
	})
}

// KeepOld keeps the value that a variable has before it gets another, if a deferred call may run
// in between.
func (st *State) KeepOld(s *Scope, name string) {
	old, ok := s.Vars[name]
	if !ok || len(st.deferred) == 0 {
		return
	}
	if s.history == nil {
		s.history = map[string]*Value{}
	}
	s.history[name] = Join(s.history[name], old)
}

// joinHistory lets the variables that a deferred call sees be all that they have been.
func (st *State) joinHistory(s *Scope) {
	for ; s != nil; s = s.Parent {
		for name, v := range s.history {
			s.Vars[name] = Join(s.Vars[name], v)
		}
	}
}
