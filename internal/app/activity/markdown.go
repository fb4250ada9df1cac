package activity

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Markdown is the report as text with tables.
func (r *Report) Markdown() string {
	m := &markdown{}
	m.line("# What the agent did")
	m.line("")
	if r.Calls.All() == 0 {
		m.line("There are no calls in the log.")
		m.bad(r)
		return m.String()
	}
	m.line("%s to %s: %s in %s.", stamp(r.First), stamp(r.Last), Plural(r.Calls.All(), "call"),
		Plural(r.Sessions, "session"))
	m.bad(r)
	m.line("")
	m.table("decision", "calls", "share")
	for _, d := range r.Calls.decisions() {
		m.row(d.name, strconv.Itoa(d.calls), percent(d.calls, r.Calls.All()))
	}
	m.line("")
	m.line("Of those that were asked about %d ran.", r.Ran)
	m.timeline(r)
	m.groups("Most asked", r.Asked, "command", true)
	m.groups("Why it was asked", r.Causes, "cause", true)
	m.groups("Denied", r.Denied, "command", false)
	m.slowest(r)
	m.groups("Tools", r.Tools, "tool", false)
	m.groups("Directories", r.Dirs, "directory", false)
	return m.String()
}

type decisionCount struct {
	name  string
	calls int
}

func (t *Tally) decisions() []decisionCount {
	return []decisionCount{{"allow", t.Allow}, {"ask", t.Ask}, {"deny", t.Deny}}
}

type markdown struct{ strings.Builder }

func (m *markdown) line(format string, args ...any) {
	fmt.Fprintf(m, format+"\n", args...)
}

func (m *markdown) table(heads ...string) {
	m.row(heads...)
	m.line("%s", "|"+strings.Repeat("---|", len(heads)))
}

func (m *markdown) row(cells ...string) { m.line("%s", "| "+strings.Join(cells, " | ")+" |") }

func (m *markdown) bad(r *Report) {
	if r.Bad > 0 {
		m.line("%s of the log could not be read, and do not count.", Plural(r.Bad, "line"))
	}
	if r.About {
		m.line("There was too much to count all of it: small numbers may be too small.")
	}
}

// timeline shows the last periods.
func (m *markdown) timeline(r *Report) {
	const shown = 31
	m.line("\n## Timeline\n")
	name, layout := "day", time.DateOnly
	if r.PerHour {
		name, layout = "hour (UTC)", "2006-01-02 15:04"
	}
	list := r.Periods
	if n := len(list) - shown; n > 0 {
		m.line("The last %d of %d:\n", shown, len(list))
		list = list[n:]
	}
	m.table(name, "allow", "ask", "deny")
	for _, p := range list {
		m.row(p.From.Format(layout), strconv.Itoa(p.Allow), strconv.Itoa(p.Ask), strconv.Itoa(p.Deny))
	}
}

func (m *markdown) groups(title string, list []Group, what string, ran bool) {
	if len(list) == 0 {
		return
	}
	m.line("\n## %s\n", title)
	why := false
	for i := range list {
		why = why || list[i].Why != ""
	}
	heads := []string{"calls"}
	if ran {
		heads = append(heads, "ran")
	}
	heads = append(heads, what)
	if why {
		heads = append(heads, "why")
	}
	m.table(heads...)
	for i := range list {
		g := &list[i]
		cells := []string{strconv.Itoa(g.Calls)}
		if ran {
			cells = append(cells, strconv.Itoa(g.Ran))
		}
		cells = append(cells, code(g.Text))
		if why {
			cells = append(cells, code(g.Why))
		}
		m.row(cells...)
	}
}

func (m *markdown) slowest(r *Report) {
	m.line("\n## Slowest\n")
	m.table("time to judge", "when (UTC)", "command")
	for _, s := range r.Slowest {
		m.row(took(s.Took), stamp(s.At), code(s.Text))
	}
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

func took(d time.Duration) string {
	return strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 2, 64) + " ms"
}

func percent(n, of int) string {
	return strconv.FormatFloat(100*float64(n)/float64(of), 'f', 1, 64) + " %"
}
