package confine

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
)

// look finds out how much of the call is known.
func (d *draft) look() {
	f := d.c.Facts
	d.seen, d.files, d.hosts = true, true, true
	if f == nil {
		d.unseen("is not analysed", "the call")
		return
	}
	for i := range f.Hazards {
		d.hazard(&f.Hazards[i], f.Hazards[i].Text)
	}
	for i := range f.Commands {
		d.command(&f.Commands[i])
	}
	for i := range f.Effects {
		d.effect(nil, &f.Effects[i])
	}
	d.p.Free = d.seen && d.files && d.hosts && !slices.ContainsFunc(f.Commands,
		func(c fact.Command) bool { return !d.free(&c) })
	for t := f.Trees; t != nil; t = t.Before {
		if t.Into.Abs != "" && !t.Into.Known {
			d.unwritten("writes where nobody knows", "the call")
		}
	}
}

// unseen says that code may run which is not seen: nothing else is certain then either.
func (d *draft) unseen(what, text string) {
	if d.seen {
		d.p.Why = because(text, what) // it counts for more than what was found before
	}
	d.seen, d.files, d.hosts, d.foreign = false, false, false, true
}

// hazard is a place where something is not known. Of a path or host that is all; of anything else
// code could run.
func (d *draft) hazard(h *fact.Hazard, text string) {
	switch h.ID {
	case hazards.DynamicPath, hazards.DynamicMode:
		d.unwritten("names a path that fencepost cannot know", text)
	case hazards.DynamicHost:
		d.unreached("contacts a host that fencepost cannot know", text)
	default:
		d.unseen("is not read for certain", text)
	}
}

func (d *draft) unwritten(what, text string) {
	d.why(what, text)
	d.files = false
}

func (d *draft) unreached(what, text string) {
	d.why(what, text)
	d.hosts = false
}

func (d *draft) why(what, text string) {
	if d.p.Why == "" {
		d.p.Why = because(text, what)
	}
}

// because is a clause about a command, of which no more than a line is shown.
func because(text, what string) string {
	const most = 60
	text = strings.TrimSpace(text)
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i] + " …"
	}
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return "'" + text + "' " + what
}

// command looks at what one command could do beside its effects.
func (d *draft) command(c *fact.Command) {
	if c.Remote && slices.Contains(c.Via, "ssh") {
		return // another machine's
	}
	for i := range c.Hazards {
		if h := &c.Hazards[i]; h.ID == hazards.TreeNames && moves(c) {
			d.unwritten("moves between commits that fencepost cannot know", c.Text)
		} else {
			d.hazard(h, c.Text)
		}
	}
	switch {
	case c.Kind != fact.Simple:
	case c.Name == "":
		d.unseen("runs a program whose name fencepost cannot know", c.Text)
	case !c.Known:
		d.unseen("runs a program that fencepost does not know", c.Text)
	case c.Planted != nil, c.Built, c.RunsUnseenCode, c.Runs > 0, c.Unjudged != "":
		d.unseen("runs code that fencepost cannot see", c.Text)
	case c.UnknownOption, c.UnknownWord != "":
		d.unseen("has an option that fencepost does not know", c.Text)
	}
	for i := range c.Code {
		if c.Code[i].File > 0 || !known(&c.Code[i]) {
			d.unseen("runs code that fencepost knows only in part", c.Text)
		}
	}
	if n := needOf(c); n != nil {
		n.idle, n.contacts = idle(c), contacts(c)
		d.needs = append(d.needs, *n)
		if n.Hooks {
			d.unwritten("may run hooks of the project", c.Text)
			d.hosts = false
		}
	}
	if c.Remote {
		return // its paths are those of another machine
	}
	for i := range c.Effects {
		d.effect(c, &c.Effects[i])
	}
	for i := range c.Redirects {
		r := &c.Redirects[i]
		if r.Net && r.Host == "" {
			d.unreached("contacts a host that fencepost cannot know", c.Text)
		}
		d.contacts = d.contacts || r.Net
		if (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) && !r.Exempt && !r.Net &&
			!r.Path.Known {
			d.unwritten("writes where nobody knows", c.Text)
		}
	}
}

// effect looks at one effect of a command, nil for that of a file tool.
func (d *draft) effect(c *fact.Command, e *fact.Effect) {
	text := "the call"
	if c != nil {
		text = c.Text
	}
	switch e.Kind {
	case fact.Exec:
		foreign := d.foreign
		d.unseen(exec(e.Detail), text)
		// What npm publish runs beside itself was let pass with it; so it keeps what it is for.
		d.foreign = foreign || c == nil || !personal(c)
	case fact.System, fact.Privilege, fact.Process:
		if c == nil || !looks(c) {
			d.unwritten("acts on the machine", text)
			d.hosts = false
		}
	case fact.Network:
		d.contacts = true
		if e.Host == "" {
			d.unreached("contacts a host that fencepost cannot know", text)
		}
	case fact.Write, fact.Append, fact.Delete, fact.Meta:
		if !e.Path.Known && !e.Guess {
			d.unwritten("writes where nobody knows", text)
		}
	}
}

// looks reports whether a command only shows what the environment holds: env.
func looks(c *fact.Command) bool { return c.Name == "env" || c.Name == "printenv" }

// idle reports whether a command is known to do no more than look: it needs no cache.
func idle(c *fact.Command) bool {
	return !slices.ContainsFunc(c.Effects, func(e fact.Effect) bool { return e.Kind != fact.Read })
}

// contacts reports whether a command contacts something, or runs what may.
func contacts(c *fact.Command) bool {
	return slices.ContainsFunc(c.Effects, func(e fact.Effect) bool {
		return e.Kind == fact.Network || e.Kind == fact.Exec || e.Kind == fact.System
	})
}

// personal reports whether a command is one that credentials are for.
func personal(c *fact.Command) bool {
	n := needOf(c)
	return n != nil && len(n.Reads)+len(n.Writes)+len(n.Sockets) > 0 ||
		len(envscrub.Keeps(append([]string{c.Name}, c.Sub...)...)) > 0
}

func exec(detail string) string {
	if detail == "" {
		return "runs code that fencepost cannot see"
	}
	return detail
}

// known reports whether all is known that inline code does: its effects are those of its command,
// and what could not be resolved runs code there.
func known(s *fact.Snippet) bool {
	for i := range s.Facts {
		if len(s.Facts[i].Hazards) > 0 {
			return false
		}
	}
	return true
}
