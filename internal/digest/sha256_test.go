package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// TestSum compares with the standard library at every length about a block, in parts of every size.
func TestSum(t *testing.T) {
	data := make([]byte, 300)
	for i := range data {
		data[i] = byte(i * 7)
	}
	for n := range data {
		for _, part := range []int{1, 3, 63, 64, 65, 300} {
			h := New()
			for rest := data[:n]; len(rest) > 0; {
				k := min(part, len(rest))
				h.Write(rest[:k])
				rest = rest[k:]
			}
			want := sha256.Sum256(data[:n])
			if got := h.Sum(); got != hex.EncodeToString(want[:]) {
				t.Fatalf("%d bytes in parts of %d: got %s, want %x", n, part, got, want)
			}
		}
	}
}

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

func FuzzSum(f *testing.F) {
	f.Add([]byte("abc"), 1)
	f.Fuzz(func(t *testing.T, data []byte, cut int) {
		cut = min(max(cut, 0), len(data))
		h := New()
		h.Write(data[:cut])
		h.Write(bytes.Clone(data[cut:]))
		want := sha256.Sum256(data)
		if got := h.Sum(); got != hex.EncodeToString(want[:]) {
			t.Errorf("got %s, want %x", got, want)
		}
	})
}
