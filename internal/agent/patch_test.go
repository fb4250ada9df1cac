package agent

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// patched shows the files of a patch, one a word: A added, U updated or moved to, D deleted.
func patched(c *fact.Call) string {
	var words []string
	for _, t := range c.Touches {
		letter := "U"
		switch {
		case t.Kind == fact.Delete:
			letter = "D"
		case t.Tool == "Write":
			letter = "A"
		}
		words = append(words, letter+":"+t.Path)
	}
	return strings.Join(words, " ")
}

func TestPatch(t *testing.T) {
	const begin, end = "*** Begin Patch\n", "*** End Patch\n"
	for _, tt := range []struct{ text, want, doubt string }{
		{begin + "*** Add File: a.txt\n+x\n" + end, "A:a.txt", ""},
		{begin + "*** Update File: a b.txt\n@@\n-x\n+y\n*** End of File\n" + end, "U:a b.txt", ""},
		{begin + "*** Delete File: a\n" + end, "D:a", ""},
		{begin + "*** Update File: a\n*** Move to: b\n@@\n x\n" + end, "U:a D:a A:b", ""},
		{begin + "*** Add File: a\n+*** Add File: b\n" + end, "A:a", ""},
		// A parser that drops blanks takes this for a marker.
		{begin + "*** Update File: a\n *** Add File: b\n" + end, "U:a A:b", ""},
		{begin + "\t*** Add File: a\r\n+x\r\n" + end, "A:a", ""},
		{begin + "*** Update File: a\r*** Delete File: b\r" + end, "U:a D:b", ""},
		{"<<'EOF'\n" + begin + "*** Add File: a\n+x\n" + end + "EOF\n", "A:a", ""},
		{begin + "*** Update File: a\n ***bold*** text\n+***\n" + end, "U:a", ""},
		{begin + "*** Add File: \n" + end, "A:", "without a name"},
		{begin + "*** Rename File: a\n*** Add File: b\n" + end, "A:b", "cannot read"},
		{begin + end, "", "names no file"},
		{"*** Add File: a\n+x\n", "A:a", "does not begin"},
		{"--- a/x\n+++ b/x\n@@ -1 +1 @@\n", "", "does not begin"},
		{"", "", "does not begin"},
	} {
		var c fact.Call
		Patch(&c, tt.text)
		if got := patched(&c); got != tt.want {
			t.Errorf("Patch(%q) = %s, want %s", tt.text, got, tt.want)
		}
		if (tt.doubt == "") != (c.Suspicious == "") || !strings.Contains(c.Suspicious, tt.doubt) {
			t.Errorf("Patch(%q): suspicious %q, want %q", tt.text, c.Suspicious, tt.doubt)
		}
	}
}

// FuzzPatch holds that a patch names a file or is doubted.
func FuzzPatch(f *testing.F) {
	f.Add("*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch")
	f.Add("*** Begin Patch\r*** Delete File: \u00a0a")
	f.Fuzz(func(t *testing.T, text string) {
		var c fact.Call
		Patch(&c, text)
		if len(c.Touches) == 0 && c.Suspicious == "" {
			t.Errorf("Patch(%q) finds nothing and doubts nothing", text)
		}
		for _, touch := range c.Touches {
			if touch.Path == "" && c.Suspicious == "" {
				t.Errorf("Patch(%q): a file without a name", text)
			}
		}
	})
}
