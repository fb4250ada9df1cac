package quarantine

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fencepost/fencepost/gen/protected"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// bench is a home directory with a project.
type bench struct {
	home, project string
	request       *plan.Request
}

func newBench(t testing.TB) *bench {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{home: home, project: home + "/p"}
	t.Setenv("HOME", home)
	t.Setenv("XDG_CACHE_HOME", home+"/.cache")
	for _, name := range []string{"/p", "/outside"} {
		if err := os.Mkdir(home+name, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	b.request = &plan.Request{Dir: b.project, Home: home, Profile: sandbox.Profile{Write: []string{b.project}}}
	for i := range protected.Entries {
		e := &protected.Entries[i]
		b.request.Protect = append(b.request.Protect, plan.Protected{Glob: e.Glob, Why: e.Why,
			Ask: e.Decision == rule.Ask, Open: e.Open})
	}
	return b
}

// sh runs shell text in the project.
func (b *bench) sh(t testing.TB, text string) {
	t.Helper()
	c := exec.Command("sh", "-ec", text)
	c.Dir = b.project
	c.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=n", "GIT_AUTHOR_EMAIL=e@x",
		"GIT_COMMITTER_NAME=n", "GIT_COMMITTER_EMAIL=e@x", "HOME="+b.home)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", text, err, out)
	}
}

func (b *bench) plan(steps ...plan.Step) *plan.Plan {
	p := &plan.Plan{Steps: append([]plan.Step{{Do: plan.Writable, Path: b.project,
		Type: plan.Dir}}, steps...)}
	if real, err := plan.Build(b.request, &plan.OS{}); err == nil {
		p.Named = real.Named
	}
	return p
}

func TestPlants(t *testing.T) {
	for _, p := range plants {
		t.Run(p.name, func(t *testing.T) {
			b := newBench(t)
			defer b.sh(t, "chmod -R u+rwx "+b.home)
			b.sh(t, p.setup)
			if p.lift != "" {
				b.request.Lift = []string{p.lift}
			}
			s := Begin(b.request, b.plan(), "run")
			b.sh(t, p.run)
			rep := s.End(false)
			var moved []string
			for _, m := range rep.Plants {
				moved = append(moved, strings.TrimPrefix(m.Path, b.project+"/"))
				if m.Error != "" || !strings.HasPrefix(m.Moved, b.home+"/.cache/fencepost/quarantine/"+rep.Run) {
					t.Errorf("%+v", m)
				}
				if _, err := os.Lstat(m.Moved); err != nil {
					t.Error(err)
				}
				if _, err := os.Lstat(m.Path); (err == nil) != m.Restored {
					t.Errorf("%s: %v", m.Path, err)
				}
			}
			if got := strings.Join(moved, " "); got != p.moved {
				t.Errorf("moved %q, want %q", got, p.moved)
			}
			if rep.Unread != 0 || rep.Failed != "" {
				t.Errorf("%+v", rep)
			}
			again := Begin(b.request, b.plan(), "run").End(false)
			if len(again.Plants) != 0 {
				t.Errorf("a run that does nothing: %+v", again.Plants)
			}
		})
	}
}

// TestRestored looks at what stands in the place of settings that ran something.
func TestRestored(t *testing.T) {
	b := newBench(t)
	b.sh(t, "git init -q .; chmod 640 .git/config")
	before, _ := os.ReadFile(b.project + "/.git/config")
	s := Begin(b.request, b.plan(), "run")
	b.sh(t, "git config core.pager 'x;y'")
	rep := s.End(false)
	after, _ := os.ReadFile(b.project + "/.git/config")
	if len(rep.Plants) != 1 || !rep.Plants[0].Restored || string(after) != string(before) {
		t.Errorf("%+v\n%s", rep, after)
	}
}

// TestOthersMayChangeProtectedFiles: the run cannot change them, and others may.
func TestOthersMayChangeProtectedFiles(t *testing.T) {
	b := newBench(t)
	b.sh(t, "git init -q .; mkdir -p .claude/plans")
	s := Begin(b.request, b.plan(plan.Step{Do: plan.ReadOnly, Path: b.project + "/.claude"},
		plan.Step{Do: plan.ReadOnly, Path: b.project + "/.git/hooks"},
		plan.Step{Do: plan.ReadOnly, Path: b.project + "/.git/config"}), "run")
	b.sh(t, "echo > .claude/settings.local.json; echo > .git/hooks/x; git config alias.x '!y'")
	if rep := s.End(false); len(rep.Plants) != 0 {
		t.Errorf("%+v", rep.Plants)
	}
}

// TestCache: of a cache only the names count that stand at its top, or have begun above it.
func TestCache(t *testing.T) {
	b := newBench(t)
	cache := b.home + "/.cargo"
	b.sh(t, "mkdir -p ../.cargo/registry/x")
	s := Begin(b.request, &plan.Plan{Steps: []plan.Step{{Do: plan.Writable, Path: cache}}}, "run")
	b.sh(t, "cd ../.cargo; echo > config.toml; echo > .envrc; echo > registry/x/.envrc")
	var moved []string
	for _, p := range s.End(false).Plants {
		moved = append(moved, strings.TrimPrefix(p.Path, cache+"/"))
	}
	if !slices.Equal(moved, []string{".envrc", "config.toml"}) {
		t.Errorf("%q", moved)
	}
}

// TestReport compares what is said.
func TestReport(t *testing.T) {
	b := newBench(t)
	s := Begin(b.request, b.plan(), "run")
	b.sh(t, `mkdir 'a
b'; echo > 'a
b/.envrc'; echo > x; ln x .mcp.json`)
	rep := s.End(true)
	var out strings.Builder
	rep.Print(&out)
	q := b.home + "/.cache/fencepost/quarantine/" + rep.Run
	want := fmt.Sprintf("fencepost: sandbox quarantined %[1]s/.mcp.json (the agent's own settings decide "+
		"what it may do and run): %[2]s/1-.mcp.json; other names of the same file: 1\n"+
		"fencepost: sandbox quarantined \"%[1]s/a\\nb/.envrc\" (the tool direnv runs this file): %[2]s/2-.envrc\n",
		b.project, q)
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
	data, err := os.ReadFile(q + "/report.json")
	var saved Report
	if err != nil || json.Unmarshal(data, &saved) != nil || !saved.Left || len(saved.Plants) != 2 {
		t.Errorf("%v %s", err, data)
	}
	for _, dir := range []string{q, filepath.Dir(q)} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v %v", dir, info.Mode(), err)
		}
	}
}

// TestNowhereToMove: what cannot be moved is renamed, and a link to a directory is no quarantine.
func TestNowhereToMove(t *testing.T) {
	b := newBench(t)
	b.sh(t, "mkdir -p ../.cache; ln -s ../outside ../.cache/fencepost")
	s := Begin(b.request, b.plan(), "run")
	b.sh(t, "echo > .envrc")
	rep := s.End(false)
	if len(rep.Plants) != 1 || rep.Plants[0].Moved != b.project+"/.envrc.quarantined-"+rep.Run ||
		rep.Plants[0].Error == "" {
		t.Errorf("%+v", rep.Plants)
	}
	if left, _ := os.ReadDir(b.home + "/outside"); len(left) != 0 {
		t.Error("the link was followed")
	}
}

// TestOtherFileSystem copies, through no link, and within bounds.
func TestOtherFileSystem(t *testing.T) {
	other, err := os.MkdirTemp("/dev/shm", "sweep")
	if err != nil {
		t.Skip("not run: " + err.Error())
	}
	defer os.RemoveAll(other)
	b := newBench(t)
	var x, y syscall.Stat_t
	if syscall.Stat(other, &x) != nil || syscall.Stat(b.home, &y) != nil || x.Dev == y.Dev {
		t.Skip("not run: there is one file system")
	}
	t.Setenv("XDG_CACHE_HOME", other)
	s := Begin(b.request, b.plan(), "run")
	b.sh(t, `echo keep > ../outside/f
mkdir -p .vscode/d; echo text > .vscode/d/x; ln -s ../../outside .vscode/l; mkfifo .vscode/p
mkdir .idea; head -c 70000000 /dev/zero > .idea/big`)
	rep := s.End(false)
	if len(rep.Plants) != 2 {
		t.Fatalf("%+v", rep)
	}
	big, code := rep.Plants[0], rep.Plants[1]
	if text, err := os.ReadFile(code.Moved + "/d/x"); string(text) != "text\n" {
		t.Errorf("%q %v", text, err)
	}
	if to, err := os.Readlink(code.Moved + "/l"); to != "../../outside" {
		t.Errorf("%q %v", to, err)
	}
	if _, err := os.Stat(b.home + "/outside/f"); err != nil {
		t.Error(err)
	}
	if filepath.Dir(big.Moved) != b.project || big.Error == "" {
		t.Errorf("%+v", big)
	}
	for _, name := range []string{".vscode", ".idea"} {
		if _, err := os.Lstat(b.project + "/" + name); err == nil {
			t.Error(name + " is still there")
		}
	}
}

// TestUnreadableDirectoryIsKnownByTimes: times tell what was there where nobody could look.
func TestUnreadableDirectoryIsKnownByTimes(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("not run: root reads everything")
	}
	b := newBench(t)
	b.sh(t, "mkdir -p a/b c; echo > a/b/.envrc; chmod 000 a c; sleep 0.02")
	s := Begin(b.request, b.plan(), "run")
	b.sh(t, "chmod 700 a; echo > a/.envrc")
	rep := s.End(false)
	if len(rep.Plants) != 1 || rep.Plants[0].Path != b.project+"/a/.envrc" || rep.Unread != 0 {
		t.Errorf("%+v", rep)
	}
}

// TestPlantNearTheTopIsFound: with many directories nothing near the top is hidden, and it is told.
func TestPlantNearTheTopIsFound(t *testing.T) {
	b := newBench(t)
	b.sh(t, "mkdir -p a/b")
	s := Begin(b.request, b.plan(), "run")
	b.sh(t, "i=0; while [ $i -lt 300 ]; do i=$((i+1)); mkdir $i; done; "+
		"echo > a/b/.envrc; mkdir 1/2; echo > 1/2/.envrc")
	<-s.done
	w := s.walker(s.before)
	w.dirs = maxDirs - 50
	w.look(s.roots, lookers)
	var found []string
	for _, h := range w.hits {
		found = append(found, h.rel)
	}
	if !slices.Equal(found, []string{"a/b/.envrc"}) || w.unread == 0 {
		t.Errorf("%q, %d", found, w.unread)
	}
	var out strings.Builder
	(&Report{Unread: 3, Hidden: true}).Print(&out)
	if out.Len() == 0 {
		t.Error("nobody is told")
	}
}

// TestBudget: a project of ten thousand files costs little, and one without bounds is left.
func TestBudget(t *testing.T) {
	b := newBench(t)
	for i := range 500 {
		dir := fmt.Sprintf("%s/d%d/e%d", b.project, i%50, i)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for j := range 20 {
			if err := os.WriteFile(fmt.Sprintf("%s/f%d", dir, j), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	var costs []time.Duration
	for range 5 {
		before := cpu(t)
		s := Begin(b.request, b.plan(), "run")
		rep := s.End(false)
		costs = append(costs, cpu(t)-before)
		if rep.Unread != 0 || len(rep.Plants) != 0 {
			t.Fatalf("%+v", rep)
		}
	}
	slices.Sort(costs)
	t.Logf("both looks at 10,000 files in 551 directories: %v of the processor", costs)
	if costs[2] > 100*time.Millisecond {
		t.Error("both looks together are to take 100 ms at most")
	}
}

// cpu is the processor time of this process: what others do on the machine does not count.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// TestRaces: who goes on in the background leads the sweep nowhere else.
func TestRaces(t *testing.T) {
	b := newBench(t)
	b.sh(t, "echo victim > ../outside/.envrc; mkdir -p ../outside/.vscode; echo > ../outside/.vscode/x")
	stop, done := make(chan bool), make(chan bool)
	s := Begin(b.request, b.plan(), "run")
	b.sh(t, "mkdir d; echo > d/.envrc; mkdir d/.vscode; echo > d/.vscode/x")
	<-s.done
	go func() {
		defer close(done)
		d := b.project + "/d"
		for {
			select {
			case <-stop:
				return
			default:
			}
			_ = os.Rename(d, d+"2")
			_ = os.Symlink(b.home+"/outside", d)
			_ = os.Remove(d)
			_ = os.Rename(d+"2", d)
			_ = os.WriteFile(d+"/.envrc", nil, 0o644)
		}
	}()
	rep := &Report{}
	for range 200 {
		w := s.walker(s.before)
		w.look(s.roots, lookers)
		for i := range w.hits {
			s.judge(w, &w.hits[i], rep)
		}
		s.moved = nil
	}
	close(stop)
	<-done
	if len(rep.Plants) < 2 {
		t.Errorf("nothing was moved: %+v", rep)
	}
	for _, name := range []string{"/outside/.envrc", "/outside/.vscode/x"} {
		if _, err := os.Stat(b.home + name); err != nil {
			t.Error(err)
		}
	}
}
