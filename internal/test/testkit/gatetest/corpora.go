package gatetest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// Data is the path of a file below testdata, from the top of the module.
func Data(name string) string { return filepath.Join(testkit.Root(), "testdata", name) }

// ReadLines reads a table below testdata: one JSON object a line, with no other fields than a row
// has. Empty lines do not count.
func ReadLines[R any](t testing.TB, name string) []R {
	t.Helper()
	data, err := os.ReadFile(Data(name))
	if err != nil {
		t.Fatal(err)
	}
	var rows []R
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		var r R
		d := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		d.DisallowUnknownFields()
		if err := d.Decode(&r); err != nil {
			t.Fatalf("%s:%d: %v", name, n, err)
		}
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// CorpusRow is a line of a corpus: for an attack the least restrictive decision that will do, for
// everyday work whether it must pass ("allow") or only must not be denied ("ask-ok").
type CorpusRow struct {
	Cmd   string `json:"cmd"`
	Class string `json:"class"`
	Min   string `json:"min"`
	Want  string `json:"want"`
}

// ReadCorpus reads a corpus that has at least so many rows.
func ReadCorpus(t testing.TB, name string, least int) []CorpusRow {
	t.Helper()
	rows := ReadLines[CorpusRow](t, "corpora/"+name)
	if len(rows) < least {
		t.Fatalf("%s has %d rows, want at least %d", name, len(rows), least)
	}
	return rows
}

// EverydayRow is a line of everyday.jsonl: a command as agents run it, and what a careful developer
// wants of it. The label was given before the gate was asked.
type EverydayRow struct {
	Cmd    string `json:"cmd"`
	Label  string `json:"label"` // pass, ask or debatable
	Cause  string `json:"cause"`
	Reason string `json:"reason"`
	Dir    string `json:"dir"` // below the project, where it is not the project itself
}

// ReadEveryday reads everyday.jsonl.
func ReadEveryday(t testing.TB) []EverydayRow {
	t.Helper()
	return ReadLines[EverydayRow](t, "corpora/everyday.jsonl")
}

// Everyday is a repository with the files of everyday.txtar, the branches, tags and work trees that
// rows of everyday.jsonl name, and the helper for inline code.
func Everyday(t testing.TB) *World {
	t.Helper()
	needGit(t)
	w := WithHelper(t, Corpora)
	// A directory of the user's own, as macOS gives one to each, and clients with a sandbox do.
	tmp := filepath.Join(filepath.Dir(w.Home), "tmp")
	if err := os.Mkdir(tmp, 0o700); err != nil {
		t.Fatal(err)
	}
	w.Change(func(o *gate.Options) { o.TempDir = tmp })
	ignored := w.everydayFiles(t)
	w.Git(t, "init", "-q", "-b", "main")
	w.Git(t, "add", ".")
	w.Git(t, "commit", "-q", "-m", "first")
	for range 5 { // rows look at HEAD~3 and the like
		w.Git(t, "commit", "-q", "--allow-empty", "-m", "next")
	}
	for _, text := range []string{"a", "b"} { // and at stash@{1}
		Files{"README.md": text}.Write(t, w.Project)
		w.Git(t, "stash", "-q")
	}
	for _, b := range []string{"feature/search", "feature/login", "feature/x", "topic", "pr-123"} {
		w.Git(t, "branch", b)
	}
	w.Git(t, "tag", "v1.2.0")
	w.Git(t, "remote", "add", "origin", "https://github.com/acme/project.git")
	w.Git(t, "update-ref", "refs/remotes/origin/main", "HEAD")
	w.Git(t, "worktree", "add", "-q", "../project.wt/hotfix", "-b", "hotfix")
	w.Git(t, "worktree", "add", "-q", ".worktrees/review", "-b", "review")
	ignored.Write(t, w.Project)
	return w
}

var archiveHead = regexp.MustCompile(`^-- (?:(ignored|tools): )?(\S+)( x)? --$`)

// everydayFiles writes the files of the archive that git tracks, and returns those that it ignores.
func (w *World) everydayFiles(t testing.TB) Files {
	t.Helper()
	data, err := os.ReadFile(Data("corpora/everyday.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	tracked, programs, ignored, tools := Files{}, Files{}, Files{}, Files{}
	var into Files
	name := ""
	for _, line := range strings.SplitAfter(string(data), "\n") {
		m := archiveHead.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m == nil && into != nil:
			into[name] += line
			continue
		case m == nil: // the comment in front
			continue
		case m[1] == "tools":
			into = tools
		case m[1] == "ignored":
			into = ignored
		case m[3] != "":
			into = programs
		default:
			into = tracked
		}
		name = m[2]
		into[name] = ""
	}
	if len(tracked) == 0 || len(programs) == 0 || len(ignored) == 0 || len(tools) == 0 {
		t.Fatalf("%d files, %d programs, %d that git ignores, %d directories of tools",
			len(tracked), len(programs), len(ignored), len(tools))
	}
	tracked.Write(t, w.Project)
	programs.WritePrograms(t, w.Project)
	for dir, names := range tools { // what a package manager has installed
		for name := range strings.FieldsSeq(names) {
			Files{name: "#!/bin/sh\nexit 0\n"}.WritePrograms(t, filepath.Join(w.Project, dir))
		}
	}
	return ignored
}
