package powershell

import (
	"sort"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// expr returns the value of an expression.
func (ev *evaluator) expr(e *expr) Value {
	if !ev.step() {
		return unknown("")
	}
	switch e.kind {
	case stringExpr:
		return ev.text(e)
	case numberExpr:
		return text(e.text)
	case variableExpr, splatExpr:
		return ev.variable(e)
	case arrayExpr:
		list := make([]Value, len(e.parts))
		for i, p := range e.parts {
			list[i] = ev.expr(p)
		}
		return joined(list)
	case groupExpr:
		return ev.list(e.stmts)
	case hashExpr:
		return ev.hash(e)
	case blockExpr: // who runs it, and with what, is not known here
		defer ev.pipelineVariable(unknown("$_"))()
		ev.repeat(func() { ev.block(e.body) })
		return Value{block: e.body, Words: blockWords(e.body)}
	case memberExpr:
		return ev.member(e)
	case indexExpr:
		return ev.index(e)
	case unaryExpr:
		return ev.unary(e)
	case binaryExpr:
		return ev.binary(e)
	case castExpr:
		return ev.cast(e)
	}
	return unknown("")
}

// text puts a string together.
func (ev *evaluator) text(e *expr) Value {
	if len(e.parts) == 0 {
		return text(e.text)
	}
	w := fact.Lit("")
	for _, p := range e.parts {
		v := ev.expr(p)
		w = concat(w, v.asWord(""))
	}
	return Value{Kind: Text, Words: []fact.Word{w}}
}

// variable returns the value of a variable.
func (ev *evaluator) variable(e *expr) Value {
	name := e.text
	if scope, rest, ok := strings.Cut(name, ":"); ok {
		switch scope {
		case "env":
			return ev.environment(rest)
		case "global", "script", "local", "private", "using", "variable":
			name = rest
		default:
			ev.problem("$"+name, "reads a variable of the drive "+scope)
			return unknown("$" + name)
		}
	}
	switch name {
	case "null":
		return nothing()
	case "true", "false":
		return Value{Kind: Text, Words: []fact.Word{fact.Lit(strings.ToUpper(name[:1]) + name[1:])}}
	case "psitem":
		name = "_"
	}
	if v, ok := ev.st.vars[name]; ok {
		return v
	}
	switch name {
	case "home":
		if home := ev.world.Home(); home != "" {
			return text(home)
		}
	case "pwd":
		if d := ev.st.dirs; d.Known && len(d.List) == 1 {
			return text(d.List[0])
		}
	case "lastexitcode", "?", "pid", "iswindows", "islinux", "ismacos":
		return unknownText("$" + name)
	}
	return unknown("$" + name)
}

// environment takes the value of a variable of the environment.
func (ev *evaluator) environment(name string) Value {
	upper := strings.ToUpper(name)
	if w, ok := ev.st.env[upper]; ok {
		return Value{Kind: Text, Words: []fact.Word{w}}
	}
	if ev.muted == 0 {
		ev.takes = append(ev.takes, upper)
	}
	if home := ev.world.Home(); home != "" && (upper == "HOME" || upper == "USERPROFILE") {
		return text(home)
	}
	return Value{Kind: Text, Words: []fact.Word{{Kind: fact.Partial, Written: "$env:" + name}}}
}

func (ev *evaluator) hash(e *expr) Value {
	v := Value{Kind: Table}
	for i, k := range e.parts {
		key := ev.expr(k)
		val := ev.statement(e.stmts[i])
		if val.Kind == Table || i >= maxWords { // tables in tables are not followed
			val = unknown("")
		}
		name, ok := key.known()
		if !ok {
			name = "?"
		}
		v.Hash = append(v.Hash, Entry{Key: name, Value: val})
	}
	return v
}

func (ev *evaluator) index(e *expr) Value {
	v, at := ev.expr(e.left), ev.expr(e.right)
	if key, ok := at.known(); ok && v.Kind == Table {
		if x, ok := v.entry(key); ok {
			return x
		}
		return unknown("")
	}
	n, err := strconv.Atoi(first(at))
	if err == nil && v.Kind == Text && n >= 0 && n < len(v.Words) && len(v.Words) > 1 &&
		allKnown(v.Words) {
		return Value{Kind: Text, Words: v.Words[n : n+1]}
	}
	if s, ok := v.known(); ok && v.Kind == Text && len(at.Words) > 0 && allKnown(at.Words) {
		return characters(s, at.Words)
	}
	if v.Kind == Files {
		return v
	}
	return unknown("")
}

// characters are some of a string, as in 'xei'[2,1].
func characters(s string, at []fact.Word) Value {
	out := Value{Kind: Text}
	for i := range at {
		n, err := strconv.Atoi(at[i].Text)
		if n < 0 {
			n += len(s)
		}
		if err != nil || n < 0 || n >= len(s) || s[n] >= 0x80 {
			return unknown("")
		}
		out.Words = append(out.Words, fact.Lit(s[n:n+1]))
	}
	return out
}

func first(v Value) string {
	s, _ := v.known()
	return s
}

func allKnown(words []fact.Word) bool {
	for i := range words {
		if !words[i].Known() {
			return false
		}
	}
	return true
}

func (ev *evaluator) unary(e *expr) Value {
	if e.text == "++" {
		v := e.left
		if v.kind != variableExpr {
			ev.problem("++", "changes something that is no variable")
			return unknown("")
		}
		ev.set(v.text, unknownText(""), "$"+v.text+"++")
		return unknownText("")
	}
	v := ev.expr(e.left)
	switch e.text {
	case ",":
		return v
	case "join":
		if allKnown(v.Words) && v.Kind == Text {
			return text(strings.Join(texts(v.Words), ""))
		}
		return unknownText("")
	case "-":
		if s, ok := v.known(); ok && isNumber(s) {
			return text("-" + s)
		}
	case "split", "csplit", "isplit":
		if s, ok := v.known(); ok {
			return wordsOf(strings.Fields(s))
		}
		return unknown("")
	}
	return unknownText("")
}

func texts(words []fact.Word) []string {
	list := make([]string, len(words))
	for i := range words {
		list[i] = words[i].Text
	}
	return list
}

func wordsOf(list []string) Value {
	v := Value{Kind: Text}
	for _, s := range list {
		v.Words = append(v.Words, fact.Lit(s))
	}
	if len(list) > maxWords {
		return unknown("")
	}
	return v
}

func (ev *evaluator) binary(e *expr) Value {
	a, b := ev.expr(e.left), ev.expr(e.right)
	switch op := e.text; op {
	case "+":
		return ev.plus(a, b)
	case "??":
		return both(a, b)
	case "f":
		return format(a, b)
	case "..":
		return numbers(a, b)
	case "join":
		if sep, ok := b.known(); ok && allKnown(a.Words) && a.Kind == Text {
			return text(strings.Join(texts(a.Words), sep))
		}
		return unknownText("")
	case "replace", "creplace", "ireplace":
		return replaced(a, b, op)
	case "as":
		return unknown("")
	case "split", "csplit", "isplit":
		return unknown("")
	}
	if a.Kind == Files { // it filters
		return a
	}
	if _, ok := a.one(); !ok {
		return unknown("")
	}
	return unknownText("")
}

// plus adds: strings are put together, lists get longer.
func (ev *evaluator) plus(a, b Value) Value {
	x, ok := a.one()
	y, ok2 := b.one()
	switch {
	case a.Kind == Text && ok && ok2 && !a.empty:
		if isNumber(x.Text) && x.Known() {
			return unknownText("") // a sum, if the second is a number
		}
		if b.Kind != Text {
			y = fact.Word{Kind: fact.Partial}
		}
		return Value{Kind: Text, Words: []fact.Word{concat(x, y)}}
	case a.Kind == b.Kind && a.Kind != Table && !ok && !a.empty:
		return joined([]Value{a, b})
	case a.Kind == Table && b.Kind == Table && len(a.Hash)+len(b.Hash) <= maxWords:
		return Value{Kind: Table, Hash: append(a.Hash[:len(a.Hash):len(a.Hash)], b.Hash...)}
	}
	return unknown("")
}

// format puts values into the places of a string: '{0}{1}' -f 'a', 'b'.
func format(a, b Value) Value {
	s, ok := a.known()
	if !ok || b.Kind != Text || !allKnown(b.Words) {
		return unknownText("")
	}
	for i := range b.Words {
		s = strings.ReplaceAll(s, "{"+strconv.Itoa(i)+"}", b.Words[i].Text)
	}
	if strings.ContainsAny(s, "{}") || len(s) > maxLength {
		return unknownText("")
	}
	return text(s)
}

func numbers(a, b Value) Value {
	from, err := strconv.Atoi(first(a))
	to, err2 := strconv.Atoi(first(b))
	if err != nil || err2 != nil || to < from || to-from >= maxWords {
		return Value{Kind: Text, Words: []fact.Word{{Kind: fact.Partial, Many: true}}}
	}
	v := Value{Kind: Text}
	for ; from <= to; from++ {
		v.Words = append(v.Words, fact.Lit(strconv.Itoa(from)))
	}
	return v
}

// replaced is what -replace gives where the pattern means itself. Case does not matter then.
func replaced(a, b Value, op string) Value {
	out := unknownText("")
	if _, ok := a.one(); !ok {
		out = Value{Kind: Text, Words: []fact.Word{{Kind: fact.Partial, Many: true}}}
	}
	s, ok := a.known()
	if !ok || a.Kind != Text || len(b.Words) == 0 || len(b.Words) > 2 || !allKnown(b.Words) {
		return out
	}
	pattern, by := b.Words[0].Text, ""
	if len(b.Words) == 2 {
		by = b.Words[1].Text
	}
	letters := strings.ToLower(pattern) != strings.ToUpper(pattern)
	fold := op != "creplace" && letters && strings.ToLower(s+pattern) != s+pattern
	if pattern == "" || strings.ContainsAny(pattern, `\^$.|?*+()[]{}`) || strings.Contains(by, "$") ||
		fold || len(s)*(len(by)+1) > maxLength {
		return out
	}
	return text(strings.ReplaceAll(s, pattern, by))
}

// cast converts a value.
func (ev *evaluator) cast(e *expr) Value {
	v := ev.expr(e.left)
	if !harmlessType(e.text) {
		ev.problem("["+e.text+"]", "converts a value to a type that is not read")
		return unknown("")
	}
	switch e.text {
	case "string", "pscustomobject", "ordered", "hashtable", "void", "array", "object", "object[]",
		"string[]", "psobject":
		if e.text == "string" && v.Kind != Text {
			return unknownText("")
		}
		return v
	case "char":
		n, err := strconv.ParseInt(first(v), 0, 32)
		if err == nil && n > 0 && n < 0xd800 {
			return text(string(rune(n)))
		}
		if s, ok := v.known(); ok && len(s) == 1 && !isDigit(rune(s[0])) {
			return text(s)
		}
	case "char[]":
		return unknown("")
	case "int", "long", "int32", "int64":
		if s, ok := v.known(); ok && strings.Trim(s, "0123456789") == "" {
			return v
		}
	}
	return unknownText("")
}

// harmlessType reports whether converting to a type runs nothing but the conversion.
func harmlessType(name string) bool {
	switch strings.TrimSuffix(name, "[]") {
	case "string", "int", "int32", "int64", "long", "double", "decimal", "float", "single", "bool",
		"boolean", "char", "byte", "uint32", "uint64",
		"void", "datetime", "timespan", "version", "guid", "regex", "array", "object", "psobject",
		"pscustomobject", "ordered", "hashtable",
		"switch", "uri", "math", "convert", "nullable[int]", "switchparameter",
		"management.automation.semanticversion", "semver",
		"collections.generic.list[string]", "collections.generic.list[object]", "collections.arraylist":
		return true
	}
	return false
}

// environs are the variables that the text has set, in order. Whether their case matters depends on
// the system: they stand in capitals, and as they were written.
func (ev *evaluator) environs() []fact.Assign {
	if len(ev.st.env) == 0 {
		return nil
	}
	list := make([]fact.Assign, 0, len(ev.st.env))
	for name, w := range ev.st.env {
		list = append(list, fact.Assign{Name: name, Value: w})
	}
	for _, name := range ev.spelled {
		if w, ok := ev.st.env[strings.ToUpper(name)]; ok {
			list = append(list, fact.Assign{Name: name, Value: w})
		}
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}
