package slowpath

import (
	"time"

	"github.com/fencepost/fencepost/gen/build"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/store"
	"github.com/fencepost/fencepost/internal/project/tasks"
)

// began is when this process began to judge its call; zero for one that judges none.
var began time.Time

// deadline is the last resort of the call, or of one question.
func deadline() time.Time {
	if began.IsZero() {
		return time.Now().Add(siblings.LastResort)
	}
	return began.Add(siblings.LastResort)
}

// Use has this program ask for all that it cannot do. home is the directory whose .claude holds the
// user's config; "" where there is none, and nothing is kept.
func Use(home string) {
	began = time.Now()
	policy.Read = func(file string, data []byte) (*policy.Document, []policy.Problem,
		[]policy.Problem) {
		return Store(home).Read(file, data)
	}
	policy.ReadHandedOut = func(h *policy.HandedOut) ([]policy.Member, []policy.Problem) {
		return Store(home).ReadHandedOut(h)
	}
	tasks.ReadTree = func(form, source string) (string, bool) {
		s := Store(home)
		if tree, ok := s.Tree(form, source); ok {
			return tree, true
		}
		tree, err := ask([]byte(source), "tree", s.Dir, form)
		return string(tree), err == nil
	}
}

// Store is where the configs of a user are kept that were compiled.
func Store(home string) *store.Store {
	s := &store.Store{Program: build.ID}
	if home != "" {
		s.Dir = store.StoreDir(home)
	}
	s.Make = func(file string, data []byte) ([]byte, error) {
		return ask(data, "compile", s.Dir, file)
	}
	s.MakePolicy = func(h *policy.HandedOut) ([]byte, error) {
		return ask(Texts(h.Key, string(h.Signature), string(h.Data)), "policy", s.Dir,
			h.File)
	}
	return s
}

// Texts puts texts into one.
func Texts(list ...string) []byte {
	c := codec.Writer()
	for i := range list {
		c.Text(&list[i])
	}
	return c.Bytes()
}

// ReadTexts takes so many texts apart.
func ReadTexts(data []byte, n int) (list []string, ok bool) {
	c := codec.Reader(string(data))
	list = make([]string, n)
	for i := range list {
		c.Text(&list[i])
	}
	return list, c.Done()
}
