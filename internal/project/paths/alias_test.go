package paths

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// TestGuardOtherNames: links and hard links give a protected file no name that is not protected.
func TestGuardOtherNames(t *testing.T) {
	const allow, ask, deny = rule.Unset, rule.Ask, rule.Deny
	for _, tt := range []struct {
		title string
		dirs  []string
		files []string
		links [][2]string // name, target
		hard  [][2]string // existing, second name
		kind  fact.EffectKind
		path  string
		want  rule.Decision
	}{
		{"no links", []string{"p/.claude"}, nil, nil, nil, fact.Write, "p/conf.yaml", allow},
		{"the directory is a link", []string{"p/conf"}, nil, [][2]string{{"p/.claude", "conf"}}, nil,
			fact.Write, "p/conf/settings.json", deny},
		{"what is deeper in it", []string{"p/conf"}, nil, [][2]string{{"p/.claude", "conf"}}, nil,
			fact.Append, "p/conf/skills/q/SKILL.md", ask},
		{"beside it", []string{"p/conf"}, nil, [][2]string{{"p/.claude", "conf"}}, nil,
			fact.Write, "p/conf2/settings.json", allow},
		{"a link that dangles", nil, nil, [][2]string{{"p/.claude", "conf"}}, nil,
			fact.Write, "p/conf/fencepost.yaml", deny},
		{"the config is a link", []string{"p/.claude"}, []string{"p/conf.yaml"},
			[][2]string{{"p/.claude/fencepost.yaml", "../conf.yaml"}}, nil,
			fact.Write, "p/conf.yaml", deny},
		{"it is removed", []string{"p/.claude"}, []string{"p/conf.yaml"},
			[][2]string{{"p/.claude/fencepost.yaml", "../conf.yaml"}}, nil,
			fact.Delete, "p/conf.yaml", deny},
		{"its directory is removed", []string{"p/.claude", "p/c/d"}, []string{"p/c/d/conf.yaml"},
			[][2]string{{"p/.claude/fencepost.yaml", "../c/d/conf.yaml"}}, nil,
			fact.Delete, "p/c", ask},
		{"a link to a link", []string{"p/.claude"}, []string{"p/b.yaml"},
			[][2]string{{"p/.claude/fencepost.yaml", "../a.yaml"}, {"p/a.yaml", "b.yaml"}}, nil,
			fact.Write, "p/b.yaml", deny},
		{"a link in a directory that is a link", []string{"p/conf"}, []string{"p/a.json"},
			[][2]string{{"p/.claude", "conf"}, {"p/conf/settings.json", "../a.json"}}, nil,
			fact.Write, "p/a.json", deny},
		{"the person's settings, from a folder of dotfiles", []string{".claude", "p/claude"}, nil,
			[][2]string{{".claude/settings.json", "../p/claude/s.json"}}, nil,
			fact.Write, "p/claude/s.json", deny},
		{"shared skills", []string{"p/.claude", "p/.agents/skills"}, nil,
			[][2]string{{"p/.claude/skills", "../.agents/skills"}}, nil,
			fact.Write, "p/.agents/skills/q/SKILL.md", ask},
		{"a list of servers", nil, []string{"p/servers.json"},
			[][2]string{{"p/.mcp.json", "servers.json"}}, nil, fact.Write, "p/servers.json", ask},
		{"a pattern", []string{"p/.claude"}, []string{"p/conf.yaml"},
			[][2]string{{"p/.claude/fencepost.yaml", "../conf.yaml"}}, nil,
			fact.Write, "p/*.yaml", ask},
		{"a link to nothing", []string{"p/.claude"}, nil,
			[][2]string{{"p/.claude/settings.local.json", "/dev/null"}}, nil,
			fact.Write, "/dev/null", allow},
		{"a hard link", []string{"p/.claude"}, []string{"p/.claude/fencepost.yaml"}, nil,
			[][2]string{{"p/.claude/fencepost.yaml", "p/c.yaml"}}, fact.Write, "p/c.yaml", deny},
		{"a hard link to a hook", []string{"p/.claude/hooks"}, []string{"p/.claude/hooks/a.sh"}, nil,
			[][2]string{{"p/.claude/hooks/a.sh", "p/a.sh"}}, fact.Append, "p/a.sh", deny},
		{"a hard link that is removed", []string{"p/.claude"}, []string{"p/.claude/fencepost.yaml"},
			nil, [][2]string{{"p/.claude/fencepost.yaml", "p/c.yaml"}},
			fact.Delete, "p/c.yaml", allow},
		{"a hard link to another file", []string{"p/.claude"}, []string{"p/a"}, nil,
			[][2]string{{"p/a", "p/b"}}, fact.Write, "p/b", allow},
	} {
		t.Run(tt.title, func(t *testing.T) {
			if runtime.GOOS == "windows" && len(tt.hard) > 0 {
				t.Skip("link counts are not read")
			}
			home := t.TempDir()
			at := func(name string) string {
				if filepath.IsAbs(name) {
					return name
				}
				return filepath.Join(home, name)
			}
			must(t, os.MkdirAll(at("p"), 0o755))
			for _, dir := range tt.dirs {
				must(t, os.MkdirAll(at(dir), 0o755))
			}
			for _, file := range tt.files {
				must(t, os.WriteFile(at(file), nil, 0o644))
			}
			for _, l := range tt.links {
				must(t, os.Symlink(l[1], at(l[0])))
			}
			for _, l := range tt.hard {
				must(t, os.Link(at(l[0]), at(l[1])))
			}
			g := NewGuard(New(at("p"), home, "", true), "", nil, nil)
			e := fact.Effect{Kind: tt.kind, Path: Absolute(at("p"), at(tt.path))}
			e.Path.Glob = filepath.Base(tt.path)[0] == '*'
			if got, why := g.Protected(&e); got != tt.want {
				t.Errorf("%v %s: got %v (%s), want %v", tt.kind, tt.path, got, why, tt.want)
			}
		})
	}
}
