package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// What is read again as an expression runs nothing where it is a number by its origin: the length
// of a value, a status, a result of arithmetic. The same holds for what the environment of the call
// gives ($COLUMNS), as no text of the call says what that is.

// numeric reports whether a word is a decimal number, with a minus at most, or empty.
func numeric(w *fact.Word) bool {
	if w.Kind != fact.Literal || w.Glob {
		return w.Number
	}
	return digitsOnly(strings.TrimPrefix(w.Text, "-"))
}

func digitsOnly(s string) bool { return strings.Trim(s, "0123456789") == "" }

// tame reports whether no text of the call or of a file decides what a word is.
func tame(w *fact.Word) bool {
	return numeric(w) || w.Kind != fact.Literal && w.Given && w.Text+w.Suffix == ""
}

// oneOf is a word for any of several.
func oneOf(list []fact.Word, written string) fact.Word {
	w := fact.Word{Kind: fact.Partial, Written: written, Number: true, Given: true}
	for i := range list {
		w.Number, w.Given = w.Number && numeric(&list[i]), w.Given && tame(&list[i])
		w.Origin.Names = w.Origin.Names.Or(list[i].Origin.Names)
	}
	return w
}

// joinedOrigin says what is known of the origin of pieces that make one word, of which a part is
// not known: a number beside digits is a number, and in "a[$i]" an index is given.
func joinedOrigin(ps []piece) (number, given bool) {
	number, given = true, true
	first, last := -1, -1
	for i := range ps {
		if ps[i].unknown || ps[i].glob {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	for i := range ps {
		p := &ps[i]
		switch {
		case p.unknown || p.glob:
			given = given && (p.number || p.given || p.glob && p.plain)
			number = number && p.number && i == 0 && p.text+p.suffix == ""
			given = given && (i == first || p.text == "") && (i == last || p.suffix == "")
		default:
			number = number && digitsOnly(p.text)
			if i > first && i < last { // it shows neither at the beginning of the word nor at its end
				given = given && strings.Trim(p.text, "0123456789 .:-+*/") == ""
			}
		}
	}
	return number, given
}

// blurred is what a variable may be that was one of two values, in as far as both are numbers.
func (v *value) blurred(name string, o *value) value {
	out := unknownValue(name)
	if v.ref != "" || o.ref != "" || v.refNext || o.refNext {
		return out
	}
	out.word.Number = v.all(numeric) && o.all(numeric)
	out.word.Given = v.all(tame) && o.all(tame)
	out.word.Origin.Names = v.names().Or(o.names())
	return out
}

// all reports whether all that a variable may hold is of one kind.
func (v *value) all(is func(w *fact.Word) bool) bool {
	list := v.list
	if v.unset {
		return true
	}
	if !v.isList {
		list = v.each()
	}
	for i := range list {
		if !is(&list[i]) {
			return false
		}
	}
	return true
}

// orOperand is the value of ${x:-word} where x has one: it may be the word, if that is not known.
// What the word runs is reported all the same, and what it assigns is not.
func (in *Interp) orOperand(v fact.Word, operand *syntax.Word) fact.Word {
	if v.Kind == fact.Literal {
		in.unused(operand)
		return v
	}
	var other fact.Word
	in.subshell(func() { other = in.single(operand) })
	v.Number, v.Given = v.Number && numeric(&other), v.Given && tame(&other)
	return v
}

// mayAssignOperand recognises ${x:=word}.
func mayAssignOperand(p *syntax.ParamExp) bool {
	return p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull)
}

// resultOrigin is what is known of the origin of what an operator of an expansion makes of a value:
// a part of a number is one, or at least nothing that a text has chosen.
func (in *Interp) resultOrigin(p *syntax.ParamExp, v *fact.Word) (number, given bool) {
	switch {
	case p.Repl != nil:
		empty := p.Repl.With == nil || len(p.Repl.With.Parts) == 0
		number = empty && p.Repl.All && onlyDigitsLeft(litOf(p.Repl.Orig))
		return number, number
	case p.Slice != nil:
	case p.Exp == nil:
		return v.Number, v.Given
	default:
		switch p.Exp.Op {
		case syntax.RemSmallPrefix, syntax.RemLargePrefix, syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		case syntax.UpperAll, syntax.LowerAll, syntax.UpperFirst, syntax.LowerFirst:
		default:
			return false, false
		}
	}
	return false, tame(v)
}

// printsNumber reports whether a format of printf makes nothing but one number.
func printsNumber(format string) bool {
	flags, ok := strings.CutPrefix(format, "%")
	return ok && flags != "" && strings.IndexByte("diu", flags[len(flags)-1]) >= 0 && digitsOnly(flags[:len(flags)-1])
}

// onlyDigitsLeft reports whether a pattern matches all characters but digits.
func onlyDigitsLeft(pattern string) bool {
	switch pattern {
	case "[!0-9]", "[^0-9]", "[![:digit:]]", "[^[:digit:]]":
		return true
	}
	return false
}

// shellNumber reports whether the value of a variable that the shell itself sets is a number.
func (in *Interp) shellNumber(name string) bool {
	if !countedByShell(name, in.dialect) {
		return false
	}
	v, ok := in.st.vars[in.target(name)]
	if !ok {
		return !in.st.foreign
	}
	kept := in.dialect == Zsh || name != "COLUMNS" && name != "LINES"
	return kept && v.attr&attrOrdinary == 0 || v.all(numeric)
}

// countedByShell reports whether what the shell keeps in a variable is a number.
func countedByShell(name string, d Dialect) bool {
	switch name {
	case "RANDOM", "SRANDOM", "SECONDS", "LINENO", "BASHPID", "PPID", "EPOCHSECONDS", "EPOCHREALTIME", "UID", "EUID", "GROUPS",
		"HISTCMD", "OPTIND", "PIPESTATUS", "BASH_LINENO", "BASH_SUBSHELL", "BASH_ARGC", "COLUMNS", "LINES":
		return true
	case "status", "pipestatus", "ARGC", "ERRNO", "GID", "EGID", "TTYIDLE", "ZSH_SUBSHELL":
		return d == Zsh
	}
	return d == Zsh && zshInteger(name)
}

// hasOctal reports whether a text holds a character that is written as its number, as in \044.
func hasOctal(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' && s[i+1] >= '0' && s[i+1] <= '7' {
			return true
		}
	}
	return false
}

// fromEnvironment is the value of a variable that nothing has assigned.
func (st *state) fromEnvironment(name string) value {
	v := unknownValue(name)
	v.word.Given = !st.foreign
	return v
}

// current is the value of a variable, whoever gave it.
func (st *state) current(name string) value {
	if v, ok := st.vars[name]; ok {
		return v
	}
	return st.fromEnvironment(name)
}
