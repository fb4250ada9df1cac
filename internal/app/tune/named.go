package tune

import (
	"time"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// Named is what can be proposed for calls that a person names.
type Named struct {
	Proposals []Proposal `json:"proposals"`
	Passes    int        `json:"passes"`          // of the calls: that need no rule
	Never     string     `json:"never,omitempty"` // why nothing is proposed
}

// For proposes rules for calls that a person names. The gate has to trace.
func For(g *gate.Gate, calls []*fact.Call, now time.Time) *Named {
	g = g.Past(gate.Instead{})
	out := &Named{Proposals: []Proposal{}}
	var shapes []*shape
	known := map[string]*shape{}
	for _, c := range calls {
		l := lookAt(g, c)
		switch {
		case l.decision == rule.Allow:
			out.Passes++
		case l.decision == rule.Deny:
			out.Never = "it is denied, and no rule that allows stands above that: " + l.denied
		case l.never != "":
			out.Never = l.never
		}
		for i := range l.parts {
			key := keyOf(&l.parts[i], l.project)
			s := known[key]
			if s == nil {
				s = &shape{}
				known[key] = s
				shapes = append(shapes, s)
			}
			s.seen(&l.parts[i], l, c, now)
		}
	}
	if out.Never != "" {
		return out
	}
	v := &prover{gate: g, refused: newRefusals(), least: 1, named: true}
	for _, s := range shapes {
		out.Proposals = append(out.Proposals, v.propose(s)...)
	}
	if !passes(g, calls, out.Proposals) {
		out.Proposals, out.Never = []Proposal{},
			"no rule is narrow enough: whatever lets it pass also lets pass what must not"
	}
	return out
}

// passes reports whether all calls pass with the proposals.
func passes(g *gate.Gate, calls []*fact.Call, list []Proposal) bool {
	doc, problems := Document(rulesOf(list))
	if len(problems) > 0 {
		return false
	}
	with := g.Past(gate.Instead{Added: []*policy.Document{doc}})
	for _, c := range calls {
		if with.Judge(c).Verdict.Decision != rule.Allow {
			return false
		}
	}
	return true
}
