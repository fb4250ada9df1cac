package eval

import (
	"github.com/fencepost/fencepost/internal/fact"
)

// Kind says what is known of a value.
type Kind uint8

const (
	kData   Kind = iota // a number, string, list or other plain data whose value is not known
	kOpaque             // anything: it may be a module or a function
	kStr                // a string or bytes, known in whole or in part
	kNum                // a number or another constant, by its text
	kRef                // a module, function or constant with a qualified name
	kObj                // an object of a type that the tables know
	kList               // a list, tuple, set or array
	kDict               // a dictionary or object literal
	kFunc               // a function of the code itself
	kClass              // a class of the code itself
	kBound              // a method of an object, not called yet
	kAlt                // one of several
)

// Value is a value as far as it is known. It is not modified once made, lists and dictionaries
// excepted.
type Value struct {
	kind Kind
	word fact.Word // kStr: Literal or Partial
	name string    // kNum: its text. kRef: qualified name. kBound: method. kOpaque: what led there
	typ  *Type     // kObj
	base *Value    // kObj: what it was made from (a path). kBound: the receiver. kClass: see class
	list []*Value  // kList: elements. kDict: values. kAlt: alternatives
	keys []string  // kDict: keys, in step with list
	more bool      // kList, kDict: there may be further elements
	like bool      // kList with more: those are like the ones that are listed
	wild bool      // kList, kDict: these may be anything, not data alone
	none bool      // kNum: it is false as a condition
	fn   *function // kFunc
	cls  *class    // kClass, or kObj of a class of the code
	args []arg     // kObj of type partial: what it was made with
}

var (
	data   = &Value{}
	opaque = &Value{kind: kOpaque}
)

func str(s string) *Value { return &Value{kind: kStr, word: fact.Lit(s)} }
func num(s string) *Value { return &Value{kind: kNum, name: s} }
func ref(s string) *Value { return &Value{kind: kRef, name: s} }

// none is a constant that is false as a condition: None, null.
func none(s string) *Value { return &Value{kind: kNum, name: s, none: true} }

func obj(typ *Type, base *Value) *Value {
	return &Value{kind: kObj, typ: typ, base: base}
}
func listOf(elems []*Value) *Value { return &Value{kind: kList, list: elems} }

// partial is a string with a known beginning and end. With nothing known it is plain data.
func partial(pre, suf string) *Value {
	return &Value{kind: kStr, word: fact.Word{Kind: fact.Partial, Text: pre, Suffix: suf}}
}

// text returns a wholly known string.
func (v *Value) text() (string, bool) {
	if v != nil && v.kind == kStr && v.word.Kind == fact.Literal && !v.word.Glob {
		return v.word.Text, true
	}
	return "", false
}

// plain reports whether the value is data, whatever it is: using it cannot run anything.
func (v *Value) plain() bool { return v.isPlain(0) }

func (v *Value) isPlain(depth int) bool {
	if v == nil {
		return true
	}
	if depth > 20 {
		return false
	}
	switch v.kind {
	case kData, kStr, kNum:
		return true
	case kList, kDict, kAlt:
		if v.wild {
			return false
		}
		for _, e := range v.list {
			if !e.isPlain(depth + 1) {
				return false
			}
		}
		return true
	}
	return false
}

// alts calls f for each thing that the value may be.
func (v *Value) alts(f func(*Value)) {
	if v.kind != kAlt {
		f(v)
		return
	}
	for _, a := range v.list {
		f(a)
	}
}

// maxAlts bounds the alternatives of one value.
const maxAlts = 8

// join returns a value that is either of the two.
func join(a, b *Value) *Value {
	switch {
	case a == nil:
		return b
	case b == nil, a == b, same(a, b, 0):
		return a
	}
	var out []*Value
	add := func(v *Value) {
		for _, o := range out {
			if same(o, v, 0) {
				return
			}
		}
		out = append(out, v)
	}
	a.alts(add)
	b.alts(add)
	if len(out) == 1 {
		return out[0]
	}
	if len(out) > maxAlts {
		for _, o := range out {
			if !o.plain() {
				return opaque
			}
		}
		return data
	}
	return &Value{kind: kAlt, list: out}
}

// same reports whether two values are known to be equal.
func same(a, b *Value, depth int) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.kind != b.kind || depth > 8 {
		return false
	}
	if a.kind == kData {
		return true
	}
	if a.word != b.word || a.name != b.name || a.typeName() != b.typeName() || a.fn != b.fn || a.cls != b.cls ||
		a.more != b.more || a.like != b.like || a.wild != b.wild ||
		len(a.list) != len(b.list) || len(a.keys) != len(b.keys) {
		return false
	}
	for i := range a.keys {
		if a.keys[i] != b.keys[i] {
			return false
		}
	}
	for i := range a.list {
		if !same(a.list[i], b.list[i], depth+1) {
			return false
		}
	}
	if !sameArgs(a.args, b.args) {
		return false
	}
	return (a.base == nil) == (b.base == nil) && (a.base == nil || same(a.base, b.base, depth+1))
}

// maxText bounds a computed string, in bytes.
const maxText = 1 << 16

// concat joins strings. A part that is not a string becomes unknown text, a number its digits.
func concat(parts ...*Value) *Value {
	out := fact.Word{}
	for i, p := range parts {
		w, ok := p.asWord()
		if !ok {
			return opaque
		}
		if i == 0 {
			out = w
			continue
		}
		if out.Glob || w.Glob {
			out, w = together(out, w)
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
		if len(out.Text)+len(out.Suffix) > maxText {
			return data
		}
	}
	return &Value{kind: kStr, word: out}
}

// asWord returns the value as the text that it has in a string. ok is false for what is no data.
func (v *Value) asWord() (fact.Word, bool) {
	switch v.kind {
	case kStr:
		return v.word, true
	case kNum:
		return fact.Lit(v.name), true
	case kRef:
		if v.word != (fact.Word{}) {
			return v.word, true
		}
	case kObj:
		if v.typ.Text && v.base != nil {
			return v.base.asWord()
		}
	}
	return fact.Word{Kind: fact.Partial}, true
}

// words returns the value as the word of a command or a path: every alternative of it.
func (v *Value) words() []fact.Word {
	var out []fact.Word
	v.alts(func(a *Value) {
		w, _ := a.asWord()
		out = append(out, w)
	})
	return out
}

// element is what a value yields when it is iterated or subscripted with something that is not
// known.
func (v *Value) element() *Value {
	switch v.kind {
	case kData, kStr, kNum:
		return data
	case kList, kDict:
		var out *Value
		for _, e := range v.list {
			out = join(out, e)
		}
		if v.wild {
			out = join(out, opaque)
		} else if v.more && !v.like || out == nil {
			out = join(out, data)
		}
		return out
	case kAlt:
		var out *Value
		for _, e := range v.list {
			out = join(out, e.element())
		}
		return out
	case kObj:
		if v.typ.Element != nil {
			return v.typ.Element(v)
		}
		if v.typ.Library {
			return v // a part of a library's object has the methods of the whole
		}
	}
	return opaque
}

// get returns the value of a key of a dictionary, or nil.
func (v *Value) get(key string) *Value {
	if v == nil || v.kind != kDict {
		return nil
	}
	for i := len(v.keys) - 1; i >= 0; i-- {
		if v.keys[i] == key {
			return v.list[i]
		}
	}
	return nil
}

// put sets a key of a dictionary.
func (v *Value) put(key string, val *Value) {
	for i := range v.keys {
		if v.keys[i] == key {
			v.list[i] = val
			return
		}
	}
	v.keys, v.list = append(v.keys, key), append(v.list, val)
}

// truth returns what is known of the value as a condition.
func (v *Value) truth() fact.Tri {
	if v == nil {
		return fact.No
	}
	switch v.kind {
	case kNum:
		if v.none || v.name == "0" || v.name == "0.0" || v.name == "" {
			return fact.No
		}
		return fact.Yes
	case kStr:
		if v.word.Kind == fact.Literal && !v.word.Glob {
			if v.word.Text == "" {
				return fact.No
			}
			return fact.Yes
		}
	case kRef, kFunc, kClass, kObj:
		return fact.Yes
	}
	return fact.Maybe
}
