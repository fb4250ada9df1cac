package auditexport

import (
	"context"
	"database/sql"
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

	"github.com/fencepost/fencepost/internal/audit"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/testkit"
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

// table reads all rows of a database in the order in which they came.
func table(t testing.TB, file string) (list [][]string) {
	t.Helper()
	db, err := sql.Open("sqlite", fileURL(file)+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT " + strings.Join(columns(), ", ") +
		" FROM fencepost_audit ORDER BY rowid")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		texts := make([]sql.NullString, len(columns()))
		to := make([]any, len(texts))
		for i := range texts {
			to[i] = &texts[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		row := make([]string, len(texts))
		for i := range texts {
			row[i] = texts[i].String
		}
		list = append(list, row)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
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

// kinds are the destinations that are files.
var kinds = []struct {
	name string
	open func(string) (Sink, error)
	rows func(testing.TB, string) [][]string
}{
	{"a ?#%41 b.db", OpenSQLite, table},
	{"a.csv", OpenCSV, sheet},
}

func TestFiles(t *testing.T) {
	for _, k := range kinds {
		dir := t.TempDir()
		file, log := filepath.Join(dir, k.name), filepath.Join(dir, "audit.jsonl")
		if err := audit.Append(audit.Options{Path: log}, full()); err != nil {
			t.Fatal(err)
		}
		exportTo(t, log, k.open, file)
		rows := k.rows(t, file)
		if len(rows) != 1 {
			t.Fatalf("%s: %d rows", k.name, len(rows))
		}
		want := fullRow()
		if k.name == "a.csv" { // as a reader of CSV has it
			want[4], want[6], want[7] = "'@Bash", "'"+strings.ReplaceAll(want[6], "\r\n", "\n"), "'"+want[7]
		}
		if got := rows[0][1:16]; !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%q, want\n%q", k.name, got, want)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", k.name, info.Mode(), err)
		}
		appendTo(t, audit.Options{Path: log, MaxBytes: 3000, Keep: 9}, 0, 50)
		for i, want := range []int64{50, 0, 0} {
			if r := exportTo(t, log, k.open, file); r.Records != want || r.Gap || r.Changed {
				t.Errorf("%s: run %d: %+v", k.name, i, r)
			}
		}
		if rows = k.rows(t, file); len(rows) != 51 || len(ids(rows)) != 51 {
			t.Errorf("%s: %d rows, %d ids", k.name, len(rows), len(ids(rows)))
		}
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

// TestSQLiteProgram: the file is one that others can read.
func TestSQLiteProgram(t *testing.T) {
	program := testkit.Installed(t, "sqlite3")
	dir := t.TempDir()
	log, file := filepath.Join(dir, "audit.jsonl"), filepath.Join(dir, "a.db")
	appendTo(t, audit.Options{Path: log}, 0, 30)
	exportTo(t, log, OpenSQLite, file)
	for query, want := range map[string]string{
		"PRAGMA integrity_check": "ok",
		"SELECT decision, count(*) FROM fencepost_audit WHERE kind = 'decision' GROUP BY 1": "allow|5\n" +
			"ask|5\ndeny|5",
		"SELECT sum(judging_us), typeof(judging_us) FROM fencepost_audit": "3435|integer",
		"SELECT DISTINCT typeof(rule) FROM fencepost_audit":               "null",
		"SELECT input ->> 'command' FROM fencepost_audit ORDER BY time LIMIT 1": "echo 0 " +
			"\"a,b\"\n=c",
		"SELECT count(*) FROM fencepost_audit d JOIN fencepost_audit o ON o.session = d.session AND " +
			"o.call = d.call AND o.kind = 'outcome' WHERE d.decision = 'ask'": "5",
		"EXPLAIN QUERY PLAN SELECT * FROM fencepost_audit WHERE time > '2026-03-14'": "QUERY PLAN\n" +
			"`--SEARCH fencepost_audit USING INDEX fencepost_audit_time (time>?)",
		"SELECT max(datetime(time)) FROM fencepost_audit": "2026-03-14 08:00:00",
	} {
		out, err := exec.Command(program, file, query).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("%s:\n%s (%v), want\n%s", query, got, err, want)
		}
	}
}

// TestTwoSources: several logs may go to one file, and two exports at once leave nothing twice.
func TestTwoSources(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.db")
	one, two := filepath.Join(dir, "1", "audit.jsonl"), filepath.Join(dir, "2", "audit.jsonl")
	appendTo(t, audit.Options{Path: one}, 0, 40)
	appendTo(t, audit.Options{Path: two}, 40, 60)
	for range 2 {
		exportTo(t, one, OpenSQLite, file)
		if r := exportTo(t, two, OpenSQLite, file); r.Gap {
			t.Errorf("%+v", r)
		}
	}
	a, err := OpenSQLite(file)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	old, err := a.ended(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	appendTo(t, audit.Options{Path: one}, 60, 80)
	exportTo(t, one, OpenSQLite, file)
	// An export that began before that one ended knows nothing of it.
	if r := mustRun(t, one, &began{a, old}); r.Records != 0 {
		t.Errorf("%+v", r)
	}
	if rows := table(t, file); len(rows) != 80 || len(ids(rows)) != 80 {
		t.Errorf("%d rows", len(rows))
	}
}

// began is a destination as it was at an earlier moment.
type began struct {
	Sink
	old positions
}

func (b *began) ended(context.Context) (positions, error) { return b.old, nil }

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
	file := filepath.Join(dir, "a.db")
	if err := os.WriteFile(file, []byte(strings.Repeat("no database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSQLite(file); err == nil || !strings.Contains(err.Error(), "not a database") {
		t.Errorf("%v", err)
	}
	for _, open := range []func(string) (Sink, error){OpenCSV, OpenSQLite} {
		if _, err := open(dir); err == nil {
			t.Error("a directory was opened")
		}
		if _, err := open(filepath.Join(dir, "none", "x")); err == nil {
			t.Error("a file in no directory was opened")
		}
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
