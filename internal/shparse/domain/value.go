package domain

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Value is what is known of a variable.
type Value struct {
	Word fact.Word
	// the values it may have, where more than one way leads here; word is then unused
	Alts     []fact.Word
	List     []fact.Word // an indexed array
	IsList   bool
	Exported bool
	Unset    bool // known not to be set
	Ref      string
	RefNext  bool     // declare -n without a value: the next assignment says what it refers to
	Keys     []string // of an associative array, one for each element of list
	Assoc    bool
	Attr     Attr
}

// Attr is a set of attributes that declare gives to a variable.
type Attr uint16

const (
	AttrLower Attr = 1 << iota
	AttrUpper
	AttrInteger
	AttrReadonly
	attrMayExport // on some way programs get it, and on some not
	// on some way it is a reference to one of the variables in keys, or the next value says to which
	AttrMayRef
	AttrNumber   // may be an integer for zsh
	AttrOther    // capital letters, and in zsh whatever else changes a value
	AttrFloat    // zsh: a number with a fraction
	AttrTable    // an associative array, whose subscripts are keys
	AttrMayTable // one on some way
	AttrList     // an indexed array, on some way
	// has the name of a variable of the shell, but may have lost what is special about it
	AttrOrdinary
)

// Convert applies the attributes to a new value.
func (v *Value) Convert() {
	kind := v.Attr &^ keptAttrs
	if kind == 0 || v.Unset || v.Ref != "" {
		return
	}
	change := func(w *fact.Word) {
		switch {
		case (kind == AttrInteger || kind == AttrNumber) && w.Known() && IsNumber(w.Text):
		case kind == AttrLower && w.Known():
			w.Text = strings.ToLower(w.Text)
		case kind == AttrUpper && w.Known():
			w.Text = strings.ToUpper(w.Text)
		default:
			calm := kind&AttrOther == 0
			*w = fact.Word{Kind: fact.Partial, Origin: w.Origin, Number: calm && Numeric(w),
				Given: calm && (kind == AttrFloat || Tame(w))}
		}
	}
	change(&v.Word)
	for i, w := range v.Alts {
		change(&w)
		if i == 0 {
			v.Alts = append([]fact.Word(nil), v.Alts...)
		}
		v.Alts[i] = w
	}
	for i, w := range v.List {
		change(&w)
		if i == 0 {
			v.List = append([]fact.Word(nil), v.List...)
		}
		v.List[i] = w
	}
}

// IsNumber reports whether s is a decimal number as arithmetic would print it.
func IsNumber(s string) bool {
	d := strings.TrimPrefix(s, "-")
	return d == "0" && s == d || d != "" && d[0] != '0' && strings.Trim(d, "0123456789") == ""
}

// targets lists the variables that a name may stand for, where it is or may be a reference.
func (v *Value) targets() []string {
	switch {
	case v.Ref != "":
		return []string{v.Ref}
	case v.Attr&AttrMayRef != 0:
		return v.Keys[:len(v.Keys):len(v.Keys)]
	}
	return nil
}

// Refers reports whether a name is, or may be, or may become with its next value, a reference.
func (v *Value) Refers() bool { return v.Ref != "" || v.RefNext || v.Attr&AttrMayRef != 0 }

// Each lists the values that a scalar may have.
func (v *Value) Each() []fact.Word {
	if len(v.Alts) > 0 {
		return v.Alts
	}
	return []fact.Word{v.Word}
}

func SameValue(a, b Value) bool {
	return a.IsList == b.IsList && a.Unset == b.Unset && a.Ref == b.Ref && a.RefNext == b.RefNext &&
		a.Attr == b.Attr &&
		a.Assoc == b.Assoc && slices.Equal(a.Keys, b.Keys) && sameWord(&a.Word, &b.Word) &&
		SameWords(a.Alts, b.Alts) &&
		SameWords(a.List, b.List)
}

func JoinValues(name string, a, b Value) Value {
	exported := a.Exported || b.Exported
	if a.Exported != b.Exported {
		a.Attr |= attrMayExport
		b.Attr |= attrMayExport
	}
	if SameValue(a, b) {
		a.Exported = exported
		return a
	}
	if a.Refers() || b.Refers() {
		targets := append(a.targets(), b.targets()...)
		return Value{Attr: a.Attr | b.Attr | AttrMayRef, Keys: targets, Exported: exported,
			Word: fact.Word{Kind: fact.Partial, Written: "$" + name, Origin: Variable(name)}}
	}
	if !a.IsList && !b.IsList && !a.Unset && !b.Unset && a.Attr == b.Attr {
		if alts, ok := union(a.Each(), b.Each()); ok {
			return Value{Alts: alts, Exported: exported, Attr: a.Attr}
		}
	}
	v := a.Blurred(name, &b)
	v.Attr, v.Exported = joinedAttr(a.Attr, b.Attr)|arrayAttr(&a, &b), exported
	return v
}

// Several reports whether a variable may have other elements than the one that its value is: it is
// an array whose elements are not known, or was one when it got that value.
func (v *Value) Several() bool {
	return !v.IsList && v.Attr&(AttrList|AttrTable|AttrMayTable) != 0
}

// arrayAttr is what remains of an array where it becomes a value that is not known.
func arrayAttr(a, b *Value) Attr {
	switch {
	case a.Assoc || b.Assoc:
		return AttrMayTable
	case a.IsList || b.IsList:
		return AttrList
	}
	return 0
}

func UnknownValue(name string) Value {
	return Value{Word: fact.Word{Kind: fact.Partial, Written: "$" + name, Origin: Variable(name)}}
}

// Names are the names that a variable may hold.
func (v *Value) Names() *fact.Names {
	n := v.Word.Origin.Names
	if v.IsList {
		n = n.Or(NamesOf(v.List))
	}
	return n.Or(NamesOf(v.Alts))
}

// mayName adds the known values that can be paths.
func (v *Value) mayName(n *fact.Names) *fact.Names {
	list := v.List
	if !v.IsList {
		list = v.Each()
	}
	for i := range list {
		w := &list[i]
		if w.Kind != fact.Literal || !strings.Contains(w.Text, "/") || v.Unset {
			continue
		}
		more := &fact.Names{}
		more.Add(w.Text, w.Glob)
		n = n.Or(more)
	}
	return n
}

// Blurred is what a variable may be that was one of two values, in as far as both are numbers.
func (v *Value) Blurred(name string, o *Value) Value {
	out := UnknownValue(name)
	if v.Refers() || o.Refers() {
		return out
	}
	out.Word.Number = v.All(Numeric) && o.All(Numeric)
	out.Word.Given = v.All(Tame) && o.All(Tame)
	out.Word.Origin.Names = v.mayName(o.mayName(v.Names().Or(o.Names())))
	return out
}

// All reports whether all that a variable may hold is of one kind.
func (v *Value) All(is func(w *fact.Word) bool) bool {
	list := v.List
	if v.Unset {
		return true
	}
	if !v.IsList {
		list = v.Each()
	}
	for i := range list {
		if !is(&list[i]) {
			return false
		}
	}
	return true
}

// covers reports whether what is known of a variable holds for another value, too.
func (v *Value) covers(o *Value) bool {
	if SameValue(*v, *o) {
		return true
	}
	if v.Word.Kind == fact.Literal || v.Word.Text+v.Word.Suffix != "" || v.IsList || len(v.Alts) > 0 {
		return false
	}
	if v.Unset || v.Ref != "" || v.RefNext {
		return false
	}
	return v.Attr|o.Attr == v.Attr && (!v.Word.Number || o.All(Numeric)) &&
		(!v.Word.Given || o.All(Tame))
}

// joinedAttr is what is known of a variable that has these attributes on two ways. What it is given
// may be changed, or not.
func joinedAttr(a, b Attr) Attr {
	joined, differ := (a|b)&^AttrTable|a&b&AttrTable, a^b
	if differ&(AttrLower|AttrUpper) != 0 {
		joined |= AttrOther
	}
	if differ&AttrInteger != 0 {
		joined |= AttrNumber
	}
	return joined
}

// keptAttrs are those that change no value.
const keptAttrs = AttrReadonly | attrMayExport | AttrMayRef | AttrTable | AttrMayTable | AttrList |
	AttrOrdinary
