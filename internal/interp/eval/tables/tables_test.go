package tables

import (
	"reflect"
	"testing"
)

// TestModule: what is found of a name is what was said of it, or of *.
func TestModule(t *testing.T) {
	entries := []Entry{
		{Name: "remove", Params: []Param{{Name: "path"}, {Name: "dir_fd", Default: "None"}},
			Clauses: []Clause{{Verb: "delete", Args: []string{"path"}}}},
		{Name: "sep", Params: []Param{{Name: "-"}}, Clauses: []Clause{{Verb: "data"}}},
		{Name: "f", Params: []Param{{Name: "o", Keys: []string{"a", "b"}}, {Name: "x", Rest: true}},
			Clauses: []Clause{{Verb: "pure"}, {Verb: "opens", Args: []string{"o", "x"}}}},
	}
	star := Entry{Name: "*", Clauses: []Clause{{Verb: "exec"}}}
	plain, open := EncodeModule(entries), EncodeModule(append(entries, star))
	for _, want := range entries {
		if got, ok := Find(plain, want.Name); !ok || !Has(plain, want.Name) ||
			!reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", want.Name, got, want)
		}
	}
	if _, ok := Find(plain, "removed"); ok || Has(plain, "removed") || Has("", "x") {
		t.Error("an entry of another name is found")
	}
	if got, ok := Find(open, "removed"); !ok || Has(open, "removed") || !reflect.DeepEqual(got, star) {
		t.Errorf("*: %+v", got)
	}
	if got := Names(open); !reflect.DeepEqual(got, []string{"*", "f", "remove", "sep"}) {
		t.Error(got)
	}
}
