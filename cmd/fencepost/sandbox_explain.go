package main

import (
	"cmp"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/confine"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/sandbox/flags"

	"github.com/spf13/cobra"
)

// sandboxExplanation is how a command would run where commands are confined.
type sandboxExplanation struct {
	Mode     string   `json:"mode"` // of the sandbox; off: what follows is as if it were on
	Decision string   `json:"decision"`
	Reason   string   `json:"reason"`
	Confined bool     `json:"confined"`
	Why      string   `json:"why,omitempty"`     // it does not run confined, or gets the project's profile
	Settles  string   `json:"settles,omitempty"` // kinds of questions that this settles
	May      string   `json:"may,omitempty"`
	Closed   bool     `json:"closed"`            // it gets what its own words need, and no more
	Flags    []string `json:"flags,omitempty"`   // of fencepost-run
	Scratch  string   `json:"scratch,omitempty"` // which directory took the place of the usual one
}

// sandboxExplainCommand shows what a command may do in the sandbox, and runs nothing.
func sandboxExplainCommand(s stdio) *cobra.Command {
	var asJSON, flags bool
	q := question{tool: "Bash"}
	c := newCommand("explain COMMAND", "show whether a command runs confined, and what it may do",
		func(operands []string) int { return runSandboxExplain(s, &q, asJSON, flags, operands) })
	c.Example = "  fencepost sandbox explain 'npm test'\n" +
		"  fencepost sandbox explain --flags 'python3 build.py'"
	jsonFlag(c, &asJSON)
	boolFlag(c, &flags, "flags", "print the command line of fencepost-run for it")
	cwdFlag(c, &q.cwd)
	trustedFlag(c, &q.trusted)
	return c
}

func runSandboxExplain(s stdio, q *question, asJSON, flags bool, operands []string) int {
	switch {
	case len(operands) != 1:
		return s.fail("sandbox explain: name one COMMAND, in quotes, such as 'npm test'")
	case asJSON && flags:
		return s.fail("sandbox explain: choose --json or --flags")
	}
	g, cwd, err := gateAt(q.cwd, gate.Options{Trusted: q.trusted, Confined: true})
	if err != nil {
		return s.fail("sandbox explain: %v", err)
	}
	call, err := q.call(operands[0], cwd)
	if err != nil {
		return s.fail("sandbox explain: %v", err)
	}
	e := explainSandbox(g, cwd, call)
	switch {
	case asJSON:
		s.json(e)
	case !flags:
		e.print(s)
	case !e.Confined:
		return s.failed("sandbox explain: it would not run confined: %s", e.Why)
	default:
		s.printf("fencepost-run %s -- %s -c %s\n", shellquote.Join(e.Flags), "bash", shellquote.Word(operands[0]))
	}
	return exitOK
}

// explainSandbox judges a call as if the agent ran it through the wrapper. Where the sandbox is off it
// counts as switched on.
func explainSandbox(g *gate.Gate, cwd string, call *fact.Call) *sandboxExplanation {
	p, _, _ := g.Policy(cwd)
	e := &sandboxExplanation{Mode: modeOff}
	set := p.Effective().Sandbox
	e.Scratch = p.OtherScratch()
	if set != nil {
		e.Mode = set.Mode
	}
	e.explain(switchedOn(g, p).Judge(call))
	return e
}

// explain says how a call runs that was judged.
func (e *sandboxExplanation) explain(r *gate.Result) {
	e.Decision, e.Reason = r.Verdict.Decision.String(), because(r)
	x := r.Sandbox
	if x == nil {
		e.Why = "fencepost does not know what it runs"
		return
	}
	e.Confined, e.Why = x.Runs, x.Why
	if !x.Runs {
		e.Why = cmp.Or(e.Why, notConfined(r))
		return
	}
	e.describe(x.Profile)
	e.Settles = x.Settled.String()
}

// switchedOn is the gate where the sandbox is on, whatever a policy says.
func switchedOn(g *gate.Gate, p *policy.Policy) *gate.Gate {
	if p.Effective().Sandbox.On() {
		return g
	}
	return g.Past(gate.Instead{Added: []*policy.Document{{Sandbox: &policy.Sandbox{Mode: modeAuto}}}})
}

// notConfined says why a call does not run confined that could.
func notConfined(r *gate.Result) string {
	if r.Verdict.Decision.String() == "deny" {
		return "it does not run"
	}
	return "fencepost knows what it does, and it reaches no host (sandbox.scope: unvouched)"
}

func (e *sandboxExplanation) describe(p *confine.Profile) {
	e.May, e.Closed, e.Flags = p.String(), p.Closed, flags.Of(&p.Profile)
	if e.Why == "" {
		e.Why = p.Why
	}
}

func (e *sandboxExplanation) print(s stdio) {
	row := func(name, value string) { s.row(name, value, "") }
	if e.Mode == modeOff {
		row("sandbox", "off; if it were on:")
	}
	row("decision", e.Decision+": "+e.Reason)
	if !e.Confined {
		row("confined", "no: "+e.Why)
		return
	}
	row("confined", e.May)
	if e.Settles != "" {
		row("settles", "what is asked without: "+e.Settles+" (sandbox.answers)")
	}
	if e.Closed {
		row("profile", "what its own words need, and no more")
	} else {
		row("profile", "the project's, because "+e.Why)
	}
	if e.Scratch != "" {
		row("scratch", e.Scratch)
	}
	row("run", "fencepost-run "+shellquote.Join(e.Flags)+" -- …")
}
