// Package replay judges the calls of the audit log anew, and says which decisions would be others.
package replay

import (
	"cmp"
	"hash/maphash"
	"slices"
	"time"

	"github.com/fencepost/fencepost/internal/app/activity"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/batch"
	"github.com/fencepost/fencepost/internal/rule"
)

// Options say what is judged, and how.
type Options struct {
	Files []string   // of the log, oldest first
	Since time.Time  // older calls are left out
	New   *gate.Gate // judges as it is to be
	Now   *gate.Gate // judges as it is
	// In is the project whose calls are judged; "" for all. Where it is, Now says.
	In   string
	Seen func(done, total int64)
}

// Report is what would change.
type Report struct {
	Calls   int      `json:"calls"`      // that were judged anew
	Left    int      `json:"left"`       // that the log does not hold enough of
	Bad     int      `json:"unreadable"` // lines of the log
	Same    int      `json:"same"`
	Changed int      `json:"changed"`
	Already int      `json:"already"` // that change so with the configs in force, too
	Counts  []Count  `json:"counts"`
	Changes []Change `json:"changes"` // those that are most frequent first
	More    int      `json:"more"`    // calls whose line was not kept
}

// Count is how many calls change from one decision to another.
type Count struct {
	From  string `json:"from"`
	To    string `json:"to"`
	Calls int    `json:"calls"`
}

// Change is a call, or several that are the same, with another decision.
type Change struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Tool    string `json:"tool"`
	Text    string `json:"text"`
	Cwd     string `json:"cwd"`
	Calls   int    `json:"calls"`
	Rule    string `json:"rule,omitempty"` // that decides anew
	Src     string `json:"src,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Already bool   `json:"already,omitempty"` // it changes with the configs in force, too
}

// maxChanges bounds the lines that are kept.
const maxChanges = 10_000

// verdict is what is decided anew.
type verdict struct {
	decision    rule.Decision
	left, other bool // not enough is known of the call; it is of another project
	already     rule.Decision
	change      Change
}

type replayer struct {
	Options
	report  Report
	seed    maphash.Seed
	counts  map[[2]string]int
	changes map[[5]string]*Change
}

// Run judges the log.
func Run(o Options) (*Report, error) {
	r := &replayer{Options: o, seed: maphash.MakeSeed(), counts: map[[2]string]int{},
		changes: map[[5]string]*Change{}}
	calls := batch.Batch[audit.Entry, *verdict]{Key: r.key, Look: r.judge, Found: r.count}
	scan := audit.Scan{Seen: o.Seen, Each: func(e audit.Entry) error {
		if e.Decision != "" && !e.Time.Before(o.Since) {
			calls.Add(e)
		}
		return nil
	}}
	if err := scan.Files(o.Files); err != nil {
		return nil, err
	}
	calls.End()
	r.report.Bad = scan.Bad
	r.finish()
	return &r.report, nil
}

// key tells calls apart that are judged one by one: also by what was decided, since only of what
// changes more has to be known.
func (r *replayer) key(e *audit.Entry) uint64 {
	var h maphash.Hash
	h.SetSeed(r.seed)
	for _, s := range []string{e.Cwd, e.Tool, e.Decision, e.Mode} {
		h.WriteString(s)
		h.WriteByte(0)
	}
	for i := range e.Input {
		f := &e.Input[i]
		if f.Name != "description" {
			h.WriteString(f.Name)
			h.WriteByte(0)
			h.Write(f.Raw)
			h.WriteByte(0)
		}
	}
	return h.Sum64()
}

func (r *replayer) judge(e *audit.Entry) *verdict {
	call, ok := gate.PastCall(e)
	if !ok {
		return &verdict{left: true}
	}
	if r.In != "" {
		if _, project, _ := r.Now.Policy(call.Cwd); project != r.In {
			return &verdict{other: true}
		}
	}
	v := &r.New.Judge(call).Verdict
	out := &verdict{decision: v.Decision}
	if v.Decision.String() == e.Decision {
		return out
	}
	out.already = r.Now.Judge(call).Verdict.Decision
	out.change = Change{From: e.Decision, To: v.Decision.String(), Tool: activity.Clean(e.Tool),
		Text: activity.Clean(activity.Subject(call)), Cwd: activity.Clean(e.Cwd), Rule: activity.Clean(v.Rule),
		Src: activity.Clean(v.Src), Already: out.already == v.Decision}
	if v.Decision != rule.Allow {
		out.change.Reason = activity.Clean(v.Description)
	}
	return out
}

func (r *replayer) count(e *audit.Entry, v *verdict) {
	p := &r.report
	switch {
	case v.other:
		return
	case v.left:
		p.Left++
		return
	}
	p.Calls++
	if v.decision.String() == e.Decision {
		p.Same++
		return
	}
	p.Changed++
	if v.change.Already {
		p.Already++
	}
	c := v.change
	r.counts[[2]string{c.From, c.To}]++
	key := [5]string{c.From, c.To, c.Tool, c.Text, c.Cwd}
	one := r.changes[key]
	if one == nil {
		if len(r.changes) == maxChanges {
			p.More++
			return
		}
		one = &c
		r.changes[key] = one
	}
	one.Calls++
}

func (r *replayer) finish() {
	p := &r.report
	p.Counts, p.Changes = []Count{}, []Change{}
	for k, n := range r.counts {
		p.Counts = append(p.Counts, Count{k[0], k[1], n})
	}
	slices.SortFunc(p.Counts, func(a, b Count) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.From+a.To, b.From+b.To))
	})
	for _, c := range r.changes {
		p.Changes = append(p.Changes, *c)
	}
	slices.SortFunc(p.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Text, b.Text),
			cmp.Compare(a.Cwd, b.Cwd), cmp.Compare(a.From+a.To+a.Tool, b.From+b.To+b.Tool))
	})
}
