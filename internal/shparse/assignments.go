package shparse

import (
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// assignments performs assignments, those of export, declare, local and their like among them.
type assignments struct {
	sh     *shell
	acc    *accountant
	reads  *environmentReads
	output *printing
	vars   *variables
	eval   *evaluator
	words  *words
}

// assign performs one assignment of the script.
func (as *assignments) assign(a *syntax.Assign, exported bool) {
	as.acc.marks[a] = true
	name := as.sh.st.Target(a.Name.Value)
	defer as.vars.funcs.hooksIn(name)
	defer as.reads.holdSince(name, len(as.reads.list))
	if a.Index != nil {
		as.assignElement(name, a)
		return
	}
	if a.Array != nil {
		as.assignList(name, a, exported)
		// PROMPT_COMMAND is an array, and any array stands for its first element
		if as.sh.has(dialect.PromptCommand) {
			as.vars.reportSteering(name)
		}
		return
	}
	as.vars.assignWord(name, as.words.assignedValue(a.Value), a.Append, exported)
	if name != a.Name.Value {
		as.vars.reportSteering(name)
	}
}

// assignElement is a[i]=v.
func (as *assignments) assignElement(name string, a *syntax.Assign) {
	as.vars.noteName(name)
	v := fact.Word{Kind: fact.Partial}
	if a.Array == nil && a.Value != nil {
		v = as.words.assignedValue(a.Value)
	}
	old, ok := as.sh.st.Vars[name]
	if old.Assoc {
		as.assignKey(name, old, a, v)
		return
	}
	n, known := as.eval.index(name, a.Index)
	if as.sh.has(dialect.OneBased) {
		n--
		if !old.IsList || a.Array != nil || nodes.IsRange(a.Index) {
			known = false
		}
	}
	list := append([]fact.Word(nil), old.List...)
	switch {
	case !known || n < 0 || domain.HasGlob(list) || domain.HasMany(list) ||
		ok && !old.IsList && !old.Unset:
		as.vars.setElement(name, v)
		return
	case n < len(list):
		if a.Append {
			v = appended(domain.Value{Word: list[n]}, true, v)
		}
		list[n] = v
	case n == len(list) && (ok || n == 0) && as.sh.has(dialect.GrowsArrays):
		list = append(list, v)
	default:
		as.vars.setElement(name, v)
		return
	}
	as.vars.store(name, domain.Value{List: list, IsList: true})
}

// assignKey sets one key of an associative array.
func (as *assignments) assignKey(name string, old domain.Value, a *syntax.Assign, v fact.Word) {
	key, ok := as.eval.keyOf(a.Index)
	if !ok || a.Append {
		if a.Append && as.sh.computes(name) {
			as.eval.computed(old)
		}
		as.vars.setElement(name, v)
		return
	}
	keys, list := append([]string(nil), old.Keys...), append([]fact.Word(nil), old.List...)
	for i, k := range keys {
		if k == key {
			list[i] = v
			as.vars.store(name, domain.Value{IsList: true, Assoc: true, Keys: keys, List: list})
			return
		}
	}
	as.vars.store(name, domain.Value{IsList: true, Assoc: true, Keys: append(keys, key),
		List: append(list, v)})
}

func (as *assignments) assignList(name string, a *syntax.Assign, exported bool) {
	old := as.sh.st.Vars[name]
	as.vars.noteName(name)
	if old.Assoc {
		as.assignTable(name, old, a)
		return
	}
	var list []fact.Word
	keyed := false
	for _, e := range a.Array.Elems {
		if e.Index != nil {
			as.eval.index(name, e.Index)
			keyed = true
		}
		if e.Value != nil {
			list = as.words.fields(e.Value, list)
		}
	}
	switch {
	case len(list)+len(old.List) > maxFields:
		as.vars.storeUnknown(name)
		return
	case name == "argv" && as.sh.has(dialect.ArgvArray):
		if a.Append {
			as.sh.st.LoseParams()
			return
		}
		as.sh.setParams(list)
		return
	case keyed || a.Append && !old.IsList:
		as.vars.setElements(name, list, a.Append)
		return
	case a.Append:
		list = append(old.List[:len(old.List):len(old.List)], list...)
	}
	as.vars.store(name, domain.Value{List: list, IsList: true, Exported: exported})
}

// assignTable sets an associative array: [key]=value, or keys and values in turn.
func (as *assignments) assignTable(name string, old domain.Value, a *syntax.Assign) {
	v := domain.Value{IsList: true, Assoc: true}
	known := !a.Append
	var flat []fact.Word
	for _, e := range a.Array.Elems {
		if e.Index == nil {
			flat = as.words.fields(e.Value, flat)
			continue
		}
		key, ok := as.eval.keyOf(e.Index)
		word := as.words.assignedValue(e.Value)
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
		as.vars.setElements(name, append(v.List, flat...), a.Append)
		return
	}
	as.vars.store(name, v)
}

// assignAll performs assignments that stand without a command.
func (as *assignments) assignAll(assigns []*syntax.Assign) {
	for _, a := range assigns {
		as.assign(a, false)
	}
}
