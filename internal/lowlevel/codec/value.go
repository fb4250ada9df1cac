package codec

import (
	"encoding"
	"reflect"
)

// Value writes or reads what a pointer leads to, by its type: texts, numbers, switches, and lists,
// pointers and structs of these. Of a struct it is the exported fields, in their order, or the text
// that it makes of itself; one that is an interface is left out. A pointer or a list that is missing
// stays so.
//
// It takes about three times as long as functions that are written for a type.
func (c *Coder) Value(pointer any) { c.value(reflect.ValueOf(pointer).Elem()) }

func (c *Coder) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		s := v.String()
		c.Text(&s)
		v.SetString(s)
	case reflect.Bool:
		v.SetBool(c.Has(v.Bool()))
	case reflect.Int, reflect.Int64:
		n := uint64(v.Int())
		Number(c, &n)
		v.SetInt(int64(n))
	case reflect.Uint8:
		n := uint8(v.Uint())
		Word(c, &n)
		v.SetUint(uint64(n))
	case reflect.Uint64:
		n := v.Uint()
		Number(c, &n)
		v.SetUint(n)
	case reflect.Pointer:
		if !c.Has(!v.IsNil()) {
			return
		}
		if !c.writing {
			v.Set(reflect.New(v.Type().Elem()))
		}
		c.value(v.Elem())
	case reflect.Slice:
		for i := range c.length(v) {
			if c.value(v.Index(i)); c.bad {
				return
			}
		}
	case reflect.Struct:
		if t, ok := v.Addr().Interface().(marshaler); ok {
			c.marshal(t)
			return
		}
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				c.value(f)
			}
		}
	case reflect.Interface:
	default:
		panic("codec: there is no form for " + v.Type().String())
	}
}

// marshaler is a struct that makes a text of itself.
type marshaler interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

func (c *Coder) marshal(v marshaler) {
	var text string
	if c.writing {
		b, err := v.MarshalText()
		text, c.bad = string(b), c.bad || err != nil
	}
	if c.Text(&text); !c.writing && v.UnmarshalText([]byte(text)) != nil {
		c.Fail()
	}
}

// length is Sized for a list of any type.
func (c *Coder) length(list reflect.Value) int {
	n := 0
	if !list.IsNil() {
		n = list.Len() + 1
	}
	if c.Int(&n); c.writing {
		return n - 1
	}
	switch {
	case n-1 > len(c.in): // each value is a byte at least
		c.Fail()
		return 0
	case n > 0:
		list.Set(reflect.MakeSlice(list.Type(), n-1, n-1))
	}
	return n - 1
}
