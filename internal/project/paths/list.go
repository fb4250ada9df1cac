package paths

import (
	"os"
	"runtime"
	"sync"
	"sync/atomic"
)

// listing is what reading a directory gave.
type listing struct {
	entries []os.DirEntry
	err     error
}

// lists are the directories that were read for a call. Two readers may ask.
type lists struct {
	mu   sync.Mutex
	read map[string]listing
	wait int // directories that the call's own reader has had to read
}

// manyDirs is how many directories a call reads before it has a second reader help: most calls read
// fewer, and start none.
const manyDirs = 16

// List is os.ReadDir, once for each directory: a call asks several things about one tree.
func (r *Resolver) List(dir string) ([]os.DirEntry, error) {
	l, isNew := r.listed.list(dir)
	if isNew && r.ahead != nil {
		if r.listed.wait++; r.listed.wait > manyDirs {
			go r.ahead()
			r.ahead = nil
		}
	}
	return l.entries, l.err
}

// list returns what a directory holds, and whether it had to be read. Two readers that ask at once
// both read it.
func (s *lists) list(dir string) (l listing, isNew bool) {
	s.mu.Lock()
	l, ok := s.read[dir]
	s.mu.Unlock()
	if ok {
		return l, false
	}
	l.entries, l.err = os.ReadDir(dir)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.read == nil {
		s.read = make(map[string]listing)
	}
	s.read[dir] = l
	return l, true
}

// Direction is the order in which a walk enters the directories of a directory.
type Direction bool

const (
	Forward  Direction = false // by their names
	Backward Direction = true  // the last first
)

// ReadAhead says that the caller walks through a tree now. In a large one a second reader walks the
// other way, and the two meet in the middle. The answer depends on the caller alone. done ends it.
func (r *Resolver) ReadAhead(root string, way Direction) (done func()) {
	if runtime.GOMAXPROCS(0) < 2 {
		return func() {}
	}
	over, left := new(atomic.Bool), maxWalked
	r.ahead = func() { r.listed.readTree(root, !way, over, &left) }
	return func() {
		over.Store(true)
		r.ahead = nil
	}
}

// readTree reads the directories of a tree, but for those that few walks enter.
func (s *lists) readTree(dir string, way Direction, over *atomic.Bool, left *int) {
	l, _ := s.list(dir)
	*left -= len(l.entries)
	for i := range l.entries {
		if way == Backward {
			i = len(l.entries) - 1 - i
		}
		e := l.entries[i]
		if *left <= 0 || over.Load() {
			return
		}
		if e.IsDir() && e.Name() != ".git" && !isInstalled(e.Name()) {
			s.readTree(join(dir, e.Name()), way, over, left)
		}
	}
}
