package repotest

import (
	"cmp"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// mostBack is, by folder, how many of 100 arrows between the files of a package may point back.
var mostBack = map[string]int{
	"internal/analyze": 10, "internal/command": 10, "internal/shparse": 20,
}

// fewFiles is how many files a package may have without a list of their order.
const fewFiles = 3

// orderHead is the line of a package's comment that comes before the list of its files. Each file is
// to use only what stands in files before it.
const orderHead = "// Order of files, each uses those before it:\n"

var orderList = regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(orderHead) + `//\n((?://\t.*\n)+)`)

// arrow says that a file uses what another one declares.
type arrow struct{ from, to string }

// arrows are the pairs of files of a package of which one uses the other.
func arrows(s *source) map[arrow]bool {
	pairs := map[arrow]bool{}
	for id, obj := range s.info.Uses {
		if obj.Pkg() == s.types && obj.Pos().IsValid() {
			if a := (arrow{s.file(id.Pos()), s.file(obj.Pos())}); a.from != a.to {
				pairs[a] = true
			}
		}
	}
	return pairs
}

// back are the arrows that point from a file to a later one.
func back(pairs map[arrow]bool, order []string) (list []arrow) {
	place := map[string]int{}
	for i, name := range order {
		place[name] = i
	}
	for a := range pairs {
		if place[a.from] < place[a.to] {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b arrow) int {
		return cmp.Or(strings.Compare(a.from, b.from), strings.Compare(a.to, b.to))
	})
	return list
}

// writtenOrder is the list in the comment of a package, and the file that holds the comment.
func writtenOrder(s *source) (order []string, file *ast.File) {
	for _, f := range s.files {
		if f.Doc == nil || file != nil && s.file(f.Package) != docFile {
			continue
		}
		file = f
		var text strings.Builder
		for _, c := range f.Doc.List {
			text.WriteString(c.Text + "\n")
		}
		if m := orderList.FindStringSubmatch(text.String()); m != nil {
			order = strings.Fields(strings.ReplaceAll(m[1], "//\t", ""))
		}
	}
	return order, file
}

// fileNames are the names of the files of a package that have code.
func fileNames(s *source) (names []string) {
	for _, f := range s.files {
		if name := s.file(f.Package); name != docFile {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// completed is an order with the files that are there and no others. Each file that it lacks is put
// where fewest arrows point back; files without an arrow between them keep the order of their names.
func completed(order, names []string, pairs map[arrow]bool) []string {
	var list, rest []string
	for _, name := range order {
		if slices.Contains(names, name) && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	fresh := len(list) == 0
	for _, name := range names {
		if !slices.Contains(list, name) {
			rest = append(rest, name)
		}
	}
	for _, name := range rest {
		list = insertBest(list, name, pairs)
	}
	// A new list is improved as long as moving one file helps.
	for improved := fresh; improved; {
		improved = false
		for _, name := range names {
			before := len(back(pairs, list))
			next := insertBest(slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name }),
				name, pairs)
			if len(back(pairs, next)) < before {
				list, improved = next, true
			}
		}
	}
	return list
}

// insertBest puts a file where fewest arrows point back, at the last such place.
func insertBest(list []string, name string, pairs map[arrow]bool) []string {
	n := 0 // arrows that point back if the file stands first
	for _, other := range list {
		if pairs[arrow{name, other}] {
			n++
		}
	}
	best, at := n, 0
	for i, other := range list {
		if pairs[arrow{name, other}] {
			n--
		}
		if pairs[arrow{other, name}] {
			n++
		}
		if n <= best {
			best, at = n, i+1
		}
	}
	return slices.Insert(slices.Clone(list), at, name)
}

// orderText is the part of a package's comment that lists its files.
func orderText(order []string) string {
	const width = 92
	lines := []string{""}
	for _, name := range order {
		if last := len(lines) - 1; lines[last] == "" {
			lines[last] = name
		} else if len(lines[last])+1+len(name) <= width {
			lines[last] += " " + name
		} else {
			lines = append(lines, name)
		}
	}
	return orderHead + "//\n//\t" + strings.Join(lines, "\n//\t") + "\n"
}

// writeOrder puts the list into the comment of the package, and moves the comment into a file of its
// own if it stands elsewhere.
func writeOrder(t *testing.T, s *source, file *ast.File, order []string) {
	t.Helper()
	name := filepath.Join(s.dir, s.file(file.Package))
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	from, to := s.fset.Position(file.Doc.Pos()).Offset, s.fset.Position(file.Package).Offset
	comment, rest := string(text[from:to]), string(text[to:])
	if orderList.MatchString(comment) {
		comment = orderList.ReplaceAllLiteralString(comment, orderText(order))
	} else {
		comment += "//\n" + orderText(order)
	}
	if filepath.Base(name) == docFile {
		testkit.Update(t, name, []byte(string(text[:from])+comment+rest))
		return
	}
	testkit.Update(t, name, []byte(string(text[:from])+rest))
	testkit.Update(t, filepath.Join(s.dir, docFile), []byte(comment+"package "+s.types.Name()+"\n"))
}

// allowedBack is how many of so many arrows may point back: a share, but one in any package.
func allowedBack(all, percent int) int { return max(1, (all*percent-1)/100) }

// TestArrows: in a package of the analysis most files use only those that stand before them in the
// order that the comment of the package gives.
func TestArrows(t *testing.T) {
	found := map[string]int{}
	for _, s := range analysisSources(t) {
		percent := 0
		for folder, n := range mostBack {
			if below(s.name, folder) {
				percent = n
			}
		}
		names, pairs := fileNames(s), arrows(s)
		order, file := writtenOrder(s)
		if percent == 0 || len(names) <= fewFiles && order == nil {
			continue
		}
		most := allowedBack(len(pairs), percent)
		next := completed(order, names, pairs)
		if testkit.Updating() && len(back(pairs, next)) > most {
			if anew := completed(nil, names, pairs); len(back(pairs, anew)) < len(back(pairs, next)) {
				next = anew
			}
		}
		if !slices.Equal(next, order) {
			if file == nil {
				t.Errorf("%s has no comment", s.name)
			} else if testkit.Updating() {
				writeOrder(t, s, file, next)
			} else {
				t.Errorf("the comment of %s lacks files, or names some that are gone: FENCEPOST_UPDATE=1 "+
					"go test ./internal/test/repotest -run TestArrows writes the list\n%s", s.name, orderText(next))
			}
			order = next
		}
		wrong := back(pairs, order)
		t.Logf("%s: %d of %d arrows point back (%d %%)", s.name, len(wrong), len(pairs),
			len(wrong)*100/max(1, len(pairs)))
		if len(wrong) > most {
			found[s.name] = len(wrong)
			t.Log(wrong)
		}
	}
	holdTo(t, "back", fmt.Sprintf("of 100 arrows between files of a package fewer than %v may point back",
		mostBack), found)
}

func TestArrowsRows(t *testing.T) {
	s := synthetic(t, "arrows")
	pairs := arrows(s)
	want := map[arrow]bool{
		{"b.go", "a.go"}: true, {"c.go", "a.go"}: true, {"c.go", "b.go"}: true, {"a.go", "c.go"}: true,
	}
	if !maps.Equal(pairs, want) {
		t.Errorf("arrows %v, want %v", pairs, want)
	}
	order, file := writtenOrder(s)
	if !slices.Equal(order, []string{"c.go", "a.go", "gone.go"}) || file == nil {
		t.Fatalf("the comment gives the order %q", order)
	}
	if n := len(back(pairs, []string{"a.go", "b.go", "c.go"})); n != 1 {
		t.Errorf("%d arrows point back in the order of the names, want 1", n)
	}
	if got := completed(order, fileNames(s), pairs); !slices.Equal(got, []string{"c.go", "a.go", "b.go"}) {
		t.Errorf("the order was completed to %q", got)
	}
	if got := completed(nil, fileNames(s), pairs); len(back(pairs, got)) != 1 {
		t.Errorf("the order was found to be %q", got)
	}
	if m := orderList.FindString("//\n" + orderText(order) + "package arrows\n"); m != orderText(order) {
		t.Errorf("what is written as %q is read as %q", orderText(order), m)
	}
	for _, row := range []struct{ all, percent, most int }{{3, 10, 1}, {20, 10, 1}, {100, 10, 9}, {99, 20, 19}} {
		if got := allowedBack(row.all, row.percent); got != row.most {
			t.Errorf("%d of %d arrows may point back at %d %%, want %d", got, row.all, row.percent, row.most)
		}
	}
}
