package compile

import (
	"os"
	"reflect"
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/store"
)

func everyKey(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("../parse/testdata/every-key.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRoundTrip: what is read is what was written, every field of it.
func TestRoundTrip(t *testing.T) {
	u := Config("f.yaml", everyKey(t))
	if len(u.Errors)+len(u.Warnings) > 0 {
		t.Fatal(u.Errors, u.Warnings)
	}
	u.Program = "p"
	got, ok := store.Decode(store.Encode(u))
	if !ok {
		t.Fatal("it cannot be read")
	}
	if got.Program != "p" || got.File != "f.yaml" || !slices.Equal(got.Of, u.Of) {
		t.Errorf("got %q, %q and %d texts", got.Program, got.File, len(got.Of))
	}
	if where := differ(reflect.ValueOf(got.Members[0].Document.Packed.Whole()), reflect.ValueOf(u.Members[0].Document),
		"Document"); where != "" {
		t.Errorf("%s is another one", where)
	}
}

// TestFields fills every field of a document and of its rules, so that none is forgotten which the
// format gets one day.
func TestFields(t *testing.T) {
	doc := &policy.Document{}
	fill(reflect.ValueOf(doc).Elem(), 0)
	doc.Packed = nil
	got, ok := store.Decode(store.Encode(&store.Unit{Members: []policy.Member{{Document: doc}}}))
	if !ok {
		t.Fatal("it cannot be read")
	}
	if where := differ(reflect.ValueOf(got.Members[0].Document.Packed.Whole()), reflect.ValueOf(doc),
		"Document"); where != "" {
		t.Errorf("%s is another one", where)
	}
}

// differ returns which of the exported fields of two values differ; "" for none. An empty list is
// not one that is missing.
func differ(a, b reflect.Value, path string) string {
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return path
			}
			return ""
		}
		return differ(a.Elem(), b.Elem(), path)
	case reflect.Slice:
		if a.Len() != b.Len() || a.IsNil() != b.IsNil() && !listOfRules(a.Type()) {
			return path
		}
		for i := range a.Len() {
			if at := differ(a.Index(i), b.Index(i), path+"[]"); at != "" {
				return at
			}
		}
		return ""
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() {
				if at := differ(a.Field(i), b.Field(i), path+"."+f.Name); at != "" {
					return at
				}
			}
		}
		return ""
	}
	if !a.Equal(b) {
		return path
	}
	return ""
}

// listOfRules reports whether a list is one of rules or entries: those are there or not.
func listOfRules(t reflect.Type) bool { return t.Elem().Kind() == reflect.Struct }

// fill sets every exported field to something that is not zero.
func fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("x")
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), depth+1)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			fill(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i), depth+1)
			}
		}
	}
}

// TestBrokenConfigKeepsItsMistakes: a config with mistakes is kept with them, and without its rules.
func TestBrokenConfigKeepsItsMistakes(t *testing.T) {
	u := Config("f.yaml", []byte("defualt: ask\ntools: {bash: {allow: [x]}}\n"))
	got, ok := store.Decode(store.Encode(u))
	if !ok || !reflect.DeepEqual(got.Errors, u.Errors) || got.Members[0].Document.Packed != nil {
		t.Errorf("got %v, %v", ok, got)
	}
	u = Config("f.yaml", []byte("tools: {bash: {allowChecks: ['(']}}\n"))
	if got, ok = store.Decode(store.Encode(u)); !ok || len(got.Warnings) != 1 {
		t.Errorf("got %v, %v", ok, got)
	}
}

// TestDamagedFileIsNotRead: a file that is cut off, or has another byte, is not read.
func TestDamagedFileIsNotRead(t *testing.T) {
	data := store.Encode(Config("f.yaml", everyKey(t)))
	for n := range data {
		if _, ok := store.Decode(data[:n:n]); ok {
			t.Fatalf("%d of %d bytes are read", n, len(data))
		}
		if n%7 == 0 {
			other := append([]byte(nil), data...)
			other[n] ^= 0x20
			if _, ok := store.Decode(other); ok {
				t.Fatalf("byte %d is another one", n)
			}
		}
	}
	if _, ok := store.Decode(append(data, 0)); ok {
		t.Error("there is something behind the end")
	}
}
