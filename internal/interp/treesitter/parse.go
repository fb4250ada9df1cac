//go:build cgo

// Package treesitter reads Python, JavaScript and TypeScript with the grammars of tree-sitter. It
// is the only package that needs cgo, and nothing but fencepost-interp links it.
package treesitter

import (
	"context"
	"strconv"
	"time"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/javascript"
	"github.com/smacker/go-tree-sitter/python"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	"github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Bounds of a tree.
const (
	maxDepth = 400    // of nodes: what interprets them recurses
	maxNodes = 200000 // in all
)

// grammars are tried in order: the first that reads the code without an error wins, else the first
// one counts.
func grammars(lang string) []*sitter.Language {
	switch lang {
	case "python":
		return []*sitter.Language{python.GetLanguage()}
	case "javascript":
		return []*sitter.Language{javascript.GetLanguage()}
	case "typescript":
		return []*sitter.Language{typescript.GetLanguage(), tsx.GetLanguage(), javascript.GetLanguage()}
	}
	return nil
}

// Parse returns the syntax tree of code. problem says why there is none, or why it is not the whole
// of it. Code that does not parse still gives the tree of what does.
func Parse(lang, code string, deadline time.Time) (root *syntax.Node, problem string) {
	list := grammars(lang)
	if list == nil {
		return nil, "there is no grammar for " + lang
	}
	for i, g := range list {
		r, p := parse(g, code, deadline)
		if i == 0 || p == "" {
			root, problem = r, p
		}
		if p == "" {
			break
		}
	}
	return root, problem
}

func parse(g *sitter.Language, code string, deadline time.Time) (*syntax.Node, string) {
	p := sitter.NewParser()
	defer p.Close()
	p.SetLanguage(g)
	if !deadline.IsZero() {
		p.SetOperationLimit(max(1, int(time.Until(deadline).Microseconds())))
	}
	tree, err := p.ParseCtx(context.Background(), nil, []byte(code))
	if err != nil {
		return nil, "the code could not be read in time"
	}
	defer tree.Close()
	top := tree.RootNode()
	problem := ""
	if top.HasError() {
		problem = "the code does not parse"
		if at := firstError(top); at != "" {
			problem += ", " + at
		}
	}
	c := converter{lang: g, code: code, deadline: deadline}
	cursor := sitter.NewTreeCursor(top)
	defer cursor.Close()
	root := c.node(cursor, 0)
	if c.problem != "" {
		problem = c.problem
	}
	return root, problem
}

// firstError says where the first mistake is.
func firstError(n *sitter.Node) string {
	for range maxDepth {
		if n.IsError() || n.IsMissing() {
			p := n.StartPoint()
			return "line " + strconv.Itoa(int(p.Row)+1) + ", column " + strconv.Itoa(int(p.Column)+1)
		}
		var next *sitter.Node
		for i := range min(int(n.ChildCount()), 1000) {
			if k := n.Child(i); k.HasError() || k.IsMissing() {
				next = k
				break
			}
		}
		if next == nil {
			return ""
		}
		n = next
	}
	return ""
}

// converter copies a tree into nodes of Go.
type converter struct {
	lang     *sitter.Language
	code     string
	names    [1024]string // of symbols
	count    int
	problem  string
	deadline time.Time
}

func (c *converter) name(n *sitter.Node) string {
	s := n.Symbol()
	if int(s) >= len(c.names) {
		return n.Type()
	}
	if c.names[s] == "" {
		c.names[s] = n.Type()
	}
	return c.names[s]
}

func (c *converter) node(cur *sitter.TreeCursor, depth int) *syntax.Node {
	n := cur.CurrentNode()
	out := &syntax.Node{Type: c.name(n), Field: cur.CurrentFieldName(), Start: int(n.StartByte()),
		End:  int(n.EndByte()),
		Line: int(n.StartPoint().Row) + 1, Src: c.code}
	if c.count++; c.count > maxNodes || c.count%4096 == 0 && !c.deadline.IsZero() &&
		time.Now().After(c.deadline) {
		c.problem = "the code is longer than the limit of this program"
	}
	if depth >= maxDepth {
		c.problem = "the code nests deeper than the limit of this program"
	}
	if c.problem != "" || !cur.GoToFirstChild() {
		return out
	}
	for {
		k := cur.CurrentNode()
		switch {
		case k.IsNamed():
			out.Kids = append(out.Kids, c.node(cur, depth+1))
		case cur.CurrentFieldName() != "" || out.Type == "array_pattern" && c.name(k) == ",":
			out.Kids = append(out.Kids, &syntax.Node{Type: c.name(k), Field: cur.CurrentFieldName(),
				Start: int(k.StartByte()), End: int(k.EndByte()), Src: c.code})
		}
		if c.problem != "" || !cur.GoToNextSibling() {
			break
		}
	}
	cur.GoToParent()
	return out
}
