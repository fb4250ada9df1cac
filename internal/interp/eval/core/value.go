package core

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Kind says what is known of a value.
type Kind uint8

const (
	KindData  Kind = iota // a number, string, list or other plain data whose value is not known
	KindTop               // anything: it may be a module or a function
	KindStr               // a string or bytes, known in whole or in part
	KindNum               // a number or another constant, by its text
	KindRef               // a module, function or constant with a qualified name
	KindObj               // an object of a type that the tables know
	KindList              // a list, tuple, set or array
	KindDict              // a dictionary or object literal
	KindFunc              // a function of the code itself
	KindClass             // a class of the code itself
	KindBound             // a method of an object, not called yet
	KindAlt               // one of several
)

// Value is a value as far as it is known. It is not modified once made, lists and dictionaries
// excepted.
type Value struct {
	Kind   Kind
	Word   fact.Word // KindStr: Literal or Partial
	Name   string    // KindNum: its text. KindRef: qualified name. KindBound: method. KindTop: its way
	Type   *Type     // KindObj
	Base   *Value    // KindObj: what it was made from. KindBound: the receiver. KindData: see contentOf
	List   []*Value  // KindList: elements. KindDict: values. KindAlt: alternatives
	Keys   []string  // KindDict: keys, in step with list
	More   bool      // KindList, KindDict: there may be further elements
	Like   bool      // KindList with more: like the ones that are listed. KindDict: variables
	Placed int       // KindList with like: so many are in their places, from the first on
	Wild   bool      // KindList, KindDict: these may be anything, not data alone
	File   int       // that was loaded. KindList, KindDict: made it. KindTop: defines it
	Null   bool      // KindNum: it is false as a condition
	Fn     *Function // KindFunc
	Class  *Class    // KindClass, or KindObj of a class of the code
	Args   []Arg     // KindObj of type partial: what it was made with
}

var (
	Data = &Value{}
	Top  = &Value{Kind: KindTop}
)

// Str is a text.
func Str(s string) *Value { return &Value{Kind: KindStr, Word: fact.Lit(s)} }

// Num is a number or another constant, by its text.
func Num(s string) *Value { return &Value{Kind: KindNum, Name: s} }

// Ref is a module, function or constant by its qualified name.
func Ref(s string) *Value { return &Value{Kind: KindRef, Name: s} }

// Null is a constant that is false as a condition: None, null.
func Null(s string) *Value { return &Value{Kind: KindNum, Name: s, Null: true} }

// Obj is an object of a type, made from a value.
func Obj(typ *Type, base *Value) *Value {
	return &Value{Kind: KindObj, Type: typ, Base: base}
}

// ListOf is a list. All its elements are known.
func ListOf(elems ...*Value) *Value { return &Value{Kind: KindList, List: elems} }

// SomeOf is a list of any number of elements like one.
func SomeOf(elem *Value) *Value {
	return &Value{Kind: KindList, List: []*Value{elem}, More: true, Like: true}
}

// Partial is a string with a known beginning and end. With nothing known it is plain data.
func Partial(pre, suf string) *Value {
	return &Value{Kind: KindStr, Word: fact.Word{Kind: fact.Partial, Text: pre, Suffix: suf}}
}

// Text returns a wholly known string.
func (v *Value) Text() (string, bool) {
	if v != nil && v.Kind == KindStr && v.Word.Kind == fact.Literal && !v.Word.Glob {
		return v.Word.Text, true
	}
	return "", false
}

// Plain reports whether the value is data, whatever it is: using it cannot run anything.
func (v *Value) Plain() bool { return v.isPlain(0) }

func (v *Value) isPlain(depth int) bool {
	if v == nil {
		return true
	}
	if depth > 20 {
		return false
	}
	switch v.Kind {
	case KindData, KindStr, KindNum:
		return true
	case KindList, KindDict, KindAlt:
		if v.Wild {
			return false
		}
		for _, e := range v.List {
			if !e.isPlain(depth + 1) {
				return false
			}
		}
		return true
	}
	return false
}

// Alts calls f for each thing that the value may be.
func (v *Value) Alts(f func(*Value)) {
	if v.Kind != KindAlt {
		f(v)
		return
	}
	for _, a := range v.List {
		f(a)
	}
}

// maxAlts bounds the alternatives of one value.
const maxAlts = 8

// Join returns a value that is either of the two.
func Join(a, b *Value) *Value {
	switch {
	case a == nil:
		return b
	case a.Kind == KindData && b != nil && b.Kind == KindData:
		return joinData(a, b)
	case b == nil, a == b, equal(a, b, 0):
		return a
	}
	var out []*Value
	add := func(v *Value) {
		for i, o := range out {
			if o.Kind == KindData && v.Kind == KindData {
				out[i] = joinData(o, v)
				return
			}
			if equal(o, v, 0) {
				return
			}
		}
		out = append(out, v)
	}
	a.Alts(add)
	b.Alts(add)
	if len(out) == 1 {
		return out[0]
	}
	if len(out) > maxAlts {
		for _, o := range out {
			if !o.Plain() {
				return Top
			}
		}
		return Data
	}
	return &Value{Kind: KindAlt, List: out}
}

// equal reports whether two values are known to be equal.
func equal(a, b *Value, depth int) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || depth > 8 {
		return false
	}
	if a.Kind == KindData {
		return (a.Base == nil) == (b.Base == nil) && (a.Base == nil || equal(a.Base, b.Base, depth+1))
	}
	if a.Word != b.Word || a.Kind == KindTop && a.File != b.File ||
		a.Name != b.Name || a.typeName() != b.typeName() ||
		a.Fn != b.Fn || a.Class != b.Class ||
		a.More != b.More || a.Like != b.Like || a.Placed != b.Placed || a.Wild != b.Wild ||
		len(a.List) != len(b.List) || len(a.Keys) != len(b.Keys) {
		return false
	}
	for i := range a.Keys {
		if a.Keys[i] != b.Keys[i] {
			return false
		}
	}
	for i := range a.List {
		if !equal(a.List[i], b.List[i], depth+1) {
			return false
		}
	}
	if !equalArgs(a.Args, b.Args) {
		return false
	}
	return (a.Base == nil) == (b.Base == nil) && (a.Base == nil || equal(a.Base, b.Base, depth+1))
}

// MaxText bounds a computed string, in bytes.
const MaxText = 1 << 16

// Concat joins strings. A part that is not a string becomes unknown text, a number its digits.
func Concat(parts ...*Value) *Value {
	out := fact.Word{}
	for i, p := range parts {
		w, ok := p.AsWord()
		if !ok {
			return Top
		}
		if i == 0 {
			out = w
			continue
		}
		if out.Glob || w.Glob {
			out, w = alignPatterns(out, w)
		}
		switch {
		case out.Kind == fact.Literal && w.Kind == fact.Literal:
			out.Text, out.Glob = out.Text+w.Text, out.Glob || w.Glob
		case out.Kind == fact.Literal:
			out = fact.Word{Kind: fact.Partial, Text: out.Text + w.Text, Suffix: w.Suffix}
		case w.Kind == fact.Literal:
			out.Suffix += w.Text
		default:
			out.Suffix = w.Suffix
		}
		if len(out.Text)+len(out.Suffix) > MaxText {
			return Data
		}
	}
	return &Value{Kind: KindStr, Word: out}
}

// AsWord returns the value as the text that it has in a string. ok is false for what is no data.
func (v *Value) AsWord() (fact.Word, bool) {
	switch v.Kind {
	case KindStr:
		return v.Word, true
	case KindNum:
		return numberWord(v.Name), true
	case KindRef:
		if v.Word != (fact.Word{}) {
			return v.Word, true
		}
	case KindObj:
		if v.Type.Text && v.Base != nil {
			return v.Base.AsWord()
		}
	}
	return fact.Word{Kind: fact.Partial}, true
}

// numberWord is a number or another constant as a text has it: 0x10 is 16. Languages differ in how they
// write fractions, so these are not known.
func numberWord(name string) fact.Word {
	if unsigned := strings.TrimPrefix(name, "-"); unsigned == "" || unsigned[0] != '.' &&
		(unsigned[0] < '0' || unsigned[0] > '9') {
		return fact.Lit(name) // None, true
	}
	n, err := strconv.ParseInt(name, 0, 54)
	if err != nil {
		return fact.Word{Kind: fact.Partial}
	}
	return fact.Lit(strconv.FormatInt(n, 10))
}

// Words returns the value as the word of a command or a path: every alternative of it.
func (v *Value) Words() []fact.Word {
	var out []fact.Word
	v.Alts(func(a *Value) {
		w, _ := a.AsWord()
		out = append(out, w)
	})
	return out
}

// Element is what a value yields when it is iterated or subscripted with something that is not
// known.
func (v *Value) Element() *Value {
	switch v.Kind {
	case KindData:
		if v.isContent() {
			return v
		}
		return Data
	case KindStr, KindNum:
		return Data
	case KindList, KindDict:
		var out *Value
		for _, e := range v.List {
			out = Join(out, e)
		}
		if v.Wild {
			out = Join(out, Top)
		} else if v.More && (!v.Like || v.Kind == KindDict) || out == nil {
			out = Join(out, Data)
		}
		return out
	case KindAlt:
		var out *Value
		for _, e := range v.List {
			out = Join(out, e.Element())
		}
		return out
	case KindObj:
		if v.Type.Element != nil {
			return v.Type.Element(v)
		}
		if v.Type.Library {
			return v // a part of a library's object has the methods of the whole
		}
	}
	return Top
}

// Get returns the value of a key of a dictionary, or nil.
func (v *Value) Get(key string) *Value {
	if v == nil || v.Kind != KindDict {
		return nil
	}
	for i := len(v.Keys) - 1; i >= 0; i-- {
		if v.Keys[i] == key {
			return v.List[i]
		}
	}
	return nil
}

// Put sets a key of a dictionary.
func (v *Value) Put(key string, val *Value) {
	for i := range v.Keys {
		if v.Keys[i] == key {
			v.List[i] = val
			return
		}
	}
	v.Keys, v.List = append(v.Keys, key), append(v.List, val)
}

// truth returns what is known of the value as a condition.
func (v *Value) truth() fact.Tri {
	if v == nil {
		return fact.No
	}
	switch v.Kind {
	case KindNum:
		if v.Null || v.Name == "0" || v.Name == "0.0" || v.Name == "" {
			return fact.No
		}
		return fact.Yes
	case KindStr:
		if v.Word.Kind == fact.Literal && !v.Word.Glob {
			if v.Word.Text == "" {
				return fact.No
			}
			return fact.Yes
		}
	case KindRef, KindFunc, KindClass, KindObj:
		return fact.Yes
	}
	return fact.Maybe
}

func equalArgs(a, b []Arg) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Spread != b[i].Spread || !equal(a[i].Val, b[i].Val, 0) {
			return false
		}
	}
	return true
}

// Arg is one argument of a call.
type Arg struct {
	Name   string
	Val    *Value
	Spread bool // *args, **kwargs or ...rest
}

func (v *Value) objectBase() *Value {
	if v == nil || v.Kind != KindObj {
		return nil
	}
	return v.Base
}

// firstElement is the first element of a list that has one, as far as it is known.
func (v *Value) firstElement() *Value {
	if v.placedCount() == 0 {
		return v.Element()
	}
	return v.List[0]
}

// placedCount is how many elements of a list are in their places, from the first on.
func (v *Value) placedCount() int {
	if v.More && v.Like {
		return v.Placed
	}
	return len(v.List)
}

// What is read from a file is plain data whose value is not known, but it may be names of files,
// and the gate can look at them: open(open('list').read()) reads what the list says. Data with a
// Base is what was read from the file that this is; parts of it, and what its methods make of it,
// are so, too.

// contentOf is what is read from a file.
func contentOf(file *Value) *Value {
	if file == nil {
		return Data
	}
	return &Value{Kind: KindData, Base: file}
}

// isContent reports whether a value is known to be read from a file.
func (v *Value) isContent() bool { return v != nil && v.Kind == KindData && v.Base != nil }

// fileElement is the Element of a file: its lines.
func fileElement(v *Value) *Value { return contentOf(v.Base) }

// joinData is unknown data that may be either of two: read from the files of both.
func joinData(a, b *Value) *Value {
	switch {
	case a.Base == nil || a == b:
		return b
	case b.Base == nil || equal(a.Base, b.Base, 0):
		return a
	}
	return contentOf(Join(a.Base, b.Base))
}

// contentFiles are the files whose content a path is, as far as is known.
func contentFiles(path *Value) *Value {
	if path.Kind == KindObj && path.Type.Text && path.Base != nil {
		path = path.Base
	}
	var out *Value
	path.Alts(func(a *Value) {
		if a.isContent() {
			out = Join(out, a.Base)
		}
	})
	return out
}

func (v *Value) contentBase() *Value {
	if v.isContent() {
		return v.Base
	}
	return nil
}
