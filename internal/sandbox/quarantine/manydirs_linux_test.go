package quarantine

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// wide makes a project of many directories, of which each has a protected file. All are older than
// what comes after.
func (b *bench) wide(t testing.TB, outer, inner int) {
	t.Helper()
	for i := range outer * inner {
		dir := fmt.Sprintf("%s/d%d/e%d", b.project, i/inner, i%inner)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir+"/.envrc", []byte(dir), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(20 * time.Millisecond)
}

func (rep *Report) moved(b *bench) string {
	var moved []string
	for _, p := range rep.Plants {
		moved = append(moved, strings.TrimPrefix(p.Path, b.project+"/"))
	}
	return strings.Join(moved, " ")
}

// TestManyDirectoriesAreSwept looks at more directories than are read before the run begins.
func TestManyDirectoriesAreSwept(t *testing.T) {
	b := newBench(t)
	b.wide(t, 30, 50)
	s := Begin(b.request, b.plan(), "run")
	<-s.done
	if len(s.before.Names) != 30*50 {
		t.Errorf("%d names are known", len(s.before.Names))
	}
	b.sh(t, `echo evil > d7/e49/.envrc; chmod 600 d29/e49/.envrc
		touch d28/x d28/e48/x; mkdir d28/e48/y; chmod 600 d28/e48/.envrc
		mkdir d29/new; echo > d29/new/.envrc
		mv d20 d21/; touch d22/e1/.envrc`)
	rep := s.End(false)
	got := strings.Fields(rep.moved(b))
	if len(got) != 52 || got[0] != "d21/d20/e0/.envrc" || got[50] != "d29/new/.envrc" ||
		got[51] != "d7/e49/.envrc" {
		t.Errorf("%q, want what was moved, is new and has changed", got)
	}
	text, err := os.ReadFile(b.project + "/d7/e49/.envrc")
	if err != nil || string(text) != b.project+"/d7/e49" {
		t.Errorf("%q %v", text, err)
	}
	if rep.Unread != 0 {
		t.Errorf("%+v", rep)
	}
}

// TestOnlyChangedDirectoriesAreRead counts what the look after a run reads: the directories that have
// changed.
func TestOnlyChangedDirectoriesAreRead(t *testing.T) {
	b := newBench(t)
	b.wide(t, 30, 50)
	s := Begin(b.request, b.plan(), "run")
	<-s.done
	b.sh(t, "touch d1/e2/x d29/e49/x; mkdir d29/e49/y")
	w := s.walker(s.before)
	w.look(s.roots, lookers)
	if w.dirs != 3 || len(w.hits) != 30*50 {
		t.Errorf("%d directories were read, and %d names found", w.dirs, len(w.hits))
	}
}

// TestReplacedDirectoryIsNotTrusted: nothing is believed of a place that a live run may have replaced.
func TestReplacedDirectoryIsNotTrusted(t *testing.T) {
	b := newBench(t)
	b.wide(t, 30, 50)
	b.sh(t, "mkdir -p node_modules/a; echo evil > node_modules/a/.envrc; sleep 0.02")
	s := newSweep(&State{Run: "run", Dir: b.project, Home: b.home, Roots: []Root{{Path: b.project}}},
		b.request.Protect)
	b.sh(t, "mv d20/e1 d20/e1.away; mv node_modules/a d20/e1") // before anything was looked at
	s.begin(false)
	<-s.done
	b.sh(t, "mv d20/e1 node_modules/a; mv d20/e1.away d20/e1; echo evil > d20/e1/.envrc")
	if got := s.Look(true).moved(b); got != "d20/e1/.envrc" {
		t.Errorf("%q", got)
	}
	b.sh(t, "mv d20/e1 d20/e1.away; mv node_modules/a d20/e1")
	if got := s.End(false).moved(b); got != "d20/e1/.envrc" {
		t.Errorf("%q", got)
	}
}

// TestResume goes on in another process, as a keeper does, and as the next run does for one that was
// killed.
func TestResume(t *testing.T) {
	b := newBench(t)
	b.sh(t, "mkdir -p a/b; echo old > a/.envrc; echo old > a/b/.envrc; sleep 0.02")
	s := Begin(b.request, b.plan(), "run")
	pass := func(st *State) *State {
		data, err := json.Marshal(st)
		out := &State{}
		if err != nil || json.Unmarshal(data, out) != nil {
			t.Fatalf("%v %s", err, data)
		}
		return out
	}
	st := pass(&s.State)
	b.sh(t, "touch a/x a/b/x a/b/.envrc; echo new > a/.envrc; echo > .mcp.json")
	kept := Resume(pass(s.Handover()), b.request.Protect)
	if got := s.Look(true).moved(b); got != ".mcp.json a/.envrc" {
		t.Errorf("when the command ends: %q", got)
	}
	b.sh(t, "echo > .mcp.json; mkdir .husky; echo > .husky/pre-commit")
	for _, name := range []string{".husky", ".husky/pre-commit"} {
		kept.Agree(Agreed{b.project + "/" + name, s.roots[0].sum(name)})
	}
	kept.Agree(Agreed{b.project + "/.mcp.json", s.roots[0].sum(".husky/pre-commit") + "x"}) // changed since
	if got := kept.Look(true).moved(b); got != ".mcp.json" {
		t.Errorf("after the command: %q", got)
	}
	b.sh(t, "echo x > .husky/pre-commit; echo > .mcp.json; echo newer > a/.envrc")
	if got := kept.End(false).moved(b); got != ".husky/pre-commit .mcp.json a/.envrc" {
		t.Errorf("and again: %q", got)
	}
	if text, err := os.ReadFile(b.project + "/a/.envrc"); string(text) != "old\n" {
		t.Errorf("%q %v", text, err)
	}
	if got := Resume(st, b.request.Protect).End(false).moved(b); got != ".husky a/.envrc a/b/.envrc" {
		t.Errorf("of a run that was killed: %q", got)
	}
	b.sh(t, "echo > .envrc; sleep 0.02")
	ended := *st
	ended.Until = s.roots[0].now()
	b.sh(t, "echo > .mcp.json; echo > .husky.yml; mkdir .husky; echo > .husky/x")
	if got := Resume(&ended, b.request.Protect).End(false).moved(b); got != ".envrc" {
		t.Errorf("of one that ended with the machine: %q", got)
	}
	b.sh(t, "mv ../p ../q; mkdir ../p; echo > ../p/.envrc")
	if rep := Resume(st, b.request.Protect).End(false); rep.Failed == "" || len(rep.Plants) != 0 {
		t.Errorf("another directory: %+v", rep)
	}
}

// TestClock: what is made after the clock was set back is found.
func TestClock(t *testing.T) {
	b := newBench(t)
	b.sh(t, "echo > .mcp.json; sleep 0.02")
	s := Begin(b.request, b.plan(), "run")
	s.Clock += int64(time.Hour)
	s.roots[0].start += int64(time.Hour)
	b.sh(t, "echo > .envrc")
	if got := s.End(false).moved(b); got != ".envrc" {
		t.Errorf("%q", got)
	}
}

// TestHugeTreeIsSwept: a run in 33,000 directories, which are more than ever are read before one.
func TestHugeTreeIsSwept(t *testing.T) {
	testkit.All(t, "it makes 33,000 directories")
	b := newBench(t)
	b.wide(t, 330, 100)
	if out, err := exec.Command("du", "-s", b.project).CombinedOutput(); err != nil { // in memory
		t.Fatalf("%v %s", err, out)
	}
	for _, wait := range []bool{false, true} {
		began := time.Now()
		s := Begin(b.request, b.plan(), "run")
		begun := time.Since(began)
		if wait {
			<-s.done
		}
		b.sh(t, "echo x > d329/e99/.envrc; mkdir d200/e50/new; echo > d200/e50/new/.envrc")
		ended := time.Now()
		rep := s.End(false)
		t.Logf("33,331 directories, %d of them read before the end: %v before the run, %v after it",
			s.before.dirs, begun, time.Since(ended))
		if got := rep.moved(b); got != "d200/e50/new/.envrc d329/e99/.envrc" || rep.Unread != 0 {
			t.Errorf("%q %+v", got, rep)
		}
		b.sh(t, "rm -r d200/e50/new; echo new > d329/e99/.envrc; sleep 0.02")
	}
}
