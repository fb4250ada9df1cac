package trees_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestTreesFound judges copies of files that find names, and hard links.
func TestTreesFound(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, "default: allow\n")
	gatetest.Files{"tpl/.claude/fencepost.yaml": "default: allow\n", "tpl/.mcp.json": "{}",
		"tpl/a.txt": "a\n", ".claude/settings.json": "{}", "b.txt": "b\n"}.Write(t, s.Project)
	s.Rows(t, gatetest.Table{
		{`cd tpl && find . -type f -exec cp --parents {} .. \;`, "deny"},
		{`cd tpl && find . -name '*.txt' -exec cp --parents {} .. \;`, "allow"},
		{`find tpl -type f -exec cp {} . \;`, "ask"},
		{`find tpl -type f -exec cp -t . {} +`, "ask"},
		{`find tpl -name '.m*' -exec cp {} src/ \;`, "ask"},
		{`find tpl -name '*.txt' -exec cp {} . \;`, "allow"},
		{`find src -type f -exec cp {} out/ \;`, "allow"},
		{"ln .claude/settings.json s.json", "deny"},
		{"ln .claude/settings.json /tmp/claude/s.json", "deny"},
		{"link .claude/settings.json s.json", "deny"},
		{"ln -s .claude/settings.json s.json", "allow"},
		{"cp -l .claude/settings.json s.json && echo x > s.json", "deny"},
		{"cp -rl .claude dup", "deny"},
		{"cp .claude/settings.json s.json", "allow"},
		{"cp -l b.txt c.txt", "allow"},
		{"cp -s .claude/settings.json s.json", "allow"},
		{"ln b.txt c.txt", "allow"},
		{"ln -t out b.txt", "allow"},
	})
}

// TestTreesBisect judges commits that lie between others.
func TestTreesBisect(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, "default: allow\n")
	git := func(words ...string) { t.Helper(); s.Git(t, words...) }
	judge := func(cmd, want string) { t.Helper(); s.Bash(t, cmd, want) }
	put := func(name, text string) {
		gatetest.Files{name: text}.Write(t, s.Project)
		git("add", "-f", name)
		git("commit", "-qm", name)
	}
	git("switch", "-q", "main")
	git("tag", "zero")
	put("one.txt", "1")
	put("two.txt", "2")
	git("tag", "plain")
	put("deep/.claude/fencepost.yaml", "default: allow\n")
	git("rm", "-q", "deep/.claude/fencepost.yaml")
	git("commit", "-qm", "gone")
	git("tag", "after")
	put("three.txt", "3")

	judge("git bisect start", "allow")
	judge("git bisect start plain zero", "allow")
	judge("git bisect start HEAD zero", "ask")
	judge("git bisect start HEAD after", "allow")
	judge("git bisect start --term-new=x --term-old=y HEAD after", "ask")
	judge("git bisect log", "allow")
	judge("git bisect reset", "allow")
	judge("git bisect reset evil", "ask")
	judge("git bisect replay log.txt", "ask")
	judge("git bisect start && git bisect bad && git bisect good after", "allow")
	// A chain with a part that asks is denied, to be sent in parts.
	judge("git bisect start && git bisect bad && git bisect good zero", "deny")
	judge("git bisect start HEAD && git bisect good zero", "deny")
	judge("git bisect start; git bisect old zero; git bisect new", "deny")
	judge("git bisect start HEAD zero; git bisect reset", "deny")
	git("bisect", "start", "HEAD")
	judge("git bisect good after", "allow")
	judge("git bisect good zero", "ask")
	git("bisect", "good", "after")
	judge("git bisect bad", "allow")
	judge("git bisect skip", "allow")
	judge("git bisect reset", "allow")
	git("bisect", "reset")

	// A side branch that begins before a change of the fence's files, and is merged after it.
	git("switch", "-qc", "side", "after~2")
	put("side.txt", "s")
	git("switch", "-q", "main")
	put("deep/.claude/settings.json", "{}")
	git("tag", "tight")
	git("merge", "-q", "-m", "m", "side")
	judge("git bisect start HEAD tight", "ask")
}
