package main

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/webpage"
)

// html is the explanation as one page.
func (e *explanation) html() string {
	p := webpage.New("fencepost explain")
	p.Open("h1", "class", e.Decision)
	p.Text("span", "tag", strings.ToUpper(e.Decision))
	p.Text("code", "", e.call())
	p.Raw("</h1>\n")
	rowsOf(p, e.rows())
	t := tree{nodes: e.Commands, told: e.Reason}
	if whole := t.rows(&node{Effects: e.Effects, Said: e.Said, Unknown: e.Unknown}); len(whole) > 0 {
		p.Text("h2", "", "The call as a whole")
		rowsOf(p, whole)
	}
	if len(e.Commands) > 0 {
		p.Text("h2", "", "What would run")
		t.list(p, roots(e.Commands))
	}
	return p.End()
}

func rowsOf(p *webpage.Page, rows []row) {
	p.Raw("<dl>\n")
	for _, r := range rows {
		p.Text("dt", "", r.name)
		p.Text("dd", "", r.value)
	}
	p.Raw("</dl>\n")
}

// list writes commands, those that each of them would run below it.
func (t *tree) list(p *webpage.Page, commands []int) {
	p.Raw("<ul class=\"tree\">\n")
	for _, i := range commands {
		n := &t.nodes[i]
		p.Open("li", "class", n.Decision)
		p.Text("span", "tag", n.Decision)
		p.Text("code", "", oneLine(n.Text))
		p.Text("span", "dim", oneLine(n.Place))
		rowsOf(p, t.rows(n))
		if len(n.children) > 0 {
			t.list(p, n.children)
		}
		p.Raw("</li>\n")
	}
	p.Raw("</ul>\n")
}
