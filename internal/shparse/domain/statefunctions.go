package domain

import (
	"slices"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// AddFunc defines a function; where branches left several definitions, all of them count.
func (st *State) AddFunc(name string, f Function, also bool) {
	st.Change()
	f.Maybe = f.Maybe || slices.Contains(st.edition.common.ended, name)
	if st.Funcs == nil {
		st.Funcs = make(map[string]Function, 4)
	}
	old, ok := st.Funcs[name]
	switch {
	case !also && old.Fixed:
		return
	case !also || !ok:
		f.Exported = f.Exported || old.Exported || st.Has(dialect.ExportAll)
		st.Funcs[name] = f
		return
	default:
		old.addDefinitions(f)
	}
	old.Maybe = old.Maybe || f.Maybe
	old.Exported = old.Exported || f.Exported
	old.Fixed = old.Fixed && f.Fixed
	st.Funcs[name] = old
}

// MaybeFunc says that a function may not be defined any more.
func (st *State) MaybeFunc(name string) {
	st.noteEnded(name)
	if f, ok := st.Funcs[name]; ok && !f.Maybe {
		f.Maybe = true
		st.Change()
		st.Funcs[name] = f
	}
}

// MaybeFuncs says so of all functions.
func (st *State) MaybeFuncs() {
	for name := range st.Funcs {
		st.MaybeFunc(name)
	}
}

// noteEnded notes a function that code ends which runs at a time that is not known.
func (st *State) noteEnded(name string) {
	if st.edition.common.Apart > 0 && !slices.Contains(st.edition.common.ended, name) {
		st.edition.common.ended = append(st.edition.common.ended, name)
	}
}

// joinFuncs adds the definitions of another way. A name that one way does not define stands for a
// program there.
func (st *State) joinFuncs(o *State) {
	for name, f := range st.Funcs {
		if _, ok := o.Funcs[name]; !ok && !f.Maybe {
			f.Maybe = true
			st.Change()
			st.Funcs[name] = f
		}
	}
	for name, f := range o.Funcs {
		if _, ok := st.Funcs[name]; !ok {
			f.Maybe = true
		}
		st.AddFunc(name, f, true)
		for _, alt := range f.Alts {
			st.AddFunc(name, alt, true)
		}
	}
}

// RemoveFunc ends a function: the name stands for a program again.
func (st *State) RemoveFunc(name string) {
	st.noteEnded(name)
	if f, ok := st.Funcs[name]; ok && !f.Fixed {
		st.Change()
		delete(st.Funcs, name)
	}
}
