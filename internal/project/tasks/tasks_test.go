package tasks

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// tree is a directory in memory, from a text of parts that each begin with == NAME.
type tree map[string]string

func newTree(archive string) tree {
	t := tree{}
	for _, part := range strings.Split("\n"+archive, "\n== ")[1:] {
		name, text, _ := strings.Cut(part, "\n")
		t["/p/"+name] = text + "\n"
	}
	return t
}

func (t tree) Read(name string) (string, State) {
	if !strings.HasPrefix(name, "/p/") {
		if path.Dir(name) == "/" || name == "/" {
			return "", Missing
		}
		return "", Unknown
	}
	if text, ok := t[name]; ok {
		return text, Found
	}
	return "", Missing
}

func (t tree) Names(dir string) (names []string, state State) {
	if dir != "/p" && !strings.HasPrefix(dir, "/p/") {
		return nil, Unknown
	}
	for name := range t {
		if rest, ok := strings.CutPrefix(name, dir+"/"); ok {
			first, _, _ := strings.Cut(rest, "/")
			if !slices.Contains(names, first) {
				names, state = append(names, first), Found
			}
		}
	}
	slices.Sort(names)
	if dir == "/p" {
		state = Found
	} else if state == Unknown {
		state = Missing
	}
	return names, state
}

// show writes a reading as lines FILE:LINE [SHELL] [in DIR] TEXT, and at its end why it is not
// complete.
func show(r *Reading) string {
	var b strings.Builder
	for _, l := range r.Lines {
		b.WriteString(strings.TrimPrefix(l.File, "/p/") + ":" + decimal(l.Line) + " ")
		if l.Shell != "sh" {
			b.WriteString("[" + l.Shell + "] ")
		}
		if l.Dir != "/p" {
			b.WriteString("[in " + strings.TrimPrefix(l.Dir, "/p/") + "] ")
		}
		for _, e := range l.Env {
			b.WriteString("[" + e + "] ")
		}
		b.WriteString(strings.ReplaceAll(l.Text, "\n", "⏎") + "\n")
	}
	if r.Why != "" {
		b.WriteString("? " + r.Why + "\n")
	}
	return b.String()
}

// TestTaskFilesAreRead reads the tables of testdata: files, then calls, each with what comes out.
func TestTaskFilesAreRead(t *testing.T) {
	tables, _ := filepath.Glob("testdata/*.txt")
	if len(tables) < 7 {
		t.Error("tables are missing")
	}
	for _, name := range tables {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			readTable(t, name, string(text))
		})
	}
}

// TestMakefilesHoldNoMarks holds that a makefile cannot write what stands for a hidden value.
func TestMakefilesHoldNoMarks(t *testing.T) {
	for _, text := range []string{"a:\n\techo \x02; rm x\n", "a:\n\techo \x02A$(shell b); rm x\n",
		"B = \x02A$(shell b)\na:\n\techo $(B); rm x\n"} {
		c := &Call{Reader: "make", Tool: "make", Dir: "/p", Names: []string{"a"}}
		r := Read(c, newTree("== Makefile\n"+text))
		if got := show(r); r.Complete() || !strings.Contains(got, "rm x") || strings.Contains(got, "${A}") {
			t.Errorf("%q: %s", text, got)
		}
	}
}

// readTable plays one table. With FENCEPOST_UPDATE=1 it is written anew.
func readTable(t *testing.T, name, text string) {
	var out strings.Builder
	for i, world := range strings.Split(text, "\n==== ") {
		if i == 0 {
			out.WriteString(world)
			continue
		}
		files, calls, _ := strings.Cut(world, "\n$ ")
		title, archive, _ := strings.Cut(files, "\n")
		out.WriteString("\n==== " + files)
		for _, call := range strings.Split(calls, "\n$ ") {
			line, want, _ := strings.Cut(call, "\n")
			got := show(Read(callOf(t, line), newTree(archive)))
			if strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("%s: %s\ngot\n%swant\n%s", title, line, got, want)
			}
			out.WriteString("\n$ " + line + "\n" + got)
		}
	}
	testkit.Update(t, name, []byte(out.String()))
}

// callOf reads READER TOOL KEY=VALUE… NAMES… [-- ARGS…].
func callOf(t *testing.T, line string) *Call {
	words := strings.Fields(line)
	c := &Call{Reader: words[0], Tool: words[1], Dir: "/p"}
	for i, w := range words[2:] {
		if w == "--" {
			c.Args = words[3+i:]
			for k := range c.Args {
				c.Args[k] = strings.NewReplacer("<unknown>", Word, "<blank>", " ").Replace(c.Args[k])
			}
			break
		}
		w = strings.NewReplacer("<unknown>", Word, "<blank>", " ", "<tab>", "\t").Replace(w)
		key, value, ok := strings.Cut(w, ":=")
		if !ok {
			key = ""
		}
		switch key {
		case "dir":
			c.Dir = path.Join("/p", value)
		case "file":
			c.Files = append(c.Files, value)
		case "in":
			c.Packages = append(c.Packages, value)
		case "set":
			c.Sets = append(c.Sets, value)
		case "eval":
			c.Evals = append(c.Evals, value)
		case "all":
			c.All = true
		case "event":
			c.Event = true
		case "dry":
			c.Dry = true
		default:
			c.Names = append(c.Names, w)
		}
	}
	return c
}

// tableCalls are the calls of a table, with their files.
func tableCalls(t *testing.T, name string) (calls []*Call, files []tree) {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range strings.Split(string(text), "\n==== ")[1:] {
		archive, list, _ := strings.Cut(part, "\n$ ")
		_, archive, _ = strings.Cut(archive, "\n")
		for _, call := range strings.Split(list, "\n$ ") {
			line, _, _ := strings.Cut(call, "\n")
			if strings.Contains(line, "<unknown>") {
				continue
			}
			calls, files = append(calls, callOf(t, line)), append(files, newTree(archive))
		}
	}
	return calls, files
}
