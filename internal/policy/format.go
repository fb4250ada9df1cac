package policy

import (
	"reflect"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
)

// Format knows what the tags of the types of a document say. The zero Format is ready to use.
type Format struct{ structs []*Struct }

// Struct is what the tags of a struct say.
type Struct struct {
	Fields []Field
	Pos    int // index of the field Pos, which makes the struct a rule; -1: a block of keys

	typ reflect.Type
}

// Field is one key of a mapping.
type Field struct {
	Key    string
	Doc    string
	Tag    reflect.StructTag
	Type   reflect.Type
	Scalar bool // a single value, neither list nor mapping

	flags string // the rest of the yaml tag
	at    []int  // its index, behind those of the structs that it is embedded by
}

// Has reports whether the yaml tag has a word behind the key.
func (f *Field) Has(flag string) bool {
	return slices.Contains(strings.Split(f.flags, ","), flag)
}

// Of returns the value of the field in a struct.
func (f *Field) Of(v reflect.Value) reflect.Value { return v.FieldByIndex(f.at) }

// Struct returns the fields of a struct type, those of embedded structs included. Types are few,
// and only those that a file uses are looked at.
func (f *Format) Struct(t reflect.Type) *Struct {
	for _, s := range f.structs {
		if s.typ == t {
			return s
		}
	}
	s := &Struct{typ: t, Pos: -1, Fields: make([]Field, 0, t.NumField()+4)}
	s.add(t, nil)
	f.structs = append(f.structs, s)
	return s
}

// add adds the fields of a struct that is embedded at an index, or is the whole.
func (s *Struct) add(t reflect.Type, outer []int) {
	for i := range t.NumField() {
		sf := t.Field(i)
		at := append(slices.Clone(outer), i)
		if sf.Anonymous {
			s.add(sf.Type, at)
			continue
		}
		if sf.Type == reflect.TypeFor[Pos]() {
			s.Pos = i
			continue
		}
		if tag, ok := sf.Tag.Lookup("yaml"); ok {
			key, flags, _ := strings.Cut(tag, ",")
			s.Fields = append(s.Fields, Field{
				Key: key, flags: flags, Doc: sf.Tag.Get("doc"), Tag: sf.Tag, at: at, Type: sf.Type,
				Scalar: !isBlock(sf.Type),
			})
		}
	}
}

// isBlock reports whether values of the type are lists or mappings.
func isBlock(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[Entry](), reflect.TypeFor[Prefix](), reflect.TypeFor[Pattern](),
		reflect.TypeFor[*rule.Regexp](), reflect.TypeFor[*int64](), reflect.TypeFor[Port](),
		reflect.TypeFor[HostReason](), reflect.TypeFor[Words](), reflect.TypeFor[*Publish]():
		return false
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Slice, reflect.Pointer:
		return true
	}
	return false
}

// In reports whether a file of that kind may have the key.
func (f *Field) In(kind Kind) bool {
	return !(kind == Config && f.Has("preset") || kind != Organisation && f.Has("org") ||
		kind != Config && f.Has("config"))
}

// Keys returns the keys that a file of that kind may have here.
func (s *Struct) Keys(kind Kind) []string {
	var keys []string
	for i := range s.Fields {
		if s.Fields[i].In(kind) {
			keys = append(keys, s.Fields[i].Key)
		}
	}
	return keys
}

// TypeOf returns the type of the value of a key, or nil.
func (s *Struct) TypeOf(key string) reflect.Type {
	for i := range s.Fields {
		if s.Fields[i].Key == key {
			return s.Fields[i].Type
		}
	}
	return nil
}
