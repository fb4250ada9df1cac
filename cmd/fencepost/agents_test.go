package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// golden is one hook input of an agent with the answer to it. {PROJ}, {HOME} and {BASE} stand for
// the project, the home directory and the directory that holds both.
type golden struct {
	Title  string            `json:"title"`
	Args   *[]string         `json:"args,omitempty"`   // behind `hook`; nil: the agent's name
	Config string            `json:"config,omitempty"` // of the person; goldenConfig if there is none
	Env    map[string]string `json:"env,omitempty"`
	Input  json.RawMessage   `json:"input,omitempty"`
	Raw    *string           `json:"raw,omitempty"` // in place of Input
	Output json.RawMessage   `json:"output,omitempty"`
	Stderr string            `json:"stderr,omitempty"`
	Exit   int               `json:"exit"`
}

const goldenConfig = "import: [recommended]\nredirect: {tmp: false}\n"

// TestAgents holds the answers to recorded inputs of every agent.
func TestAgents(t *testing.T) {
	files, err := filepath.Glob("../../testdata/agents/*/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no inputs: %v", err)
	}
	for _, file := range files {
		file, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(filepath.Dir(file))
		t.Run(name+"/"+strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			checkGolden(t, name, file)
		})
	}
}

func checkGolden(t *testing.T, name, file string) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&g); err != nil {
		t.Fatal(err)
	}
	home, project := workplace(t)
	for _, env := range []string{"COPILOT_AGENT_PROMPT", "COPILOT_ALLOW_ALL"} {
		t.Setenv(env, g.Env[env])
	}
	base := filepath.Dir(home)
	here := strings.NewReplacer("{PROJ}", project, "{HOME}", home, "{BASE}", base)
	config := g.Config
	if config == "" {
		config = goldenConfig
	}
	person := filepath.Join(home, ".claude", "fencepost.yaml")
	if err := putFile(person, here.Replace(config)); err != nil {
		t.Fatal(err)
	}
	input := string(g.Input)
	if g.Raw != nil {
		input = *g.Raw
	}
	args := []string{name}
	if g.Args != nil {
		args = *g.Args
	}
	a := hooked(t, here.Replace(input), args)
	if err := validAnswer(answering(args, here.Replace(input)), a); err != nil {
		t.Errorf("%v", err)
	}
	got := g
	there := strings.NewReplacer(project, "{PROJ}", home, "{HOME}", base, "{BASE}")
	got.Output, got.Stderr, got.Exit = nil, there.Replace(string(a.Err)), a.Exit
	if len(a.Out) > 0 {
		got.Output = json.RawMessage(there.Replace(string(a.Out)))
	}
	want, have := shownGolden(t, &g), shownGolden(t, &got)
	if want == have {
		return
	}
	if !testkit.Update(t, file, []byte(have)) {
		t.Errorf("%s\ngot  %s\nwant %s", g.Title, have, want)
	}
}

func shownGolden(t *testing.T, g *golden) string {
	t.Helper()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(g); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// hooked returns what the hook answers to an input.
func hooked(t testing.TB, input string, args []string) agent.Answer {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "stderr")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	return hookedWith(t, file, input, args)
}

// hookedWith is hooked with a file for what the hook writes to its standard error.
func hookedWith(t testing.TB, file *os.File, input string, args []string) agent.Answer {
	t.Helper()
	old := os.Stderr
	os.Stderr = file
	defer func() { os.Stderr = old }()
	var out bytes.Buffer
	exit := hook.Main(strings.NewReader(input), &out, args, nil)
	size, err := file.Seek(0, io.SeekCurrent)
	if err != nil || size == 0 {
		return agent.Answer{Out: out.Bytes(), Exit: exit}
	}
	said := make([]byte, size)
	if _, err := file.ReadAt(said, 0); err != nil {
		t.Fatal(err)
	}
	if err := file.Truncate(0); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return agent.Answer{Out: out.Bytes(), Err: said, Exit: exit}
}

// answering is the agent that answers an input with those arguments.
func answering(args []string, input string) agent.Agent {
	if len(args) > 0 {
		if who, ok := agents.Find(args[0]); ok {
			return who
		}
	}
	who, _, _ := agents.Recognise([]byte(input))
	return who
}

// FuzzAgents gives every agent any bytes: the answer is one that the agent understands, and what
// does not decode is never let through.
func FuzzAgents(f *testing.F) {
	files, _ := filepath.Glob("../../testdata/agents/*/*.json")
	for i, file := range files {
		var g golden
		if data, err := os.ReadFile(file); err != nil || json.Unmarshal(data, &g) != nil {
			f.Fatalf("%s: %v", file, err)
		}
		input := string(g.Input)
		if g.Raw != nil {
			input = *g.Raw
		}
		f.Add(uint8(i), []byte(input))
	}
	home := f.TempDir()
	for _, env := range []string{"HOME", "FENCEPOST_HOME", "CLAUDE_PROJECT_DIR"} {
		f.Setenv(env, home)
	}
	config := "default: allow\naudit: {enabled: false}\n"
	if err := putFile(filepath.Join(home, ".claude", "fencepost.yaml"), config); err != nil {
		f.Fatal(err)
	}
	said, err := os.CreateTemp(home, "stderr")
	if err != nil {
		f.Fatal(err)
	}
	defer said.Close()
	all := agents.All()
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		var args []string
		if n := int(which) % (len(all) + 1); n < len(all) {
			args = []string{all[n].Name}
		}
		who := answering(args, string(data))
		a := hookedWith(t, said, string(data), args)
		if err := validAnswer(who, a); err != nil {
			t.Errorf("%s: %v: %s", who.Name, err, a.Out)
		}
		call, err := who.Decode(data)
		calls := err != nil || who.Moment(&call) == agent.Before
		if doubt := err != nil || call.Suspicious != ""; doubt && calls && letsRun(a) {
			t.Errorf("%s lets %q run: %v, %s", who.Name, data, err, call.Suspicious)
		}
	})
}
