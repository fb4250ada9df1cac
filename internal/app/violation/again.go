package violation

import (
	"slices"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// Sent is a call that is proposed, and would run in the sandbox.
type Sent struct {
	Store   *history.Store
	Session string
	ToolUse string
	Command string
	Dir     string
	Project string // without links
	Home    string
	Opens   []history.Right // by the question that the gate puts about it
	// Mute says why a question reaches nobody; "" if it reaches a person.
	Mute func() string
}

// Again turns a call that was stopped before into a question about what it was stopped from:
// whoever lets it run grants that for the session. A person is asked once; after that the call runs
// without.
func Again(c *Sent, v *rule.Verdict) {
	if v.Decision == rule.Deny {
		return
	}
	session := c.Store.Session(c.Session)
	p := session.Pending(c.Command, c.Dir)
	has := c.Store.Rights(session, c.Project)
	isThere := func(r history.Right) bool {
		return slices.Contains(has, r) || slices.Contains(has, Whole(r, Machine{}))
	}
	opens := slices.DeleteFunc(c.Opens, isThere)
	if p == nil && len(opens) > 0 && c.Mute() == "" {
		c.opens(session, opens, v)
	}
	if p == nil || p.Declined {
		return
	}
	if p.Rights = slices.DeleteFunc(p.Rights, isThere); len(p.Rights) == 0 {
		session.Settle(c.Command, c.Dir)
		return
	}
	if p.Asked != "" { // and it has not been run
		p.Asked, p.Declined = "", true
		_ = session.SetPending(p)
		return
	}
	wants := Wants(p.Rights, c.Home)
	if why := c.Mute(); why != "" {
		p.Declined = true
		if session.SetPending(p) != nil {
			return
		}
		*v = rule.Verdict{Decision: rule.Deny, Cause: rule.BySandbox, Command: c.Command,
			Description: "the sandbox stopped this command from " + wants + ", and " + why +
				". Sent once more, it runs as it did",
			Alternative: "have the person run, in a terminal of their own: " +
				GrantCommand(p.Rights, c.Session, c.Home)}
		return
	}
	if session.Asked(p, c.ToolUse) != nil {
		return
	}
	why := "the sandbox stopped this command from " + wants + ". Allowing adds that for this session"
	if v.Decision == rule.Ask {
		if v.Note != "" {
			why = v.Note + ". " + why
		}
		v.Note = why
		return
	}
	asked := *v
	*v = rule.Verdict{Decision: rule.Ask, Cause: rule.BySandbox, Command: c.Command,
		Description: "T" + why[1:], Note: asked.Note, Updated: asked.Updated, Moved: asked.Moved,
		Active: asked.Active, Required: asked.Required, Confined: asked.Confined}
}

// opens has the gate's own question say what a yes to it opens: if the call then runs, confined runs
// of the session have the paths and hosts that the person has seen in it, and nobody asks again.
func (c *Sent) opens(session *history.Session, rights []history.Right, v *rule.Verdict) {
	p := &history.Pending{Command: c.Command, Dir: c.Dir}
	for _, r := range rights[:min(len(rights), mostStops)] {
		p.Rights = append(p.Rights, Whole(r, Machine{}))
	}
	if session.Asked(p, c.ToolUse) != nil {
		return
	}
	if v.Note != "" {
		v.Note += ". "
	}
	v.Note += "Allowing opens the sandbox for " + Wants(p.Rights, c.Home) + ", for this session"
}
