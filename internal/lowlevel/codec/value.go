package codec

import (
	"encoding"
	"reflect"
)

// Value writes or reads what a pointer leads to, by its type: a text, a number, a switch, or a list,
// pointer or struct of these. Of a struct it takes the exported fields in their order, or the text
// that the struct makes of itself. It leaves interfaces out.
//
// It takes about three times as long as functions that are written for a type.
func (c *Coder) Value(pointer any) {
	v := reflect.ValueOf(pointer).Elem()
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
		c.Value(v.Interface())
	case reflect.Slice:
		n := -1
		if !v.IsNil() {
			n = v.Len()
		}
		if n = c.size(n); n >= 0 && !c.writing {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
		}
		for i := 0; i < n && !c.bad; i++ {
			c.Value(v.Index(i).Addr().Interface())
		}
	case reflect.Struct:
		if t, ok := pointer.(marshaler); ok {
			c.marshal(t)
			return
		}
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() {
				c.Value(f.Addr().Interface())
			}
		}
	case reflect.Interface:
	default:
		panic("pack: there is no form for " + v.Type().String())
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
