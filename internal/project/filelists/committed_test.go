package filelists

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// work is a repository that real git makes.
type work struct {
	t   *testing.T
	dir string
}

func newWork(t *testing.T, init ...string) *work {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &work{t, filepath.Join(dir, "work")}
	if err := os.Mkdir(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w.git(append([]string{"init", "-q", "-b", "main"}, init...)...)
	return w
}

func (w *work) git(args ...string) string { return gitIn(w.t, w.dir, args...) }

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com",
		"-c", "protocol.file.allow=always", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func (w *work) write(name, text string) {
	w.t.Helper()
	name = filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *work) commit(name, text string) {
	w.t.Helper()
	w.write(name, text)
	w.git("add", "-f", name)
	w.git("commit", "-q", "-m", "x")
}

func unchanged(top, name string) bool {
	data, err := os.ReadFile(filepath.Join(top, name))
	h := OpenHead(top, fresh())
	return err == nil && h != nil && h.Has([]string{filepath.Join(top, name)}, []string{string(data)})[0]
}

func (w *work) want(name string, want bool) {
	w.t.Helper()
	if got := unchanged(w.dir, name); got != want {
		w.t.Errorf("%s: unchanged = %v, want %v", name, got, want)
	}
}

// long is a script whose versions git keeps as deltas.
func long(version int) string {
	var b strings.Builder
	for i := range 400 {
		fmt.Fprintf(&b, "echo line %d of a script that is long enough to be worth a delta\n", i*7919%1000)
		if i == version {
			b.WriteString("echo version\n")
		}
	}
	return b.String()
}

func TestCommittedFilesInLooseObjects(t *testing.T) {
	w := newWork(t)
	w.write("new.sh", "echo\n")
	w.want("new.sh", false) // no commit yet
	w.git("add", "new.sh")
	w.want("new.sh", false)
	w.commit("a/b/c.sh", "echo a\n")
	w.want("a/b/c.sh", true)
	w.want("new.sh", true) // the commit took it, too
	w.write("a/b/c.sh", "echo b\n")
	w.want("a/b/c.sh", false)
	w.git("add", "-A")
	w.want("a/b/c.sh", false) // staged is not committed
	w.git("commit", "-q", "-m", "y")
	w.want("a/b/c.sh", true)
	w.write("a/b/other.sh", "echo b\n") // the same bytes under another name
	w.want("a/b/other.sh", false)
	w.want("a/b", false)
	w.commit("empty", "")
	w.want("empty", true)
}

func TestHeads(t *testing.T) {
	w := newWork(t)
	w.commit("x.sh", "one\n")
	first := w.git("rev-parse", "HEAD")
	w.git("tag", "-a", "-m", "t", "v1")
	w.commit("x.sh", "two\n")
	w.want("x.sh", true)
	w.git("pack-refs", "--all")
	w.want("x.sh", true)
	w.git("checkout", "-q", "--detach", first)
	w.want("x.sh", true)
	w.write("x.sh", "two\n")
	w.want("x.sh", false)
	w.git("checkout", "-q", "-f", "main")
	w.git("symbolic-ref", "HEAD", "refs/heads/feature/new")
	w.want("x.sh", false) // unborn
	for _, head := range []string{"ref: refs/heads/../../evil", "ref: refs/bisect/x", "ref: HEAD",
		"ref: main", "", "0", strings.Repeat("g", 40), strings.Repeat("0", 40),
		"ref: refs/heads/loop"} {
		w.write(".git/refs/heads/loop", "ref: refs/heads/loop\n")
		w.write(".git/HEAD", head+"\n")
		w.want("x.sh", false)
	}
}

func TestPacks(t *testing.T) {
	w := newWork(t)
	for i := range 12 {
		w.commit("x.sh", long(i*30))
		w.commit(fmt.Sprintf("dir%d/y.sh", i), long(i*20+7))
	}
	for _, gc := range [][]string{{"gc", "-q"}, {"gc", "-q", "--aggressive", "--prune=now"},
		{"-c", "repack.useDeltaBaseOffset=false", "repack", "-adfq", "--depth=50"},
		{"-c", "pack.indexVersion=2", "-c", "pack.depth=200", "repack", "-adfq", "--depth=200"},
		{"multi-pack-index", "write"}} {
		w.git(gc...)
		if loose := w.git("count-objects"); !strings.HasPrefix(loose, "0 ") {
			t.Fatalf("loose objects: %s", loose)
		}
		w.want("x.sh", true)
		for i := range 12 {
			w.want(fmt.Sprintf("dir%d/y.sh", i), true)
		}
	}
	out := w.git("verify-pack", "-v", one(t, w.dir+"/.git/objects/pack/*.idx"))
	if !strings.Contains(out, "chain length") {
		t.Error("there are no deltas")
	}
	w.commit("z.sh", "loose beside a pack\n")
	w.want("z.sh", true)
	w.want("x.sh", true)
}

func one(t *testing.T, pattern string) string {
	names, err := filepath.Glob(pattern)
	if err != nil || len(names) == 0 {
		t.Fatal("nothing is", pattern)
	}
	return names[0]
}

func TestSHA256(t *testing.T) {
	w := newWork(t, "--object-format=sha256")
	w.commit("x.sh", long(1))
	w.commit("x.sh", long(2))
	w.want("x.sh", true)
	w.git("gc", "-q", "--aggressive")
	w.want("x.sh", true)
	w.write("x.sh", long(1))
	w.want("x.sh", false)
}

func TestWorkTrees(t *testing.T) {
	w := newWork(t)
	w.commit("x.sh", "one\n")
	side := filepath.Join(filepath.Dir(w.dir), "side")
	w.git("worktree", "add", "-q", "-b", "side", side)
	if !unchanged(side, "x.sh") {
		t.Error("not in the work tree")
	}
	gitIn(t, side, "rm", "-q", "x.sh")
	gitIn(t, side, "commit", "-q", "-m", "gone")
	s := &work{t, side}
	s.write("x.sh", "one\n")
	s.want("x.sh", false)
	w.want("x.sh", true)
	// a file .git of which the repository knows nothing
	if err := os.Mkdir(filepath.Join(w.dir, "planted"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.write("planted/.git", "gitdir: ../.git\n")
	w.write("planted/x.sh", "one\n")
	p := &work{t, filepath.Join(w.dir, "planted")}
	p.want("x.sh", false)
	w.write("planted/.git", "gitdir: "+filepath.Join(w.dir, ".git/worktrees/side")+"\n")
	p.want("x.sh", false)
	// a project that is a folder of the work tree
	w.commit("web/y.sh", "y\n")
	(&work{t, filepath.Join(w.dir, "web")}).want("y.sh", true)
}

func TestSubmodule(t *testing.T) {
	inner, w := newWork(t), newWork(t)
	inner.commit("y.sh", "y\n")
	w.commit("x.sh", "x\n")
	w.git("submodule", "--quiet", "add", inner.dir, "sub")
	w.git("commit", "-q", "-m", "sub")
	w.want("sub/y.sh", false) // it is not the repository of the work tree
	(&work{t, filepath.Join(w.dir, "sub")}).want("y.sh", true)
}

func TestNested(t *testing.T) {
	w := newWork(t)
	w.commit("x.sh", "x\n")
	w.write("in/y.sh", "y\n")
	gitIn(t, filepath.Join(w.dir, "in"), "init", "-q")
	gitIn(t, filepath.Join(w.dir, "in"), "add", "y.sh")
	gitIn(t, filepath.Join(w.dir, "in"), "commit", "-q", "-m", "y")
	w.want("in/y.sh", false)
}

func TestPlantedObjects(t *testing.T) {
	w := newWork(t)
	w.commit("x.sh", "x\n")
	other := newWork(t)
	other.commit("x.sh", "evil\n")
	w.want("x.sh", true)

	// Objects of another place do not count.
	evil := other.git("rev-parse", "HEAD")
	was := w.git("rev-parse", "HEAD")
	w.write(".git/objects/info/alternates", filepath.Join(other.dir, ".git/objects")+"\n")
	w.write(".git/refs/heads/main", evil+"\n")
	w.write("x.sh", "evil\n")
	w.want("x.sh", false)
	w.write(".git/refs/heads/main", was+"\n")
	w.want("x.sh", false)
	must(t, os.Remove(filepath.Join(w.dir, ".git/objects/info/alternates")))
	w.write("x.sh", "x\n")
	w.want("x.sh", true)

	// Neither do replacements.
	w.commit("x.sh", "y\n")
	w.git("replace", w.git("rev-parse", "HEAD"), was)
	w.write("x.sh", "x\n")
	w.want("x.sh", false)

	// An object is what its name says.
	tree := w.git("rev-parse", was+"^{tree}")
	blob := filepath.Join(w.dir, ".git/objects", tree[:2], tree[2:])
	bad := filepath.Join(other.dir, ".git/objects", evil[:2], evil[2:])
	w.git("replace", "-d", w.git("rev-parse", "--verify", "refs/heads/main"))
	w.git("checkout", "-q", "-f", "--detach", was)
	w.want("x.sh", true)
	data, err := os.ReadFile(bad)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(blob, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(blob, data, 0o644); err != nil {
		t.Fatal(err)
	}
	w.want("x.sh", false)
}

func TestLinksAndModes(t *testing.T) {
	w := newWork(t)
	w.write("real.sh", "x\n")
	if err := os.Symlink("real.sh", filepath.Join(w.dir, "link.sh")); err != nil {
		t.Fatal(err)
	}
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "x")
	w.want("real.sh", true)
	w.want("link.sh", false) // HEAD has a link there
	link := []string{filepath.Join(w.dir, "link.sh")}
	if OpenHead(w.dir, fresh()).Has(link, []string{"real.sh"})[0] {
		t.Error("the text of a link is no file")
	}
	spent := fresh()
	spent.steps = 0
	if OpenHead(w.dir, spent).Has([]string{filepath.Join(w.dir, "real.sh")}, []string{"x\n"})[0] {
		t.Error("with nothing left to read")
	}
}

func TestFilters(t *testing.T) {
	w := newWork(t)
	w.write(".gitattributes", "*.sh text eol=crlf\n")
	w.write("x.sh", "a\r\nb\r\n")
	w.git("add", "-A")
	w.git("commit", "-q", "-m", "x")
	w.want("x.sh", false) // what differs by a filter is another file
}

// TestOddRepositories: nothing is known of what is no plain repository.
func TestOddRepositories(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(w *work)
	}{
		{"a link in place of .git", func(w *work) {
			must(w.t, os.Rename(w.dir+"/.git", w.dir+"-git"))
			must(w.t, os.Symlink(w.dir+"-git", w.dir+"/.git"))
		}},
		{"a commondir", func(w *work) { w.write(".git/commondir", "../../other/.git\n") }},
		{"objects elsewhere", func(w *work) {
			must(w.t, os.Rename(w.dir+"/.git/objects", w.dir+"-objects"))
			must(w.t, os.Symlink(w.dir+"-objects", w.dir+"/.git/objects"))
		}},
		{"HEAD is a link", func(w *work) {
			must(w.t, os.Remove(w.dir+"/.git/HEAD"))
			must(w.t, os.Symlink("refs/heads/main", w.dir+"/.git/HEAD"))
		}},
		{"no HEAD", func(w *work) { must(w.t, os.Remove(w.dir+"/.git/HEAD")) }},
		{"a moved git directory", func(w *work) {
			must(w.t, os.Rename(w.dir+"/.git", w.dir+"-git"))
			w.write(".git", "gitdir: "+w.dir+"-git\n")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWork(t)
			w.commit("x.sh", "x\n")
			w.want("x.sh", true)
			c.do(w)
			w.want("x.sh", false)
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestPlainRefs: whether all that git prints of branches and tags begins as words do.
func TestPlainRefs(t *testing.T) {
	plain := func(w *work) bool {
		h := OpenHead(w.dir, fresh())
		return h != nil && h.PlainRefs()
	}
	for _, tt := range []struct {
		git  []string
		want bool
	}{
		{nil, true},
		{[]string{"tag", "v1.0"}, true},
		{[]string{"branch", "feature/x-1"}, true},
		{[]string{"update-ref", "refs/remotes/origin/-x", "HEAD"}, true},
		{[]string{"update-ref", "refs/tags/-x", "HEAD"}, false},
		{[]string{"update-ref", "refs/heads/--output=x", "HEAD"}, false},
		{[]string{"update-ref", "refs/remotes/-x/y", "HEAD"}, false},
		{[]string{"checkout", "-q", "--detach"}, false},
		{[]string{"symbolic-ref", "HEAD", "refs/heads/-x"}, false},
	} {
		for _, pack := range []bool{false, true} {
			w := newWork(t)
			w.commit("a", "x")
			if tt.git != nil {
				w.git(tt.git...)
			}
			if pack {
				w.git("pack-refs", "--all")
			}
			if got := plain(w); got != tt.want {
				t.Errorf("%v, packed %v: %v", tt.git, pack, got)
			}
		}
	}
}
