package replay

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
)

// TestRun: what changes under another config of the person, or of the project.
func TestRun(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, project, site := filepath.Join(base, "home"), filepath.Join(base, "home", "shop"),
		filepath.Join(base, "home", "site")
	for _, dir := range []string{project, site} {
		if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	config := filepath.Join(base, "new.yaml")
	if err := os.WriteFile(config,
		[]byte("import: [recommended]\ntools: {bash: {allow: [tkt], deny: [git push]}}\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	var data []byte
	at := time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC)
	for _, c := range []struct{ dir, decision, command string }{
		{project, "ask", "tkt list"}, {project, "ask", "tkt list"}, {site, "ask", "tkt list"},
		{project, "allow", "ls"}, {project, "ask", "git push"},
		{project, "ask", "git status"}, {project, "deny", "rm -rf ~"}, {project, "ask", "cut"},
	} {
		raw, _ := json.Marshal(c.command)
		e := audit.Entry{Time: at, Cwd: c.dir, Tool: "Bash", Decision: c.decision,
			Input: []fact.Field{{Name: "command", Raw: raw, Text: c.command, String: true}}}
		if c.command == "cut" {
			e.Input = nil
		}
		data = append(data, e.Line()...)
		e.Decision, e.Outcome = "", "ran"
		data = append(data, e.Line()...)
	}
	log := filepath.Join(base, "audit.jsonl")
	if err := os.WriteFile(log, append(data, "junk\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	g := gate.New(gate.Options{Home: home, Shell: "bash"})
	now := g.Past(gate.Instead{})
	for name, tt := range map[string]struct {
		with    gate.Instead
		in      string
		calls   int
		changed int
	}{
		"person":  {gate.Instead{Person: []string{config}}, "", 7, 5},
		"project": {gate.Instead{Project: []string{config}}, project, 6, 4},
	} {
		r, err := Run(Options{Files: []string{log}, New: g.Past(tt.with), Now: now, In: tt.in})
		if err != nil {
			t.Fatal(err)
		}
		if r.Calls != tt.calls || r.Changed != tt.changed || r.Left != 1 && tt.in == "" || r.Bad != 1 ||
			r.Already != 1 {
			t.Errorf("%s: %+v", name, r)
			continue
		}
		first := r.Changes[0]
		if first.Text != "tkt list" || first.From != "ask" || first.To != "allow" || first.Calls != 2 ||
			first.Already {
			t.Errorf("%s: %+v", name, first)
		}
	}
	later := Options{Files: []string{log}, New: now, Now: now, Since: at.Add(time.Hour)}
	if r, err := Run(later); err != nil || r.Calls != 0 {
		t.Errorf("%v: %+v", err, r)
	}
}
