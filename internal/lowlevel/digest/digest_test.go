package digest

import "testing"

// TestPartsHaveDistinctSums: no two lists of parts have one sum.
func TestPartsHaveDistinctSums(t *testing.T) {
	seen := map[string]int{}
	for i, list := range [][]string{{"ab"}, {"a", "b"}, {"", "ab"}, {"ab", ""}, {}, {""}} {
		var texts [][]byte
		for _, text := range list {
			texts = append(texts, []byte(text))
		}
		sum := List(texts...)
		if k, ok := seen[sum]; ok {
			t.Errorf("lists %d and %d have one sum", k, i)
		}
		seen[sum] = i
	}
}
