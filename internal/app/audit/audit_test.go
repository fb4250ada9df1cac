package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
)

func text(name, value string) fact.Field {
	quoted, _ := json.Marshal(value)
	return fact.Field{Name: name, Raw: quoted, Text: value, String: true}
}

func full() Entry {
	return Entry{

		Time: time.Date(2026, 3, 4, 5, 6, 7, 8_000_000, time.UTC), Session: "s", ToolUse: "toolu_1",
		Cwd: "/home/u/p", Tool: "Bash",
		Mode: "default", Input: []fact.Field{text("command", "cat /tmp/a"),
			{Name: "timeout", Raw: []byte("1")}}, Normalised: "cat /tmp/claude/a", Decision: "allow",
		Reason: "r",
		Rule:   "bash.allow: cat", Src: ".claude/fencepost.yaml:3", Outcome: "ok",
		Took: 1234 * time.Microsecond,
	}
}

func logAt(t *testing.T) Options {
	t.Helper()
	return Options{Path: filepath.Join(t.TempDir(), ".claude", "fencepost", "logs", "audit.jsonl")}
}

func readAll(t *testing.T, paths ...string) []Entry {
	t.Helper()
	var got []Entry
	for _, path := range paths {
		scan := Scan{Each: func(e Entry) error { got = append(got, e); return nil }}
		if err := scan.Files([]string{path}); err != nil {
			t.Fatal(err)
		}
	}
	return got
}

func TestLine(t *testing.T) {
	e := full()
	const want = `{"ts":"2026-03-04T05:06:07.008Z","sid":"s","tid":"toolu_1",` +
		`"cwd":"/home/u/p","mode":"default","tool":"Bash",` +
		`"input":{"command":"cat /tmp/a","timeout":1},"normalised":"cat ` +
		`/tmp/claude/a","decision":"allow","reason":"r",` +
		`"rule":"bash.allow: cat","src":".claude/fencepost.yaml:3","outcome":"ok","us":1234}` + "\n"
	if got := string(e.Line()); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	outcome := Entry{Time: e.Time, ToolUse: "t", Outcome: "failed"}
	if got := string(outcome.Line()); got != `{"ts":"2026-03-04T05:06:07.008Z",`+
		`"tid":"t","outcome":"failed","us":0}`+"\n" {
		t.Errorf("an outcome: %s", got)
	}
}

func TestLineIsAlwaysOneLine(t *testing.T) {
	for _, s := range []string{
		"", "{", "{}", "[]", "not JSON\n", "{\n  \"a\": \"b\\nc\"\r\n}", `{"a":"` +
			strings.Repeat("x", MaxInput) + `"}`, "{\"a\":\"\xff\"}",
		strings.Repeat("é", MaxInput), "\x00\x1f\x7f\u2028\"\\\t", strings.Repeat("🔒", MaxText),
	} {
		for _, in := range [][]fact.Field{
			{{Name: s, Raw: []byte(s)}},
			{{Name: "a", Raw: []byte(s)}, {Name: s, Text: s, String: true}},
			slices.Repeat([]fact.Field{{Name: "n", Text: s, String: true}}, 5000),
		} {
			e := Entry{Time: full().Time, Session: s, Tool: s, Input: in, Normalised: s, Reason: s}
			line := e.Line()
			if !json.Valid(line) || !utf8.Valid(line) || bytes.Count(line, []byte("\n")) != 1 ||
				line[len(line)-1] != '\n' {
				t.Errorf("%.40q gives %.200q", s, line)
			}
			// An escape or a replacement character is at most six times as long as the byte that it stands
			// for.
			if limit := 6*(2*MaxInput+MaxField+3*MaxText) + 500; len(line) > limit {
				t.Errorf("%.40q gives a line of %d bytes, more than %d", s, len(line), limit)
			}
		}
	}
}

func TestInputIsCut(t *testing.T) {
	e := Entry{Time: full().Time, Input: []fact.Field{
		text("file_path", "/a"),
		text("content", strings.Repeat("é", MaxField)),
		{Name: "edits", Raw: []byte("[" + strings.Repeat("1,", MaxField) + "1]")},
		text("after", "x"),
	}}
	path := filepath.Join(t.TempDir(), "log")
	must(t, os.WriteFile(path, e.Line(), 0o600))
	in := readAll(t, path)[0].Input
	if len(in) < 4 || in[0].Text != "/a" || in[1].Text != strings.Repeat("é", MaxField/2)+"…" ||
		!in[2].String || !strings.HasPrefix(in[2].Text, "[1,1,") || in[len(in)-1].Name != "…" {
		t.Errorf("read %d fields", len(in))
		for _, f := range in {
			t.Logf("%s: %.60s (%d bytes)", f.Name, f.Raw, len(f.Raw))
		}
	}
}

func TestAppendAndRead(t *testing.T) {
	opts := logAt(t)
	first, second := full(), full()
	second.ToolUse, second.Input = "toolu_2", []fact.Field{text("a", "\"é\n"),
		{Name: "b", Raw: []byte(`{"c":[null]}`)}}
	for _, e := range []*Entry{&first, &second} {
		if err := Append(opts, e); err != nil {
			t.Fatal(err)
		}
	}
	if got := readAll(t, opts.Path); !reflect.DeepEqual(got, []Entry{first, second}) {
		t.Errorf("read %+v", got)
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, want := range map[string]os.FileMode{opts.Path: 0o600, filepath.Dir(opts.Path): 0o700,
		filepath.Dir(filepath.Dir(opts.Path)): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("mode of %s: %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
	must(t, os.Chmod(opts.Path, 0o644))
	must(t, Append(opts, &first))
	if info, _ := os.Stat(opts.Path); info.Mode().Perm() != 0o600 {
		t.Errorf("the mode of a readable log stays %v", info.Mode())
	}
}

func TestReadTolerates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	e := full()
	good := string(e.Line())
	must(t, os.WriteFile(path, []byte(good+"\n{\"ts\":\"2026\ntext\n"+
		good[:40]+"\n[]\n{}\n{\"ts\":7}\n"+strings.Repeat("x", 3*MaxLine)+"\n"+
		strings.Replace(good, `"us"`, `"later":{},"us"`, 1)+strings.TrimSuffix(good, "\n")), 0o600))
	if got := readAll(t, path); len(got) != 3 || !reflect.DeepEqual(got[1], e) ||
		!reflect.DeepEqual(got[2], e) {
		t.Errorf("read %d entries: %+v", len(got), got)
	}
	stop := errors.New("stop")
	n := 0
	scan := Scan{Each: func(Entry) error { n++; return stop }}
	if err := scan.Files([]string{path}); err != stop || n != 1 {
		t.Errorf("an error of fn: %v after %d calls", err, n)
	}
	if err := scan.Files([]string{path + "x"}); err != nil {
		t.Errorf("a log that is gone: %v", err)
	}
}

func TestRotation(t *testing.T) {
	e := full()
	size := int64(len(e.Line()))
	for _, tt := range []struct {
		keep  int
		max   int64
		write int
		want  map[string]int // entries per file
	}{
		{2, 3 * size, 3, map[string]int{"": 3}},
		{2, 3 * size, 4, map[string]int{".1": 3, "": 1}},
		{2, 3 * size, 8, map[string]int{".2": 3, ".1": 3, "": 2}},
		{2, 3 * size, 11, map[string]int{".2": 3, ".1": 3, "": 2}},
		{0, 3 * size, 5, map[string]int{"": 2}},
		{1, 3 * size, 8, map[string]int{".1": 3, "": 2}},
		{1, 1, 3, map[string]int{".1": 1, "": 1}}, // an entry larger than the bound has a log of its own
		{1, 0, 50, map[string]int{"": 50}},
	} {
		opts := logAt(t)
		opts.MaxBytes, opts.Keep = tt.max, tt.keep
		for i := range tt.write {
			e.Took = time.Duration(i%10) * time.Microsecond
			must(t, Append(opts, &e))
		}
		files := Files(opts.Path)
		if len(files) != len(tt.want) {
			t.Errorf("keep %d, %d entries: files %q", tt.keep, tt.write, files)
		}
		for suffix, n := range tt.want {
			if got := len(readAll(t, opts.Path+suffix)); got != n {
				t.Errorf("keep %d, %d entries: %q holds %d, want %d", tt.keep, tt.write, suffix, got, n)
			}
		}
		if last := readAll(t,
			files...); last[len(last)-1].Took != time.Duration((tt.write-1)%10)*time.Microsecond {
			t.Errorf("keep %d, %d entries: the files are not in order", tt.keep, tt.write)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.jsonl", "a.jsonl.2", "a.jsonl.10", "a.jsonl.x", "a.jsonl.01",
		"b.jsonl", "a.jsonl2"} {
		must(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
	}
	want := []string{dir + "/a.jsonl.10", dir + "/a.jsonl.2", dir + "/a.jsonl"}
	for i := range want {
		want[i] = filepath.FromSlash(want[i])
	}
	if got := Files(filepath.Join(dir, "a.jsonl")); !reflect.DeepEqual(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestUnsafeLogIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("POSIX modes")
	}
	e := full()
	for name, prepare := range map[string]func(opts *Options){
		"a link": func(o *Options) {
			must(t,
				os.Symlink(filepath.Join(filepath.Dir(o.Path), "other"), o.Path))
		},
		"a directory":           func(o *Options) { must(t, os.Mkdir(o.Path, 0o700)) },
		"a FIFO":                func(o *Options) { must(t, exec.Command("mkfifo", o.Path).Run()) },
		"a device":              func(o *Options) { o.Path = "/dev/null" },
		"a world-writable home": func(o *Options) { must(t, os.Chmod(filepath.Dir(o.Path), 0o777)) },
		"a relative path":       func(o *Options) { o.Path = "audit.jsonl" },
		"a file as directory": func(o *Options) {
			must(t,
				os.WriteFile(o.Path, nil, 0o600))
			o.Path += "/audit.jsonl"
		},
	} {
		opts := Options{Path: filepath.Join(t.TempDir(), "audit.jsonl")}
		must(t, os.Chmod(filepath.Dir(opts.Path), 0o700))
		prepare(&opts)
		if err := Append(opts, &e); err == nil { // which must not wait for a reader of the FIFO
			t.Errorf("%s is written to", name)
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(opts.Path), "other")); err == nil {
			t.Errorf("%s is followed", name)
		}
	}
	if os.Geteuid() == 0 {
		dir := t.TempDir()
		must(t, os.Chown(dir, 12345, -1))
		if err := Append(Options{Path: filepath.Join(dir, "audit.jsonl")}, &e); err == nil {
			t.Error("a directory of another user is written to")
		}
	}
}

// TestMain runs the test binary as one of several writers, too.
func TestMain(m *testing.M) {
	if path := os.Getenv("AUDIT_TEST_WRITE"); path != "" {
		os.Exit(writer(path))
	}
	os.Exit(m.Run())
}

const perWriter = 200

func writer(path string) int {
	maxBytes, _ := strconv.ParseInt(os.Getenv("AUDIT_TEST_MAX"), 10, 64)
	for i := range perWriter {
		e := full()
		e.ToolUse = fmt.Sprintf("%s-%d", os.Getenv("AUDIT_TEST_NAME"), i)
		e.Normalised = strings.Repeat("x", i*20)
		if err := Append(Options{Path: path, MaxBytes: maxBytes, Keep: 1000}, &e); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

// TestConcurrent has several processes, and goroutines in this one, write to one log: no line is
// torn or lost, with and without rotation.
func TestConcurrent(t *testing.T) {
	exe, err := os.Executable()
	must(t, err)
	for _, maxBytes := range []int64{0, 64 << 10} {
		if maxBytes > 0 && runtime.GOOS == "windows" {
			continue // a log that is open elsewhere is not rotated there
		}
		opts := logAt(t)
		opts.MaxBytes, opts.Keep = maxBytes, 1000
		var wg sync.WaitGroup
		for p := range 4 {
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "AUDIT_TEST_WRITE="+opts.Path, "AUDIT_TEST_NAME=p"+
				strconv.Itoa(p), "AUDIT_TEST_MAX="+strconv.FormatInt(maxBytes, 10))
			wg.Go(func() {
				if out, err := cmd.CombinedOutput(); err != nil {
					t.Errorf("writer %d: %v: %s", p, err, out)
				}
			})
			wg.Go(func() {
				for i := range perWriter {
					e := full()
					e.ToolUse = fmt.Sprintf("g%d-%d", p, i)
					if err := Append(opts, &e); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		files := Files(opts.Path)
		if maxBytes > 0 && len(files) < 3 {
			t.Errorf("max %d: only %d files: nothing was rotated", maxBytes, len(files))
		}
		seen := map[string]int{}
		for _, f := range files {
			data, err := os.ReadFile(f)
			must(t, err)
			for l := range bytes.Lines(data) {
				if !json.Valid(l) {
					t.Fatalf("%s: a torn line: %.100q", f, l)
				}
			}
			for _, e := range readAll(t, f) {
				seen[e.ToolUse]++
			}
		}
		if len(seen) != 8*perWriter {
			t.Errorf("max %d: %d of %d entries", maxBytes, len(seen), 8*perWriter)
		}
		for id, n := range seen {
			if n != 1 {
				t.Errorf("max %d: entry %s is there %d times", maxBytes, id, n)
			}
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func BenchmarkAppend(b *testing.B) {
	opts := Options{Path: filepath.Join(b.TempDir(), "audit.jsonl"), MaxBytes: 10 << 20, Keep: 1}
	if err := os.Chmod(filepath.Dir(opts.Path), 0o700); err != nil {
		b.Fatal(err)
	}
	e := full()
	b.ReportAllocs()
	for b.Loop() {
		if err := Append(opts, &e); err != nil {
			b.Fatal(err)
		}
	}
}
