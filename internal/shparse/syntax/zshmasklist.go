package syntax

import "strings"

// maskedHere is a here-document whose text is still to come.
type maskedHere struct {
	delimiter     string
	quoted, strip bool
}

// maskList is where a scan is in a list of commands.
type maskList struct {
	*maskScan
	end     byte   // what closes the list; 0 for the end of the text
	frames  []byte // what is open: ( a subshell, a other brackets, C p b a case, { a block
	command bool   // a command may begin here
	start   int    // where the word began, -1 between words
	before  string // the word before
	test    bool   // within [[ ]]
}

// list reads commands up to a bracket, or to the end of the text where end is 0.
func (m *maskScan) list(i int, end byte) int {
	if m.depth++; m.depth > maxMaskDepth {
		return -1
	}
	defer func() { m.depth-- }()
	l := maskList{maskScan: m, end: end, command: true, start: -1}
	for i >= 0 && i < len(m.text) {
		if m.text[i] == ')' && l.closes(i) {
			return i + 1
		}
		i = l.next(i)
	}
	if i != len(m.text) || end != 0 || len(m.pending) > 0 {
		return -1
	}
	return i
}

// closes reports whether a bracket at a place ends the list.
func (l *maskList) closes(i int) bool {
	l.endWord(i)
	for n := len(l.frames); n > 0 && l.frames[n-1] == '{'; n-- {
		l.frames = l.frames[:n-1]
	}
	return len(l.frames) == 0 && l.end == ')'
}

func (l *maskList) top() byte {
	if len(l.frames) == 0 {
		return 0
	}
	return l.frames[len(l.frames)-1]
}

func (l *maskList) pop() { l.frames = l.frames[:len(l.frames)-1] }

// next reads one character, or what begins with it.
func (l *maskList) next(i int) int {
	c := l.text[i]
	switch {
	case c == ' ' || c == '\t':
		l.endWord(i)
		return i + 1
	case c == '\n':
		l.endWord(i)
		l.separate()
		return l.documents(i + 1)
	case c == ';' || c == '&' || c == '|':
		return l.separator(i)
	case c == '#' && l.start < 0:
		for i < len(l.text) && l.text[i] != '\n' {
			i++
		}
		return i
	case c == '<' || c == '>':
		return l.redirect(i)
	case c == '(':
		return l.open(i)
	case c == ')':
		return l.close(i)
	}
	if c == '=' && l.at(i+1) == '(' && (l.start < 0 || l.command &&
		isName(strings.TrimSuffix(l.text[l.start:i], "="))) {
		return l.temporary(i)
	}
	if l.start < 0 {
		l.start = i
	}
	switch c {
	case '\\':
		return i + 2
	case '\'':
		return behind(quoteEnd(l.text, i, false))
	case '"':
		return l.document(i+1, '"', len(l.text))
	case '`':
		return behind(backquoteEnd(l.text, i))
	case '$':
		return l.dollar(i, false)
	}
	return i + 1
}

func isName(s string) bool { return s != "" && validName(s) }

// temporary reads =(list) where it is the name of a file. As a value the library does not know it.
func (l *maskList) temporary(i int) int {
	switch {
	case l.start < 0:
		l.start = i
		return l.list(i+2, ')')
	case l.text[i-1] != '=': // x=(a b)
		l.frames = append(l.frames, 'a')
		return i + 2
	}
	end := l.list(i+2, ')')
	if end > 0 {
		l.out[i] = '<'
	}
	return end
}

// separate is the end of a command.
func (l *maskList) separate() {
	l.command = l.top() != 'a' && l.top() != 'C'
	l.before = ""
}

// separator reads what ends a command.
func (l *maskList) separator(i int) int {
	l.endWord(i)
	c, next := l.text[i], l.at(i+1)
	if l.top() == 'a' && c == '|' {
		return i + 1
	}
	if l.top() == 'b' && c == ';' && (next == ';' || next == '&' || next == '|') {
		l.frames[len(l.frames)-1] = 'p'
		i++
	}
	l.separate()
	return i + 1
}

// redirect reads < and >.
func (l *maskList) redirect(i int) int {
	switch {
	case l.at(i+1) == '(' && !l.test:
		if l.start < 0 {
			l.start = i
		}
		return l.list(i+2, ')')
	case strings.HasPrefix(l.text[i:], "<<<"):
		l.endWord(i)
		return i + 3
	case strings.HasPrefix(l.text[i:], "<<"):
		l.endWord(i)
		return l.here(i + 2)
	}
	l.endWord(i)
	return i + 1
}

// here reads the delimiter of a here-document.
func (l *maskList) here(i int) int {
	h := maskedHere{}
	if l.at(i) == '-' {
		h.strip = true
		i++
	}
	for l.at(i) == ' ' || l.at(i) == '\t' {
		i++
	}
	from := i
	for ; i < len(l.text) && strings.IndexByte(" \t\n;&|()<>", l.text[i]) < 0; i++ {
		switch c := l.text[i]; c {
		case '$', '`':
			return -1
		case '\'', '"':
			end := strings.IndexByte(l.text[i+1:], c)
			if end < 0 || strings.ContainsAny(l.text[i+1:i+1+end], "\\$`\n") {
				return -1
			}
			h.delimiter, h.quoted = h.delimiter+l.text[i+1:i+1+end], true
			i += end + 1
		case '\\':
			h.quoted = true
		default:
			h.delimiter += string(c)
		}
	}
	if i == from {
		return -1
	}
	l.pending = append(l.pending, h)
	return i
}

// documents reads the here-documents that begin at a line.
func (m *maskScan) documents(i int) int {
	for len(m.pending) > 0 && i >= 0 {
		h := m.pending[0]
		m.pending = m.pending[1:]
		end, next := hereEnd(m.text, i, h)
		if !h.quoted && m.document(i, 0, end) != end {
			return -1
		}
		i = next
	}
	return i
}

// hereEnd is where the text of a here-document that begins at a line ends, and the line behind it.
func hereEnd(text string, i int, h maskedHere) (end, next int) {
	for i < len(text) {
		line, _, _ := strings.Cut(text[i:], "\n")
		next = min(i+len(line)+1, len(text))
		if h.strip {
			line = strings.TrimLeft(line, "\t")
		}
		if line == h.delimiter {
			return i, next
		}
		i = next
	}
	return i, i
}

// open reads an opening bracket.
func (l *maskList) open(i int) int {
	word := l.start >= 0
	switch {
	case l.top() == 'p' && !word:
		l.frames = append(l.frames, 'P')
	case l.command && !word:
		if l.at(i+1) == '(' {
			if end := l.plainly(func() int { return l.expression(i+2, ')') }); end > 0 && l.at(end) == ')' {
				l.command = false
				return l.expression(i+2, ')') + 1
			}
		}
		l.frames = append(l.frames, '(')
	default:
		if end := l.group(i); end > 0 {
			return end
		}
		l.endWord(i)
		l.frames = append(l.frames, 'a')
		l.command = false
	}
	return i + 1
}

// close reads a closing bracket.
func (l *maskList) close(i int) int {
	switch l.top() {
	case 'p':
		l.frames[len(l.frames)-1] = 'b'
		l.command = true
	case 'P':
		l.pop()
		if next := l.at(i + 1); next == ' ' || next == '\t' || next == '\n' || next == ';' {
			if k := l.blanks(i + 1); l.at(k) != ')' && l.at(k) != '|' {
				l.frames[len(l.frames)-1] = 'b'
				l.command = true
			}
		}
	case '(', 'a':
		array := l.top() == 'a'
		l.pop()
		l.command = array && l.command
	default:
		return -1
	}
	return i + 1
}

// blanks is the first place from one on that is no blank.
func (l *maskList) blanks(i int) int {
	for l.at(i) == ' ' || l.at(i) == '\t' {
		i++
	}
	return i
}

// endWord is the end of a word, if one has begun.
func (l *maskList) endWord(i int) {
	if l.start < 0 {
		return
	}
	word := l.text[l.start:min(max(i, 0), len(l.text))]
	command := l.command
	l.start, l.command = -1, false
	switch l.top() {
	case 'C':
		if l.before != "case" && (word == "in" || word == "{") {
			l.frames[len(l.frames)-1] = 'p'
		}
		l.before = word
		return
	case 'p':
		if word == "esac" || word == "}" {
			l.pop()
		}
		return
	case 'a':
		return
	}
	l.before = word
	switch {
	case l.test:
		l.test = word != "]]"
	case word == "}":
		if l.top() == '{' || l.top() == 'b' {
			l.pop()
		}
		l.command = true
	case word == "{":
		l.frames = append(l.frames, '{')
		l.command = true
	case !command:
	case word == "case":
		l.frames = append(l.frames, 'C')
	case word == "esac":
		if l.top() == 'b' {
			l.pop()
		}
	case word == "[[":
		l.test = true
	default:
		l.command = beginsCommand(word)
	}
}

// beginsCommand recognises the words behind which a command begins.
func beginsCommand(word string) bool {
	switch word {
	case "if", "then", "else", "elif", "while", "until", "do", "!", "time", "always", "coproc",
		"nocorrect", "-", "noglob", "builtin", "command", "exec", "fi", "done":
		return true
	}
	name, _, assigns := strings.Cut(word, "=")
	return assigns && isName(name)
}

// group reads a group of a pattern with alternatives, of which some are expanded: (a|$(cmd)). Its
// brackets and bars are masked, so that the expansions are parts of the word. It returns -1 where
// it is none, or a plain one.
func (l *maskList) group(i int) int {
	switch {
	case l.start >= 0 && (l.text[i-1] == '=' || l.at(i+1) == ')'): // an array, a function
		return -1
	case l.start < 0 && l.test && !comparesPattern(l.before):
		return -1
	}
	out := string(l.out)
	var bars []int
	expands := false
	k := i + 1
	for k > 0 && l.at(k) != ')' {
		switch c := l.at(k); {
		case c == 0 || strings.IndexByte(" \t\n;&(<>=\\'", c) >= 0:
			k = -1
		case c == '|':
			bars = append(bars, k)
			k++
		case c == '$':
			expands = true
			k = l.dollar(k, false)
		case c == '"':
			expands = true
			k = l.document(k+1, '"', len(l.text))
		case c == '`':
			expands = true
			k = behind(backquoteEnd(l.text, k))
		default:
			k++
		}
	}
	if k < 0 || len(bars) == 0 || !expands {
		copy(l.out, out)
		return -1
	}
	for _, at := range append(bars, i, k) {
		l.mask(at)
	}
	if l.start < 0 {
		l.start = i
	}
	return k + 1
}

// comparesPattern recognises the words of [[ ]] behind which a pattern stands.
func comparesPattern(word string) bool { return word == "==" || word == "!=" || word == "=" }
