package repotest

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// shapeFile holds what the tests of the shape of the code do not hold to yet, a line each: a kind, a
// name and a number. FENCEPOST_UPDATE=1 writes the lines of a kind anew if their sum does not grow.
const shapeFile = "../../../testdata/shape.txt"

// exceptions are lines of shapeFile: the number by kind and name.
type exceptions map[string]map[string]int

func readExceptions(text string) (exceptions, error) {
	list := exceptions{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("%q is not a kind, a name and a number", line)
		}
		n, err := strconv.Atoi(fields[2])
		if err != nil {
			return nil, err
		}
		if list[fields[0]] == nil {
			list[fields[0]] = map[string]int{}
		}
		list[fields[0]][fields[1]] = n
	}
	return list, nil
}

// comments are the lines of a text that begin with #.
func comments(text string) (head string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			head += line
		}
	}
	return head
}

func (e exceptions) String() string {
	var b strings.Builder
	for _, kind := range slices.Sorted(maps.Keys(e)) {
		for _, name := range slices.Sorted(maps.Keys(e[kind])) {
			fmt.Fprintf(&b, "%s %s %d\n", kind, name, e[kind][name])
		}
	}
	return b.String()
}

func sum(numbers map[string]int) (n int) {
	for _, x := range numbers {
		n += x
	}
	return n
}

// beyond are the names whose number is higher than the one that is allowed, which is 0 for a name
// that is not there.
func beyond(found, allowed map[string]int) (names []string) {
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if found[name] > allowed[name] {
			names = append(names, name)
		}
	}
	return names
}

// holdTo compares what breaks a rule with the lines of a kind in shapeFile. rule is said of each that
// is not there, or is there with a lower number.
func holdTo(t *testing.T, kind, rule string, found map[string]int) {
	t.Helper()
	text, err := os.ReadFile(shapeFile)
	if err != nil {
		t.Fatal(err)
	}
	list, err := readExceptions(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if testkit.Updating() && sum(found) <= sum(list[kind]) {
		list[kind] = found
		testkit.Update(t, shapeFile, []byte(comments(string(text))+list.String()))
		return
	}
	for _, name := range beyond(found, list[kind]) {
		t.Errorf("%s: %d, and %s; testdata/shape.txt has %d for it (kind %s)",
			name, found[name], rule, list[kind][name], kind)
	}
}

// TestShapeShrinks: the sum of each kind of exception only shrinks from commit to commit.
func TestShapeShrinks(t *testing.T) {
	text, err := os.ReadFile(shapeFile)
	if err != nil {
		t.Fatal(err)
	}
	now, err := readExceptions(string(text))
	if err != nil {
		t.Fatal(err)
	}
	const name = "testdata/shape.txt"
	for _, commit := range strings.Fields(git(t, "", "log", "-2", "--format=%H", "--", name)[0]) {
		old, err := exec.Command("git", "-C", root, "show", commit+":"+name).Output()
		if err != nil {
			continue // the file is not there yet, or the history is not
		}
		before, err := readExceptions(string(old))
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range grown(before, now) {
			t.Errorf("%s: the exceptions of kind %q have grown since %.9s", name, kind, commit)
		}
		now = before
	}
}

// grown are the kinds whose sum is higher in the later list.
func grown(before, after exceptions) (kinds []string) {
	for _, kind := range slices.Sorted(maps.Keys(after)) {
		if _, known := before[kind]; known && sum(after[kind]) > sum(before[kind]) {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func TestShapeShrinksRows(t *testing.T) {
	before, err := readExceptions("# why\nmethods a.T 100\nmethods a.U 70\nfields a.T 30\n")
	if err != nil {
		t.Fatal(err)
	}
	after, err := readExceptions("methods b.T 90\nmethods a.U 65\nfields a.T 31\nnew a 1\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(grown(before, after), " "); got != "fields" {
		t.Errorf("grown: %q, want fields", got)
	}
	if got := beyond(map[string]int{"a.T": 101, "a.U": 70, "a.V": 1}, before["methods"]); len(got) != 2 {
		t.Errorf("beyond what is recorded: %q, want a.T and a.V", got)
	}
	if _, err := readExceptions("methods a.T\n"); err == nil {
		t.Error("a line without a number was read")
	}
}
