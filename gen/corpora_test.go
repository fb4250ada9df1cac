package gen_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/rule"
)

const project = "/home/dev/proj"

// TestCorpora compares what all forms say of every call in testdata, as it is: of its tool, its commands, redirections
// and effects, and of what its commands do together.
func TestCorpora(t *testing.T) {
	ps := allForms(t)
	n, once, tools := map[string]int{}, seen{}, map[string]bool{}
	calls := corpora(t)
	for i := range calls {
		for _, p := range ps {
			if tool := calls[i].Tool; !tools[tool] {
				n["tools"] += p.same(t, tool, func(rs rule.RuleSet, hit func(rule.Hit)) { rs.Tool(tool, hit) })
			}
		}
		tools[calls[i].Tool] = true
		facts := factsOf(&calls[i])
		for k := range facts.Commands {
			c := &facts.Commands[k]
			c.Places = places{}
			for _, p := range ps {
				n["redirections"] += p.redirects(t, c)
				n["effects"] += p.effects(t, c.Effects)
			}
			if len(c.Argv) > 0 && once.first(c) {
				n["commands"]++
				for _, p := range ps {
					n["words"] += p.command(t, c, i%2 == 0)
				}
			}
		}
		for _, p := range ps {
			n["effects"] += p.effects(t, facts.Effects)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	for what, least := range map[string]int{"tools": 20, "commands": 10000, "words": 20000, "redirections": 500, "effects": 5000} {
		enough(t, what, n[what], least)
	}
}

func (p forms) redirects(t *testing.T, c *fact.Command) (n int) {
	for i := range c.Redirects {
		r := &c.Redirects[i]
		n += p.same(t, c.Text, func(rs rule.RuleSet, hit func(rule.Hit)) { rs.Redirect(r, places{}, hit) })
	}
	return n
}

func (p forms) effects(t *testing.T, list []fact.Effect) (n int) {
	for i := range list {
		e := &list[i]
		n += p.same(t, e.Path.Abs, func(rs rule.RuleSet, hit func(rule.Hit)) { rs.Effect(e, places{}, hit) })
	}
	return n
}

// factsOf are those of a call, in a file system of its own.
func factsOf(c *fact.Call) *fact.Facts {
	a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{}, Home: "/home/dev",
		Places: paths.New(project, "/home/dev", "/tmp/claude", true)}}
	switch text := c.Text("command"); {
	case c.Tool == "PowerShell":
		return a.PowerShell(text, project)
	case text != "":
		return a.Shell(text, project)
	}
	return a.Tool(c, project)
}

// corpora are the calls in the files of testdata: objects of JSON with a command, or with a tool and its input, and
// rows of tables with a decision and a command.
func corpora(t *testing.T) []fact.Call {
	t.Helper()
	files := map[string]int{}
	var r callReader
	err := filepath.WalkDir(filepath.Join("..", "testdata"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, before := filepath.ToSlash(path), len(r.calls)
		r.shell = "Bash"
		if name == "../testdata/powershell/lines.jsonl" {
			r.shell = "PowerShell"
		}
		switch filepath.Ext(name) {
		case ".json", ".jsonl":
			for in := json.NewDecoder(bytes.NewReader(data)); in.More(); {
				var v any
				if err := in.Decode(&v); err != nil {
					break // a table of what is no JSON
				}
				r.value(v)
			}
		case ".txt":
			for row := range strings.Lines(string(data)) {
				r.row(strings.TrimSuffix(row, "\n"))
			}
		}
		files[strings.TrimPrefix(name, "../testdata/")] = len(r.calls) - before
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range files {
		calls := strings.HasSuffix(name, ".jsonl") && name != "client/lost.jsonl" && !strings.HasPrefix(name, "interp/") &&
			!strings.HasPrefix(name, "inline/")
		if n == 0 && calls {
			t.Errorf("%s has no calls", name)
		}
	}
	for _, name := range []string{"writtenchecks.txt", "inlinemodules.txt", "tasks/make.txt", "demo/03-push.json",
		"agents/claude/denied.json", "agents/cursor/denied.json"} {
		if files[name] == 0 {
			t.Errorf("%s has no calls", name)
		}
	}
	return r.calls
}

// callReader collects calls.
type callReader struct {
	shell string // the tool of a command that stands alone
	calls []fact.Call
}

func (r *callReader) value(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			r.value(e)
		}
	case map[string]any:
		for _, key := range []string{"cmd", "command"} {
			if text, ok := v[key].(string); ok {
				r.call(r.shell, map[string]any{"command": text})
			}
		}
		if list, ok := v["commands"].([]any); ok {
			for _, text := range list {
				r.call(r.shell, map[string]any{"command": text})
			}
		}
		for tool, input := range map[string]string{"tool": "input", "tool_name": "tool_input"} {
			if tool, ok := v[tool].(string); ok {
				r.call(tool, v[input])
				delete(v, input) // it is no call by itself
			}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			r.value(v[key])
		}
	}
}

// row reads "allow TAB command", and "$ allow command".
func (r *callReader) row(text string) {
	decision, command, found := strings.Cut(text, "\t")
	if !found {
		text, _ = strings.CutPrefix(text, "$ ")
		decision, command, found = strings.Cut(text, " ")
	}
	if found && slices.Contains([]string{"allow", "ask", "deny"}, decision) {
		r.call("Bash", map[string]any{"command": strings.ReplaceAll(command, "⏎", "\n")})
	}
}

func (r *callReader) call(tool string, input any) {
	text, err := json.Marshal(map[string]any{"hook_event_name": "PreToolUse", "session_id": "s", "cwd": project,
		"tool_name": tool, "tool_input": input})
	if err != nil {
		return
	}
	if c, err := (claude.Agent{}).Decode([]byte(at.Replace(string(text)))); err == nil {
		r.calls = append(r.calls, c)
	}
}

// at puts places into rows.
var at = strings.NewReplacer("{{project}}", project, "{{home}}", "/home/dev", "{PROJ}", project, "{HOME}", "/home/dev")
