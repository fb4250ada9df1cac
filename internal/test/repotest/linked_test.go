package repotest

import (
	"bufio"
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// linkedFile holds the most hand-written lines that a program may be made of. FENCEPOST_UPDATE=1
// lowers the numbers. To raise one takes another reason at its end.
const linkedFile = "../../../testdata/linked.txt"

// everything is the name for all hand-written lines of the repository that are no tests.
const everything = "all"

// docFile holds the comment of a package and nothing else.
const docFile = "doc.go"

// bound is a line of linkedFile.
type bound struct {
	name  string
	lines int
	why   string // for which the number was last raised
}

func readBounds(text string) (list []bound, err error) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) != 3 {
			return nil, fmt.Errorf("%q is not a name, a number of lines and a reason", line)
		}
		n, err := strconv.Atoi(fields[1])
		if err != nil {
			return nil, err
		}
		list = append(list, bound{fields[0], n, fields[2]})
	}
	return list, nil
}

var generatedMark = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// handWritten is the number of lines of a Go file: 0 for a generated one, and for a doc.go that has
// nothing but the documentation of its package.
func handWritten(t *testing.T, name string) int {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(name) == docFile {
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		if rest := text[int(f.Name.End())-1:]; len(bytes.TrimSpace(rest)) == 0 {
			return 0
		}
	}
	mark := generatedMark.FindIndex(text)
	clause := regexp.MustCompile(`(?m)^package `).FindIndex(text)
	if mark != nil && clause != nil && mark[0] < clause[0] {
		return 0
	}
	return bytes.Count(text, []byte("\n"))
}

// linked counts the hand-written lines of the packages of this module that a program is made of, as
// it is built for Linux on amd64, the helper with cgo and the others without.
func linked(t *testing.T, program string) (lines int) {
	t.Helper()
	const format = "{{if not .Standard}}{{if .Module}}{{if .Module.Main}}{{range .GoFiles}}" +
		"{{$.Dir}}/{{.}}\n{{end}}{{range .CgoFiles}}{{$.Dir}}/{{.}}\n{{end}}{{end}}{{end}}{{end}}"
	cgo := "0"
	if program == "fencepost-interp" {
		cgo = "1"
	}
	c := exec.Command("go", "list", "-deps", "-f", format, "./cmd/"+program)
	c.Dir = root
	c.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED="+cgo)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := bufio.NewScanner(bytes.NewReader(out))
	for files.Scan() {
		if name := strings.TrimSpace(files.Text()); name != "" {
			lines += handWritten(t, filepath.FromSlash(name))
		}
	}
	return lines
}

// allLines counts the hand-written lines of the repository that are neither tests nor test data.
func allLines(t *testing.T) (lines int) {
	t.Helper()
	for _, name := range tracked(t) {
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") &&
			!strings.HasPrefix(name, "testdata/") && !strings.Contains(name, "/testdata/") {
			lines += handWritten(t, filepath.Join(root, name))
		}
	}
	return lines
}

// TestLinked: no program, and not the repository, has more hand-written lines than recorded.
func TestLinked(t *testing.T) {
	text, err := os.ReadFile(linkedFile)
	if err != nil {
		t.Fatal(err)
	}
	list, err := readBounds(string(text))
	if err != nil {
		t.Fatal(err)
	}
	now := string(text)
	for _, b := range list {
		n := 0
		if b.name == everything {
			n = allLines(t)
		} else {
			n = linked(t, b.name)
		}
		switch {
		case n > b.lines:
			t.Errorf("%s has %d hand-written lines, and %d are recorded: write less, or write into "+
				"testdata/linked.txt\n%s %d WHY", b.name, n, b.lines, b.name, n)
		case n < b.lines && testkit.Updating():
			now = strings.Replace(now, fmt.Sprintf("%s %d ", b.name, b.lines),
				fmt.Sprintf("%s %d ", b.name, n), 1)
		}
	}
	testkit.Update(t, linkedFile, []byte(now))
}

// raised are the names whose numbers were raised from one version of linkedFile to the next without
// another reason, and those that were taken out.
func raised(before, after []bound) (names []string) {
	next := map[string]bound{}
	for _, b := range after {
		next[b.name] = b
	}
	for _, b := range before {
		if n, ok := next[b.name]; !ok || n.lines > b.lines && n.why == b.why {
			names = append(names, b.name)
		}
	}
	return names
}

// TestRaisedNumberNeedsReason: a number that is raised gets a new reason in the same commit.
func TestRaisedNumberNeedsReason(t *testing.T) {
	text, err := os.ReadFile(linkedFile)
	if err != nil {
		t.Fatal(err)
	}
	now, err := readBounds(string(text))
	if err != nil {
		t.Fatal(err)
	}
	const name = "testdata/linked.txt"
	changed := strings.Fields(git(t, "", "log", "-2", "--format=%H", "--", name)[0])
	for _, commit := range changed {
		c := exec.Command("git", "-C", root, "show", commit+":"+name)
		old, err := c.Output()
		if err != nil {
			continue // the file is not there yet, or the history is not
		}
		before, err := readBounds(string(old))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range raised(before, now) {
			t.Errorf("%s: the number of %s was raised, or taken out, since %.9s, and no new reason is given",
				name, n, commit)
		}
		now = before
	}
}

func TestHandWrittenRows(t *testing.T) {
	for _, row := range []struct {
		name, text string
		lines      int
	}{
		{"a.go", "// Package a is.\npackage a\n", 2},
		{"doc.go", "// Package a is.\npackage a\n", 0},
		{"doc.go", "// Package a is.\npackage a\n\nvar x = 1\n", 4},
		{"doc.go", "// Package a is.\npackage a\n\n// Not of the package.\n", 4},
		{"b.go", "// Code generated by x. DO NOT EDIT.\n\npackage a\n\nvar x = 1\n", 0},
	} {
		name := filepath.Join(t.TempDir(), row.name)
		if err := os.WriteFile(name, []byte(row.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := handWritten(t, name); got != row.lines {
			t.Errorf("%s with %q counts %d lines, want %d", row.name, row.text, got, row.lines)
		}
	}
}

func TestRaisedRows(t *testing.T) {
	before := []bound{{"a", 10, "first"}, {"b", 10, "first"}, {"c", 10, "first"}, {"d", 10, "first"}}
	after := []bound{{"a", 9, "first"}, {"b", 11, "first"}, {"c", 11, "a new engine"}}
	if got := strings.Join(raised(before, after), " "); got != "b d" {
		t.Errorf("raised without a reason: %s, want b d", got)
	}
}
