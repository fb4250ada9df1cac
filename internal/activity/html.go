package activity

import (
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"
)

// HTML is the report as one page. It needs nothing from elsewhere, runs nothing, and says so to the
// browser: should a text of the log get through as markup, it could load and start nothing.
func (r *Report) HTML() string {
	h := &page{}
	h.WriteString(pageHead)
	h.element("h1", "What the agent did")
	if r.Calls.All() == 0 {
		h.element("p", "There are no calls in the log.")
	} else {
		h.element("p", fmt.Sprintf("%s to %s (UTC): %s in %s. Of those that were asked about %d ran.",
			stamp(r.First), stamp(r.Last), Plural(r.Calls.All(), "call"),
			Plural(r.Sessions, "session"), r.Ran))
	}
	if r.Bad > 0 {
		h.element("p", Plural(r.Bad, "line")+" of the log could not be read, and do not count.")
	}
	if r.About {
		h.element("p", "There was too much to count all of it: small numbers may be too small.")
	}
	if r.Calls.All() > 0 {
		h.body(r)
	}
	h.WriteString("</body>\n</html>\n")
	return h.String()
}

const pageHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>What the agent did</title>
<style>
:root { color-scheme: light dark; --allow: #4a9d5b; --ask: #c98a12; --deny: #c8443c }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 70em; padding: 0 1em }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .2em .8em .2em 0 }
tr { border-bottom: 1px solid #8884 }
td.n, th.n { text-align: right; white-space: nowrap; width: 5em }
code { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
svg { width: 100%; height: 140px; background: #8881 }
.allow { fill: var(--allow); color: var(--allow) } .ask { fill: var(--ask); color: var(--ask) }
.deny { fill: var(--deny); color: var(--deny) }
</style>
</head>
<body>
`

type page struct{ strings.Builder }

// element writes an element that holds text.
func (h *page) element(name, text string) {
	h.WriteString("<" + name + ">" + html.EscapeString(text) + "</" + name + ">\n")
}

func (h *page) body(r *Report) {
	h.WriteString("<table><tr><th>decision</th><th class=\"n\">calls</th>" +
		"<th class=\"n\">share</th></tr>\n")
	for _, d := range r.decisions() {
		h.WriteString("<tr><td class=\"" + d.name + "\">" + d.name + "</td>" +
			number(strconv.Itoa(d.calls)) + number(percent(d.calls, r.Calls.All())) + "</tr>\n")
	}
	h.WriteString("</table>\n")
	h.timeline(r)
	h.groups("Most asked", r.Asked, true)
	h.groups("Why it was asked", r.Causes, true)
	h.groups("Denied", r.Denied, false)
	h.slowest(r)
	h.groups("Tools", r.Tools, false)
	h.groups("Directories", r.Dirs, false)
}

func number(text string) string { return "<td class=\"n\">" + html.EscapeString(text) + "</td>" }

// timeline draws a bar for each period, those without calls included.
func (h *page) timeline(r *Report) {
	const wide, high, maxBars = 1000.0, 140.0, 2000
	step, layout := 24*time.Hour, time.DateOnly
	if r.PerHour {
		step, layout = time.Hour, "2006-01-02 15:04"
	}
	h.element("h2", "Timeline")
	first := r.Periods[0].From
	bars := int(r.Periods[len(r.Periods)-1].From.Sub(first)/step) + 1
	top := 1
	for i := range r.Periods {
		top = max(top, r.Periods[i].All())
	}
	bars = min(bars, maxBars)
	w := wide / float64(bars)
	h.WriteString("<svg viewBox=\"0 0 1000 140\" preserveAspectRatio=\"none\" role=\"img\">\n")
	for i := range r.Periods {
		p := &r.Periods[i]
		n := int(p.From.Sub(first) / step)
		if n >= bars {
			break
		}
		h.WriteString("<g><title>" + html.EscapeString(fmt.Sprintf("%s: %d allowed, %d asked, %d denied",
			p.From.Format(layout), p.Allow, p.Ask, p.Deny)) + "</title>")
		y := high
		for _, part := range []struct {
			name  string
			calls int
		}{{"allow", p.Allow}, {"ask", p.Ask}, {"deny", p.Deny}} {
			tall := high * float64(part.calls) / float64(top)
			y -= tall
			if part.calls > 0 {
				fmt.Fprintf(h, "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\"/>",
					part.name, float64(n)*w, y, 0.9*w, tall)
			}
		}
		h.WriteString("</g>\n")
	}
	h.WriteString("</svg>\n")
	h.element("p", first.Format(layout)+" to "+r.Periods[len(r.Periods)-1].From.Format(layout)+
		", at most "+Plural(top, "call")+" in one")
}

func (h *page) groups(title string, list []Group, ran bool) {
	if len(list) == 0 {
		return
	}
	h.element("h2", title)
	h.WriteString("<table>\n<tr><th class=\"n\">calls</th>")
	if ran {
		h.WriteString("<th class=\"n\">ran</th>")
	}
	h.WriteString("<th>what</th><th>why</th><th class=\"n\">last (UTC)</th></tr>\n")
	for i := range list {
		g := &list[i]
		h.WriteString("<tr>" + number(strconv.Itoa(g.Calls)))
		if ran {
			h.WriteString(number(strconv.Itoa(g.Ran)))
		}
		h.WriteString("<td><code>" + html.EscapeString(g.Text) + "</code></td><td>" + html.EscapeString(g.Why) + "</td>" +
			number(stamp(g.Last)) + "</tr>\n")
	}
	h.WriteString("</table>\n")
}

func (h *page) slowest(r *Report) {
	h.element("h2", "Slowest")
	h.WriteString("<table>\n<tr><th class=\"n\">time to judge</th><th>what</th>" +
		"<th class=\"n\">when (UTC)</th></tr>\n")
	for _, s := range r.Slowest {
		h.WriteString("<tr>" + number(took(s.Took)) + "<td><code>" + html.EscapeString(s.Text) + "</code></td>" +
			number(stamp(s.At)) + "</tr>\n")
	}
	h.WriteString("</table>\n")
}
