package command_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// TestTree resolves what the specs say of trees.
func TestTree(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"tar xzf a.tgz", "tar(a.tgz) into ."},
		{"tar -C out -xf a.tar", "tar(a.tar) into out"},
		{"tar -xf a.tar --strip-components=2", "tar(a.tar) into . strip 2"},
		{"tar -xf a.tar --strip-components=$N", "tar(a.tar) into . strip -1"},
		{"tar -xf a.tar --transform=s,a,b,", "tar(a.tar) into . loose --transform"},
		{"tar -xf a.tar --exclude=.git", "tar(a.tar) into . except .git"},
		{"tar xf -", "tar() into ."},
		{"tar tf a.tar", "none"},
		{"tar cf a.tar b", "none"},
		{"unzip a.zip", "zip(a.zip) into ."},
		{"unzip -j a.zip -d out", "zip(a.zip) into out flat"},
		{"unzip -l a.zip", "none"},
		{"7z x a.7z -oout", "archive(a.7z) into out"},
		{"7z l a.7z", "none"},
		{"git apply a.diff b.diff", "patch(a.diff b.diff) into . strip 1"},
		{"git -C sub apply", "patch() into sub strip 1"},
		{"git apply --check a.diff", "none"},
		{"git apply --check --apply a.diff", "patch(a.diff) into . strip 1"},
		{"git apply --directory=x -p0 a.diff", "patch(a.diff) into . prefix x"},
		{"git am --abort", "back() into . strip 1"},
		{"git am -3 a.mbox", "mail(a.mbox) into . strip 1"},
		{"patch -d sub -p1 -i a.diff", "patch(a.diff) into sub strip 1"},
		{"patch a.c a.diff", "patch(a.diff) into . strip -1"},
		{"patch --dry-run -i a.diff", "none"},
		{"cp -r a b", "copy(a) into b deep"},
		{"cp -rT a b", "copy(a) into b deep bare"},
		{"cp -t b -a c d", "copy(c d) into b deep"},
		{"mv a b", "copy(a) into b deep"},
		{"install -d a", "none"},
		{"ln -s a b", "link(a) into b deep"},
		{"ln -s ../a", "link(../a) into . deep"},
		{"rsync -a --exclude=x a/ b", "copy(a/) into b deep except x"},
		{"rsync -a --include=x --exclude=x a/ b", "copy(a/) into b deep"},
		{"rsync -a a host:b", "none"},
		{"rsync -n a b", "none"},
		{"git switch x", "checkout(x) into ."},
		{"git switch -c n x", "checkout(x) into ."},
		{"git checkout x -- a", "checkout(x a) into ."},
		{"git reset x", "none"},
		{"git reset --hard x", "checkout(x) into ."},
		{"git restore --staged a", "none"},
		{"git restore -SW a", "restore() into ."},
		{"git restore -s x a", "restore(x) into ."},
		{"git merge x y", "merge(x y) into ."},
		{"git merge --abort", "back() into ."},
		{"git rebase --continue", "back() into ."},
		{"git rebase --quit", "none"},
		{"git cherry-pick --skip", "back() into ."},
		{"git rebase --onto a b c", "rebase(a b c) into ."},
		{"git cherry-pick a..b", "pick(a..b) into ."},
		{"git stash", "restore() into ."},
		{"git stash pop", "stash() into ."},
		{"git stash list", "none"},
		{"git bisect start HEAD v1", "bisect(HEAD v1) into ."},
		{"git bisect start --no-checkout HEAD v1", "none"},
		{"git bisect bad", "bisect() into ."},
		{"git bisect reset", "bisect() into ."},
		{"git bisect log", "none"},
		{"git worktree add w x", "checkout(x) into w"},
		{"git update-ref refs/heads/a b", "refs() into ."},
		{"git branch -d x", "none"},
		{"git branch -f x y", "refs(x y) into . loose -f"},
		{"git pull", "none"},
		{"git clone u", "none"},
		{"ls", "none"},
	} {
		c := &fact.Command{Invocation: fact.Invocation{Argv: words(tt.line),
			Dirs: fact.Dirs{List: []string{"/p"}, Known: true}}}
		x := command.Resolver{Specs: commands.Table{}, Input: command.Input{Paths: lexical{}}}
		x.Resolve(c)
		if got := describeTree(x.Tree()); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.line, got, tt.want)
		}
	}
}

func describeTree(t *fact.Tree) string {
	if t == nil {
		return "none"
	}
	kinds := []string{"", "copy", "link", "zip", "tar", "archive", "patch", "mail",
		"checkout", "merge", "pick",
		"rebase", "stash", "bisect", "back", "restore", "edits", "refs"}
	var from []string
	for i := range t.From {
		if t.From[i].IsPath || t.Kind.History() || t.Kind == fact.TreeRefs {
			from = append(from, t.From[i].Word.Show())
		}
	}
	into := strings.TrimPrefix(t.Into.Abs, "/p")
	if into = strings.TrimPrefix(into, "/"); into == "" {
		into = "."
	}
	s := fmt.Sprintf("%s(%s) into %s", kinds[t.Kind], strings.Join(from, " "), into)
	if t.Strip != 0 {
		s += fmt.Sprintf(" strip %d", t.Strip)
	}
	if t.Prefix.Text != "" {
		s += " prefix " + t.Prefix.Text
	}
	for _, x := range []struct {
		set  bool
		name string
	}{{t.Deep, "deep"}, {t.Bare, "bare"}, {t.Flat, "flat"}, {t.Keeps, "keeps"}} {
		if x.set {
			s += " " + x.name
		}
	}
	for _, e := range t.Except {
		s += " except " + e
	}
	if t.Loose != "" {
		s += " loose " + t.Loose
	}
	return s
}
