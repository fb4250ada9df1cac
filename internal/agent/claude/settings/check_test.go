package settings

import (
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
)

// TestCheck holds the check against what two versions of the real client did. What one of them
// drops is wrong.
func TestCheck(t *testing.T) {
	data, err := os.ReadFile("testdata/client.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		versions, text, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		n++
		root, err := hookfile.ParseObject([]byte(text))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		found := Check(root)
		unknown := len(found) > 0 && !Drops(found)
		if want := versions != "-"; Drops(found) != want && !(want && unknown) {
			t.Errorf("%s: dropped by %s, and the check finds %v", text, versions, found)
		}
		if versions == "-" && unknown && !strings.Contains(text, "http") && !strings.Contains(text,
			"managed") {
			t.Errorf("%s passes, and the check does not know: %v", text, found)
		}
	}
	if n < 90 {
		t.Errorf("%d rows only", n)
	}
}

// TestSchema reads every type of the tables once with a value that none of them takes.
func TestSchema(t *testing.T) {
	for _, table := range []string{schema, handlers} {
		for line := range strings.Lines(table) {
			key, typ, ok := strings.Cut(strings.TrimSpace(line), " ")
			if !ok {
				continue
			}
			if strings.Count(typ, "{") != strings.Count(typ, "}") || strings.Count(typ,
				"[") != strings.Count(typ, "]") {
				t.Errorf("%s: brackets of %s", key, typ)
			}
			if got, ok := lookup(table, key); !ok || got != typ {
				t.Errorf("%s: %q, and %q is found", key, typ, got)
			}
			c := &checker{}
			c.value(key, typ, []byte("null"))
			if len(c.found) == 0 && typ != "any" {
				t.Errorf("%s: null passes as %s", key, typ)
			}
		}
	}
	for _, name := range strings.Fields(hookEvents) {
		if strings.Count(hookEvents, " "+name+" ") != 1 {
			t.Errorf("%s is listed twice", name)
		}
	}
}

// TestCheckFinds names the place and what is expected there.
func TestCheckFinds(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`{"model": 5}`,
			"model: a string is expected, and this is a number"},
		{`{"hooks": {"PreToolUse": [{"matcher": 5, "hooks": []}]}}`,
			"hooks.PreToolUse[0].matcher: a string is expected"},
		{`{"hooks": {"PreToolUse": [{"hooks": [{"type": "shell"}]}]}}`,
			"hooks.PreToolUse[0].hooks[0].type: no type of hook"},
		{`{"permissions": {"allow": {}}}`,
			"permissions.allow: a list is expected"},
		{`{"cleanupPeriodDays": 0}`,
			"a whole number above 0"},
		{`{"sandbox": {"network": {"allowedDomains": [1]}}}`,
			"sandbox.network.allowedDomains[0]: a string"},
		{`{"pluginConfigs": {"a": {"options": {"b": {}}}}}`,
			"pluginConfigs.a.options.b:"},
		{`{"enabledPlugins": {"a@b": 1}}`,
			"enabledPlugins.a@b:"},
		{`{"statusLine": {"type": "command"}}`,
			`statusLine: the key "command" is missing`},
		{`{"extraKnownMarketplaces": {"a": {}}}`,
			"extraKnownMarketplaces.a: whether the client takes this value is not known"},
		{`{"permissions": {"defaultMode": "manual"}}`,
			"only some versions"},
		{`{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}`,
			"timeout: a number above 0"},
	} {
		root, err := hookfile.ParseObject([]byte(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		found := Check(root)
		if len(found) != 1 || !strings.Contains(found[0].Path+": "+found[0].Text, tt.want) {
			t.Errorf("%s: %v", tt.text, found)
		}
	}
	fine := `{"$schema": "https://json.schemastore.org/claude-code-settings.json",
		"model": "opus", "env": {"A": "1"},
		"permissions": {"allow": ["Bash(ls)"],
			"defaultMode": "acceptEdits", "additionalDirectories": ["../x"]},
		"statusLine": {"type": "command", "command": "x", "padding": 0},
		"enabledPlugins": {"a@b": true, "c@d": ["x"]},
		"hooks": {"PreToolUse": [{"matcher": "*",
			"hooks": [{"type": "command", "command": "x", "args": [], "timeout": 2.5}]}]},
		"sandbox": {"enabled": true, "network": {"allowedDomains": ["x"]}},
		"cleanupPeriodDays": 30, "later": {"x": 1}}`
	root, err := hookfile.ParseObject([]byte(fine))
	if err != nil {
		t.Fatal(err)
	}
	if found := Check(root); len(found) > 0 {
		t.Errorf("%v", found)
	}
}
