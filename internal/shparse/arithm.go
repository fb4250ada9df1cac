package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// arithm evaluates an arithmetic expression (POSIX XCU 2.6.4) over constants and visits every substitution in it,
// those in array subscripts included. ok is false where the value is not known.
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
		if assigns(x.Op) {
			return in.arithmAssign(x)
		}
		a, okA := in.term(x.X)
		b, okB := in.term(x.Y)
		if !okA || !okB || in.dialect == Zsh && bindsOtherwise(x) {
			return 0, false
		}
		return binaryArithm(x.Op, a, b)
	case *syntax.FlagsArithm:
		in.walkSubscript(x)
	default:
		in.unknownNode(x)
	}
	return 0, false
}

// bindsOtherwise reports whether zsh may group an expression in another way: there << >> & ^ | bind tighter than the other
// operators of arithmetic (zshmisc(1)).
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
		return truth(n == 0), ok
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
	if in.dialect == Zsh && (hasAssign(alt.X) || hasAssign(alt.Y)) { // which bind in another way there
		before := in.st.clone()
		in.arithm(alt.X)
		in.st.join(before)
		in.arithm(alt.Y)
		in.st.join(before)
		return 0, false
	}
	if ok && c != 0 {
		in.substitutions(alt.Y)
		return in.term(alt.X)
	} else if ok {
		in.substitutions(alt.X)
		return in.term(alt.Y)
	}
	other := in.st.clone()
	in.term(alt.X)
	in.st, other = other, in.st
	in.term(alt.Y)
	in.st.join(other)
	return 0, false
}

// hasAssign reports whether an operand is an assignment that is not in parentheses.
func hasAssign(x syntax.ArithmExpr) bool {
	switch x := x.(type) {
	case *syntax.BinaryArithm:
		return assigns(x.Op) || hasAssign(x.X) || hasAssign(x.Y)
	case *syntax.UnaryArithm:
		return x.Op == syntax.Inc || x.Op == syntax.Dec
	}
	return false
}

func (in *Interp) shortcut(x *syntax.BinaryArithm) (int, bool) {
	a, okA := in.term(x.X)
	if okA && (a != 0) == (x.Op == syntax.OrArit) {
		in.substitutions(x.Y)
		return truth(a != 0), true
	}
	other := in.st.clone()
	b, okB := in.term(x.Y)
	if !okA {
		in.st.join(other)
	}
	return truth(b != 0), okA && okB
}

// substitutions visits those in an operand that is not evaluated: they are expanded before anything is.
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

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

func binaryArithm(op syntax.BinAritOperator, a, b int) (int, bool) {
	switch op {
	case syntax.Add, syntax.AddAssgn:
		return a + b, true
	case syntax.Sub, syntax.SubAssgn:
		return a - b, true
	case syntax.Mul, syntax.MulAssgn:
		return a * b, true
	case syntax.Quo, syntax.QuoAssgn:
		if b != 0 {
			return a / b, true
		}
	case syntax.Rem, syntax.RemAssgn:
		if b != 0 {
			return a % b, true
		}
	case syntax.Pow:
		return power(a, b)
	case syntax.And, syntax.AndAssgn:
		return a & b, true
	case syntax.Or, syntax.OrAssgn:
		return a | b, true
	case syntax.Xor, syntax.XorAssgn:
		return a ^ b, true
	case syntax.Shl, syntax.ShlAssgn:
		return a << (uint(b) & 63), true
	case syntax.Shr, syntax.ShrAssgn:
		return a >> (uint(b) & 63), true
	case syntax.Lss:
		return truth(a < b), true
	case syntax.Gtr:
		return truth(a > b), true
	case syntax.Leq:
		return truth(a <= b), true
	case syntax.Geq:
		return truth(a >= b), true
	case syntax.Eql:
		return truth(a == b), true
	case syntax.Neq:
		return truth(a != b), true
	case syntax.Comma:
		return b, true
	}
	return 0, false
}

func power(a, b int) (int, bool) {
	if b < 0 || b > 64 {
		return 0, false
	}
	n := 1
	for range b {
		n *= a
	}
	return n, true
}

func assigns(op syntax.BinAritOperator) bool {
	switch op {
	case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
		syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
		return true
	}
	return false
}

// arithmAssign is x = y and x += y.
func (in *Interp) arithmAssign(x *syntax.BinaryArithm) (n int, ok bool) {
	if x.Op != syntax.Assgn {
		var old int
		var okOld bool
		if in.dialect == Zsh {
			n, ok = in.term(x.Y)
			old, okOld = in.term(x.X)
		} else {
			old, okOld = in.term(x.X)
			n, ok = in.term(x.Y)
		}
		if ok = ok && okOld; ok {
			n, ok = binaryArithm(x.Op, old, n)
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
	if name := litOf(w); syntax.ValidName(name) {
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
		in.st.forgetAll() // an expansion gives the name
	case !ok || index != nil:
		name = in.target(name)
		in.mayBeNumber(name, index)
		result := fact.Word{Kind: fact.Partial, Number: true}
		in.noteName(name)
		if index != nil {
			in.blur(name, result)
		} else {
			in.store(name, value{word: result})
		}
		in.planted(name)
	default:
		in.mayBeNumber(in.target(name), nil)
		in.assignWord(in.target(name), fact.Lit(strconv.Itoa(n)), false, false)
		in.planted(name)
	}
}

// mayBeNumber gives a variable that arithmetic creates the type that zsh gives it: what is assigned to it later is an
// expression. One that comes from the environment keeps its type.
func (in *Interp) mayBeNumber(name string, index syntax.ArithmExpr) {
	if v, ok := in.st.vars[name]; in.dialect != Zsh || index != nil || ok && !v.unset {
		return
	}
	in.st.replace(name, value{word: fact.Word{Kind: fact.Partial}, attr: attrNumber})
}

// arithmWord evaluates a number, a variable's name or an expansion. A variable whose value is text is evaluated as an
// expression by the shell, which can run code through a subscript: such a value is a hazard. whole says that the word is
// all of the expression: what an expansion yields is a part of the text that is read, and binds as it stands there.
func (in *Interp) arithmWord(w *syntax.Word, whole bool) (int, bool) {
	if name, index := arithmName(w); index != nil {
		if v := in.st.vars[in.target(name)]; !v.isList {
			in.index(name, index) // an array's own lookup does that
		}
		if in.isTable(name) {
			in.textKey(name, index)
		}
		v, set := in.lookup(name, index)
		return in.operand(v, set, 0)
	}
	v := in.single(w)
	if !whole && v.IsLiteral() && litOf(w) == "" && !atom(strings.TrimSpace(v.Text)) {
		in.again(v, asExpression)
		in.st.forgetAll() // it may assign anything
		return 0, false
	}
	return in.operand(v, true, 0)
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

// atom reports whether text is one number or name, which means the same wherever it stands.
func atom(text string) bool {
	text = strings.TrimPrefix(text, "-")
	for i := 0; i < len(text); i++ {
		if text[i] != '_' && text[i] != '#' && !letterOrDigit(text[i]) {
			return false
		}
	}
	return text != ""
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
		if text[0] == '0' && len(text) > 1 && in.dialect == Zsh {
			return 0, false // octal with an option
		}
		n, err := strconv.ParseInt(text, octal(text), 64)
		return int(n), err == nil
	case text[0] >= '0' && text[0] <= '9' && len(text) < 18 && in.dialect == Bash:
		if n, ok := based(text); ok {
			return n, true
		}
	}
	in.subscript(text)
	if len(text) > maxExpression || in.dialect == Zsh && strings.Contains(text, "[") {
		in.loose(text, depth)
		return 0, false
	}
	x, err := parseExpression(newParser(in.dialect.variant()), text)
	if err != nil || x == nil {
		in.loose(text, depth)
		return 0, false
	}
	if w, isWord := x.(*syntax.Word); isWord && litOf(w) == text {
		return 0, false // a number in another notation
	}
	outer := in.context
	in.text = text
	n, ok := in.arithmDeep(x, depth)
	in.context = outer
	return n, ok
}

// nameOperand evaluates the value of a variable that an expression names: each one that it may have.
func (in *Interp) nameOperand(name string, depth int) (int, bool) {
	if depth >= maxEvaluations || !in.budget.step() {
		in.reportOnce(fact.Hazard{ID: "arithmetic", Kind: fact.Suspect, Text: name,
			Why: "the variables of this expression name one another more often than this program follows"})
		return 0, false
	}
	if v := in.st.vars[in.target(name)]; len(v.alts) > 0 && in.choice == nil {
		for i := range v.alts {
			in.operand(v.alts[i], true, depth+1)
		}
		return 0, false
	}
	v, set := in.lookup(name, nil)
	return in.operand(v, set, depth+1)
}

// octal is the base of a number without a sign of its base: 8 after a zero.
func octal(text string) int {
	if text[0] == '0' {
		return 8
	}
	return 10
}

// based is a number with its base in front: 0x1f, or 2#101 up to 36#z, from where on capital letters are digits of their own.
func based(text string) (int, bool) {
	if rest, ok := strings.CutPrefix(strings.ToLower(text), "0x"); ok {
		n, err := strconv.ParseInt(rest, 16, 64)
		return int(n), err == nil && rest[0] != '-' && rest[0] != '+'
	}
	base, digits, ok := strings.Cut(text, "#")
	b := atoi(base)
	if !ok || b < 2 || b > 36 || digits == "" || digits[0] == '-' || digits[0] == '+' || base[0] == '0' {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, b, 64)
	return int(n), err == nil
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

func (in *Interp) arithmPiece(a *syntax.ArithmExp) piece {
	in.mark(a)
	n, ok := in.arithm(a.X)
	if a.X == nil {
		n, ok = 0, true
	}
	if !ok {
		return piece{unknown: true, quoted: true, number: true, from: in.source(a)}
	}
	return piece{text: strconv.Itoa(n), from: in.source(a)}
}
