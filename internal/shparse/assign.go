package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// assign performs one assignment of the script.
func (in *Interp) assign(a *syntax.Assign, exported bool) {
	in.mark(a)
	name := in.target(a.Name.Value)
	defer in.hooksIn(name)
	defer in.hold(name, len(in.taken))
	if a.Index != nil {
		in.assignElement(name, a)
		return
	}
	if a.Array != nil {
		in.assignList(name, a, exported)
		// PROMPT_COMMAND is an array, and any array stands for its first element
		if in.dialect.Has(dialect.PromptCommand) {
			in.planted(name)
		}
		return
	}
	in.assignWord(name, in.assignedValue(a.Value), a.Append, exported)
	if name != a.Name.Value {
		in.planted(name)
	}
}

// assignWord assigns a scalar.
func (in *Interp) assignWord(name string, v fact.Word, appends, exported bool) {
	old, had := in.st.Vars[name]
	in.noteName(name)
	if appends && in.computes(name) {
		in.computed(old) // text that was there before it became a number
		in.integer(v)
		v = fact.Word{Kind: fact.Partial, Number: old.Attr&domain.AttrNumber == 0} // else it may be text
	} else if old.IsList && !old.Assoc {
		in.assignFirst(name, old, v, appends)
		return
	} else if appends {
		v = appended(old, had, v)
	}
	in.store(name, domain.Value{Word: v, Exported: exported || old.Exported})
}

// noteName handles assignments to the names that are no ordinary variables.
func (in *Interp) noteName(name string) {
	switch name {
	case "DIRSTACK":
		in.st.Stack = nil
	case "PATH", "path":
		in.st.Option(dialect.Limited, true)
	case "BASH_ARGV0":
		in.st.Arg0 = fact.Unknown("$0")
	case "POSIXLY_CORRECT":
		in.st.Option(dialect.PosixMode, in.dialect.Has(dialect.PrefixStays))
	case "BASH_CMDS", "commands":
		if (name == "commands") == (in.dialect.Has(dialect.FunctionsTable)) {
			in.Report(fact.Hazard{ID: hazards.FunctionTable, Text: name,
				Why: "this assignment says which program a name stands for"})
		}
	case "options":
		if in.dialect.Has(dialect.TiedArrays) {
			in.Report(fact.Hazard{ID: hazards.ShellOption, Text: name,
				Why: "this option changes how the shell reads the text that follows"})
		}
	case "BASH_ALIASES", "aliases", "galiases", "saliases":
		in.st.Alias = true
	}
	if in.dialect.Has(dialect.TiedArrays) {
		in.noteZshName(name)
		if dialect.ZshTwin(name) != "" {
			in.planted(name)
		}
	}
}

// assignFirst assigns to an array without a subscript: its first element in bash, all of it in zsh.
func (in *Interp) assignFirst(name string, old domain.Value, v fact.Word, appends bool) {
	switch {
	case !in.dialect.Has(dialect.AppendsToFirst) && appends:
		old.List = append(old.List[:len(old.List):len(old.List)], v)
		in.store(name, old)
	case !in.dialect.Has(dialect.AppendsToFirst):
		in.store(name, domain.Value{Word: v, Exported: old.Exported})
	case len(old.List) > 0 && !domain.HasGlob(old.List[:1]) && !domain.HasMany(old.List[:1]):
		list := append([]fact.Word(nil), old.List...)
		if appends {
			v = appended(domain.Value{Word: list[0]}, true, v)
		}
		list[0] = v
		old.List = list
		in.store(name, old)
	default:
		in.blur(name, v)
	}
}

func appended(old domain.Value, had bool, v fact.Word) fact.Word {
	if !had || old.IsList || len(old.Alts) > 0 {
		_, end := expand.KnownEnds(v)
		return fact.Word{Kind: fact.Partial, Suffix: end}
	}
	if old.Unset {
		return v
	}
	return expand.JoinPieces([]expand.Piece{
		expand.NamedPiece(old.Word), expand.NamedPiece(v),
	})
}

// assignElement is a[i]=v.
func (in *Interp) assignElement(name string, a *syntax.Assign) {
	in.noteName(name)
	v := fact.Word{Kind: fact.Partial}
	if a.Array == nil && a.Value != nil {
		v = in.assignedValue(a.Value)
	}
	old, ok := in.st.Vars[name]
	if old.Assoc {
		in.assignKey(name, old, a, v)
		return
	}
	n, known := in.index(name, a.Index)
	if in.dialect.Has(dialect.OneBased) {
		n--
		if !old.IsList || a.Array != nil || isRange(a.Index) {
			known = false
		}
	}
	list := append([]fact.Word(nil), old.List...)
	switch {
	case !known || n < 0 || domain.HasGlob(list) || domain.HasMany(list) ||
		ok && !old.IsList && !old.Unset:
		in.blur(name, v)
		return
	case n < len(list):
		if a.Append {
			v = appended(domain.Value{Word: list[n]}, true, v)
		}
		list[n] = v
	case n == len(list) && (ok || n == 0) && in.dialect.Has(dialect.GrowsArrays):
		list = append(list, v)
	default:
		in.blur(name, v)
		return
	}
	in.store(name, domain.Value{List: list, IsList: true})
}

// assignKey sets one key of an associative array.
func (in *Interp) assignKey(name string, old domain.Value, a *syntax.Assign, v fact.Word) {
	key, ok := in.key(a.Index)
	if !ok || a.Append {
		if a.Append && in.computes(name) {
			in.computed(old)
		}
		in.blur(name, v)
		return
	}
	keys, list := append([]string(nil), old.Keys...), append([]fact.Word(nil), old.List...)
	for i, k := range keys {
		if k == key {
			list[i] = v
			in.store(name, domain.Value{IsList: true, Assoc: true, Keys: keys, List: list})
			return
		}
	}
	in.store(name, domain.Value{IsList: true, Assoc: true, Keys: append(keys, key),
		List: append(list, v)})
}

// key is the key that a subscript of an associative array names.
func (in *Interp) key(x syntax.ArithmExpr) (string, bool) {
	w, ok := x.(*syntax.Word)
	if !ok {
		in.arithm(x)
		return "", false
	}
	v := in.single(w)
	if in.dialect.Has(dialect.QuotedKeys) && strings.ContainsAny(in.source(w), `'"\`) {
		return "", false // zsh keeps some of the quotes
	}
	return v.Text, v.Known()
}

func (in *Interp) assignList(name string, a *syntax.Assign, exported bool) {
	old := in.st.Vars[name]
	in.noteName(name)
	if old.Assoc {
		in.assignTable(name, old, a)
		return
	}
	var list []fact.Word
	keyed := false
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			in.index(name, e.Index)
			keyed = true
		}
		if e.Value != nil {
			list = in.fields(e.Value, list)
		}
	}
	switch {
	case len(list)+len(old.List) > maxFields:
		in.storeUnknown(name)
		return
	case name == "argv" && in.dialect.Has(dialect.ArgvArray):
		if a.Append {
			in.st.LoseParams()
			return
		}
		in.setParams(list)
		return
	case keyed || a.Append && !old.IsList:
		in.blurList(name, list, a.Append)
		return
	case a.Append:
		list = append(old.List[:len(old.List):len(old.List)], list...)
	}
	in.store(name, domain.Value{List: list, IsList: true, Exported: exported})
}

// assignTable sets an associative array: [key]=value, or keys and values in turn.
func (in *Interp) assignTable(name string, old domain.Value, a *syntax.Assign) {
	v := domain.Value{IsList: true, Assoc: true}
	known := !a.Append
	var flat []fact.Word
	for _, e := range a.Array.Elems {
		if e.Index == nil {
			flat = in.fields(e.Value, flat)
			continue
		}
		key, ok := in.key(e.Index)
		word := in.assignedValue(e.Value)
		known = known && ok
		v.Keys, v.List = append(v.Keys, key), append(v.List, word)
	}
	known = known && (len(flat) == 0 || len(v.Keys) == 0) && len(flat)%2 == 0
	for i := 0; i+1 < len(flat); i += 2 {
		known = known && flat[i].Known()
		v.Keys, v.List = append(v.Keys, flat[i].Text), append(v.List, flat[i+1])
	}
	for i, k := range v.Keys {
		known = known && !slices.Contains(v.Keys[:i], k)
	}
	if !known {
		in.blurList(name, append(v.List, flat...), a.Append)
		return
	}
	in.store(name, v)
}

// target is the variable that a name stands for: that of a name reference.
func (in *Interp) target(name string) string {
	for range domain.MaxRefs {
		v := in.st.Vars[name]
		if v.Ref == "" {
			break
		}
		name = v.Ref
	}
	return name
}
