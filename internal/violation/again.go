package violation

import (
	"slices"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox/ledger"
)

// Sent is a call that is proposed, and would run in the sandbox.
type Sent struct {
	Store   *ledger.Store
	Session string
	ToolUse string
	Command string
	Dir     string
	Project string // without links
	Home    string
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
	if p == nil || p.Declined {
		return
	}
	has := c.Store.Rights(session, c.Project)
	missing := p.Rights[:0]
	for _, r := range p.Rights {
		if !slices.Contains(has, r) {
			missing = append(missing, r)
		}
	}
	p.Rights = missing
	if len(p.Rights) == 0 {
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
