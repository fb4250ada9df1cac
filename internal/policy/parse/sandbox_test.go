package parse

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
)

// TestSandboxMistakes: what is wrong in the block is said with its place and what to write.
func TestSandboxMistakes(t *testing.T) {
	tests := []struct{ in, at, want, mend string }{
		{"auto", "1:10", `sandbox must be a mapping of keys to values, not "auto"`, "write it as key: value"},
		{"{mod: auto}", "1:11", `unknown key "mod" in sandbox`, `did you mean "mode"?`},
		{"{hosts: [a]}", "1:11", `unknown key "hosts" in sandbox`, "use one of mode, scope"},
		{"{allow: [a]}", "1:11", `unknown key "allow" in sandbox`, "it belongs under sandbox.network"},
		{"{projectSecrets: hide}", "1:11", `unknown key "projectSecrets"`, "it belongs under sandbox.read"},
		{"{network: {mode: none}, network: {}}", "1:34", `the key "network" stands twice in sandbox`, "keep"},
		{"{mode: on}", "1:17", `sandbox.mode must be off, auto or require, not "on"`, "write auto"},
		{"{mode: true}", "1:17", "not the truth value true", "write auto"},
		{"{mode: requires}", "1:17", `not "requires"`, `did you mean "require"?`},
		{"{mode: }", "1:17", "sandbox.mode must be off, auto or require, not nothing", "use one of"},
		{"{network: {mode: true}}", "1:27", "must be none, filtered or open", "use one of"},
		{"{scope: [all]}", "1:18", "sandbox.scope must be unvouched or all, not a list", "use one of"},
		{"{answers: exec}", "1:20", "sandbox.answers must be a list", "write it as"},
		{"{answers: [exec, exec]}", "1:27", `"exec" stands twice in sandbox.answers`, "keep one"},
		{"{answers: [execs]}", "1:21", `must be exec or dynamic, not "execs"`, `did you mean "exec"?`},
		{"{env: {scrub: [agents]}}", "1:25", "must be agent, session, ci, cloud or named", `did you mean "agent"?`},
		{"{write: {allow: [~]}}", "1:27", "must be a string, not nothing", "put it in quotes: '~'"},
		{"{write: {allow: [/]}}", "1:27", "lets a run write everywhere", "name the directories"},
		{"{write: {allow: ['']}}", "1:27", "an empty string in sandbox.write.allow", "write something"},
		{"{write: {allow: [$HOME/x]}}", "1:27", "begins with a variable", `write "~/x"`},
		{"{write: {allow: [$TMPDIR]}}", "1:27", "begins with a variable", `write "$SCRATCH"`},
		{"{write: {allow: [$PWD/src]}}", "1:27", "begins with a variable", `write "src"`},
		{"{write: {allow: [a/$X]}}", "1:27", "has a variable", "write the path as it is"},
		{"{write: {readOnly: [../x]}}", "1:30", "leads up with ..", "absolute"},
		{"{write: {readOnly: ['~eve/x']}}", "1:30", "below the home of another user", "write the absolute path"},
		{"{read: {hide: ['a[b']}}", "1:25", "matches nothing: a bracket is not closed", "close the bracket"},
		{"{read: {hide: ['a\\b']}}", "1:25", "has a backslash", "write /"},
		{"{read: {allow: ['https://a/b']}}", "1:26", "is an address, not a path", "sandbox.network"},
		{"{read: {allow: ['x ']}}", "1:26", "begins or ends with a blank", "remove it"},
		{"{network: {allow: ['https://a.example/x']}}", "1:29", `sandbox.network.allow: "https://a.example/x" has a scheme`,
			`write "a.example:443"`},
		{"{network: {allow: [a.example/x]}}", "1:29", "has a path", `write "a.example"`},
		{"{network: {allow: ['*']}}", "1:29", "allows every host", "mode: open"},
		{"{network: {allow: ['*x.example']}}", "1:29", "has a star within a name", "one by one"},
		{"{network: {allow: [10.0.0.0/8]}}", "1:29", "is a range of addresses", "one by one"},
		{"{network: {deny: [10.0.0.0/8]}}", "1:28", "is a range of addresses", "denyResolved"},
		{"{network: {deny: ['a.example:0']}}", "1:28", "has no port", "write the number"},
		{"{network: {denyResolved: [10.0.0.1]}}", "1:36", "is one address, not a range", "write 10.0.0.1/32"},
		{"{network: {denyResolved: [10.0.0.1/8]}}", "1:36", "has an address where a range has zeros", "write 10.0.0.0/8"},
		{"{network: {denyResolved: [a.example]}}", "1:36", "is not a range of addresses", "sandbox.network.deny"},
		{"{network: {localhost: [db]}}", "1:33", "must be a port from 1 to 65535", "the number alone"},
		{"{network: {localhost: [70000]}}", "1:33", "must be a port from 1 to 65535", "the number alone"},
		{"{network: {localhost: 5432}}", "1:32", "must be a list, not the number", "write it as"},
		{"{network: {publish: 3000}}", "1:30", "must be none, auto or a list of ports", "publish: auto"},
		{"{network: {publish: ['3000']}}", "1:31", "must be a port", "the number alone"},
		{"{network: {sockets: [docker]}}", "1:31", "whoever reaches the socket of docker", "sandbox.except"},
		{"{network: {sockets: [$SSH_AUTH_SOCK]}}", "1:31", "is a variable", "write ssh-agent"},
		{"{network: {sockets: [run/x]}}", "1:31", "is not the path of a socket", "absolute path"},
		{"{network: {reasons: [a]}}", "1:30", "must be a mapping of hosts to texts", "write it as"},
		{"{network: {reasons: {a.example: 7}}}", "1:42", "must be a string, not the number", "quotes"},
		{"{network: {reasons: {a.example: no way, a.example: x}}}", "1:50", "stands twice", "keep one"},
		{"{network: {reasons: {'https://a.example': x}}}", "1:31", "has a scheme", `write "a.example:443"`},
		{"{except: [/usr/bin/docker]}", "1:20", "has a directory", `write "docker"`},
		{"{except: ['docker | cat']}", "1:20", "is more than the name of a command", "gh auth login"},
		{"{except: [git push --force]}", "1:20", "has an option", "gh auth login"},
		{"{limits: {memory: 4X}}", "1:28", "sandbox.limits.memory must be a limit", "memory: 4G"},
		{"{limits: {processes: 0}}", "1:31", "must be a limit, not the number", "processes: 512"},
		{"{limits: {time: 10}}", "1:26", "must be a limit", "time: 10m"},
		{"{limits: {time: [1m]}}", "1:26", "must be a limit, not a list", "time: 10m"},
		{"{env: {keep: ['*']}}", "1:24", "keeps every variable, credentials included", "scrub: []"},
		{"{env: {keep: [A=b]}}", "1:24", "sets a variable", "write A alone"},
		{"{env: {keep: [A-B]}}", "1:24", "is not the name of a variable", "letters, digits"},
	}
	for _, tt := range tests {
		_, errors, warnings := Parse("f", []byte("sandbox: "+tt.in+"\n"), policy.Config)
		if len(errors) == 0 || len(warnings) > 0 {
			t.Errorf("%s: %v, %v, want %s", tt.in, errors, warnings, tt.want)
			continue
		}
		p := errors[0]
		if !strings.HasPrefix(p.String(), "f:"+tt.at+": ") || !strings.Contains(p.Text, tt.want) ||
			!strings.Contains(p.Mend, tt.mend) {
			t.Errorf("%s: %s\nwant f:%s: … %s … (%s)", tt.in, p, tt.at, tt.want, tt.mend)
		}
	}
}

// TestRenamed: a former name means what the new one does, and is noted with its place.
func TestRenamed(t *testing.T) {
	const was = "sandbox:\n  write: {deny: [infra]}\n  read: {deny: [~/notes], projectSecrets: mask}\n"
	const is = "sandbox:\n  write: {readOnly: [infra]}\n  read: {hide: [~/notes], projectSecrets: hide}\n"
	doc, errors, warnings := Parse("f", []byte(was), policy.Config)
	if len(errors)+len(warnings) > 0 {
		t.Fatal(errors, warnings)
	}
	now, _, _ := Parse("f", []byte(is), policy.Config)
	if s := doc.Sandbox; s.Write.ReadOnly[0].Text != "infra" || s.Read.Hide[0].Text != "~/notes" ||
		s.Read.ProjectSecrets != "hide" || doc.Scalars[0].Value != now.Scalars[0].Value {
		t.Errorf("%+v, %+v", s, doc.Scalars)
	}
	want := []string{`f:2:11: "deny" in sandbox.write is now "readOnly" (write the new name)`,
		`f:3:10: "deny" in sandbox.read is now "hide" (write the new name)`,
		`f:3:43: "mask" in sandbox.read.projectSecrets is now "hide" (write the new name)`}
	if len(doc.Renamed) != len(want) || len(now.Renamed) > 0 {
		t.Fatalf("%v, %v", doc.Renamed, now.Renamed)
	}
	for i, p := range doc.Renamed {
		if p.String() != want[i] {
			t.Errorf("%s, want %s", p, want[i])
		}
	}
	_, errors, _ = Parse("f", []byte("sandbox: {write: {readOnly: [a], deny: [b]}}\n"), policy.Config)
	if len(errors) != 1 || !strings.Contains(errors[0].Text, "stands twice") {
		t.Errorf("both names: %v", errors)
	}
}
