package decide

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

func set(t *testing.T, name, text string, kind policy.Kind) rule.RuleSet {
	t.Helper()
	doc, errors, _ := parse.Parse(name, []byte(text), kind)
	if len(errors) > 0 {
		t.Fatal(errors)
	}
	return policy.NewRuleSet(name, doc)
}

// TestEnforced judges commands under an enforced policy and a config that has something to say as
// well.
func TestEnforced(t *testing.T) {
	const org = `baked: {name: acme, version: "1", enforced: true}
tools:
  ask: [mcp__mail__*]
  bash:
    deny: [rm]
    ask: [push, make, npm publish]
    allowChecks: ['^push ours/']
    allow: [ls]
    normalise: [{prefix: push, strip: ['--quiet ?']}]
`
	tests := []struct {
		about, own, command string
		want                string // decision and the file of the rule
	}{
		{"nothing else is said", "", "push theirs/x", "ask org"},
		{"a scoped allow", "allowChecks: ['^push']", "push theirs/x", "ask org"},
		{"a scoped allow by argument", "arguments: [{command: push, anyArgMatches: x, decision: allow}]",
			"push theirs/x", "ask org"},
		{"an allow", "allow: [push]", "push theirs/x", "ask org"},
		{"the policy's own scoped allow", "", "push ours/x", "allow org"},
		{"the policy's own scoped allow, and an ask", "ask: [push]", "push ours/x", "allow org"},
		{"the policy's own scoped allow, and a denial", "deny: [push]", "push ours/x", "deny own"},
		{"the policy's own strip", "", "push --quiet ours/x", "allow org"},
		{"a strip that would make the policy's allow apply",
			"normalise: [{prefix: push, strip: ['theirs/x ?']}]", "push theirs/x ours/y", "ask org"},
		{"a denial of what the policy asks", "deny: [make]", "make", "deny own"},
		{"an ask about what the policy allows", "ask: [ls]", "ls", "ask own"},
		{"an allow of what the policy denies", "allowChecks: ['^rm']", "rm x", "deny org"},
		{"a command of which the policy says nothing", "allow: [cat]", "cat x", "allow own"},
		{"its own tiers among themselves", "allowChecks: ['^cat x$']\n    ask: [cat]", "cat x",
			"allow own"},
		{"a word that may be what the policy asks about", "allowChecks: ['.']", "npm $x", "ask org"},
	}
	for _, tt := range tests {
		own := ""
		if tt.own != "" {
			own = "tools:\n  bash:\n    " + tt.own + "\n"
		}
		d := &Decider{
			Sets: []rule.RuleSet{set(t, "org", org, policy.Organisation),
				set(t, "own", own, policy.Config)},
			Enforced: 1,
			Settings: &rule.Settings{Default: rule.Deny, Dynamic: rule.Ask, OnError: rule.Ask,
				ReadOnly: rule.Ask},
		}
		c := fact.Command{Invocation: fact.Invocation{Kind: fact.Simple, Text: tt.command,
			Own: true},
			Resolution: fact.Resolution{System: true}}
		for w := range strings.FieldsSeq(tt.command) {
			if w[0] == '$' {
				c.Argv = append(c.Argv, fact.Unknown(w))
			} else {
				c.Argv = append(c.Argv, fact.Lit(w))
			}
		}
		c.Name = c.Argv[0].Text
		v := d.Shell(&fact.Facts{Commands: []fact.Command{c}})
		file, _, _ := strings.Cut(v.Src, ":")
		if got := v.Decision.String() + " " + file; got != tt.want {
			t.Errorf("%s: %s: got %s (%s), want %s", tt.about, tt.command, got, v.Rule, tt.want)
		}
	}
}

// TestEnforcedRequire looks at the mode that a tool needs.
func TestEnforcedRequire(t *testing.T) {
	org := rule.ToolMode{Tool: "Deploy*", Mode: rule.DangerFullAccess, Enforced: true}
	own := func(tool string, m rule.Mode) rule.ToolMode { return rule.ToolMode{Tool: tool, Mode: m} }
	tests := []struct {
		require []rule.ToolMode
		tool    string
		want    rule.Mode
	}{
		{[]rule.ToolMode{org}, "DeployAll", rule.DangerFullAccess},
		{[]rule.ToolMode{org, own("*", rule.ReadOnly)}, "DeployAll", rule.DangerFullAccess},
		{[]rule.ToolMode{org, own("*", rule.ReadOnly)}, "Other", rule.ReadOnly},
		{[]rule.ToolMode{{Tool: "X", Mode: rule.ReadOnly, Enforced: true}, own("X", rule.WorkspaceWrite)},
			"X", rule.WorkspaceWrite},
		{[]rule.ToolMode{own("X", rule.DangerFullAccess), own("X", rule.ReadOnly)}, "X", rule.ReadOnly},
		{nil, "Read", rule.ReadOnly},
	}
	for _, tt := range tests {
		d := &Decider{Settings: &rule.Settings{Require: tt.require}}
		if got := d.requiredByTool(tt.tool, &fact.Facts{}); got != tt.want {
			t.Errorf("%+v: %s needs %s, want %s", tt.require, tt.tool, got, tt.want)
		}
	}
}
