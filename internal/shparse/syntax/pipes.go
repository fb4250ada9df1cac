package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// pipes makes the process substitutions of a word nodes.
func (q *requoter) pipes(w *syntax.Word, operand bool) {
	for i := 0; i < len(w.Parts); i++ {
		lit, ok := w.Parts[i].(*syntax.Lit)
		if !ok {
			continue
		}
		k := nextPipe(lit.Value, q.lang)
		if k < 0 {
			continue
		}
		from := int(lit.Pos().Offset())
		if to := from + len(lit.Value); to > len(q.text) || q.text[from:to] != lit.Value {
			q.fail(lit, "the shell may run a process substitution here")
			return
		}
		if !q.pipe(w, i, k, operand) {
			q.fail(lit, "the shell may run a process substitution here")
			return
		}
		i++
	}
}

// assigned makes zsh's =(list) in what is assigned a node. The library divides it into two
// literals.
func (q *requoter) assigned(w *syntax.Word) {
	if q.lang != syntax.LangZsh {
		return
	}
	for i := 0; i+1 < len(w.Parts); i++ {
		a, isLit := w.Parts[i].(*syntax.Lit)
		b, follows := w.Parts[i+1].(*syntax.Lit)
		if isLit && follows && strings.HasSuffix(a.Value, "=") && strings.HasPrefix(b.Value, "(") {
			both := &syntax.Lit{ValuePos: a.ValuePos, ValueEnd: b.ValueEnd, Value: a.Value + b.Value}
			w.Parts = append(append(w.Parts[:i:i], both), w.Parts[i+2:]...)
		}
	}
	if lit, ok := w.Parts[0].(*syntax.Lit); ok && strings.Contains(lit.Value, "=(") {
		q.pipes(w, false)
	}
}

// pipe makes what begins at a place in a part of a word a process substitution.
func (q *requoter) pipe(w *syntax.Word, i, k int, operand bool) bool {
	lit := w.Parts[i].(*syntax.Lit)
	at := int(lit.Pos().Offset()) + k
	sub := q.procSubst(at, int(w.End().Offset()))
	if sub == nil || operand && q.lang == syntax.LangZsh &&
		losesQuotes(q.text[at:sub.End().Offset()]) {
		return false
	}
	parts := append([]syntax.WordPart(nil), w.Parts[:i]...)
	head := *lit
	head.Value = lit.Value[:k]
	head.ValueEnd = sub.Pos()
	parts = append(parts, &head, sub)
	end := sub.End().Offset()
	for _, p := range w.Parts[i:] {
		switch {
		case p.End().Offset() <= end:
		case p.Pos().Offset() >= end:
			parts = append(parts, p)
		default:
			rest, ok := p.(*syntax.Lit)
			cut := int(end - p.Pos().Offset())
			if !ok || cut > len(rest.Value) {
				return false
			}
			tail := *rest
			tail.Value, tail.ValuePos = rest.Value[cut:], sub.End()
			parts = append(parts, &tail)
		}
	}
	w.Parts = parts
	return true
}

// losesQuotes reports whether quotes of zsh's =(list) in an operand, or those of a here-document's
// delimiter in a process substitution there, hide an expansion: zsh 5.9 takes them away first.
//
//	echo ${x:-=(echo '$(rm -rf ~)')}
func losesQuotes(text string) bool {
	return (text[0] == '=' || strings.Contains(text, "<<")) && strings.ContainsAny(text, "'\"\\") &&
		strings.ContainsAny(text, "$`")
}

// procSubst parses the process substitution at a place, which ends at the first bracket that makes
// it whole.
func (q *requoter) procSubst(at, end int) *syntax.ProcSubst {
	if end > len(q.text) {
		return nil
	}
	lead := blanks(q.text, at)
	for to := at + 2; q.n < maxRequotes; q.n++ {
		i := strings.IndexByte(q.text[to:end], ')')
		if i < 0 {
			return nil
		}
		to += i + 1
		f, err := ParseFile(NewParser(q.lang), lead+q.text[at:to])
		if err != nil || len(f.Stmts) != 1 {
			continue
		}
		c, ok := f.Stmts[0].Cmd.(*syntax.CallExpr)
		if !ok || len(c.Args) != 1 || len(c.Args[0].Parts) != 1 {
			continue
		}
		if sub, ok := c.Args[0].Parts[0].(*syntax.ProcSubst); ok {
			return sub
		}
	}
	return nil
}

// nextPipe is the place of what may begin a process substitution, -1 if there is none.
func nextPipe(text string, d syntax.LangVariant) int {
	if d == syntax.LangPOSIX {
		return -1
	}
	for i := 0; i+1 < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '<', '>':
			if text[i+1] == '(' {
				return i
			}
		case '=':
			if text[i+1] == '(' && d == syntax.LangZsh {
				return i
			}
		}
	}
	return -1
}
