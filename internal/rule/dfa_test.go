package rule

import "testing"

// TestDFAMayBegin: 0 fails, 1 has matched; ^a with two classes, the end and a, and one for the rest.
func TestDFAMayBegin(t *testing.T) {
	d := make([]byte, DFARanges+2)
	d[0], d['a'+1] = 2, 1
	d = append(d, 0, 0, 0x80, 0) // the range of all other characters
	d[DFARanges+1] = 1
	d = append(d, DFAFailed, DFAMatched)
	for text, want := range map[string]bool{"": true, "a": true, "ab": true, "b": false, "é": false} {
		if got := DFA(d).mayBegin(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
