// Package webpage writes pages that need nothing from elsewhere. Whatever a page shows was written by
// others, agents among them: it is escaped, and the page's policy lets the browser load nothing and
// run only the script that the page comes with, should a text get through as markup.
package webpage

import (
	"crypto/sha256"
	_ "embed" // the files below
	"encoding/base64"
	"html"
	"strings"
)

var (
	//go:embed page.css
	sheet string
	//go:embed page.js
	script string
)

// Page is a page that is being written.
type Page struct{ b strings.Builder }

// New begins a page.
func New(title string) *Page {
	sum := sha256.Sum256([]byte(script))
	p := &Page{}
	p.Raw(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-` +
		base64.StdEncoding.EncodeToString(sum[:]) + `'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
`)
	p.Text("title", "", title)
	p.Raw("<style>\n" + sheet + "</style>\n</head>\n<body>\n")
	return p
}

// Raw writes markup.
func (p *Page) Raw(markup string) { p.b.WriteString(markup) }

// Open begins an element, with attributes as pairs of a name and a value; those without a value are
// left out.
func (p *Page) Open(name string, attributes ...string) {
	p.Raw("<" + name)
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i+1] != "" {
			p.Raw(" " + attributes[i] + `="` + html.EscapeString(attributes[i+1]) + `"`)
		}
	}
	p.Raw(">")
}

// Text writes an element of a class that holds a text, "" for no class.
func (p *Page) Text(name, class, text string) {
	p.Open(name, "class", class)
	p.Raw(html.EscapeString(text) + "</" + name + ">\n")
}

// Copy writes a line to be copied, with a word before it.
func (p *Page) Copy(label, line string) {
	p.Open("p", "class", "do")
	p.Text("small", "dim", label)
	p.Text("code", "", line)
	p.Raw("<button type=\"button\" hidden>Copy</button></p>\n")
}

// End ends the page.
func (p *Page) End() string {
	p.Raw("<script>" + script + "</script>\n</body>\n</html>\n")
	return p.b.String()
}
