package claude

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestHarmless: of the client's own variables those count as harmless that are known to be.
func TestHarmless(t *testing.T) {
	for name, want := range map[string]string{
		"CLAUDE_CODE_SHELL_PREFIX": "harmful", "CLAUDE_CODE_SHELL": "harmful", "SHELL": "harmful",
		"CLAUDE_ENV_FILE": "harmful", "CLAUDE_CONFIG_DIR": "harmful", "CLAUDE_CODE_SIMPLE": "harmful",
		"CLAUDE_PROJECT_DIR": "harmful", "CLAUDE_CODE_PROCESS_WRAPPER": "harmful", "HOME": "harmful",
		"XDG_CONFIG_HOME": "harmful", "FENCEPOST_HOME": "harmful", "CLAUDE_": "harmful",
		"CLAUDE_CODE_ENABLE_TELEMETRY": "harmless", "OTEL_METRICS_EXPORTER": "harmless",
		"BASH_MAX_TIMEOUT_MS": "harmless", "ANTHROPIC_MODEL": "harmless", "NODE_ENV": "harmless",
		"DISABLE_PROMPT_CACHING": "harmless", "DISABLE_PROMPT_CACHING_OPUS": "harmless",
		"PATH": "", "BASH_ENV": "", "claude_code_shell": "", "NODE_OPTIONS": "", "+": "", "-": "", "": "",
		"CLAUDE_CODE_ENABLE_TELEMETRY_X": "harmful", "OTEL_PYTHON_CONFIGURATOR": "",
	} {
		harmless, known := Agent{}.Harmless(name)
		got := ""
		if harmless {
			got = "harmless"
		} else if known {
			got = "harmful"
		}
		if got != want {
			t.Errorf("%q is %q, want %q", name, got, want)
		}
	}
}

// TestVariables: both files are read, and what the client makes of a value is known or not.
func TestVariables(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, ".claude", name) }
	if vars, err := (Agent{}).Variables(dir); len(vars) > 0 || err != nil {
		t.Errorf("without a .claude: %v, %v", vars, err)
	}
	if err := os.Mkdir(filepath.Join(dir, ".claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := `{"env": {"S": "a\u0062", "N": 1e3, "B": true, "L": ["x"], "O": {}, "Z": null}}`
	if err := os.WriteFile(file("settings.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	text = `{"env": {"S": ""}}`
	if err := os.WriteFile(file("settings.local.json"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	vars, err := Agent{}.Variables(dir)
	var got []string
	for _, v := range vars {
		value := v.Value.Text
		if !v.Value.IsLiteral() {
			value = "?"
		}
		got = append(got, v.Name+"="+value)
	}
	const want = "B=true L=? N=1e3 O=? S=ab Z=null S="
	if strings.Join(got, " ") != want || err != nil {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if err := os.Remove(file("settings.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(file("settings.json"), 0o755); err != nil {
		t.Fatal(err)
	}
	if vars, err := (Agent{}).Variables(dir); len(vars) != 1 || err != errNoFile {
		t.Errorf("a directory in its place: %v, %v", vars, err)
	}
}
