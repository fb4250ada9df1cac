// Package activity says what the audit log holds: how much was allowed, asked about and denied,
// when, and what it was. What the log holds was written by agents: every text is made harmless when
// it is read, before it can reach a terminal, a page or a file.
package activity

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// Options say what is reported.
type Options struct {
	Files []string  // of the log, oldest first
	Since time.Time // older calls do not count
	Dir   string    // only calls made in this directory or below it; "" for all
	Log   string    // what the report says that it was made of
	Seen  func(done, total int64)
}

// Report is what the log holds.
type Report struct {
	Log      string    `json:"log,omitempty"`
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
	Lines    int       `json:"lines"`
	Bad      int       `json:"unreadable"`
	Calls    Tally     `json:"calls"`
	Ran      int       `json:"askedAndRan"`
	Sessions int       `json:"sessions"`
	About    bool      `json:"approximate,omitempty"` // there was too much to count all of it
	PerHour  bool      `json:"perHour,omitempty"`     // else each period is a day
	Periods  []Period  `json:"timeline"`
	Tools    []Group   `json:"tools"`
	Dirs     []Group   `json:"directories"`
	Asked    []Group   `json:"mostAsked"`
	Causes   []Group   `json:"causes"` // of asks
	Denied   []Group   `json:"denied"`
	Slowest  []Slow    `json:"slowest"`
}

// Tally counts calls by what was decided.
type Tally struct {
	Allow int `json:"allow"`
	Ask   int `json:"ask"`
	Deny  int `json:"deny"`
}

// All is the number of all of them.
func (t *Tally) All() int { return t.Allow + t.Ask + t.Deny }

func (t *Tally) add(decision string) {
	switch decision {
	case "allow":
		t.Allow++
	case "ask":
		t.Ask++
	case "deny":
		t.Deny++
	}
}

// Period is an hour or a day.
type Period struct {
	From time.Time `json:"from"`
	Tally
}

// Group is what several calls have in common.
type Group struct {
	Text  string    `json:"text"`
	Tool  string    `json:"tool,omitempty"`
	Why   string    `json:"why,omitempty"`
	Allow string    `json:"allow,omitempty"` // of an ask: the command that proposes a rule for it
	Calls int       `json:"calls"`
	Ran   int       `json:"ran,omitempty"` // of those that were asked about
	Last  time.Time `json:"last"`
}

// Slow is a call that took long to judge.
type Slow struct {
	Text string        `json:"text"`
	Tool string        `json:"tool"`
	At   time.Time     `json:"at"`
	Took time.Duration `json:"ns"`
}

// bounds of what is kept and shown
const (
	maxGroups  = 20_000 // texts that are counted at a time
	most       = 20     // groups of each kind that are reported
	maxText    = 200    // characters of a text
	maxPeriods = 24 * 365 * 10
	maxHours   = 72 // each has a period of its own
)

// reader counts as it reads.
type reader struct {
	Options
	report   Report
	hours    map[int64]*Tally // by the hour since 1970
	sessions map[string]bool
	tools    groups
	dirs     groups
	asked    groups
	causes   groups
	denied   groups
}

// Read reads the log.
func Read(o Options) (*Report, error) {
	r := &reader{Options: o, hours: map[int64]*Tally{}, sessions: map[string]bool{}, tools: groups{},
		dirs: groups{}, asked: groups{}, causes: groups{}, denied: groups{}}
	pairs := audit.NewPairs(r.answered)
	scan := audit.Scan{Seen: o.Seen, Each: func(e audit.Entry) error {
		if r.wanted(&e) {
			pairs.Add(&e)
			if e.Decision != "" {
				r.add(&e)
			}
		}
		return nil
	}}
	if err := scan.Files(o.Files); err != nil {
		return nil, err
	}
	pairs.End()
	r.report.Log, r.report.Lines, r.report.Bad = Line(o.Log), scan.Lines, scan.Bad
	r.finish()
	return &r.report, nil
}

func (r *reader) wanted(e *audit.Entry) bool {
	if e.Time.Before(r.Since) {
		return false
	}
	return r.Dir == "" || e.Cwd == r.Dir ||
		strings.HasPrefix(e.Cwd, strings.TrimSuffix(r.Dir, "/")+string(filepath.Separator))
}

// add counts one judged call.
func (r *reader) add(e *audit.Entry) {
	p := &r.report
	if p.Calls.All() == 0 || e.Time.Before(p.First) {
		p.First = e.Time
	}
	if e.Time.After(p.Last) {
		p.Last = e.Time
	}
	p.Calls.add(e.Decision)
	r.hour(e)
	if len(r.sessions) < maxGroups {
		r.sessions[e.Session] = true
	}
	r.tools.add(Clean(e.Tool), "", "", e, p)
	r.dirs.add(Clean(e.Cwd), "", "", e, p)
	if e.Decision == "deny" {
		r.denied.add(subject(e), Clean(e.Tool), because(e), e, p)
	}
	r.slow(e)
}

func (r *reader) hour(e *audit.Entry) {
	h := e.Time.Unix() / 3600
	t := r.hours[h]
	if t == nil {
		if len(r.hours) == maxPeriods {
			r.report.About = true
			return
		}
		t = &Tally{}
		r.hours[h] = t
	}
	t.add(e.Decision)
}

// answered counts a call that was asked about.
func (r *reader) answered(a audit.Asked) {
	g := r.asked.add(subject(&a.Entry), Clean(a.Tool), because(&a.Entry), &a.Entry, &r.report)
	g.Allow = allowLine(&a.Entry)
	c := r.causes.add(because(&a.Entry), "", "", &a.Entry, &r.report)
	if a.Ran {
		r.report.Ran++
		g.Ran++
		c.Ran++
	}
}

// slow keeps the calls that took longest.
func (r *reader) slow(e *audit.Entry) {
	list := &r.report.Slowest
	if len(*list) == most && e.Took <= (*list)[most-1].Took {
		return
	}
	s := Slow{subject(e), Clean(e.Tool), e.Time, e.Took}
	i, _ := slices.BinarySearchFunc(*list, s, func(a, b Slow) int {
		return cmp.Compare(b.Took, a.Took)
	})
	*list = slices.Insert(*list, i, s)
	*list = (*list)[:min(len(*list), most)]
}

// Subject is the text that a call is about: a command, a path or a URL; the tool where there is none.
func Subject(call *fact.Call) string {
	if field := agent.ToolOf(call.Tool).Field; field != "" {
		return cmp.Or(call.Text(field), call.Tool)
	}
	return call.Tool
}

func subject(e *audit.Entry) string {
	return Clean(Subject(&fact.Call{Tool: e.Tool, Input: e.Input}))
}

// allowLine is the command by which a person has a rule proposed for a call; "" where the log does not
// hold the call as it was, or one line cannot.
func allowLine(e *audit.Entry) string {
	words := []string{"fencepost", "allow", "--cwd", e.Cwd}
	if e.Tool != "Bash" {
		words = append(words, "--tool", e.Tool)
	}
	text := "{}" // a rule on a tool that is judged by its name
	if agent.ToolOf(e.Tool).Field != "" {
		text = Subject(&fact.Call{Tool: e.Tool, Input: e.Input})
	}
	if strings.HasPrefix(text, "-") {
		words = append(words, "--")
	}
	line := shellquote.Join(append(words, text))
	if e.Cut() || Clean(text) != text || Line(line) != line {
		return ""
	}
	return line
}

// because is why a call was asked about or denied, as the person and the agent were told, without the
// command and what to do instead. Where nothing was said it is the rule.
func because(e *audit.Entry) string {
	why := e.Reason
	for _, mark := range []string{"requires approval.", "which is not permitted (", "blocked — "} {
		if _, after, ok := strings.Cut(why, mark); ok {
			why = after
			break
		}
	}
	for _, end := range []string{" Use this instead: ", " Run commands separately", " It stands in ",
		" It also asks about "} {
		why, _, _ = strings.Cut(why, end)
	}
	if why = strings.TrimSpace(why); strings.Contains(e.Reason, "which is not permitted (") {
		why = strings.TrimSuffix(why, ").")
	}
	switch {
	case why == "" && e.Rule != "":
		why = "the rule " + e.Rule
	case why == "":
		why = "no rule speaks of it"
	}
	first, n := utf8.DecodeRuneInString(why)
	return Clean(string(unicode.ToUpper(first)) + why[n:])
}

// finish puts what was counted in order.
func (r *reader) finish() {
	p := &r.report
	p.Sessions = len(r.sessions)
	p.Tools, p.Dirs, p.Asked = r.tools.top(), r.dirs.top(), r.asked.top()
	p.Causes, p.Denied = r.causes.top(), r.denied.top()
	p.PerHour = p.Last.Sub(p.First) < maxHours*time.Hour
	for h, t := range r.hours {
		from := time.Unix(h*3600, 0).UTC()
		if !p.PerHour {
			from = from.Truncate(24 * time.Hour)
		}
		p.Periods = append(p.Periods, Period{from, *t})
	}
	slices.SortFunc(p.Periods, func(a, b Period) int { return a.From.Compare(b.From) })
	out := p.Periods[:0]
	for _, q := range p.Periods {
		if n := len(out); n > 0 && out[n-1].From.Equal(q.From) {
			out[n-1].Allow += q.Allow
			out[n-1].Ask += q.Ask
			out[n-1].Deny += q.Deny
			continue
		}
		out = append(out, q)
	}
	p.Periods = out
}

// groups counts calls by what they have in common.
type groups map[[2]string]*Group

// add counts a call. Where there are too many groups, the smaller half of them is forgotten.
func (g groups) add(text, tool, why string, e *audit.Entry, r *Report) *Group {
	key := [2]string{text, why}
	one := g[key]
	if one == nil {
		if len(g) >= maxGroups {
			r.About = true
			g.forget()
		}
		one = &Group{Text: text, Tool: tool, Why: why}
		g[key] = one
	}
	one.Calls++
	if e.Time.After(one.Last) {
		one.Last = e.Time
	}
	return one
}

func (g groups) forget() {
	list := g.sorted()
	for _, one := range list[len(list)/2:] {
		delete(g, [2]string{one.Text, one.Why})
	}
}

func (g groups) sorted() []*Group {
	list := make([]*Group, 0, len(g))
	for _, one := range g {
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.Calls, a.Calls), b.Last.Compare(a.Last),
			cmp.Compare(a.Text, b.Text), cmp.Compare(a.Why, b.Why))
	})
	return list
}

func (g groups) top() []Group {
	out := []Group{}
	for _, one := range g.sorted() {
		if len(out) == most {
			break
		}
		out = append(out, *one)
	}
	return out
}
