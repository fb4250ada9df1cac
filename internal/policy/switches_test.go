package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

var switchable = map[string]string{
	"base": "effects: [{on: [read], glob: '**/.netrc', decision: deny}, {on: [read], glob: " +
		"'**/.npmrc', decision: deny, id: npm-tokens}]\n" +
		"tools: {deny: [{tool: x}], bash: {deny: [rm], ask: [git push], allow: [ls]}}\n",
	"more": "import: [base]\ntools: {bash: {deny: [dd, shared], arguments: [{command: git, " +
		"subcommand: push, hasFlag: [--force], decision: deny}]}}\n",
	"other": "tools: {bash: {deny: [mkfs, shared]}}\n",
	"both":  "import: [more, other]\n",
}

// says returns what the rule sets of a policy say of a command and of a file that is read.
func says(p *policy.Policy, command, file string) string {
	var got []string
	hit := func(h rule.Hit) { got = append(got, h.Decision.String()) }
	for _, set := range p.Sets {
		if command != "" {
			s := policy.SubjectOf(strings.Fields(command), places{})
			set.Words(s, hit)
		}
		if file != "" {
			set.Effect(&fact.Effect{Kind: fact.Read, Path: fact.Path{Written: file, Abs: file, Known: true}},
				places{}, hit)
		}
	}
	slices.Sort(got)
	return strings.Join(got, " ")
}

func TestSwitches(t *testing.T) {
	tests := []struct {
		user    string
		command string
		file    string
		want    string
	}{
		{"import: [more]", "", "/h/.netrc", "deny"},
		{"import: [{preset: more}]", "", "/h/.netrc", "deny"},
		{"import: [{preset: base, off: [read-.netrc]}]", "", "/h/.netrc", ""},
		{"import: [{preset: base, ask: [read-.netrc]}]", "", "/h/.netrc", "ask"},
		{"import: [{preset: more, off: [read-.netrc]}]", "", "/h/.netrc", ""},
		{"import: [{preset: all, off: [read-.netrc]}]", "", "/h/.netrc", ""},
		{"import: [more, {preset: base, off: [read-.netrc]}]", "", "/h/.netrc", ""},
		{"import: [{preset: base, off: [read-.netrc]}, more]", "", "/h/.netrc", ""},
		{"import: [{preset: base, off: [read-.netrc]}]", "", "/h/.npmrc", "deny"},
		{"import: [{preset: base, off: [npm-tokens]}]", "", "/h/.npmrc", ""},
		{"import: [{preset: base, off: [rm]}]", "rm x", "", ""},
		{"import: [{preset: base, ask: [rm]}]", "rm x", "", "ask"},
		{"import: [{preset: base, off: [git.push]}]", "git push", "", ""},
		{"import: [{preset: base, off: [allow-ls]}]", "ls", "", ""},
		{"import: [{preset: more, ask: [git-push-force]}]", "git push --force", "", "ask ask"},
		{"import: [both, {preset: other, off: [shared]}]", "shared", "", "deny"},
		{"import: [{preset: base, off: [rm]}]\ntools: {bash: {deny: [rm]}}", "rm x", "", "deny"},
	}
	b := newBundle(t, switchable)
	for _, tt := range tests {
		home, _ := tree(t, map[string]string{"home/.claude/fencepost.yaml": tt.user + "\n"})
		p := policy.Load(policy.Source{Home: home, Presets: b})
		if len(p.Errors)+len(p.Warnings) > 0 {
			t.Errorf("%s: %v %v", tt.user, p.Errors, p.Warnings)
		} else if got := says(p, tt.command, tt.file); got != tt.want {
			t.Errorf("%s: %s%s: %q, want %q", tt.user, tt.command, tt.file, got, tt.want)
		}
	}
}

func TestSwitchesInVain(t *testing.T) {
	tests := []struct{ user, want string }{
		{"import: [{preset: base, off: [read-.netcr]}]",
			`1:31: "read-.netcr" is not the id of a rule of the preset base (did you mean "read-.netrc"?)`},
		{"import: [{preset: base, off: [nothing-like-it]}]", "fencepost presets show NAME"},
		{"import: [{preset: base, off: [mkfs]}]",
			"a rule of the preset other: write {preset: other, off: [mkfs]}"},
		{"import: [{preset: base, ask: [dd]}]", "write {preset: more, ask: [dd]}"},
		{"import: [{preset: both, off: [shared]}]", "in each of the presets more and other"},
		{"import: [{preset: base, off: [rm, rm]}]", `1:35: the id "rm" stands twice`},
		{"import: [{preset: base, off: [rm], ask: [rm]}]", `1:42: the id "rm" stands in off and in ask`},
		{"import: [{preset: base, off: [rm]}, {preset: more, ask: [rm]}]", "is switched twice"},
		{"import: [{preset: base, ask: [git.push]}]", "does not deny: its decision is ask (remove it)"},
		{"import: [{preset: base, ask: [allow-ls]}]", "its decision is allow"},
		{"import: [{preset: base, off: []}]", "import.off is empty"},
		{"import: [{preset: base, off: rm}]", "must be a list"},
		{"import: [{preset: base, off: [1]}]", "must be a string"},
		{"import: [{preset: base, off: ['']}]", "an empty string"},
		{"import: [{preset: base, of: [rm]}]", `did you mean "off"?`},
		{"import: [{preset: base, allow: [rm]}]", "unknown key"},
		{"import: [{off: [rm]}]", `"preset" is missing`},
		{"import: [{preset: bsae, off: [rm]}]", `did you mean "base"?`},
		{"import: [{preset: base, preset: base}]", "stands twice"},
		{"import: [[base]]", "must be a string"},
		{"import: {preset: base}", "must be a list"},
		{"tools: {deny: [{tool: x, id: y}]}", "for presets and organisation files only"},
	}
	b := newBundle(t, switchable)
	for _, tt := range tests {
		home, proj := tree(t, map[string]string{"home/.claude/fencepost.yaml": tt.user + "\n",
			"proj/.claude/fencepost.yaml": tt.user + "\n"})
		for _, src := range []policy.Source{{Home: home}, {Project: proj}} { // of a stranger's file as well
			src.Presets = b
			if p := policy.Load(src); !strings.Contains(p.Failure(), tt.want) {
				t.Errorf("%s: %q lacks %q", tt.user, p.Failure(), tt.want)
			}
		}
	}
}

// TestSwitchTrust: a switch in a project's file loosens, whatever it switches.
func TestSwitchTrust(t *testing.T) {
	b := newBundle(t, switchable)
	tests := []struct {
		user, project string
		trusted       bool
		want          string
		ignored       int
	}{
		{"import: [base]", "import: [{preset: base, off: [rm]}]", false, "deny", 1},
		{"import: [base]", "import: [{preset: base, ask: [rm]}]", false, "deny", 1},
		{"import: [base]", "import: [{preset: base, off: [rm]}]", true, "", 0},
		{"import: [base]", "import: [{preset: base, ask: [rm]}]", true, "ask", 0},
		{"import: [{preset: base, off: [rm]}]", "import: [base]", true, "", 0},
		{"import: [{preset: base, off: [rm]}]", "import: [{preset: base, ask: [rm]}]", true, "ask", 0},
		{"import: [other]", "import: [{preset: base, off: [rm], ask: [read-.netrc]}]", false, "deny", 3},
	}
	for _, tt := range tests {
		home, proj := tree(t, map[string]string{"home/.claude/fencepost.yaml": tt.user + "\n",
			"proj/.claude/fencepost.yaml": tt.project + "\n"})
		p := policy.Load(policy.Source{Home: home, Project: proj, Presets: b, Trusted: tt.trusted,
			Foreign: !tt.trusted})
		if got := says(p, "rm x", ""); got != tt.want || len(p.Ignored()) != tt.ignored ||
			len(p.Errors) > 0 {
			t.Errorf("%s, %s: %q, want %q; %v %v", tt.user, tt.project, got, tt.want, p.Ignored(), p.Errors)
		}
	}
}

// TestSwitchEnforced: an enforced policy stays as it is, with all that it imports.
func TestSwitchEnforced(t *testing.T) {
	for _, user := range []string{
		"import: [{preset: acme, off: [dd]}]", "import: [{preset: base, off: [rm]}]",
		"import: [{preset: more, ask: [rm]}]",
	} {
		b := newBundle(t, map[string]string{"base": switchable["base"], "more": switchable["more"]})
		baked := withOrg(t, b, map[string]string{"acme": head +
			"import: [base]\ntools: {bash: {deny: [dd]}}\n"})
		home, _ := tree(t, map[string]string{"home/.claude/fencepost.yaml": user + "\n"})
		p := policy.Load(policy.Source{Home: home, Presets: b, Baked: baked})
		if len(p.Errors) > 0 || len(p.Warnings) != 1 ||
			!strings.Contains(p.Warnings[0].Text, "cannot be switched") || len(p.Switches()) > 0 {
			t.Errorf("%s: %v %v", user, p.Errors, p.Warnings)
		}
		if got := says(p, "rm x", "") + " " + says(p, "dd x", ""); !strings.HasPrefix(got, "deny deny") {
			t.Errorf("%s: %s", user, got)
		}
	}
}

// TestRuleIDs: an id follows from what a rule is about. The rows are rules and what must not
// change.
func TestRuleIDs(t *testing.T) {
	tests := []struct{ config, want string }{
		{"effects: [{on: [read], glob: '**/.ssh/id_rsa', decision: deny}]", "read-.ssh-id_rsa"},
		{"effects: [{on: [read], glob: '~/.x/**', decision: deny, description: d}]", "read-~-.x-below"},
		{"effects: [{on: [delete, write], outside: [., ~/x], decision: ask}]",
			"delete-write-outside-project"},
		{"effects: [{on: [network], host: '*.x.org', decision: allow}]", "allow-network-.x.org"},
		{"effects: [{on: [read], recursive: true, names: false, glob: /, decision: ask}]",
			"read-tree-top"},
		{"tools: {deny: [{tool: 'mcp__x__*'}], ask: [A], allow: [B]}",
			"tool-mcp__x__ tool.A allow-tool.B"},
		{"tools: {bash: {deny: [git branch -D], ask: [git push], allow: [git --version, git version]}}",
			"git.branch.-D git.push allow-git.--version allow-git.version"},
		{"tools: {bash: {checks: [{test: '^rm\\s+-rf /'}]}}", "text-rm-rf"},
		{"tools: {bash: {arguments: [{command: git|hub, subcommand: push, hasFlag: [--force, -f], " +
			"decision: deny}]}}", "git-hub-push-force-f"},
		{"tools: {bash: {arguments: [{command: c, anyArgMatches: '^(?:a|b|[xy]z|d|e)$', decision: " +
			"ask}]}}", "c-a-b-z"},
		{"tools: {bash: {redirects: [{mode: write, outside: [.], decision: ask}]}}",
			"redirect-write-outside-project"},
		{"tools: {bash: {interpreters: {python: {calls: [{match: os.remove, decision: ask}], imports: " +
			"[{match: ctypes, decision: deny}]}}}}", "python-os.remove python-import-ctypes"},
		{"effects: [{on: [read], glob: x, decision: deny, id: mine}]", "mine"},
	}
	for _, tt := range tests {
		doc, problems := parse.ParsePreset("p.yaml", []byte("meta: {title: t, description: d}\n"+
			tt.config+"\n"))
		var got []string
		for _, r := range doc.Rules() {
			got = append(got, r.ID)
		}
		if len(problems) > 0 || strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q; %v", tt.config, got, tt.want, problems)
		}
	}
	for _, tt := range []struct{ config, want string }{
		{"tools: {bash: {deny: [rm, rm]}}", `has the id "rm"`},
		{"tools: {bash: {deny: [rm]}, deny: [{tool: x, id: rm}]}", `has the id "rm"`},
		{"tools: {deny: [{tool: x, id: a b}]}", "is not the id of a rule"},
		{"tools: {deny: [{tool: x, id: '1'}]}", "is not the id of a rule"},
		{"import: [{preset: base, off: [rm]}]", "off and ask may stand in configs only"},
	} {
		_, problems := parse.ParsePreset("p.yaml", []byte("meta: {title: t, description: d}\n"+tt.config+"\n"))
		if len(problems) != 1 || !strings.Contains(problems[0].Text, tt.want) {
			t.Errorf("%s: %v, want %s", tt.config, problems, tt.want)
		}
	}
}
