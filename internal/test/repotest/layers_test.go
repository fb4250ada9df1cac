package repotest

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// architecturePage has the table of packages in layers.
const architecturePage = "docs/architecture.md"

// strictFolders hold packages that import only those in rows above their own.
var strictFolders = append([]string{"internal/lang"}, analysisFolders...)

// freeFolders are left out of the search for circles: each holds packages that have nothing in
// common but how they are made.
var freeFolders = []string{"gen", "internal/test/testkit"}

// layers are the packages of the page's table with their layers, the lowest one 1.
type layers struct {
	of     map[string]int
	row    map[string]int // of the whole table, from 1
	titles []string       // of the layers, from 1; titles[0] is not used
}

var (
	layerHead  = regexp.MustCompile(`^### \d+\. (.+)$`)
	packageRow = regexp.MustCompile("^\\| ((?:`[^`|]+` ?)+) \\| (.+) \\|$")
	quoted     = regexp.MustCompile("`([^`]+)`")
)

// readLayers reads the section "Packages" of the page. problems are rows of one package in two
// places, and layers out of order.
func readLayers(page string) (l layers, problems []string) {
	l = layers{of: map[string]int{}, row: map[string]int{}, titles: []string{""}}
	inside, row := false, 0
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "## ") {
			inside = line == "## Packages"
		}
		if !inside {
			continue
		}
		if m := layerHead.FindStringSubmatch(line); m != nil {
			l.titles = append(l.titles, m[1])
			if want := fmt.Sprintf("### %d. ", len(l.titles)-1); !strings.HasPrefix(line, want) {
				problems = append(problems, fmt.Sprintf("%q is no. %d of the layers", line, len(l.titles)-1))
			}
		} else if m := packageRow.FindStringSubmatch(line); m != nil {
			row++
			for _, name := range quoted.FindAllStringSubmatch(m[1], -1) {
				if l.of[name[1]] != 0 {
					problems = append(problems, name[1]+" stands in the table twice")
				}
				l.of[name[1]], l.row[name[1]] = len(l.titles)-1, row
			}
		}
	}
	return l, problems
}

// broken says where the imports of the packages do not follow the layers, and which packages the
// table lacks or should not have.
func (l layers) broken(imports map[string][]string) (problems []string) {
	for _, name := range slices.Sorted(maps.Keys(l.of)) {
		if _, ok := imports[name]; !ok {
			problems = append(problems, name+" stands in the table and is no package")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(imports)) {
		if l.of[name] == 0 {
			problems = append(problems, fmt.Sprintf("%s lacks a row; its imports allow layer %d at the lowest",
				name, l.lowest(imports[name])))
			continue
		}
		for _, used := range imports[name] {
			switch at, other := l.of[name], l.of[used]; {
			case other > at:
				problems = append(problems, fmt.Sprintf("%s (layer %d, %s) imports %s (layer %d, %s)",
					name, at, l.titles[at], used, other, l.titles[other]))
			case l.row[used] >= l.row[name] && strict(name, used):
				problems = append(problems, fmt.Sprintf("%s imports %s, which does not stand in a row above: "+
					"in the analysis a package imports no others", name, used))
			}
		}
	}
	return problems
}

func strict(a, b string) bool { return below(a, strictFolders...) && below(b, strictFolders...) }

// lowest is the lowest layer in which a package may stand.
func (l layers) lowest(imports []string) int {
	n := 1
	for _, used := range imports {
		n = max(n, l.of[used])
	}
	return n
}

// folderOf is the folder of a package that circles are looked for among: cmd/NAME, internal/NAME.
func folderOf(name string) string {
	parts := strings.Split(name, "/")
	if below(name, freeFolders...) || strings.HasSuffix(name, "test") {
		return name
	}
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// circles are the groups of folders that import each other, each in the order of the names.
func circles(imports map[string][]string) (groups [][]string) {
	arrows := map[string]map[string]bool{}
	for name, list := range imports {
		from := folderOf(name)
		if arrows[from] == nil {
			arrows[from] = map[string]bool{}
		}
		for _, used := range list {
			if to := folderOf(used); to != from {
				arrows[from][to] = true
			}
		}
	}
	reached := map[string]map[string]bool{}
	for from := range arrows {
		reached[from] = map[string]bool{}
		for todo := slices.Collect(maps.Keys(arrows[from])); len(todo) > 0; {
			to := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !reached[from][to] {
				reached[from][to] = true
				todo = slices.AppendSeq(todo, maps.Keys(arrows[to]))
			}
		}
	}
	done := map[string]bool{}
	for _, from := range slices.Sorted(maps.Keys(arrows)) {
		if done[from] || !reached[from][from] {
			continue
		}
		var group []string
		for _, to := range slices.Sorted(maps.Keys(reached[from])) {
			if reached[to][from] {
				group, done[to] = append(group, to), true
			}
		}
		groups = append(groups, group)
	}
	return groups
}

func importsOf(list []*listedPackage) map[string][]string {
	imports := map[string][]string{}
	for _, p := range list {
		imports[p.name()] = p.uses()
	}
	return imports
}

// TestLayers: the page's table has each package once, and a package imports only packages of its own
// and lower layers, in the analysis only those in rows above its own.
func TestLayers(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, architecturePage))
	if err != nil {
		t.Fatal(err)
	}
	l, problems := readLayers(string(page))
	imports := importsOf(ourPackages(t))
	for _, problem := range append(problems, l.broken(imports)...) {
		t.Errorf("%s: %s", architecturePage, problem)
	}
	found := map[string]int{}
	for _, group := range circles(imports) {
		t.Log(group)
		found[strings.Join(group, ",")] = len(group)
	}
	holdTo(t, "circle", "folders import each other in one direction", found)
}

func TestLayersRows(t *testing.T) {
	page := "## Packages\n\n### 1. Low\n\n| `a` `b` | Bits. |\n| `internal/lang` | Texts. |\n" +
		"\n### 2. High\n\n| `internal/command` | Specs. |\n| `internal/shparse` | Shell. |\n"
	good := map[string][]string{
		"a": {"b"}, "b": nil, "internal/lang": {"a"},
		"internal/command": {"internal/lang"}, "internal/shparse": {"a"},
	}
	change := func(name string, imports ...string) map[string][]string {
		m := maps.Clone(good)
		m[name] = imports
		return m
	}
	for _, row := range []struct {
		page    string
		imports map[string][]string
		want    string // in the problems, "" if there are none
	}{
		{page, good, ""},
		{page, change("a", "internal/command"), "a (layer 1, Low) imports internal/command (layer 2, High)"},
		{page, change("internal/shparse", "internal/command"), ""},
		{page, change("internal/command", "internal/shparse"), "which does not stand in a row above"},
		{page, change("internal/shparse/x", "internal/command"), "lacks a row; its imports allow layer 2"},
		{page + "| `c` | Gone. |\n", good, "c stands in the table and is no package"},
		{page + "| `a` | Again. |\n", good, "a stands in the table twice"},
		{strings.Replace(page, "### 2", "### 3", 1), good, "is no. 2"},
		{strings.Replace(page, "## Packages", "## Others", 1), good, "a lacks a row"},
	} {
		l, problems := readLayers(row.page)
		got := strings.Join(append(problems, l.broken(row.imports)...), "; ")
		if (got == "") != (row.want == "") || !strings.Contains(got, row.want) {
			t.Errorf("problems %q, want %q", got, row.want)
		}
	}
	groups := circles(map[string][]string{
		"internal/a": {"internal/b/x"}, "internal/b": {"internal/a/y"}, "internal/a/y": nil,
		"internal/b/x": {"internal/c"}, "internal/c": nil, "gen": {"internal/c"}, "gen/x": nil,
	})
	if got := fmt.Sprint(groups); got != "[[internal/a internal/b]]" {
		t.Errorf("circles %s, want those of a and b", got)
	}
}
