package domain

import (
	"slices"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// Function is a shell function with the text that its nodes index.
type Function struct {
	Body  any // its tree, of which only the identity matters here
	Text  string
	Via   []string
	Own   bool
	File  *File      // that holds it; nil: it stands in the call
	Alts  []Function // other definitions that branches may have left
	Maybe bool       // on some ways it is not defined
	Fixed bool       // readonly -f: it stays as it is
	// Redirected bodies may not run, as a redirection may fail
	Redirected bool
	Exported   bool // shells that the script starts may have it
}

// AddFunc defines a function; where branches left several definitions, all of them count.
func (st *State) AddFunc(name string, f Function, also bool) {
	st.Change()
	f.Maybe = f.Maybe || slices.Contains(st.common.ended, name)
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
		old.alternate(f)
	}
	old.Maybe = old.Maybe || f.Maybe
	old.Exported = old.Exported || f.Exported
	old.Fixed = old.Fixed && f.Fixed
	st.Funcs[name] = old
}

// alternate adds other definitions, of which there is one list: those that are left out are visited
// as if nothing called them.
func (f *Function) alternate(o Function) {
	more := o.Alts
	o.Alts = nil
	for i := -1; i < len(more); i++ {
		if i >= 0 {
			o = more[i]
		}
		if o.Body != f.Body && len(f.Alts) < maxAlts && !f.has(o.Body) {
			f.Alts = append(f.Alts[:len(f.Alts):len(f.Alts)], o)
		}
	}
}

// MaybeFunc says that a function may not be defined any more.
func (st *State) MaybeFunc(name string) {
	st.ends(name)
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

// ends notes a function that code ends which runs at a time that is not known.
func (st *State) ends(name string) {
	if st.common.Apart > 0 && !slices.Contains(st.common.ended, name) {
		st.common.ended = append(st.common.ended, name)
	}
}

func (f *Function) has(body any) bool {
	for i := range f.Alts {
		if f.Alts[i].Body == body {
			return true
		}
	}
	return false
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
	st.ends(name)
	if f, ok := st.Funcs[name]; ok && !f.Fixed {
		st.Change()
		delete(st.Funcs, name)
	}
}
