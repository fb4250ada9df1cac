package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/fencepost/fencepost/internal/test/testkit/plainwords"
)

// TestHelpWords holds the help of every command and flag to the rules of docs/style.md that can be
// counted.
func TestHelpWords(t *testing.T) {
	n := 0
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		texts := []string{strings.ToUpper(c.Short[:1]) + c.Short[1:]}
		for paragraph := range strings.SplitSeq(c.Long, "\n\n") {
			texts = append(texts, strings.ReplaceAll(paragraph, "\n", " "))
		}
		for _, text := range texts {
			for _, s := range plainwords.Of(text) {
				n++
				if !s.Capital() && s[0] != program && s[0] != "docs/organisation.md" {
					t.Errorf("%s: no capital letter: %s", c.CommandPath(), s)
				}
				if problem := s.Problem(); problem != "" {
					t.Errorf("%s: %s", c.CommandPath(), problem)
				}
			}
		}
		if len(c.Short) > 60 {
			t.Errorf("%s: %d characters do not fit beside its name: %s", c.CommandPath(), len(c.Short),
				c.Short)
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			for _, s := range plainwords.Of(f.Usage) {
				if problem := s.Problem(); problem != "" {
					t.Errorf("%s --%s: %s", c.CommandPath(), f.Name, problem)
				}
			}
		})
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	look(newRoot(std()))
	if n < 60 {
		t.Errorf("only %d sentences were looked at", n)
	}
}

// spoken are the packages whose texts reach people through this program.
var spoken = []string{".", "../fencepost-run", "../fencepost-hook", "../../internal/policy/parse"}

// TestMessageWords holds every text in the code of these programs to the same rules: what is not
// for people is short.
func TestMessageWords(t *testing.T) {
	n := 0
	for _, dir := range spoken {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", dir, len(files), err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range textsOf(f) {
				n++
				for line := range strings.SplitSeq(text, "\n\n") {
					for _, s := range plainwords.Of(line) {
						if problem := s.Problem(); problem != "" {
							t.Errorf("%s: %s", file, problem)
						}
					}
				}
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d texts were looked at", n)
	}
}

// textsOf are the constant texts of a file, those that + joins as one. Texts of several lines, which
// are a config, a script or a table, are left to those who read them.
func textsOf(f *ast.File) (texts []string) {
	var join func(e ast.Expr) string
	join = func(e ast.Expr) string {
		switch x := e.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(x.Value); err == nil && x.Kind == token.STRING &&
				x.Value[0] == '"' {
				return text
			}
		case *ast.BinaryExpr:
			if x.Op == token.ADD {
				return join(x.X) + join(x.Y)
			}
		}
		return ""
	}
	ast.Inspect(f, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		text := join(e)
		if text != "" {
			texts = append(texts, text)
		}
		return text == ""
	})
	return texts
}
