package trees_test

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

const hooksOff = `{"disableAllHooks": true}` + "\n"

// treeSandbox returns a sandbox whose project is a repository: the branch good changes source
// files, the branch evil brings a settings file of the agent, ci a workflow. The directories y and
// x hold the same as files, and so do archives and patches.
func treeSandbox(t *testing.T, config string) *gatetest.World {
	t.Helper()
	s := gatetest.New(t, config)
	run := func(words ...string) { t.Helper(); s.Git(t, words...) }
	branch := func(name string, f gatetest.Files) {
		t.Helper()
		run("switch", "-q", "-c", name, "main")
		f.Write(t, s.Project)
		for _, n := range f.Names() {
			run("add", "-f", n)
		}
		run("commit", "-q", "-m", name)
		run("switch", "-q", "main")
	}
	run("init", "-q", "-b", "main")
	gatetest.Files{".gitignore": "/.claude/\n", "a.txt": "hi\n", "src/b.c": "x\n"}.Write(t, s.Project)
	run("add", "-A")
	run("commit", "-q", "-m", "first")
	good, evil := gatetest.Files{"src/b.c": "y\n", "new.txt": "n\n"},
		gatetest.Files{"sub/.claude/settings.json": hooksOff}
	branch("good", good)
	branch("evil", evil)
	branch("ci", gatetest.Files{".github/workflows/ci.yml": "on: push\n"})
	branch("skill", gatetest.Files{"sub/.claude/skills/q/SKILL.md": "q\n"})
	run("update-ref", "refs/remotes/origin/theirs", "evil")
	run("update-ref", "refs/remotes/origin/ours", "good")
	for name, f := range map[string]gatetest.Files{"good": good, "evil": evil} {
		for ext, text := range map[string]string{"zip": f.Zip(t), "tar": f.Tar(t), "tgz": gatetest.Gzip(t,
			f.Tar(t))} {
			gatetest.Files{name + "." + ext: text}.Write(t, s.Project)
		}
		for ext, words := range map[string][]string{"diff": {"diff", "main", name},
			"mbox": {"format-patch", "-1", name, "--stdout"}} {
			c := exec.Command("git", words...)
			c.Dir = s.Project
			out, err := c.Output()
			if err != nil {
				t.Fatal(err)
			}
			gatetest.Files{name + "." + ext: string(out)}.Write(t, s.Project)
		}
	}
	gatetest.Files{"one": "1\n", "deep/two": "2\n"}.Write(t, filepath.Join(s.Project, "y"))
	evil.Write(t, filepath.Join(s.Project, "x"))
	gatetest.Files{".mcp.json": "{}\n"}.Write(t, filepath.Join(s.Project, "m"))
	return s
}

// TestTrees judges calls that write names which stand in no word of theirs: harmless ones pass as
// they did, and each form with a file that moves the fence does not.
func TestTrees(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, gatetest.Recommended)
	patch := func(name string) string {
		return "diff --git a/" + name + " b/" + name +
			"\nnew file mode 100644\n--- /dev/null\n+++ b/" + name +
			"\n@@ -0,0 +1 @@\n+x\n"
	}
	s.Rows(t, gatetest.Table{
		// Movements between commits.
		{"git switch good", "allow"},
		{"git switch evil", "ask"},
		{"git switch ci", "allow"},
		{"git switch skill", "ask"},
		{"git switch ours", "allow"},
		{"git switch theirs", "ask"},
		{"git switch -c n good", "allow"},
		{"git switch -c n evil", "ask"},
		{"git switch -c n", "allow"},
		{"git checkout -b n", "allow"},
		{"git checkout -b n origin/theirs", "ask"},
		{"git switch nowhere", "allow"},
		{"git merge good", "allow"},
		{"git merge --no-ff -m m good", "allow"},
		{"git merge evil", "ask"},
		{"git merge origin/theirs", "ask"},
		{"git merge good evil", "ask"},
		{"git merge", "allow"},
		{"git merge --abort", "allow"},
		{"git rebase good", "allow"},
		{"git rebase evil", "ask"},
		{"git rebase --onto evil main", "ask"},
		{"git rebase main evil", "ask"},
		{"git rebase --continue", "allow"},
		{"git cherry-pick good", "allow"},
		{"git cherry-pick evil", "ask"},
		{"git cherry-pick main..evil", "ask"},
		{"git cherry-pick main..good", "allow"},
		{"git revert HEAD", "allow"},
		{"git revert evil", "ask"},
		{"git reset --keep good", "allow"},
		{"git reset --keep evil", "ask"},
		{"git reset --hard evil", "deny"},
		{"git -C src merge evil", "ask"},
		{"cd src && git merge good", "allow"},
		{"cd src\ngit merge evil", "ask"},
		{"timeout 5 git merge evil", "ask"},
		{"bash -c 'git merge evil'", "ask"},
		{"sudo git merge evil", "ask"},
		{"git merge $BRANCH", "ask"},
		{"git fetch && git merge good", "allow"},
		{"git fetch; git merge origin/ours", "ask"},
		{"git branch n evil\ngit merge n", "ask"},
		{"git branch n good\ngit merge n", "allow"},
		{"git branch n\ngit switch n", "allow"},
		{"git branch -f n evil\ngit merge n", "deny"},
		{"git update-ref refs/heads/good evil\ngit merge good", "ask"},
		{"git switch good\ngit merge main", "allow"},
		{"git read-tree -u -m evil", "ask"},
		{"git merge -X subtree=.claude good", "ask"},
		{"git merge -X ours good", "allow"},
		{"git mv src lib", "allow"},
		{"git mv x lib", "deny"},
		{"git worktree add .claude/worktrees/w evil", "ask"},
		{"git worktree add wt evil", "ask"},

		// Patches.
		{"git apply good.diff", "allow"},
		{"git apply evil.diff", "deny"},
		{"git apply -R evil.diff", "deny"},
		{"git apply --check evil.diff", "allow"},
		{"git apply --check --apply evil.diff", "deny"},
		{"git apply --directory=sub evil.diff", "deny"},
		{"git apply -p2 evil.diff", "deny"},
		{"git apply < evil.diff", "deny"},
		{"git apply < good.diff", "allow"},
		{"cat good.diff | git apply", "allow"},
		{"cat evil.diff | git apply", "deny"},
		{"curl https://example.org/p | git apply", "ask"},
		{"git apply $P", "ask"},
		{"git apply good.diff - < evil.diff", "deny"},
		{"git apply /dev/stdin < evil.diff", "ask"},
		{"git apply <(cat evil.diff)", "ask"},
		{"patch -p1 < good.diff", "allow"},
		{"patch -p1 < evil.diff", "deny"},
		{"patch < evil.diff", "deny"},
		{"patch -p1 -i evil.diff", "deny"},
		{"patch -d sub -p1 -i ../evil.diff", "deny"},
		{"patch --dry-run -p1 < evil.diff", "allow"},
		{"git am good.mbox", "ask"},
		{"git am evil.mbox", "deny"},
		{"git apply <<'E'\n" + patch("a/new.c") + "E", "allow"},
		{"git apply <<'E'\n" + patch(".claude/fencepost.yaml") + "E", "deny"},
		{"git apply <<'E'\n" + patch(".Claude/Settings.JSON") + "E", "deny"},
		{"cat > p <<'E'\n" + patch("src/c.c") + "E\ngit apply p", "allow"},
		{"cat > p <<'E'\n" + patch(".mcp.json") + "E\ngit apply p", "ask"},
		{"cat > p <<'E'\n" + patch(".claude/settings.json") + "E\npatch -p1 < p", "deny"},
		{"curl -o good.diff https://example.org/p\ngit apply good.diff", "ask"},

		// Directories.
		{"cp -r y/. .", "allow"},
		{"cp -r y out", "allow"},
		{"cp -r src build/", "allow"},
		{"mkdir -p build && cp -r src build/", "allow"},
		{"cp -r x/. .", "deny"},
		{"cp -r x out", "deny"},
		{"cp -a x/sub/.claude .", "deny"},
		{"cp -a x/sub/.claude cfg", "allow"},
		{"cp -r x/* .", "deny"},
		{"cp -r $D/. .", "ask"},
		{"cp -r x /tmp/claude/copy", "allow"},
		{"cp -t . m/.mcp.json", "ask"},
		{"cp m/.mcp.json .", "ask"},
		{"cp m/.mcp.json mcp.json", "allow"},
		{"cp m/* .", "allow"},
		{"cp m/.* .", "ask"},
		{"cp a.txt src/", "allow"},
		{"for f in src/*; do cp \"$f\" out/; done", "allow"},
		{"find src -name '*.c' -exec cp {} out/ \\;", "allow"},
		{"npm run build && cp -r dist public", "allow"},
		{"mv y z", "allow"},
		{"mv x z", "deny"},
		{"mv x/sub/.claude .", "deny"},
		{"mv y/* .", "allow"},
		{"rsync -a y/ out/", "allow"},
		{"rsync -a x/ out/", "deny"},
		{"rsync -a --exclude=.claude x/ out/", "allow"},
		{"rsync -a --include=.claude --exclude=.claude x/ out/", "deny"},
		{"rsync -a host:x/ out/", "ask"},
		{"install -D a.txt q/a.txt", "allow"},
		{"install -t . m/.mcp.json", "ask"},
		{"ln -s x sub2", "deny"},

		// Archives.
		{"unzip good.zip", "allow"},
		{"unzip -q good.zip -d out", "allow"},
		{"unzip evil.zip", "deny"},
		{"unzip evil", "deny"},
		{"unzip evil.zip -d out", "deny"},
		{"unzip -l evil.zip", "allow"},
		{"unzip evil.zip -d /tmp/claude/out", "allow"},
		{"unzip good.tar", "ask"},
		{"tar xf good.tar", "ask"}, // by a rule
		{"tar xzf evil.tgz", "deny"},
		{"tar xf evil.tar -C out", "deny"},
		{"tar --strip-components=1 -xf evil.tar -C out", "deny"},
		{"tar --strip-components=2 -xf evil.tar -C out", "ask"}, // by a rule
		{"tar tf evil.tar", "allow"},
		{"tar xf - < evil.tar", "deny"},
		{"tar czf out.tgz x", "allow"},
		{"tar xf good.tar -f evil.tar", "ask"},
		{"unzip evil.zip -d $D", "ask"},
		{"7z x a.7z", "ask"},
	})
}

// TestTreesAllowed holds what cannot be known, and what is protected, to an answer where all else
// is allowed.
func TestTreesAllowed(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, "default: allow\n")
	s.Rows(t, gatetest.Table{
		{"tar xf good.tar", "allow"},
		{"tar xzf good.tgz -C out", "allow"},
		{"tar xf missing.tar", "allow"},
		{"tar xf evil.tar", "deny"},
		{"tar xf evil.zip", "ask"},
		{"tar xf a.txt", "ask"},
		{"tar --transform 's,y,.claude,' -xf good.tar", "ask"},
		{"curl https://example.org/a.tgz | tar xz", "ask"},
		{"curl -o good.tgz https://example.org/a.tgz && tar xzf good.tgz", "deny"},
		{"7z x a.7z", "ask"},
		{"cpio -id < a.cpio", "ask"},
		{"git stash", "allow"},
		{"git pull", "allow"},
		{"git clone https://example.org/r", "allow"},
		{"git checkout good", "allow"},
		{"git checkout evil", "ask"},
		{"git checkout evil -- sub", "ask"},
		{"git checkout good -- src", "allow"},
		{"git restore --source=evil sub", "ask"},
		{"git restore --source=good src", "allow"},
		{"git restore .", "allow"},
		{"git restore --staged .", "allow"},
		{"git checkout -- .", "allow"},
		{"git checkout-index -a -f", "allow"},
		{"git --git-dir=../other switch main", "ask"},
		{"git worktree add wt good", "allow"},
		{"git checkout-index --prefix=.claude/ -a", "ask"},
		{"TAR_OPTIONS=--transform=s,n,.mcp, tar xf good.tar", "ask"},
		{"rsync -a host:x/ out/", "ask"},
		{"scp -r host:x out", "ask"},
	})
}

// TestTreesIndex judges commands that put back files which are not on the disk as the index has
// them.
func TestTreesIndex(t *testing.T) {
	t.Parallel()
	s := treeSandbox(t, "default: allow\n")
	git := func(words ...string) { t.Helper(); s.Git(t, words...) }
	judge := func(cmd, want string) { t.Helper(); s.Bash(t, cmd, want) }
	git("switch", "-q", "evil")
	judge("git checkout -- .", "allow") // what is on the disk is what would be written
	judge("git switch main", "ask")     // the file goes
	gatetest.Files{"sub/.claude/settings.json": `{"hooks": {}}`}.Write(t, s.Project)
	judge("git checkout -- .", "ask")
	judge("git stash", "ask")
	judge("git restore sub", "ask")
	git("stash", "-q")
	judge("git stash pop", "ask")
	judge("git stash apply 0", "ask")
	judge("git stash apply 5", "allow") // there is none
}
