package tune

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// Proposal is a rule with what is known of the calls that it would have passed.
type Proposal struct {
	Rule
	Project  string    `json:"project,omitempty"` // in whose config it belongs; "" for the person's
	Calls    int       `json:"calls"`             // that were asked about, and ran
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
	Examples []string  `json:"examples"`
	Else     string    `json:"else"` // what else it lets pass

	key   string
	named bool // a person has named the calls
}

// manyExact bounds the exact rules of one shape.
const manyExact = 6

// prover proposes rules for shapes, and proves each by judging.
type prover struct {
	gate    *gate.Gate
	refused *refusals
	least   int
	named   bool // a person has named the calls, which says nothing about where

	unproved bool // only to test what the attacks are good for
}

// propose returns the rules for a shape, the most general that can be proved.
func (v *prover) propose(s *shape) []Proposal {
	if s.ran < v.least || v.refused.of(s) {
		return nil
	}
	base := v.near(s)
	switch s.kind {
	case tool:
		return v.one(s, base, toolRule(s.head[0]), nil)
	case host:
		return v.one(s, base, hostRule(s.head[0]), nil)
	}
	if len(s.forms) > 1 {
		options, _ := common(s.lists())
		if r, ok := prefixRule(s.head); ok && s.known && !s.runs && len(options) == 0 {
			if got := v.one(s, base, r, nil); got != nil {
				return got
			}
		}
		if seq, ok := s.gather(); ok {
			if got := v.one(s, base, checkRule(seq.pattern(s.head)), seq); got != nil {
				return got
			}
		}
	}
	return v.exactly(s, base)
}

// exactly proposes rules for the commands that ran again and again in the same form.
func (v *prover) exactly(s *shape, base []near) (out []Proposal) {
	forms := slices.Clone(s.forms)
	slices.SortStableFunc(forms, func(a, b form) int { return cmp.Compare(b.ran, a.ran) })
	for _, f := range forms[:min(len(forms), manyExact)] {
		if f.ran < v.least {
			break
		}
		one := *s
		one.forms, one.ran, one.examples = []form{f}, f.ran, nil
		one.samples = nil
		for _, c := range s.samples {
			if c.line == shellquote.Join(slices.Concat(s.head, f.args)) {
				one.samples = append(one.samples, c)
				one.examples = append(one.examples, c.line)
			}
		}
		if len(one.samples) > 0 {
			out = append(out, v.one(&one, base, checkRule(exact(s.head, f.args)), nil)...)
		}
	}
	return out
}

// one is the proposal of a rule, if that can be proved.
func (v *prover) one(s *shape, base []near, r Rule, seq sequence) []Proposal {
	if !v.proves(s, base, r) {
		return nil
	}
	p := Proposal{Rule: r, Calls: s.ran, First: s.first, Last: s.last, Examples: s.examples,
		Else: s.elsewise(r, seq), key: keyOf(&s.part, s.project), named: v.named}
	if s.bound || s.projects == 1 && s.kind == command && !v.named {
		p.Project = s.project
	}
	return []Proposal{p}
}

// proves reports whether all calls that were seen pass with the rule, and nothing else that must
// not.
func (v *prover) proves(s *shape, base []near, r Rule) bool {
	doc, problems := Document([]Rule{r})
	if len(problems) > 0 || len(policy.RiskyAllows(doc)) > 0 || v.refused.match(doc) {
		return false
	}
	with := v.gate.Past(gate.Instead{Added: []*policy.Document{doc}})
	for _, c := range s.samples {
		l := lookAt(with, c.call)
		if l.decision == rule.Allow {
			continue
		}
		if l.decision == rule.Deny || l.never != "" || l.has(s) {
			return false
		}
	}
	for i := range base {
		n := &base[i]
		if n.before > rule.Allow && with.Judge(n.call).Verdict.Decision < n.before {
			return false
		}
	}
	return true
}

// has reports whether a call is asked about the shape.
func (l *look) has(s *shape) bool {
	return slices.ContainsFunc(l.parts, func(p part) bool {
		return p.kind == s.kind && slices.Equal(p.head, s.head)
	})
}

// near judges the dangerous neighbours of a shape as they are now. A neighbour that was
// asked about itself, and ran, is not dangerous.
func (v *prover) near(s *shape) []near {
	var out []near
	if v.unproved {
		return nil
	}
	for _, c := range nearCalls(s) {
		if s.kind == command && slices.ContainsFunc(s.forms, func(f form) bool {
			return shellquote.Join(slices.Concat(s.head, f.args)) == c.Text("command")
		}) {
			continue
		}
		out = append(out, near{c, v.gate.Judge(c).Verdict.Decision})
	}
	return out
}

// elsewise says what else a rule lets pass.
func (s *shape) elsewise(r Rule, seq sequence) string {
	does := "fencepost does not know what it does: it may read, write and contact what you can"
	switch {
	case s.kind == tool:
		return "every call of this tool, whatever it is given"
	case s.kind == host:
		return "every page of this host, and all of its ports"
	case s.script != "":
		does = "it does what " + s.script + " says when it runs, from whatever directory of the " +
			"project, also after the agent has changed it"
	case s.known && len(s.does) > 0:
		does = "it " + strings.Join(s.does, ", ")
	case s.known:
		does = "nothing that it does touches files or hosts"
	}
	switch {
	case r.In == InAllow:
		return "this command with all options and arguments that its specification knows; " + does
	case seq == nil:
		return "no other command line; " + does
	}
	if like := seq.like(); like != "" {
		return "the same with " + like + "; " + does
	}
	return "the arguments that were seen, in every combination; " + does
}

// like says what the classes of an expression cover.
func (s sequence) like() string {
	var list []string
	add := func(what string) {
		if !slices.Contains(list, what) {
			list = append(list, what)
		}
	}
	for i := range s {
		for _, w := range s[i].wides {
			switch w.class {
			case number:
				add("other numbers")
			case name, thing:
				add("other names such as " + w.seen[0])
			case file:
				add("other files such as " + w.seen[0])
			case message:
				add("other texts such as '" + w.seen[0] + "'")
			}
		}
	}
	return strings.Join(list, ", ")
}
