package gate_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/claude"
	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestHazardTable judges the example of each hazard of presets/hazards.yaml, and wants the hazard.
func TestHazardTable(t *testing.T) {
	text, err := os.ReadFile("../../../presets/hazards.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Hazards map[string]struct{ Example, Shell string }
	}
	if err := yaml.Unmarshal(text, &table); err != nil {
		t.Fatal(err)
	}
	if len(table.Hazards) != len(hazards.IDs()) {
		t.Errorf("%d entries and %d ids", len(table.Hazards), len(hazards.IDs()))
	}
	for _, id := range hazards.IDs() {
		row := table.Hazards[id.String()]
		example := row.Example
		if strings.HasPrefix(example, "<") { // a description
			switch id {
			case hazards.Unread, hazards.Failure, hazards.BoundTime:
				continue // see TestUnreadNodesAreReported, TestPanic, TestLateCallFails
			}
			example = boundText(id)
		}
		s := gatetest.New(t, gatetest.Recommended)
		prepare(t, s, id)
		tool, input := "Bash", map[string]string{"command": example}
		switch name, object, ok := strings.Cut(example, " {"); {
		case row.Shell == "powershell":
			tool = "PowerShell"
		case row.Shell != "":
			s.Use(gate.Options{Trusted: true, Shell: "/bin/" + row.Shell})
		case ok && json.Unmarshal([]byte("{"+object), &input) == nil:
			tool = name
		}
		if found := hazardsOf(t, s, tool, input); !slices.Contains(found, id.String()) {
			t.Errorf("%.60q: hazards %q, want %s", example, found, id)
		}
	}
}

// boundText is an example for a hazard whose entry only describes one.
func boundText(id hazards.ID) string {
	switch id {
	case hazards.BoundNesting:
		return strings.Repeat("(", 500)
	case hazards.BoundSize:
		return "ls " + strings.Repeat("a", 600<<10)
	case hazards.BoundCommands:
		return strings.Repeat("a;", 25000)
	case hazards.BoundSteps:
		return strings.Repeat("for i in {1..30}; do ", 2) + ": " + strings.Repeat(`"$a" `, 300) +
			strings.Repeat("; done", 2)
	case hazards.BoundFiles:
		var b strings.Builder
		for i := range 80 {
			fmt.Fprintf(&b, "ls > f%d; ", i)
		}
		return b.String()
	case hazards.FileSize:
		return `Read {"file_path": "big.txt"}`
	case hazards.BinaryFile:
		return `Read {"file_path": "program"}`
	}
	return ""
}

// prepare makes what the example of a hazard is about.
func prepare(t *testing.T, s *gatetest.World, id hazards.ID) {
	t.Helper()
	files := gatetest.Files{}
	switch id {
	case hazards.FileSize:
		files["big.txt"] = strings.Repeat("a", 11<<20)
	case hazards.BinaryFile:
		files["program"] = "\x7fELF\x00\x01\x02\x00"
	case hazards.ScriptChanged:
		files["run.sh"], files["x"] = "ls\n", "ls\n"
	case hazards.ShadowedModule:
		files["json.py"] = "print(1)\n"
	case hazards.BareRepository:
		for _, name := range []string{"HEAD", "config", "objects/x", "refs/x"} {
			files["bare/"+name] = "ref: refs/heads/main\n"
		}
	case hazards.OtherRepository:
		files["other/.git/HEAD"], files["other/.git/objects/x"] = "ref: refs/heads/main\n", ""
		files["other/.git/refs/x"], files["other/.git/hooks/pre-commit"] = "", "#!/bin/sh\n"
	case hazards.ProjectMoves:
		files["src/a"] = ""
		s.Use(gate.Options{Trusted: true, Started: filepath.Join(s.Project, "src")})
	case hazards.ProjectEnvironment:
		asClient(s, s.Project)
		files[".claude/settings.json"] = `{"env": {"LD_PRELOAD": "./x.so"}}`
	case hazards.OptionName:
		files["-rf"] = ""
	}
	files.WritePrograms(t, s.Project)
}

// hazardsOf judges a call and returns the ids of the hazards in its facts and of its verdict.
func hazardsOf(t *testing.T, s *gatetest.World, tool string, input map[string]string) (ids []string) {
	t.Helper()
	if file := input["file_path"]; file != "" {
		input["file_path"] = filepath.Join(s.Project, file)
	}
	data, err := json.Marshal(map[string]any{"cwd": s.Project, "hook_event_name": "PreToolUse",
		"tool_name": tool, "tool_input": input})
	if err != nil {
		t.Fatal(err)
	}
	call, err := claude.Agent{}.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	r := s.Gate.Judge(&call)
	ids = append(ids, strings.TrimPrefix(r.Verdict.Rule, "hazard: "))
	add := func(list []fact.Hazard) {
		for i := range list {
			ids = append(ids, list[i].ID.String())
		}
	}
	if r.Facts == nil {
		return ids
	}
	add(r.Facts.Hazards)
	for i := range r.Facts.Commands {
		add(r.Facts.Commands[i].Hazards)
	}
	return ids
}

// TestBoundReasons holds that a person who is asked since a limit was reached sees what the call is
// about, and which limit that was.
func TestBoundReasons(t *testing.T) {
	var (
		brackets = strings.Repeat("(", 180)
		unread   = " requires approval. It could not be checked. "
	)
	for _, tt := range []struct{ tool, text, want string }{
		{"Bash", "cd src && " + brackets + brackets + brackets, "'cd src && ((("},
		{"Bash", "echo hi\nls " + strings.Repeat("((", 400),
			"'echo hi …'" + unread + "The text nests deeper than fencepost reads."},
		{"Bash", "eval " + strings.Repeat("eval ", 30) + "ls",
			"ls'" + unread + "Scripts nest deeper than fencepost reads."},
		{"Bash", "ls\n" + boundText(hazards.BoundSize),
			"'ls …'" + unread + "The text is longer than fencepost reads."},
		{"Bash", strings.Repeat("bash -c ls; ", 20001),
			"'bash -c ls'" + unread + "More commands could run than fencepost follows."},
		{"Bash", boundText(hazards.BoundSteps), unread + "The script does more than fencepost follows."},
		{"Bash", "f() { f; }; f",
			"'f'" + unread + "Functions call each other deeper than fencepost follows."},
		{"Bash", "ls {1..99999}", "'ls {1..99999}'" + unread + "A brace expansion makes more words " +
			"than fencepost follows."},
		{"Bash", boundText(hazards.BoundFiles), "'ls > f64'" + unread + "The text writes more files " +
			"than fencepost follows."},
		{"Bash", "grep -r --include='{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}' x .", " x .' requires " +
			"approval. The pattern stands for more names than fencepost looks at."},
		{"PowerShell", "ls " + brackets + brackets, "'ls (((((("},
		{"PowerShell", "ls " + brackets + brackets, "' requires approval. This PowerShell text nests " +
			"deeper than fencepost reads."},
		{"PowerShell", boundText(hazards.BoundSize), "' requires approval. This PowerShell text is " +
			"longer than fencepost reads."},
	} {
		s := gatetest.New(t, gatetest.Recommended)
		v := s.Judge(t, tt.tool, map[string]string{"command": tt.text})
		reason := agent.Reason(&v, tt.tool)
		if v.Decision != rule.Ask || !strings.HasPrefix(reason, "Fencepost: '") ||
			!strings.Contains(reason, tt.want) {
			t.Errorf("%.60q: %v, %s\nwant %s", tt.text, v.Decision, reason, tt.want)
		}
	}
}
