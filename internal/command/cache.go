package command

import (
	"strings"
	"sync/atomic"
)

// Cache is a Table that keeps what was looked up in another one, for lines that run the same few
// commands and for programs that judge many calls. It may be used by several goroutines. What it
// keeps is bounded by what the other table has: names that are not found are not kept.
type Cache struct {
	Table Table

	buckets [64]atomic.Pointer[kept[Spec]]
}

// Lookup implements Table.
func (c *Cache) Lookup(name string) *Spec {
	bucket := &c.buckets[bucketOf(name)%len(c.buckets)]
	if s := lookKept(bucket, name); s != nil {
		return s
	}
	s := c.Table.Lookup(name)
	if s == nil {
		return nil
	}
	own := s.Name
	if own != name {
		own = strings.Clone(name) // another of its names; that of a call would keep the whole call
	}
	return keep(bucket, own, s)
}

// bucketOf tells short names apart by their length and by a few of their letters.
func bucketOf(name string) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return n + 5*int(name[0]) + 11*int(name[n/2]) + 17*int(name[n-1])
}
