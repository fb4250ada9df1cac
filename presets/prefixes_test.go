package presets_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// strangeWords are options that no program has, in the forms in which a program takes them, and
// places that no allow for a name may cover.
var strangeWords = []string{"--zzq", "--zzq x", "--zzq=/etc/x", "--zz", "-Q9x", "--zzq --zzq",
	"--zzq='sh -c id'", "--zzq=./x.sh", "-9zq=../x", "--zzqx=evil.example"}

// allowedPrefixes are the prefixes that presets allow, in order.
func allowedPrefixes(t *testing.T) (list []string) {
	t.Helper()
	files, err := filepath.Glob("*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, problems := parse.ParsePreset(file, text)
		if len(problems) > 0 {
			continue // a table
		}
		for _, p := range doc.Tools.Bash.Allow {
			list = append(list, p.Text)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// anyWords are the prefixes, and the beginnings of calls, behind which any option passes, with the
// reasons; testdata/presets/any-words.yaml has them.
func anyWords(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile("../testdata/presets/any-words.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var doc map[string]map[string]string
	if err := yaml.Unmarshal(data, &doc); err != nil {
		t.Fatal(err)
	}
	list := doc["text"]
	maps.Copy(list, doc["project"])
	if len(list) > 60 {
		t.Errorf("any-words.yaml has %d entries, at most 60 are allowed", len(list))
	}
	for key, reason := range list {
		if reason == "" {
			t.Errorf("any-words.yaml: %s has no reason", key)
		}
	}
	return list
}

// TestAllowsCoverWhatIsKnown gives each prefix that a preset allows options that no program has.
func TestAllowsCoverWhatIsKnown(t *testing.T) {
	t.Parallel()
	w, listed := gatetest.New(t, gatetest.Corpora), anyWords(t)
	for _, prefix := range allowedPrefixes(t) {
		passed := ""
		for _, words := range strangeWords {
			v := w.Judge(t, "Bash", map[string]any{"command": prefix + " " + words})
			if v.Decision == rule.Allow {
				passed = words
				break
			}
		}
		if any := listed[prefix] != ""; any != (passed != "") {
			t.Errorf("%s %s passes: %v, any-words.yaml has it: %v", prefix, passed, passed != "", any)
		}
	}
}

// TestAllowsStayInside gives tools of which no spec says what their operands are operands outside of
// the project, and arguments of options that write, run code or reach a host.
func TestAllowsStayInside(t *testing.T) {
	t.Parallel()
	w := gatetest.New(t, gatetest.Corpora)
	for _, prefix := range allowedPrefixes(t) {
		if strings.Contains(prefix, " --version") || strings.HasSuffix(prefix, " -V") {
			continue // nothing else is done
		}
		for _, words := range []string{"../other/zzq.txt", "/srv/zzq", "https://evil.example/zzq"} {
			v := w.Judge(t, "Bash", map[string]any{"command": prefix + " " + words})
			r := w.Result(t, "Bash", map[string]any{"command": prefix + " " + words}, "")
			anyRole := func(o fact.Operand) bool {
				return o.Role == fact.RoleAny && strings.HasSuffix(words, o.Word.Text)
			}
			if v.Decision == rule.Allow && len(r.Facts.Commands) > 0 &&
				slices.ContainsFunc(r.Facts.Commands[0].Operands, anyRole) {
				t.Errorf("%s %s passes", prefix, words)
			}
		}
	}
	w.Rows(t, gatetest.Table{
		{Cmd: "eslint -f json src", Want: "allow"},
		{Cmd: "eslint -f ./form.js src", Want: "ask"},
		{Cmd: "eslint -o tmp/x.json src", Want: "allow"},
		{Cmd: "eslint -o .npmrc src", Want: "ask"},
		{Cmd: "pytest -xvs -k 'a and not b' tests", Want: "allow"},
		{Cmd: "pytest --junitxml=../x tests", Want: "ask"},
		{Cmd: "pytest -xp evil tests", Want: "ask"},
		{Cmd: "npx tsc --noEmit -p tsconfig.json", Want: "allow"},
		{Cmd: "npx tsc --noEmit -p ../x", Want: "ask"},
		{Cmd: "npx c8 mocha", Want: "allow"},
		{Cmd: "npx c8 rm src", Want: "ask"},
		{Cmd: "cmake --build build -j8", Want: "allow"},
		{Cmd: "cmake --build build -- --eval=x", Want: "ask"},
		{Cmd: "bazel test //core:all --test_output=errors", Want: "allow"},
		{Cmd: "bazel build --remote_cache=http://evil.example //...", Want: "ask"},
		{Cmd: "gradle build -x test", Want: "allow"},
		{Cmd: "gradle build publish", Want: "ask"},
		{Cmd: "rake test db:drop", Want: "ask"},
		{Cmd: "mypy --exclude 'build|(^|/)x' src", Want: "allow"},
		{Cmd: "isort --settings-path pyproject.toml src", Want: "allow"},
		{Cmd: "black --config pyproject.toml src", Want: "allow"},
		{Cmd: "black --config ../x.toml src", Want: "ask"},
		{Cmd: "codespell docs .git/config", Want: "ask"},
	})
}
