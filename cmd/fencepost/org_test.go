package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

const acme = "../../testdata/org/acme"

// orgBuild runs org.sh on a directory for this machine alone and returns where the programs are.
func orgBuild(t *testing.T, dir string) (out string, log []byte, err error) {
	t.Helper()
	testkit.All(t, "it builds a program")
	if runtime.GOOS == "windows" {
		t.Skip("org.sh needs a POSIX shell")
	}
	out = filepath.Join(t.TempDir(), "dist")
	dir, err = filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("../../org.sh", dir)
	c.Env = append(os.Environ(), "OUT="+out, "TARGETS="+runtime.GOOS+"/"+runtime.GOARCH)
	log, err = c.CombinedOutput()
	return out, log, err
}

// TestOrgBuild builds the worked example, which runs its tests, and lets a config try to loosen
// every rule and setting.
func TestOrgBuild(t *testing.T) {
	before := checkout(t)
	out, log, err := orgBuild(t, acme)
	if err != nil {
		t.Fatalf("org.sh: %v\n%s", err, log)
	}
	if after := checkout(t); before != after {
		t.Errorf("the checkout was\n%s\nand is\n%s", before, after)
	}
	name := runtime.GOOS + "-" + runtime.GOARCH + "/fencepost"
	bin := filepath.Join(out, name)
	if sums, err := os.ReadFile(filepath.Join(out, "SHA256SUMS")); err != nil ||
		!strings.Contains(string(sums), "  "+name+"\n") ||
		!strings.Contains(string(sums), "  "+name+"-hook\n") {
		t.Errorf("SHA256SUMS: %v\n%s", err, sums)
	}
	for _, want := range []string{" passed, 0 failed\n", "policy acme 1.4.0 sha256:",
		"ok  \tgithub.com/fencepost/fencepost/gen"} {
		if !strings.Contains(string(log), want) {
			t.Errorf("the output lacks %q:\n%s", want, log)
		}
	}
	t.Run("build", func(t *testing.T) { testOrgBuild(t, bin) })
	t.Run("version", func(t *testing.T) { testOrgVersion(t, bin) })
	t.Run("config", func(t *testing.T) { testOrgConfig(t, bin) })
	t.Run("hook", func(t *testing.T) { testOrgHook(t, bin) })
	t.Run("verify", func(t *testing.T) { testOrgVerify(t, bin) })
	t.Run("user", func(t *testing.T) {
		for _, layers := range [][]string{{"--user", acme + "/tests/loosen", "--config", acme +
			"/tests/loosen"}, {"--user", acme + "/tests/loosen", "--config", empty(t)}} {
			args := append(append([]string{"test"}, layers...), acme+"/tests/loosen/attempts.yaml")
			if out, err := exec.Command(bin, args...).CombinedOutput(); err != nil {
				t.Errorf("%q: %v\n%s", args, err, out)
			}
		}
	})
	t.Run("default", func(t *testing.T) { testOrgDefault(t, bin) })
}

// empty is a config that says nothing.
func empty(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "empty.yaml")
	if err := putFile(file, ""); err != nil {
		t.Fatal(err)
	}
	return file
}

// checkout is what git sees of changes in the working tree.
func checkout(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("git", "status", "--porcelain").CombinedOutput()
	if err != nil {
		t.Skipf("git status: %v", err)
	}
	return string(out)
}

// runOrg runs the program in a project of its own with a config.
func runOrg(t *testing.T, bin, config string, args ...string) string {
	t.Helper()
	workplace(t)
	if config != "" {
		if err := putFile(".claude/fencepost.yaml", config); err != nil {
			t.Fatal(err)
		}
	}
	out, err := exec.Command(bin, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
	return string(out)
}

// testOrgBuild: all four programs are there, and of a build that no other policy has.
func testOrgBuild(t *testing.T, bin string) {
	for _, name := range siblings.Programs() {
		path, err := siblings.Near(bin, name)
		if err != nil {
			t.Error(err)
			continue
		}
		id, err := siblings.Build(path)
		own, ownErr := siblings.Build(bin)
		if id == "" || id != own || id == siblings.ThisBuild() || err != nil || ownErr != nil {
			t.Errorf("%s is of the build %q, %v; fencepost of %q, %v", name, id, err, own, ownErr)
		}
	}
}

func testOrgVersion(t *testing.T, bin string) {
	sum, err := exec.Command("sh", "-c", "sha256sum "+acme+"/acme.yaml || shasum -a 256 "+
		acme+"/acme.yaml").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := version.Policy{Name: "acme", Version: "1.4.0", Hash: strings.Fields(string(sum))[0],
		File: "org/acme.yaml", Enforced: true, Default: "acme-dev"}
	var b version.Info
	if out := runOrg(t, bin, "", "version", "--json"); json.Unmarshal([]byte(out), &b) != nil ||
		!slices.Contains(b.Policies, want) {
		t.Errorf("got %s, want %+v in it", out, want)
	}
	if out := runOrg(t, bin, "", "config"); !strings.Contains(out, "policy    "+want.String()+"\n") ||
		!strings.Contains(out, "the preset acme-dev applies") {
		t.Errorf("config:\n%s", out)
	}
}

// loosening is the config that tries to loosen the policy.
func loosening(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(acme + "/tests/loosen/fencepost.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// testOrgConfig compares every setting of the policy with what is in force under the config that
// tries to loosen it.
func testOrgConfig(t *testing.T, bin string) {
	config, doc := loosening(t), orgDocument(t, "acme")
	want := map[string]string{"mode": "", "default": "ask", "onError": "ask", "dynamic": "ask",
		"output.allow": "silent", "redirect.tmp": "false",
		"tools.bash.discourageChaining": "true", "tools.bash.offerManualRun": "false",
		"guidance.enabled": "true",
		"audit.enabled":    "true", "audit.maxBytes": "10485760", "audit.keep": "10"}
	var r report
	if out := runOrg(t, bin, config, "config", "--json"); json.Unmarshal([]byte(out), &r) != nil {
		t.Fatalf("no JSON: %s", out)
	}
	for _, s := range r.Settings {
		if w, ok := want[s.Key]; ok && s.Value != w {
			t.Errorf("%s is %q from %s, want %q", s.Key, s.Value, s.Src, w)
		}
		if s.Key == "audit.path" && s.Value == "/dev/null" {
			t.Error("the log was sent away")
		}
	}
	// A setting that the policy makes and nobody tries to loosen proves nothing.
	settings := doc.Settings()
	for _, key := range []string{"default", "onError", "dynamic", "output.allow", "redirect.tmp",
		"audit.enabled", "audit.keep",
		"tools.bash.discourageChaining", "tools.bash.offerManualRun"} {
		if doc.ScalarPos(key).Line == 0 {
			t.Errorf("the policy does not set %s", key)
		}
	}
	if settings.Mode != rule.ModeUnset || len(settings.GuidanceExtra) == 0 {
		t.Error("the policy is not the one that this test is about")
	}
}

// testOrgVerify wants a warning for each line that tries something, with its place.
func testOrgVerify(t *testing.T, bin string) {
	config := loosening(t)
	out := runOrg(t, bin, config, "verify")
	for n, line := range strings.Split(config, "\n") {
		for _, tries := range []string{"default: allow", "onError:", "dynamic:", "output:", "mode: allow",
			"redirect: {", "audit:", "guidance:", "offer", "discourage",
			"allow: [terraform", "allowChecks:", "command: git", "command: npm", "command: docker",
			"deploy/prod", "db.prod", "[delete]", "id_ed25519"} {
			place := "fencepost.yaml:" + strconv.Itoa(n+1) + ":"
			if strings.HasPrefix(strings.TrimLeft(line, " -{"), tries) && !strings.Contains(out, place) {
				t.Errorf("no warning about %s %s:\n%s", place, line, out)
			}
		}
	}
	if !strings.Contains(out, "0 errors") {
		t.Errorf("a config that tries in vain is no error:\n%s", out)
	}
}

// testOrgDefault looks at what applies without a config, and what a config can import.
func testOrgDefault(t *testing.T, bin string) {
	if out := runOrg(t, bin, "", "check", "acme status"); !strings.HasPrefix(out, "allow") {
		t.Errorf("without a config: %s", out)
	}
	if out := runOrg(t, bin, "import: [acme-dev]\n", "check", "acme status"); !strings.HasPrefix(out,
		"allow") || !strings.Contains(out, "org/acme-dev.yaml:") {
		t.Errorf("imported: %s", out)
	}
	if out := runOrg(t, bin, "import: [acme-dev]\n", "presets", "show",
		"acme-dev"); !strings.HasPrefix(out, "# What applies") {
		t.Errorf("presets show: %s", out)
	}
	if out := runOrg(t, bin, "", "presets"); !strings.Contains(out, "acme-dev") ||
		!strings.Contains(out, "What holds everywhere at Acme") {
		t.Errorf("presets: %s", out)
	}
}

func orgDocument(t *testing.T, name string) *policy.Document {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(acme, name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	doc, problems := parse.ParseOrganisation("org/"+name+".yaml", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return doc
}

// TestOrgAttempts holds the example to its promise: every restrictive rule of the policy has a row
// that tries to loosen it.
func TestOrgAttempts(t *testing.T) {
	rows, mistakes := readTable(acme + "/tests/loosen/attempts.yaml")
	if len(mistakes) > 0 {
		t.Fatal(mistakes)
	}
	doc := orgDocument(t, "acme")
	b := &doc.Tools.Bash
	var ids []string
	for i := range doc.Tools.Deny {
		ids = append(ids, doc.Tools.Deny[i].ID())
	}
	for _, e := range doc.Tools.Ask {
		ids = append(ids, "tools.ask: "+e.Text)
	}
	for i := range b.Deny {
		ids = append(ids, "bash.deny: "+b.Deny[i].Text)
	}
	for i := range b.Ask {
		ids = append(ids, "bash.ask: "+b.Ask[i].Text)
	}
	for i := range b.Checks {
		ids = append(ids, b.Checks[i].ID())
	}
	for i := range b.Arguments {
		ids = append(ids, b.Arguments[i].ID())
	}
	for i := range b.Redirects {
		ids = append(ids, b.Redirects[i].ID())
	}
	for i := range doc.Effects {
		ids = append(ids, doc.Effects[i].ID())
	}
	if len(doc.Protect) > 0 {
		ids = append(ids, "protected")
	}
	for _, id := range ids {
		if !slices.ContainsFunc(rows, func(r testRow) bool {
			return r.rule == id &&
				r.want > rule.Allow
		}) {
			t.Errorf("no row of attempts.yaml tries to loosen %s", id)
		}
	}
	if len(ids) < 11 {
		t.Errorf("the policy has %d rules only", len(ids))
	}
}

// TestOrgBroken shows that a policy that is broken or wrong is not built.
func TestOrgBroken(t *testing.T) {
	const good = "baked: {name: acme, version: \"1\", enforced: true}\ntools: {bash: {deny: " +
		"[terraform destroy]}}\n"
	tests := []struct {
		about string
		files map[string]string
		want  string
	}{
		{"a mistake", map[string]string{"a.yaml": good + "tolos: {}\n",
			"tests/a.yaml": "- {cmd: ls, want: allow}\n"}, "/a.yaml:3:1: unknown key"},
		{"no tests", map[string]string{"a.yaml": good}, "there are no tests in "},
		{"a test that fails", map[string]string{"a.yaml": good,
			"tests/b/a.yaml": "- {cmd: terraform destroy, want: deny}\n- {cmd: ls, want: deny}\n"},
			"/tests/b/a.yaml:2: ls"},
		{"a table that is broken", map[string]string{"a.yaml": good, "tests/a.yaml": "- {cmd: ls}\n"},
			"/tests/a.yaml:1:3: "},
		{"no policy", map[string]string{"tests/a.yaml": "- {cmd: ls, want: allow}\n"},
			"no organisation files"},
	}
	for _, tt := range tests {
		dir := t.TempDir()
		for name, text := range tt.files {
			if err := putFile(filepath.Join(dir, name), text); err != nil {
				t.Fatal(err)
			}
		}
		out, log, err := orgBuild(t, dir)
		if err == nil || !strings.Contains(string(log), tt.want) {
			t.Errorf("%s: %v\n%s\nwant %q", tt.about, err, log, tt.want)
		}
		if _, err := os.Stat(out); !os.IsNotExist(err) {
			t.Errorf("%s: something was built", tt.about)
		}
	}
}

// testOrgHook: the program that judges has the policy, too. One beside it that has not is neither
// entered nor handed over to.
func testOrgHook(t *testing.T, bin string) {
	gate := hookBeside(bin)
	out, _ := exec.Command(gate, "--version").Output()
	if !strings.Contains(string(out), "\npolicy acme 1.4.0 sha256:") {
		t.Errorf("%s --version: %s", gate, out)
	}
	own := read(t, gate)
	plain := read(t, hookBeside(binary(t)))
	onlyClient(t, "2.1.330")
	for _, tt := range []struct{ beside, entered string }{{own, gate}, {plain, bin}} {
		if err := os.WriteFile(gate, []byte(tt.beside), 0o755); err != nil {
			t.Fatal(err)
		}
		settings := runOrg(t, bin, "", "install", "--print")
		if strings.Count(settings, tt.entered+`"`) != 4 {
			t.Errorf("the entry names not %s:\n%s", tt.entered, settings)
		}
		c := exec.Command(bin, "hook")
		c.Stdin = strings.NewReader(`{"tool_name":"mcp__prod__query","tool_input":{},"cwd":"` +
			filepath.ToSlash(t.TempDir()) + `"}`)
		if answer, err := c.Output(); err != nil || !strings.Contains(string(answer), `"deny"`) {
			t.Errorf("with %s: %v: %s", tt.entered, err, answer)
		}
	}
	if err := os.WriteFile(gate, []byte(own), 0o755); err != nil {
		t.Fatal(err)
	}
}
