package rule

import (
	"fmt"
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
	if got := *InfoAt(EncodeInfos([]Info{{ID: "a\x1fb"}, {}}), 0); got.ID != "a b" {
		t.Errorf("a separator in a text: %+v", got)
	}
}
