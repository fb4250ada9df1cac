package tasks

import (
	"strings"
	"testing"
)

// seeds are the worlds of a table.
func seeds(f *testing.F, name string) {
	t := &testing.T{}
	calls, files := tableCalls(t, name)
	for i, c := range calls {
		for _, text := range files[i] {
			f.Add(text, strings.Join(c.Names, " "))
		}
	}
}

// fuzzReader reads one file of any text. It must end, within the bounds, and a reading that is
// complete has no line with anything unknown.
func fuzzReader(f *testing.F, reader, tool, file string) {
	f.Fuzz(func(t *testing.T, source, names string) {
		for _, args := range [][]string{nil, {"x y", Word}} {
			c := &Call{Reader: reader, Tool: tool, Dir: "/p", Names: strings.Fields(names), Args: args}
			r := Read(c, tree{"/p/" + file: source})
			if len(r.Lines) > maxLines || len(r.Files) > maxFiles {
				t.Errorf("%d lines, %d files", len(r.Lines), len(r.Files))
			}
			for _, l := range r.Lines {
				if strings.ContainsAny(l.Text, unknown+Word) || l.Line < 1 || l.Dir == "" {
					t.Errorf("%+v", l)
				}
				if r.Complete() && strings.Contains(l.Text, unknownText) &&
					!strings.Contains(l.Text, unknownWord) && !strings.Contains(source, unknownText) {
					t.Errorf("complete, with %q", l.Text)
				}
			}
		}
	})
}

func FuzzPackageJSON(f *testing.F) {
	seeds(f, "testdata/package-json.txt")
	fuzzReader(f, "package-json", "npm", "package.json")
}

func FuzzMake(f *testing.F) {
	seeds(f, "testdata/make.txt")
	seeds(f, "testdata/make-real.txt")
	fuzzReader(f, "make", "make", "Makefile")
}

func FuzzJust(f *testing.F) {
	seeds(f, "testdata/just.txt")
	fuzzReader(f, "just", "just", "justfile")
}

func FuzzTaskfile(f *testing.F) {
	seeds(f, "testdata/taskfile.txt")
	fuzzReader(f, "taskfile", "task", "Taskfile.yml")
}

func FuzzMise(f *testing.F) {
	seeds(f, "testdata/mise.txt")
	fuzzReader(f, "mise", "mise", "mise.toml")
}

func FuzzPoe(f *testing.F) {
	seeds(f, "testdata/poe.txt")
	fuzzReader(f, "poe", "poe", "pyproject.toml")
}

func FuzzComposer(f *testing.F) {
	seeds(f, "testdata/other.txt")
	fuzzReader(f, "composer", "composer", "composer.json")
}

func FuzzDeno(f *testing.F) {
	seeds(f, "testdata/other.txt")
	fuzzReader(f, "deno", "deno", "deno.json")
}
