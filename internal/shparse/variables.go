package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// variables gives variables their values.
type variables struct {
	sh    *shell
	eval  valueReader
	funcs hookFinder
}

// valueReader reads values that a variable gets the way the shell does.
type valueReader interface {
	reread(w fact.Word, how rereading)
	computed(v domain.Value) domain.Value
	integer(v fact.Word) fact.Word
}

// hookFinder notes the functions that a variable makes hooks.
type hookFinder interface {
	hooksIn(name string)
}

// rereading is the way in which the shell reads a value.
type rereading uint8

const (
	asExpression rereading = iota // (( )), an index, the value of a variable with declare -i
	asName                        // unset, read, ${!x}: a name, whose subscript is an expression
	asPrompt                      // ${x@P}, print -P
	asList                        // the value of declare -a "x=(…)"
)

// store gives a variable a value. Every write of the script passes here: where the variable is a
// number for the shell, the value is an expression.
func (vs *variables) store(name string, v domain.Value) {
	old := vs.sh.st.Vars[vs.sh.st.Target(name)]
	if vs.cannotChange(name, old) {
		vs.sh.reportDiscarded(name, "it assigns to "+name+", which cannot be changed")
	}
	if old.RefNext || old.Attr&domain.AttrMayRef != 0 { // it may become a name for another variable
		for _, w := range v.Each() {
			vs.eval.reread(w, asName)
		}
	}
	if vs.sh.computes(name) {
		if w := vs.eval.computed(v); vs.sh.st.Vars[vs.sh.st.Target(name)].Attr&domain.AttrNumber == 0 {
			v = w // else it may be text, too
		}
	}
	vs.sh.st.Set(name, v)
	if old.Attr&domain.AttrMayRef != 0 { // or is one
		for _, target := range old.Keys {
			vs.reportSteering(target)
		}
	}
}

// storeUnknown gives a variable a value that is not known.
func (vs *variables) storeUnknown(name string) {
	if vs.sh.computes(name) {
		vs.eval.reread(fact.Unknown("$"+name), asExpression)
	}
	vs.sh.st.Forget(name)
}

// setElement gives some element of a variable a value: of the others it is known whether they are
// numbers.
func (vs *variables) setElement(name string, w fact.Word) { vs.setPerhaps(name, w, true) }

// setPerhaps gives a variable a value that may be another one, or one of its elements.
func (vs *variables) setPerhaps(name string, w fact.Word, element bool) {
	if vs.sh.computes(name) {
		w = vs.eval.integer(w)
	}
	old, other := vs.sh.st.Current(vs.sh.st.Target(name)), domain.Value{Word: w}
	v := old.Blurred(name, &other)
	if element {
		v.Attr = vs.elementAttributes(name)
	}
	vs.sh.st.Set(name, v)
}

// setElements gives a variable elements at places that are not known.
func (vs *variables) setElements(name string, list []fact.Word, appends bool) {
	if vs.sh.computes(name) {
		vs.eval.computed(domain.Value{List: list, IsList: true})
	}
	before, words := vs.sh.st.Current(vs.sh.st.Target(name)), domain.Value{List: list, IsList: true}
	if !appends {
		before = words
	}
	v := before.Blurred(name, &words)
	v.Attr = vs.elementAttributes(name)
	vs.sh.st.Set(name, v)
}

// elementAttributes are the attributes of a variable that has got an element, perhaps at a place
// that is not known. A scalar that it is given later is one more element.
func (vs *variables) elementAttributes(name string) domain.Attr {
	old := vs.sh.st.Vars[vs.sh.st.Target(name)]
	if old.Assoc || old.Attr&domain.AttrTable != 0 {
		return old.Attr
	}
	return old.Attr | domain.AttrList
}

// cannotChange reports whether an assignment to a variable fails.
func (vs *variables) cannotChange(name string, old domain.Value) bool {
	if old.Attr&domain.AttrReadonly != 0 {
		return true
	}
	switch name {
	case "UID", "EUID", "PPID", "BASHOPTS", "SHELLOPTS", "BASH_VERSINFO":
		return vs.sh.has(dialect.DiscardsLine)
	}
	return false
}

// namesNothingSet reports whether a variable that should name another one has no value.
func (vs *variables) namesNothingSet(name string, set bool) bool {
	if !set {
		return !vs.sh.st.AllVars
	}
	_, assigned := vs.sh.st.Vars[name]
	return !assigned && !vs.sh.st.AllVars && syntax.ValidName(name)
}

// isTable reports whether a variable is known to be an associative array: a subscript is a key.
func (vs *variables) isTable(name string) bool {
	v := vs.sh.st.Vars[vs.sh.st.Target(name)]
	return v.Assoc || v.Attr&domain.AttrTable != 0 ||
		vs.sh.has(dialect.FunctionsTable) && dialect.ZshTable(name)
}

// shellNumber reports whether the value of a variable that the shell itself sets is a number. One
// that the line has touched is any other variable: after unset RANDOM and in local RANDOM nothing
// is special about it, and of OPTIND bash keeps the text that it is given.
func (vs *variables) shellNumber(name string) bool {
	if !dialect.CountedByShell(name, vs.sh.script.dialect) {
		return false
	}
	v, ok := vs.sh.st.Vars[vs.sh.st.Target(name)]
	if !ok {
		return !vs.sh.st.Foreign && !vs.sh.st.AllVars
	}
	return !v.Unset && v.Attr&domain.AttrOrdinary == 0 && v.All(domain.Numeric)
}

func firstValue(v domain.Value) fact.Word {
	if len(v.Alts) > 0 || v.IsList {
		return fact.Word{Kind: fact.Partial}
	}
	return v.Word
}

// firstElement is what an array stands for without a subscript.
func firstElement(v domain.Value) fact.Word {
	switch {
	case !v.IsList || v.Assoc || domain.HasMany(v.List[:min(1, len(v.List))]):
		return firstValue(v)
	case len(v.List) == 0:
		return fact.Word{}
	}
	return v.List[0]
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

// assignWord assigns a scalar.
func (vs *variables) assignWord(name string, v fact.Word, appends, exported bool) {
	old, had := vs.sh.st.Vars[name]
	vs.noteName(name)
	if appends && vs.sh.computes(name) {
		vs.eval.computed(old) // text that was there before it became a number
		vs.eval.integer(v)
		v = fact.Word{Kind: fact.Partial, Number: old.Attr&domain.AttrNumber == 0} // else it may be text
	} else if old.IsList && !old.Assoc {
		vs.assignFirst(name, old, v, appends)
		return
	} else if appends {
		v = appended(old, had, v)
	}
	vs.store(name, domain.Value{Word: v, Exported: exported || old.Exported})
}

// assignFirst assigns to an array without a subscript: its first element in bash, all of it in zsh.
func (vs *variables) assignFirst(name string, old domain.Value, v fact.Word, appends bool) {
	switch {
	case !vs.sh.has(dialect.AppendsToFirst) && appends:
		old.List = append(old.List[:len(old.List):len(old.List)], v)
		vs.store(name, old)
	case !vs.sh.has(dialect.AppendsToFirst):
		vs.store(name, domain.Value{Word: v, Exported: old.Exported})
	case len(old.List) > 0 && !domain.HasGlob(old.List[:1]) && !domain.HasMany(old.List[:1]):
		list := append([]fact.Word(nil), old.List...)
		if appends {
			v = appended(domain.Value{Word: list[0]}, true, v)
		}
		list[0] = v
		old.List = list
		vs.store(name, old)
	default:
		vs.setElement(name, v)
	}
}

// giveElement gives an element of an array a value. It does not follow which element that is.
func (vs *variables) giveElement(name string, w fact.Word) {
	array, _, ok := strings.Cut(name, "[")
	if !ok || !syntax.ValidName(array) {
		vs.forgetName(name)
		return
	}
	vs.noteName(array)
	vs.setElement(array, w)
	vs.reportSteering(array)
}

// numberFor gives the variable of a name a number.
func (vs *variables) numberFor(name fact.Word) {
	vs.eval.reread(name, asName)
	number := fact.Word{Kind: fact.Partial, Number: true}
	switch {
	case !name.IsLiteral():
		vs.reportUnknownName(&name)
	case syntax.ValidName(name.Text):
		vs.noteName(name.Text)
		vs.store(name.Text, domain.Value{Word: number})
		vs.reportSteering(name.Text)
	default:
		vs.giveElement(name.Text, number)
	}
}

func (vs *variables) forgetNames(args []fact.Word, more ...string) {
	for i := range args {
		if !args[i].IsLiteral() {
			vs.reportUnknownName(&args[i])
			return
		}
		vs.eval.reread(args[i], asName)
		vs.forgetName(args[i].Text)
	}
	for _, n := range more {
		vs.forgetName(n)
	}
}

// forgetName makes a variable unknown that a builtin assigns, or an array if the builtin assigns an
// element of it.
func (vs *variables) forgetName(name string) {
	if syntax.ValidName(name) {
		vs.storeUnknown(name)
		vs.noteName(name)
		vs.reportSteering(name)
		return
	}
	if vs.notePositional(name) {
		return
	}
	for _, part := range strings.FieldsFunc(name,
		func(r rune) bool { return r == '[' || r == '=' || r == '?' }) {
		if syntax.ValidName(part) { // a[1], read 'x?prompt' and zparseopts o=x in zsh
			vs.storeUnknown(part)
			vs.noteName(part)
			vs.reportSteering(part)
		} else {
			vs.notePositional(part)
		}
	}
}

// giveInput says of a variable that is not known what read has put into it.
func (vs *variables) giveInput(name string, from *fact.Word) {
	v, ok := vs.sh.st.Vars[vs.sh.st.Target(name)]
	switch {
	case from.Origin.Names == nil && !from.Number && from.Origin.Kind != fact.WordsOrigin, !ok,
		v.Unset, v.IsList:
		return
	case v.Ref != "", v.Attr != 0, v.Word.Kind == fact.Literal:
		return
	}
	v.Word.Origin, v.Word.Number = from.Origin, from.Number
	vs.sh.st.Set(name, domain.Value{Word: v.Word, Exported: v.Exported})
}

// giveListed puts a line of such a list into the only variable of read.
func (vs *variables) giveListed(r *reading, n *fact.Names) {
	v, ok := vs.sh.st.Vars[vs.sh.st.Target(r.names[0])]
	if !ok || v.Unset || v.IsList || v.Ref != "" || v.Attr != 0 || len(n.List) == 0 {
		return
	}
	words := n.Words()
	value := domain.Value{Word: words[0], Exported: v.Exported}
	if len(words) > 1 {
		value.Alts, value.Word = words, fact.Word{Kind: fact.Partial}
		vs.sh.st.HasAlts = true
	}
	vs.sh.st.Set(r.names[0], value)
}

// loopListed puts such names into the variable of a loop over them.
func (vs *variables) loopListed(name string, items []fact.Word) {
	for i := range items {
		if n := items[i].Origin.Listed; n == nil || !items[i].IsLiteral() || n != items[0].Origin.Listed {
			return
		}
	}
	v, ok := vs.sh.st.Vars[vs.sh.st.Target(name)]
	if len(items) > 1 && ok && !v.IsList && v.Ref == "" && v.Attr == 0 && !v.Unset {
		alts := append([]fact.Word(nil), items...)
		for i := range alts { // what stands beside one that is a pattern again: ../$f
			alts[i].Origin.Names = domain.NamesOf(items)
		}
		vs.sh.st.Set(name, domain.Value{Alts: alts, Word: fact.Word{Kind: fact.Partial},
			Exported: v.Exported})
		vs.sh.st.HasAlts = true
	}
}
