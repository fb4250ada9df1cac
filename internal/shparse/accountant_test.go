package shparse

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

// Nodes that no case of the interpreter knows, as a later version of the library may have.
type (
	oddCommand struct{ *syntax.Block }
	oddLoop    struct{ *syntax.WordIter }
	oddPart    struct{ *syntax.DblQuoted }
	oddArithm  struct{ *syntax.ParenArithm }
	oddTest    struct{ *syntax.ParenTest }
)

// TestUnreadNodesAreReported puts such nodes into trees: each is reported.
func TestUnreadNodesAreReported(t *testing.T) {
	for _, c := range []struct {
		text   string
		change func(n syntax.Node)
	}{
		{"{ rm x; }", func(n syntax.Node) {
			if s, ok := n.(*syntax.Stmt); ok {
				if b, ok := s.Cmd.(*syntax.Block); ok {
					s.Cmd = oddCommand{b}
				}
			}
		}},
		{`echo "$(rm x)"`, func(n syntax.Node) {
			if w, ok := n.(*syntax.Word); ok {
				if q, ok := w.Parts[0].(*syntax.DblQuoted); ok {
					w.Parts[0] = oddPart{q}
				}
			}
		}},
		{"for i in $(rm x); do :; done", func(n syntax.Node) {
			if f, ok := n.(*syntax.ForClause); ok {
				if l, ok := f.Loop.(*syntax.WordIter); ok {
					f.Loop = oddLoop{l}
				}
			}
		}},
		{"(( (x) ))", func(n syntax.Node) {
			if c, ok := n.(*syntax.ArithmCmd); ok {
				if p, ok := c.X.(*syntax.ParenArithm); ok {
					c.X = oddArithm{p}
				}
			}
		}},
		{"[[ (a == b) ]]", func(n syntax.Node) {
			if c, ok := n.(*syntax.TestClause); ok {
				if p, ok := c.X.(*syntax.ParenTest); ok {
					c.X = oddTest{p}
				}
			}
		}},
	} {
		changed := func(stmts []*syntax.Stmt) {
			for _, s := range stmts {
				var nodes []syntax.Node
				syntax.Walk(s, func(n syntax.Node) bool { nodes = append(nodes, n); return n != nil })
				for _, n := range nodes {
					c.change(n)
				}
			}
		}
		if ids := hazardsOf(c.text, changed, nil); !strings.Contains(ids, "unread") {
			t.Errorf("%s: hazards %q, want unread", c.text, ids)
		}
		if ids := hazardsOf(c.text, nil, nil); ids != "" {
			t.Errorf("%s: hazards %q without the change", c.text, ids)
		}
	}
}

// TestUnreadPart leaves out one node of each kind after the other: each is missed.
func TestUnreadPart(t *testing.T) {
	for _, text := range []string{
		"ls", "x=1", "x=1 ls", "ls > f", "cat <<E\n$(rm x)\nE", "echo $(rm x)", "echo `rm x`",
		"cat <(rm x)", "echo $((1+1))", "((x=1))", "let x=1",
		"f() { rm x; }", "if a; then b; fi", "case a in a) rm x ;; esac", "for i in a b; do rm $i; done",
		"export x=$(rm x)", "a | b && c", "(a)",
		"echo \"${x:-'$(rm x)'}\"", "echo ${x:-<(rm x)}", "time ls", "coproc ls", "x=(a $(rm x))",
		"[[ $(rm x) ]]", "while :; do ls; done",
	} {
		for i := 0; ; i++ {
			left := i
			drop := func(syntax.Node) bool { left--; return left == -1 }
			ids := hazardsOf(text, nil, drop)
			if left >= 0 {
				break // there are no more
			}
			if ids != "unread" {
				t.Errorf("%s: hazards %q without mark %d", text, ids, i)
			}
		}
	}
}

// hazardsOf interprets a text, of which the tree was changed before, and a mark is lost after.
func hazardsOf(text string, change func([]*syntax.Stmt), lose func(syntax.Node) bool) string {
	in := New(Options{Dir: "/p", Passes: &taker{}})
	in.sh.script.text = text
	stmts, err := in.acc.parse(text)
	if err != nil {
		return err.Error()
	}
	if change != nil {
		change(stmts)
	}
	in.cmds.stmts(stmts)
	in.funcs.uncalled()
	for _, n := range slices.SortedFunc(maps.Keys(in.acc.marks), byPlace) {
		if lose != nil && lose(n) {
			delete(in.acc.marks, n)
		}
	}
	in.acc.account()
	var ids []string
	for _, h := range in.View().Hazards() {
		ids = append(ids, h.ID.String())
	}
	return strings.Join(ids, " ")
}

// byPlace orders nodes by where they begin and end, and by their types.
func byPlace(a, b syntax.Node) int {
	return cmp.Or(cmp.Compare(a.Pos().Offset(), b.Pos().Offset()),
		cmp.Compare(a.End().Offset(), b.End().Offset()),
		strings.Compare(fmt.Sprintf("%T", a), fmt.Sprintf("%T", b)))
}
