// Package batch works on long lists in a bounded memory: several things are looked at at the same
// time, equal ones once, and what was found comes in the order of the list.
package batch

import (
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	size       = 512     // things that are looked at at a time
	remembered = 1 << 15 // of which what was found is kept, at least
)

// Batch is a list of things of which each is looked at. Equal things have equal keys.
type Batch[T, V any] struct {
	Key   func(*T) uint64
	Look  func(*T) V  // called by several goroutines
	Found func(*T, V) // called for each thing, in order

	list  []T
	known map[uint64]V
}

// Add adds a thing to the list.
func (b *Batch[T, V]) Add(t T) {
	if b.list = append(b.list, t); len(b.list) == size {
		b.End()
	}
}

// End looks at all that was added.
func (b *Batch[T, V]) End() {
	if b.known == nil || len(b.known) > remembered {
		b.known = map[uint64]V{}
	}
	keys := make([]uint64, len(b.list))
	var fresh []int
	for i := range b.list {
		keys[i] = b.Key(&b.list[i])
		if _, ok := b.known[keys[i]]; !ok {
			var none V
			b.known[keys[i]] = none
			fresh = append(fresh, i)
		}
	}
	found := make([]V, len(fresh))
	Each(len(fresh), func(n int) { found[n] = b.Look(&b.list[fresh[n]]) })
	for n, i := range fresh {
		b.known[keys[i]] = found[n]
	}
	for i := range b.list {
		b.Found(&b.list[i], b.known[keys[i]])
	}
	clear(b.list)
	b.list = b.list[:0]
}

// Each calls fn for 0 to n-1, some at the same time.
func Each(n int, fn func(int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				fn(i)
			}
		})
	}
	wg.Wait()
}
