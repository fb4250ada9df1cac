package policy_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

func TestRiskyAllows(t *testing.T) {
	bash := func(s string) string { return "tools: {bash: {" + s + "}}\n" }
	tests := []struct{ config, want string }{
		{bash("allow: [python3]"),
			`f:1:24: bash.allow "python3" lets arbitrary code run: python3 runs any code that it is given ` +
				`(name the script or module, such as "python3 -m pytest")`},
		{bash("allow: [/usr/bin/python3.12 -c]"), "lets arbitrary code run"},
		{bash("allow: [python3 -m]"), "lets arbitrary code run"},
		{bash("allow: [python3 -m pytest, python3 --version, python3 tools/x.py]"), ""},
		{bash("allow: [bash]"), `"bash scripts/build.sh"`},
		{bash("allow: [bash -c]"), "bash runs any code"},
		{bash("allow: [bash scripts/x.sh]"), ""},
		{bash("allow: [node]"), "node runs any code"},
		{bash("allow: [awk]"), "awk runs any code"},
		{bash("allow: [eval]"), "eval runs any text"},
		{bash("allow: [.]"), ". runs any text"},
		{bash("allow: [sudo]"), "sudo runs any command"},
		{bash("allow: [sudo -n]"), "sudo runs any command"},
		{bash("allow: [sudo bash]"), "bash runs any code"},
		{bash("allow: [sudo systemctl status]"), ""},
		{bash("allow: [timeout 10]"), "timeout runs any command"},
		{bash("allow: [timeout 10 make, env CI=1 npm test]"), ""},
		{bash("allow: [env A=1 npx]"), "npx downloads"},
		{bash("allow: [xargs]"), "xargs runs any command"},
		{bash("allow: [ssh]"), "ssh runs any command elsewhere"},
		{bash("allow: [ssh host]"), "ssh runs any command elsewhere"},
		{bash("allow: [docker]"), "docker runs any command in a container"},
		{bash("allow: [docker exec]"), "in a container"},
		{bash("allow: [docker ps, kubectl get]"), ""},
		{bash("allow: [npx, uvx, bunx]"),
			"npx downloads and runs any package|uvx downloads|bunx downloads"},
		{bash("allow: [npx -y]"), "npx downloads"},
		{bash("allow: [npx prettier]"), ""},
		{bash("allow: [npm]"), `"npm test"`},
		{bash("allow: [npm run]"),
			`"npm run" runs any package or script (name what it runs, such as "npm run lint")`},
		{bash("allow: [npm exec, pnpm dlx, go run, cargo run]"), "npm exec|pnpm dlx|go run|cargo run"},
		{bash("allow: [npm run build, npm test, go test, make, ls, git, find]"), ""},
		{bash("allow: ['npm run *']"), `write "npm run": it covers`},
		{bash("allow: ['npm run:*']"), `write "npm run": it covers`},
		{bash("allow: ['*']"), "compared literally"},
		{bash("allowChecks: ['.*']"), "it matches \"bash -c a b\""},
		{bash("allowChecks: ['^npm run']"), `it matches "npm run a"`},
		{bash("allowChecks: ['^npm run (lint|test)$', '^ls\\b']"), ""},
		{bash("arguments: [{command: '*', allArgsInside: ['.'], decision: allow}]"),
			"bash is among them"},
		{bash("arguments: [{command: '*', allArgsInside: ['.'], decision: deny}]"), ""},
		{bash("arguments: [{command: 'rm|py*', allArgsInside: ['.'], decision: allow}]"),
			`"py*", which lets arbitrary code run: python3`},
		{bash("arguments: [{command: python3, allArgsInside: ['.'], decision: allow}]"),
			"python3 runs any code"},
		{bash("arguments: [{command: npm, subcommand: 'test|exec', hasFlag: [-y], decision: allow}]"),
			`"npm exec" runs`},
		{bash("arguments: [{command: rm, allArgsInside: ['.'], decision: allow}]"), ""},
		{bash("interpreters: {python: {calls: [{match: 'os.*', decision: allow}, {match: 'json.*', " +
			"decision: allow}]}}"), "it allows os.system"},
		{"effects: [{on: [exec], decision: allow}]\n", "effects: exec is allowed"},
		{"effects: [{on: [exec], decision: deny}, {on: [read], decision: allow}]\n", ""},
		{"tools: {allow: [Bash, Read]}\n", `tools.allow "Bash" has no effect`},
		{"tools: {allow: [Monitor]}\n", "has no effect"},
		{"tools: {allow: ['*']}\n", "allows every tool"},
		{"tools: {allow: [PowerShell]}\n", "every program and cmdlet"},
		{"tools: {allow: ['mcp__*', Read]}\n", ""},
	}
	for _, test := range tests {
		doc, errors, _ := parse.Parse("f", []byte(test.config), policy.Config)
		if len(errors) > 0 {
			t.Fatal(errors)
		}
		found := policy.RiskyAllows(doc)
		if test.want == "" {
			if len(found) > 0 {
				t.Errorf("%s: %v", test.config, found)
			}
			continue
		}
		wants := strings.Split(test.want, "|")
		if len(found) != len(wants) {
			t.Errorf("%s: %d warnings, want %d: %v", test.config, len(found), len(wants), found)
			continue
		}
		for i, p := range found {
			if !strings.Contains(p.String(), wants[i]) || p.Line != 1 || p.Mend == "" {
				t.Errorf("%s\n got %s\nwant %s", test.config, p, wants[i])
			}
		}
	}
}
