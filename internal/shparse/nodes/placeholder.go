package nodes

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// xargs -I{} sh -c 'head -3 {}' puts names into a text before a shell reads it. A name that is one
// word to a shell, whatever stands around it, reads there like a parameter with that value. This
// does not hold where nothing is expanded, or where an expansion means something else.

// Bounds of the text, and of the marks in it.
const (
	maxMarked = 4096
	maxMarks  = 32
)

// ReadBy reports whether a shell reads the texts that ReplaceMark makes as sh does.
func ReadBy(shell string) bool {
	return shell == "sh" || shell == "bash" || shell == "dash" || shell == "ash"
}

// ReplaceMark returns a text for one of these shells in which a parameter takes the place of a
// mark; ok is false where a name in its place could be read as anything else than its value, or
// where the text looks at the list of its parameters.
func ReplaceMark(text, mark, parameter string) (marked string, ok bool) {
	n := strings.Count(text, mark)
	if n == 0 || n > maxMarks || len(text) > maxMarked {
		return "", false
	}
	rest := text
	for range n {
		before, after, _ := strings.Cut(rest, mark)
		if joinsMark(before) || strings.HasPrefix(after, "..") {
			return "", false
		}
		rest = after
	}
	marked = strings.ReplaceAll(text, mark, "${"+parameter+"}")
	f, err := shsyntax.ParseFile(shsyntax.NewParser(syntax.LangBash), marked)
	if err != nil {
		return "", false
	}
	found, keeps := 0, true
	syntax.Walk(f, func(x syntax.Node) bool {
		switch x := x.(type) {
		case *syntax.ParamExp:
			if x.Param != nil && x.Param.Value == parameter {
				found++
			} else if x.Excl || x.Param == nil || x.Param.Value == "@" || x.Param.Value == "*" ||
				x.Param.Value == "#" {
				keeps = false
			}
		case *syntax.FuncDecl: // which has parameters of its own
			keeps = false
		case *syntax.ForClause:
			if w, is := x.Loop.(*syntax.WordIter); is && !w.InPos.IsValid() {
				keeps = false
			}
		case *syntax.CallExpr:
			keeps = keeps && keepsParameters(x)
		}
		return keeps
	})
	return marked, keeps && found == n
}

// keepsParameters reports whether the name of a command is known, and the command neither sets
// parameters nor reads text anew.
func keepsParameters(c *syntax.CallExpr) bool {
	if len(c.Args) == 0 {
		return true
	}
	switch c.Args[0].Lit() {
	case "", "set", "shift", "eval", "source", ".", "getopts", "trap", "builtin", "command":
		return false
	}
	return true
}

// joinsMark reports whether a name behind a text may be read as one thing with it: $x{}, ${{}},
// \{}, ~{}, {1..{}}.
func joinsMark(before string) bool {
	if before == "" {
		return false
	}
	switch before[len(before)-1] {
	case '$', '{', '\\', '~', '!', '#', '&', '`':
		return true
	}
	if strings.HasSuffix(before, "..") {
		return true
	}
	word := len(before)
	for word > 0 && (before[word-1] == '_' || expand.LetterOrDigit(before[word-1])) {
		word--
	}
	return word > 0 && strings.IndexByte("$~{", before[word-1]) >= 0
}
