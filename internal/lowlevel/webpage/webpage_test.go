package webpage

import (
	"strings"
	"testing"
)

// TestEscapes: a text is a text in each place of a page, and the only script is the page's own.
func TestEscapes(t *testing.T) {
	const hostile = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
	p := New(hostile)
	p.Open("li", "data-tool", hostile, "data-kind", "")
	p.Text("p", hostile, hostile)
	p.Copy(hostile, hostile)
	page := p.End()
	if strings.Count(page, "<script") != 1 || strings.Contains(page, "<img") || strings.Contains(page, "data-kind=") {
		t.Errorf("%s", page[strings.Index(page, "</style>"):])
	}
	for _, s := range []string{"http:", "https:", "url(", "@import", "src=\"", "href="} {
		if strings.Contains(page, s) {
			t.Errorf("the page holds %s", s)
		}
	}
	if strings.Contains(script, "</") || strings.Contains(sheet, "</") {
		t.Error("the script or the style sheet ends its own element")
	}
}
