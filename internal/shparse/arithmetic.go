package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// arithm evaluates an arithmetic expression (POSIX XCU 2.6.4) over constants and visits every
// substitution in it, those in array subscripts included. ok is false where the value is not known.
func (ev *evaluator) arithm(x syntax.ArithmExpr) (n int, ok bool) {
	if w, isWord := x.(*syntax.Word); isWord {
		return ev.arithmWord(w, true)
	}
	return ev.term(x)
}

// term evaluates a part of an expression.
func (ev *evaluator) term(x syntax.ArithmExpr) (n int, ok bool) {
	switch x := x.(type) {
	case nil:
		return 0, false
	case *syntax.Word:
		return ev.arithmWord(x, false)
	case *syntax.ParenArithm:
		return ev.term(x.X)
	case *syntax.UnaryArithm:
		return ev.unary(x)
	case *syntax.BinaryArithm:
		switch x.Op {
		case syntax.TernQuest:
			return ev.ternary(x)
		case syntax.AndArit, syntax.OrArit:
			return ev.shortCircuit(x)
		}
		if expand.Assigns(x.Op) {
			return ev.arithmAssign(x)
		}
		a, okA := ev.term(x.X)
		b, okB := ev.term(x.Y)
		ev.reportDivision(x, b, okB)
		if !okA || !okB || ev.sh.has(dialect.ShiftsBindTighter) && nodes.BindsOtherwise(x) {
			return 0, false
		}
		return expand.BinaryArithm(x.Op, a, b)
	case *syntax.FlagsArithm:
		ev.words.walkSubscript(x)
	default:
		ev.acc.unknownNode(x)
	}
	return 0, false
}

func (ev *evaluator) unary(x *syntax.UnaryArithm) (int, bool) {
	n, ok := ev.term(x.X)
	switch x.Op {
	case syntax.Minus:
		return -n, ok
	case syntax.Plus:
		return n, ok
	case syntax.Not:
		return expand.Truth(n == 0), ok
	case syntax.BitNegation:
		return ^n, ok
	case syntax.Inc, syntax.Dec:
		m := n + 1
		if x.Op == syntax.Dec {
			m = n - 1
		}
		ev.storeResult(x.X, m, ok)
		if x.Post {
			return n, ok
		}
		return m, ok
	}
	return 0, false
}

// ternary evaluates ?: and shortcut && and ||. They evaluate an operand only on some ways: what it
// assigns there is not known.
func (ev *evaluator) ternary(x *syntax.BinaryArithm) (int, bool) {
	c, ok := ev.term(x.X)
	alt, isAlt := x.Y.(*syntax.BinaryArithm)
	if !isAlt || alt.Op != syntax.TernColon {
		ev.term(x.Y)
		return 0, false
	}
	// which bind in another way there
	if ev.sh.has(dialect.ShiftsBindTighter) && (nodes.HasAssign(alt.X) || nodes.HasAssign(alt.Y)) {
		before := ev.sh.st.Clone()
		ev.arithm(alt.X)
		ev.sh.st.Join(before)
		ev.arithm(alt.Y)
		ev.sh.st.Join(before)
		return 0, false
	}
	if ok && c != 0 {
		ev.substitutions(alt.Y)
		return ev.term(alt.X)
	} else if ok {
		ev.substitutions(alt.X)
		return ev.term(alt.Y)
	}
	other := ev.sh.st.Clone()
	ev.term(alt.X)
	ev.sh.st, other = other, ev.sh.st
	ev.term(alt.Y)
	ev.sh.st.Join(other)
	return 0, false
}

func (ev *evaluator) shortCircuit(x *syntax.BinaryArithm) (int, bool) {
	a, okA := ev.term(x.X)
	if okA && (a != 0) == (x.Op == syntax.OrArit) {
		ev.substitutions(x.Y)
		return expand.Truth(a != 0), true
	}
	other := ev.sh.st.Clone()
	b, okB := ev.term(x.Y)
	if !okA {
		ev.sh.st.Join(other)
	}
	return expand.Truth(b != 0), okA && okB
}

// substitutions visits those in an operand that is not evaluated: they are expanded before anything
// is.
func (ev *evaluator) substitutions(x syntax.ArithmExpr) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			ev.words.part(n, true, nil)
			return false
		case *syntax.ArithmExp:
			ev.arithmPiece(n)
			return false
		case *syntax.ParamExp:
			if !n.Short {
				ev.words.part(n, true, nil)
			}
			return false
		}
		return true
	})
}

// arithmAssign is x = y and x += y.
func (ev *evaluator) arithmAssign(x *syntax.BinaryArithm) (n int, ok bool) {
	if x.Op != syntax.Assgn {
		var old int
		var okOld bool
		if ev.sh.has(dialect.RightSideFirst) {
			n, ok = ev.term(x.Y)
			old, okOld = ev.term(x.X)
		} else {
			old, okOld = ev.term(x.X)
			n, ok = ev.term(x.Y)
		}
		ev.reportDivision(x, n, ok)
		if ok = ok && okOld; ok {
			n, ok = expand.BinaryArithm(x.Op, old, n)
		}
		ev.storeResult(x.X, n, ok)
		return n, ok
	}
	n, ok = ev.term(x.Y)
	if name, index := nodes.VariableOf(x.X); name == "" || index != nil {
		ev.term(x.X)
	}
	ev.storeResult(x.X, n, ok)
	return n, ok
}

// storeResult stores the number that an expression assigns.
func (ev *evaluator) storeResult(x syntax.ArithmExpr, n int, ok bool) {
	name, index := nodes.VariableOf(x)
	switch {
	case name == "":
		ev.sh.st.ForgetAll() // an expansion gives the name
	case !ok || index != nil:
		name = ev.sh.st.Target(name)
		ev.mayBeNumber(name, index)
		result := fact.Word{Kind: fact.Partial, Number: true}
		ev.vars.noteName(name)
		if index != nil {
			ev.vars.setElement(name, result)
		} else {
			ev.vars.store(name, domain.Value{Word: result})
		}
		ev.vars.reportSteering(name)
	default:
		ev.mayBeNumber(ev.sh.st.Target(name), nil)
		ev.vars.assignWord(ev.sh.st.Target(name), fact.Lit(strconv.Itoa(n)), false, false)
		ev.vars.reportSteering(name)
	}
}

// mayBeNumber gives a variable that arithmetic creates the type that zsh gives it: what is assigned
// to it later is an expression. One that comes from the environment keeps its type.
func (ev *evaluator) mayBeNumber(name string, index syntax.ArithmExpr) {
	if v, ok := ev.sh.st.Vars[name]; !ev.sh.has(dialect.TypedByArithmetic) || index != nil ||
		ok && !v.Unset {
		return
	}
	ev.sh.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}, Attr: domain.AttrNumber})
}

// arithmWord evaluates a number, a variable's name or an expansion. A variable whose value is text
// is evaluated as an expression by the shell, which can run code through a subscript: such a value
// is a hazard. whole says that the word is all of the expression: what an expansion yields is a
// part of the text that is read, and binds as it stands there.
func (ev *evaluator) arithmWord(w *syntax.Word, whole bool) (n int, ok bool) {
	if name, index := nodes.VariableOf(w); index != nil {
		if v := ev.sh.st.Vars[ev.sh.st.Target(name)]; !v.IsList {
			ev.index(name, index) // an array's own lookup does that
		}
		if ev.vars.isTable(name) {
			ev.textKey(name, index)
		}
		ev.reads.noteRead(name, true)
		v, set := ev.lookup(name, index)
		return ev.evaluateText(v, set, 0)
	}
	if ev.sh.choice != nil || !nodes.Chooses(w.Parts, false) {
		return ev.arithmValue(w, whole)
	}
	first := true
	ev.sh.eachWay(func() { // ${x:-1} is a value from outside, or the word
		m, known := ev.arithmValue(w, whole)
		n, ok, first = m, known && (first || ok && m == n), false
	})
	return n, ok
}

// arithmValue evaluates what a word expands to.
func (ev *evaluator) arithmValue(w *syntax.Word, whole bool) (int, bool) {
	v := ev.words.single(w)
	if !whole && textKnown(&v) && shsyntax.LitOf(w) == "" && !expand.Atom(strings.TrimSpace(v.Text)) {
		if ev.reread(v, asExpression); v.Text != "" || !ev.endsOperands(w) {
			ev.sh.st.ForgetAll() // it may assign anything
		}
		return 0, false
	}
	return ev.evaluateText(v, true, 0)
}

// endsOperands reports whether no operator stands behind a word: without the word, the one before
// it makes no other one with what follows, as in x -$(true)- 1.
func (ev *evaluator) endsOperands(w *syntax.Word) bool {
	at := int(w.End().Offset())
	if at > len(ev.sh.script.text) {
		return false
	}
	rest := strings.TrimLeft(ev.sh.script.text[at:], " \t\n\"")
	return rest != "" && strings.IndexByte(";)]}", rest[0]) >= 0
}

// textKey is the key of an associative array in an expression: before bash 5.2, and in zsh, what an
// expansion yields there is expanded once more.
func (ev *evaluator) textKey(name string, index syntax.ArithmExpr) {
	w, ok := index.(*syntax.Word)
	if !ok || nodes.OnlyText(w) {
		return
	}
	key := ev.words.expandQuietly(w)
	if !key.IsLiteral() {
		ev.rereadUnknown(key, asExpression)
		return
	}
	ev.rereadSubscript("[" + key.Text)
}

// maxEvaluations bounds variables that hold the names of variables.
const maxEvaluations = 8

// evaluateText evaluates text as the shell does: a number, a name, or an expression.
func (ev *evaluator) evaluateText(v fact.Word, set bool, depth int) (int, bool) {
	ev.sh.reportCompared(v)
	if !textKnown(&v) {
		ev.rereadUnknown(v, asExpression)
		return 0, false
	}
	text := strings.TrimSpace(v.Text)
	switch {
	case !set || text == "":
		return 0, true
	case syntax.ValidName(text):
		return ev.nameOperand(text, depth)
	case strings.Trim(text, "0123456789") == "" && len(text) < 18:
		if text[0] == '0' && len(text) > 1 && ev.sh.has(dialect.DecimalZeros) {
			return 0, false // octal with an option
		}
		n, err := strconv.ParseInt(text, expand.Octal(text), 64)
		return int(n), err == nil
	case text[0] >= '0' && text[0] <= '9' && len(text) < 18 && ev.sh.has(dialect.BasedNumbers):
		if n, ok := expand.Based(text); ok {
			return n, true
		}
	}
	ev.rereadSubscript(text)
	if len(text) > maxExpression || ev.sh.has(dialect.OneBased) && strings.Contains(text, "[") {
		ev.evaluateNames(text, depth)
		return 0, false
	}
	x, err := shsyntax.ParseExpression(shsyntax.NewParser(ev.sh.script.dialect.Variant()), text)
	if err != nil || x == nil {
		ev.evaluateNames(text, depth)
		return 0, false
	}
	if w, isWord := x.(*syntax.Word); isWord && shsyntax.LitOf(w) == text {
		return 0, false // a number in another notation
	}
	outer := ev.sh.context
	ev.sh.script.text = text
	n, ok := ev.arithmDeep(x, depth)
	ev.sh.context = outer
	return n, ok
}

// nameOperand evaluates the value of a variable that an expression names: each one that it may
// have.
func (ev *evaluator) nameOperand(name string, depth int) (int, bool) {
	if depth >= maxEvaluations || !ev.sh.budget.step() {
		ev.sh.reportOnce(fact.Hazard{ID: hazards.Arithmetic, Text: name,
			Why: "the variables of this expression name one another more often than this program follows"})
		return 0, false
	}
	if v := ev.sh.st.Vars[ev.sh.st.Target(name)]; len(v.Alts) > 0 && ev.sh.choice == nil {
		for i := range v.Alts {
			ev.evaluateText(v.Alts[i], true, depth+1)
		}
		return 0, false
	}
	ev.reads.noteRead(name, true)
	v, set := ev.lookup(name, nil)
	return ev.evaluateText(v, set, depth+1)
}

// maxExpression bounds the text of a value that is evaluated as an expression.
const maxExpression = 256

// arithmDeep evaluates an expression that came from a value.
func (ev *evaluator) arithmDeep(x syntax.ArithmExpr, depth int) (int, bool) {
	outer := ev.sh.word
	if ev.sh.word.exprDepth += depth + 1; ev.sh.word.exprDepth > maxEvaluations {
		ev.sh.word = outer
		ev.reread(fact.Word{Kind: fact.Partial, Written: ev.sh.script.text},
			asExpression) // deeper than is followed
		return 0, false
	}
	n, ok := ev.arithm(x)
	ev.sh.word = outer
	return n, ok
}

func (ev *evaluator) arithmPiece(a *syntax.ArithmExp) expand.Piece {
	ev.acc.marks[a] = true
	n, ok := ev.arithm(a.X)
	if a.X == nil {
		n, ok = 0, true
	}
	if !ok {
		if nodes.HasBadOctal(ev.sh.source(a)) {
			ev.sh.reportDiscarded(ev.sh.source(a), "it has a number that is not valid")
		}
		return expand.Piece{Unknown: true, Quoted: true, Number: true, From: ev.sh.source(a)}
	}
	return expand.Piece{Text: strconv.Itoa(n), From: ev.sh.source(a)}
}

// reportDivision looks at a divisor: zero, or a variable that only the environment could set.
func (ev *evaluator) reportDivision(x *syntax.BinaryArithm, b int, known bool) {
	switch x.Op {
	case syntax.Quo, syntax.Rem, syntax.QuoAssgn, syntax.RemAssgn:
	default:
		return
	}
	if known && b == 0 || !known && ev.unassigned(x.Y) {
		ev.sh.reportDiscarded(ev.sh.source(x), "it divides by zero")
	}
}

// unassigned reports whether an operand is a variable to which the text has assigned nothing.
func (ev *evaluator) unassigned(x syntax.ArithmExpr) bool {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) != 1 {
		return false
	}
	name := ""
	switch p := w.Parts[0].(type) {
	case *syntax.Lit:
		name = p.Value
	case *syntax.ParamExp:
		if nodes.IsPlain(p) {
			name = p.Param.Value
		}
	}
	if !syntax.ValidName(name) || dialect.CountedByShell(name, ev.sh.script.dialect) {
		return false
	}
	_, set := ev.sh.st.Vars[name]
	return !set && !ev.sh.st.AllVars
}
