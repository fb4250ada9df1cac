package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

func TestConfig(t *testing.T) {
	home, project := withConfig(t, "import: [git]\ndefault: deny\ntools: {bash: {allow: [make]}}\n")
	user := filepath.Join(home, ".claude", "fencepost.yaml")
	if err := putFile(user, "default: allow\nonError: deny\n"); err != nil {
		t.Fatal(err)
	}
	_, out, _ := cli("", "config", "--json")
	var got report
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	file := filepath.Join(project, ".claude", "fencepost.yaml")
	if len(got.Layers) != 2 || got.Layers[0] != (layer{"user", user, tally{}}) ||
		got.Layers[1] != (layer{"project", file, tally{Allow: 1}}) {
		t.Errorf("layers %+v", got.Layers)
	}
	if !got.Found || got.Project != project || len(got.Presets) != 1 || got.Presets[0] != "git" {
		t.Errorf("project %s %v, presets %v", got.Project, got.Found, got.Presets)
	}
	want := map[string]policy.Value{
		"default":      {Key: "default", Value: "deny", Src: file + ":2"},
		"onError":      {Key: "onError", Value: "deny", Src: user + ":2"},
		"output.allow": {Key: "output.allow", Value: "silent", Src: "built in"},
	}
	for _, s := range got.Settings {
		if w, ok := want[s.Key]; ok && s != w {
			t.Errorf("got %+v, want %+v", s, w)
		}
		delete(want, s.Key)
	}
	for key := range want {
		t.Errorf("the setting %s is not shown", key)
	}
	_, plain, _ := cli("", "config")
	for _, text := range []string{"project   " + project, "user      " + user +
		"  0 deny, 0 ask, 0 allow", file + ":2", "0 deny, 0 ask, 1 allow"} {
		if !strings.Contains(plain, text) {
			t.Errorf("config lacks %q:\n%s", text, plain)
		}
	}
}

func TestConfigDefault(t *testing.T) {
	workplace(t)
	_, out, _ := cli("", "config")
	if !strings.Contains(out, "the preset recommended applies") ||
		!strings.Contains(out, "preset recommended\n") {
		t.Errorf("got\n%s", out)
	}
}

func TestVerify(t *testing.T) {
	tests := []struct {
		config string
		code   int
		want   []string
	}{
		{"import: [recommended]\n", 0, []string{"1 file: 0 errors, 0 warnings"}},
		{"", 0, []string{"1 file: 0 errors, 0 warnings"}},
		{"tools:\n  bash:\n    dney: [rm]\n", 1, []string{"error: ", "fencepost.yaml:3:5: ", "deny",
			"1 error"}},
		{"import: [gti]\n", 1, []string{"fencepost.yaml:1:10: unknown preset \"gti\""}},
		{"tools: {bash: {allow: [ls, bash]}}\n", 0,
			[]string{"warning: ", "fencepost.yaml:1:28: ", "arbitrary code", "0 errors, 1 warning"}},
		{"tools: {bash: {allow: ['npx']}}\n", 0, []string{"warning: ", "npx prettier"}},
		{"tools: {bash: {allowChecks: ['(']}}\n", 0, []string{"warning: ", "1 warning"}},
		{"sandbox: {write: {deny: [infra]}}\n", 0, []string{"note: ", "fencepost.yaml:1:19: ",
			`"deny" in sandbox.write is now "readOnly"`, "0 errors, 0 warnings"}},
	}
	for _, tt := range tests {
		t.Run("", func(t *testing.T) {
			_, project := withConfig(t, tt.config)
			file := filepath.Join(project, ".claude", "fencepost.yaml")
			for _, args := range [][]string{{"verify"}, {"verify", file}} {
				code, out, errs := cli("", args...)
				if code != tt.code || errs != "" {
					t.Errorf("fencepost %q of %q: exit status %d, want %d\n%s%s", args, tt.config, code, tt.code,
						out, errs)
				}
				for _, want := range tt.want {
					if !strings.Contains(out, want) {
						t.Errorf("fencepost %q of %q lacks %q:\n%s", args, tt.config, want, out)
					}
				}
			}
		})
	}
}

func TestVerifyFiles(t *testing.T) {
	workplace(t)
	if code, out, _ := cli("", "verify", "nothing.yaml"); code != 1 ||
		!strings.Contains(out, "nothing.yaml: the file cannot be read") {
		t.Errorf("a missing file: exit status %d, %s", code, out)
	}
	if err := putFile("mine.yaml", gen.Source("git")); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := cli("", "verify", "mine.yaml"); code != 1 || !strings.Contains(out, "meta") {
		t.Errorf("a preset as a config: exit status %d, %s", code, out)
	}
	if code, out, _ := cli("", "verify", "--preset", "mine.yaml"); code != 0 {
		t.Errorf("a preset: exit status %d, %s", code, out)
	}
	if _, out, _ := cli("", "verify"); !strings.Contains(out,
		"no config file: the preset recommended applies") {
		t.Errorf("without a config: %s", out)
	}
}

// TestBrokenConfig shows what a person sees of a config that closes the fence.
func TestBrokenConfig(t *testing.T) {
	withConfig(t, "defualt: ask\n")
	for _, args := range [][]string{{"config"}, {"check", "ls"}, {"explain", "ls"}} {
		_, out, _ := cli("", args...)
		if !strings.Contains(out, "fencepost.yaml:1:1") ||
			!strings.Contains(out, `did you mean "default"?`) {
			t.Errorf("fencepost %q:\n%s", args, out)
		}
	}
	if code, _, _ := cli("", "check", "ls"); code != 2 {
		t.Errorf("exit status %d, want 2: the fence is closed", code)
	}
}

func TestPresets(t *testing.T) {
	_, out, _ := cli("", "presets")
	for _, name := range (gen.Presets{}).Names() {
		doc, errs := parse.ParsePreset(name, []byte(gen.Source(name)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if !strings.Contains(out, name) || !strings.Contains(out, doc.Meta.Title) {
			t.Errorf("the preset %s is not listed:\n%s", name, out)
		}
		if _, text, _ := cli("", "presets", "show", name); !strings.HasPrefix(text, gen.Source(name)) {
			t.Errorf("presets show %s does not begin with the source", name)
		}
	}
}

// TestSchemaFresh fails if docs/config.schema.json is not what the program prints.
func TestSchemaFresh(t *testing.T) {
	_, out, _ := cli("", "schema")
	got, err := os.ReadFile("../../docs/config.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if out != string(got) {
		t.Error("docs/config.schema.json is out of date; run go generate ./...")
	}
}

// TestDocumentedKeys fails if docs/configuration.md leaves a key of the config out.
func TestDocumentedKeys(t *testing.T) {
	page, err := os.ReadFile("../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	_, out, _ := cli("", "schema")
	var schema map[string]any
	if err := json.Unmarshal([]byte(out), &schema); err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	schemaKeys(schema, keys)
	if len(keys) < 40 {
		t.Errorf("the schema has %d keys only", len(keys))
	}
	for key := range keys {
		if !strings.Contains(string(page), "`"+key+"`") && !strings.Contains(string(page), "`"+key+":") {
			t.Errorf("docs/configuration.md does not mention the key `%s`", key)
		}
	}
}

// TestReadmePolicy proves that the policy in the README can be copied.
func TestReadmePolicy(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(page), "```yaml\n")
	text, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("the README has no YAML")
	}
	withConfig(t, text)
	if code, out, _ := cli("", "verify"); code != 0 || !strings.Contains(out, "0 errors, 0 warnings") {
		t.Errorf("exit status %d, %s", code, out)
	}
	for _, tt := range []struct {
		command string
		code    int
	}{
		{"make lint", exitOK},
		{"make deploy", exitAsk},
		{"git -C . push -f", exitDeny},
		{"npm publish", exitDeny},
		{"echo x > migrations/1.sql", exitAsk},
		{"rm -rf ~", exitDeny},
	} {
		if code, out, _ := cli("", "check", tt.command); code != tt.code {
			t.Errorf("%s: exit status %d, want %d: %s", tt.command, code, tt.code, out)
		}
	}
}

func schemaKeys(v any, keys map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		if props, ok := v["properties"].(map[string]any); ok {
			for key := range props {
				keys[key] = true
			}
		}
		for _, child := range v {
			schemaKeys(child, keys)
		}
	case []any:
		for _, child := range v {
			schemaKeys(child, keys)
		}
	}
}

func TestVersion(t *testing.T) {
	_, out, _ := cli("", "version", "--json")
	var b version.Info
	if err := json.Unmarshal([]byte(out), &b); err != nil || b.Version == "" ||
		!strings.HasPrefix(b.Go, "go1.") || b.OS == "" {
		t.Errorf("got %s (%v)", out, err)
	}
}

func TestInit(t *testing.T) {
	home, project := workplace(t)
	for _, tt := range []struct{ dir, flag string }{{project, ""}, {home, "--user"}} {
		args := []string{"init"}
		if tt.flag != "" {
			args = append(args, tt.flag)
		}
		file := filepath.Join(tt.dir, ".claude", "fencepost.yaml")
		if code, out, errs := cli("", args...); code != 0 || !strings.Contains(out, file) {
			t.Errorf("fencepost %q: exit status %d, %s%s", args, code, out, errs)
		}
		if code, out, _ := cli("", "verify", file); code != 0 ||
			!strings.Contains(out, "0 errors, 0 warnings") {
			t.Errorf("the starter config: %s", out)
		}
		if code, _, errs := cli("", args...); code != 3 || !strings.Contains(errs, file+" exists") {
			t.Errorf("a second time: exit status %d, %s", code, errs)
		}
		if err := putFile(file, "default: allow\n"); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := cli("", append(args, "--force")...); code != 0 ||
			!strings.Contains(out, file+".before-fencepost.1") {
			t.Errorf("with --force: exit status %d, %s%s", code, out, errs)
		}
		if read(t, file) != starter || read(t, file+".before-fencepost.1") != "default: allow\n" {
			t.Error("--force does not write the starter config or loses the old one")
		}
	}
	if code, _, _ := cli("", "check", "rm -rf ~"); code != 2 {
		t.Errorf("the starter config answers rm -rf ~ with exit status %d, want 2", code)
	}
	// What the comments propose has to be valid, too.
	bare := strings.NewReplacer("# - ", "- ", "      #   ", "        ").Replace(starter)
	if err := putFile("all.yaml", bare); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := cli("", "verify", "all.yaml"); code != 0 ||
		!strings.Contains(out, "0 errors, 0 warnings") {
		t.Errorf("the starter config without comment signs:\n%s\n%s", out, bare)
	}
	t.Chdir(home)
	if code, _, errs := cli("", "init"); code != 3 || !strings.Contains(errs, "--user") {
		t.Errorf("in the home directory: exit status %d, %s", code, errs)
	}
}
