package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// testRow is one row of a table of policy tests: a call and the decision that is expected.
type testRow struct {
	line  int
	cmd   string // for the tool Bash; "" if tool is set
	tool  string
	input json.RawMessage
	want  rule.Decision
	rule  string // what the id of the rule that decides begins with; "" for any
	cwd   string
}

// name is what a failure says of the row.
func (r *testRow) name() string {
	if r.tool == "" {
		return r.cmd
	}
	return r.tool + " " + string(r.input)
}

// tableReader reads a table strictly: whatever is no part of the format is a mistake, since a row
// that is not understood tests nothing.
type tableReader struct {
	file     string
	mistakes []policy.Problem
}

func (t *tableReader) fail(n *yaml.Node, text, mend string) {
	t.mistakes = append(t.mistakes, policy.Problem{File: t.file, Line: n.Line, Col: n.Column,
		Text: text, Mend: mend})
}

// readTable reads a file of policy tests.
func readTable(file string) ([]testRow, []policy.Problem) {
	t := &tableReader{file: file}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, []policy.Problem{{File: file, Text: "the file cannot be read: " + cause(err),
			Mend: "name a YAML file with tests"}}
	}
	root, mistakes := parse.Root(file, data)
	switch {
	case len(mistakes) > 0:
		return nil, mistakes
	case root == nil:
		return nil, []policy.Problem{{File: file, Line: 1, Text: "there is no test in the file",
			Mend: `add one: - {cmd: "rm -rf /", want: deny}`}}
	case root.Kind != yaml.SequenceNode:
		t.fail(root, "the file must be a list of tests",
			`begin each with a dash: - {cmd: "rm -rf /", want: deny}`)
		return nil, t.mistakes
	}
	var rows []testRow
	for _, n := range root.Content {
		rows = append(rows, t.row(n))
	}
	return rows, t.mistakes
}

func (t *tableReader) row(n *yaml.Node) testRow {
	r := testRow{line: n.Line}
	if n.Kind != yaml.MappingNode {
		t.fail(n, "a test must be a mapping", `write it as {cmd: "rm -rf /", want: deny}`)
		return r
	}
	known := []string{"cmd", "tool", "input", "want", "rule", "cwd"}
	var seen []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, val := n.Content[i], n.Content[i+1]
		switch {
		case !slices.Contains(known, key.Value) || key.Kind != yaml.ScalarNode:
			t.fail(key, "unknown key "+quoted(key.Value)+" in a test", "use "+strings.Join(known, ", "))
		case slices.Contains(seen, key.Value):
			t.fail(key, "the key "+quoted(key.Value)+" stands twice in a test", "keep one of the two")
		default:
			t.value(&r, key.Value, val)
		}
		seen = append(seen, key.Value)
	}
	has := func(key string) bool { return slices.Contains(seen, key) }
	switch {
	case has("cmd") == has("tool"):
		t.fail(n, "a test needs cmd, or tool with input, and not both",
			`name what is judged: cmd: "rm -rf /"`)
	case has("tool") != has("input"):
		t.fail(n, "tool and input go together", `write tool: Read, input: {file_path: .env}`)
	case !has("want"):
		t.fail(n, "the test does not say which decision is expected", "add want: allow, ask or deny")
	}
	return r
}

// value sets one key of a row.
func (t *tableReader) value(r *testRow, key string, n *yaml.Node) {
	if key == "input" {
		r.input = t.input(n)
		return
	}
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" ||
		strings.TrimSpace(n.Value) == "" && key != "cmd" {
		t.fail(n, key+" must be a string", "put it in quotes")
		return
	}
	switch key {
	case "cmd":
		r.cmd = n.Value
	case "tool":
		r.tool = n.Value
	case "rule":
		r.rule = n.Value
	case "cwd":
		r.cwd = n.Value
	case "want":
		d, ok := rule.ParseDecision(n.Value)
		if !ok {
			t.fail(n, "want must be allow, ask or deny, not "+quoted(n.Value),
				"name the decision that is expected")
		}
		r.want = d
	}
}

// input is the input of a tool as JSON.
func (t *tableReader) input(n *yaml.Node) json.RawMessage {
	var v map[string]any
	err := n.Decode(&v)
	if err == nil && v == nil {
		err = errors.New("it is nothing")
	}
	var data []byte
	if err == nil {
		data, err = encode(v, "")
	}
	if err != nil {
		t.fail(n, "input must be a mapping, as the tool takes it", "write input: {file_path: .env}")
		return nil
	}
	return json.RawMessage(bytes.TrimSpace(data))
}
