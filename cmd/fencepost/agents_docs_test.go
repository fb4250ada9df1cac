package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/setup"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// agentTables are the tables and the list of docs/agents.md: what stands between `<!-- NAME -->` and
// `<!-- end -->` there, made of the docs in agent.yaml of each agent.
var agentTables = map[string]struct {
	head string
	row  func(a *setup.Agent, title string) string
}{
	"answers": {"| name | agent | events that are judged | input is rewritten | ask |\n|---|---|---|---|---|\n",
		func(a *setup.Agent, title string) string {
			return cells("`"+a.Name+"`", title, a.Docs["events"], a.Docs["rewritten"], a.Docs["ask"])
		}},
	"places": {"| agent | file | commands in the sandbox |\n|---|---|---|\n",
		func(a *setup.Agent, title string) string {
			return cells(a.Title, a.Docs["file"], a.Docs["sandbox"])
		}},
	"failures": {"| agent | a hook that is gone or crashes | a hook that hangs |\n|---|---|---|\n",
		func(a *setup.Agent, title string) string {
			return cells(a.Title, a.Docs["gone"], a.Docs["hangs"])
		}},
	"notes": {"", func(a *setup.Agent, title string) string {
		know := strings.TrimSpace(a.Docs["know"])
		if know == "" {
			return ""
		}
		return "- **" + a.Title + "** " + strings.ReplaceAll(know, "\n", "\n  ") + "\n"
	}},
}

func cells(list ...string) string { return "| " + strings.Join(list, " | ") + " |\n" }

// TestAgentPage holds the page of the agents to what their folders say.
func TestAgentPage(t *testing.T) {
	const page = "../../docs/agents.md"
	var seen []string
	part := regexp.MustCompile(`(?s)<!-- ([a-z]+) -->\n.*?<!-- end -->\n`)
	want := part.ReplaceAllStringFunc(read(t, page), func(old string) string {
		name := part.FindStringSubmatch(old)[1]
		seen = append(seen, name)
		text := agentTables[name].head
		for _, a := range setup.All() {
			for _, key := range []string{"events", "rewritten", "ask", "gone", "hangs", "file", "sandbox"} {
				if a.Docs[key] == "" {
					t.Errorf("%s: agent.yaml has no docs: %s", a.Name, key)
				}
			}
			title := a.Docs["title"]
			if title == "" {
				title = a.Title
			}
			text += agentTables[name].row(a, title)
		}
		return "<!-- " + name + " -->\n" + text + "<!-- end -->\n"
	})
	for _, who := range agents.All() {
		a, err := setup.Of(who.Name)
		if err != nil {
			t.Fatal(err)
		}
		runs := who.Wrapped || who.Confine != nil && who.Confine("/nonexistent", "/nonexistent").Why == ""
		if runs && strings.HasPrefix(a.Docs["sandbox"], "not confined") {
			t.Errorf("%s: the page says of its commands: %s", a.Name, a.Docs["sandbox"])
		}
	}
	if slices.Sort(seen); !slices.Equal(seen, []string{"answers", "failures", "notes", "places"}) {
		t.Errorf("the page has the parts %q", seen)
	}
	testkit.Golden(t, page, []byte(want))
}
