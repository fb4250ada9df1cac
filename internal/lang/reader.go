package lang

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/languages"
)

// read judges code.
func (r *reader) read(code string, depth int) bool {
	if r.lang == "php" && depth == 0 {
		code = strings.TrimSuffix(strings.TrimSpace(code), "?>")
		if rest, ok := strings.CutPrefix(code, "<?php"); ok {
			code = rest
		}
	}
	if !r.lex(code, depth) {
		return false
	}
	r.locate()
	for i := 0; i < len(r.tokens); {
		n, ok := r.step(i)
		if !ok {
			return false
		}
		i += n
	}
	return true
}

// get is the token at i.
func (r *reader) get(i int) lexeme {
	if i < 0 || i >= len(r.tokens) {
		return lexeme{kind: end}
	}
	return r.tokens[i]
}

func (r *reader) is(i int, text string) bool {
	t := r.get(i)
	return t.kind == sign && t.text == text
}

// locate notes the names that the code gives a value to.
func (r *reader) locate() {
	for i := range r.tokens {
		t := r.tokens[i]
		if t.kind != name || r.is(i-1, ".") || r.is(i-1, ":") || r.is(i-1, "$") {
			continue
		}
		assigned := r.is(i+1, "=") && !r.is(i+2, "=") && !r.is(i+2, "~")
		switch r.lang {
		case "ruby":
			before := r.get(i - 1)
			assigned = assigned && !r.is(i+2, ">") && !upper(t.text[:1]) ||
				(r.is(i-1, "|") || r.is(i-1, ",") && r.inBars(i)) &&
					(r.is(i+1, "|") || r.is(i+1, ",")) ||
				before.kind == name && before.text == "for"
		case "lua":
			before := r.get(i - 1)
			assigned = assigned || before.kind == name &&
				(before.text == "local" || before.text == "for") ||
				r.is(i-1, ",") &&
					(r.get(i+1).text == "in" || r.is(i+1, ",") || r.is(i+1, "=")) && r.forList(i)
		case "r":
			assigned = assigned && !r.inCall(i) || r.is(i+1, "<") && r.is(i+2, "-") ||
				r.is(i-1, "(") && r.get(i-2).text == "for"
		}
		if assigned {
			r.locals = append(r.locals, t.text)
		}
	}
}

// inBars reports whether a name stands in the list of a block's parameters.
func (r *reader) inBars(i int) bool {
	for i--; i > 0 && (r.get(i).kind == name || r.is(i, ",")); i-- {
	}
	return r.is(i, "|") && (r.is(i-1, "{") || r.get(i-1).text == "do")
}

// forList reports whether a name stands in the list of names behind for or local.
func (r *reader) forList(i int) bool {
	for i--; i >= 0 && (r.get(i).kind == name || r.is(i, ",")); i-- {
		if t := r.get(i); t.text == "for" || t.text == "local" {
			return true
		}
	}
	return false
}

// inCall reports whether a name stands between the parentheses of a call, where an equals sign
// names an argument.
func (r *reader) inCall(i int) bool {
	depth := 0
	for i--; i >= 0; i-- {
		switch {
		case r.is(i, ")"):
			depth++
		case r.is(i, "(") && depth == 0:
			return r.get(i-1).kind == name
		case r.is(i, "("):
			depth--
		}
	}
	return false
}

func (r *reader) local(w string) bool {
	return slices.Contains(r.locals, w)
}

// step judges the tokens at i and returns how many it took.
func (r *reader) step(i int) (int, bool) {
	t := r.tokens[i]
	switch t.kind {
	case command:
		r.act(Shell, t.text)
		return 1, !r.is(i+1, "(")
	case str, made, pattern:
		switch r.lang {
		case "php": // a string can be called
			return 1, !r.is(i+1, "(")
		case "r": // and assigned to
			return 1, !r.is(i+1, "(") && !(r.is(i+1, "<") && r.is(i+2, "-")) &&
				!r.is(i+1, "=") && !(r.is(i-1, ">") && r.is(i-2, "-"))
		}
		return 1, true
	case vari:
		if r.lang == "php" {
			return 1, !r.is(i+1, "(") && !(r.is(i+1, "-") && r.is(i+2, ">")) &&
				!(r.is(i+1, ":") && r.is(i+2, ":")) && !r.is(i-1, "$") && !r.is(i-1, "&")
		}
		return 1, true
	case name:
		switch r.lang {
		case "ruby":
			return r.rubyName(i)
		case "php":
			return r.phpName(i)
		case "lua":
			return r.luaName(i)
		case "r":
			return r.rName(i)
		}
		return 1, Word("applescript", "words", strings.ToLower(t.text))
	case sign:
		return r.operator(i)
	}
	return 1, true
}

// operator judges what calls without a name: ("system")("id"), a["x"]("id"), f.("id").
func (r *reader) operator(i int) (int, bool) {
	t := r.tokens[i]
	switch {
	case t.text == "$" && r.lang != "r":
		return 0, false
	case (t.text == ")" || t.text == "]" || t.text == "}") && r.is(i+1, "("):
		return 0, false
	case r.lang == "lua" && (t.text == ")" || t.text == "]") &&
		(r.get(i+1).kind == str || r.get(i+1).kind == made || r.is(i+1, "{")):
		return 0, false
	case t.text == "." && r.lang == "ruby" && r.get(i+1).kind != name && !r.is(i+1, ".") &&
		!r.is(i-1, "."):
		return 0, false
	case t.text == "&" && r.lang == "ruby" && !r.is(i+1, "&") && !r.is(i-1, "&"):
		next := r.get(i + 1)
		symbol := next.kind == pattern && next.text == ":" && !r.is(i+2, ".")
		return 1, symbol || t.space && next.space // else it is a block that is not seen
	}
	return 1, true
}

// strings takes literals between parentheses, or without these up to the end of the statement where
// the language has it so, and returns the index behind them.
func (r *reader) strings(i int) (list []string, at int, ok bool) {
	paren := r.is(i, "(")
	if paren {
		i++
	} else if t := r.get(i); r.lang == "lua" && t.kind == str && t.text != "" {
		return []string{t.text}, i + 1, true // f"text" and f[[text]]
	}
	for {
		switch t := r.get(i); {
		case t.kind == str && t.text != "" && !strings.ContainsAny(t.text, "\n"):
			list = append(list, t.text)
		case t.kind == pattern && strings.HasPrefix(t.text, "%w "):
			list = append(list, strings.Fields(t.text[len("%w "):])...)
		default:
			return nil, i, false
		}
		i++
		if !r.is(i, ",") {
			break
		}
		i++
	}
	if paren {
		return list, i + 1, r.is(i, ")") && len(list) > 0
	}
	t := r.get(i)
	return list, i, r.lang == "ruby" && len(list) > 0 &&
		(t.kind == end || t.kind == line || t.kind == sign && (t.text == ";" || t.text == "}"))
}

// calls takes the call of a function whose literal arguments begin at from: what the tables say of
// it becomes actions.
func (r *reader) calls(i, from int, function string) (int, bool) {
	c := languages.Call(r.lang, function)
	if c.Verb == languages.None {
		return 0, false
	}
	list, at, ok := r.strings(from)
	tree := false
	if !ok && c.Flag != "" {
		list, at, tree, ok = r.flagged(from, c.Flag)
	}
	if !ok {
		return 0, false
	}
	before := len(r.acts)
	ok = r.perform(c, list)
	for k := before; tree && k < len(r.acts); k++ {
		r.acts[k].Tree = true
	}
	return at - i, ok
}

// flagged takes ("a", FLAG = TRUE).
func (r *reader) flagged(i int, flag string) (list []string, at int, tree, ok bool) {
	t := r.get(i + 1)
	if !r.is(i, "(") || t.kind != str || !r.is(i+2, ",") || r.get(i+3).text != flag ||
		!r.is(i+4, "=") {
		return nil, i, false, false
	}
	value := r.get(i + 5).text
	return []string{t.text}, i + 7, true, (value == "TRUE" || value == "T") && r.is(i+6, ")")
}
