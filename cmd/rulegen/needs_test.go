package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeedsOfSpecs holds what becomes of what specs say that programs need in the sandbox, and what is
// said about a mistake.
func TestNeedsOfSpecs(t *testing.T) {
	for _, r := range []struct{ block, want, wrong string }{
		{block: "caches: [~/.c, V=~/.d//e]", want: `{Command: "a", Caches: []string{"~/.c", "V=~/.d//e"}}`},
		{block: "caches: {b: [/var/c]}", want: `{Command: "b", Caches: []string{"/var/c"}}`},
		{block: `hosts: {"a x|y": [h.example, "*.i.example:1"]}`,
			want: `{Command: "a x", Hosts: []string{"h.example", "*.i.example:1"}}`},
		{block: `hosts: {"a|b x": [h.example]}`, want: `{Command: "b x", Hosts: []string{"h.example"}}`},
		{block: "packages: [a x], hooks: true", want: `{Command: "a x", Packages: true}`},
		{block: "hooks: true", want: `{Command: "b", Hooks: true}`},
		{block: "files: [go.mod], caches: [~/.c]", want: `{Command: "a", Caches: []string{"~/.c"}, Files: []string{"go.mod"}}`},
		{block: "sockets: [ssh-agent, /run/x]", want: `{Command: "a", Sockets: []string{"ssh-agent", "/run/x"}}`},
		{block: "terminal: true", want: `{Command: "a", Terminal: true}`},
		{block: "sets: [V=1], always: true", want: `{Command: "a", Sets: []string{"V=1"}, Always: true}`},
		{block: "sets: [V]", wrong: "write NAME=VALUE"},
		{block: "own: [V=~/.c], fills: [~/.d]", want: `{Command: "a", Fills: []string{"~/.d"}, Own: []string{"V=~/.c"}}`},
		{block: "files: [b.f], starts: [aw]", want: `Files: []string{"b.f"}, Starts: []string{"aw"}`},
		{block: "own: [~/.c]", wrong: "only a VARIABLE= leads a program"},
		{block: "starts: [bin/aw]", wrong: "write the name of a file in a project"},
		{block: "cache: [~/.c]", wrong: `unknown key "cache" (did you mean caches?)`},
		{block: "caches: [c]", wrong: `"c": a path begins with ~/ or /`},
		{block: "caches: [A-B=~/.c]", wrong: `"A-B=~/.c": write [VARIABLE=]PATH[//BELOW]`},
		{block: "caches: [~/.c/]", wrong: "the path has a part that says nothing"},
		{block: "reads: [~/.c/../d]", wrong: "the path has a part that says nothing"},
		{block: `reads: ["~/a b"]`, wrong: "a blank divides values"},
		{block: `hosts: ["https://h.example"]`, wrong: "https://h.example"},
		{block: `hosts: ["*"]`, wrong: `"*"`},
		{block: "sockets: [docker]", wrong: "write ssh-agent, gpg-agent, or an absolute path"},
		{block: `files: ["*.go"]`, wrong: "write the name of a file in a project"},
		{block: "hosts: {c: [h.example]}", wrong: `"c" is none of a, b`},
		{block: "packages: [c x]", wrong: `"c" is none of a, b`},
		{block: "hooks: false", wrong: "write true, or the commands"},
		{block: `hosts: {a x: [h.example], "a x|y": [i.example]}`, wrong: "hosts of a x stand at"},
	} {
		dir := t.TempDir()
		if err := os.Mkdir(filepath.Join(dir, "commands"), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "commands", "x.yaml"), "doc: a manual\na: {names: [b], sandbox: {"+
			r.block+"}, does: network, operands: [\"X...: none\"]}\n")
		o := newOutput()
		err := generateNeeds(config{commands: filepath.Join(dir, "commands")}, o)
		text := o.code["needs/needs.go"]
		switch {
		case r.wrong == "" && (err != nil || !strings.Contains(string(text), r.want)):
			t.Errorf("%s: %v, no %s in %s", r.block, err, r.want, text)
		case r.wrong != "" && (err == nil || !strings.Contains(err.Error(), r.wrong)):
			t.Errorf("%s: got %v, want %q", r.block, err, r.wrong)
		}
	}
}
