package core

import (
	"fmt"
	"testing"
)

const limit = "problem: the code does more than the limit of this program"

func TestLimits(t *testing.T) {
	a := Str("a")
	checkPrograms(t, []program{
		{"calls too deep in calls", func(f *fake) {
			var v = a
			for range maxDepth + 20 {
				v = Obj(TypePartial, v)
			}
			f.call(v)
		}, []string{limit}},
		{"too many steps", func(f *fake) {
			for f.ev.Limits.Step(1000) {
			}
			f.remove(a)
		}, []string{limit}},
		{"too many calls", func(f *fake) {
			for i := range maxCalls + 10 {
				f.remove(Str(fmt.Sprint(i)))
			}
		}, []string{"4000", "problem: the code calls more than the limit of this program"}},
	})
}

// TestFilesHaveTheirOwnLimit: where the code of files is too much, some is left for the code that
// loads them.
func TestFilesHaveTheirOwnLimit(t *testing.T) {
	ev := newFake().ev
	ev.Report.File = 1
	for ev.Limits.Step(1000) {
	}
	if !ev.Limits.IsCut() || len(ev.Report.Facts.Calls) != 1 || ev.Report.Facts.Calls[0].Unseen == "" {
		t.Errorf("files are cut: %v, calls %+v", ev.Limits.IsCut(), ev.Report.Facts.Calls)
	}
	ev.Report.File = 0
	if !ev.Limits.Step(1000) || ev.Report.Facts.Problem != "" {
		t.Errorf("nothing is left: %q", ev.Report.Facts.Problem)
	}
}
