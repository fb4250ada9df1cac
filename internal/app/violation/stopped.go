package violation

import (
	"slices"

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

// StoppedBefore says what a call was stopped from, which is a question: whoever lets it run grants
// that for the session. A person is asked once; after that the call runs without. Where the question
// reaches nobody, instead says what can be done.
func StoppedBefore(c *Sent) (why, instead string) {
	session := c.Store.Session(c.Session)
	p := session.Pending(c.Command, c.Dir)
	has := c.Store.Rights(session, c.Project)
	isThere := func(r history.Right) bool {
		return slices.Contains(has, r) || slices.Contains(has, Whole(r, Machine{}))
	}
	opens := slices.DeleteFunc(c.Opens, isThere)
	if p == nil && len(opens) > 0 && c.Mute() == "" {
		return c.opens(session, opens), ""
	}
	if p == nil || p.Declined {
		return "", ""
	}
	if p.Rights = slices.DeleteFunc(p.Rights, isThere); len(p.Rights) == 0 {
		session.Settle(c.Command, c.Dir)
		return "", ""
	}
	if p.Asked != "" { // and it has not been run
		p.Asked, p.Declined = "", true
		_ = session.SetPending(p)
		return "", ""
	}
	stopped := "the sandbox stopped this command from " + Wants(p.Rights, c.Home)
	if lost := c.Mute(); lost != "" {
		if p.Declined = true; session.SetPending(p) == nil {
			why = stopped + ", and " + lost + ". Sent once more, it runs as it did"
			instead = "have the person run, in a terminal of their own: " +
				GrantCommand(p.Rights, c.Session, c.Home)
		}
	} else if session.Asked(p, c.ToolUse) == nil {
		why = stopped + ". Allowing adds that for this session"
	}
	return why, instead
}

// opens is what the gate's own question says of a yes to it: if the call then runs, confined runs
// of the session have the paths and hosts that the person has seen in it, and nobody asks again.
func (c *Sent) opens(session *history.Session, rights []history.Right) string {
	p := &history.Pending{Command: c.Command, Dir: c.Dir}
	for _, r := range rights[:min(len(rights), mostStops)] {
		p.Rights = append(p.Rights, Whole(r, Machine{}))
	}
	if session.Asked(p, c.ToolUse) != nil {
		return ""
	}
	return "Allowing opens the sandbox for " + Wants(p.Rights, c.Home) + ", for this session"
}
