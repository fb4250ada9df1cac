package filelists

import (
	"strings"
	"testing"
)

// TestEdits holds the names of patches in the format of apply_patch: F a file that is made, E one
// that is edited, G one that goes.
func TestEdits(t *testing.T) {
	const begin, end = "*** Begin Patch\n", "*** End Patch\n"
	for _, tt := range []struct{ text, want, why string }{
		{begin + "*** Add File: a b.txt\n+x\n" + end, "F:a b.txt", ""},
		{begin + "*** Update File: a\n@@\n-x\n+y\n*** End of File\n" + end, "E:a", ""},
		{begin + "*** Update File: a\n*** Move to: ../b\n" + end, "E:a G:a F:../b", ""},
		{begin + "*** Delete File: /etc/x\n" + end, "G:/etc/x", ""},
		{begin + " *** Add File: a\r+x\n" + end, "F:a", ""},
		{begin + "*** Rename File: a\n*** Add File: b\n" + end, "F:b", "cannot read"},
		{begin + "*** Add File:\n" + end, "", "read differently"},
		{begin + end, "", "names no file"},
		{"*** Add File: a\n+x\n", "F:a", "names no file"},
		{"", "", "names no file"},
	} {
		l := Edits(tt.text, fresh())
		var got []string
		for _, e := range l.Entries {
			got = append(got, map[Kind]string{File: "F:", Edit: "E:", Gone: "G:"}[e.Kind]+e.Name)
		}
		if text := strings.Join(got, " "); text != tt.want || (tt.why == "") != (l.Why == "") ||
			!strings.Contains(l.Why, tt.why) {
			t.Errorf("Edits(%q) = %s (%s), want %s (%s)", tt.text, text, l.Why, tt.want, tt.why)
		}
	}
}
