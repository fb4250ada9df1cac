package main

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestUntested holds the list of docs/testing.md: a package without a test file stands in it, with
// packages that test it, and none else does.
func TestUntested(t *testing.T) {
	root := testkit.Root()
	text, err := os.ReadFile(filepath.Join(root, "docs", "testing.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, ok := strings.Cut(string(text), "\n## Packages without tests of their own\n")
	if !ok {
		t.Fatal("docs/testing.md has no list of packages without tests")
	}
	list, _, _ = strings.Cut(list, "\n## ")
	listed := map[string]bool{}
	name := regexp.MustCompile("`((?:cmd|gen|internal)(?:/[^`]*)?)`")
	for line := range strings.Lines(list) {
		cells := strings.Split(line, "|")
		if len(cells) != 4 || !strings.Contains(cells[1], "`") {
			continue
		}
		for _, m := range name.FindAllStringSubmatch(cells[1], -1) {
			listed[m[1]] = true
		}
		places := name.FindAllStringSubmatch(cells[2], -1)
		if len(places) == 0 {
			t.Errorf("nothing tests %s", strings.TrimSpace(cells[1]))
		}
		for _, m := range places {
			if tests, _ := filepath.Glob(filepath.Join(root, m[1], "*_test.go")); len(tests) == 0 {
				t.Errorf("%s, which tests %s, has no tests", m[1], strings.TrimSpace(cells[1]))
			}
		}
	}
	without := untested(t, root)
	for _, dir := range without {
		if !listed[dir] {
			t.Errorf("%s has no tests, and docs/testing.md does not say what tests it", dir)
		}
		delete(listed, dir)
	}
	for _, dir := range slices.Sorted(maps.Keys(listed)) {
		t.Errorf("docs/testing.md lists %s, which has tests, or is gone", dir)
	}
}

// untested are the directories of packages without a test file, below internal and cmd.
func untested(t *testing.T, root string) []string {
	t.Helper()
	var out []string
	for _, top := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(dir string, d fs.DirEntry,
			err error) error {
			switch {
			case err != nil:
				return err
			case !d.IsDir():
				return nil
			case d.Name() == "testdata":
				return fs.SkipDir
			}
			sources, _ := filepath.Glob(filepath.Join(dir, "*.go"))
			tests, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
			if len(sources) > 0 && len(tests) == 0 {
				name, err := filepath.Rel(root, dir)
				if err != nil {
					return err
				}
				out = append(out, filepath.ToSlash(name))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}
