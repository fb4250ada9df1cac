package history

import (
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
)

func store(t *testing.T) (*Store, *time.Time) {
	t.Helper()
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	s := In(t.TempDir())
	s.now = func() time.Time { return now }
	return s, &now
}

func TestRuns(t *testing.T) {
	s, now := store(t)
	session := s.Session("6f9c2a1e-0000")
	for _, r := range []*Run{
		{Command: "make", Dir: "/p", ToolUse: "toolu_1", Profile: &sandbox.Profile{Network: "none"}},
		{Command: "make", Dir: "/p"},
		{Command: "make", Dir: "/q"},
	} {
		if err := session.Begin(r); err != nil {
			t.Fatal(err)
		}
		*now = now.Add(time.Second)
	}
	if all := runsOf(session); len(all) != 3 || all[0].Dir != "/q" || all[2].ToolUse != "toolu_1" {
		t.Fatalf("runs %+v", all)
	}
	for _, tt := range []struct {
		name, tool, command, dir string
		want                     string // its time
	}{
		{"by the call's name", "toolu_1", "other", "/", "2026-11-23T12:00:00Z"},
		{"by command and directory", "toolu_9", "make", "/p", "2026-11-23T12:00:01Z"},
		{"of nobody's name", "", "make", "/q", "2026-11-23T12:00:02Z"},
		{"another directory", "", "make", "/r", ""},
		{"another command", "", "make all", "/p", ""},
	} {
		got := ""
		if r := session.RunOf(tt.tool, tt.command, tt.dir); r != nil {
			got = r.Time
		}
		if got != tt.want {
			t.Errorf("%s: run of %q, want %q", tt.name, got, tt.want)
		}
	}
	r := session.RunOf("", "make", "/p")
	r.Seen = true
	if err := session.Keep(r); err != nil {
		t.Fatal(err)
	}
	if again := session.RunOf("", "make", "/p"); again == nil || again.ID == r.ID {
		t.Errorf("a run that was seen is found again: %+v", again)
	}
	if filepath.Dir(filepath.Dir(r.Record)) != session.dir {
		t.Errorf("the record lies at %s", r.Record)
	}
}

func TestPending(t *testing.T) {
	s, _ := store(t)
	session := s.Session("s1")
	rights := []Right{{"write", "/home/eve/y"}, {"host", "evil.test:443"}}
	p := &Pending{Command: "cp x ~/y", Dir: "/p", Rights: rights}
	if err := session.SetPending(p); err != nil {
		t.Fatal(err)
	}
	if got := session.Started("cp x ~/y", "/p"); got != nil {
		t.Errorf("run without a question: granted %v", got)
	}
	for _, other := range []struct{ id, command, dir string }{
		{"s2", "cp x ~/y", "/p"}, {"s1", "cp x ~/y", "/q"}, {"s1", "cp x ~/z", "/p"},
	} {
		if p := s.Session(other.id).Pending(other.command, other.dir); p != nil {
			t.Errorf("%v has what is pending of another call: %v", other, p)
		}
	}
	if err := session.Asked(p, "toolu_2"); err != nil {
		t.Fatal(err)
	}
	if got := session.Started("cp x ~/y", "/p"); !reflect.DeepEqual(got, rights) {
		t.Errorf("granted %v", got)
	}
	if session.Pending("cp x ~/y", "/p") != nil {
		t.Error("it is still pending")
	}
	if got := s.Rights(session, "/p"); len(got) != 2 {
		t.Errorf("the session has %v", got)
	}
	if got := s.Rights(s.Session("s2"), "/p"); got != nil {
		t.Errorf("another session has %v", got)
	}
}

func TestGrants(t *testing.T) {
	s, _ := store(t)
	session := s.Session("s1")
	cache, hub := Right{"write", "/home/eve/.cache/x"}, Right{"host", "hub.test"}
	for _, err := range []error{
		session.Grant(&Grant{Right: Right{"port", "5432"}}),
		s.Grant("/p", &Grant{Right: cache}), s.Grant("", &Grant{Right: hub}),
		s.Grant("/p", &Grant{Right: hub}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := []Right{{"port", "5432"}, hub, cache}
	if got := s.Rights(session, "/p"); !reflect.DeepEqual(got, want) {
		t.Errorf("rights %v, want %v", got, want)
	}
	if got := s.Rights(nil, "/other"); !reflect.DeepEqual(got, []Right{hub}) {
		t.Errorf("elsewhere %v", got)
	}
	if got := s.Projects(); !reflect.DeepEqual(got, []string{"/p"}) {
		t.Errorf("projects %v", got)
	}
	if !s.Revoke("/p", cache) || s.Revoke("/p", cache) || len(s.Grants("/p")) != 1 {
		t.Errorf("after revoking: %v", s.Grants("/p"))
	}
	for _, bad := range []Right{{"exec", "/x"}, {"write", ""}, {"host", "a\nb"}, {"", "x"},
		{"write", "/" + strings.Repeat("x", maxCommand)}} {
		if s.Grant("", &Grant{Right: bad}) == nil {
			t.Errorf("%.40v was granted", bad)
		}
	}
}

// TestDamage: whatever a file holds, it is nothing, and what is sound beside it counts.
func TestDamage(t *testing.T) {
	for _, tt := range []struct {
		name   string
		damage func(t *testing.T, file string)
	}{
		{"empty", func(t *testing.T, file string) { put(t, file, "") }},
		{"cut short", func(t *testing.T, file string) { put(t, file, `{"kind":"write","na`) }},
		{"another type", func(t *testing.T, file string) { put(t, file, `[1]`) }},
		{"another right", func(t *testing.T, file string) { put(t, file, `{"kind":"write","name":"/"}`) }},
		{"too large", func(t *testing.T, file string) { put(t, file, strings.Repeat(" ", maxFile+1)) }},
		{"others may write it", func(t *testing.T, file string) { check(t, os.Chmod(file, 0o622)) }},
		{"a link", func(t *testing.T, file string) {
			check(t, os.Rename(file, file+".other"))
			check(t, os.Symlink(file+".other", file))
		}},
		{"a directory", func(t *testing.T, file string) {
			check(t, os.Remove(file))
			check(t, os.Mkdir(file, 0o700))
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := store(t)
			bad, good := Right{"write", "/home/eve/a"}, Right{"write", "/home/eve/b"}
			check(t, s.Grant("", &Grant{Right: bad}))
			check(t, s.Grant("", &Grant{Right: good}))
			tt.damage(t, filepath.Join(s.standing(""), nameOf(bad.String())+".json"))
			if got := s.Rights(nil, ""); !reflect.DeepEqual(got, []Right{good}) {
				t.Errorf("rights %v", got)
			}
		})
	}
}

func put(t *testing.T, file, text string) {
	t.Helper()
	check(t, os.WriteFile(file, []byte(text), 0o600))
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestBounds(t *testing.T) {
	s, now := store(t)
	session := s.Session("s1")
	for i := range maxPending + 10 {
		check(t, session.SetPending(&Pending{Command: "c" + strconv.Itoa(i), Dir: "/p"}))
	}
	if n := len(session.AllPending()); n > maxPending || n < maxPending/4*3 {
		t.Errorf("%d are pending", n)
	}
	if session.Pending("c"+strconv.Itoa(maxPending+9), "/p") == nil {
		t.Error("the newest is gone")
	}
	for i := range maxGrants {
		check(t, s.Grant("", &Grant{Right: Right{"port", strconv.Itoa(i)}}))
	}
	if err := s.Grant("", &Grant{Right: Right{"port", "9999"}}); err == nil {
		t.Error("there is no bound on grants")
	}
	check(t, s.Grant("", &Grant{Right: Right{"port", "1"}}))
	if err := session.SetPending(&Pending{Command: strings.Repeat("x", maxFile)}); err == nil {
		t.Error("a file of any size is written")
	}
	*now = now.Add(keepSessions + time.Hour)
	old := now.Add(-2 * keepSessions)
	for _, name := range []string{"", pendingDir} {
		check(t, os.Chtimes(filepath.Join(session.dir, name), old, old))
	}
	check(t, s.Session("fresh").Grant(&Grant{Right: Right{"port", "1"}}))
	*now = time.Now()
	s.Prune()
	if got := s.Sessions(); !reflect.DeepEqual(got, []string{"fresh"}) {
		t.Errorf("sessions left: %v", got)
	}
}

func TestCalls(t *testing.T) {
	s, now := store(t)
	check(t, s.Leave("make", "/p", &Call{Session: "s1", ToolUse: "toolu_1"}))
	if c := s.Find("make", "/p"); c == nil || c.Session != "s1" || c.ToolUse != "toolu_1" {
		t.Errorf("found %+v", c)
	}
	if s.Find("make", "/q") != nil || s.Find("make all", "/p") != nil {
		t.Error("found another call")
	}
	*now = now.Add(keepCalls + time.Minute)
	if s.Find("make", "/p") != nil {
		t.Error("found one of long ago")
	}
}

func TestSessionNames(t *testing.T) {
	s, _ := store(t)
	root := filepath.Join(s.dir, runDir)
	for _, id := range []string{"..", ".", "a/b", "../../x", "calls", "-x", "", "a\x00b", "ü",
		strings.Repeat("a", 65), "6f9c2a1e-b2f0-4d3c-9a55-0123456789ab"} {
		session := s.Session(id)
		if id == "" {
			if session != nil || session.Grants() != nil || runsOf(session) != nil ||
				session.Begin(&Run{}) == nil || session.Pending("a", "b") != nil ||
				session.Started("a", "b") != nil {
				t.Error("a session without a name holds something")
			}
			continue
		}
		if dir := filepath.Dir(session.dir); dir != root || session.dir == filepath.Join(root, callsDir) {
			t.Errorf("%q lies at %s", id, session.dir)
		}
	}
}

func TestEachNoteIsToldOnce(t *testing.T) {
	s, _ := store(t)
	a, b := s.Session("a"), s.Session("b")
	if !a.Tell("x") || a.Tell("x") || !a.Tell("y") || !b.Tell("x") {
		t.Error("what was told is not known")
	}
	check(t, a.Forget())
	if !a.Tell("x") {
		t.Error("what was told is known after the session's end")
	}
}

// TestSideBySide: programs that write at the same time lose nothing.
func TestSideBySide(t *testing.T) {
	s := In(t.TempDir())
	var all sync.WaitGroup
	for i := range 40 {
		all.Add(1)
		go func() {
			defer all.Done()
			session := s.Session("s1")
			if err := session.Grant(&Grant{Right: Right{"port", strconv.Itoa(i)}}); err != nil {
				t.Error(err)
			}
			text := "only once " + strconv.Itoa(i)
			if first, again := session.Tell(text), session.Tell(text); first == again {
				t.Error("told twice")
			}
		}()
	}
	all.Wait()
	if got := s.Rights(s.Session("s1"), ""); len(got) != 40 {
		t.Errorf("%d of 40 grants", len(got))
	}
}

// runsOf are the runs of a session, newest first.
func runsOf(s *Session) (list []*Run) {
	s.Each(func(r *Run) bool {
		list = append(list, r)
		return true
	})
	return list
}
