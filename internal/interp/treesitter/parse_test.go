//go:build cgo

package treesitter

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/python"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// What tree.h declares is what the module that is linked has.
func TestDeclarations(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.Dir}}",
		"github.com/smacker/go-tree-sitter").Output()
	if err != nil {
		t.Skipf("the module is not found: %v", err)
	}
	theirs, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "api.h"))
	if err != nil {
		t.Fatal(err)
	}
	ours, err := os.ReadFile("tree.h")
	if err != nil {
		t.Fatal(err)
	}
	own, _, found := strings.Cut(string(ours), "// ours\n")
	declaration := regexp.MustCompile(`(?ms)^(typedef struct \w+ \{.*?^\} \w+;|\w[^;{#]*;)`)
	declared := declaration.FindAllString(own, -1)
	if !found || len(declared) < 25 {
		t.Fatalf("%d declarations", len(declared))
	}
	for _, d := range declared {
		if !strings.Contains(string(theirs), d+"\n") {
			t.Errorf("api.h does not say %q", d)
		}
	}
}

// Trees are those that the library's own binding reads, of all code of the tables and of what is
// left of it when an end is cut off.
func TestTrees(t *testing.T) {
	languages := map[string]*sitter.Language{"python": python.GetLanguage(),
		"javascript": javascript.GetLanguage(), "typescript": typescript.GetLanguage()}
	files, err := filepath.Glob("../../../testdata/interp/*/*.jsonl")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	seen := 0
	for _, file := range files {
		for _, code := range codes(t, file) {
			for _, c := range []string{code, code[:len(code)*2/3], code[len(code)/3:]} {
				for lang, l := range languages {
					left := effort.Budget(1 << 30)
					got, problem := parse(grammars(lang)[0], c, &left)
					if want := bound(l, c); !reflect.DeepEqual(got, want) {
						t.Errorf("%s: another tree of %q", lang, c)
					}
					if hasMistake(l, c) != (problem != "") {
						t.Errorf("%s: %q is %q", lang, c, problem)
					}
					seen++
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d trees", seen)
	}
}

// TestParsingEndsWithItsBudget: hostile code takes all work that is left. What is read after it has no
// tree.
func TestParsingEndsWithItsBudget(t *testing.T) {
	const work = 16 << 20
	for _, tt := range []struct {
		lang, code string
		most       int // bytes of work for each of the code; 0: all that there is
	}{
		{"python", strings.Repeat("x = f(1, 'a')\n", 2000), 400},
		{"javascript", strings.Repeat("x = f(1, 'a');\n", 2000), 400},
		{"typescript", strings.Repeat("const x: string = f(1, 'a');\n", 2000), 400},
		{"python", strings.Repeat("print x ", 8000), 0},
		{"javascript", strings.Repeat("'", 64000), 0},
		{"javascript", strings.Repeat("lambda x:", 8000), 0},
		{"typescript", strings.Repeat(`'''"`, 16000), 0},
	} {
		hostile := tt.most == 0
		left := effort.Budget(work)
		root, problem := Parse(tt.lang, tt.code, &left)
		took := work - int(left)
		if hostile != (left == 0) || hostile != (root == nil) || hostile != (problem != "") ||
			!hostile && took > tt.most*len(tt.code) {
			t.Errorf("%s %.20q takes %d bytes of work, problem %q", tt.lang, tt.code, took, problem)
		}
		if root, problem = Parse(tt.lang, "1", &left); hostile && (root != nil || problem == "") {
			t.Errorf("%s %.20q: something is read after the end", tt.lang, tt.code)
		}
	}
}

func codes(t *testing.T, file string) (list []string) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		var row struct{ Code string }
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		list = append(list, row.Code)
	}
	return list
}

func hasMistake(l *sitter.Language, code string) bool {
	n, err := sitter.ParseCtx(context.Background(), []byte(code), l)
	return err != nil || n.HasError()
}

// bound reads a tree by the library's own binding.
func bound(l *sitter.Language, code string) *syntax.Node {
	n, err := sitter.ParseCtx(context.Background(), []byte(code), l)
	if err != nil {
		return nil
	}
	return nodes(sitter.NewTreeCursor(n), code)
}

func nodes(cur *sitter.TreeCursor, code string) *syntax.Node {
	leaf := func() *syntax.Node {
		n := cur.CurrentNode()
		return &syntax.Node{Type: n.Type(), Field: cur.CurrentFieldName(), Start: int(n.StartByte()),
			End: int(n.EndByte()), Src: code}
	}
	out := leaf()
	out.Line = int(cur.CurrentNode().StartPoint().Row) + 1
	if !cur.GoToFirstChild() {
		return out
	}
	for more := true; more; more = cur.GoToNextSibling() {
		switch k := leaf(); {
		case cur.CurrentNode().IsNamed():
			out.Kids = append(out.Kids, nodes(cur, code))
		case k.Field != "" || out.Type == "array_pattern" && k.Type == ",":
			out.Kids = append(out.Kids, k)
		}
	}
	cur.GoToParent()
	return out
}
