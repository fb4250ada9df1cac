package shparse_test

import (
	"os"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

func analyzedAs(text string, d dialect.Dialect) *fact.Facts {
	a := &analyze.Analyzer{Call: record.Call{Specs: commands.Table{},
		Places: paths.New("/home/u/p", "/home/u", "", true), Home: "/home/u", Dialect: d}}
	return a.Shell(text, "/home/u/p")
}

func hazardIDs(f *fact.Facts) string {
	var ids []string
	for _, h := range f.Hazards {
		ids = append(ids, h.ID.String())
	}
	for i := range f.Commands {
		for _, h := range f.Commands[i].Hazards {
			ids = append(ids, h.ID.String())
		}
	}
	return strings.Join(ids, " ")
}

// TestValidators shows for each published validator the hazard, or the right reading where there is
// none.
func TestValidators(t *testing.T) {
	text, err := os.ReadFile("../../presets/hazards.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var table struct {
		Validators map[string]struct{ Hazard, Example, Reads string }
	}
	if err := yaml.Unmarshal(text, &table); err != nil || len(table.Validators) != 23 {
		t.Fatalf("%d validators, want 23 (%v)", len(table.Validators), err)
	}
	for name, v := range table.Validators {
		f := analyzed(v.Example)
		ids := hazardIDs(f)
		if v.Hazard != "" {
			if !strings.Contains(" "+ids+" ", " "+v.Hazard+" ") {
				t.Errorf("%s: %q: hazards %q, want %s", name, v.Example, ids, v.Hazard)
			}
			continue
		}
		if len(f.Hazards) > 0 {
			t.Errorf("%s: %q: hazards %q, want none", name, v.Example, ids)
		}
		if got := readings(f); got != v.Reads {
			t.Errorf("%s: %q is read as\n\t%s, want\n\t%s", name, v.Example, got, v.Reads)
		}
	}
}

func readings(f *fact.Facts) string {
	var list []string
	for i := range f.Commands {
		c := &f.Commands[i]
		if len(c.Argv) == 0 {
			continue
		}
		words := make([]string, len(c.Argv))
		for k := range c.Argv {
			if words[k] = c.Argv[k].Text; c.Argv[k].Kind != fact.Literal {
				words[k] = "…"
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	return strings.Join(list, " | ")
}

// TestHarmlessTextsRaiseNoAlarm holds ordinary texts that look suspicious to a simple reader to silence.
func TestHarmlessTextsRaiseNoAlarm(t *testing.T) {
	for _, text := range []string{
		`jq '.a | .b' x.json`, `awk '{print $1}' x`, `grep 'a\|b' x`,
		"git commit -m 'first\n\nsecond # not a comment'",
		"echo 'non-breaking\u00a0space'", "echo \"a\u00a0b \u200b\"",
		"git commit -m 'family \U0001F468\u200d\U0001F469'", "ls # a\u00a0b", "cat <<'E'\na\u00a0b\nE",
		`echo "a;b" 'c|d'`, `rg 'foo\(bar\)' src`, `sed -n '1,5p' x`, `find . -name '*.go'`,
		`echo "it's"`, `test -f x && echo y`, `echo ${HOME}/x`, `ls a\ b`,
		"echo grün 日本 ✓", `git log --format='%h %s' | head -5`, `for f in a b; do echo "$f"; done`, `x=1; echo $((x + 1))`, `cat <<E
plain
E`, `printf '%s\n' "$HOME"`, `set -euo pipefail; ls`, `echo a{b,c}`, `shopt -s nullglob; ls *.go`, `[[ -f x ]] && ls`, `echo '#' "#" \#`,
	} {
		if f := analyzed(text); hazardIDs(f) != "" {
			t.Errorf("%q: hazards %q, want none", text, hazardIDs(f))
		}
	}
}

// TestInvisibleCharactersRaiseAlarm: characters that change a word, or the order of what is seen.
func TestInvisibleCharactersRaiseAlarm(t *testing.T) {
	for _, text := range []string{"echo hi\u00a0# ; rm x", "git com\u2060mit", "\ufeffrm x",
		"ls src\u2066; rm x \u2069", "echo 'a\u202eb'", "# a \u202e b\nls", "echo \"$(rm\u00a0x)\""} {
		if ids := hazardIDs(analyzed(text)); !strings.Contains(ids, "invisible-character") {
			t.Errorf("%q: hazards %q, want invisible-character", text, ids)
		}
	}
}
