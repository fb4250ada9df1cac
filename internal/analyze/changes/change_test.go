package changes

import (
	"testing"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// TestSortChanges: of a file that several commands write one change stays, that of the first, and
// its name says what programs may do with it.
func TestSortChanges(t *testing.T) {
	a := &Changes{Call: &record.Call{Facts: &fact.Facts{}}}
	for i, path := range []string{"/p/src/a.go", "/p/Makefile", "/p/node_modules/.bin/tsc", "/p/notes.txt",
		"/p/src/../src/a.go", "/"} {
		a.Add(Change{Path: path, Command: i})
	}
	a.Add(Change{Path: "/p/lib", Command: 6, Around: true})
	a.SortChanges()
	want := []Change{
		{Path: "/p/src/a.go", Kind: IsCode},
		{Path: "/p/Makefile", Command: 1, Kind: IsSettings},
		{Path: "/p/node_modules/.bin/tsc", Command: 2, Kind: IsInstalled},
		{Path: "/p/notes.txt", Command: 3},
		{Path: "/p/lib", Command: 6, Around: true},
	}
	if len(a.List) != len(want) {
		t.Fatalf("%+v", a.List)
	}
	for i := range want {
		if a.List[i] != want[i] {
			t.Errorf("%+v, want %+v", a.List[i], want[i])
		}
	}
}

// TestManyChangesBecomeOne: where too many files are written, one change stands for all.
func TestManyChangesBecomeOne(t *testing.T) {
	a := &Changes{Call: &record.Call{Facts: &fact.Facts{}}}
	for i := range maxJudged + 1 {
		a.Add(Change{Path: "/p/" + string(rune('a'+i%26)) + string(rune('0'+i/26)), Command: 1})
	}
	a.SortChanges()
	if len(a.List) != maxJudged || !a.List[maxJudged-1].Around {
		t.Errorf("%d changes, the last one %+v", len(a.List), a.List[len(a.List)-1])
	}
}
