package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSandboxMistakes holds what rulegen says about a mistake in the table of the sandbox's
// environment, and in what specs say about it.
func TestSandboxMistakes(t *testing.T) {
	const (
		table = "classes:\n  ci:\n    - names: [\"A_*\", B_TOKEN]\n      why: opens it\n"
		agent = table + "  agent:\n    - names: [A_KEY_X]\n      why: opens it\n"
		spec  = "doc: a manual\na: {names: [b], does: network, operands: [\"X...: none\"]"
	)
	for _, r := range []struct{ table, spec, want string }{
		{table, spec + "}", ""},
		{table, spec + ", sandbox: {env: [\"A_*\"]}}", ""},
		{table, spec + ", sandbox: {env: {a: [B_TOKEN], b c d: [A_X]}}}", ""},
		{table + "never: [PATH]\nprograms: {x y: [B_TOKEN]}\n", spec + "}", ""},
		{table + "never: [\"B_*\"]\n", spec + "}",
			"5:8: B_* is never dropped, and B_TOKEN at presets/sandbox-environment.yaml:3 would be"},
		{"classes:\n  other:\n", spec + "}", `2:3: "other" is not one of agent, ci, cloud, session`},
		{"class: {}\n", spec + "}", `1:1: unknown key "class" (did you mean classes?)`},
		{table + "    - names: [B_TOKEN]\n", spec + "}", "5:14: B_TOKEN stands at"},
		{table + "    - names: [b]\n", spec + "}", `5:14: "b" is no name of a variable`},
		{table + "    - names: [C_token]\n", spec + "}", `5:14: "C_token": letters have no case here`},
		{table + "    - names: [\"*\"]\n", spec + "}", `"*" is no name of a variable`},
		{table + "    - names: [CC]\n", spec + "}", "the entry does not say what the variable does: add why"},
		{table + "    - why: x\n", spec + "}", "the entry names no variable: add names"},
		{table + "    - names: [CC]\n      sockets: x\n", spec + "}",
			`6:7: unknown key "sockets" (did you mean socket?)`},
		{table, spec + ", sandbox: {environ: [B_TOKEN]}}", `unknown key "environ"`},
		{table, spec + ", sandbox: {env: [C_TOKEN]}}", "C_TOKEN is in no class of presets/sandbox-env"},
		{table, spec + ", sandbox: {env: {c: [B_TOKEN]}}}", `"c" is none of a, b`},
		{table, spec + ", sandbox: {env: {a: [B_TOKEN], a: [A_X]}}}", `"a" stands in line 2 already`},
		{table, spec + ", subcommands: {s: {does: reads, sandbox: {env: [B_TOKEN]}}}}",
			`sandbox stands at commands; env: {"COMMAND s": …} is for subcommands`},
		{agent, spec + ", sandbox: {env: [\"A_*\"]}}", "A_* keeps A_KEY_X as well, which is the agent's"},
		{agent, spec + ", sandbox: {env: [A_KEY_X]}}", ""},
		{table + "programs: {a c: [B_TOKEN]}\n", spec + "}", "a has a spec at presets/commands/x.yaml:2"},
		{table + "programs: {c: [B_TOKEN], c: [A_X]}\n", spec + "}", `"c" stands in line 5 already`},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, sandboxYAML), r.table)
		if err := os.Mkdir(filepath.Join(dir, "commands"), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "commands", "x.yaml"), r.spec)
		c := config{presets: dir, commands: filepath.Join(dir, "commands")}
		err := generateSandbox(c, newOutput())
		switch {
		case r.want == "" && err != nil:
			t.Errorf("%s%s: %v", r.table, r.spec, err)
		case r.want != "" && (err == nil || !strings.Contains(err.Error(), r.want)):
			t.Errorf("%s%s: got %v, want %q", r.table, r.spec, err, r.want)
		}
	}
}
