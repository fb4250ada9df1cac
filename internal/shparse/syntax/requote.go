package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The parser library reads the operands of expansions in one way, the shells in two. To the shells
// a single quote is an ordinary character within double quotes, here-documents and arithmetic, and
// what stands between two of them is expanded. They also run a process substitution in an operand,
// which the library takes for text:
//
//	echo "${x:-'$(rm -rf ~)'}"; echo $((x='$(rm -rf ~)')); echo ${x#<(rm -rf ~)}
//
// The trees are put right here, before anything else looks at them. A quote that hides where the
// expansion ends, as in "${x:-'}'}", is an error: which text the shell sees there is not followed.

// maxRequotes bounds the places that are read again. Each takes time in proportion to its offset.
const maxRequotes = 256

// mayRequote reports whether a text can hold what is put right here.
func mayRequote(text string, d syntax.LangVariant) bool {
	expands := strings.Contains(text, "${")
	if d == syntax.LangZsh {
		return expands || strings.ContainsAny(text, "([")
	}
	if strings.Contains(text, "'") && (expands || strings.Contains(text, "((") ||
		strings.Contains(text, "[")) {
		return true
	}
	return expands && nextPipe(text, d) >= 0
}

// requote puts the operands of the expansions below a node right.
func requote(n syntax.Node, text string, d syntax.LangVariant) error {
	if !mayRequote(text, d) {
		return nil
	}
	q := requoter{text: text, lang: d}
	q.walk(n, quoting{})
	return q.err
}

// requoteExpression puts the operands of the expansions in an expression right.
func requoteExpression(x syntax.ArithmExpr, text string, d syntax.LangVariant) error {
	if !strings.Contains(text, "'") && !mayRequote(text, d) {
		return nil
	}
	q := requoter{text: text, lang: d}
	q.arithm(x, ")")
	return q.err
}

// requoter puts one tree right.
type requoter struct {
	text string
	lang syntax.LangVariant
	n    int
	err  error
}

// quoting is how the text of a node is quoted.
type quoting struct {
	quoted bool // single quotes are ordinary characters
	inside bool // of the operand of an expansion
	text   bool // by double quotes alone: a process substitution is text
}

func (q *requoter) walk(n syntax.Node, in quoting) {
	if isNil(n) || q.err != nil {
		return
	}
	switch n := n.(type) {
	case *syntax.Lit, *syntax.SglQuoted:
		return
	case *syntax.DblQuoted, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp, *syntax.ParamExp:
		q.node(n, in)
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool { return q.node(n, in) })
}

// node puts one node right, and reports whether what is below it is still to do.
func (q *requoter) node(n syntax.Node, in quoting) bool {
	if n == nil || q.err != nil {
		return false
	}
	switch n := n.(type) {
	case *syntax.DblQuoted:
		for _, p := range n.Parts {
			q.walk(p, quoting{true, in.inside, true})
		}
	case *syntax.CmdSubst:
		q.stmts(n.Stmts)
	case *syntax.ProcSubst:
		q.stmts(n.Stmts)
	case *syntax.Redirect:
		q.walk(n.Word, quoting{})
		if n.Hdoc != nil && !QuotedDelimiter(n.Word) {
			q.walk(n.Hdoc, quoting{quoted: true, text: true})
		}
	case *syntax.ArithmExp:
		q.arithm(n.X, ")")
	case *syntax.ArithmCmd:
		q.arithm(n.X, ")")
	case *syntax.CStyleLoop:
		q.arithm(n.Init, ";")
		q.arithm(n.Cond, ";")
		q.arithm(n.Post, ")")
	case *syntax.Assign:
		q.arithm(n.Index, "]")
		if n.Value != nil {
			q.walk(n.Value, quoting{})
			q.assigned(n.Value)
		}
		if n.Array != nil {
			q.walk(n.Array, quoting{})
		}
	case *syntax.ArrayElem:
		q.key(n)
		q.arithm(n.Index, "]")
		if n.Value != nil {
			q.walk(n.Value, quoting{})
		}
	case *syntax.ParamExp:
		q.param(n, in)
	case *syntax.Word:
		if q.lang == syntax.LangZsh {
			q.zshGroups(n)
		}
		return true
	default:
		return true
	}
	return false
}

// key refuses a process substitution in the subscript of a list's element, which is a comparison
// for the library and runs in zsh: x=([a<(cmd)]=b).
func (q *requoter) key(e *syntax.ArrayElem) {
	if q.lang != syntax.LangZsh || isNil(e.Index) {
		return
	}
	from, to := e.Index.Pos().Offset(), e.Index.End().Offset()
	if to > uint(len(q.text)) || from > to || nextPipe(q.text[from:to], q.lang) >= 0 {
		q.fail(e, "the shell may run a process substitution here")
	}
}

func (q *requoter) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		q.walk(s, quoting{})
	}
}

// arithm puts an expression right, in which all single quotes are ordinary characters. It ends at
// one of some characters.
func (q *requoter) arithm(x syntax.ArithmExpr, ends string) {
	if isNil(x) {
		return
	}
	q.walk(x, quoting{quoted: true})
	if w, ok := x.(*syntax.Word); ok {
		q.word(w, quoting{quoted: true}, ends)
		return
	}
	syntax.Walk(x, func(n syntax.Node) bool {
		if w, ok := n.(*syntax.Word); ok {
			q.word(w, quoting{quoted: true}, ends)
		}
		switch n.(type) {
		case nil, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ParamExp, *syntax.DblQuoted:
			return false
		}
		return true
	})
}

// param puts the operands of one expansion right.
func (q *requoter) param(p *syntax.ParamExp, in quoting) {
	if !isNil(p.NestedParam) {
		q.walk(p.NestedParam, in)
	}
	q.zshRaw(p)
	q.arithm(p.Index, "]")
	if p.Slice != nil {
		q.arithm(p.Slice.Offset, ":}")
		q.arithm(p.Slice.Length, "}")
	}
	within := quoting{in.quoted, true, false}
	if p.Exp != nil && p.Exp.Word != nil {
		text := takesText(p.Exp.Op)
		own := quoting{in.quoted && text, in.inside, in.text && text}
		q.operand(p.Exp.Word, own, quoting{in.quoted, true, own.text})
	}
	if p.Repl != nil {
		if p.Repl.Orig != nil {
			q.operand(p.Repl.Orig, quoting{false, in.inside, false}, within)
		}
		if p.Repl.With != nil {
			q.operand(p.Repl.With, quoting{in.quoted && q.lang == syntax.LangZsh, in.inside, false}, within)
		}
	}
}

// takesText reports whether the operand of ${x-word} is text. That of the others is a pattern, in
// which single quotes quote.
func takesText(op syntax.ParExpOperator) bool {
	switch op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.DefaultUnset,
		syntax.DefaultUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull, syntax.AssignUnset,
		syntax.AssignUnsetOrNull:
		return true
	}
	return false
}

func (q *requoter) operand(w *syntax.Word, own, within quoting) {
	if q.lang == syntax.LangZsh {
		q.zshOperand(w, own, within)
	}
	q.walk(w, within)
	q.word(w, own, "}\"")
	if !own.text {
		q.pipes(w, true)
	}
}

// word replaces the single quotes of a word that are ordinary characters, and hold something that
// is expanded, by what stands between them. The word ends at one of some characters.
func (q *requoter) word(w *syntax.Word, in quoting, ends string) {
	for i := 0; i < len(w.Parts); i++ {
		s, ok := w.Parts[i].(*syntax.SglQuoted)
		if !ok || !in.quoted && !(s.Dollar && in.inside) || !actsUnquoted(s.Value, ends) {
			continue
		}
		parts, ok := q.asDocument(s)
		if strings.ContainsAny(s.Value, ends) && !maySubstitute(s.Value, ends) &&
			!(ok && q.inSubstitution(s, parts, ends)) {
			q.fail(s, "shells may end an expansion between these quotes")
			return
		}
		if !ok {
			q.fail(s, "shells expand the text between these quotes")
			return
		}
		w.Parts = append(w.Parts[:i:i], append(parts, w.Parts[i+1:]...)...)
		i += len(parts) - 1
	}
}

// inSubstitution reports whether all characters of a set that stand between two quotes belong to
// substitutions there. The shells read a substitution to its end before they look for the end of
// anything around it.
func (q *requoter) inSubstitution(s *syntax.SglQuoted, parts []syntax.WordPart, ends string) bool {
	rest := []byte(s.Value)
	from := int(s.Left.Offset()) + len("'")
	if s.Dollar {
		from++
	}
	for _, p := range parts {
		if c, ok := p.(*syntax.CmdSubst); ok {
			for i := int(c.Pos().Offset()); i < int(c.End().Offset()); i++ {
				if i-from < 0 || i-from >= len(rest) {
					return false
				}
				rest[i-from] = ' '
			}
		}
	}
	return !strings.ContainsAny(string(rest), ends) || maySubstitute(string(rest), ends)
}

// actsUnquoted reports whether text means something else without quotes. A parameter in a subscript
// does not count: the quotes may be those of a key.
func actsUnquoted(text, ends string) bool {
	if ends == "]" {
		return strings.ContainsAny(text, "`]") || strings.Contains(text, "$(") ||
			strings.Contains(text, "${")
	}
	return strings.ContainsAny(text, "$`"+ends)
}

// maySubstitute reports whether the characters of a set that a text holds may belong to
// substitutions in it.
func maySubstitute(text, ends string) bool {
	rest := text
	for _, c := range ends {
		if c == ')' && strings.Contains(text, "$(") || c == '}' && strings.Contains(text, "${") {
			open := strings.Count(rest, "(") + strings.Count(rest, "{")
			if shut := strings.Count(rest, ")") + strings.Count(rest, "}"); open >= shut {
				rest = strings.ReplaceAll(rest, string(c), "")
			}
		}
	}
	return !strings.ContainsAny(rest, ends)
}

func (q *requoter) fail(n syntax.Node, why string) {
	if q.err == nil {
		q.err = syntax.ParseError{Pos: n.Pos(), Text: why}
	}
}

// asDocument returns what stands between two quotes that are ordinary characters, quotes included.
func (q *requoter) asDocument(s *syntax.SglQuoted) (parts []syntax.WordPart, ok bool) {
	open := "'"
	if s.Dollar {
		open = "$'"
	}
	from := int(s.Left.Offset()) + len(open)
	to := from + len(s.Value)
	if q.n++; q.n > maxRequotes || to > len(q.text) || q.text[from:to] != s.Value {
		return nil, false
	}
	w, err := parseDocument(NewParser(q.lang), blanks(q.text, from)+s.Value)
	if err != nil || w == nil || len(w.Parts) == 0 {
		return nil, false
	}
	if from > 0 {
		lead, isLit := w.Parts[0].(*syntax.Lit)
		if !isLit || len(lead.Value) < from {
			return nil, false
		}
		if lead.Value = lead.Value[from:]; lead.Value == "" {
			w.Parts = w.Parts[1:]
		}
	}
	q.walk(w, quoting{quoted: true})
	parts = append(parts, &syntax.Lit{ValuePos: s.Left, ValueEnd: s.Left, Value: open})
	parts = append(parts, w.Parts...)
	return append(parts, &syntax.Lit{ValuePos: s.Right, ValueEnd: s.Right, Value: "'"}), true
}

// isNil reports whether there is no node.
func isNil(n syntax.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *syntax.Word:
		return n == nil
	}
	return false
}
