package seatbelt

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// input is a plan with one of everything. Its paths are such that would change the profile, if they
// were part of it.
func input(net sandbox.Network) *Input {
	dir, file := plan.Dir, plan.File
	return &Input{
		Plan: &plan.Plan{Net: net, Dir: "/Users/u/p", Path: "/bin/sh", Argv: []string{"sh", "-c", "true"},
			Rules: []plan.Rule{{Path: "/private/tmp/agent.sock", Type: plan.Socket}},
			Steps: []plan.Step{
				{Do: plan.Identity},
				{Do: plan.Private, Path: "/private/tmp"},
				{Do: plan.Writable, Path: `/Users/u/p") (allow default) ("`, Type: dir},
				{Do: plan.Writable, Path: "/Users/u/out.txt", Type: file},
				{Do: plan.PinMount, Path: "/Users/u/p/.git", Type: dir},
				{Do: plan.ReadOnly, Path: "/Users/u/p/.git/hooks", Type: dir},
				{Do: plan.ReadOnly, Path: "/proc/sys", Type: dir},
				{Do: plan.Exception, Path: "/Users/u/p/.claude/plans", Type: dir},
				{Do: plan.Hide, Path: "/Users/u/.ssh", Type: dir, Openings: []plan.Opening{
					{Path: "/Users/u/.ssh/known_hosts", Type: file}}},
				{Do: plan.Hide, Path: "/Users/u/.config", Type: dir, Openings: []plan.Opening{
					{Path: "/Users/u/.config/app", Type: dir, Write: true}}},
				{Do: plan.Hide, Path: "/Users/u/.config/app/key", Type: file},
				{Do: plan.Hide, Path: "/var/run/docker.sock", Type: plan.Socket},
			}},
		Protect: []plan.Protected{{Glob: "**/.git/hooks/**"}, {Glob: "**/.mcp.json"}, {Glob: "**/.vscode/tasks.json", Ask: true},
			{Glob: "**/.git/config", Open: true}, {Glob: "~/.bashrc"}},
		Lift:    []string{"/Users/u/p/.vscode/tasks.json"},
		Temp:    []string{"/private/var/folders/a/b/T"},
		Connect: []uint16{5432, 0, 3128}, Publish: []uint16{3000},
	}
}

func TestProfiles(t *testing.T) {
	for _, net := range []sandbox.Network{sandbox.NetNone, sandbox.NetFiltered, sandbox.NetOpen} {
		in := input(net)
		p := Generate(in)
		var b strings.Builder
		b.WriteString(p.Text)
		for _, d := range p.Params {
			b.WriteString("; -D " + d[0] + "=" + d[1] + "\n")
		}
		for _, n := range p.Notes {
			b.WriteString("; note: " + n + "\n")
		}
		testkit.Golden(t, "testdata/"+string(net)+".sb", []byte(b.String()))
		sound(t, p)
	}
}

// sound reads a profile as far as can be without a Mac: brackets are even, no path is in it, each
// parameter is there.
func sound(t *testing.T, p *Profile) {
	t.Helper()
	depth, quoted, comment := 0, false, false
	for _, c := range p.Text {
		switch {
		case c == '\n':
			comment = false
		case comment:
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ';':
			comment = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		if depth < 0 {
			t.Fatal("a bracket too many")
		}
	}
	if depth != 0 || quoted {
		t.Error("a bracket or quote is open")
	}
	if strings.Contains(p.Text, "/Users") || strings.Contains(p.Text, "allow default") {
		t.Error("a path is part of the profile")
	}
	given := map[string]bool{}
	for _, d := range p.Params {
		given[d[0]] = true
	}
	for _, m := range regexp.MustCompile(`\(param "(\w+)"\)`).FindAllStringSubmatch(p.Text, -1) {
		if !given[m[1]] {
			t.Errorf("no parameter %s", m[1])
		}
	}
}

func TestArgs(t *testing.T) {
	in := input(sandbox.NetNone)
	args := Args(in, Generate(in))
	if args[1] != "-p" || args[3] != "-D" || args[4] != "P0=/Users/u/.ssh" ||
		strings.Join(args[len(args)-4:], " ") != "-- /bin/sh -c true" {
		t.Errorf("%q", append(args[:2:2], args[3:]...))
	}
}

// TestRegex tries the expressions for protected names; the language is one that Go's knows, too.
func TestRegex(t *testing.T) {
	for _, tt := range []struct {
		glob, path string
		want       bool
	}{
		{".git/hooks/**", "/p/.git/hooks/pre-commit", true},
		{".git/hooks/**", "/p/.git/hooks", true},
		{".git/hooks/**", "/p/.GIT/Hooks/x", true},
		{".git/hooks/**", "/p/xgit/hooks/x", false},
		{".git/hooks/**", "/p/.git/hooks2", false},
		{".git/hooks/**", "/p/a.git/hooks/x", false},
		{".mcp.json", "/p/a/.mcp.json", true},
		{".mcp.json", "/p/.mcp.json.bak", false},
		{".idea/*.xml", "/p/.idea/workspace.xml", true},
		{".idea/*.xml", "/p/.idea/a/workspace.xml", false},
		{".git/modules/**/hooks", "/p/.git/modules/a/b/hooks/x", true},
		{".git/modules/**/hooks", "/p/.git/modules/hooks", true},
		{"a+(b)|c$", "/p/a+(b)|c$", true},
		{"a?c", "/p/abc", true},
		{`a"b`, `/p/a"b`, true},
	} {
		expr := regex(tt.glob)
		if strings.Contains(expr, `"`) {
			t.Errorf("%s: a quote", expr)
		}
		if got := regexp.MustCompile(expr).MatchString(tt.path); got != tt.want {
			t.Errorf("%s: %s: %v", tt.glob, tt.path, got)
		}
	}
}
