package batch

import (
	"slices"
	"sync/atomic"
	"testing"
)

// TestBatch: each different thing is looked at once as long as it is remembered, and what is found
// comes in order.
func TestBatch(t *testing.T) {
	var looks atomic.Int64
	var got, want []int
	b := Batch[int, int]{
		Key:   func(n *int) uint64 { return uint64(*n) },
		Look:  func(n *int) int { looks.Add(1); return *n * *n },
		Found: func(n *int, v int) { got = append(got, *n, v) },
	}
	for i := range 5000 {
		n := i % 700
		want = append(want, n, n*n)
		b.Add(n)
	}
	b.End()
	b.End()
	if !slices.Equal(got, want) || looks.Load() != 700 {
		t.Errorf("%d looks, %d results", looks.Load(), len(got))
	}
	for i := range 2 * remembered {
		b.Add(i)
	}
	b.End()
	if len(b.known) > remembered+size {
		t.Errorf("%d are remembered", len(b.known))
	}
	Each(0, func(int) { t.Error("called") })
}
