package decide

import (
	"reflect"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// TestSameEffect changes each field that there is: one that is added must be compared, unless it says
// whose the effect is.
func TestSameEffect(t *testing.T) {
	var walk func(whole *fact.Effect, v reflect.Value, name string)
	walk = func(whole *fact.Effect, v reflect.Value, name string) {
		for i := range v.NumField() {
			field, of := v.Field(i), name+v.Type().Field(i).Name
			switch field.Kind() {
			case reflect.Struct:
				walk(whole, field, of+".")
				continue
			case reflect.String:
				field.SetString("x")
			case reflect.Bool:
				field.SetBool(true)
			case reflect.Uint8:
				field.SetUint(3)
			case reflect.Slice:
				field.Set(reflect.MakeSlice(field.Type(), 1, 1))
			case reflect.Int:
				field.SetInt(3)
			default:
				t.Fatalf("%s is of a kind that is not compared", of)
			}
			if same, want := sameEffect(whole, &fact.Effect{}), of == "Command" || of == "Pass"; same != want {
				t.Errorf("%s differs: the effects are the same: %v, want %v", of, same, want)
			}
			field.SetZero()
		}
	}
	e := &fact.Effect{}
	walk(e, reflect.ValueOf(e).Elem(), "")
}
