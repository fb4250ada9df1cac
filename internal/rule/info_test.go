package rule

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestInfos: what is encoded comes back, whatever stands beside it and however much there is.
func TestInfos(t *testing.T) {
	for _, n := range []int{1, 2, 17, 3000} {
		var infos []Info
		for i := range n {
			in := Info{ID: fmt.Sprintf("bash.deny: tool-%d", i), Src: fmt.Sprintf("presets/x.yaml:%d", i)}
			if i%3 == 0 {
				in.Description = strings.Repeat("It is denied — ", i%7)
			}
			if i%5 == 0 {
				in.Alternative = "0a0b0c"
			}
			infos = append(infos, in)
		}
		data := EncodeInfos(infos)
		for i, want := range infos {
			if got := InfoAt(data, i); *got != want {
				t.Fatalf("%d of %d: %+v, want %+v", i, n, *got, want)
			}
		}
	}
	infos := []Info{{ID: "a", Enforced: true}, {ID: "b", Name: "x", Unseen: true},
		{ID: "c", Name: "y", Decides: Ask}, {ID: "d", Name: "x"}}
	data := EncodeInfos(infos)
	for name, want := range map[string]*Info{"x": &infos[1], "y": &infos[2], "": nil, "z": nil} {
		if got := FindInfo(data, name); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, want %+v", name, got, want)
		}
	}
	if FindInfo("", "x") != nil {
		t.Error("an info of none is found")
	}
}
