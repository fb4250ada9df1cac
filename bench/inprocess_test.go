package bench

import (
	"fmt"
	"runtime"
	"time"

	"github.com/fencepost/fencepost/gen/build"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/compile"
	"github.com/fencepost/fencepost/internal/policy/store"
	"github.com/fencepost/fencepost/internal/rule"
)

// subject judges the call of one class again and again, in this process: decoding, finding the
// config and reading it as the hook does, which is to open what was compiled of it, judging, encoding.
// Writing the audit log is not part of it.
type subject struct {
	class *Class
	gate  *gate.Gate
	data  []byte
	store *store.Store // of compiled configs
}

func newSubject(w *Workplace, c *Class) *subject {
	return &subject{class: c, gate: w.gate(c), data: c.input(w.Project(c.Config)),
		store: compiledStore(w, c.Config)}
}

// compiledStore keeps compiled configs as that of the hook does, but that this process makes them
// by itself. After an edit nothing fits that is kept: it keeps nothing then.
func compiledStore(w *Workplace, c Config) *store.Store {
	s := &store.Store{Program: build.ID}
	if !c.edited() {
		s.Dir = store.StoreDir(w.ConfigHome(c))
	}
	s.Make = func(file string, data []byte) ([]byte, error) {
		u := compile.Config(file, data)
		u.Program = s.Program
		_ = s.Keep(u) // what cannot be kept is made again
		return store.Encode(u), nil
	}
	return s
}

// enter has this process read configs as the hook does, until the function that it returns is
// called.
func (s *subject) enter() (leave func()) {
	before := policy.Read
	policy.Read = s.store.Read
	return func() { policy.Read = before }
}

// call judges once, as the hook does.
func (s *subject) call() (*gate.Result, error) {
	call, err := claude.Agent{}.Decode(s.data)
	if err != nil {
		return nil, err
	}
	r := s.gate.Judge(&call)
	claude.Agent{}.Encode(&r.Verdict, r.Call)
	return r, nil
}

// check judges once and reports an answer that says that nothing was judged: its speed would mean
// nothing.
func (s *subject) check() error {
	r, err := s.call()
	if err != nil {
		return fmt.Errorf("class %s: %w", s.class.Name, err)
	}
	if len(r.Policy.Errors) > 0 {
		return fmt.Errorf("class %s: its config is broken: %s", s.class.Name, r.Policy.Errors[0])
	}
	if r.Verdict.Cause == rule.ByError || r.Facts == nil {
		return fmt.Errorf("class %s: it is not judged: %s", s.class.Name, r.Verdict.Description)
	}
	return nil
}

// memory returns the allocations and bytes of one call: the least of several rounds, because the
// runtime allocates for itself now and then.
func (s *subject) memory() (allocs, bytes float64) {
	start := time.Now()
	s.call()
	calls := max(1, min(20, int(10*time.Millisecond/(time.Since(start)+1))))
	var before, after runtime.MemStats
	for i := range 5 {
		runtime.GC()
		runtime.ReadMemStats(&before)
		for range calls {
			s.call()
		}
		runtime.ReadMemStats(&after)
		a := float64(after.Mallocs-before.Mallocs) / float64(calls)
		b := float64(after.TotalAlloc-before.TotalAlloc) / float64(calls)
		if i == 0 || a < allocs {
			allocs = a
		}
		if i == 0 || b < bytes {
			bytes = b
		}
	}
	return allocs, bytes
}

// memoryOf returns the allocations and bytes of one call of a class.
func memoryOf(w *Workplace, c *Class) (allocs, bytes float64, err error) {
	s := newSubject(w, c)
	defer s.enter()()
	if err := s.check(); err != nil {
		return 0, 0, err
	}
	allocs, bytes = s.memory()
	return allocs, bytes, nil
}
