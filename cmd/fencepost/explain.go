package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/activity"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/decision/decide"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// explainCommand shows what a call would run and what decided about it.
func explainCommand(s stdio) *cobra.Command {
	var asJSON bool
	var page string
	q := question{tool: "Bash"}
	c := newCommand("explain COMMAND", "show what a call would run, and which rules decide",
		func(operands []string) int { return runExplain(s, &q, asJSON, page, operands) })
	jsonFlag(c, &asJSON)
	textFlag(c, &page, "html", "write a page to `FILE`")
	q.flags(c)
	return c
}

func runExplain(s stdio, q *question, asJSON bool, page string, operands []string) int {
	if asJSON && page != "" {
		return s.fail("explain: choose --json or --html")
	}
	r, err := q.ask(operands, true)
	if err != nil {
		return s.fail("explain: %v", err)
	}
	e := explain(r)
	switch {
	case page != "":
		return s.writePage("explain", page, e.html())
	case asJSON:
		s.json(e)
	default:
		e.print(s)
	}
	return exitOK
}

// explanation is what is known of a call and why it was decided so.
type explanation struct {
	answer
	Tool     string `json:"tool"`
	Cwd      string `json:"cwd"`
	Project  string `json:"project"`
	Mode     string `json:"mode,omitempty"`
	Required string `json:"required,omitempty"` // mode that the call needs
	// an ask that became a denial because steps are joined
	Chain    bool      `json:"chained,omitempty"`
	Note     string    `json:"note,omitempty"` // why there is nothing more to show
	Commands []node    `json:"commands"`
	Said     []opinion `json:"said,omitempty"` // about the whole call
	Effects  []effect  `json:"effects,omitempty"`
	Unknown  []unknown `json:"unknown,omitempty"`
	Input    string    `json:"input"` // what was asked about
	Moved    string    `json:"moved,omitempty"`
	// to what it is confined where it runs, or why it is not; "" where the sandbox is off
	Sandbox string `json:"sandbox,omitempty"`
}

// node is one command that could run. Its children are the commands that it would run itself.
type node struct {
	decision rule.Decision
	children []int

	Text      string   `json:"text"`
	Via       []string `json:"via,omitempty"`
	Place     string   `json:"place,omitempty"`     // FILE:LINE of a script that holds it
	Canonical string   `json:"canonical,omitempty"` // where the text does not hold it as it is
	// words whose value is not what stands in the text
	Words     []origin   `json:"words,omitempty"`
	Kind      string     `json:"kind"`
	Dir       string     `json:"dir,omitempty"` // where it differs from the call's
	Decision  string     `json:"decision"`
	Note      string     `json:"note,omitempty"` // why no rule had to speak
	Redirects []redirect `json:"redirects,omitempty"`
	Effects   []effect   `json:"effects,omitempty"`
	Said      []opinion  `json:"said,omitempty"`
	Unknown   []unknown  `json:"unknown,omitempty"`
}

// origin is a word with the text that it came from.
type origin struct {
	Value   string `json:"value"`
	Written string `json:"written"`
}

type redirect struct {
	Text string `json:"text"`
	Does string `json:"does"`
	Path string `json:"path,omitempty"`
	Host string `json:"host,omitempty"`
}

type effect struct {
	Kind      string `json:"kind"`
	Path      string `json:"path,omitempty"`
	Host      string `json:"host,omitempty"`
	Variable  string `json:"variable,omitempty"`
	Recursive bool   `json:"recursive,omitempty"`
	Names     bool   `json:"names,omitempty"` // it reads names and attributes, not what files hold
	Mkdir     bool   `json:"mkdir,omitempty"` // it makes a new directory and nothing else
	Detail    string `json:"detail,omitempty"`
	Known     bool   `json:"known"`
	Pass      string `json:"pass,omitempty"` // of the analysis, that found it; "": the command's spec
}

type unknown struct {
	ID   string `json:"id"`
	What string `json:"what,omitempty"`
	Why  string `json:"why"`
	Pass string `json:"pass,omitempty"` // of the analysis, that found it; "": shell grammar or spec
}

// opinion is something that had a say, and whether it counted.
type opinion struct {
	decision rule.Decision
	tier     rule.Tier

	About    string `json:"about"`
	Decision string `json:"decision"`
	Tier     string `json:"tier"`
	Rule     string `json:"rule,omitempty"`
	// by which a config switches the rule, if it is a bundled one
	ID          string `json:"id,omitempty"`
	Src         string `json:"src,omitempty"`
	Why         string `json:"why,omitempty"`
	Alternative string `json:"alternative,omitempty"`
	Counts      bool   `json:"counts"` // no earlier tier spoke of the same thing
}

func explain(r *gate.Result) *explanation {
	v := &r.Verdict
	e := &explanation{
		answer: answerOf(r), Tool: r.Call.Tool, Cwd: r.Call.Cwd, Project: r.Project,
		Mode: v.Active.String(), Required: v.Required.String(), Chain: v.Cause == rule.ByChain,
		Commands: []node{},
	}
	e.Reason, e.Sandbox = because(r), r.Sandbox.String()
	e.Input = activity.Subject(r.Original)
	if moved := activity.Subject(r.Call); moved != e.Input {
		e.Moved = moved
	}
	if r.Facts == nil {
		e.Note = "fencepost did not look any further"
		return e
	}
	e.Said = opinions(r.Said, -1)
	e.Effects = effects(r.Facts.Effects)
	e.Unknown = unknowns(r.Facts.Hazards)
	for i := range r.Facts.Commands {
		e.Commands = append(e.Commands, commandNode(r, i))
	}
	nest(e.Commands)
	return e
}

// because is the reason of a verdict. An allow has one that the agent is not told.
func because(r *gate.Result) string {
	v := &r.Verdict
	switch {
	case v.Decision != rule.Allow, v.Confined != "":
		return agent.Reason(v, r.Call.Tool)
	case r.Facts != nil && len(r.Facts.Commands) > 1:
		return "nothing in it is asked about or denied"
	case v.Rule != "":
		return "a rule allows it"
	}
	return "nothing speaks against it"
}

func commandNode(r *gate.Result, i int) node {
	c := &r.Facts.Commands[i]
	n := node{
		Text: c.Text, Via: c.Via, Place: decide.Place(r.Facts, c), Kind: kindOf(c),
		Effects: effects(c.Effects),
		Unknown: unknowns(c.Hazards),
		Said:    opinions(r.Said, i), Dir: directory(c, r.Call.Cwd),
	}
	if canon := fact.ShowAll(c.Canonical()); !strings.Contains(c.Text, canon) {
		n.Canonical = canon
	}
	n.Words = origins(c.Argv)
	for k := range c.Redirects {
		if !c.Redirects[k].Exempt {
			n.Redirects = append(n.Redirects, redirection(&c.Redirects[k]))
		}
	}
	n.decision = rule.Allow
	for _, o := range n.Said {
		if o.Counts {
			n.decision = max(n.decision, o.decision)
		}
	}
	n.Decision = n.decision.String()
	if len(n.Said) == 0 {
		n.Note = whyNoRule(c)
	}
	return n
}

// kindOf names what a command is.
func kindOf(c *fact.Command) string {
	switch c.Kind {
	case fact.Assignment:
		return "assignment"
	case fact.Redirected:
		return "redirection"
	case fact.Function:
		return "function call"
	case fact.Empty:
		return "empty"
	}
	switch c.Wrapper {
	case fact.Transparent:
		return "wrapper"
	case fact.Escalating:
		return "escalating wrapper"
	}
	return "command"
}

// whyNoRule says why a command passes although no rule speaks of it.
func whyNoRule(c *fact.Command) string {
	switch {
	case c.Kind == fact.Assignment:
		return "an assignment needs no rule"
	case c.Kind == fact.Function:
		return "its body decides"
	case c.Kind == fact.Redirected:
		return "the effect of the redirection decides"
	case c.Wrapper == fact.Transparent:
		return "what it runs decides"
	}
	return ""
}

// directory is where a command runs; "" for the directory of the call.
func directory(c *fact.Command, cwd string) string {
	switch {
	case !c.Dirs.Known:
		return "an unknown directory"
	case len(c.Dirs.List) == 1 && c.Dirs.List[0] == cwd, len(c.Dirs.List) == 0:
		return ""
	}
	return strings.Join(c.Dirs.List, " or ")
}

// modeNames are what redirections do; others duplicate.
var modeNames = map[fact.RedirMode]string{fact.RedirRead: "read", fact.RedirWrite: "write",
	fact.RedirAppend: "append", fact.RedirHere: "here-document"}

func redirection(r *fact.Redirect) redirect {
	out := redirect{Text: r.Text, Host: r.Host, Does: modeNames[r.Mode]}
	switch {
	case r.Net:
		out.Does = "network"
	case out.Does == "":
		out.Does = "duplicate"
		return out
	case r.Mode == fact.RedirHere:
		return out
	}
	out.Path = place(&r.Path)
	return out
}

// place is where a path leads, as far as that is known.
func place(p *fact.Path) string {
	if p.Known {
		return p.Abs
	}
	if p.Written != "" {
		return p.Written
	}
	return "an unknown path"
}

func effects(list []fact.Effect) []effect {
	var out []effect
	for i := range list {
		f := &list[i]
		e := effect{Kind: f.Kind.String(), Host: f.Host, Variable: f.Variable, Recursive: f.Recursive,
			Names: f.Names, Mkdir: f.Mkdir, Detail: f.Detail, Known: true,
			Pass: string(f.Pass)}
		if f.Kind.HasPath() {
			e.Path, e.Known = place(&f.Path), f.Path.Known
		}
		if f.Kind == fact.Variable {
			e.Known = f.Variable != ""
		}
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

func unknowns(list []fact.Hazard) []unknown {
	var out []unknown
	for i := range list {
		out = append(out, unknown{ID: list[i].ID.String(), What: list[i].Text, Why: list[i].Why,
			Pass: string(list[i].Pass)})
	}
	return out
}

// opinions lists what was said of a command; -1 is the call as a whole. Of what was said about one
// thing, only the first tier counts.
func opinions(said []decide.Said, command int) []opinion {
	var out []opinion
	for _, s := range said {
		if s.Command != command {
			continue
		}
		o := opinion{decision: s.Decision, tier: s.Tier, About: s.About, Decision: s.Decision.String(),
			Tier: cmp.Or(tierNames[s.Tier], "default"), Why: s.Why, Counts: !s.Settled}
		if s.Info != nil {
			o.Rule, o.Src, o.Alternative = s.Info.ID, s.Info.Src, s.Info.Alternative
			if !s.Info.Enforced {
				o.ID = s.Info.Name
			}
			if o.Why == "" {
				o.Why = s.Info.Description
			}
		}
		if !slices.Contains(out, o) {
			out = append(out, o)
		}
	}
	for i := range out {
		for k := range out {
			// What is no rule (a hazard, a protected path) is not overruled by one.
			if out[i].Rule != "" && out[k].Rule != "" && out[k].About == out[i].About &&
				out[k].tier < out[i].tier {
				out[i].Counts = false
			}
		}
	}
	slices.SortStableFunc(out, func(a, b opinion) int {
		if a.Counts != b.Counts {
			if a.Counts {
				return -1
			}
			return 1
		}
		return int(b.decision) - int(a.decision)
	})
	return out
}

// tierNames are the tiers but for that of the default.
var tierNames = map[rule.Tier]string{rule.TierDeny: "deny", rule.TierEnforcedAllow: "enforced allow",
	rule.TierEnforcedAsk: "enforced ask", rule.TierScopedAllow: "scoped allow", rule.TierAsk: "ask",
	rule.TierAllow: "allow"}

// nest makes each command a child of the wrapper that runs it: the last one before it with fewer
// wrappers around it.
func nest(nodes []node) {
	for i := range nodes {
		for k := i - 1; k >= 0; k-- {
			if len(nodes[k].Via) < len(nodes[i].Via) {
				nodes[k].children = append(nodes[k].children, i)
				break
			}
		}
	}
}

// roots returns the commands that no other one runs.
func roots(nodes []node) []int {
	child := make([]bool, len(nodes))
	for i := range nodes {
		for _, k := range nodes[i].children {
			child[k] = true
		}
	}
	var out []int
	for i := range nodes {
		if !child[i] {
			out = append(out, i)
		}
	}
	return out
}

// reason is the sentence of the verdict without the agent's prefix.
func reason(r string) string { return strings.TrimPrefix(r, "Fencepost: ") }

// origins lists the words that mean something else than what is written: where each value came
// from.
func origins(argv []fact.Word) []origin {
	var list []origin
	for i := range argv {
		w := &argv[i]
		from := w.Written
		if from == "" {
			from = w.Origin.Show()
		}
		if from != "" && from != w.Text {
			o := origin{Value: w.Text, Written: from}
			if w.Kind != fact.Literal {
				o.Value = w.Text + "…" + w.Suffix
			}
			list = append(list, o)
		}
	}
	return list
}
