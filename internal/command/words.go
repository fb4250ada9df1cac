package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// subWord returns the part of a word from byte cut of its value on. Where the part before it is
// written without quotes, the place of the rest in the script is known, too.
func subWord(w *fact.Word, cut int) fact.Word {
	v := *w
	v.Text = w.Text[cut:]
	v.Written, v.Start, v.End = "", 0, 0
	if len(w.Written) >= cut && w.Written[:cut] == w.Text[:cut] {
		v.Written = w.Written[cut:]
		if w.End > w.Start {
			v.Start, v.End = w.Start+cut, w.End
		}
	}
	v.Glob = w.Glob && strings.ContainsAny(v.Text, "*?[(")
	return v
}

// joinWords joins words with blanks, as eval, ssh and watch do.
func joinWords(words []fact.Word) fact.Word {
	if len(words) == 1 {
		return words[0]
	}
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[i].Text)
		if !words[i].Known() {
			return fact.Word{Kind: fact.Partial, Text: b.String(), Written: fact.ShowAll(words)}
		}
	}
	return fact.Lit(b.String())
}

func splitBlanks(text string) []fact.Word {
	var words []fact.Word
	for f := range strings.FieldsSeq(text) {
		words = append(words, fact.Lit(f))
	}
	return words
}

// plainWords reports whether a text is made of words and blanks only: everyone splits it in the
// same way. A first word with an equals sign is a program for some and an assignment for a shell.
func plainWords(text string) bool {
	if name, _, _ := strings.Cut(strings.TrimLeft(text, " "), " "); strings.Contains(name, "=") {
		return false
	}
	for i := 0; i < len(text); i++ {
		ch := text[i]
		if !token.Word(ch) && strings.IndexByte(" ./:@+,-=", ch) < 0 {
			return false
		}
	}
	return true
}

// unknownTokens replaces what a program puts in the place of %h, %f and the like in shell text by
// an expansion that no text can give a value to. It reports whether that stands for what is put
// there: in single quotes it does not.
func unknownTokens(text string) (string, bool) {
	if !strings.Contains(text, "%") {
		return text, true
	}
	var b strings.Builder
	tokens := false
	for i := 0; i < len(text); i++ {
		if text[i] != '%' || i+1 == len(text) {
			b.WriteByte(text[i])
			continue
		}
		if i++; text[i] == '%' {
			b.WriteByte('%')
		} else {
			b.WriteString("${_}")
			tokens = true
		}
	}
	return b.String(), !tokens || !strings.ContainsAny(text, `'\`)
}

// markReplaced returns the words with every occurrence of the string made unknown.
func markReplaced(words []fact.Word, text string) []fact.Word {
	out := make([]fact.Word, len(words))
	for i := range words {
		out[i] = cutAtMark(words[i], text)
	}
	return out
}

// cutAtMark returns the word with what stands for text made unknown.
func cutAtMark(w fact.Word, text string) fact.Word {
	at := strings.Index(w.Text, text)
	if at < 0 {
		return w
	}
	p := fact.Word{Kind: fact.Partial, Text: w.Text[:at], Written: w.Written, Start: w.Start,
		End: w.End, Origin: fact.Origin{Kind: fact.MarkOrigin, Name: text}, Many: w.Many}
	if p.Written == "" {
		p.Written = w.Text
	}
	if w.Kind == fact.Literal && !w.Glob {
		p.Suffix = w.Text[strings.LastIndex(w.Text, text)+len(text):]
	} else if w.Kind == fact.Partial {
		p.Suffix = w.Suffix
	}
	return p
}

// splitName divides a command name at its last slash.
func splitName(s string) (dir, base string) {
	i := strings.LastIndexByte(s, '/')
	if i < 0 {
		return "", s
	}
	if i == 0 {
		return "/", s[1:]
	}
	return s[:i], s[i+1:]
}

// digits is the number of decimal digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func firstByte(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// looksLikeOption reports whether a word begins with a dash and is more than that. "-" is an
// operand.
func looksLikeOption(w *fact.Word) bool {
	return len(w.Text) > 0 && w.Text[0] == '-' && (len(w.Text) > 1 || w.Kind != fact.Literal)
}

// marksEnd reports whether -- stands among words.
func marksEnd(words []fact.Word) bool {
	for i := range words {
		if words[i].IsLiteral() && words[i].Text == "--" {
			return true
		}
	}
	return false
}

func assignment(w *fact.Word) fact.Assign {
	name, _, _ := strings.Cut(w.Text, "=")
	return fact.Assign{Name: name, Value: subWord(w, min(len(w.Text), len(name)+1))}
}

// splitString splits the argument of env -S by its own quoting rules (coreutils manual, env
// invocation).
func splitString(w *fact.Word) ([]fact.Word, bool) {
	if !w.Known() {
		return nil, false
	}
	var words []fact.Word
	var b strings.Builder
	in, quote := false, byte(0)
	flush := func() {
		if in {
			words = append(words, fact.Lit(b.String()))
		}
		b.Reset()
		in = false
	}
	s := w.Text
	for i := 0; i < len(s); i++ {
		ch := s[i]
		switch {
		case quote == 0 && strings.IndexByte(" \t\n\r\f\v", ch) >= 0:
			flush()
		case quote == 0 && ch == '#' && !in:
			return words, true
		case quote == ch:
			quote = 0
		case quote == 0 && (ch == '\'' || ch == '"'):
			quote, in = ch, true
		case ch == '$' && quote != '\'':
			return nil, false // ${NAME}
		case ch == '\\' && quote == '\'':
			in = true
			if i+1 < len(s) && (s[i+1] == '\\' || s[i+1] == '\'') {
				i++
			}
			b.WriteByte(s[i])
		case ch == '\\':
			i++
			if i == len(s) {
				return nil, false
			}
			switch s[i] {
			case 'c':
				flush()
				return words, true
			case '_':
				if quote == 0 {
					flush()
					continue
				}
				b.WriteByte(' ')
			default:
				b.WriteByte(unescape(s[i]))
			}
			in = true
		default:
			b.WriteByte(ch)
			in = true
		}
	}
	if quote != 0 {
		return nil, false
	}
	flush()
	return words, true
}

func unescape(ch byte) byte {
	switch ch {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	}
	return ch
}

func plainPattern(w *fact.Word) bool {
	return w.Kind == fact.Literal && !w.Many && w.Text != "" && !strings.ContainsAny(w.Text, `/\`) &&
		w.Text != ".." && w.Text != "."
}

func joinNames(dir, name fact.Word) fact.Word {
	if dir.Kind != fact.Literal || name.Kind != fact.Literal {
		return fact.Word{Kind: fact.Partial, Text: dir.Text, Written: dir.Show() + "/" + name.Show()}
	}
	return fact.Word{Text: strings.TrimRight(dir.Text, `/\`) + "/" + name.Text}
}

// pathspec is a pattern of git's as one of the shell's: the star of a/*.pem stands for directories
// as well.
func pathspec(text string) string {
	star := strings.IndexByte(text, '*')
	last := strings.LastIndexByte(text, '/') + 1
	switch {
	case star < 0:
		return text
	case star < last: // a*/b*.c
		return text[:strings.LastIndexByte(text[:star], '/')+1] + "**/" + text[last:]
	case star == last:
		return text[:last] + "**/" + text[last:]
	}
	return text
}

// hiddenName reports whether a component of a word begins with a dot. A revision has no such
// component, so the word names a file, perhaps one that only the history has. Two dots are a range.
func hiddenName(text string) bool {
	return len(text) > 1 && text[0] == '.' && text[1] != '.' || strings.Contains(text, "/.")
}

// isOutsideName reports whether a word is written as a path that may leave the directory.
func isOutsideName(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "./") ||
		s == ".."
}

// pathspecPath returns where the path begins in a pathspec with a colon before it, or in a name of
// the index such as :2:a; it is negative if the pathspec leaves paths out (gitglossary(7)).
func pathspecPath(text string) int {
	switch rest := text[1:]; {
	case strings.HasPrefix(rest, "("):
		words, _, closed := strings.Cut(rest, ")")
		if !closed {
			return 1
		}
		if strings.Contains(words, "exclude") {
			return -1
		}
		return len(words) + 2
	case strings.HasPrefix(rest, "!"), strings.HasPrefix(rest, "^"):
		return -1
	case strings.HasPrefix(rest, "/"):
		return 2
	case len(rest) > 1 && rest[1] == ':' && '0' <= rest[0] && rest[0] <= '3':
		return 3
	}
	return 1
}

// several reports whether a word may stand for more than one argument.
func several(w *fact.Word) bool { return w.Many || w.Glob }

// oneWord reports whether a value is made of letters, digits and signs with which no path, list or
// address begins.
func oneWord(w *fact.Word) bool {
	if !w.Known() {
		return false
	}
	for i := 0; i < len(w.Text); i++ {
		if ch := w.Text[i]; !token.Word(ch) && strings.IndexByte(".+-:%", ch) < 0 {
			return false
		}
	}
	return true
}
