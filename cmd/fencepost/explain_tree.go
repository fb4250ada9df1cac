package main

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
)

// print draws the explanation as a tree: the decision first, then each command with what it does
// and what was said of it, the commands that it runs below it.
func (e *explanation) print(s stdio) {
	s.printf("%s  %s\n", s.style.decision(e.verdict, strings.ToUpper(e.Decision)), s.style.bold(e.call()))
	for _, r := range e.rows() {
		s.printf("      %s %s\n", s.style.dim(pad(r.name, 10)), r.value)
	}
	t := tree{s: s, nodes: e.Commands, told: e.Reason}
	if len(e.Said)+len(e.Effects)+len(e.Unknown) > 0 {
		s.printf("\n%s\n", "the call as a whole")
		t.facts("", &node{Effects: e.Effects, Said: e.Said, Unknown: e.Unknown})
	}
	for _, i := range roots(e.Commands) {
		s.printf("\n")
		t.draw(i, "", "")
	}
}

// call is what was asked about, with the tool where that is not plain.
func (e *explanation) call() string {
	if e.Tool != "Bash" && e.Tool != e.Input {
		return e.Tool + " " + oneLine(e.Input)
	}
	return oneLine(e.Input)
}

// row is a value with its name.
type row struct{ name, value string }

// rows are what is said of the call as a whole.
func (e *explanation) rows() (rows []row) {
	row := func(name, value string) {
		if value != "" {
			rows = append(rows, row{name, oneLine(value)})
		}
	}
	row("because", reason(e.Reason))
	row("via", e.Place)
	if e.verdict != rule.Allow {
		row("rule", e.Rule)
		row("from", e.Src)
	}
	row("moved to", e.Moved)
	row("sandbox", e.Sandbox)
	if e.Required != "" && e.Mode != "" {
		row("mode", e.Mode+" is in force, and the call needs "+e.Required)
	}
	if e.Chain {
		row("chained", "one of the steps that &&, || or ; join would ask, so all are denied "+
			"(tools.bash.discourageChaining)")
	}
	row("project", e.Project)
	if !strings.Contains(e.Reason, e.Ignored) {
		row("ignored", e.Ignored)
	}
	row("note", e.Note)
	return rows
}

// maxAsks is the number of asking rules that are shown of one command. A path that cannot be known
// may be what many rules are about, and the first ones say enough.
const maxAsks = 3

// tree draws commands below one another.
type tree struct {
	s     stdio
	nodes []node
	told  string // the reason, which is not said again
}

// draw prints a node behind head; what belongs to it stands behind indent.
func (t *tree) draw(i int, head, indent string) {
	n := &t.nodes[i]
	st := t.s.style
	line := head + st.decision(n.decision, pad(n.Decision, 5)) + " " + st.bold(oneLine(n.Text))
	via := n.Via
	if n.Place != "" {
		via = append(via[:len(via):len(via)], n.Place)
	}
	if len(via) > 0 {
		line += st.dim("  (via " + strings.Join(via, " › ") + ")")
	}
	t.s.printf("%s\n", line)
	body := indent
	if len(n.children) > 0 {
		body += "│ "
	} else {
		body += "  "
	}
	t.facts(body, n)
	for k, child := range n.children {
		if k == len(n.children)-1 {
			t.draw(child, indent+"└─ ", indent+"   ")
		} else {
			t.draw(child, indent+"├─ ", indent+"│  ")
		}
	}
}

// facts prints what a command does and what was said of it.
func (t *tree) facts(indent string, n *node) {
	for _, r := range t.rows(n) {
		t.s.printf("%s    %s %s\n", indent, t.s.style.dim(pad(r.name, 9)), r.value)
	}
}

// rows are what a command does and what was said of it.
func (t *tree) rows(n *node) (rows []row) {
	row := func(name, value string) {
		if value != "" {
			rows = append(rows, row{name, value})
		}
	}
	row("seen as", oneLine(n.Canonical))
	for _, w := range n.Words {
		if strings.Trim(w.Written, `"'`) != w.Value {
			row("word", oneLine(w.Value)+t.s.style.dim(" ← ")+oneLine(w.Written))
		}
	}
	row("runs in", oneLine(n.Dir))
	for _, r := range n.Redirects {
		row("redirect", oneLine(r.Text)+t.s.style.dim(" → ")+
			oneLine(strings.TrimSpace(r.Does+" "+r.Path+r.Host)))
	}
	for _, e := range n.Effects {
		row("effect", effectText(e)+t.foundBy(e.Pass))
	}
	for _, u := range n.Unknown {
		row("unknown", t.s.style.yellow(oneLine(unknownText(u)))+t.foundBy(u.Pass))
	}
	asks, more := 0, 0
	for _, o := range n.Said {
		switch {
		case o.Rule == "" && spokenOf(n.Unknown, o):
			continue
		case o.decision == rule.Ask && o.Rule != "":
			if asks++; asks > maxAsks {
				more++
				continue
			}
		}
		row(o.Decision, t.opinion(o, n.Text))
	}
	if more > 0 {
		row("", t.s.style.dim("… and "+plural(more, "more rule")+" that would ask; --json lists them"))
	}
	row("no rule", n.Note)
	return rows
}

// spokenOf reports whether an opinion is the shadow of a hazard that has its own line.
func spokenOf(list []unknown, o opinion) bool {
	return slices.ContainsFunc(list, func(u unknown) bool { return u.Why == o.Why })
}

// foundBy names the pass of the analysis that found something.
func (t *tree) foundBy(pass string) string {
	if pass == "" {
		return ""
	}
	return t.s.style.dim(" (found by: " + pass + ")")
}

func effectText(e effect) string {
	text := e.Kind
	if where := e.Path + e.Host + e.Variable; where != "" {
		text += " " + where
	}
	if e.Recursive {
		text += ", recursively"
	}
	if e.Mkdir {
		text += ", making a directory"
	}
	if e.Detail != "" {
		text += " (" + e.Detail + ")"
	}
	if !e.Known {
		text += " (cannot be known)"
	}
	return oneLine(text)
}

func unknownText(u unknown) string {
	if u.What == "" || strings.Contains(u.Why, u.What) {
		return u.Why
	}
	return u.What + ": " + u.Why
}

// opinion is one line: the rule, what it is about, what it says, where it stands, and whether it
// counted.
func (t *tree) opinion(o opinion, text string) string {
	st := t.s.style
	line := oneLine(o.Rule)
	if line == "" {
		line = oneLine(o.Why)
	} else if o.Why != "" && (!o.Counts || !strings.Contains(t.told, o.Why)) {
		line += " — " + oneLine(o.Why)
	}
	if o.tier == rule.TierDefault && o.Rule == "" {
		line += ", so the default decides"
	}
	if o.About != text && o.About != "" {
		line += " (" + oneLine(o.About) + ")"
	}
	var notes []string
	if o.Src != "" {
		notes = append(notes, oneLine(o.Src))
	}
	if o.ID != "" {
		notes = append(notes, "id "+o.ID)
	}
	if o.tier != rule.TierDefault && o.Tier != o.Decision {
		notes = append(notes, o.Tier)
	}
	if !o.Counts {
		notes = append(notes, "overruled")
	}
	where := ""
	if notes != nil {
		where = "  [" + strings.Join(notes, ", ") + "]"
	}
	if !o.Counts {
		return st.dim(line + where)
	}
	return st.decision(o.decision, line) + st.dim(where)
}
