package agent

import "slices"

// Seen is what a hook input shows before it is known which agent it comes from.
type Seen struct {
	Fields            []string // at its top level
	Event, Tool, Mode string
	Usual             bool // the event is one of Claude Code's, whose events others have taken over
}

// Has reports whether the input has one of some fields.
func (s *Seen) Has(fields ...string) bool {
	return slices.ContainsFunc(fields, func(f string) bool { return slices.Contains(s.Fields, f) })
}

// Sign is what an agent's input shows. All of its conditions hold: the input has one of the fields,
// one of the events and one of the tools (nil: any).
type Sign struct {
	Certainty             Certainty
	Fields, Events, Tools []string
	Usual                 bool // the event is one of Claude Code's
	NoMode                bool // there is no permission mode
}

// Certainty says how surely an input comes from an agent.
type Certainty uint8

const (
	No     Certainty = iota
	Likely           // by an event and fields that others could have as well
	Known            // by the name of a tool
	Sure             // by what no other agent has: two that are sure contradict each other
)

// Shows reports whether an input has a sign.
func (s *Seen) Shows(g *Sign) bool {
	return (g.Fields == nil || s.Has(g.Fields...)) &&
		(g.Events == nil || slices.Contains(g.Events, s.Event)) &&
		(g.Tools == nil || slices.Contains(g.Tools, s.Tool)) &&
		(!g.Usual || s.Usual) && (!g.NoMode || s.Mode == "")
}
