package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

const goodOrg = `baked: {name: acme, version: "1", enforced: true}
tools: {bash: {deny: [terraform destroy]}}
`

// A mistake in an organisation file stops the build with file, line and column, and nothing is
// written.
func TestOrgMistakes(t *testing.T) {
	const enforced = `baked: {name: %s, version: "1", enforced: true}` + "\n"
	tests := []struct {
		about string
		files map[string]string
		want  []string
	}{
		{"no files", nil, []string{"no organisation files (*.yaml) in "}},
		{"unknown key", map[string]string{"a.yaml": goodOrg + "defualt: ask\n"},
			[]string{"org/a.yaml:3:1: ", `did you mean "default"?`}},
		{"unknown key of the head", map[string]string{"a.yaml": "baked: {nmae: acme}\n"},
			[]string{"org/a.yaml:1:9: ", "name"}},
		{"not YAML", map[string]string{"a.yaml": "tools: [\n"}, []string{"org/a.yaml:", "not YAML"}},
		{"a broken expression",
			map[string]string{"a.yaml": "tools:\n  bash:\n    checks: [{test: '(', description: d}]\n"},
			[]string{"org/a.yaml:3:", "does not compile"}},
		{"a broken allow is no warning here",
			map[string]string{"a.yaml": "tools:\n  bash:\n    allowChecks: ['(']\n"},
			[]string{"org/a.yaml:3:"}},
		{"enforced without a name",
			map[string]string{"a.yaml": "baked: {version: \"1\", enforced: true}\n"},
			[]string{"org/a.yaml:1:33: ", "baked.name"}},
		{"enforced without a version",
			map[string]string{"a.yaml": "baked: {name: acme, enforced: true}\n"},
			[]string{"org/a.yaml:1:31: ", "baked.version"}},
		{"a name that cannot be imported", map[string]string{"a.yaml": "baked: {name: Acme Inc}\n"},
			[]string{"org/a.yaml:1:15: "}},
		{"the name all", map[string]string{"a.yaml": "baked: {name: all}\n"},
			[]string{"org/a.yaml:1:15: "}},
		{"the name of a bundled preset", map[string]string{"a.yaml": "baked: {name: git}\n"},
			[]string{"org/a.yaml:1:15: ", `"git" is the name of presets/git.yaml`}},
		{"one name for two", map[string]string{"a.yaml": goodOrg, "b.yaml": goodOrg},
			[]string{"org/b.yaml:1:15: ", "org/a.yaml already"}},
		{"unknown import", map[string]string{"a.yaml": "import: [gti]\n"},
			[]string{`org/a.yaml:1:10: there is no preset "gti"`}},
		{"a circle", map[string]string{"a.yaml": "import: [b]\n", "b.yaml": "import: [a]\n"},
			[]string{"org/a.yaml:1:10: ", "org/b.yaml:1:10: "}},
		{"unknown default", map[string]string{"a.yaml": "baked: {name: acme, default: gti}\n"},
			[]string{"org/a.yaml:1:30: ", `no preset "gti"`}},
		{"two defaults", map[string]string{"a.yaml": "baked: {default: git}\n",
			"b.yaml": "baked: {default: recommended}\n"},
			[]string{"org/b.yaml:1:18: ", "contradicts default: git"}},
		{"two values of one setting", map[string]string{
			"a.yaml": fmt.Sprintf(enforced, "a") + "default: ask\nreadOnly: allow\n",
			"b.yaml": fmt.Sprintf(enforced, "b") + "readOnly: ask\n",
		}, []string{"org/b.yaml:2:11: readOnly: ask contradicts readOnly: allow", "org/a.yaml:3)"}},
		{"a value that an import sets", map[string]string{
			"a.yaml": fmt.Sprintf(enforced, "a") + "import: [git]\n",
			"b.yaml": fmt.Sprintf(enforced, "b") + "onError: deny\n",
		}, []string{"org/b.yaml:2:10: onError: deny contradicts onError: ask", "presets/git.yaml:3)"}},
		{"a mode beside a default", map[string]string{
			"a.yaml": fmt.Sprintf(enforced, "a") + "default: ask\n",
			"b.yaml": fmt.Sprintf(enforced, "b") + "mode: allow\n",
		}, []string{"org/a.yaml:2:10: default: ask contradicts mode: allow", "org/b.yaml:2)"}},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			refused(t, orgSandbox(t, tt.files), tt.want)
		})
	}
}

// What organisation files may do.
func TestOrg(t *testing.T) {
	c := orgSandbox(t, map[string]string{
		"a.yaml": strings.Replace(goodOrg, "enforced: true", "enforced: true, default: dev", 1) +
			"import: [git]\ndefault: deny\n",
		"b.yaml": "baked: {name: strict, version: \"2\", enforced: true}\ndefault: deny\n" +
			"sandbox: {mode: require, answers: [exec], write: {allow: [.]}, network: {publish: [3000], " +
			"reasons: {a.example: no}}, env: {scrub: []}}\n",
		"dev.yaml": `import: [git, acme]` + "\n",
	})
	if err := run(c, false); err != nil {
		t.Fatal(err)
	}
	if err := run(c, true); err != nil {
		t.Errorf("a second run gives other bytes: %v", err)
	}
	tests := []struct{ file, want string }{
		{"org.go", `Preset: "acme"`},
		{"org.go", `Default: "dev"`},
		{"org.go", `Src: "org/a.yaml"`},
		{"org.go", "Hash: \"" + strings.Repeat("[0-9a-f]", 64)},
		{"presets.go", `case "acme":` + "\n\t\treturn &orgAcmeRules, true"},
		{"presets.go", `[]string{"acme", "dev", "git", "recommended", "strict"}`},
		{"presets.go", "return orgDevSource"},
		// the place, whether it is enforced, and the decision (rule.EncodeInfos)
		{"org-acme.go", `org/a.yaml:2\x01\x03`},
		{"org-strict.go", `Sandbox: &sandboxconf.Settings{Mode: "require"`},
		{"org-strict.go", `Answers: &sandboxconf.Answers{Exec: true}, WriteAllow: []string{"."}`},
		{"org-strict.go", `Publish: &sandboxconf.Publish{Ports: []int{3000}}, Reasons: []sandboxconf.Reason{{Host: "a.example"`},
		{"org-strict.go", `Scrub: &sandboxconf.Classes{`},
		// an import of an enforced policy is a part of it
		{"git.go", `presets/git.yaml:2\x01\x02`},
	}
	for _, tt := range tests {
		data, err := os.ReadFile(filepath.Join(c.out, tt.file))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.SplitN(tt.want, "[0-9a-f]", 2)[0]
		if !strings.Contains(string(data), want) {
			t.Errorf("%s lacks %q:\n%s", tt.file, want, data)
		}
	}
	if page, _ := os.ReadFile(filepath.Join(c.docs, "presets.md")); strings.Contains(string(page),
		"acme") {
		t.Error("the page of the bundled presets shows the organisation's")
	}
	// Without the organisation everything is as before.
	c.org = ""
	if err := run(c, false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(c.out, "org-acme.go")); !os.IsNotExist(err) {
		t.Errorf("org-acme.go is left: %v", err)
	}
	for _, file := range []string{"org.go", "git.go"} {
		if data, _ := os.ReadFile(filepath.Join(c.out, file)); strings.Contains(string(data), "acme") ||
			strings.Contains(string(data), "enforced") {
			t.Errorf("%s still knows the organisation:\n%s", file, data)
		}
	}
}

// orgSandbox is sandbox with a bundled preset and these organisation files.
func orgSandbox(t *testing.T, files map[string]string) config {
	t.Helper()
	c := sandbox(t, map[string]string{"git.yaml": "meta: {title: Git, description: Git.}\ntools: " +
		"{bash: {ask: [git push]}}\nonError: ask\n", "recommended.yaml": goodPreset})
	c.org = filepath.Join(t.TempDir(), "org")
	if err := os.MkdirAll(c.org, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(c.org, name), text)
	}
	return c
}

// TestOrgCost compiles a policy of 20 rules and one of 2,000, and has the compiled code count what
// a command costs: rules that cannot apply to it are not evaluated, and take no memory.
func TestOrgCost(t *testing.T) {
	testkit.All(t, "it compiles a package")
	dir := t.TempDir()
	org := filepath.Join(dir, "org")
	if err := os.MkdirAll(org, 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(org, "few.yaml"), manyRules("few", 20))
	write(t, filepath.Join(org, "many.yaml"), manyRules("many", 2000))
	t.Chdir("../..")
	c := config{presets: "presets", commands: "presets/commands", langs: "presets/languages",
		out: filepath.Join(dir, "gen"), org: org, sources: ".", agents: "internal/agent"}
	if err := run(c, false); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(c.out, "cost_test.go"), costTest)
	overlay := filepath.Join(dir, "overlay.json")
	if err := writeOverlay(overlay, c.out, "gen"); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "test", "-trimpath", "-vet=off", "-overlay="+overlay, "-run=^TestCost$",
		"-v", "./gen")
	cmd.Env = append(os.Environ(), "GOFLAGS=") // there is but one overlay
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestCost") {
		t.Fatalf("go test: %v\n%s", err, out)
	}
}

// manyRules is a policy of n rules on words: half of them prefixes, half of them about arguments.
// Each of a tenth of the commands has ten of them.
func manyRules(name string, n int) string {
	var deny, arguments strings.Builder
	for i := range n / 2 {
		fmt.Fprintf(&deny, "      - tool%d sub%d\n", i/10, i%10)
		fmt.Fprintf(&arguments,
			"      - {command: cmd%d, subcommand: sub%d, hasFlag: [--force], decision: ask}\n", i/10, i%10)
	}
	return "baked: {name: " + name +
		", version: \"1\", enforced: true}\ntools:\n  bash:\n    deny:\n" + deny.String() +
		"    arguments:\n" + arguments.String()
}

// costTest runs inside of the generated package.
const costTest = `package gen

import (
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

func TestCost(t *testing.T) {
	tests := []struct {
		words     []string
		evaluated int // rules, in either policy
		hits      int
	}{
		{[]string{"ls", "-la"}, 0, 0},
		{[]string{"git", "push", "--force"}, 0, 0},
		{[]string{"tool0", "sub3", "x"}, 1, 1},
		{[]string{"tool0", "other"}, 0, 0},
		{[]string{"cmd0", "sub7", "--force"}, 1, 1},
		{[]string{"cmd0", "sub7"}, 1, 0},
	}
	for _, tt := range tests {
		c := &fact.Command{Resolution: fact.Resolution{Name: tt.words[0], System: true}}
		for _, w := range tt.words {
			c.Argv = append(c.Argv, fact.Lit(w))
			if w[0] == '-' {
				c.Flags = append(c.Flags, fact.Flag{Name: w, Written: w, Value: -1})
			}
		}
		var allocs [2]float64
		for i, p := range []struct {
			choices string
			rules   uint16
			set     rule.RuleSet
		}{{orgFewChoices, 20, &orgFewRules}, {orgManyChoices, 2000, &orgManyRules}} {
			list := rule.NewSubject(c, true).Select(p.choices, p.rules)
			if len(list) != tt.evaluated {
				t.Errorf("%s: %q: %d rules are evaluated, want %d", p.set.Name(), tt.words, len(list), tt.evaluated)
			}
			hits := 0
			allocs[i] = testing.AllocsPerRun(10, func() {
				hits = 0
				p.set.Words(rule.NewSubject(c, true), func(rule.Hit) { hits++ })
			})
			if hits != tt.hits {
				t.Errorf("%s: %q: %d rules hit, want %d", p.set.Name(), tt.words, hits, tt.hits)
			}
		}
		if allocs[0] != allocs[1] {
			t.Errorf("%q: %v allocations with 20 rules, %v with 2,000", tt.words, allocs[0], allocs[1])
		}
	}
}
`
