package tasks_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/project/tasks"
	"github.com/fencepost/fencepost/internal/project/tasks/tabletree"
)

// TestYAML: what is given up on. What is read is in the tables of the readers.
func TestYAML(t *testing.T) {
	for source, want := range map[string]bool{
		"a: b":                      true,
		"a: [b, 1, true, null]":     true,
		"":                          false,
		"a: &x b":                   false,
		"a: &x b\nc: *x":            false,
		"a: {<<: {b: c}}":           false,
		"a: b\na: c":                false,
		"a: !x b":                   false,
		"a: 2001-01-01":             false,
		"{[a]: b}":                  false,
		"&x a: b":                   false,
		"a: b\n---\nc: d":           true, // the first document
		"a: |\n  x\n  y\n":          true,
		"\xff":                      false,
		strings.Repeat("[", 60):     false,
		nested(tasks.MaxNested + 1): false,
		nested(tasks.MaxNested):     true,
		"a: [" + strings.Repeat("1,", tasks.MaxValues) + "]": false,
	} {
		if _, ok := tabletree.Tree(tasks.YAML, source); ok != want {
			t.Errorf("%.40q is read: %v", source, ok)
		}
	}
}

func nested(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

// FuzzTree reads trees as another program could send them.
func FuzzTree(f *testing.F) {
	tree, _ := tabletree.Tree(tasks.YAML, "version: 3\ntasks:\n  a:\n    cmds: [x, {cmd: y, ignore_error: true}]\n")
	f.Add(tree)
	read := tasks.ReadTree
	f.Cleanup(func() { tasks.ReadTree = read })
	f.Fuzz(func(t *testing.T, tree string) {
		tasks.ReadTree = func(string, string) (string, bool) { return tree, true }
		tasks.Read(&tasks.Call{Reader: "taskfile", Tool: "task", Dir: "/p", Names: []string{"a"}}, oneFile{})
	})
}

// oneFile is a project whose every file is there.
type oneFile struct{}

func (oneFile) Read(name string) (string, tasks.State) {
	if name == "/p/Taskfile.yml" {
		return "version: 3", tasks.Found
	}
	return "", tasks.Missing
}

func (oneFile) Names(string) ([]string, tasks.State) { return []string{"Taskfile.yml"}, tasks.Found }
