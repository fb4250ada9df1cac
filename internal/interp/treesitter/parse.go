//go:build cgo

// Package treesitter reads Python, JavaScript and TypeScript with the grammars of tree-sitter. It
// is the only package that needs cgo, and nothing but fencepost-interp links it.
//
// It calls the C library itself (tree.c): a tree is parsed in one call and read in few, where the Go
// binding of the library takes ten calls and an object for each node, which cost as much as parsing.
package treesitter

// #include "tree.h"
import "C"

import (
	"strconv"
	"sync/atomic"
	"unsafe"

	// these hold the C library and the grammars
	_ "github.com/smacker/go-tree-sitter"
	_ "github.com/smacker/go-tree-sitter/javascript"
	_ "github.com/smacker/go-tree-sitter/python"
	_ "github.com/smacker/go-tree-sitter/typescript/tsx"
	_ "github.com/smacker/go-tree-sitter/typescript/typescript"

	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// Bounds of a tree.
const (
	maxDepth = 400    // of nodes: what interprets them recurses
	maxNodes = 200000 // in all
)

// grammar is one of the C library's.
type grammar = uint32

// grammars are tried in order: the first that reads the code without an error wins, else the first
// one counts.
func grammars(lang string) []grammar {
	switch lang {
	case "python":
		return []grammar{C.FENCE_PYTHON}
	case "javascript":
		return []grammar{C.FENCE_JAVASCRIPT}
	case "typescript":
		return []grammar{C.FENCE_TYPESCRIPT, C.FENCE_TSX, C.FENCE_JAVASCRIPT}
	}
	return nil
}

// Parse returns the syntax tree of code. problem says why there is none, or why it is not the whole
// of it. Code that does not parse still gives the tree of what does. The work that it takes is
// counted off *left, in bytes that the parser allocates and reads: code takes 50 to 300 for each of
// its own, hostile code a hundred times as many. Where nothing is left there is no tree.
func Parse(lang, code string, left *effort.Budget) (root *syntax.Node, problem string) {
	list := grammars(lang)
	if list == nil {
		return nil, "there is no grammar for " + lang
	}
	for i, g := range list {
		r, p := parse(g, code, left)
		if i == 0 || p == "" {
			root, problem = r, p
		}
		if p == "" {
			break
		}
	}
	return root, problem
}

// last is the tree that was parsed last. It is freed when another one has been: a process that
// reads one piece of code, as most do, leaves that to its end.
var last atomic.Pointer[C.fence_tree]

func parse(g grammar, code string, left *effort.Budget) (*syntax.Node, string) {
	t := C.fence_parse(g, (*C.char)(unsafe.Pointer(unsafe.StringData(code))),
		C.uint32_t(len(code)), C.uint64_t(max(0, *left)))
	*left = effort.Budget(t.left)
	defer func() {
		if old := last.Swap(t); old != nil {
			C.fence_free(old)
		}
	}()
	if t.tree == nil {
		return nil, "reading the code takes more than the limit of this program"
	}
	c := converter{tree: t, code: code, problem: mistake(t)}
	if c.next() == nil {
		return nil, "the code could not be read"
	}
	return c.node(), c.problem
}

// mistake says that there is one and where the first is; "" where there is none.
func mistake(t *C.fence_tree) string {
	m := C.fence_wrong(t, maxDepth)
	switch {
	case !bool(m.is):
		return ""
	case !bool(m.found):
		return "the code does not parse"
	}
	return "the code does not parse, line " + strconv.Itoa(int(m.at.row)+1) + ", column " +
		strconv.Itoa(int(m.at.column)+1)
}

// converter makes nodes of Go of a tree.
type converter struct {
	tree     *C.fence_tree
	at, read int           // the next of the nodes that were read, and how many there are
	room     []syntax.Node // for more of them
	code     string
	count    int
	stopped  bool // nothing more is read, for the problem
	problem  string
}

// next returns the node that stands next in the tree, which stays there; nil at its end.
func (c *converter) next() *C.fence_node {
	if c.at == c.read {
		if c.at, c.read = 0, int(C.fence_read(c.tree, maxDepth)); c.read == 0 {
			return nil
		}
	}
	return &c.tree.nodes[c.at]
}

// stop is what a bound does.
func (c *converter) stop(why string) { c.stopped, c.problem = true, why }

// node takes the next node with all below it.
func (c *converter) node() *syntax.Node {
	n := c.next()
	out, depth := c.leaf(n), n.depth
	out.Line = int(n.row) + 1
	c.at++
	if c.count++; c.count > maxNodes {
		c.stop("the code is longer than the limit of this program")
	}
	if depth >= maxDepth {
		c.stop("the code nests deeper than the limit of this program")
	}
	for !c.stopped {
		k := c.next()
		switch {
		case k == nil || k.depth <= depth:
			return out
		case bool(k.named):
			out.Kids = append(out.Kids, c.node())
			continue
		case k.field != nil || out.Type == "array_pattern":
			out.Kids = append(out.Kids, c.leaf(k))
		}
		c.at++
	}
	return out
}

// leaf is a node without what is below it.
func (c *converter) leaf(n *C.fence_node) *syntax.Node {
	if len(c.room) == 0 {
		c.room = make([]syntax.Node, 32)
	}
	out := &c.room[0]
	c.room = c.room[1:]
	*out = syntax.Node{Type: name(n._type, n.type_length), Field: name(n.field, n.field_length),
		Start: int(n.start), End: int(n.end), Src: c.code}
	return out
}

// name is one of the grammar's, which are part of the program: no copy is made.
func name(s *C.char, length C.uint16_t) string {
	return unsafe.String((*byte)(unsafe.Pointer(s)), int(length))
}
