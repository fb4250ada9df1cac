package gate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestLinkedWorkTrees: the other work trees of the project's repository are the project where both
// ends say so; another work tree of the person asks, and what is none is denied.
func TestLinkedWorkTrees(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "")
	s.NoRepository(t)
	git := func(dir, args string) {
		cmd := exec.Command("git", strings.Fields("-c user.name=a -c user.email=a@b "+args)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %s: %v %s", args, err, out)
		}
	}
	write := func(name, text string) {
		file := filepath.Join(s.Home, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("project/docs/a.md", "a\n")
	git(s.Project, "init -q")
	git(s.Project, "add docs")
	git(s.Project, "commit -q -m x")
	git(s.Project, "worktree add -q ../wt/fix")
	git(s.Home, "init -q other")
	git(s.Home, "init -q .hidden/r")
	// One end alone: a .git file that names the repository, and an entry for a directory without one.
	write("evil/.git", "gitdir: "+s.Project+"/.git/worktrees/fix\n")
	write("project/.git/worktrees/x/gitdir", s.Home+"/plain/.git\n")
	write("project/.git/worktrees/x/commondir", "../..\n")
	write("plain/a", "a\n")
	for line, want := range map[string]rule.Decision{
		"sed -i s/a/b/ ../wt/fix/docs/a.md":             rule.Allow,
		"cp docs/a.md ../wt/fix/docs/b.md":              rule.Allow,
		"rm ../wt/fix/docs/a.md":                        rule.Allow,
		"git -C ../wt/fix diff --stat":                  rule.Allow,
		"cd ../wt/fix && git add -A && git commit -m x": rule.Allow,
		"git worktree list":                             rule.Allow,
		"git worktree add -f .worktrees/y fix":          rule.Ask,
		"git worktree add -B main .worktrees/y":         rule.Ask,
		"git worktree remove ../wt/fix":                 rule.Deny,
		"git worktree add ../elsewhere":                 rule.Deny,
		"git worktree add ~/.config/autostart":          rule.Deny,
		"rm -rf ../wt/fix":                              rule.Deny,
		"rm -rf ../wt":                                  rule.Deny,
		"echo x > ../wt/a":                              rule.Deny,
		"echo 'gitdir: /x' > ../wt/fix/.git":            rule.Ask,
		"echo x > ../wt/fix/.claude/settings.json":      rule.Deny,
		"echo x > ../evil/a":                            rule.Ask,
		"echo x > ../plain/a":                           rule.Deny,
		"echo x > ../other/a":                           rule.Ask,
		"sed -i s/a/b/ ../other/a":                      rule.Ask,
		"rm ../other/a":                                 rule.Deny,
		"echo x > ../other/.git/config":                 rule.Deny,
		"echo x > ../other/.git/x":                      rule.Deny,
		"echo x > ../.hidden/r/a":                       rule.Deny,
		"echo x > ~/a":                                  rule.Deny,
		"echo /x/.git > .git/worktrees/fix/gitdir":      rule.Ask,
		"ln -s .. ../other/l; echo x > ../other/l/a":    rule.Deny, // the home, with its repositories
	} {
		if v := s.Judge(t, "Bash", map[string]any{"command": line}); v.Decision != want {
			t.Errorf("%s: got %v (%s), want %v", line, v.Decision, v.Description, want)
		}
	}
}
