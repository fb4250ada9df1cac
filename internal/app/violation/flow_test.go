package violation

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/history"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// world is a session in a made-up home.
type world struct {
	t       *testing.T
	store   *history.Store
	session *history.Session
	host    *madeUp
}

func newWorld(t *testing.T) *world {
	store := history.In(t.TempDir())
	_, host := eve()
	return &world{t, store, store.Session("s1"), host}
}

// ran has a command run, closed or not, that ends so and prints that.
func (w *world) ran(command string, closed bool, status int, output string,
	refused ...report.Refused,
) *Report {
	w.t.Helper()
	f, _ := eve()
	f.Closed, f.Profile.Network = closed, "filtered"
	f.Run.Net, f.Run.Status, f.Run.Refused, f.Run.Ended = "filtered", status, refused, time.Now()
	run := &history.Run{Command: command, Dir: "/home/eve/p", Closed: closed, Profile: f.Profile}
	if err := w.session.Begin(run); err != nil {
		w.t.Fatal(err)
	}
	file, err := report.Create(run.Record)
	if err != nil {
		w.t.Fatal(err)
	}
	defer file.Close()
	if err := file.Write(f.Run); err != nil {
		w.t.Fatal(err)
	}
	return After(&Ran{Store: w.store, Session: "s1", Command: command, Dir: "/home/eve/p",
		Output: output, Reach: true, Home: "/home/eve", Project: "/home/eve/p",
		Protected: f.Protected, Source: func(key string) string {
			if key == "sandbox.network.allow" {
				return "/home/eve/.claude/fencepost.yaml:7:5"
			}
			return ""
		}, Host: w.host})
}

// sent has the command proposed: what there is to say of it, and what is left where nobody hears.
func (w *world) sent(command, mute string) (why, instead string) {
	return StoppedBefore(&Sent{Store: w.store, Session: "s1", ToolUse: "t2", Command: command,
		Dir: "/home/eve/p", Project: "/home/eve/p", Home: "/home/eve",
		Mute: func() string { return mute }})
}

const (
	touch    = "touch ~/y && make"
	readOnly = "touch: cannot touch '/home/eve/y': Read-only file system"
)

// TestGrantBySending: a run is stopped, the same command asks a person once, and being run is the
// answer.
func TestGrantBySending(t *testing.T) {
	w := newWorld(t)
	if why, _ := w.sent(touch, ""); why != "" {
		t.Fatalf("before it ran: %s", why)
	}
	r := w.ran(touch, false, 1, readOnly)
	want := []string{"The fencepost sandbox stopped this command from:",
		"- writing ~/y: it is not in sandbox.write.allow",
		"If the task needs it, send exactly the same command again, in the same directory: a person " +
			"is then asked. Else go on without it."}
	if !reflect.DeepEqual(r.Lines, want) {
		t.Errorf("told %q", r.Lines)
	}
	if r.Text != "stopped: write /home/eve/y" || r.Mismatch {
		t.Errorf("logged %q, mismatch %v", r.Text, r.Mismatch)
	}
	if why, _ := w.sent("touch ~/y", ""); why != "" {
		t.Errorf("another command: %s", why)
	}
	if why, instead := w.sent(touch, ""); instead != "" || why != "the sandbox stopped this command "+
		"from writing ~/y. Allowing adds that for this session" {
		t.Errorf("sent again: %s, %s", why, instead)
	}
	if got := w.session.Started(touch, "/home/eve/p"); len(got) != 1 ||
		got[0] != (history.Right{Kind: "write", Name: "/home/eve/y"}) {
		t.Errorf("granted %v", got)
	}
	if why, _ := w.sent(touch, ""); why != "" {
		t.Errorf("after it was granted: %s", why)
	}
}

// TestQuestionSaysWhatYesOpens: a question of the gate says what a yes opens; being run is the yes, and
// what is open already is not said again. A person who did not let it run is told once.
func TestQuestionSaysWhatYesOpens(t *testing.T) {
	w := newWorld(t)
	rights := []history.Right{{Kind: "write", Name: "/home/eve/notes"}, {Kind: "host", Name: "hub.example"}}
	asks := func(command, mute string) string {
		why, _ := StoppedBefore(&Sent{Store: w.store, Session: "s1", Command: command, Dir: "/home/eve/p",
			Home: "/home/eve", Opens: slices.Clone(rights), Mute: func() string { return mute }})
		return why
	}
	if got := asks("a", "nobody is there"); got != "" || len(w.session.AllPending()) != 0 {
		t.Errorf("nobody hears: %q", got)
	}
	const all = "Allowing opens the sandbox for writing ~/notes and reaching hub.example, for this session"
	if got := asks("a", ""); got != all {
		t.Errorf("%q", got)
	}
	if got := asks("a", ""); got != "" {
		t.Errorf("after a person said no: %q", got)
	}
	if got := w.session.Started("a", "/home/eve/p"); got != nil {
		t.Errorf("granted %v", got)
	}
	if got := asks("b", ""); got != all || len(w.session.Started("b", "/home/eve/p")) != 2 {
		t.Errorf("%q, grants %v", got, w.session.Grants())
	}
	if got := asks("c", ""); got != "" {
		t.Errorf("what is open: %q", got)
	}
}

// TestAskedOnce: who is asked and does not let it run is not asked again, and the command runs as
// it did; no grant comes of it.
func TestAskedOnce(t *testing.T) {
	w := newWorld(t)
	w.ran(touch, false, 1, readOnly)
	if why, _ := w.sent(touch, ""); why == "" {
		t.Fatal("sent again: nothing is said")
	}
	if why, _ := w.sent(touch, ""); why != "" {
		t.Errorf("after a person said no: %s", why)
	}
	if got := w.session.Started(touch, "/home/eve/p"); got != nil {
		t.Errorf("granted though nobody agreed: %v", got)
	}
	r := w.ran(touch, false, 1, readOnly)
	if len(r.Pending) > 0 || !strings.Contains(strings.Join(r.Lines, "\n"),
		"fencepost sandbox grant write ~/y --session=s1") {
		t.Errorf("told %q", r.Lines)
	}
	if why, _ := w.sent(touch, ""); why != "" {
		t.Errorf("and once more: %s", why)
	}
	// What is new is asked about.
	w.ran(touch, false, 1, readOnly, report.Refused{Host: "hub.test", Port: 443, Count: 1,
		Why: "not in sandbox.network.allow"})
	if why, _ := w.sent(touch, ""); !strings.Contains(why, "writing ~/y and reaching hub.test:443") &&
		!strings.Contains(why, "reaching hub.test:443 and writing ~/y") {
		t.Errorf("a right more: %s", why)
	}
}

// TestNobodyToAsk: where a question reaches nobody the call is denied once, with what a person can
// do.
func TestNobodyToAsk(t *testing.T) {
	w := newWorld(t)
	w.ran(touch, false, 1, readOnly)
	why, instead := w.sent(touch, "in the mode bypassPermissions nobody may be asked")
	if !strings.Contains(why, "stopped this command from writing ~/y") ||
		!strings.Contains(instead, "fencepost sandbox grant write ~/y --session=s1") {
		t.Errorf("%s, %s", why, instead)
	}
	if got := w.session.Started(touch, "/home/eve/p"); got != nil {
		t.Errorf("granted %v", got)
	}
	if why, _ := w.sent(touch, "nobody is there to be asked"); why != "" {
		t.Errorf("once more: %s", why)
	}
}

func TestViolationsAreToldAfterTheRun(t *testing.T) {
	hub := report.Refused{Host: "hub.test", Port: 443, Count: 3, Why: "not in sandbox.network.allow"}
	for _, tt := range []struct {
		name    string
		closed  bool
		status  int
		output  string
		refused []report.Refused
		lines   string // that are told, joined
		logged  string
		pending int
	}{
		{"nothing", false, 0, "ok\n", nil, "", "", 0},
		{"a failure of its own", false, 1, "x.go:3: undefined: y\n", nil, "", "", 0},
		{"a host", false, 1, "", []report.Refused{hub},
			"- reaching hub.test:443 (3 times): not in sandbox.network.allow " +
				"(~/.claude/fencepost.yaml:7:5)\nIf the task needs it, send exactly",
			"stopped: host hub.test:443", 1},
		{"a host, and all went well", false, 0, "", []report.Refused{hub},
			"If the task needs it, tell the person, who can allow it in a terminal of their own: " +
				"fencepost sandbox grant host hub.test:443 --session=s1", "stopped: host hub.test:443", 0},
		{"a host that the config denies", false, 1, "", []report.Refused{{Host: "gist.test", Port: 443,
			Count: 1, Why: "denied by sandbox.network.deny: use the paste service"}},
			"- reaching gist.test:443: denied by sandbox.network.deny: use the paste service\nWhat is never",
			"stopped: host gist.test:443", 0},
		{"a forbidden address", false, 1, "", []report.Refused{{Host: "169.254.169.254", Port: 80,
			Count: 1, Why: "a link-local address"}},
			"- reaching 169.254.169.254:80: never granted, a link-local address", "stopped: host", 0},
		{"a closed call: our reading was wrong", true, 1, readOnly, nil,
			"- writing ~/y: it is not in sandbox.write.allow", "mismatch: write /home/eve/y", 1},
		{"a closed call that reached for a host", true, 6, "curl: (6) Could not resolve host: hub.test",
			[]report.Refused{{Host: "hub.test", Count: 1, Why: "not in sandbox.network.allow"}},
			"- reaching hub.test: not in sandbox.network.allow", "mismatch: host hub.test", 1},
		{"a closed call shows a log with such lines", true, 0, readOnly, nil, "", "", 0},
		{"protected", false, 1, "bash: line 1: .git/hooks/x: Read-only file system", nil,
			"- writing .git/hooks/x: never granted, git runs these programs\n" +
				"What is never granted a person can do", "stopped: write /home/eve/p/.git/hooks/x", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			r := w.ran("make", tt.closed, tt.status, tt.output, tt.refused...)
			told := strings.Join(r.Lines, "\n")
			if !strings.Contains(told, tt.lines) || tt.lines == "" && told != "" {
				t.Errorf("told\n%s\nwant\n%s", told, tt.lines)
			}
			if !strings.HasPrefix(r.Text, tt.logged) || tt.logged == "" && r.Text != "" {
				t.Errorf("logged %q, want %q", r.Text, tt.logged)
			}
			if len(r.Pending) != tt.pending {
				t.Errorf("pending %v, want %d", r.Pending, tt.pending)
			}
		})
	}
}

// TestUnconfined: a call that did not run in the sandbox, and one that was looked at, say nothing.
func TestUnconfined(t *testing.T) {
	w := newWorld(t)
	ran := &Ran{Store: w.store, Session: "s1", Command: touch, Dir: "/home/eve/p", Output: readOnly,
		Home: "/home/eve", Protected: func(string) string { return "" }, Host: w.host,
		Source: func(string) string { return "" }}
	if r := After(ran); r != nil {
		t.Errorf("%+v", r)
	}
	w.ran(touch, false, 1, readOnly)
	if r := After(ran); r != nil {
		t.Errorf("a second time: %+v", r)
	}
}

// TestNoRecord: where a run has left no record, what it was asked to be kept to counts.
func TestNoRecord(t *testing.T) {
	w := newWorld(t)
	run := &history.Run{Command: touch, Dir: "/home/eve/p",
		Profile: &sandbox.Profile{Write: []string{"/home/eve/p"}, Network: "filtered"}}
	if err := w.session.Begin(run); err != nil {
		t.Fatal(err)
	}
	r := After(&Ran{Store: w.store, Session: "s1", Command: touch, Dir: "/home/eve/p",
		Home:      "/home/eve",
		Output:    readOnly + "\ntouch: cannot touch '/home/eve/p/z': Read-only file system",
		Protected: func(string) string { return "" }, Source: func(string) string { return "" },
		Host: w.host})
	if r == nil || len(r.Stops) != 1 || r.Stops[0].Name != "/home/eve/y" {
		t.Errorf("%+v", r)
	}
}

func TestMake(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there, []byte("kept"), 0o600); err != nil {
		t.Fatal(err)
	}
	write := func(name string) history.Right { return history.Right{Kind: "write", Name: name} }
	err := Make([]history.Right{write(filepath.Join(dir, "file")), write(filepath.Join(dir, "dir") + "/"),
		write(there), {Kind: "read", Name: filepath.Join(dir, "no")}})
	if err != nil {
		t.Fatal(err)
	}
	m := Machine{}
	got := []Kind{m.Kind(filepath.Join(dir, "file")), m.Kind(filepath.Join(dir, "dir")),
		m.Kind(filepath.Join(dir, "no"))}
	if !reflect.DeepEqual(got, []Kind{File, Dir, Nothing}) {
		t.Errorf("made %v", got)
	}
	if text, _ := os.ReadFile(there); string(text) != "kept" {
		t.Errorf("what was there is %q", text)
	}
	if Make([]history.Right{write(filepath.Join(dir, "a", "b"))}) == nil {
		t.Error("made without a directory")
	}
}
