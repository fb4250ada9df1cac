package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// forForm reads for NAME (WORD...) BODY, for NAME in WORD...; BODY and for ((…)) BODY with any
// body, and foreach.
func (z *zshReader) forForm(at int, word string) (syntax.Command, int) {
	c := &syntax.ForClause{ForPos: place(at), DoPos: place(at), Select: word == "select"}
	i := z.skip(at+len(word), " \t")
	if i+1 < len(z.plain) && z.plain[i] == '(' && z.plain[i+1] == '(' {
		i = z.cStyle(c, at, i)
	} else {
		i = z.nameAndWords(c, i)
	}
	if i < 0 {
		return nil, -1
	}
	end := -1
	if next := z.skip(i, " \t\n;"); word == "foreach" && !z.brace(next) && z.word(next) != "do" {
		c.Do, end = z.untilEnd(next)
	} else {
		c.Do, end = z.body(at, i)
	}
	c.DonePos = place(max(0, end-len("done")))
	return c, end
}

// cStyle reads ((A; B; C)).
func (z *zshReader) cStyle(c *syntax.ForClause, at, open int) int {
	end := z.match(open)
	if end < 0 {
		return -1
	}
	f, err := z.parse(blanks(string(z.work), at) + string(z.work[at:end]) + "; do :; done")
	if err != nil || len(f.Stmts) != 1 {
		return -1
	}
	loop, ok := f.Stmts[0].Cmd.(*syntax.ForClause)
	if !ok {
		return -1
	}
	c.Loop = loop.Loop
	return end
}

// nameAndWords reads names and the words that they stand for.
func (z *zshReader) nameAndWords(c *syntax.ForClause, at int) int {
	name := z.word(at)
	if name == "" || !validName(name) {
		return -1
	}
	iter := &syntax.WordIter{Name: literal(name, at)}
	c.Loop = iter
	i := z.skip(at+len(name), " \t")
	var others []*syntax.Word
	for next := z.wordAt(i); next != "" && next != "in" && next != "do" &&
		validName(next); next = z.wordAt(i) {
		others = append(others, assignedSomehow(next, i))
		i = z.skip(i+len(next), " \t")
	}
	from, to, next := 0, 0, i
	switch {
	case i == len(z.plain):
		return -1
	case strings.HasPrefix(string(z.plain[i:min(i+2, len(z.plain))]), "()"):
		return i + 2 // the positional parameters, too
	case z.plain[i] == '(':
		next = z.match(i)
		from, to = i+1, next-1
	case z.word(i) == "in":
		from = i + len("in")
		to = z.separator(from)
		next = to
	case others == nil && (z.plain[i] == ';' || z.plain[i] == '\n' || z.brace(i)):
		return i // the positional parameters
	default:
		return -1
	}
	if next < 0 {
		return -1
	}
	iter.InPos = place(i)
	var ok bool
	if iter.Items, ok = z.words(from, to); !ok {
		return -1
	}
	if others != nil { // what the first one gets is not known, either, nor how often the loop runs
		iter.Items = append(append(others, someWords(at)), iter.Items...)
	}
	return next
}

func literal(text string, at int) *syntax.Lit {
	return &syntax.Lit{ValuePos: place(at), ValueEnd: place(at + len(text)), Value: text}
}

// assignedSomehow is a word with which a variable gets a value that is not known: ${(k)x=}.
func assignedSomehow(name string, at int) *syntax.Word {
	return expansion(syntax.ParamExp{Flags: literal("k", at), Param: literal(name, at),
		Exp: &syntax.Expansion{Op: syntax.AssignUnset}}, at)
}

// someWords stands for any number of words: ${=_}.
func someWords(at int) *syntax.Word {
	return expansion(syntax.ParamExp{Split: syntax.OptOn, Param: literal("_", at)}, at)
}

func expansion(p syntax.ParamExp, at int) *syntax.Word {
	p.Dollar, p.Rbrace = place(at), place(at)
	return &syntax.Word{Parts: []syntax.WordPart{&p}}
}

// separator is the place of the first semicolon or line end from a place on that stands in no
// brackets.
func (z *zshReader) separator(at int) int {
	depth := 0
	for ; at < len(z.plain); at++ {
		switch z.plain[at] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case ';', '\n':
			if depth <= 0 {
				return at
			}
		}
	}
	return at
}

func validName(s string) bool {
	for i := 0; i < len(s); i++ {
		if !IsNameByte(s[i]) {
			return false
		}
	}
	return s[0] < '0' || s[0] > '9'
}

// untilEnd reads the list of a foreach and the word end.
func (z *zshReader) untilEnd(at int) ([]*syntax.Stmt, int) {
	for i := at; i < len(z.plain); i++ {
		if z.plain[i] != 'e' || z.word(i) != "end" {
			continue
		}
		k := i
		for k > at && (z.plain[k-1] == ' ' || z.plain[k-1] == '\t') {
			k--
		}
		if z.plain[k-1] != ';' && z.plain[k-1] != '\n' {
			continue
		}
		list, ok := z.list(at, i)
		if !ok {
			return nil, -1
		}
		return list, i + len("end")
	}
	return nil, -1
}

// ifForm reads if COND { LIST } elif COND { LIST } else { LIST }, and if COND SUBLIST.
func (z *zshReader) ifForm(at, i int) (*syntax.IfClause, int) {
	c := &syntax.IfClause{Position: place(at), ThenPos: place(at)}
	var end int
	if c.Cond, end = z.condition(i); end < 0 {
		return nil, -1
	}
	next := z.skip(end, " \t")
	if next == len(z.plain) || strings.IndexByte(";\n", z.plain[next]) >= 0 {
		return nil, -1
	}
	if !z.brace(next) {
		c.Then, end = z.sublist(next)
		c.FiPos = place(max(0, end-len("fi")))
		return c, end
	}
	if c.Then, end = z.block(next); end < 0 {
		return nil, -1
	}
	switch next = z.skip(end, " \t"); z.wordAt(next) {
	case "elif":
		c.Else, end = z.ifForm(next, next+len("elif"))
	case "else":
		c.Else = &syntax.IfClause{Position: place(next)}
		c.Else.Then, end = z.block(z.skip(next+len("else"), " \t\n"))
		c.Else.FiPos = place(max(0, end-len("fi")))
	}
	c.FiPos = place(max(0, end-len("fi")))
	return c, end
}

func (z *zshReader) wordAt(at int) string {
	if at >= len(z.plain) {
		return ""
	}
	return z.word(at)
}

// whileForm reads while COND { LIST } and while COND SUBLIST.
func (z *zshReader) whileForm(at int, word string) (syntax.Command, int) {
	c := &syntax.WhileClause{WhilePos: place(at), DoPos: place(at), Until: word == "until"}
	var end int
	if c.Cond, end = z.condition(at + len(word)); end < 0 {
		return nil, -1
	}
	next := z.skip(end, " \t")
	if next == len(z.plain) || strings.IndexByte(";\n", z.plain[next]) >= 0 {
		return nil, -1
	}
	c.Do, end = z.body(at, next)
	c.DonePos = place(max(0, end-len("done")))
	return c, end
}

// condition reads a list that ends by itself, since it ends with ]], )), ) or }, and returns the
// place behind it.
func (z *zshReader) condition(at int) ([]*syntax.Stmt, int) {
	from := z.skip(at, " \t\n")
	i := from
	for {
		i = z.skip(i, " \t\n")
		if i+1 < len(z.plain) && z.plain[i] == '!' && z.plain[i+1] == ' ' {
			i = z.skip(i+1, " \t")
		}
		if i = z.delimited(i); i < 0 {
			return nil, -1
		}
		next := z.skip(i, " \t")
		if !strings.HasPrefix(string(z.plain[next:]), "&&") &&
			!strings.HasPrefix(string(z.plain[next:]), "||") {
			break
		}
		i = next + 2
	}
	list, ok := z.list(from, i)
	if !ok {
		return nil, -1
	}
	return list, i
}

// delimited is the place behind [[ … ]], (( … )), ( … ) or { … }, or -1.
func (z *zshReader) delimited(at int) int {
	switch {
	case at+2 < len(z.plain) && z.plain[at] == '[' && z.plain[at+1] == '[':
		end := strings.Index(string(z.plain[at:]), " ]]")
		if end < 0 || at+end+3 < len(z.plain) && isWordByteOf(z.plain[at+end+3]) {
			return -1
		}
		return at + end + 3
	case at < len(z.plain) && z.plain[at] == '(', z.brace(at):
		return z.match(at)
	}
	return -1
}

// repeatForm reads repeat NUMBER BODY. The number is an expression; how often the body runs is not
// followed.
func (z *zshReader) repeatForm(at int) (syntax.Command, int) {
	from := z.skip(at+len("repeat"), " \t")
	to := from
	for depth := 0; to < len(z.plain) && (depth > 0 ||
		strings.IndexByte(" \t\n;", z.plain[to]) < 0); to++ {
		switch z.plain[to] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	words, ok := z.words(from, to)
	if !ok || len(words) != 1 {
		return nil, -1
	}
	c := &syntax.ForClause{ForPos: place(at), DoPos: place(at),
		Loop: &syntax.CStyleLoop{Lparen: place(from), Rparen: place(to), Cond: words[0]}}
	var end int
	c.Do, end = z.body(at, to)
	c.DonePos = place(max(0, end-len("done")))
	return c, end
}

// alwaysForm reads { LIST } always { LIST }. The first list may be left at any place, so that it is
// read like the condition of a loop: what it changes may be as before, and the second list runs in
// any case.
func (z *zshReader) alwaysForm(at int) (syntax.Command, int) {
	try, end := z.block(at)
	if end < 0 {
		return nil, -1
	}
	next := z.skip(end, " \t")
	if z.wordAt(next) != "always" {
		return nil, -1
	}
	for _, word := range strings.FieldsFunc(string(z.plain[at:end]),
		func(c rune) bool { return c > 127 || !IsNameByte(byte(c)) }) {
		switch word {
		case "return", "break", "continue", "exit", "logout", "exec":
			return nil, -1
		}
	}
	always, end := z.block(z.skip(next+len("always"), " \t\n"))
	if end < 0 {
		return nil, -1
	}
	first := &syntax.WhileClause{WhilePos: place(at), DoPos: place(at), DonePos: place(next),
		Cond: try}
	stmts := append([]*syntax.Stmt{{Position: place(at), Cmd: first}}, always...)
	return &syntax.Block{Lbrace: place(at), Rbrace: place(end - 1), Stmts: stmts}, end
}

// anonymous reads () { LIST } WORD... and function { LIST } WORD...: a function that is called at
// once.
func (z *zshReader) anonymous(at int, word string) (syntax.Command, int) {
	open := z.skip(at+len(word), " \t\n")
	list, end := z.block(open)
	if end < 0 {
		return nil, -1
	}
	to := z.wordsEnd(end)
	if to < 0 {
		return nil, -1
	}
	args, ok := z.words(end, to)
	if !ok {
		return nil, -1
	}
	name := &syntax.Lit{ValuePos: place(at), ValueEnd: place(at + 2), Value: AnonymousName}
	body := &syntax.Stmt{Position: place(open), Cmd: &syntax.Block{Lbrace: place(open),
		Rbrace: place(end - 1), Stmts: list}}
	decl := &syntax.FuncDecl{Position: place(at), Parens: true, Name: name, Body: body}
	quoted := &syntax.SglQuoted{Left: place(at), Right: place(at + 1), Value: AnonymousName}
	call := &syntax.CallExpr{Args: append([]*syntax.Word{{Parts: []syntax.WordPart{quoted}}}, args...)}
	stmts := []*syntax.Stmt{{Position: place(at), Cmd: decl}, {Position: place(at), Cmd: call}}
	return &syntax.Block{Lbrace: place(at), Rbrace: place(to - 1), Stmts: stmts}, to
}

// wordsEnd is where the words of a command end, or -1.
func (z *zshReader) wordsEnd(at int) int {
	for at >= 0 && at < len(z.plain) {
		switch c := z.plain[at]; {
		case (c == '<' || c == '>') && at+1 < len(z.plain) && z.plain[at+1] == '(':
			at = z.match(at + 1)
		case strings.IndexByte("\n;&|)}<>", c) >= 0:
			return at
		case c == '(' || c == '{':
			at = z.match(at)
		default:
			at++
		}
	}
	return at
}

// caseForm reads case WORD { (PATTERN) LIST ;; }.
func (z *zshReader) caseForm(at int) (syntax.Command, int) {
	i := z.skip(at+len("case"), " \t")
	for depth := 0; i < len(z.plain) && (depth > 0 || isWordByteOf(z.plain[i]) ||
		z.plain[i] == '('); i++ {
		switch z.plain[i] {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	open := z.skip(i, " \t\n")
	if open >= len(z.plain) || !z.brace(open) {
		return nil, -1
	}
	end := z.match(open)
	if end < 0 {
		return nil, -1
	}
	text := blanks(string(z.work), at) + string(z.work[at:open]) + "in" +
		string(z.work[open+len("in"):end-1])
	f, err := z.parse(text + "\nesac")
	if err != nil || len(f.Stmts) != 1 {
		return nil, -1
	}
	c, ok := f.Stmts[0].Cmd.(*syntax.CaseClause)
	if !ok {
		return nil, -1
	}
	c.Esac = place(max(0, end-len("esac")))
	return c, end
}

// coprocForm reads coproc before one command of any kind.
func (z *zshReader) coprocForm(at int) (syntax.Command, int) {
	list, end := z.sublist(z.skip(at+len("coproc"), " \t"))
	if end < 0 {
		return nil, -1
	}
	if _, several := list[0].Cmd.(*syntax.BinaryCmd); several {
		return nil, -1
	}
	return &syntax.CoprocClause{Coproc: place(at), Stmt: list[0]}, end
}

// AnonymousName is what zsh calls a function without a name.
const AnonymousName = "(anon)"
