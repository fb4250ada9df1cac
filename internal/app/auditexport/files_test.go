package auditexport

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// full is a record with all that one can hold, and with what an agent may write to be taken for
// something else.
func full() *audit.Entry {
	text := "=cmd|' /C calc'!A0\r\n\"x\", \x1b[31m\u2028"
	return &audit.Entry{Time: time.Date(2026, 3, 14, 8, 15, 2, 123e6, time.UTC), Session: "s-1",
		ToolUse: "toolu\x00_1", Cwd: "/home/eve/a b", Mode: "default", Tool: "@Bash",
		Input:      []fact.Field{{Name: "command", Text: text, String: true}},
		Normalised: text, Decision: "deny", Reason: "'quoted'\nnext", Rule: "rm-root",
		Src: "presets/filesystem.yaml:12", Took: 1234 * time.Microsecond}
}

// fullRow is the same as the columns from time to judging_us have it.
func fullRow() []string {
	text := "=cmd|' /C calc'!A0\r\n\"x\", \x1b[31m\u2028"
	return []string{"2026-03-14T08:15:02.123Z", "decision", "deny", "", "@Bash",
		`{"command":"=cmd|' /C calc'!A0\r\n\"x\", \u001b[31m\u2028"}`, text,
		"'quoted'\nnext", "rm-root", "presets/filesystem.yaml:12", "default", "/home/eve/a b", "s-1",
		"toolu\x00_1", "1234"}
}

// exportTo opens a destination, exports a log to it and closes it.
func exportTo(t testing.TB, log string, open func(string) (Sink, error), file string) Result {
	t.Helper()
	to, err := open(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(context.Background(), log, to, nil)
	if err == nil {
		err = to.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// sheet reads all rows of a CSV file but the first.
func sheet(t testing.TB, file string) [][]string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 || !slices.Equal(list[0], columns()) {
		t.Fatalf("first row %v", list)
	}
	return list[1:]
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	file, log := filepath.Join(dir, "a.csv"), filepath.Join(dir, "audit.jsonl")
	if err := audit.Append(audit.Options{Path: log}, full()); err != nil {
		t.Fatal(err)
	}
	exportTo(t, log, OpenCSV, file)
	rows := sheet(t, file)
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	want := fullRow() // as a reader of CSV has it
	want[4], want[6], want[7] = "'@Bash", "'"+strings.ReplaceAll(want[6], "\r\n", "\n"), "'"+want[7]
	if got := rows[0][1:16]; !reflect.DeepEqual(got, want) {
		t.Errorf("\n%q, want\n%q", got, want)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
	appendTo(t, audit.Options{Path: log, MaxBytes: 3000, Keep: 9}, 0, 50)
	for i, want := range []int64{50, 0, 0} {
		if r := exportTo(t, log, OpenCSV, file); r.Records != want || r.Gap || r.Changed {
			t.Errorf("run %d: %+v", i, r)
		}
	}
	if rows = sheet(t, file); len(rows) != 51 || len(ids(rows)) != 51 {
		t.Errorf("%d rows, %d ids", len(rows), len(ids(rows)))
	}
}

// ids are those of all rows.
func ids(rows [][]string) map[string]bool {
	set := map[string]bool{}
	for _, row := range rows {
		set[row[0]] = true
	}
	return set
}

// TestSQLiteImports: the line of docs/organisation.md makes a table of the file.
func TestSQLiteImports(t *testing.T) {
	program := testkit.Installed(t, "sqlite3")
	dir := t.TempDir()
	log, file, db := filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "calls.csv"),
		filepath.Join(dir, "fence.db")
	appendTo(t, audit.Options{Path: log}, 0, 30)
	exportTo(t, log, OpenCSV, file)
	for range 2 { // the second time it takes the place of the first
		c := exec.Command(program, db, "DROP TABLE IF EXISTS fencepost_audit",
			".import --csv calls.csv fencepost_audit")
		c.Dir = dir
		if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for query, want := range map[string]string{
		"SELECT decision, count(*) FROM fencepost_audit WHERE kind = 'decision' GROUP BY 1": "allow|5\n" +
			"ask|5\ndeny|5",
		"SELECT sum(judging_us) FROM fencepost_audit": "3435",
		"SELECT input ->> 'command' FROM fencepost_audit ORDER BY time LIMIT 1": "echo 0 " +
			"\"a,b\"\n=c",
		"SELECT count(*) FROM fencepost_audit d JOIN fencepost_audit o ON o.session = d.session AND " +
			"o.call = d.call AND o.kind = 'outcome' WHERE d.decision = 'ask'": "5",
		"SELECT max(datetime(time)) FROM fencepost_audit": "2026-03-14 08:00:00",
	} {
		out, err := exec.Command(program, db, query).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s:\n%s (%v), want\n%s", query, got, err, want)
		}
	}
}

// TestCSVCut: whatever an interruption left of the file, each record is there once after the next.
func TestCSVCut(t *testing.T) {
	dir := t.TempDir()
	log, file := filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "a.csv")
	appendTo(t, audit.Options{Path: log}, 0, 6)
	exportTo(t, log, OpenCSV, file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for size := range len(whole) {
		for _, tail := range []string{"", "\x00\x00\x00"} {
			if size < len(strings.Join(columns(), ","))+1 && tail != "" {
				continue // what is no beginning of the first row is left alone
			}
			if err := os.WriteFile(file, append(slices.Clone(whole[:size]), tail...), 0o600); err != nil {
				t.Fatal(err)
			}
			exportTo(t, log, OpenCSV, file)
			if got, _ := os.ReadFile(file); string(got) != string(whole) {
				t.Fatalf("cut at %d (%q behind it): %s", size, tail, got)
			}
		}
	}
}

// TestNotOurs: what another program wrote is left as it is.
func TestNotOurs(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 6)
	head := strings.Join(columns(), ",") + "\n"
	for i, text := range []string{"a,b\n1,2\n", "x", "\n\nid\n", head + "1,2\n", head + "1,2\n" + head,
		head + strings.Repeat(",", len(columns())-1) + "\n", head + "\"" + strings.Repeat("x", 33<<20),
		strings.ToUpper(head)} {
		file := filepath.Join(dir, strconv.Itoa(i)+".csv")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := OpenCSV(file); err == nil {
			t.Errorf("%.30q was taken for ours", text)
			c.Close()
		} else if !strings.Contains(err.Error(), "was not written by") {
			t.Errorf("%.30q: %v", text, err)
		}
		if got, _ := os.ReadFile(file); string(got) != text {
			t.Errorf("%.30q was changed", text)
		}
	}
	if _, err := OpenCSV(dir); err == nil {
		t.Error("a directory was opened")
	}
	if _, err := OpenCSV(filepath.Join(dir, "none", "x")); err == nil {
		t.Error("a file in no directory was opened")
	}
}

func TestOneWriter(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.csv")
	a, err := OpenCSV(file)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if _, err := OpenCSV(file); err == nil || !strings.Contains(err.Error(), "another export") {
		t.Errorf("%v", err)
	}
}

// TestInputIsJSON: the input stays what the log has, and is JSON.
func TestInputIsJSON(t *testing.T) {
	rec, ok := audit.Decode([]byte(strings.TrimSpace(string(full().Line()))))
	if !ok || !json.Valid([]byte((&record{Record: rec}).input())) {
		t.Errorf("%s", rec.Input)
	}
}
