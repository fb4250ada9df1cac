package digest

import "testing"

// TestPart: no two lists of parts have one sum.
func TestPart(t *testing.T) {
	seen := map[string]int{}
	for i, list := range [][]string{{"ab"}, {"a", "b"}, {"", "ab"}, {"ab", ""}, {}, {""}} {
		h := New()
		for _, part := range list {
			h.Part([]byte(part))
		}
		sum := h.Sum()
		if k, ok := seen[sum]; ok {
			t.Errorf("lists %d and %d have one sum", k, i)
		}
		seen[sum] = i
	}
}
