package nodes

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// Plain returns a word of one literal that stands for itself: the common case.
func Plain(w *syntax.Word) (plain fact.Word, ok bool) {
	if len(w.Parts) != 1 {
		return plain, false
	}
	lit, ok := w.Parts[0].(*syntax.Lit)
	if !ok || lit.Value == "" || lit.Value[0] == '~' || lit.Value[0] == '=' {
		return plain, false
	}
	for i := 0; i < len(lit.Value); i++ {
		switch lit.Value[i] {
		case '\\', '*', '?', '[', '{', '}', '~', '(', '<', '$':
			return plain, false
		case '=':
			if i > 0 && lit.Value[i-1] == ':' { // the path of a program in an assignment of zsh
				return plain, false
			}
		}
	}
	return fact.Word{Text: lit.Value, Written: lit.Value, Start: int(lit.Pos().Offset()),
		End: int(lit.End().Offset())}, true
}

// PlainWords returns words if each of them is plain; nil for any others.
func PlainWords(list []*syntax.Word) []fact.Word {
	for _, w := range list {
		if _, ok := Plain(w); !ok {
			return nil
		}
	}
	plain := make([]fact.Word, len(list))
	for i, w := range list {
		plain[i], _ = Plain(w)
	}
	return plain
}

// all reports whether something is true of all parts, those in double quotes among them.
func all(parts []syntax.WordPart, is func(syntax.WordPart) bool) bool {
	for _, p := range parts {
		if q, ok := p.(*syntax.DblQuoted); ok && !all(q.Parts, is) || !ok && !is(p) {
			return false
		}
	}
	return true
}

// isText reports whether a part is a literal or stands in single quotes.
func isText(p syntax.WordPart) bool {
	switch p.(type) {
	case *syntax.Lit, *syntax.SglQuoted:
		return true
	}
	return false
}

// PlainParts reports whether the expansion of a word changes nothing and runs nothing.
func PlainParts(parts []syntax.WordPart) bool {
	return all(parts, func(p syntax.WordPart) bool {
		x, ok := p.(*syntax.ParamExp) // zsh: $a[$(cmd)], $x:s/a/$(cmd)/
		return isText(p) || ok && x.Short && x.Index == nil && len(x.Modifiers) == 0
	})
}

// OnlyQuotes reports whether a word holds text and quotes alone.
func OnlyQuotes(w *syntax.Word) bool { return w == nil || all(w.Parts, isText) }

// OnlyText reports whether a word holds nothing but text.
func OnlyText(w *syntax.Word) bool {
	return !slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool { return !isText(p) })
}

// ShowsNothing reports whether the expansion of a word runs nothing, and cannot end in an error
// that tells what a value is.
func ShowsNothing(parts []syntax.WordPart) bool {
	return all(parts, func(p syntax.WordPart) bool {
		x, ok := p.(*syntax.ParamExp)
		return isText(p) || ok && x.Index == nil && x.Slice == nil && x.Repl == nil && x.Flags == nil &&
			x.NestedParam == nil && len(x.Modifiers) == 0 && !x.Excl &&
			(x.Exp == nil || x.Exp.Op <= syntax.DefaultUnsetOrNull &&
				(x.Exp.Word == nil || ShowsNothing(x.Exp.Word.Parts)))
	})
}

func partsAssign(parts []syntax.WordPart) bool {
	return !all(parts, func(p syntax.WordPart) bool {
		switch p := p.(type) {
		case *syntax.ArithmExp:
			_, isWord := p.X.(*syntax.Word)
			return isWord
		case *syntax.ParamExp:
			return p.Index == nil && p.Slice == nil && (p.Exp == nil || !AssignsOperand(p) &&
				!MayAssign(p.Exp.Word))
		}
		return true
	})
}

// MayAssign reports whether the expansions of a word may assign a variable.
func MayAssign(w *syntax.Word) bool { return w != nil && partsAssign(w.Parts) }

// HasAt reports whether "$@" or "${a[@]}" is among the parts.
func HasAt(parts []syntax.WordPart) bool {
	for _, part := range parts {
		if p, ok := part.(*syntax.ParamExp); ok && p.Param != nil &&
			(p.Param.Value == "@" || p.Index != nil && LitOf(p.Index) == "@") {
			return true
		}
	}
	return false
}

// Continues reports whether zsh takes the beginning of a literal for a part of the short expansion
// before it: $x:h, $10.
func Continues(before, part syntax.WordPart) bool {
	p, ok := before.(*syntax.ParamExp)
	lit, isLit := part.(*syntax.Lit)
	if dollar, isDollar := before.(*syntax.Lit); isDollar && isLit &&
		strings.HasSuffix(dollar.Value, "$") && strings.HasPrefix(lit.Value, "[") {
		return true // $[old arithmetic]
	}
	if !ok || !isLit || !p.Short || p.Param == nil || len(lit.Value) == 0 {
		return false
	}
	switch lit.Value[0] {
	case ':':
		return len(lit.Value) > 1 && strings.IndexByte("aAcehlpPqQrstuxwWfF&g", lit.Value[1]) >= 0
	case '[':
		return true // a subscript of $@, or of what another one has chosen
	}
	if p.Param.Value == "#" { // $#name is a length
		return strings.IndexByte("-?$!#*@_", lit.Value[0]) >= 0 || expand.LetterOrDigit(lit.Value[0])
	}
	return expand.Digit(p.Param.Value[0]) <= 9 && expand.Digit(lit.Value[0]) <= 9
}

// IsProcess reports whether a word is a process substitution and nothing else: the shell names a
// pipe of its own making, and what is at the other end is judged as the commands that it holds.
func IsProcess(w *syntax.Word) bool {
	if len(w.Parts) != 1 {
		return false
	}
	_, ok := w.Parts[0].(*syntax.ProcSubst)
	return ok
}

// ReadsFile recognises $(<file), which reads a file without a command.
func ReadsFile(stmts []*syntax.Stmt) bool {
	return len(stmts) == 1 && stmts[0].Cmd == nil && len(stmts[0].Redirs) > 0
}

// HasQuotes reports whether a word holds quotes, and not only characters that look like them.
func HasQuotes(w *syntax.Word) bool {
	for _, p := range w.Parts {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return true
		}
	}
	return false
}

// MayBrace reports whether an opening brace stands in a literal of a word.
func MayBrace(w *syntax.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && strings.Contains(lit.Value, "{")
	})
}

// HasBraces reports whether there is something to expand among the parts.
func HasBraces(parts []syntax.WordPart) bool {
	return slices.ContainsFunc(parts, func(p syntax.WordPart) bool {
		_, ok := p.(*syntax.BraceExp)
		return ok
	})
}

// LastLit is the last part, if it is a literal.
func LastLit(parts []syntax.WordPart) (lit *syntax.Lit, ok bool) {
	if len(parts) > 0 {
		lit, ok = parts[len(parts)-1].(*syntax.Lit)
	}
	return lit, ok
}

// EndsInDollar reports whether a literal ends in a dollar sign without a backslash.
func EndsInDollar(v string) bool {
	if !strings.HasSuffix(v, "$") {
		return false
	}
	v = v[:len(v)-1]
	return (len(v)-len(strings.TrimRight(v, "\\")))%2 == 0
}

// StartsParameter reports whether a part that follows a dollar sign makes an expansion of it.
func StartsParameter(p syntax.WordPart) bool {
	lit, ok := p.(*syntax.Lit)
	if !ok {
		switch p.(type) {
		case *syntax.SglQuoted, *syntax.DblQuoted:
			return false
		}
		return true
	}
	return lit.Value != "" && (expand.LetterOrDigit(lit.Value[0]) ||
		strings.IndexByte("_{([@*#?$!-", lit.Value[0]) >= 0)
}

// JoinNames joins what an alternative begins with to the name of a variable before it: $x{1,2} is
// $x1 $x2, since braces are expanded in the text.
func JoinNames(parts []syntax.WordPart) []syntax.WordPart {
	for i := 0; i+1 < len(parts); i++ {
		p, ok := parts[i].(*syntax.ParamExp)
		lit, isLit := parts[i+1].(*syntax.Lit)
		if !ok || !isLit || !p.Short || p.Param == nil || !syntax.ValidName(p.Param.Value) {
			continue
		}
		n := 0
		for n < len(lit.Value) && (lit.Value[n] == '_' || expand.LetterOrDigit(lit.Value[n])) {
			n++
		}
		if n == 0 {
			continue
		}
		q, rest := *p, *lit
		q.Param = &syntax.Lit{Value: p.Param.Value + lit.Value[:n]}
		rest.Value = lit.Value[n:]
		parts = append(parts[:0:0], parts...)
		parts[i], parts[i+1] = &q, &rest
	}
	return parts
}

// Distributes reports whether the parts hold an expansion outside quotes, or one of several words,
// which zsh distributes over the alternatives.
func Distributes(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if HasAt(p.Parts) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// IsEmpty reports whether parts are literals without text.
func IsEmpty(parts []syntax.WordPart) bool {
	return !slices.ContainsFunc(parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return !ok || lit.Value != ""
	})
}

// UnlikeBash reports whether a word may hold a sequence that zsh expands in another way.
func UnlikeBash(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.Contains(p.Value, "..") && strings.ContainsAny(p.Value, "{}") {
				return true
			}
			if strings.HasPrefix(p.Value, "..") || strings.HasSuffix(p.Value, "..") {
				return true
			}
		case *syntax.BraceExp:
			if p.Sequence {
				if len(p.Elems) > 2 || !expand.PlainSequence(shsyntax.LitOf(p.Elems[0]),
					shsyntax.LitOf(p.Elems[1])) {
					return true
				}
				continue
			}
			for _, e := range p.Elems {
				if UnlikeBash(e.Parts) {
					return true
				}
			}
		}
	}
	return false
}

// PlainAlternatives is the first group of a word with nothing but plain alternatives: the part of
// the word, and where its brackets stand; -1 if there is none.
func PlainAlternatives(w *syntax.Word) (part, open, end int) {
	for i, p := range w.Parts {
		lit, ok := p.(*syntax.Lit)
		if !ok || strings.ContainsAny(lit.Value, "\\$`<") {
			continue
		}
		if open, end = strings.IndexByte(lit.Value, '('), strings.IndexByte(lit.Value, ')'); open < 0 ||
			end < open {
			continue
		}
		if text := lit.Value[open+1 : end]; strings.Contains(text, "|") &&
			!strings.ContainsFunc(text, notOfName) {
			return i, open, end
		}
	}
	return -1, 0, 0
}

// notOfName reports whether plain alternatives do not have a character.
func notOfName(c rune) bool {
	return c > 127 || !shsyntax.IsNameByte(byte(c)) && strings.IndexByte(".-|", byte(c)) < 0
}

// HasStar reports whether a word is a pattern whatever its groups are.
func HasStar(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok {
			if name, _, _ := strings.Cut(lit.Value, "("); expand.UnquotedAny(name, "*?") {
				return true
			}
		}
	}
	return false
}

// BuildsQualifiers reports whether an expansion stands in what may be qualifiers at the end of a
// word.
func BuildsQualifiers(w *syntax.Word) bool {
	opened, depth := false, 0
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *syntax.Lit:
			open := strings.IndexByte(p.Value, '(')
			if open >= 0 && !opened && alternatives(p.Value[open+1:]) { // which are no qualifiers
				if open = strings.IndexByte(p.Value[open+1:], '('); open >= 0 {
					return true
				}
			}
			depth += strings.Count(p.Value, "(") - strings.Count(p.Value, ")")
			opened = (opened || open >= 0) && (depth > 0 || strings.Contains(p.Value, `\`))
			if open >= 0 && strings.ContainsAny(p.Value[open:], "$`") {
				return true // the parser leaves them as text
			}
		case *syntax.ExtGlob: // what stands behind it is no part of it
			if strings.ContainsAny(p.Pattern.Value, "$`") {
				return true
			}
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ArithmExp, *syntax.DblQuoted:
			if opened {
				return true
			}
		}
	}
	return false
}

// alternatives reports whether what stands behind a bracket begins with plain alternatives.
func alternatives(text string) bool {
	bar := false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '|':
			bar = true
		case text[i] == '`': // the parser ends a literal at the first bracket of $( )
			return bar
		case !shsyntax.IsNameByte(text[i]) && text[i] != '.':
			return false
		}
	}
	return bar
}

// ChangesName reports whether qualifiers may make other words of the names of files: by modifiers,
// or as P does.
func ChangesName(text string) bool {
	return strings.ContainsAny(text, ":P") && !strings.Contains(text, "[:")
}

// LitOf is the text of a subscript that is a literal.
func LitOf(x syntax.ArithmExpr) string {
	if w, ok := x.(*syntax.Word); ok {
		return shsyntax.LitOf(w)
	}
	return ""
}

// AssignsOperand recognises ${x:=word}.
func AssignsOperand(p *syntax.ParamExp) bool {
	return p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull)
}
