package tune

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
)

// TestPattern: the expression for argument lists, what it matches, and what it does not.
func TestPattern(t *testing.T) {
	for _, tt := range []struct{ seen, want, hit, miss string }{
		{"1|2", "[0-9]+", "3|44", "x|-1|1a|"},
		{"tkt-1|tkt-22", `tkt-[\w.]+`, "tkt-3|tkt-a5|tkt-1.2", "tkt-|bdx|tkt-1-2|tkt-/"},
		{"build1|build2", `build[0-9][\w.]*`, "build33", "build|builds|deploy1"},
		{"ABC-1|DEF-2", "[A-Z]+-[0-9]+", "XY-9", "abc-1|-1|XY-"},
		{"3f2a9c|0011aa", "[0-9a-f]{6,40}", "deadbeef01", "deploy1|3f2|../3f2a9c"},
		{"v1.2.0|1.3", `v?[0-9]+(?:\.[0-9]+)+`, "2.0.1", "v1|1..2|v1.x"},
		{"build1|deploy2", "build1|deploy2", "", "push3"},
		{"a.go|b.go", `(?:[\w@][\w.@+-]*/)*[\w@][\w.@+-]*\.go`, "c.go|x/y.go",
			"/c.go|../c.go|.c.go|x/.y.go|-c.go|x/-c.go|c.sh|c.go/|x//c.go"},
		{"./src/a.ts|src/b.tsx", `(?:\./)?src/(?:[\w@][\w.@+-]*/)*[\w@][\w.@+-]*\.(?:ts|tsx)`,
			"src/x/c.ts", "lib/c.ts|src/../c.ts|src/c.js"},
		{"lint|test", "lint|test", "", "deploy|lint2"},
		{"--n=1|--n=2", "--n=[0-9]+", "--n=3", "--n=|--n=x|--m=1|--n"},
		{"--out=a.txt|--out=b.txt", `--out=(?:[\w@][\w.@+-]*/)*[\w@][\w.@+-]*\.txt`, "--out=c.txt",
			"--out=/c.txt|--out=~/c.txt"},
		{"Fix it now|Add a test", `[A-Z][\w\x1f.,:?'()#+-]*`, "Write (more) tests",
			"fix it|Fix;it|Fix `it`|Fix $it|Fix/it|Fix\nit;"},
		{"/etc/a1|/etc/a2", "/etc/a1|/etc/a2", "", "/etc/a3"},
		{"~/a.txt|~/b.txt", "~/a\\.txt|~/b\\.txt", "", "~/c.txt"},
		{"*.go|a?b", `\*\.go|a\?b`, "", "x.go|acb"},
		{"it's|x^y", `it's|x\^y`, "", "its"},
		{".env1|.env2", `\.env1|\.env2`, "", ".env3"},
	} {
		var s shape
		for w := range strings.SplitSeq(tt.seen, "|") {
			s.forms = append(s.forms, form{args: []string{w}})
		}
		seq, _ := s.gather()
		got := seq.pattern([]string{"cmd"})
		want := "^cmd(?: " + tt.want + ")*$"
		if len(seq) > 1 {
			want = "^cmd " + tt.want + "$"
		} else if len(seq[0].plain)+len(seq[0].wides) > 1 {
			want = "^cmd(?: (?:" + tt.want + "))*$"
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", tt.seen, got, want)
			continue
		}
		re, err := rule.NewRegexp(got)
		if err != nil {
			t.Fatal(err)
		}
		match := func(w string) bool {
			return re.Match("cmd "+strings.NewReplacer(" ", "\x1f", "\n", "\x1f").Replace(w), true)
		}
		for w := range strings.SplitSeq(tt.seen+"|"+tt.hit, "|") {
			if w != "" && !match(w) {
				t.Errorf("%s: %s does not match", got, w)
			}
		}
		for w := range strings.SplitSeq(tt.miss, "|") {
			if match(w) {
				t.Errorf("%s: %s matches", got, w)
			}
		}
	}
}

// TestRiskyWordsGetNoProposal: some words keep tune from a proposal.
func TestRiskyWordsGetNoProposal(t *testing.T) {
	for word, want := range map[string]bool{
		"deploy": true, "db:migrate": true, "--force-with-lease": true, "forcePush": true, "FORCE": true,
		"list": false, "run": false,
		"pushover": false, "docs:build": false, "get-token": true, "show": false,
	} {
		if got := riskOf(word, risk) != ""; got != want {
			t.Errorf("%s: %v", word, got)
		}
	}
	for name, want := range map[string]bool{
		"__get_page": false, "__create_issue": true, "__createIssue": true, "__run_query": true,
		"__browser_click": true, "__list_secrets": true, "__search": false,
	} {
		if got := riskOf(name, toolRisk) != ""; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
