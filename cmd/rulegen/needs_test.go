package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNeeds holds what becomes of what specs say that programs need in the sandbox, and what is
// said about a mistake.
func TestNeeds(t *testing.T) {
	for _, r := range []struct{ block, want, wrong string }{
		{block: "caches: [~/.c, V=~/.d//e]", want: `\na\tcaches=~/.c V=~/.d//e\t`},
		{block: "caches: {b: [/var/c]}", want: `\nb\tcaches=/var/c\t`},
		{block: `hosts: {"a x|y": [h.example, "*.i.example:1"]}`,
			want: `\na x\thosts=h.example *.i.example:1\t`},
		{block: `hosts: {"a|b x": [h.example]}`, want: `\nb x\thosts=h.example\t`},
		{block: "packages: [a x], hooks: true", want: `\na x\tpackages\t`},
		{block: "hooks: true", want: `\nb\thooks\t`},
		{block: "files: [go.mod], caches: [~/.c]", want: `\na\tcaches=~/.c\tfiles=go.mod\t`},
		{block: "sockets: [ssh-agent, /run/x]", want: `\na\tsockets=ssh-agent /run/x\t`},
		{block: "sets: [V=1], always: true", want: `\na\tsets=V=1\talways\t`},
		{block: "sets: [V]", wrong: "write NAME=VALUE"},
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
