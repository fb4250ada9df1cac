package paths

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

func TestGuard(t *testing.T) {
	base := t.TempDir()
	home, project := filepath.Join(base, "home"), filepath.Join(base, "home", "proj")
	must(t, os.MkdirAll(filepath.Join(project, "src"), 0o755))
	must(t, os.MkdirAll(filepath.Join(project, "nested", ".claude"), 0o755))
	must(t, os.MkdirAll(filepath.Join(home, ".ssh"), 0o755))
	must(t, os.Symlink(filepath.Join(home, ".ssh"), filepath.Join(project, "keys")))
	g := NewGuard(New(project, home, "/tmp/claude", true), home, []string{"infra/**"}, nil)
	const allow, ask, deny = rule.Unset, rule.Ask, rule.Deny
	for _, tt := range []struct {
		kind fact.EffectKind
		path string
		want rule.Decision
	}{
		// The fence.
		{fact.Write, ".claude/fencepost.yaml", deny},
		{fact.Write, ".CLAUDE/Settings.json", deny},
		{fact.Delete, ".claude/settings.local.json", deny},
		{fact.Write, "sub/.claude/hooks/x.sh", deny},
		{fact.Meta, ".claude", deny},
		{fact.Delete, "~/.claude", deny},
		{fact.Write, ".claude/hooks/../settings.json", deny},
		{fact.Write, "~/.claude.json", deny},
		{fact.Write, "infra/prod.tf", deny},
		// The rest of the agent's directory.
		{fact.Write, ".claude/commands/x.md", ask},
		{fact.Write, ".claude/agents/x.md", ask},
		{fact.Write, ".claude/skills/x/SKILL.md", ask},
		{fact.Write, ".claude/anything", ask},
		{fact.Write, "~/.claude/plans/p.md", allow},
		{fact.Write, ".claude/worktrees/a/src/x.go", allow},
		{fact.Write, ".claude/worktrees/a/.claude/settings.json", deny},
		{fact.Write, ".claude/plans/../settings.json", deny},
		{fact.Write, ".claude/worktrees/a/.claude/skills/q/SKILL.md", ask},
		{fact.Write, ".claude/worktrees/a/.mcp.json", ask},
		{fact.Write, ".claude/output-styles/x.md", ask},
		{fact.Write, ".claude/rules/x.md", ask},
		{fact.Write, ".claude/hooks/x.sh", deny},
		{fact.Write, ".mcp.json", ask},
		{fact.Write, "~/.claude/projects/p/memory/MEMORY.md", allow},
		{fact.Write, "~/.claude/projects/p/sub/memory/x.md", ask},
		{fact.Write, "~/.claude/projects/p/x.jsonl", ask},
		{fact.Write, ".claude-plugin/plugin.json", ask},
		{fact.Write, "tools/p/.claude-plugin/marketplace.json", ask},
		{fact.Write, "tools/p/hooks/hooks.json", ask},
		{fact.Write, "tools/p/.lsp.json", ask},
		{fact.Write, "/tmp/claude-0/bundled-skills/2/x/SKILL.md", ask},
		{fact.Write, "src/hooks/useX.ts", allow},
		{fact.Write, "CLAUDE.md", allow},
		// The same with other agents.
		{fact.Write, ".codex/hooks.json", deny},
		{fact.Append, "~/.codex/config.toml", deny},
		{fact.Write, ".gemini/settings.json", deny},
		{fact.Write, "~/.gemini/tmp/p/plan.md", allow},
		{fact.Write, ".cursor/hooks.json", deny},
		{fact.Write, ".cursor/rules/go.mdc", allow},
		{fact.Delete, "sub/.github/hooks/x.json", deny},
		{fact.Write, "~/.copilot/hooks/fence.json", deny},
		{fact.Write, ".windsurf/hooks.json", deny},
		{fact.Delete, "~/.codeium/windsurf/hooks.json", deny},
		{fact.Write, ".opencode/plugin/fencepost.js", deny},
		{fact.Write, "~/.config/opencode/opencode.json", deny},
		{fact.Write, "opencode.json", ask},
		{fact.Write, ".qwen/settings.json", deny},
		// Shells.
		{fact.Append, "~/.bashrc", deny},
		{fact.Write, "~/.zshrc", deny},
		{fact.Write, "dotfiles/.bashrc", ask},
		{fact.Write, "/etc/profile.d/x.sh", deny},
		// Git.
		{fact.Write, ".git/hooks/pre-commit", deny},
		{fact.Meta, ".git/hooks/pre-commit", deny},
		{fact.Write, "vendor/x/.git/config", deny},
		{fact.Write, ".git/info/attributes", deny},
		{fact.Write, ".git/modules/a/hooks/x", deny},
		{fact.Write, "~/.gitconfig", deny},
		{fact.Write, ".git/index.lock", ask},
		{fact.Delete, ".git", ask},
		{fact.Write, ".gitmodules", ask},
		{fact.Write, "x/HEAD", ask},
		{fact.Delete, "x/HEAD", allow},
		{fact.Write, "x/head", allow},
		{fact.Write, ".gitignore", allow},
		{fact.Write, ".github/README.md", allow},
		// Editors, tools, continuous integration.
		{fact.Write, ".vscode/tasks.json", ask},
		{fact.Write, ".VSCode/settings.json", ask},
		{fact.Write, ".idea/workspace.xml", ask},
		{fact.Write, ".envrc", ask},
		{fact.Write, ".ripgreprc", ask},
		{fact.Write, ".github/workflows/ci.yml", ask},
		{fact.Write, "Jenkinsfile", ask},
		{fact.Write, ".gitlab-ci.yml", ask},
		// Logins and what starts by itself.
		{fact.Append, "~/.ssh/authorized_keys", deny},
		{fact.Write, "keys/authorized_keys", deny},
		{fact.Write, "~/Library/LaunchAgents/x.plist", deny},
		{fact.Write, "/etc/cron.d/x", deny},
		{fact.Write, "/etc/ld.so.preload", deny},
		// A directory that holds a protected one goes with it.
		{fact.Delete, "nested", ask},
		{fact.Delete, "src", allow},
		// Everyday paths, and reading.
		{fact.Write, "src/main.go", allow},
		{fact.Write, ".env", allow},
		{fact.Write, ".gitattributes", allow},
		{fact.Write, "Makefile", allow},
		{fact.Write, "package.json", allow},
		{fact.Write, "tsconfig.json", allow},
		{fact.Write, "pyproject.toml", allow},
		{fact.Write, ".eslintrc.cjs", allow},
		{fact.Write, ".yarn/cache/x.zip", allow},
		{fact.Write, ".config/app.yaml", allow},
		{fact.Write, "gradle.properties", allow},
		{fact.Write, "docs/lefthook.md", allow},
		{fact.Write, "/srv/x", allow},
		{fact.Read, ".claude/settings.json", allow},
	} {
		name := tt.path
		if name[0] == '~' {
			name = home + name[1:]
		}
		e := fact.Effect{Kind: tt.kind, Path: Absolute(project, name)}
		if got, why := g.Protected(&e); got != tt.want || got != rule.Unset && why == "" {
			t.Errorf("%v %s: got %v (%s), want %v", tt.kind, tt.path, got, why, tt.want)
		}
	}
	for pattern, want := range map[string]rule.Decision{
		".ba*": ask, "Jenkins*": ask, ".gi*/hooks/x": ask, "*.go": allow, "*": ask,
		".claude/*.json": ask, "src/*": allow,
	} {
		w := fact.Word{Text: pattern, Glob: true}
		dirs := fact.Dirs{List: []string{project}, Known: true}
		e := fact.Effect{Kind: fact.Delete, Path: Path(dirs, &w)}
		if got, why := g.Protected(&e); got != want {
			t.Errorf("pattern %s: got %v (%s), want %v", pattern, got, why, want)
		}
	}
}
