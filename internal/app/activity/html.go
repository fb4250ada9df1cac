package activity

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/webpage"
)

// HTML is the report as one page.
func (r *Report) HTML() string {
	h := &page{webpage.New("What the agent did")}
	h.Text("h1", "", "What the agent did")
	if r.Log != "" {
		h.Text("p", "dim", r.Log)
	}
	if r.Calls.All() == 0 {
		h.Text("p", "", "There are no calls in the log.")
	} else {
		h.Text("p", "", fmt.Sprintf("%s in %s, from %s to %s (UTC).", Plural(r.Calls.All(), "call"),
			Plural(r.Sessions, "session"), stamp(r.First), stamp(r.Last)))
	}
	if r.Bad > 0 {
		h.Text("p", "", Plural(r.Bad, "line")+" of the log could not be read, and do not count.")
	}
	if r.About {
		h.Text("p", "", "There was too much to count all of it: small numbers may be too small.")
	}
	if r.Calls.All() > 0 {
		h.body(r)
	}
	return h.End()
}

type page struct{ *webpage.Page }

func (h *page) body(r *Report) {
	h.Raw("<div class=\"cards\">\n")
	for _, d := range r.Calls.decisions() {
		h.Open("div", "class", d.name)
		h.Text("b", "", strconv.Itoa(d.calls))
		text := past[d.name] + ", " + percent(d.calls, r.Calls.All())
		if d.name == "ask" && d.calls > 0 {
			text += "; " + strconv.Itoa(r.Ran) + " ran after that"
		}
		h.Text("span", "", text)
		h.Raw("</div>\n")
	}
	h.Raw("</div>\n")
	h.timeline(r)
	h.filters(r)
	h.groups("Asked about most", "ask", r.Asked)
	h.groups("Why it was asked", "ask", r.Causes)
	h.groups("Denied", "deny", r.Denied)
	h.slowest(r)
	h.groups("Tools", "", r.Tools)
	h.groups("Directories", "", r.Dirs)
}

// past is what a decision has made of a call.
var past = map[string]string{"allow": "allowed", "ask": "asked about", "deny": "denied"}

// filters are shown by the script, without which they could do nothing.
func (h *page) filters(r *Report) {
	h.Raw("<form hidden><input type=\"search\" name=\"text\" placeholder=\"Filter by text\" " +
		"aria-label=\"Filter by text\">\n<select name=\"kind\" aria-label=\"Decision\">" +
		"<option value=\"\">All calls</option><option value=\"ask\">Asked about</option>" +
		"<option value=\"deny\">Denied</option></select>\n<select name=\"tool\" aria-label=\"Tool\">" +
		"<option value=\"\">All tools</option>")
	for i := range r.Tools {
		h.Text("option", "", r.Tools[i].Text)
	}
	h.Raw("</select></form>\n")
}

// maxBars is how many hours or days have a bar. The last ones do.
const maxBars = 60

// periods are the last hours or days of the report, those without calls included.
func (r *Report) periods() []Period {
	step, last := 24*time.Hour, len(r.Periods)-1
	if r.PerHour {
		step = time.Hour
	}
	var list []Period
	for at := r.Periods[last].From; last >= 0 && len(list) < maxBars; at = at.Add(-step) {
		list = append(list, Period{From: at})
		if r.Periods[last].From.Equal(at) {
			list[len(list)-1] = r.Periods[last]
			last--
		}
	}
	slices.Reverse(list)
	return list
}

// timeline draws a bar for each day, or hour of a short log.
func (h *page) timeline(r *Report) {
	name, layout := "Calls per day", time.DateOnly
	if r.PerHour {
		name, layout = "Calls per hour (UTC)", "2006-01-02 15:04"
	}
	h.Text("h2", "", name)
	list := r.periods()
	top := 1
	for i := range list {
		top = max(top, list[i].All())
	}
	h.Raw("<div class=\"bars\">\n")
	for i := range list {
		p := &list[i]
		text := "no calls"
		if p.All() > 0 {
			text = fmt.Sprintf("%d allowed, %d asked, %d denied", p.Allow, p.Ask, p.Deny)
		}
		h.Text("span", "dim", p.From.Format(layout))
		h.Open("span", "class", "bar", "title", text)
		for _, part := range p.decisions() {
			if part.calls > 0 {
				h.Open("i", "class", part.name, "style",
					fmt.Sprintf("width:%.2f%%", 100*float64(part.calls)/float64(top)))
				h.Raw("</i>")
			}
		}
		h.Raw("</span>")
		h.Text("span", "", text)
	}
	h.Raw("</div>\n")
}

// groups lists what calls have in common. What one does not have takes no place.
func (h *page) groups(title, kind string, list []Group) {
	if len(list) == 0 {
		return
	}
	h.section(title)
	for i := range list {
		g := &list[i]
		tool := g.Tool
		if title == "Tools" {
			tool = g.Text
		}
		h.Open("li", "data-row", "1", "data-kind", kind, "data-tool", tool)
		h.Raw("<div>")
		switch {
		case title == "Why it was asked":
			h.Text("p", "", g.Text)
		case g.Tool != "" && g.Tool != "Bash" && g.Tool != g.Text:
			h.Text("code", "", g.Tool+" "+g.Text)
		default:
			h.Text("code", "", g.Text)
		}
		if g.Why != "" {
			h.Text("p", "dim", g.Why)
		}
		if g.Allow != "" {
			h.Copy("Allow this: ", g.Allow)
		}
		h.Raw("</div>")
		n := Plural(g.Calls, "call")
		if g.Ran > 0 {
			n += ", " + strconv.Itoa(g.Ran) + " ran"
		}
		h.Text("span", "", n+" · last "+stamp(g.Last))
		h.Raw("</li>\n")
	}
	h.Raw("</ul></section>\n")
}

func (h *page) section(title string) {
	h.Raw("<section>")
	h.Text("h2", "", title)
	h.Raw("<ul>\n")
}

func (h *page) slowest(r *Report) {
	h.section("Slowest to judge")
	for _, s := range r.Slowest {
		h.Open("li", "data-row", "1", "data-tool", s.Tool)
		h.Text("code", "", cmp.Or(s.Text, s.Tool))
		h.Text("span", "", took(s.Took)+" · "+stamp(s.At))
		h.Raw("</li>\n")
	}
	h.Raw("</ul></section>\n")
}
