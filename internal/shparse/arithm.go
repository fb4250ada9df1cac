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
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// arithm evaluates an arithmetic expression (POSIX XCU 2.6.4) over constants and visits every
// substitution in it, those in array subscripts included. ok is false where the value is not known.
func (in *Interp) arithm(x syntax.ArithmExpr) (n int, ok bool) {
	if w, isWord := x.(*syntax.Word); isWord {
		return in.arithmWord(w, true)
	}
	return in.term(x)
}

// term evaluates a part of an expression.
func (in *Interp) term(x syntax.ArithmExpr) (n int, ok bool) {
	switch x := x.(type) {
	case nil:
		return 0, false
	case *syntax.Word:
		return in.arithmWord(x, false)
	case *syntax.ParenArithm:
		return in.term(x.X)
	case *syntax.UnaryArithm:
		return in.unary(x)
	case *syntax.BinaryArithm:
		switch x.Op {
		case syntax.TernQuest:
			return in.ternary(x)
		case syntax.AndArit, syntax.OrArit:
			return in.shortcut(x)
		}
		if expand.Assigns(x.Op) {
			return in.arithmAssign(x)
		}
		a, okA := in.term(x.X)
		b, okB := in.term(x.Y)
		in.divides(x, b, okB)
		if !okA || !okB || in.dialect.Has(dialect.ShiftsBindTighter) && bindsOtherwise(x) {
			return 0, false
		}
		return expand.BinaryArithm(x.Op, a, b)
	case *syntax.FlagsArithm:
		in.walkSubscript(x)
	default:
		in.unknownNode(x)
	}
	return 0, false
}

// bindsOtherwise reports whether zsh may group an expression in another way: there << >> & ^ | bind
// tighter than the other operators of arithmetic (zshmisc(1)).
func bindsOtherwise(x *syntax.BinaryArithm) bool {
	switch x.Op {
	case syntax.And, syntax.Or, syntax.Xor, syntax.Shl, syntax.Shr:
	default:
		return false
	}
	_, left := x.X.(*syntax.BinaryArithm)
	_, right := x.Y.(*syntax.BinaryArithm)
	return left || right
}

func (in *Interp) unary(x *syntax.UnaryArithm) (int, bool) {
	n, ok := in.term(x.X)
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
		in.assigned(x.X, m, ok)
		if x.Post {
			return n, ok
		}
		return m, ok
	}
	return 0, false
}

// ternary and shortcut evaluate an operand only on some ways: what it assigns there is not known.
func (in *Interp) ternary(x *syntax.BinaryArithm) (int, bool) {
	c, ok := in.term(x.X)
	alt, isAlt := x.Y.(*syntax.BinaryArithm)
	if !isAlt || alt.Op != syntax.TernColon {
		in.term(x.Y)
		return 0, false
	}
	// which bind in another way there
	if in.dialect.Has(dialect.ShiftsBindTighter) && (hasAssign(alt.X) || hasAssign(alt.Y)) {
		before := in.st.Clone()
		in.arithm(alt.X)
		in.st.Join(before)
		in.arithm(alt.Y)
		in.st.Join(before)
		return 0, false
	}
	if ok && c != 0 {
		in.substitutions(alt.Y)
		return in.term(alt.X)
	} else if ok {
		in.substitutions(alt.X)
		return in.term(alt.Y)
	}
	other := in.st.Clone()
	in.term(alt.X)
	in.st, other = other, in.st
	in.term(alt.Y)
	in.st.Join(other)
	return 0, false
}

// hasAssign reports whether an operand is an assignment that is not in parentheses.
func hasAssign(x syntax.ArithmExpr) bool {
	switch x := x.(type) {
	case *syntax.BinaryArithm:
		return expand.Assigns(x.Op) || hasAssign(x.X) || hasAssign(x.Y)
	case *syntax.UnaryArithm:
		return x.Op == syntax.Inc || x.Op == syntax.Dec
	}
	return false
}

func (in *Interp) shortcut(x *syntax.BinaryArithm) (int, bool) {
	a, okA := in.term(x.X)
	if okA && (a != 0) == (x.Op == syntax.OrArit) {
		in.substitutions(x.Y)
		return expand.Truth(a != 0), true
	}
	other := in.st.Clone()
	b, okB := in.term(x.Y)
	if !okA {
		in.st.Join(other)
	}
	return expand.Truth(b != 0), okA && okB
}

// substitutions visits those in an operand that is not evaluated: they are expanded before anything
// is.
func (in *Interp) substitutions(x syntax.ArithmExpr) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			in.cmdSubst(n, true, nil)
			return false
		case *syntax.ArithmExp:
			in.arithmPiece(n)
			return false
		case *syntax.ParamExp:
			if !n.Short {
				in.param(n, true, nil)
			}
			return false
		}
		return true
	})
}

// arithmAssign is x = y and x += y.
func (in *Interp) arithmAssign(x *syntax.BinaryArithm) (n int, ok bool) {
	if x.Op != syntax.Assgn {
		var old int
		var okOld bool
		if in.dialect.Has(dialect.RightSideFirst) {
			n, ok = in.term(x.Y)
			old, okOld = in.term(x.X)
		} else {
			old, okOld = in.term(x.X)
			n, ok = in.term(x.Y)
		}
		in.divides(x, n, ok)
		if ok = ok && okOld; ok {
			n, ok = expand.BinaryArithm(x.Op, old, n)
		}
		in.assigned(x.X, n, ok)
		return n, ok
	}
	n, ok = in.term(x.Y)
	if name, index := arithmName(x.X); name == "" || index != nil {
		in.term(x.X)
	}
	in.assigned(x.X, n, ok)
	return n, ok
}

// arithmName is the variable that an operand names, with its subscript.
func arithmName(x syntax.ArithmExpr) (string, syntax.ArithmExpr) {
	w, ok := x.(*syntax.Word)
	if !ok {
		return "", nil
	}
	if name := shsyntax.LitOf(w); syntax.ValidName(name) {
		return name, nil
	}
	if len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Short && p.Index != nil && p.Param != nil {
			return p.Param.Value, p.Index
		}
	}
	return "", nil
}

// assigned stores the number that an expression assigns.
func (in *Interp) assigned(x syntax.ArithmExpr, n int, ok bool) {
	name, index := arithmName(x)
	switch {
	case name == "":
		in.st.ForgetAll() // an expansion gives the name
	case !ok || index != nil:
		name = in.target(name)
		in.mayBeNumber(name, index)
		result := fact.Word{Kind: fact.Partial, Number: true}
		in.noteName(name)
		if index != nil {
			in.blur(name, result)
		} else {
			in.store(name, domain.Value{Word: result})
		}
		in.planted(name)
	default:
		in.mayBeNumber(in.target(name), nil)
		in.assignWord(in.target(name), fact.Lit(strconv.Itoa(n)), false, false)
		in.planted(name)
	}
}

// mayBeNumber gives a variable that arithmetic creates the type that zsh gives it: what is assigned
// to it later is an expression. One that comes from the environment keeps its type.
func (in *Interp) mayBeNumber(name string, index syntax.ArithmExpr) {
	if v, ok := in.st.Vars[name]; !in.dialect.Has(dialect.TypedByArithmetic) || index != nil ||
		ok && !v.Unset {
		return
	}
	in.st.Replace(name, domain.Value{Word: fact.Word{Kind: fact.Partial}, Attr: domain.AttrNumber})
}

// arithmWord evaluates a number, a variable's name or an expansion. A variable whose value is text
// is evaluated as an expression by the shell, which can run code through a subscript: such a value
// is a hazard. whole says that the word is all of the expression: what an expansion yields is a
// part of the text that is read, and binds as it stands there.
func (in *Interp) arithmWord(w *syntax.Word, whole bool) (n int, ok bool) {
	if name, index := arithmName(w); index != nil {
		if v := in.st.Vars[in.target(name)]; !v.IsList {
			in.index(name, index) // an array's own lookup does that
		}
		if in.isTable(name) {
			in.textKey(name, index)
		}
		in.take(name, true)
		v, set := in.lookup(name, index)
		return in.operand(v, set, 0)
	}
	if in.choice != nil || !chooses(w.Parts, false) {
		return in.arithmValue(w, whole)
	}
	first := true
	in.eachWay(func() { // ${x:-1} is a value from outside, or the word
		m, known := in.arithmValue(w, whole)
		n, ok, first = m, known && (first || ok && m == n), false
	})
	return n, ok
}

// arithmValue evaluates what a word expands to.
func (in *Interp) arithmValue(w *syntax.Word, whole bool) (int, bool) {
	v := in.single(w)
	if !whole && seen(&v) && shsyntax.LitOf(w) == "" && !expand.Atom(strings.TrimSpace(v.Text)) {
		if in.again(v, asExpression); v.Text != "" || !in.endsOperands(w) {
			in.st.ForgetAll() // it may assign anything
		}
		return 0, false
	}
	return in.operand(v, true, 0)
}

// endsOperands reports whether no operator stands behind a word: without the word, the one before
// it makes no other one with what follows, as in x -$(true)- 1.
func (in *Interp) endsOperands(w *syntax.Word) bool {
	at := int(w.End().Offset())
	if at > len(in.text) {
		return false
	}
	rest := strings.TrimLeft(in.text[at:], " \t\n\"")
	return rest != "" && strings.IndexByte(";)]}", rest[0]) >= 0
}

// textKey is the key of an associative array in an expression: before bash 5.2, and in zsh, what an
// expansion yields there is expanded once more.
func (in *Interp) textKey(name string, index syntax.ArithmExpr) {
	w, ok := index.(*syntax.Word)
	if !ok || onlyText(w) {
		return
	}
	key := in.quietly(w)
	if !key.IsLiteral() {
		in.unseen(key, asExpression)
		return
	}
	in.subscript("[" + key.Text)
}

// maxEvaluations bounds variables that hold the names of variables.
const maxEvaluations = 8

// operand evaluates text as the shell does: a number, a name, or an expression.
func (in *Interp) operand(v fact.Word, set bool, depth int) (int, bool) {
	in.look(v)
	if !seen(&v) {
		in.unseen(v, asExpression)
		return 0, false
	}
	text := strings.TrimSpace(v.Text)
	switch {
	case !set || text == "":
		return 0, true
	case syntax.ValidName(text):
		return in.nameOperand(text, depth)
	case strings.Trim(text, "0123456789") == "" && len(text) < 18:
		if text[0] == '0' && len(text) > 1 && in.dialect.Has(dialect.DecimalZeros) {
			return 0, false // octal with an option
		}
		n, err := strconv.ParseInt(text, expand.Octal(text), 64)
		return int(n), err == nil
	case text[0] >= '0' && text[0] <= '9' && len(text) < 18 && in.dialect.Has(dialect.BasedNumbers):
		if n, ok := expand.Based(text); ok {
			return n, true
		}
	}
	in.subscript(text)
	if len(text) > maxExpression || in.dialect.Has(dialect.OneBased) && strings.Contains(text, "[") {
		in.loose(text, depth)
		return 0, false
	}
	x, err := shsyntax.ParseExpression(shsyntax.NewParser(in.dialect.Variant()), text)
	if err != nil || x == nil {
		in.loose(text, depth)
		return 0, false
	}
	if w, isWord := x.(*syntax.Word); isWord && shsyntax.LitOf(w) == text {
		return 0, false // a number in another notation
	}
	outer := in.context
	in.text = text
	n, ok := in.arithmDeep(x, depth)
	in.context = outer
	return n, ok
}

// nameOperand evaluates the value of a variable that an expression names: each one that it may
// have.
func (in *Interp) nameOperand(name string, depth int) (int, bool) {
	if depth >= maxEvaluations || !in.budget.step() {
		in.reportOnce(fact.Hazard{ID: hazards.Arithmetic, Text: name,
			Why: "the variables of this expression name one another more often than this program follows"})
		return 0, false
	}
	if v := in.st.Vars[in.target(name)]; len(v.Alts) > 0 && in.choice == nil {
		for i := range v.Alts {
			in.operand(v.Alts[i], true, depth+1)
		}
		return 0, false
	}
	in.take(name, true)
	v, set := in.lookup(name, nil)
	return in.operand(v, set, depth+1)
}

// maxExpression bounds the text of a value that is evaluated as an expression.
const maxExpression = 256

// arithmDeep evaluates an expression that came from a value.
func (in *Interp) arithmDeep(x syntax.ArithmExpr, depth int) (int, bool) {
	outer := in.expansion
	if in.exprDepth += depth + 1; in.exprDepth > maxEvaluations {
		in.expansion = outer
		in.again(fact.Word{Kind: fact.Partial, Written: in.text}, asExpression) // deeper than is followed
		return 0, false
	}
	n, ok := in.arithm(x)
	in.expansion = outer
	return n, ok
}

// evaluate is the value of a word as an expression.
func (in *Interp) evaluate(w fact.Word) (string, bool) {
	n, ok := in.operand(w, true, 0)
	return strconv.Itoa(n), ok
}

func (in *Interp) arithmPiece(a *syntax.ArithmExp) expand.Piece {
	in.mark(a)
	n, ok := in.arithm(a.X)
	if a.X == nil {
		n, ok = 0, true
	}
	if !ok {
		if badNumber(in.source(a)) {
			in.discards(in.source(a), "it has a number that is not valid")
		}
		return expand.Piece{Unknown: true, Quoted: true, Number: true, From: in.source(a)}
	}
	return expand.Piece{Text: strconv.Itoa(n), From: in.source(a)}
}
