package auditexport

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
)

// entry is the nth call of a log, or its outcome.
func entry(n int) *audit.Entry {
	e := &audit.Entry{Time: time.Date(2026, 3, 14, 8, 0, 0, n*1e6, time.UTC), Session: "s1",
		ToolUse: fmt.Sprint("t", n/2), Cwd: "/home/eve/work", Mode: "default", Tool: "Bash",
		Took: time.Duration(100+n) * time.Microsecond}
	if n%2 == 1 {
		e.Outcome = "ran"
		return e
	}
	text := fmt.Sprintf("echo %d \"a,b\"\n=c", n)
	e.Input = []fact.Field{{Name: "command", Text: text, String: true}}
	e.Decision = []string{"allow", "ask", "deny"}[n/2%3]
	e.Reason = "Fencepost: " + strings.Repeat("x", n%50)
	return e
}

// appendTo appends the calls from..to-1 to a log.
func appendTo(t testing.TB, o audit.Options, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		if err := audit.Append(o, entry(n)); err != nil {
			t.Fatal(err)
		}
	}
}

// memory is a destination that keeps what it gets, and may fail.
type memory struct {
	got  []record
	done positions
	fail int // of how many calls one fails, before or after it kept what it got
	n    int
	most int
}

func (m *memory) ended(context.Context) (positions, error) { return slices.Clone(m.done), nil }
func (m *memory) room() (int, int)                         { return m.most, 1 << 20 }
func (m *memory) Close() error                             { return nil }

func (m *memory) put(_ context.Context, list []record) (taken, error) {
	if m.n++; m.fail > 0 && m.n%m.fail == 0 {
		return taken{}, errors.New("broken off")
	}
	m.got = append(m.got, list...)
	m.done.take(list)
	return taken{records: int64(len(list))}, nil
}

// times are what the calls of a log are known by here.
func (m *memory) times() (list []int) {
	for i := range m.got {
		list = append(list, int(m.got[i].Time.Sub(time.Date(2026, 3, 14, 8, 0, 0, 0,
			time.UTC))/time.Millisecond))
	}
	return list
}

func (m *memory) check(t *testing.T, to int) {
	t.Helper()
	got := m.times()
	slices.Sort(got)
	want := make([]int, to)
	for n := range want {
		want[n] = n
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d records of calls %v, want each of %d once", len(got), got, to)
	}
	ids := map[string]bool{}
	for i := range m.got {
		ids[m.got[i].ID] = true
	}
	if len(ids) != to {
		t.Errorf("%d ids, want %d", len(ids), to)
	}
}

func mustRun(t *testing.T, log string, to Sink) Result {
	t.Helper()
	r, err := Run(context.Background(), log, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestGoesOnWhereItEnded(t *testing.T) {
	o := audit.Options{Path: filepath.Join(t.TempDir(), "audit.jsonl"), MaxBytes: 3000, Keep: 5}
	for _, most := range []int{1, 3, 1000} {
		os.RemoveAll(filepath.Dir(o.Path))
		m := &memory{most: most}
		for n := range 12 {
			appendTo(t, o, 5*n, 5*n+5) // rotated about once
			if r := mustRun(t, o.Path, m); r.Records != 5 || r.Gap || r.Changed || r.Bad != 0 {
				t.Errorf("%+v", r)
			}
		}
		if r := mustRun(t, o.Path, m); r.Records != 0 {
			t.Errorf("%+v", r)
		}
		m.check(t, 60)
	}
}

func TestBrokenOff(t *testing.T) {
	o := audit.Options{Path: filepath.Join(t.TempDir(), "audit.jsonl"), MaxBytes: 20000, Keep: 9}
	appendTo(t, o, 0, 500)
	m := &memory{most: 7, fail: 4}
	for range 100 {
		if _, err := Run(context.Background(), o.Path, m, nil); err == nil {
			break
		}
	}
	m.check(t, 500)
}

// TestTornLine: what has no end yet is for the next time, whether it goes on or not.
func TestTornLine(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	m := &memory{most: 10}
	write := func(text string) {
		f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	for n := range 3 {
		line := string(entry(n).Line())
		for _, part := range []string{line[:20], line[20 : len(line)-1], "\n"} {
			if r := mustRun(t, log, m); r.Records != 0 {
				t.Errorf("%d: %+v", n, r)
			}
			write(part)
		}
		if r := mustRun(t, log, m); r.Records != 1 {
			t.Errorf("%d: %+v", n, r)
		}
	}
	write("\n{\"ts\":\"20\nnonsense\n" + strings.Repeat("x", 3*audit.MaxLine) + "\n" +
		string(entry(3).Line()) + "[]\n")
	if r := mustRun(t, log, m); r.Records != 1 || r.Bad != 4 {
		t.Errorf("%+v", r)
	}
	m.check(t, 4)
}

// TestLateLine: a hook that had the log open while it was rotated writes to the rotated one.
func TestLateLine(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	m := &memory{most: 10}
	appendTo(t, audit.Options{Path: log}, 0, 3)
	mustRun(t, log, m)
	if err := os.Rename(log, log+".1"); err != nil {
		t.Fatal(err)
	}
	appendTo(t, audit.Options{Path: log}, 3, 6)
	mustRun(t, log, m)
	appendTo(t, audit.Options{Path: log + ".1"}, 6, 8)
	if r := mustRun(t, log, m); r.Records != 2 || r.Gap {
		t.Errorf("%+v", r)
	}
	m.check(t, 8)
}

// TestCopiedAndCut is how logrotate rotates with copytruncate.
func TestCopiedAndCut(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	m := &memory{most: 10}
	appendTo(t, audit.Options{Path: log}, 0, 3)
	mustRun(t, log, m)
	appendTo(t, audit.Options{Path: log}, 3, 6)
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log+".1", data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(log, 0); err != nil {
		t.Fatal(err)
	}
	appendTo(t, audit.Options{Path: log}, 6, 9)
	if r := mustRun(t, log, m); r.Records != 6 || r.Gap || r.Changed {
		t.Errorf("%+v", r)
	}
	m.check(t, 9)
}

// rotating rotates the log when it is handed records, as hooks do while an export is at work.
type rotating struct {
	memory
	t    *testing.T
	o    audit.Options
	next int
	left int
}

func (r *rotating) put(ctx context.Context, list []record) (taken, error) {
	if r.left > 0 {
		r.left--
		appendTo(r.t, r.o, r.next, r.next+10)
		r.next += 10
	}
	return r.memory.put(ctx, list)
}

func TestRotatedMeanwhile(t *testing.T) {
	for _, most := range []int{1, 2, 5, 9} {
		o := audit.Options{Path: filepath.Join(t.TempDir(), "audit.jsonl"), MaxBytes: 2500, Keep: 50}
		appendTo(t, o, 0, 40)
		r := &rotating{memory: memory{most: most}, t: t, o: o, next: 40, left: 10}
		mustRun(t, o.Path, r)
		mustRun(t, o.Path, r)
		r.check(t, r.next)
	}
}

func TestGapAndChange(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	m := &memory{most: 10}
	appendTo(t, audit.Options{Path: log}, 0, 3)
	mustRun(t, log, m)
	// Somebody takes a line out.
	data, _ := os.ReadFile(log)
	lines := strings.SplitAfter(string(data), "\n")
	if err := os.WriteFile(log, []byte(lines[0]+lines[2]), 0o600); err != nil {
		t.Fatal(err)
	}
	if r := mustRun(t, log, m); !r.Changed || r.Gap {
		t.Errorf("%+v", r)
	}
	if r := mustRun(t, log, m); r.Changed || r.Records != 0 {
		t.Errorf("%+v", r)
	}
	// The log was rotated away before it was exported again.
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	appendTo(t, audit.Options{Path: log}, 3, 5)
	if r := mustRun(t, log, m); !r.Gap || r.Records != 2 {
		t.Errorf("%+v", r)
	}
	if r := mustRun(t, log, m); r.Gap || r.Records != 0 {
		t.Errorf("%+v", r)
	}
}

func TestCancelledExportStops(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 3)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	m := &memory{most: 10}
	if _, err := Run(ctx, log, m, nil); !errors.Is(err, context.Canceled) || len(m.got) > 0 {
		t.Errorf("%v, %d records", err, len(m.got))
	}
}

// TestAnyFiles: what stands in a log's place and is none holds nobody up.
func TestAnyFiles(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 3)
	if err := os.Mkdir(log+".1", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log+".2", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(log+".3", []byte("no line end"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &memory{most: 10}
	if r := mustRun(t, log, m); r.Records != 3 {
		t.Errorf("%+v", r)
	}
	if r := mustRun(t, filepath.Join(dir, "none.jsonl"), m); r.Records != 0 || r.Gap {
		t.Errorf("%+v", r)
	}
}
