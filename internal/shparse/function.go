package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// function is a shell function with the text that its nodes index.
type function struct {
	body  *syntax.Stmt
	text  string
	via   []string
	own   bool
	alts  []function // other definitions that branches may have left
	maybe bool       // on some ways it is not defined
	fixed bool       // readonly -f: it stays as it is
	// redirected bodies may not run, as a redirection may fail
	redirected bool
	exported   bool // shells that the script starts may have it
}

// addFunc defines a function; where branches left several definitions, all of them count.
func (st *state) addFunc(name string, f function, also bool) {
	st.change()
	f.maybe = f.maybe || contains(st.mem.ended, name)
	if st.funcs == nil {
		st.funcs = make(map[string]function, 4)
	}
	old, ok := st.funcs[name]
	switch {
	case !also && old.fixed:
		return
	case !also || !ok:
		f.exported = f.exported || old.exported || st.has(exportAll)
		st.funcs[name] = f
		return
	default:
		old.alternate(f)
	}
	old.maybe = old.maybe || f.maybe
	old.exported = old.exported || f.exported
	old.fixed = old.fixed && f.fixed
	st.funcs[name] = old
}

// alternate adds other definitions, of which there is one list: those that are left out are visited as if nothing called them.
func (f *function) alternate(o function) {
	more := o.alts
	o.alts = nil
	for i := -1; i < len(more); i++ {
		if i >= 0 {
			o = more[i]
		}
		if o.body != f.body && len(f.alts) < maxAlts && !f.has(o.body) {
			f.alts = append(f.alts[:len(f.alts):len(f.alts)], o)
		}
	}
}

// maybeFunc says that a function may not be defined any more.
func (st *state) maybeFunc(name string) {
	st.ends(name)
	if f, ok := st.funcs[name]; ok && !f.maybe {
		f.maybe = true
		st.change()
		st.funcs[name] = f
	}
}

// ends notes a function that code ends which runs at a time that is not known.
func (st *state) ends(name string) {
	if st.mem.apart > 0 && !contains(st.mem.ended, name) {
		st.mem.ended = append(st.mem.ended, name)
	}
}

// maybeFuncs says so of all functions.
func (st *state) maybeFuncs() {
	for name := range st.funcs {
		st.maybeFunc(name)
	}
}

func (f *function) has(body *syntax.Stmt) bool {
	for i := range f.alts {
		if f.alts[i].body == body {
			return true
		}
	}
	return false
}

// joinFuncs adds the definitions of another way. A name that one way does not define stands for a program there.
func (st *state) joinFuncs(o *state) {
	for name, f := range st.funcs {
		if _, ok := o.funcs[name]; !ok && !f.maybe {
			f.maybe = true
			st.change()
			st.funcs[name] = f
		}
	}
	for name, f := range o.funcs {
		if _, ok := st.funcs[name]; !ok {
			f.maybe = true
		}
		st.addFunc(name, f, true)
		for _, alt := range f.alts {
			st.addFunc(name, alt, true)
		}
	}
}

// removeFunc ends a function: the name stands for a program again.
func (st *state) removeFunc(name string) {
	st.ends(name)
	if f, ok := st.funcs[name]; ok && !f.fixed {
		st.change()
		delete(st.funcs, name)
	}
}

func (in *Interp) define(f *syntax.FuncDecl, redirected bool) {
	def := function{body: f.Body, text: in.text, via: in.via, own: in.own, redirected: redirected}
	names := f.Names
	if f.Name != nil {
		names = []*syntax.Lit{f.Name}
	}
	if len(names) == 0 { // zsh's () { LIST }: it is called at once
		in.callFunction(def, []fact.Word{fact.Lit(anonymousName)})
		return
	}
	for _, n := range names {
		in.st.addFunc(strings.TrimPrefix(n.Value, "\\"), def, false)
	}
	in.defined = append(in.defined, def)
	for _, n := range names {
		name := strings.TrimPrefix(n.Value, "\\")
		if in.isHook(name) || in.mem.hooked || contains(in.mem.awaited, name) {
			in.setHook(name, def)
		}
	}
}

// await notes a name that a trap or hook calls: a function of this name that is defined after it is what runs in the end.
func (in *Interp) await(name string) {
	if in.hooks > 0 {
		in.mem.awaited = append(in.mem.awaited, name)
	}
}

// callFunction runs a function's body with the words as its parameters. Where branches have left several definitions, each
// of them is one way.
func (in *Interp) callFunction(f function, argv []fact.Word) {
	if len(f.alts) == 0 && !f.redirected {
		in.runFunction(&f, argv)
		return
	}
	before := in.st
	in.st = before.clone()
	in.runFunction(&f, argv)
	result := in.st
	if f.redirected {
		result.join(before)
	}
	for i := range f.alts {
		in.loseOutput()
		in.st = before.clone()
		in.callFunction(f.alts[i], argv)
		result.join(in.st)
	}
	in.st = result
}

// runFunction runs one definition.
func (in *Interp) runFunction(def *function, argv []fact.Word) {
	if in.budget.calls >= maxCalls {
		in.bound("calls", "functions call each other deeper than the limit of this program")
		return
	}
	if in.budget.allCalls--; in.budget.allCalls < 0 {
		in.bound("calls", "functions are called more often than the limit of this program")
		return
	}
	in.budget.calls++
	in.calls(def.body)
	outer := in.context
	params, known, arg0, opts := in.st.params, in.st.knownParams, in.st.arg0, in.st.opts
	in.text, in.via, in.own = def.text, def.via, def.own
	in.setParams(argv[1:])
	if in.dialect == Zsh { // FUNCTION_ARGZERO
		in.st.arg0 = argv[0]
	}
	in.inFunc, in.base, in.baseWays = true, in.locals.len(), in.cond+in.loops
	in.enter(functionFrame)
	in.stmt(def.body)
	in.settle()
	in.rejoin(in.exit().left)
	in.restoreLocals(in.base)
	in.st.dead = false
	in.st.params, in.st.knownParams, in.st.arg0 = params, known, arg0
	if in.st.has(localOptions) {
		in.st.opts = opts
	}
	in.context = outer
	in.budget.calls--
}
