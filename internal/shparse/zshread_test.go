package shparse

import (
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// FuzzZshRead holds that whatever is read consists of nodes inside the text, each of them once.
func FuzzZshRead(f *testing.F) {
	for _, s := range []string{"for x (a b) { ls }", "if [[ a ]] { b } else { c }",
		"{ a } always { b }", "() { a } b", "repeat 3 a",
		"foreach x (a) b; end", "while (( 1 )) { a }", "for ((;;)) a", "function { a } b",
		"for x () () { a }", "if [[ a ]] () { b }"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		stmts, ok := shsyntax.ZshRead(text)
		if !ok {
			return
		}
		seen := map[*syntax.Stmt]bool{}
		for _, s := range stmts {
			syntax.Walk(s, func(n syntax.Node) bool {
				if n == nil {
					return true
				}
				if at := int(n.Pos().Offset()); at > len(text) {
					t.Fatalf("%q: a node begins at %d", text, at)
				}
				if s, ok := n.(*syntax.Stmt); ok {
					if seen[s] {
						t.Fatalf("%q: a statement stands in two places", text)
					}
					seen[s] = true
				}
				return true
			})
		}
	})
}

// TestZshReadBounds: what would take long is given up.
func TestZshReadBounds(t *testing.T) {
	for _, text := range []string{strings.Repeat("for x (a) ls\n", 200),
		strings.Repeat("for x (a) ", 1000) + "ls",
		"for x (a) ls " + strings.Repeat("y", shsyntax.MaxZshText)} {
		if _, ok := shsyntax.ZshRead(text); ok {
			t.Errorf("%.40q… of %d bytes is read", text, len(text))
		}
	}
}
