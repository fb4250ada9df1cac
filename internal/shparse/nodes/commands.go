package nodes

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// Chooses reports whether parts of a word may have several values: with an operator for a missing
// one, or any expansion where some variable or the directory has several.
func Chooses(parts []syntax.WordPart, several bool) bool {
	return !all(parts, func(p syntax.WordPart) bool {
		switch p := p.(type) {
		case *syntax.Lit:
			return !(several && strings.Contains(p.Value, "~") ||
				len(p.Value) > 1 && p.Value[0] == '~' && expand.UserName(p.Value[1:2]))
		case *syntax.SglQuoted:
			return true
		case *syntax.ParamExp:
			return !several && p.Exp == nil
		}
		return !several
	})
}

// ChoosesOutside reports whether what a statement does depends on the values of variables, but for
// the words of a simple command, which are followed where it runs. Unless several values of some
// variable are known, only an operand such as ${x:-1} in a declaration or a test has more than one.
func ChoosesOutside(s *syntax.Stmt, several bool) bool {
	for _, r := range s.Redirs {
		if several && (r.Word != nil && Chooses(r.Word.Parts, true) ||
			r.Hdoc != nil && Chooses(r.Hdoc.Parts, true)) {
			return true
		}
	}
	switch c := s.Cmd.(type) {
	case *syntax.DeclClause:
		for _, a := range c.Args {
			if a.Value != nil && Chooses(a.Value.Parts, several) ||
				several && (a.Array != nil || a.Index != nil) {
				return true
			}
		}
	case *syntax.TestClause:
		return several || testChooses(c.X)
	case *syntax.ForClause:
		if l, ok := c.Loop.(*syntax.WordIter); ok && !c.Select && several {
			for _, w := range l.Items {
				if Chooses(w.Parts, true) {
					return true
				}
			}
		}
	}
	return false
}

func testChooses(x syntax.TestExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		return Chooses(x.Parts, false)
	case *syntax.ParenTest:
		return testChooses(x.X)
	case *syntax.UnaryTest:
		return testChooses(x.X)
	case *syntax.BinaryTest:
		return testChooses(x.X) || testChooses(x.Y)
	}
	return false
}

// MayChoose reports whether a command can have several readings at all: a variable has
// alternatives, or an expansion may take a default. Saving the state for each command would be
// felt.
func MayChoose(c *syntax.CallExpr, st *domain.State) bool {
	several := st.HasAlts || len(st.Dirs.List) > 1 || len(st.Old.List) > 1
	for _, a := range c.Assigns {
		if a.Value != nil && Chooses(a.Value.Parts, several) || a.Array != nil && several ||
			a.Index != nil && several {
			return true
		}
	}
	for _, w := range c.Args {
		if Chooses(w.Parts, several) {
			return true
		}
	}
	return false
}

// PlainTest reports whether an operand of && or || in [[ ]] changes nothing and runs nothing.
func PlainTest(x syntax.TestExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		return PlainParts(x.Parts)
	case *syntax.ParenTest:
		return PlainTest(x.X)
	case *syntax.UnaryTest:
		return PlainTest(x.X) && x.Op != syntax.TsVarSet
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch, syntax.AndTest, syntax.OrTest:
			return PlainTest(x.X) && PlainTest(x.Y)
		}
	}
	return false
}

// IsExec recognises exec with nothing but redirections.
func IsExec(cmd syntax.Command) bool {
	c, ok := cmd.(*syntax.CallExpr)
	return ok && len(c.Args) == 1 && shsyntax.LitOf(c.Args[0]) == "exec"
}

// OnlyAssigns reports whether a declaration only assigns: with -i a value is an expression.
func OnlyAssigns(d *syntax.DeclClause) bool {
	if v := d.Variant.Value; v == "integer" || v == "float" {
		return false
	}
	for _, a := range d.Args {
		if a.Name != nil || a.Value == nil {
			continue
		}
		if o := shsyntax.LitOf(a.Value); strings.Trim(o, "-xrgalun") != "" || o == "" {
			return false
		}
	}
	return true
}

// OnlyTests reports whether a test of [ ] or test says whether a value is there, or the same as
// another, and no error of it can show one: the words are as many as they look.
func OnlyTests(c *syntax.CallExpr, argv []fact.Word) bool {
	if len(argv) == 0 || !argv[0].Known() || len(argv) != len(c.Args) ||
		argv[0].Text != "[" && argv[0].Text != "test" {
		return false
	}
	args, words := argv[1:], c.Args[1:]
	if argv[0].Text == "[" {
		if len(args) == 0 || !isWord(&args[len(args)-1], "]") {
			return false
		}
		args, words = args[:len(args)-1], words[:len(words)-1]
	}
	for i := range args {
		if args[i].Many || !ShowsNothing(words[i].Parts) {
			return false
		}
	}
	if len(args) > 1 && isWord(&args[0], "!") {
		args = args[1:]
	}
	switch {
	case len(args) == 1:
		return true
	case len(args) == 2:
		return isWord(&args[0], "-n") || isWord(&args[0], "-z")
	case len(args) == 3:
		return isWord(&args[1], "=") || isWord(&args[1], "==") || isWord(&args[1], "!=")
	}
	return false
}

func isWord(w *fact.Word, text string) bool { return w.Known() && w.Text == text }

// IsHereDoc reports whether an operator begins a here-document.
func IsHereDoc(op syntax.RedirOperator) bool { return op == syntax.Hdoc || op == syntax.DashHdoc }

// ChainOf finds the joins and control flow of the call's own text. Substitutions do not count for
// joins; commands are counted wherever they are written.
func ChainOf(stmts []*syntax.Stmt) fact.Chain {
	var w chainWalk
	syntax.Walk(&syntax.Block{Stmts: stmts}, w.node)
	return w.found
}

// chainWalk is what was found, and where the walk is.
type chainWalk struct {
	found  fact.Chain
	inside bool // a substitution
}

// node looks at one node, and reports whether the walk goes on below it.
func (w *chainWalk) node(n syntax.Node) bool {
	var list []*syntax.Stmt
	switch n := n.(type) {
	case *syntax.CallExpr:
		if len(n.Args) > 0 {
			w.found.Commands++
		}
	case *syntax.DeclClause, *syntax.LetClause:
		w.found.Commands++
	case *syntax.ForClause, *syntax.WhileClause:
		w.found.Loop = true
		w.found.Control = w.found.Control || !w.inside
	case *syntax.IfClause, *syntax.CaseClause:
		w.found.Control = w.found.Control || !w.inside
	case *syntax.CmdSubst:
		return w.substitution(n.Stmts)
	case *syntax.ProcSubst:
		return w.substitution(n.Stmts)
	case *syntax.BinaryCmd:
		w.found.Joined = w.found.Joined || !w.inside && (n.Op == syntax.AndStmt || n.Op == syntax.OrStmt)
	case *syntax.Block:
		list = n.Stmts
	case *syntax.Subshell:
		list = n.Stmts
	}
	for i := 1; i < len(list) && !w.inside; i++ { // a semicolon between statements
		w.found.Joined = w.found.Joined || list[i-1].Semicolon.IsValid() && !list[i-1].Background &&
			list[i].Cmd != nil
	}
	return true
}

// substitution walks through the commands of a substitution.
func (w *chainWalk) substitution(list []*syntax.Stmt) bool {
	outer := w.inside
	w.inside = true
	for _, s := range list {
		syntax.Walk(s, w.node)
	}
	w.inside = outer
	return false
}

// MayTrace reports whether a text may switch xtrace on, now or in a later round of a loop.
func MayTrace(text string) bool {
	if strings.Contains(text, "xtrace") || strings.Contains(text, "functions -") {
		return true
	}
	for rest := text; ; {
		i := strings.Index(rest, "set -")
		if i < 0 {
			return false
		}
		rest = rest[i+len("set -"):]
		letters := rest[:len(rest)-len(strings.TrimLeft(rest,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
		if strings.Contains(letters, "x") {
			return true
		}
	}
}
