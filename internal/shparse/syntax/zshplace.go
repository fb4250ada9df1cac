package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Zsh finds the end of some texts in another place than the parser library, so that what the one
// takes for quoted, or for a comment, runs for the other:
//
//	echo "${x#'a}"; cmd "'}"    in double quotes a pattern ends with the first brace
//	echo ${x:-{a} # $(cmd)}     else braces in an operand stand in pairs
//	echo ${x:s/o/$(cmd)/}       a modifier, or a flag, goes on behind a substitution
//	echo (a|$(cmd))             and so does a group
//
// Where one of these characters stands in such a place the text is refused, whether its end is
// there or not.

// zshOperand refuses a word of an expansion that may end in another place. own is how its own
// characters are quoted, around how the expansion is.
func (q *requoter) zshOperand(w *syntax.Word, own, around quoting) {
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			if !around.quoted && strings.Contains(p.Value, "{") {
				q.fail(p, "zsh takes the braces in an expansion by pairs")
			}
		case *syntax.SglQuoted:
			if around.quoted && !own.quoted && mayGoOn(p.Value) {
				q.fail(p, "zsh may end an expansion between these quotes")
			}
		}
	}
}

// zshRaw refuses the flags and modifiers of an expansion that may end in another place.
func (q *requoter) zshRaw(p *syntax.ParamExp) {
	for _, l := range append(p.Modifiers[:len(p.Modifiers):len(p.Modifiers)], p.Flags) {
		if l != nil && mayGoOn(l.Value) {
			q.fail(l, "zsh may end this part of an expansion in another place")
		}
	}
	if x, ok := p.Index.(*syntax.FlagsArithm); ok {
		from, to := int(x.Pos().Offset()), int(x.End().Offset())
		if to > len(q.text) || mayGoOn(q.text[from:to]) {
			q.fail(x, "zsh may end this subscript in another place")
		}
	}
}

// zshGroups refuses the groups of a word that may end in another place. The library takes a group
// as it is up to the first bracket.
func (q *requoter) zshGroups(w *syntax.Word) {
	for _, part := range w.Parts {
		if l, ok := part.(*syntax.Lit); ok && strings.HasPrefix(l.Value, "(") && mayGoOn(l.Value) {
			q.fail(l, "zsh may end this group in another place")
		}
	}
}

// mayGoOn reports whether a text that ends with the first of some characters may go on behind it:
// that one may belong to what is quoted or expanded.
func mayGoOn(text string) bool {
	return strings.ContainsAny(text, "'\"`{}") || strings.Contains(text, "$(") ||
		strings.Contains(text, "$[") || strings.HasSuffix(text, `\`)
}
