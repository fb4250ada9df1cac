//go:build linux

package tooltest

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

const (
	pageFile = "../../../docs/reference/sandbox-profiles.md"
	begin    = "<!-- from testdata/sandbox/tools.yaml -->\n"
	end      = "<!-- to here -->\n"
)

// TestPage compares the profiles of the page with those that are run.
func TestPage(t *testing.T) {
	data, err := os.ReadFile(pageFile)
	must(t, err)
	page := string(data)
	before, rest, ok := strings.Cut(page, begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("no %s and %s in %s", begin, end, pageFile)
	}
	var b strings.Builder
	for _, r := range rows(t) {
		r.write(&b)
	}
	want := before + begin + b.String() + end + after
	testkit.Golden(t, pageFile, []byte(want))
}

// write writes the part of the page that is about one row.
func (r *row) write(b *strings.Builder) {
	if r.Title != "" {
		fmt.Fprintf(b, "\n## %s\n", r.Title)
	}
	if r.Text != "" {
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(r.Text))
	}
	fmt.Fprintf(b, "\n**%s.**\n\n", strings.ToUpper(r.Task[:1])+r.Task[1:])
	for l := range strings.Lines(r.First) {
		fmt.Fprintf(b, "    %s", l)
	}
	if r.First != "" && !strings.HasSuffix(r.First, "\n") {
		b.WriteString("\n")
	}
	if r.Server != "" {
		fmt.Fprintf(b, "    %s &\n", r.Server)
	}
	fmt.Fprintf(b, "    %s\n\n", r.line(everything))
	b.WriteString("| flag | for |\n|---|---|\n")
	for i := range r.Flags {
		f := &r.Flags[i]
		less := ""
		if f.Without == "works" {
			less = ". Works without it, slower"
		}
		fmt.Fprintf(b, "| `%s` | %s%s |\n", f.Flag, f.Why, less)
	}
	for _, n := range r.Notes {
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(n))
	}
}
