package claude

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/agent/hookjson"
	"github.com/fencepost/fencepost/internal/fact"
)

const typical = `{"session_id":"00893aaf-19fa-41d2-8238-13269b9b3ca0",` +
	`"transcript_path":"/home/u/.claude/projects/p/00893aaf.jsonl",` +
	`"cwd":"/home/u/src/project","permission_mode":"default","effort":{"level":"high"},` +
	`"hook_event_name":"PreToolUse",` +
	`"tool_name":"Bash","tool_input":{"command":"cd sub && git commit -m \"a\\nb\" 2>&1 | head ` +
	`-50","description":"Commit",` +
	`"timeout":120000},"tool_use_id":"toolu_01A09q90qw90lq917835lq9"}`

func TestDecode(t *testing.T) {
	call, err := Agent{}.Decode([]byte(typical))
	if err != nil || call.Suspicious != "" {
		t.Fatalf("Decode: %v, suspicious %q", err, call.Suspicious)
	}
	for _, tt := range []struct{ what, got, want string }{
		{"event", call.Event, "PreToolUse"},
		{"tool", call.Tool, "Bash"},
		{"session", call.Session, "00893aaf-19fa-41d2-8238-13269b9b3ca0"},
		{"tool use", call.ToolUse, "toolu_01A09q90qw90lq917835lq9"},
		{"cwd", call.Cwd, "/home/u/src/project"},
		{"mode", call.Mode, "default"},
		{"command", call.Text("command"), `cd sub && git commit -m "a\nb" 2>&1 | head -50`},
	} {
		if tt.got != tt.want {
			t.Errorf("%s = %q, want %q", tt.what, tt.got, tt.want)
		}
	}
	if len(call.Input) != 3 || call.Input[0].Name != "command" || call.Input[2].Name != "timeout" {
		t.Errorf("the fields are not in order: %v", call.Input)
	}
	if f := call.Input[2]; f.String || string(f.Raw) != "120000" {
		t.Errorf("timeout = %+v", f)
	}
}

// bash wraps fields of tool_input into a call.
func bash(fields string) string {
	return `{"cwd":"/p","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{` + fields +
		`}}`
}

func tool(name, input string) string {
	return `{"cwd":"/p","tool_name":"` + name + `","tool_input":` + input + `}`
}

func TestDecodeText(t *testing.T) {
	for _, tt := range []struct{ in, command string }{
		{bash(`"command":"ls"`), "ls"},
		{bash(`"command":"\u0072m x"`), "rm x"},
		{bash(`"\u0063ommand":"rm x"`), "rm x"},
		{bash(`"command":"a\"b\\c\/d\b\f\n\r\te"`), "a\"b\\c/d\b\f\n\r\te"},
		{bash(`"command":"\u00e9 é \ud83d\udd12 🔒"`), "é é 🔒 🔒"},
		{bash(`"command":"rm x","Command":"ls"`), "rm x"},
		{bash(`"Command":"ls","command":"rm x"`), "rm x"},
		{bash(`"command":""`), ""},
		{"\n\t  " + bash(`"command" : "ls" , "n" : [1, -0.5e+3, true, false, null, {}, []]`) + " \r\n",
			"ls"},
		{`{"tool_input":{"command":"rm x"},"tool_name":"Bash"}`, "rm x"},
		{tool("Monitor", `{"command":"tail -f a"}`), "tail -f a"},
		{tool("Monitor", `{"ws":{"url":"wss://example.org"}}`), ""},
		{tool("Read", `{"file_path":"/a"}`), ""},
		{tool("Write", `{"file_path":"/a","content":"half \ud800 of a pair, \u0000"}`), ""},
		{tool("Grep", `{"pattern":"x","path":null}`), ""},
		{tool("Grep", `{"pattern":"x"}`), ""},
		{tool("mcp__a__b", `{}`), ""},
		{bash(`"command":"ls","new":{"a":1,"a":2}`), "ls"},
	} {
		call, err := Agent{}.Decode([]byte(tt.in))
		if err != nil {
			t.Errorf("Decode(%s): %v", tt.in, err)
		} else if got := call.Text("command"); got != tt.command || call.Suspicious != "" {
			t.Errorf("Decode(%s): command %q, suspicious %q; want %q", tt.in, got, call.Suspicious,
				tt.command)
		}
	}
}

func TestDecodeSuspicious(t *testing.T) {
	many := ""
	for i := range 60 {
		many += `"n` + string(rune('A'+i%26)) + string(rune('A'+i/26)) + `":1,`
	}
	for _, tt := range []struct{ in, why string }{
		{`{}`, "no tool"},
		{`{"tool_input":{"command":"ls"}}`, "no tool"},
		{`{"tool_name":7,"tool_input":{}}`, "tool_name is not a string"},
		{`{"tool_name":"Bash"}`, "no object tool_input"},
		{`{"tool_name":"Bash","tool_input":"ls"}`, "no object tool_input"},
		{`{"tool_name":"Bash","tool_input":null}`, "no object tool_input"},
		{`{"tool_name":"Bash","tool_input":{"command":"ls"},"cwd":3}`, "cwd is not a string"},
		{`{"tool_name":"Bash","tool_name":"Bash","tool_input":{"command":"ls"}}`, "twice: tool_name"},
		{`{"x":1,"x":1,"tool_name":"Bash","tool_input":{"command":"ls"}}`, "twice: x"},
		{bash(`"command":"ls","command":"rm x"`), "twice: command"},
		{bash(`"command":"ls","\u0063ommand":"rm x"`), "twice: command"},
		{bash(many + `"nZ":1,"command":"ls","nZ":2`), "twice: nZ"},
		{bash(many + `"nAA":1,"command":"ls"`), "twice: nAA"},
		{bash(`"description":"x"`), "no field command"},
		{bash(`"command":["ls"]`), "command of Bash is not a string"},
		{bash(`"command":null`), "command of Bash is not a string"},
		{bash(`"command":"a\ud800b"`), "surrogate"},
		{bash(`"command":"\udc00\ud800"`), "surrogate"},
		{bash(`"command":"\ud800\u0041"`), "surrogate"},
		{bash(`"command":"ls\u0000 x"`), "NUL"},
		{bash("\"command\":\"ls \xff\""), "UTF-8"},
		{bash("\"command\":\"ls \xed\xa0\x80\""), "UTF-8"},
		{bash(`"command":"ls"`) + "{}", "follows"},
		{bash(`"command":"ls"`) + "\x00", "follows"},
		{tool("Monitor", `{}`), "no field command"},
		{tool("Monitor", `{"ws":{},"command":1}`), "not a string"},
		{tool("Read", `{"path":"/a"}`), "no field file_path"},
		{tool("Write", `{"file_path":1}`), "not a string"},
		{tool("Edit", `{}`), "no field file_path"},
		{tool("MultiEdit", `{}`), "no field file_path"},
		{tool("NotebookEdit", `{"file_path":"/a"}`), "no field notebook_path"},
		{tool("WebFetch", `{}`), "no field url"},
		{tool("Glob", `{"pattern":"x","path":[]}`), "path of Glob is not a string"},
	} {
		call, err := Agent{}.Decode([]byte(tt.in))
		if err != nil {
			t.Errorf("Decode(%s): %v", tt.in, err)
		} else if !strings.Contains(call.Suspicious, tt.why) {
			t.Errorf("Decode(%s): suspicious %q, want %q", tt.in, call.Suspicious, tt.why)
		}
	}
}

func TestDecodeLastKeyCounts(t *testing.T) {
	call, err := Agent{}.Decode([]byte(`{"tool_name":"Read","tool_name":"Bash","tool_input":{"command":"ls"}` +
		`,"tool_input":{"command":"ls","command":"rm x"}}`))
	if err != nil || call.Tool != "Bash" || call.Text("command") != "rm x" {
		t.Errorf("tool %q, command %q, %v", call.Tool, call.Text("command"), err)
	}
}

func TestDecodeError(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	for _, in := range []string{
		"", " \n", "this is not JSON\n", "{", "[]", `"ls"`, "null", "7", "\xef\xbb\xbf{}", `{"a":}`,
		`{"a":1,}`, `{"a" 1}`, `{a:1}`, `{'a':1}`,
		`{"a":01}`, `{"a":1.}`, `{"a":1e}`, `{"a":-}`, `{"a":+1}`, `{"a":tru}`, `{"a":NaN}`,
		`{"a":"\x41"}`, `{"a":"\u12g4"}`, `{"a":"`, `{"a":"\`,
		"{\"a\":\"line\nend\"}", `{"a":[1,]}`, `{"a":[1 2]}`, `{"a":1 "b":2}`, bash(`"command":"ls"`)[1:],
		typical[:len(typical)/2], `{"a":` + deep, `{"a":` + deep + strings.Repeat("]", 100_000) + `}`,
		deep, "\x00",
	} {
		call, err := Agent{}.Decode([]byte(in))
		if err == nil {
			t.Errorf("Decode(%.60q) = %+v, want an error", in, call)
		}
	}
	if _, err := (Agent{}).Decode([]byte(`{"a":  x}`)); err == nil || !strings.Contains(err.Error(), "byte 7:") {
		t.Errorf("the error names no place: %v", err)
	}
}

// FuzzDecode compares with encoding/json: the two accept the same texts and read the same values.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{typical, "", "{}", "[]", bash(`"command":"a\ud83d\udd12\u00e9\ud800"`),
		bash(`"command":"ls","command":"rm"`) + "x"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		call, err := Agent{}.Decode(data)
		if err != nil {
			if err != hookjson.ErrNoObject && json.Valid(data) {
				t.Errorf("%v, but encoding/json accepts it", err)
			}
			return
		}
		if call.Suspicious != "" {
			return
		}
		var top, input map[string]json.RawMessage
		if err := json.Unmarshal(data, &top); err != nil {
			t.Fatalf("encoding/json refuses it: %v", err)
		}
		var name string
		if json.Unmarshal(top["tool_name"], &name) != nil || name != call.Tool {
			t.Errorf("tool %q, encoding/json reads %q", call.Tool, name)
		}
		if json.Unmarshal(top["tool_input"], &input) != nil || len(input) != len(call.Input) {
			t.Errorf("%d fields, encoding/json reads %d", len(call.Input), len(input))
		}
		for _, field := range call.Input {
			if !bytes.Equal(bytes.TrimSpace(field.Raw), bytes.TrimSpace(input[field.Name])) &&
				!strings.Contains(field.Name, "\uFFFD") {
				t.Errorf("field %q: raw %q, encoding/json reads %q", field.Name, field.Raw, input[field.Name])
			}
			var s string
			if field.String && (json.Unmarshal(field.Raw, &s) != nil || s != field.Text) {
				t.Errorf("field %q: text %q, encoding/json reads %q", field.Name, field.Text, s)
			}
		}
		updated := agent.UpdatedInput(&call, "command", "echo \x00\xff\u2028<&>")
		var got map[string]json.RawMessage
		if err := json.Unmarshal(updated, &got); err != nil {
			t.Fatalf("UpdatedInput is no JSON: %v: %q", err, updated)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	data := []byte(typical)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Agent{}).Decode(data); err != nil {
			b.Fatal(err)
		}
	}
}

func TestUpdatedInput(t *testing.T) {
	call, err := Agent{}.Decode([]byte(bash(`"description":"d","command":"cat /tmp/a","timeout": ` +
		`1.50e2,"x":{"a": [1]}`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ field, value, want string }{
		{"command", `cat "/tmp/claude/a" <&1`,
			`{"description":"d","command":"cat \"/tmp/claude/a\" <&1","timeout":1.50e2,"x":{"a": [1]}}`},
		{"path", "p", `{"description":"d","command":"cat /tmp/a","timeout":1.50e2,"x":{"a": ` +
			`[1]},"path":"p"}`},
	} {
		if got := agent.UpdatedInput(&call, tt.field, tt.value); string(got) != tt.want {
			t.Errorf("agent.UpdatedInput(%q) = %s, want %s", tt.field, got, tt.want)
		}
	}
	if got := agent.UpdatedInput(&fact.Call{}, "a", "b"); string(got) != `{"a":"b"}` {
		t.Errorf("UpdatedInput of an empty input = %s", got)
	}
}
