package syntax

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// zshRepaired makes something of a form of zsh that the library knows, and that does as much.
func zshRepaired(text string, err error) (string, bool) {
	if next, ok := severalNames(text, err); ok {
		return next, true
	}
	if next, ok := severalVariables(text, err); ok {
		return next, true
	}
	return plainGroup(text, err)
}

// severalVariables makes one variable of those of a loop: for k v in a b c d. What it gets is not
// known, nor what the others get, or how often the loop runs.
func severalVariables(text string, err error) (string, bool) {
	var at syntax.ParseError
	if !errors.As(err, &at) || !strings.HasPrefix(at.Text, "`for foo` must be followed by") {
		return "", false
	}
	i := int(at.Pos.Offset())
	if i+4 > len(text) || text[i:i+4] != "for " {
		return "", false
	}
	head, _, ok := strings.Cut(text[i+4:], " in ")
	names := strings.Fields(head)
	if !ok || len(names) < 2 || strings.ContainsAny(head, "\n;") {
		return "", false
	}
	var b strings.Builder
	b.WriteString(text[:i] + "for " + names[0] + " in ${=_} ")
	for _, name := range names[1:] {
		if !syntax.ValidName(name) {
			return "", false
		}
		b.WriteString("${(k)" + name + "=} ") // assigns it, whatever it is
	}
	return b.String() + text[i+4+len(head)+len(" in "):], syntax.ValidName(names[0])
}

// strayBracket is the place of a bracket that the parser has met among the words of a command; -1
// if that is not what it says.
func strayBracket(text string, err error, bracket byte) int {
	var at syntax.ParseError
	if !errors.As(err, &at) || !strings.HasPrefix(at.Text, "a command can only contain words") {
		return -1
	}
	if i := int(at.Pos.Offset()); i < len(text) && text[i] == bracket {
		return i
	}
	return -1
}

// severalNames puts the word function before the names of a function: f g() { … }.
func severalNames(text string, err error) (string, bool) {
	i := strayBracket(text, err, '(')
	if i < 0 || !strings.HasPrefix(text[i:], "()") {
		return "", false
	}
	from := i
	for from > 0 && (IsNameByte(text[from-1]) || text[from-1] == ' ') {
		from--
	}
	if from > 0 && strings.IndexByte(";\n{&|(`", text[from-1]) < 0 {
		return "", false
	}
	names := strings.Fields(text[from:i])
	for len(names) > 0 && beginsList(names[0]) {
		from += strings.Index(text[from:], names[0]) + len(names[0])
		names = names[1:]
	}
	for _, name := range names {
		if !functionName(name) {
			return "", false
		}
	}
	return text[:from] + " function " + text[from:], len(names) > 1
}

// beginsList recognises the words behind which a list of commands stands.
func beginsList(word string) bool {
	switch word {
	case "then", "do", "else", "if", "elif", "while", "until":
		return true
	}
	return false
}

// functionName reports whether a word can be nothing but a name before the brackets of a function.
func functionName(word string) bool {
	switch word {
	case "function", "for", "foreach", "select", "case", "in", "repeat", "coproc", "time", "nocorrect",
		"noglob", "command", "builtin", "exec", "declare", "typeset", "local", "export", "readonly",
		"integer", "float", "end", "esac", "fi", "done":
		return false
	}
	return syntax.ValidName(word)
}

// plainGroup makes something unknown of the beginning of a group of a pattern in which something is
// expanded, and an asterisk of its end: echo (a|$(cmd)). What stands between the bracket and the
// expansion is plain, so that the group is one, and no qualifiers: these hold no bar. The parser
// ends a group at the first bracket, be it that of a substitution, and refuses a later one.
func plainGroup(text string, err error) (string, bool) {
	stray := strayBracket(text, err, ')')
	if stray < 0 || changesPatterns(text) {
		return "", false
	}
	plain, _, ok := plainText(text)
	for open := 1; ok && open < stray; open++ {
		if plain[open] != '(' || !IsNameByte(plain[open-1]) && plain[open-1] != ' ' {
			continue
		}
		at := alternativesEnd(text, open+1)
		if at < 0 {
			continue
		}
		if end := closingBracket(string(plain), open); end >= stray {
			return text[:open] + "${_}*" + text[at:end] + "*" + text[end+1:], true
		}
	}
	return "", false
}

// alternativesEnd is the place of the expansion in a group that begins with plain alternatives; -1
// if there is none.
func alternativesEnd(text string, at int) int {
	bar := false
	for ; at < len(text) && (IsNameByte(text[at]) || text[at] == '|' || text[at] == '.'); at++ {
		bar = bar || text[at] == '|'
	}
	if bar && at < len(text) && strings.IndexByte("$`\"", text[at]) >= 0 {
		return at
	}
	return -1
}

// changesPatterns reports whether a text may turn patterns off, so that brackets stand for
// themselves.
func changesPatterns(text string) bool {
	for _, word := range [...]string{"glob", "setopt", "set -F", "set -o", "set +", "emulate",
		"nomatch", "options"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
