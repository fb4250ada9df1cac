// Package tune learns from the person: it finds in the audit log what was asked about and then ran,
// and proposes the narrowest rules that would have passed it, each proved by judging.
package tune

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/batch"
	"github.com/fencepost/fencepost/internal/rule"
)

// Options say what is learned from.
type Options struct {
	Files   []string                // of the log, oldest first
	Since   time.Time               // older calls do not count
	Gate    *gate.Gate              // traces; judges the calls as it would today
	Project string                  // only calls of this project; "" for all
	Least   int                     // calls that a rule has to save; 0: 2
	Seen    func(done, total int64) // how much of the log was read; nil for nobody

	unproved bool // rules are not attacked; only to test that this finds something
}

// Report is what was learned.
type Report struct {
	Lines     int        `json:"lines"`
	Bad       int        `json:"unreadable"`
	Outcomes  int        `json:"outcomes"` // lines that say what became of a call
	Asked     int        `json:"asked"`
	Ran       int        `json:"ran"`       // of these
	Refused   int        `json:"refused"`   // of these; or nobody knows
	Unasked   int        `json:"unasked"`   // that ran in a mode in which no person is asked
	Unknown   int        `json:"unknown"`   // the log does not hold enough of them
	Passes    int        `json:"passes"`    // that ran, and pass by now
	Possible  int        `json:"possible"`  // that ran, and for which a rule may be proposed at all
	Covered   int        `json:"covered"`   // of these: that the proposals would have passed
	Never     []Reason   `json:"never"`     // why nothing is proposed for the others
	Proposals []Proposal `json:"proposals"` // those that save most first
}

// Reason is why nothing is proposed for calls.
type Reason struct {
	Why   string `json:"why"`
	Calls int    `json:"calls"`
}

// bounds of what is kept
const (
	maxShapes  = 1 << 14
	maxReasons = 256
	maxCombos  = 1 << 14
)

// learner holds what is known so far.
type learner struct {
	Options
	report  Report
	seed    maphash.Seed
	shapes  map[string]*shape
	reasons map[string]int
	combos  map[string]int // calls by the shapes that are asked about in them
	refused *refusals
}

// Learn reads the log and proposes rules.
func Learn(o Options) (*Report, error) {
	o.Least = cmp.Or(o.Least, 2)
	o.Gate = o.Gate.Past(gate.Instead{})
	l := &learner{Options: o, seed: maphash.MakeSeed(), shapes: map[string]*shape{},
		reasons: map[string]int{}, combos: map[string]int{},
		refused: newRefusals()}
	calls := batch.Batch[audit.Asked, *look]{Key: l.key, Look: l.look, Found: l.count}
	pairs := audit.NewPairs(calls.Add)
	scan := audit.Scan{Skip: pairs.Skip, Seen: o.Seen, Each: func(e audit.Entry) error {
		if !e.Time.Before(o.Since) {
			pairs.Add(&e)
		}
		return nil
	}}
	if err := scan.Files(o.Files); err != nil {
		return nil, err
	}
	pairs.End()
	calls.End()
	l.report.Lines, l.report.Bad, l.report.Outcomes = scan.Lines, scan.Bad, pairs.Outcomes
	l.propose()
	return &l.report, nil
}

// person reports whether a person is asked in that mode of the agent.
func person(mode string) bool {
	switch mode {
	case "", "default", "acceptEdits", "plan":
		return true
	}
	return false
}

// key tells calls apart that are judged one by one.
func (l *learner) key(p *audit.Asked) uint64 {
	var h maphash.Hash
	h.SetSeed(l.seed)
	part := func(s string) {
		h.WriteString(s)
		h.WriteByte(0)
	}
	part(p.Cwd)
	part(p.Tool)
	if p.Ran {
		h.WriteByte(1)
	}
	for i := range p.Input {
		f := &p.Input[i]
		if f.Name == "description" || f.Name == "timeout" {
			continue // they change nothing in the judgement
		}
		part(f.Name)
		h.Write(f.Raw)
		h.WriteByte(0)
	}
	return h.Sum64()
}

// look judges a call; nil where the log does not hold enough of it.
func (l *learner) look(p *audit.Asked) *look {
	call, ok := gate.PastCall(&p.Entry)
	if !ok {
		return nil
	}
	out := lookAt(l.Gate, call)
	out.call = call
	if !p.Ran {
		out.result = l.Gate.Judge(call)
	}
	for i := range out.parts {
		out.keys = append(out.keys, keyOf(&out.parts[i], out.project))
	}
	slices.Sort(out.keys)
	return out
}

// count counts a call.
func (l *learner) count(p *audit.Asked, k *look) {
	if l.Project != "" && (k == nil || k.project != l.Project) {
		return
	}
	r := &l.report
	r.Asked++
	if !p.Ran {
		r.Refused++
		l.refuse(p, k)
		return
	}
	r.Ran++
	switch {
	case !person(p.Mode):
		r.Unasked++
	case k == nil:
		r.Unknown++
	case k.decision == rule.Allow:
		r.Passes++
	case k.decision == rule.Deny:
		l.reason("it is denied by now")
	case k.never != "":
		l.reason(k.never)
	default:
		l.learn(p, k)
	}
}

func (l *learner) learn(p *audit.Asked, k *look) {
	l.report.Possible++
	combo := strings.Join(k.keys, "\x01")
	if _, ok := l.combos[combo]; ok || len(l.combos) < maxCombos {
		l.combos[combo]++
	}
	for i := range k.parts {
		key := keyOf(&k.parts[i], k.project)
		s := l.shapes[key]
		if s == nil {
			if len(l.shapes) == maxShapes {
				continue
			}
			s = &shape{}
			l.shapes[key] = s
		}
		s.seen(&k.parts[i], k, k.call, p.Time)
	}
}

// refuse remembers what was refused. Of a call that cannot be judged all words could be the names
// of commands.
func (l *learner) refuse(p *audit.Asked, k *look) {
	if k != nil && k.result != nil {
		l.refused.add(k.result)
		k.result = nil // it is the same for the next one
		return
	}
	if k != nil {
		return
	}
	l.refused.note(l.refused.keys, keyOf(&part{kind: tool, head: []string{p.Tool}}, ""))
	for i := range p.Input {
		for _, w := range strings.FieldsFunc(p.Input[i].Text, func(c rune) bool {
			return strings.ContainsRune(" \t\n;&|()<>'\"`$=", c)
		}) {
			l.refused.note(l.refused.names, w)
		}
	}
}

func (l *learner) reason(why string) {
	if _, ok := l.reasons[why]; !ok && len(l.reasons) >= maxReasons {
		why = "other reasons"
	}
	l.reasons[why]++
}

// propose fills in the rest of the report.
func (l *learner) propose() {
	r := &l.report
	for why, n := range l.reasons {
		r.Never = append(r.Never, Reason{why, n})
	}
	slices.SortFunc(r.Never, func(a, b Reason) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.Why, b.Why))
	})
	shapes := make([]*shape, 0, len(l.shapes))
	for _, s := range l.shapes {
		if s.ran >= l.Least {
			shapes = append(shapes, s)
		}
	}
	v := &prover{gate: l.Gate, refused: l.refused, least: l.Least, unproved: l.unproved}
	found := make([][]Proposal, len(shapes))
	batch.Each(len(shapes), func(i int) { found[i] = v.propose(shapes[i]) })
	r.Proposals = l.placed(slices.Concat(found...))
	l.cover()
}

// placed puts the proposals in order, and those that belong to no project into the person's config.
func (l *learner) placed(list []Proposal) []Proposal {
	out := list[:0]
	for _, p := range list {
		if p.Project != "" {
			if _, _, is := l.Gate.Policy(p.Project); !is {
				p.Project = ""
			}
		}
		out = append(out, p)
	}
	slices.SortFunc(out, func(a, b Proposal) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), cmp.Compare(a.In, b.In), cmp.Compare(a.Text, b.Text),
			cmp.Compare(a.Project, b.Project))
	})
	return out
}

// cover counts the calls that the proposals would have passed.
func (l *learner) cover() {
	have := map[string]bool{}
	for i := range l.report.Proposals {
		have[l.report.Proposals[i].key] = true
	}
	for combo, n := range l.combos {
		all := true
		for key := range strings.SplitSeq(combo, "\x01") {
			all = all && have[key]
		}
		if all {
			l.report.Covered += n
		}
	}
}
