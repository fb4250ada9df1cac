package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/setup"
)

// TestAgentPages holds that the pages list the agents for which fencepost can be installed, and that
// those are the agents whose calls are judged.
func TestAgentPages(t *testing.T) {
	want := []string{"claude"}
	for _, a := range setup.Agents {
		want = append(want, a.Name)
	}
	var judged, listed []string
	for _, a := range agents.All() {
		judged = append(judged, a.Name())
	}
	page := read(t, "../../docs/agents.md")
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(page, -1) {
		listed = append(listed, row[1])
	}
	hooks := read(t, "../../docs/hooks.md")
	_, line, _ := strings.Cut(hooks, "# another agent: ")
	line, _, _ = strings.Cut(line, "\n")
	var table []string
	_, rows, _ := strings.Cut(hooks, "## Other agents")
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-z]+) \| `).FindAllStringSubmatch(rows, -1) {
		if row[1] != "agent" {
			table = append(table, row[1])
		}
	}
	for what, have := range map[string][]string{
		"internal/agent/agents": judged, "the table of docs/agents.md": listed,
		"the synopsis of docs/hooks.md": append([]string{"claude"}, strings.Fields(line)...),
		"the table of docs/hooks.md":    append([]string{"claude"}, table...),
	} {
		slices.Sort(have)
		slices.Sort(want)
		if !slices.Equal(have, want) {
			t.Errorf("%s: %q, and install knows %q", what, have, want)
		}
	}
}
