package domain

import (
	"maps"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// State is the shell's state as far as it decides what later commands are.
type State struct {
	Vars    map[string]Value
	Funcs   map[string]Function
	edition edition     // of the maps
	Params  []fact.Word // positional parameters from $1 on
	Arg0    fact.Word
	// KnownParams is false where the parameters come from outside, or a shift or set could not be
	// followed.
	KnownParams bool
	// Uncalled says that the parameters are those of a function that nothing calls: no text gives
	// them.
	Uncalled bool
	Dirs     fact.Dirs
	Old      fact.Dirs
	Stack    []fact.Dirs
	Stdin    fact.Stdin
	// links in the directory may have been resolved: its name and what lies above it are not known
	Real bool
	// Fail is the state if the last command did not succeed, where that differs: after a cd, or an
	// && list. It is merged when the list ends.
	Fail    *State
	Dead    bool // exit, return, break or continue was executed: nothing after it runs here
	Opts    dialect.Option
	Aliases bool // expand_aliases is on
	Alias   bool // an alias was defined
	HasAlts bool // a variable may have several values
	AllVars bool // something unknown may have assigned any variable (eval or source of unknown text)
	// something unknown has run, which may have: a name that is not assigned is no gift of the
	// environment
	Foreign bool
}

// edition tells maps that are equal, or shared, from others.
type edition struct {
	common  *Common // of all states of the call
	version int     // states of the same version have equal maps
	shared  bool    // another state has the same maps
}

// Common is what all states of one call share.
type Common struct {
	version int      // of variables and functions: the number of changes so far
	Apart   int      // code that runs at a time that is not known, around what is read
	ended   []string // functions that such code ends, whenever they are defined
}

// NewState returns the state at the start, in a directory or, with "", in one that is not known.
func NewState(dir string, aliases bool, of *Common) State {
	st := State{edition: edition{common: of}, KnownParams: true, Arg0: fact.Unknown("$0"),
		Aliases: aliases}
	if dir != "" {
		st.Dirs = fact.Dirs{List: []string{dir}, Known: true}
	}
	return st
}

// LoseParams makes the positional parameters unknown.
func (st *State) LoseParams() { st.KnownParams, st.Uncalled = false, false }

// Clone copies the state for a subshell or a branch. The variables and functions are shared until
// one side changes them.
func (st *State) Clone() *State {
	st.edition.shared = true
	c := *st
	return &c
}

// Change prepares the variables and functions for a change.
func (st *State) Change() {
	st.edition.common.version++
	st.edition.version = st.edition.common.version
	if st.edition.shared {
		st.edition.shared = false
		st.Vars, st.Funcs = maps.Clone(st.Vars), maps.Clone(st.Funcs)
	}
	if st.Vars == nil {
		st.Vars = make(map[string]Value, 8)
	}
}

// Share says that another state has the same maps: a change copies them first.
func (st *State) Share() { st.edition.shared = true }

// SameMaps reports whether nothing has changed the variables and functions of one of two states
// since they were equal.
func (st *State) SameMaps(o *State) bool { return st.edition.version == o.edition.version }

// Drop takes a variable back to what the environment says.
func (st *State) Drop(name string) {
	if _, ok := st.Vars[name]; ok {
		st.Change()
		delete(st.Vars, name)
	}
}

// NewProcess removes what a child process does not inherit.
func (st *State) NewProcess() {
	if len(st.Vars) > 0 || len(st.Funcs) > 0 {
		st.Change()
	}
	for k, v := range st.Vars {
		switch {
		case !v.Exported || v.IsList:
			delete(st.Vars, k)
		case v.Attr&attrMayExport != 0: // or what it had before
			v.Attr, v.Exported = 0, false
			v = JoinValues(k, v, st.FromEnvironment(k))
			v.Exported = true
			st.Vars[k] = v
		case v.Attr != 0: // the value alone is passed on
			v.Attr = 0
			st.Vars[k] = v
		}
	}
	for name, f := range st.Funcs {
		if f.Exported {
			st.MaybeFunc(name)
		} else {
			delete(st.Funcs, name)
		}
	}
	st.Params, st.KnownParams, st.Arg0 = nil, true, fact.Unknown("$0")
	st.Opts, st.Alias, st.Aliases = st.Opts&dialect.Limited, false, false
	st.Fail, st.Dead = nil, false
}

// ForgetEnvironment makes every variable one of an environment that is not known. What the script
// has exported may still be in it.
func (st *State) ForgetEnvironment() {
	if len(st.Vars) > 0 {
		st.Change()
		st.Foreign = st.Foreign || st.exportsText()
		st.Vars = nil
	}
	st.AllVars = true // HOME may not be set: ~ is then what the user database says
}

// exportsText reports whether programs get a value of the script that may be no number.
func (st *State) exportsText() bool {
	for _, v := range st.Vars {
		if v.Exported && !v.All(Numeric) {
			return true
		}
	}
	return false
}

func (st *State) SetParams(words []fact.Word) {
	st.Params, st.KnownParams, st.Uncalled = nil, true, false
	st.Arg0 = fact.Unknown("$0")
	if len(words) > 0 {
		st.Arg0, st.Params = words[0], words[1:]
		st.KnownParams = !HasMany(words)
	}
}

func (st *State) Set(name string, v Value) {
	st.Change()
	for range MaxRefs { // names can refer to each other in a ring
		if st.Vars[name].Ref == "" {
			break
		}
		name = st.Vars[name].Ref
	}
	if old, ok := st.Vars[name]; ok {
		if old.Attr&AttrReadonly != 0 {
			return
		}
		if old.Attr&AttrMayRef != 0 {
			for _, target := range old.Keys {
				st.Replace(target, UnknownValue(target))
			}
			if v.Word.Known() && syntax.ValidName(v.Word.Text) { // or it refers to that from now on
				old.Keys = append(old.Keys[:len(old.Keys):len(old.Keys)], v.Word.Text)
				st.Vars[name] = old
			}
			return
		}
		if old.RefNext && v.Word.Known() && syntax.ValidName(v.Word.Text) {
			st.Vars[name] = Value{Ref: v.Word.Text}
			return
		}
		v.Exported = v.Exported || old.Exported
		if v.Attr == 0 {
			v.Attr = old.Attr
		}
	}
	v.Exported = v.Exported || st.Has(dialect.ExportAll)
	v.Convert()
	st.Vars[name] = v
}

// MaxRefs bounds how often a name reference is followed.
const MaxRefs = 8

// Target returns the variable that a name stands for: that of a name reference.
func (st *State) Target(name string) string {
	for range MaxRefs {
		v := st.Vars[name]
		if v.Ref == "" {
			break
		}
		name = v.Ref
	}
	return name
}

// Forget makes a variable unknown.
func (st *State) Forget(name string) {
	st.Set(name, Value{Word: fact.Word{Kind: fact.Partial, Written: "$" + name,
		Origin: Variable(name)}})
}

// ForgetAll makes every variable, function and directory unknown: text that is not known ran in
// this shell.
func (st *State) ForgetAll() {
	for k := range st.Vars {
		st.Forget(k)
	}
	st.AllVars, st.Foreign = true, true
	st.LoseParams()
	st.Dirs = fact.Dirs{}
}

// Join merges the state of another way to the same place.
func (st *State) Join(o *State) {
	if o.Dead {
		return
	}
	if st.Dead {
		*st = *o.Clone()
		return
	}
	if st.edition.version != o.edition.version {
		st.joinVars(o)
		st.joinFuncs(o)
	}
	st.Uncalled = st.Uncalled && o.Uncalled
	if st.KnownParams != o.KnownParams || !SameWords(st.Params, o.Params) {
		st.KnownParams, st.Params = false, joinParams(st.Params, o.Params)
	}
	st.Dirs, st.Real = JoinDirs(st.Dirs, o.Dirs), st.Real || o.Real
	st.Old = JoinDirs(st.Old, o.Old)
	if len(st.Stack) != len(o.Stack) {
		st.Stack = nil
	}
	if !sameStdin(&st.Stdin, &o.Stdin) {
		st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
	}
	if st.Opts != o.Opts {
		st.JoinOptions(o)
	}
	st.Aliases = st.Aliases || o.Aliases
	st.Alias = st.Alias || o.Alias
	st.HasAlts = st.HasAlts || o.HasAlts
	st.AllVars, st.Foreign = st.AllVars || o.AllVars, st.Foreign || o.Foreign
}

func (st *State) joinVars(o *State) {
	for name, v := range o.Vars {
		mine, ok := st.Vars[name]
		if !ok {
			mine = st.FromEnvironment(name)
		}
		st.ReplaceJoined(name, mine, v)
	}
	for name, v := range st.Vars {
		if _, ok := o.Vars[name]; !ok {
			st.ReplaceJoined(name, v, o.FromEnvironment(name))
		}
	}
}

// Replace sets a value without following a name reference.
func (st *State) Replace(name string, v Value) {
	st.Change()
	st.Vars[name] = v
}

func (st *State) ReplaceJoined(name string, a, b Value) {
	if SameValue(a, b) && a.Exported == b.Exported {
		return
	}
	v := JoinValues(name, a, b)
	st.HasAlts = st.HasAlts || len(v.Alts) > 0
	st.Replace(name, v)
}

func (st *State) Has(o dialect.Option) bool { return st.Opts&o != 0 }

func (st *State) Option(o dialect.Option, on bool) {
	if o == dialect.NoBraces {
		st.Opts &^= dialect.MayNoBraces
	}
	if on {
		st.Opts |= o
	} else {
		st.Opts &^= o
	}
}

// maxParams bounds the parameters that two ways leave together: no more names are kept of any
// value.
const maxParams = 64

// joinParams are those of both ways, which together say what a parameter may be.
func joinParams(a, b []fact.Word) []fact.Word {
	if len(a) == 0 || SameWords(a, b) {
		return b
	}
	return append(a[:len(a):len(a)], b[:min(len(b), max(0, maxParams-len(a)))]...)
}

// JoinOptions keeps what may be on. Where the ways differ, pattern characters act, as that yields
// the more cautious reading; whether braces do is not known then.
func (st *State) JoinOptions(o *State) {
	quiet := dialect.NoGlob | dialect.NoBraces
	if (st.Opts^o.Opts)&dialect.NoBraces != 0 {
		st.Opts |= dialect.MayNoBraces
	}
	st.Opts = st.Opts&o.Opts&quiet | (st.Opts|o.Opts)&^quiet
}

// FromEnvironment is the value of a variable that nothing has assigned. OPTIND is 1 when a shell
// begins, whatever the environment has (POSIX XCU getopts).
func (st *State) FromEnvironment(name string) Value {
	v := UnknownValue(name)
	v.Word.Given = !st.Foreign
	v.Word.Number = name == "OPTIND" && !st.Foreign && !st.AllVars
	return v
}

// Current is the value of a variable: that of the text, or else that of the environment.
func (st *State) Current(name string) Value {
	if v, ok := st.Vars[name]; ok {
		return v
	}
	return st.FromEnvironment(name)
}
