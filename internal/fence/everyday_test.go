package fence

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/rule"
)

// mostEverydayStops is how many of the rows labelled pass may stop. It only falls; the bar
// is one in a hundred.
const mostEverydayStops = 30

// everydayRow is a line of everyday.jsonl: a command as agents run it, and what a careful developer
// wants of it. The label was given before the gate was asked.
type everydayRow struct {
	Cmd    string `json:"cmd"`
	Label  string `json:"label"` // pass, ask or debatable
	Cause  string `json:"cause"`
	Reason string `json:"reason"`
	Dir    string `json:"dir"` // below the project, where it is not the project itself
}

func readEveryday(t *testing.T, file string) []everydayRow {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []everydayRow
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		d := json.NewDecoder(strings.NewReader(lines.Text()))
		d.DisallowUnknownFields()
		var r everydayRow
		if err := d.Decode(&r); err != nil {
			t.Fatalf("%s:%d: %v", file, len(rows)+1, err)
		}
		rows = append(rows, r)
	}
	return rows
}

// everydaySandbox is a repository with the files of everyday.txtar, the branches, tags and work
// trees that rows name, and the helper for inline code.
func everydaySandbox(t *testing.T) *sandbox {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	s := withHelper(t, corporaConfig)
	s.gate.opt.Timeout = 30 * time.Second
	// A directory of the user's own, as macOS gives one to each, and clients with a sandbox do.
	s.gate.opt.TempDir = filepath.Join(filepath.Dir(s.home), "tmp")
	if err := os.Mkdir(s.gate.opt.TempDir, 0o700); err != nil {
		t.Fatal(err)
	}
	ignored := s.everydayFiles(t, "../../testdata/corpora/everyday.txtar")
	s.git(t, "init", "-q", "-b", "main")
	s.git(t, "add", ".")
	s.git(t, "commit", "-q", "-m", "first")
	for range 5 { // rows look at HEAD~3 and the like
		s.git(t, "commit", "-q", "--allow-empty", "-m", "next")
	}
	for _, text := range []string{"a", "b"} { // and at stash@{1}
		files{"README.md": text}.write(t, s.project)
		s.git(t, "stash", "-q")
	}
	for _, b := range []string{"feature/search", "feature/login", "feature/x", "topic", "pr-123"} {
		s.git(t, "branch", b)
	}
	s.git(t, "tag", "v1.2.0")
	s.git(t, "remote", "add", "origin", "https://github.com/acme/project.git")
	s.git(t, "update-ref", "refs/remotes/origin/main", "HEAD")
	s.git(t, "worktree", "add", "-q", "../project.wt/hotfix", "-b", "hotfix")
	s.git(t, "worktree", "add", "-q", ".worktrees/review", "-b", "review")
	ignored.write(t, s.project)
	return s
}

var archiveHead = regexp.MustCompile(`^-- (?:(ignored|tools): )?(\S+)( x)? --$`)

// everydayFiles writes the files of the archive that git tracks, and returns those that it ignores.
func (s *sandbox) everydayFiles(t *testing.T, archive string) files {
	t.Helper()
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	tracked, ignored := files{}, files{}
	var programs, tools []string
	var into files
	name := ""
	for _, line := range strings.SplitAfter(string(data), "\n") {
		m := archiveHead.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m == nil && into != nil:
			into[name] += line
		case m == nil: // the comment in front
		case m[1] == "tools":
			name, into = m[2], files{}
			tools = append(tools, name)
			defer func(dir string, names files) { s.tools(t, dir, strings.Fields(names[dir])) }(name, into)
		default:
			name, into = m[2], tracked
			if m[1] == "ignored" {
				into = ignored
			}
			if m[3] != "" {
				programs = append(programs, name)
			}
			into[name] = ""
		}
	}
	if len(tracked) == 0 || len(ignored) == 0 || len(tools) == 0 {
		t.Fatalf("%s has %d files, %d that git ignores, %d directories of tools", archive,
			len(tracked), len(ignored), len(tools))
	}
	tracked.write(t, s.project)
	for _, p := range programs {
		if err := os.Chmod(filepath.Join(s.project, p), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return ignored
}

// tools makes what a package manager has installed: programs that git ignores.
func (s *sandbox) tools(t *testing.T, dir string, names []string) {
	t.Helper()
	for _, name := range names {
		file := filepath.Join(s.project, dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("#!/bin/sh\nexit 0\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// TestEverydayRows holds that the rows say what they have to, and that none is another one with
// other names and numbers.
func TestEverydayRows(t *testing.T) {
	rows := readEveryday(t, "../../testdata/corpora/everyday.jsonl")
	if len(rows) < 3000 {
		t.Errorf("%d rows, want 3,000", len(rows))
	}
	seen, count := map[string]int{}, map[string]int{}
	for i, r := range rows {
		count[r.Label]++
		if r.Cmd == "" || r.Cause == "" || r.Reason == "" ||
			r.Label != "pass" && r.Label != "ask" && r.Label != "debatable" {
			t.Errorf("everyday.jsonl:%d: %+v", i+1, r)
		}
		shape := r.Label + " " + r.Dir + " " + everydayShape(r.Cmd)
		if before, ok := seen[shape]; ok {
			t.Errorf("everyday.jsonl:%d: %s: as line %d", i+1, r.Cmd, before)
		}
		seen[shape] = i + 1
	}
	if 100*count["pass"] < 70*len(rows) || 100*count["ask"] < 8*len(rows) {
		t.Errorf("labels %v", count)
	}
}

var (
	everydayNumber = regexp.MustCompile(`\d+`)
	// A path or a file below the project; one that leads elsewhere is no mere name.
	everydayName = regexp.MustCompile(`([\s'"=:])(?:[A-Za-z*][\w.@*-]*/[\w./` +
		`@*-]*|[A-Za-z][\w-]*\.[a-z]{1,5}\b)`)
	everydayQuoted = regexp.MustCompile(`'[\w .:-]*'|"[\w .:-]*"`)
)

// everydayShape is a command without its names and numbers.
func everydayShape(cmd string) string {
	cmd = everydayNumber.ReplaceAllString(cmd, "0")
	cmd = everydayName.ReplaceAllString(cmd, "${1}F")
	return everydayQuoted.ReplaceAllString(cmd, "Q")
}

// TestEveryday judges what agents run all day. Rows labelled pass that stop are listed by cause, so
// that the next cause is seen:
//
//	go test -run 'TestEveryday$' -v .
func TestEveryday(t *testing.T) {
	s := everydaySandbox(t)
	stops, by, open := map[string][]string{}, map[string][]string{}, everydayOpen(t)
	pass, stopped, debatable, debatableStops := 0, 0, 0, 0
	for i, r := range readEveryday(t, "../../testdata/corpora/everyday.jsonl") {
		cmd := strings.NewReplacer("{{project}}", s.project, "{{home}}", s.home).Replace(r.Cmd)
		v := s.judge(t, "Bash", map[string]any{"command": cmd})
		switch {
		case r.Label == "pass":
			pass++
			if v.Decision == rule.Allow {
				continue
			}
			stopped++
			stops[r.Cause] = append(stops[r.Cause], fmt.Sprintf("%d: %s: %s (%s: %s)", i+1, v.Decision,
				strings.ReplaceAll(r.Cmd, "\n", "⏎"), v.Rule, v.Description))
			by[v.Rule] = append(by[v.Rule], fmt.Sprint(i+1))
		case r.Label == "ask" && (v.Decision == rule.Allow) != open[r.Cmd]:
			t.Errorf("everyday.jsonl:%d: %s: %s: got %v (%s), listed in everyday-open.txt: %v", i+1,
				r.Cause, r.Cmd, v.Decision, v.Rule, open[r.Cmd])
		case r.Label == "debatable":
			debatable++
			if v.Decision != rule.Allow {
				debatableStops++
			}
		}
	}
	logEveryday(t, "\n\t", stops)
	t.Log("by what stops them, and the lines:")
	logEveryday(t, " ", by)
	t.Logf("%d of %d rows labelled pass stop: %.2f %% pass", stopped, pass,
		100*float64(pass-stopped)/float64(pass))
	t.Logf("%d of %d debatable rows stop", debatableStops, debatable)
	if stopped > mostEverydayStops {
		t.Errorf("%d rows that should pass stop, want at most %d", stopped, mostEverydayStops)
	}
	if stopped < mostEverydayStops {
		t.Errorf("%d rows that should pass stop: lower mostEverydayStops", stopped)
	}
}

// everydayOpen are the rows labelled ask that pass as yet. The list only shrinks.
func everydayOpen(t *testing.T) map[string]bool {
	t.Helper()
	data, err := os.ReadFile("../../testdata/corpora/everyday-open.txt")
	if err != nil {
		t.Fatal(err)
	}
	open := map[string]bool{}
	for _, line := range strings.Split(string(data), "\n") {
		if cmd, _, ok := strings.Cut(line, "\t"); ok {
			open[cmd] = true
		}
	}
	return open
}

// logEveryday lists what stops, the most frequent first.
func logEveryday(t *testing.T, between string, stops map[string][]string) {
	t.Helper()
	var causes []string
	for c := range stops {
		causes = append(causes, c)
	}
	sort.Slice(causes, func(i, j int) bool {
		a, b := causes[i], causes[j]
		return len(stops[a]) > len(stops[b]) || len(stops[a]) == len(stops[b]) && a < b
	})
	for _, c := range causes {
		t.Logf("%4d %s%s%s", len(stops[c]), c, between, strings.Join(stops[c], between))
	}
}
