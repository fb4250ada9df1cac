package claude

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

type parsed struct {
	SystemMessage      string
	HookSpecificOutput struct {
		HookEventName            string
		PermissionDecision       string
		PermissionDecisionReason string
		AdditionalContext        *string
		UpdatedInput             map[string]any
	}
}

func parse(t *testing.T, out []byte) *parsed {
	t.Helper()
	var a parsed
	d := json.NewDecoder(strings.NewReader(string(out)))
	d.DisallowUnknownFields()
	if err := d.Decode(&a); err != nil {
		t.Fatalf("the answer is no JSON of the contract: %v: %s", err, out)
	}
	if out[0] != '{' || !strings.HasSuffix(string(out), "}\n") ||
		strings.Count(string(out), "\n") != 1 || !utf8.Valid(out) {
		t.Fatalf("the answer is not one line: %q", out)
	}
	return &a
}

func TestReasons(t *testing.T) {
	deny := func(v rule.Verdict) rule.Verdict { v.Decision = rule.Deny; return v }
	ask := func(v rule.Verdict) rule.Verdict { v.Decision = rule.Ask; return v }
	const run = " Run commands separately rather than chaining with &&."
	for _, tt := range []struct {
		v    rule.Verdict
		tool string
		want string
	}{
		{deny(rule.Verdict{Cause: rule.ByRule, Command: "rm -rf build",
			Description: "Recursive delete is dangerous",
			Alternative: "delete specific files individually"}), "Bash",
			"Fencepost: blocked — Recursive delete is dangerous. Use this instead: delete specific files " +
				"individually"},
		{deny(rule.Verdict{Cause: rule.ByRule, Description: "World-writable files are a risk.",
			Alternative: "chmod 750"}), "Bash",
			"Fencepost: blocked — World-writable files are a risk. Use this instead: chmod 750"},
		{deny(rule.Verdict{Cause: rule.ByRule, Description: "Removing a crontab cannot be undone!",
			Alternative: "crontab -e"}), "Bash",
			"Fencepost: blocked — Removing a crontab cannot be undone! Use this instead: crontab -e"},
		{deny(rule.Verdict{Cause: rule.ByRule, Description: "Raw copies are not made here"}), "Bash",
			"Fencepost: blocked — Raw copies are not made here"},
		{deny(rule.Verdict{Cause: rule.ByRule, Description: "Formatting a disk is final."}), "Bash",
			"Fencepost: blocked — Formatting a disk is final."},
		{deny(rule.Verdict{Cause: rule.ByRule, Command: "npm publish", Rule: "bash.deny: npm publish"}),
			"Bash",
			"Fencepost: blocked — The rule bash.deny: npm publish denies 'npm publish'"},
		{deny(rule.Verdict{Cause: rule.ByRule}), "WebFetch",
			"Fencepost: blocked — A rule denies 'WebFetch'"},
		{deny(rule.Verdict{Cause: rule.ByRule, Compound: true, Command: "dd if=a of=b",
			Description: "Raw copies are not made here"}), "Bash",
			"Fencepost: blocked — compound command contains 'dd if=a of=b' which is not permitted (Raw " +
				"copies are not made here)." + run},
		{deny(rule.Verdict{Cause: rule.ByRule, Compound: true, Command: "rm -rf /etc",
			Description: "Recursive delete is dangerous.",
			Alternative: "delete specific files individually."}), "Bash",
			"Fencepost: blocked — compound command contains 'rm -rf /etc' which is not permitted " +
				"(Recursive delete is dangerous). Use this instead: delete specific files individually." + run},
		{deny(rule.Verdict{Cause: rule.ByRule, Compound: true, Command: "crontab -r",
			Description: "It cannot be undone!"}), "Bash",
			"Fencepost: blocked — compound command contains 'crontab -r' which is not permitted (It " +
				"cannot be undone!)." + run},
		{deny(rule.Verdict{Cause: rule.ByRule, Compound: true, Description: "d"}), "Bash",
			"Fencepost: blocked — d"},
		{deny(rule.Verdict{Cause: rule.ByChain, Compound: true, Command: "git push origin main"}), "Bash",
			"Fencepost: blocked — compound command contains 'git push origin main' which is not permitted " +
				"(It requires approval)." + run},
		{deny(rule.Verdict{Cause: rule.ByChain, Command: "git tag v1",
			Description: "Tags start a release."}), "Bash",
			"Fencepost: blocked — compound command contains 'git tag v1' which is not permitted (It " +
				"requires approval. Tags start a release)." + run},
		{deny(rule.Verdict{Cause: rule.ByDefault, Command: "frobnicate"}), "Bash",
			"Fencepost: blocked — No rule allows 'frobnicate', and the default is to deny"},
		{deny(rule.Verdict{Cause: rule.ByHazard, Command: "$X y",
			Description: "The command's name is not known"}), "Bash",
			"Fencepost: blocked — The command's name is not known"},
		{deny(rule.Verdict{Cause: rule.ByHazard, Command: "$X y"}), "Bash",
			"Fencepost: blocked — Fencepost cannot know what it does"},
		{deny(rule.Verdict{Cause: rule.ByError, Description: "a quote is not closed"}), "Bash",
			"Fencepost: blocked — It could not be checked. A quote is not closed"},
		{deny(rule.Verdict{Cause: rule.ByConfig, Compound: true, Command: "ls",
			Description: `.claude/fencepost.yaml:5:5: unknown key "dney", did you mean "deny"?`}), "Bash",
			`Fencepost: blocked — The configuration is broken: .claude/fencepost.yaml:5:5: unknown key ` +
				`"dney", did you mean "deny"? Every call is denied until a person has fixed it.`},
		{deny(rule.Verdict{Cause: rule.ByMode, Command: "rm x", Active: rule.ReadOnly,
			Required: rule.WorkspaceWrite}), "Bash",
			"Fencepost: blocked — The permission mode is read-only, and this needs workspace-write"},
		{deny(rule.Verdict{Cause: rule.ByProtect, Command: "rm .claude/fencepost.yaml"}), "Bash",
			"Fencepost: blocked — It changes a protected path"},
		{deny(rule.Verdict{Cause: rule.ByInput, Compound: true, Command: "ls",
			Description: "The input holds a field twice: command."}), "Bash",
			"Fencepost: blocked — The input holds a field twice: command."},

		{ask(rule.Verdict{Cause: rule.ByRule, Command: "git push origin main"}), "Bash",
			"Fencepost: 'git push origin main' requires approval."},
		{ask(rule.Verdict{Cause: rule.ByRule, Compound: true, Command: "git tag v1.2.0",
			Description: "tags start a release", Alternative: "x"}), "Bash",
			"Fencepost: 'git tag v1.2.0' requires approval. tags start a release."},
		{ask(rule.Verdict{Cause: rule.ByDefault}), "WebFetch",
			"Fencepost: 'WebFetch' requires approval."},
		{ask(rule.Verdict{Cause: rule.ByDefault}), "", "Fencepost: this call requires approval."},
		{ask(rule.Verdict{Cause: rule.ByError, Command: `echo "a`, Description: "a quote is not closed"}),
			"Bash",
			`Fencepost: 'echo "a' requires approval. It could not be checked. A quote is not closed.`},
		{ask(rule.Verdict{Cause: rule.ByMode, Command: "curl x", Active: rule.WorkspaceWrite,
			Required: rule.DangerFullAccess}), "Bash",
			"Fencepost: 'curl x' requires approval. The permission mode is workspace-write, and " +
				"this needs danger-full-access."},
		{ask(rule.Verdict{Cause: rule.ByHazard, Command: "$X"}), "Bash",
			"Fencepost: '$X' requires approval. Fencepost cannot know what it does."},
		{ask(rule.Verdict{Cause: rule.ByInput, Description: "Is it?"}), "Bash",
			"Fencepost: 'Bash' requires approval. Is it?"},
		{rule.Verdict{Cause: rule.ByError}, "Bash",
			"Fencepost: 'Bash' requires approval. It could not be checked."},

		{ask(rule.Verdict{Command: "  a\tb\nc \x1b[2J\u202e\u200b  "}), "Bash",
			"Fencepost: 'a b⏎c \uFFFD[2J\uFFFD\uFFFD' requires approval."},
		{ask(rule.Verdict{Command: strings.Repeat("a", 200)}), "Bash", "Fencepost: '" +
			strings.Repeat("a", 200) + "' requires approval."},
		{ask(rule.Verdict{Command: strings.Repeat("é", 150) + strings.Repeat("z", 100)}), "Bash",
			"Fencepost: '" + strings.Repeat("é", 133) + "…" + strings.Repeat("z", 66) +
				"' requires approval."},
		{ask(rule.Verdict{Command: strings.Repeat("🔒", 3000) + "end"}), "Bash",
			"Fencepost: '" + strings.Repeat("🔒", 133) + "…" + strings.Repeat("🔒", 63) +
				"end' requires approval."},

		{rule.Verdict{Decision: rule.Allow, Explicit: true, Rule: "bash.allow: ls"}, "Bash",
			"Fencepost: allowed by the rule bash.allow: ls."},
		{rule.Verdict{Decision: rule.Allow, Explicit: true, Updated: []byte(`{"a":1}`)}, "Bash",
			"Fencepost: allowed."},

		// The alternative comes early, because the agent's view shows people the beginning only.
		{deny(rule.Verdict{Cause: rule.ByRule,
			Description: "Deletes stay inside the project and the scratch directory, and this one does " +
				"not. " +
				"What lies elsewhere belongs to somebody else", Alternative: "delete inside the project"}),
			"Bash",
			"Fencepost: blocked — Deletes stay inside the project and the scratch directory, and this one " +
				"does not. " +
				"Use this instead: delete inside the project. What lies elsewhere belongs to somebody else"},
		{deny(rule.Verdict{Cause: rule.ByRule, Compound: true, Command: "rm -rf " +
			strings.Repeat("a/", 60), Description: "Recursive delete is dangerous",
			Alternative: "delete specific files"}), "Bash",
			"Fencepost: blocked — compound command contains 'rm -rf " +
				"a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/…a/a/a/a/a/a/a/a/a/a/' which is not permitted " +
				"(Recursive delete is dangerous). Use this instead: delete specific files." + run},
		{deny(rule.Verdict{Cause: rule.ByMuteAsk, Command: "echo x > .mcp.json",
			Description: "It requires approval, and in the mode m nobody is asked", Alternative: "ask"}),
			"Bash",
			"Fencepost: blocked — It requires approval, and in the mode m nobody is asked. Use this " +
				"instead: ask"},
	} {
		a := parse(t, encode(&tt.v, &fact.Call{Tool: tt.tool}))
		if got := a.HookSpecificOutput.PermissionDecisionReason; got != tt.want {
			t.Errorf("Encode(%+v)\n got %s\nwant %s", tt.v, got, tt.want)
		}
	}
}

func TestContext(t *testing.T) {
	const base = "The previous command was blocked by a fencepost permission rule. Do not retry the " +
		"same command."
	const alt = " Use the suggested alternative approach."
	const split = " Break compound commands into separate tool calls so each can be evaluated " +
		"independently."
	for _, tt := range []struct {
		v    rule.Verdict
		want string
	}{
		{rule.Verdict{Cause: rule.ByRule}, base},
		{rule.Verdict{Cause: rule.ByRule, Alternative: "a"}, base + alt},
		{rule.Verdict{Cause: rule.ByRule, Compound: true}, base + split},
		{rule.Verdict{Cause: rule.ByRule, Compound: true, Alternative: "a"}, base + alt + split},
		{rule.Verdict{Cause: rule.ByChain}, base + split},
		{rule.Verdict{Cause: rule.ByInput, Compound: true}, base},
		{rule.Verdict{Cause: rule.ByConfig, Compound: true, Alternative: "a", Offer: "frobnicate"},
			closed},
	} {
		tt.v.Decision, tt.v.Command = rule.Deny, "x"
		a := parse(t, encode(&tt.v, &fact.Call{Tool: "Bash"}))
		if got := *a.HookSpecificOutput.AdditionalContext; got != tt.want {
			t.Errorf("context of %+v\n got %s\nwant %s", tt.v, got, tt.want)
		}
	}
}

func TestManualRun(t *testing.T) {
	for _, tt := range []struct{ command, fence string }{
		{"ls -la && curl https://example.org", "```"},
		{"echo `date`", "```"},
		{"cat <<'E'\n```sh\nls\n```\nE", "````"},
		{"echo ``````", "```````"},
	} {
		v := rule.Verdict{Decision: rule.Deny, Cause: rule.ByRule, Offer: tt.command, Alternative: "a"}
		context := *parse(t, encode(&v, &fact.Call{Tool: "Bash"})).HookSpecificOutput.AdditionalContext
		if !strings.HasSuffix(context, ":\n\n"+tt.fence+"\n"+tt.command+"\n"+tt.fence) {
			t.Errorf("the offer of %q is not in a block of its own:\n%s", tt.command, context)
		}
		if !strings.Contains(context, "`! <command>`") ||
			!strings.Contains(context, "the reason and the suggested alternative first") {
			t.Errorf("the offer does not say how to run it:\n%s", context)
		}
	}
	long := rule.Verdict{Decision: rule.Deny, Cause: rule.ByRule, Offer: strings.Repeat("x", 12_000)}
	context := *parse(t, encode(&long, &fact.Call{Tool: "Bash"})).HookSpecificOutput.AdditionalContext
	if strings.Contains(context, "xxx") || !strings.Contains(context, "too long") {
		t.Errorf("a command that does not fit is offered in part: %.300s", context)
	}
}

func TestEncodeSilent(t *testing.T) {
	if out := encode(&rule.Verdict{Decision: rule.Allow, Rule: "bash.allow: ls", Command: "ls"},
		&fact.Call{Tool: "Bash"}); out != nil {
		t.Errorf("an allow says %s", out)
	}
}

func TestEncodeUpdated(t *testing.T) {
	for _, tt := range []struct {
		decision rule.Decision
		updated  string
		want     string
		carries  bool
	}{
		{rule.Allow, `{"command":"cat /tmp/claude/a"}`, "", true},
		{rule.Ask, `{"command":"cat /tmp/claude/a"}`, "ask", true},
		{rule.Deny, `{"command":"cat /tmp/claude/a"}`, "deny", false},
		{rule.Allow, `{"command":}`, "ask", false},
		{rule.Allow, `{} `, "ask", false},
		{rule.Allow, "{\"a\":\"\xff\"}", "ask", false},
		{rule.Ask, `[]`, "ask", false},
		{rule.Deny, `{`, "deny", false},
		{rule.Unset, ``, "ask", false},
	} {
		a := parse(t, encode(&rule.Verdict{Decision: tt.decision, Updated: []byte(tt.updated)},
			&fact.Call{Tool: "Bash"})).HookSpecificOutput
		if a.PermissionDecision != tt.want || (a.UpdatedInput != nil) != tt.carries {
			t.Errorf("%v with %q: %s, updated input %v", tt.decision, tt.updated, a.PermissionDecision,
				a.UpdatedInput)
		}
	}
	if got := parse(t, encode(nil,
		&fact.Call{Tool: "Bash"})).HookSpecificOutput.PermissionDecision; got != "ask" {
		t.Errorf("no verdict: %s", got)
	}
}

// TestMovedPathsAreTold holds what the model and the person are told of paths that were moved.
func TestMovedPathsAreTold(t *testing.T) {
	moves := []rule.Move{{From: "/tmp/a", To: "/tmp/claude/a"}, {From: "/tmp/b", To: "/tmp/claude/b"}}
	const both = "/tmp/a to /tmp/claude/a, /tmp/b to /tmp/claude/b"
	updated := []byte(`{"command":"cp /tmp/claude/a /tmp/claude/b"}`)
	for _, tt := range []struct {
		decision       rule.Decision
		model, message bool
	}{{rule.Allow, true, true}, {rule.Ask, false, true}, {rule.Deny, false, false}} {
		v := &rule.Verdict{Decision: tt.decision, Updated: updated, Moved: moves}
		a := parse(t, encode(v, &fact.Call{Tool: "Bash"}))
		context := ""
		if c := a.HookSpecificOutput.AdditionalContext; c != nil {
			context = *c
		}
		if strings.Contains(context, both) != tt.model ||
			strings.Contains(a.SystemMessage, both) != tt.message {
			t.Errorf("%v: the model is told %q, the person %q", tt.decision, context, a.SystemMessage)
		}
	}
	many := &rule.Verdict{Decision: rule.Ask, Updated: updated,
		Moved: append(append(moves, moves...), moves...)}
	if a := parse(t, encode(many, &fact.Call{Tool: "Bash"})); !strings.HasSuffix(a.SystemMessage,
		" and others") {
		t.Errorf("many moves: %s", a.SystemMessage)
	}
}

// TestBrokenConfig holds that the person is told of a config that denies every call.
func TestBrokenConfig(t *testing.T) {
	v := &rule.Verdict{Decision: rule.Deny, Cause: rule.ByConfig,
		Description: "fencepost.yaml:3:1: unknown key"}
	a := parse(t, encode(v, &fact.Call{Tool: "Bash"}))
	if a.SystemMessage != "fencepost: The configuration is broken: fencepost.yaml:3:1: unknown key." {
		t.Errorf("the person is told %q", a.SystemMessage)
	}
	if w := parse(t, (Agent{}).Welcome(nil, "look").Out); w.SystemMessage != "look" {
		t.Errorf("the warning is %q", w.SystemMessage)
	}
}

// FuzzEncode checks what holds for every answer.
func FuzzEncode(f *testing.F) {
	f.Add(uint8(3), uint8(1), "rm -rf /", "desc\xff\x00", "alt", true, "offer ```", []byte(`{"a":1}`))
	f.Add(uint8(2), uint8(6), strings.Repeat("🔒", 5200), strings.Repeat("é", 12_000), "", false, "",
		[]byte(nil))
	f.Fuzz(func(t *testing.T, decision, cause uint8, command, description, alternative string,
		compound bool, offer string, updated []byte) {
		v := rule.Verdict{
			Decision: rule.Decision(decision % 4), Cause: rule.Cause(cause % 9), Command: command,
			Description: description,
			Alternative: alternative, Compound: compound, Offer: offer, Updated: updated, Rule: description,
			Explicit: compound,
		}
		out := encode(&v, &fact.Call{Tool: command})
		if out == nil {
			if v.Decision != rule.Allow || v.Explicit || len(updated) > 0 {
				t.Fatalf("silence for %+v", v)
			}
			return
		}
		if !json.Valid(out) || !utf8.Valid(out) {
			t.Fatalf("no JSON: %q", out)
		}
		var a parsed
		if err := json.Unmarshal(out, &a); err != nil {
			t.Fatal(err)
		}
		o := a.HookSpecificOutput
		if v.Decision == rule.Deny && (o.PermissionDecision != "deny" ||
			strings.Contains(string(out), `"updatedInput":`) && o.UpdatedInput != nil) {
			t.Errorf("deny: %s", out)
		}
		if o.PermissionDecision == "ask" && o.AdditionalContext != nil {
			t.Errorf("ask with a context: %s", out)
		}
		if v.Decision == rule.Allow && !v.Explicit && o.PermissionDecision == "allow" {
			t.Errorf("a rewritten call is allowed in place of the agent: %s", out)
		}
		if o.PermissionDecision != "" && !strings.HasPrefix(o.PermissionDecisionReason, "Fencepost: ") {
			t.Errorf("reason: %s", o.PermissionDecisionReason)
		}
		if n := len(utf16.Encode([]rune(o.PermissionDecisionReason))); n > maxText {
			t.Errorf("the reason has %d characters", n)
		}
		if o.AdditionalContext != nil && len(utf16.Encode([]rune(*o.AdditionalContext))) > maxText {
			t.Errorf("the context has too many characters")
		}
	})
}

func TestSessionStart(t *testing.T) {
	if out := (Agent{}).Welcome(nil, "").Out; out != nil {
		t.Errorf("nothing to say: %s", out)
	}
	a := parse(t, Agent{}.Welcome([]string{"first", "second \"line\""}, "").Out).HookSpecificOutput
	if a.HookEventName != "SessionStart" || *a.AdditionalContext != "first\nsecond \"line\"" {
		t.Errorf("%+v", a)
	}
	if all := strings.Join(agent.Guidance("/tmp/claude"), "\n"); !strings.Contains(all,
		"/tmp/claude") {
		t.Errorf("the scratch directory is not named: %s", all)
	}
	if all := strings.Join(agent.Guidance(""), "\n"); strings.Contains(all, "under .") {
		t.Errorf("no scratch directory is named: %s", all)
	}
}

func BenchmarkEncodeDeny(b *testing.B) {
	v := rule.Verdict{Decision: rule.Deny, Cause: rule.ByRule, Compound: true, Command: "rm -rf /etc",
		Description: "Recursive delete is dangerous",
		Alternative: "delete specific files individually", Offer: "ls && rm -rf /etc"}
	b.ReportAllocs()
	for b.Loop() {
		encode(&v, &fact.Call{Tool: "Bash"})
	}
}

func BenchmarkEncodeAsk(b *testing.B) {
	v := rule.Verdict{Decision: rule.Ask, Cause: rule.ByRule, Command: "git push origin main"}
	b.ReportAllocs()
	for b.Loop() {
		encode(&v, &fact.Call{Tool: "Bash"})
	}
}

func encode(v *rule.Verdict, call *fact.Call) []byte { return Agent{}.Encode(v, call).Out }
