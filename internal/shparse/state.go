package shparse

import (
	"maps"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// state is the shell's state as far as it decides what later commands are.
type state struct {
	vars    map[string]value
	funcs   map[string]function
	shared  bool        // another state has the same maps
	version int         // states of the same version have equal maps
	mem     *memory     // where copies of it are taken from
	params  []fact.Word // positional parameters from $1 on
	arg0    fact.Word
	// knownParams is false where the parameters come from outside, or a shift or set could not be followed.
	knownParams bool
	// uncalled says that the parameters are those of a function that nothing calls: no text gives them.
	uncalled bool
	dirs     fact.Dirs
	old      fact.Dirs
	stack    []fact.Dirs
	stdin    fact.Stdin
	real     bool // links in the directory may have been resolved: its name and what lies above it are not known
	// fail is the state if the last command did not succeed, where that differs: after a cd, or an && list. It is
	// merged when the list ends.
	fail    *state
	dead    bool // exit, return, break or continue was executed: nothing after it runs here
	opts    option
	aliases bool // expand_aliases is on
	alias   bool // an alias was defined
	hasAlts bool // a variable may have several values
	allVars bool // something unknown may have assigned any variable (eval or source of unknown text)
	foreign bool // something unknown has run, which may have: a name that is not assigned is no gift of the environment
}

// value is what is known of a variable.
type value struct {
	word     fact.Word
	alts     []fact.Word // the values it may have, where more than one way leads here; word is then unused
	list     []fact.Word // an indexed array
	isList   bool
	exported bool
	unset    bool // known not to be set
	ref      string
	refNext  bool     // declare -n without a value: the next assignment says what it refers to
	keys     []string // of an associative array, one for each element of list
	assoc    bool
	attr     attr
}

// newState returns the state at the start.
func newState(opt Options, m *memory) state {
	st := state{mem: m, knownParams: true, arg0: fact.Unknown("$0")}
	if opt.Dir != "" {
		st.dirs = fact.Dirs{List: []string{opt.Dir}, Known: true}
	}
	st.aliases = opt.Dialect == Zsh
	return st
}

// loseParams makes the positional parameters unknown.
func (st *state) loseParams() { st.knownParams, st.uncalled = false, false }

// clone copies the state for a subshell or a branch. The variables and functions are shared until one side changes them.
func (st *state) clone() *state {
	st.shared = true
	c := st.mem.state()
	*c = *st
	return c
}

// change prepares the variables and functions for a change.
func (st *state) change() {
	st.mem.version++
	st.version = st.mem.version
	if st.shared {
		st.shared = false
		st.vars, st.funcs = maps.Clone(st.vars), maps.Clone(st.funcs)
	}
	if st.vars == nil {
		st.vars = make(map[string]value, 8)
	}
}

// drop takes a variable back to what the environment says.
func (st *state) drop(name string) {
	if _, ok := st.vars[name]; ok {
		st.change()
		delete(st.vars, name)
	}
}

// newProcess removes what a child process does not inherit.
func (st *state) newProcess() {
	if len(st.vars) > 0 || len(st.funcs) > 0 {
		st.change()
	}
	for k, v := range st.vars {
		switch {
		case !v.exported || v.isList || v.attr&attrMayExport != 0:
			delete(st.vars, k)
		case v.attr != 0: // the value alone is passed on
			v.attr = 0
			st.vars[k] = v
		}
	}
	for name, f := range st.funcs {
		if f.exported {
			st.maybeFunc(name)
		} else {
			delete(st.funcs, name)
		}
	}
	st.params, st.knownParams, st.arg0 = nil, true, fact.Unknown("$0")
	st.opts, st.alias, st.aliases = st.opts&limited, false, false
	st.fail, st.dead = nil, false
}

// forgetEnvironment makes every variable one of an environment that is not known. What the script
// has exported may still be in it.
func (st *state) forgetEnvironment() {
	if len(st.vars) > 0 {
		st.change()
		st.foreign = st.foreign || st.exportsText()
		st.vars = nil
	}
}

// exportsText reports whether programs get a value of the script that may be no number.
func (st *state) exportsText() bool {
	for _, v := range st.vars {
		if v.exported && !v.all(numeric) {
			return true
		}
	}
	return false
}

func (st *state) setParams(words []fact.Word) {
	st.params, st.knownParams, st.uncalled = nil, true, false
	st.arg0 = fact.Unknown("$0")
	if len(words) > 0 {
		st.arg0, st.params = words[0], words[1:]
		st.knownParams = !hasMany(words)
	}
}

func (st *state) set(name string, v value) {
	st.change()
	for range maxRefs { // names can refer to each other in a ring
		if st.vars[name].ref == "" {
			break
		}
		name = st.vars[name].ref
	}
	if old, ok := st.vars[name]; ok {
		if old.attr&attrReadonly != 0 {
			return
		}
		if old.attr&attrMayRef != 0 {
			for _, target := range old.keys {
				st.replace(target, unknownValue(target))
			}
			return
		}
		if old.refNext && v.word.Known() && syntax.ValidName(v.word.Text) {
			st.vars[name] = value{ref: v.word.Text}
			return
		}
		v.exported = v.exported || old.exported
		if v.attr == 0 {
			v.attr = old.attr
		}
	}
	v.exported = v.exported || st.has(exportAll)
	v.convert()
	st.vars[name] = v
}

// maxRefs bounds how often a name reference is followed.
const maxRefs = 8

// forget makes a variable unknown.
func (st *state) forget(name string) {
	st.set(name, value{word: fact.Word{Kind: fact.Partial, Written: "$" + name, Origin: variable(name)}})
}

// forgetAll makes every variable, function and directory unknown: text that is not known ran in this shell.
func (st *state) forgetAll() {
	for k := range st.vars {
		st.forget(k)
	}
	st.allVars, st.foreign = true, true
	st.loseParams()
	st.dirs = fact.Dirs{}
}

// maxAlts bounds the values that are kept for one variable; with more it is unknown.
const maxAlts = 8

// join merges the state of another way to the same place.
func (st *state) join(o *state) {
	if o.dead {
		return
	}
	if st.dead {
		o.shared = true
		*st = *o
		return
	}
	if st.version != o.version {
		st.joinVars(o)
		st.joinFuncs(o)
	}
	st.uncalled = st.uncalled && o.uncalled
	if len(st.params) != len(o.params) || st.knownParams != o.knownParams || !sameWords(st.params, o.params) {
		st.knownParams = false
	}
	st.dirs, st.real = joinDirs(st.dirs, o.dirs), st.real || o.real
	st.old = joinDirs(st.old, o.old)
	if len(st.stack) != len(o.stack) {
		st.stack = nil
	}
	if !sameStdin(&st.stdin, &o.stdin) {
		st.stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	st.joinOptions(o)
	st.aliases = st.aliases || o.aliases
	st.alias = st.alias || o.alias
	st.hasAlts = st.hasAlts || o.hasAlts
	st.allVars, st.foreign = st.allVars || o.allVars, st.foreign || o.foreign
}

func (st *state) joinVars(o *state) {
	for name, v := range o.vars {
		mine, ok := st.vars[name]
		if !ok {
			mine = st.fromEnvironment(name)
		}
		st.replaceJoined(name, mine, v)
	}
	for name, v := range st.vars {
		if _, ok := o.vars[name]; !ok {
			st.replaceJoined(name, v, o.fromEnvironment(name))
		}
	}
}

// replace sets a value without following a name reference.
func (st *state) replace(name string, v value) {
	st.change()
	st.vars[name] = v
}

func (st *state) replaceJoined(name string, a, b value) {
	if sameValue(a, b) && a.exported == b.exported {
		return
	}
	v := joinValues(name, a, b)
	st.hasAlts = st.hasAlts || len(v.alts) > 0
	st.replace(name, v)
}

func joinValues(name string, a, b value) value {
	exported := a.exported || b.exported
	if a.exported != b.exported {
		a.attr |= attrMayExport
		b.attr |= attrMayExport
	}
	if sameValue(a, b) {
		a.exported = exported
		return a
	}
	if !a.isList && !b.isList && !a.unset && !b.unset && a.ref == "" && b.ref == "" && a.attr == b.attr {
		if alts, ok := union(a.each(), b.each()); ok {
			return value{alts: alts, exported: exported, attr: a.attr}
		}
	}
	if targets := append(a.targets(), b.targets()...); len(targets) > 0 {
		return value{attr: a.attr | b.attr | attrMayRef, keys: targets, exported: exported, word: fact.Word{Kind: fact.Partial, Written: "$" + name, Origin: variable(name)}}
	}
	v := a.blurred(name, &b)
	v.attr, v.exported = joinedAttr(a.attr, b.attr), exported
	return v
}

// targets lists the variables that a name may stand for, where it is or may be a reference.
func (v *value) targets() []string {
	switch {
	case v.ref != "":
		return []string{v.ref}
	case v.attr&attrMayRef != 0:
		return v.keys[:len(v.keys):len(v.keys)]
	}
	return nil
}

// each lists the values that a scalar may have.
func (v *value) each() []fact.Word {
	if len(v.alts) > 0 {
		return v.alts
	}
	return []fact.Word{v.word}
}

func union(a, b []fact.Word) ([]fact.Word, bool) {
	out := a[:len(a):len(a)]
next:
	for _, w := range b {
		for i := range a {
			if sameWord(&a[i], &w) {
				continue next
			}
		}
		out = append(out, w)
	}
	return out, len(out) <= maxAlts
}

func sameValue(a, b value) bool {
	return a.isList == b.isList && a.unset == b.unset && a.ref == b.ref && a.refNext == b.refNext && a.attr == b.attr &&
		a.assoc == b.assoc && slices.Equal(a.keys, b.keys) && sameWord(&a.word, &b.word) && sameWords(a.alts, b.alts) &&
		sameWords(a.list, b.list)
}

func sameStdin(a, b *fact.Stdin) bool { return a.Kind == b.Kind && sameWord(&a.Text, &b.Text) }

func sameWord(a, b *fact.Word) bool {
	return a.Kind == b.Kind && a.Text == b.Text && a.Suffix == b.Suffix && a.Glob == b.Glob && a.Many == b.Many && a.Plain == b.Plain && a.Lack == b.Lack &&
		a.Number == b.Number && a.Given == b.Given && (a.Kind == fact.Literal || sameOrigin(a, b))
}

// sameOrigin reports whether as much is known of two values that are not known.
func sameOrigin(a, b *fact.Word) bool {
	return a.Origin.Kind == b.Origin.Kind && a.Origin.Names == b.Origin.Names &&
		(a.Origin.Kind != fact.PipeOrigin || a.Origin.Name == b.Origin.Name)
}

func sameWords(a, b []fact.Word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameWord(&a[i], &b[i]) {
			return false
		}
	}
	return true
}

// maxDirs bounds the directories in which the shell may be; with more its directory is not known.
const maxDirs = 6

func joinDirs(a, b fact.Dirs) fact.Dirs {
	if !a.Known || !b.Known {
		return fact.Dirs{}
	}
	out := a.List[:len(a.List):len(a.List)]
next:
	for _, d := range b.List {
		for _, have := range out {
			if have == d {
				continue next
			}
		}
		out = append(out, d)
	}
	return fact.Dirs{List: out, Known: len(out) <= maxDirs}
}

// mayFail keeps the state in which the change of the directory failed.
func (in *Interp) mayFail(before fact.Dirs) {
	if !sameDirs(before, in.st.dirs) {
		fail := in.st.clone()
		fail.dirs, fail.fail = before, nil
		in.st.fail = fail
	}
}

// settle merges the two outcomes of the last command.
func (in *Interp) settle() {
	if f := in.st.fail; f != nil {
		in.st.fail = nil
		in.st.join(f)
	}
}

// takeFail returns the state if the last command failed, and leaves the state in which it succeeded.
func (in *Interp) takeFail() *state {
	f := in.st.fail
	in.st.fail = nil
	if f == nil {
		f = in.st.clone()
	}
	return f
}
