package syntax

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/lang/token"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// The parser lacks some forms of zsh (zshmisc(1), complex commands and alternate forms for complex
// commands). They are Read here, the last one first: the parts of a form are parsed where they
// stand, with blanks around them, and a word of the same length takes its place, which the nodes
// that were built replace in the end. So every node has the place that it has in the text, and
// control flow is what zsh makes of it. What is not read here is left to zshForms.

// zshReader reads the forms of one text.
type zshReader struct {
	text  string
	work  []byte // the text, with placeholders for the forms that were read
	plain []byte // the same without what is quoted or a comment, to find structure in
	heres []hereText
	built []zshForm
	tried int // places where a form may begin
}

// zshForm is a command that was built for a form, and where its placeholder stands.
type zshForm struct {
	at     int
	name   string
	cmd    syntax.Command
	filled bool
}

// maxZshForms and maxZshText bound the places where a form may begin and the length of a text: what
// begins at each of them is parsed to the end of the text.
const (
	maxZshForms = 128
	MaxZshText  = 1 << 14
)

// ZshRead parses a text with such forms. It reports whether all of the text was understood.
func ZshRead(text string) ([]*syntax.Stmt, bool) {
	if len(text) > MaxZshText {
		return nil, false
	}
	plain, heres, ok := plainText(text)
	if !ok {
		return nil, false
	}
	z := &zshReader{text: text, work: []byte(text), plain: plain, heres: heres}
	for at := len(text) - 1; at >= 0; at-- {
		if z.begins(at) && !z.form(at) {
			return nil, false
		}
	}
	if len(z.built) == 0 {
		return nil, false
	}
	f, err := z.parse(string(z.work))
	if err != nil || !z.fill(f) {
		return nil, false
	}
	return f.Stmts, true
}

func (z *zshReader) parse(text string) (*syntax.File, error) {
	return ParseFile(NewParser(syntax.LangZsh), text)
}

// fill puts the commands that were built into the places of their words. Each must be found, and
// alone.
func (z *zshReader) fill(f *syntax.File) bool {
	found := 0
	syntax.Walk(f, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		if !ok {
			return true
		}
		if c, ok := s.Cmd.(*syntax.CallExpr); ok && len(c.Args) == 1 && len(c.Assigns) == 0 {
			if form := z.placeholder(c); form != nil {
				s.Cmd, form.filled = form.cmd, true
				found++
			}
		}
		return true
	})
	return found == len(z.built)
}

// placeholder is the form that a command stands for, if it has not been found before.
func (z *zshReader) placeholder(c *syntax.CallExpr) *zshForm {
	for i := range z.built {
		if f := &z.built[i]; !f.filled && f.at == int(c.Pos().Offset()) && f.name == LitOf(c.Args[0]) {
			return f
		}
	}
	return nil
}

// form reads what begins at a place. It reports false where the text has to be given up.
func (z *zshReader) form(at int) bool {
	word := z.word(at)
	if z.tried++; z.tried > maxZshForms {
		return false
	}
	switch word {
	case "for", "select", "if", "while", "until", "case":
		if z.first(string(z.work), at) != nil {
			return true // the parser reads it by itself
		}
	}
	var cmd syntax.Command
	end := -1
	switch word {
	case "for", "select", "foreach":
		cmd, end = z.forForm(at, word)
	case "if":
		cmd, end = z.ifForm(at, at+len(word))
	case "while", "until":
		cmd, end = z.whileForm(at, word)
	case "repeat":
		cmd, end = z.repeatForm(at)
	case "{":
		cmd, end = z.alwaysForm(at)
	case "()", "function":
		cmd, end = z.anonymous(at, word)
	case "case":
		cmd, end = z.caseForm(at)
	case "coproc":
		cmd, end = z.coprocForm(at)
	}
	if end < 0 {
		return true // not one of these: the parser has the last word
	}
	for _, h := range z.heres {
		if at <= h.at && h.at < end && h.end > end {
			return false // its text would be left
		}
	}
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	n := len(z.built)
	name := string([]byte{'z', digits[n/36], digits[n%36]})
	z.built = append(z.built, zshForm{at: at, name: name, cmd: cmd})
	for _, b := range [...][]byte{z.work, z.plain} {
		for i := at; i < end; i++ {
			b[i] = ' '
		}
		copy(b[at:], name)
	}
	return true
}

// begins reports whether a word that may begin a form stands at a place, where a command may begin.
func (z *zshReader) begins(at int) bool {
	switch z.word(at) {
	case "for", "select", "foreach", "if", "while", "until", "repeat", "{", "()", "function", "case",
		"coproc":
	default:
		return false
	}
	i := at
	for i > 0 && (z.plain[i-1] == ' ' || z.plain[i-1] == '\t') {
		i--
	}
	if i == 0 || strings.IndexByte("\n;&|(", z.plain[i-1]) >= 0 {
		return true
	}
	if i == at {
		return false
	}
	switch z.plain[i-1] {
	case ')', ']':
		return z.plain[at] != '{' && z.plain[at] != '('
	case '{', '}', '!':
		return z.plain[at] != '{' || z.plain[i-1] != '}'
	}
	start := i
	for start > 0 && IsNameByte(z.plain[start-1]) {
		start--
	}
	switch string(z.plain[start:i]) {
	case "do", "then", "else", "elif", "if", "while", "until", "time", "always":
		return start == 0 || !isWordByteOf(z.plain[start-1])
	}
	return false
}

// word is the word at a place, if one begins there.
func (z *zshReader) word(at int) string {
	if at > 0 && isWordByteOf(z.plain[at-1]) {
		return ""
	}
	end := at
	for end < len(z.plain) && isWordByteOf(z.plain[end]) {
		end++
	}
	if end == at && at+1 < len(z.plain) && z.plain[at] == '(' && z.plain[at+1] == ')' {
		return "()"
	}
	return string(z.plain[at:end])
}

func IsNameByte(c byte) bool { return c == '_' || expand.LetterOrDigit(c) }

// isWordByteOf reports whether a byte belongs to a word of the shell, quotes and expansions
// included.
func isWordByteOf(c byte) bool { return strings.IndexByte(" \t\n;&|()<>", c) < 0 }

// first is the first statement of a text from a place on, or nil.
func (z *zshReader) first(text string, at int) *syntax.Stmt {
	stmts, wrong := statements(NewParser(syntax.LangZsh), blanks(text, at)+text[at:])
	if wrong != nil || len(stmts) == 0 {
		return nil
	}
	return stmts[0]
}

// blanks is the text up to a place with nothing left of it but its lines.
func blanks(text string, at int) string {
	b := make([]byte, at)
	for i := range b {
		if b[i] = ' '; text[i] == '\n' {
			b[i] = '\n'
		}
	}
	return string(b)
}

// list parses the statements between two places.
func (z *zshReader) list(from, to int) ([]*syntax.Stmt, bool) {
	f, err := z.parse(blanks(string(z.work), from) + string(z.work[from:to]))
	if err != nil {
		return nil, false
	}
	return f.Stmts, len(f.Stmts) > 0
}

// words parses the words between two places, lines included. There have to be two places before the
// first.
func (z *zshReader) words(from, to int) ([]*syntax.Word, bool) {
	if from < 2 {
		return nil, false
	}
	f, err := z.parse(blanks(string(z.work), from-2) + ": " + string(z.oneLine(from, to)))
	if err != nil || len(f.Stmts) != 1 || len(f.Stmts[0].Redirs) > 0 ||
		f.Stmts[0].Semicolon.IsValid() {
		return nil, false
	}
	c, ok := f.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(c.Assigns) > 0 {
		return nil, false
	}
	return c.Args[1:], true
}

// oneLine is the text between two places with blanks for the ends of lines, but for those in quotes
// and substitutions.
func (z *zshReader) oneLine(from, to int) []byte {
	line, depth := append([]byte(nil), z.work[from:to]...), 0
	for i := range line {
		switch z.plain[from+i] {
		case '(', '{':
			depth++
		case ')', '}':
			depth--
		case '\n':
			if depth <= 0 {
				line[i] = ' '
			}
		}
	}
	return line
}

// place is a position in the text.
func place(at int) syntax.Pos { return syntax.NewPos(uint(at), 1, uint(at+1)) }

// skip returns the first place from at on that holds none of the bytes.
func (z *zshReader) skip(at int, set string) int {
	for at < len(z.plain) && strings.IndexByte(set, z.plain[at]) >= 0 {
		at++
	}
	return at
}

// match returns the place after what closes the bracket at a place, or -1.
func (z *zshReader) match(at int) int {
	open := z.plain[at]
	end := token.Closing(open)
	depth := 0
	for i := at; i < len(z.plain); i++ {
		switch z.plain[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// brace reports whether a brace that begins a block stands at a place.
func (z *zshReader) brace(at int) bool {
	return at+1 < len(z.plain) && z.plain[at] == '{' && strings.IndexByte(" \t\n", z.plain[at+1]) >= 0
}

// block parses { LIST } and returns the place behind it, or -1.
func (z *zshReader) block(at int) ([]*syntax.Stmt, int) {
	if !z.brace(at) {
		return nil, -1
	}
	end := z.match(at)
	if end < 0 {
		return nil, -1
	}
	list, ok := z.list(at+1, end-1)
	if !ok {
		return nil, -1
	}
	return list, end
}

// body parses what a loop repeats: do LIST done, { LIST }, or one sublist. head is where the loop
// begins.
func (z *zshReader) body(head, at int) ([]*syntax.Stmt, int) {
	at = z.skip(at, " \t\n;")
	switch {
	case at == len(z.plain):
		return nil, -1
	case z.brace(at):
		return z.block(at)
	case z.word(at) == "do":
		const loop = "while :;"
		if at-head < len(loop) {
			return nil, -1
		}
		text := blanks(string(z.work), head) + loop + strings.Repeat(" ", at-head-len(loop)) +
			string(z.work[at:])
		if s := z.first(text, head); s != nil {
			if w, ok := s.Cmd.(*syntax.WhileClause); ok {
				return w.Do, int(w.DonePos.Offset()) + len("done")
			}
		}
		return nil, -1
	}
	return z.sublist(at)
}

// sublist parses pipelines joined by && and ||, without what ends them.
func (z *zshReader) sublist(at int) ([]*syntax.Stmt, int) {
	s := z.first(string(z.work[:z.enclosed(at)]), at)
	if s == nil || s.Cmd == nil || int(s.Pos().Offset()) != at {
		return nil, -1
	}
	s.Semicolon, s.Background, s.Disown, s.Coprocess = syntax.Pos{}, false, false, false
	end := int(s.Cmd.End().Offset())
	for _, r := range s.Redirs {
		end = max(end, int(r.End().Offset()))
	}
	return []*syntax.Stmt{s}, end
}

// enclosed is the place of the bracket that closes what a place stands in, or the end of the text.
func (z *zshReader) enclosed(at int) int {
	depth := 0
	for ; at < len(z.plain); at++ {
		switch z.plain[at] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth < 0 {
				return at
			}
		}
	}
	return at
}
