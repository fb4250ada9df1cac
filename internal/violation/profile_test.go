package violation

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/fencepost/fencepost/internal/confine"
)

// TestProfile: what a run was given is read as package confine writes it.
func TestProfile(t *testing.T) {
	data, err := json.Marshal(&confine.Profile{Closed: true, Write: []string{"/p"},
		Deny: []string{"/p/a"}, Read: []string{"/r"}, Mask: []string{"/m"}, Net: "filtered",
		Tmp: "private", Localhost: []int{5432}})
	if err != nil {
		t.Fatal(err)
	}
	var got Profile
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	want := Profile{Closed: true, Write: []string{"/p"}, Deny: []string{"/p/a"}, Read: []string{"/r"},
		Mask: []string{"/m"}, Net: "filtered", Tmp: "private", Localhost: []int{5432}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
