package expand

import "strings"

// A pattern for the names of files that has groups and operators becomes one of stars that stands
// for at least as much. What matters most is which names with a leading dot it can stand for: a
// star, a question mark and brackets never match that dot, but a group can have it in one of its
// alternatives, and what can be empty may leave it to what follows.

// Any is a star that stands for names with a leading dot as well.
const Any = "***"

// WithDots is a pattern where the shell was told that stars stand for names with a leading dot.
func WithDots(pattern string) string {
	if !strings.ContainsAny(pattern, "*[") {
		return pattern
	}
	comps := strings.Split(pattern, "/")
	for i, c := range comps {
		comps[i] = withDots(c)
	}
	return strings.Join(comps, "/")
}

func withDots(component string) string {
	rest := strings.TrimLeft(component, "*")
	if component == "**" || rest == component && !strings.HasPrefix(rest, "[") {
		return component
	}
	return Any + rest
}

// FileGroups says which groups and operators a shell knows in the names of files.
type FileGroups struct {
	Bare     bool // (a|b), <1-9> and qualifiers of zsh
	Extended bool // ^ # ~ and (#flags) of zsh
	Prefixed bool // @(a|b) and the like of bash
}

// FileNames is what becomes of a pattern.
type FileNames struct {
	Text     string // the stars; characters with a backslash are left as they are
	Extended bool   // it was made of more than groups
	Lost     bool   // it is no pattern that is understood: brackets without their partner
}

// FileNames translates a pattern, which holds the backslashes and quotes that it is written with.
func (g FileGroups) FileNames(v string) FileNames {
	s := fileScan{FileGroups: g}
	if g.Bare && hasDots(v) {
		s.dots = true
	}
	var out []string
	comps := s.components(v)
	for i, c := range comps {
		out = append(out, s.component(c, i == len(comps)-1))
	}
	text := strings.Join(out, "/")
	if s.cut && !strings.HasSuffix(text, "*") {
		text += "*" // if the operator is text, the name goes on
	}
	return FileNames{Text: text, Extended: s.extended, Lost: s.lost}
}

// hasDots reports whether a qualifier of a pattern shows names with a leading dot.
func hasDots(v string) bool {
	if open := strings.Index(v, "(#q"); open >= 0 && strings.Contains(v[open:], "D") {
		return true
	}
	open := strings.LastIndexByte(v, '(')
	return open >= 0 && strings.HasSuffix(v, ")") && strings.Contains(v[open:], "D")
}

type fileScan struct {
	FileGroups
	dots     bool // every star stands for names with a leading dot
	extended bool
	lost     bool
	cut      bool // an exclusion has ended the pattern
	folds    bool // (#i): the case of what follows does not matter
	roughly  bool // (#a1): nor do some of its characters
}

// components splits a pattern at the slashes outside groups, and cuts it before what is excluded.
func (s *fileScan) components(v string) (list []string) {
	depth, from := 0, 0
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case c == '\\':
			i++
		case c == '[':
			i += bracketLen(v[i:]) - 1
		case c == '(':
			depth++
		case c == ')':
			depth--
			s.lost = s.lost || depth < 0
		case depth > 0:
		case c == '/':
			list, from = append(list, v[from:i]), i+1
		case c == '~' && s.Extended && i > 0:
			s.extended, s.cut = true, true
			return append(list, v[from:i])
		}
	}
	s.lost = s.lost || depth != 0
	return append(list, v[from:])
}

// bracketLen is the length of the bracket expression at the beginning of a text, 1 where the
// bracket stands for itself.
func bracketLen(v string) int {
	i := 1
	if i < len(v) && (v[i] == '!' || v[i] == '^') {
		i++
	}
	for from := i; i < len(v); i++ {
		switch {
		case v[i] == '/':
			return 1
		case v[i] == '\\':
			i++
		case strings.HasPrefix(v[i:], "[:"):
			if end := strings.Index(v[i:], ":]"); end > 0 {
				i += end + 1
			}
		case v[i] == ']' && i > from:
			return i + 1
		}
	}
	return 1
}

// begins says how what a part of a component stands for can begin.
type begins struct{ dot, other, none bool }

func (b begins) or(c begins) begins {
	return begins{b.dot || c.dot, b.other || c.other, b.none || c.none}
}

// fileItem is a part of a component.
type fileItem struct {
	text   string
	group  bool // or an operator, a number or what is repeated: a star stands for it
	flag   bool // it stands for nothing
	across bool // it may stand for several components
	begins begins
}

// component translates what stands between two slashes.
func (s *fileScan) component(c string, last bool) string {
	items := s.items(c, true)
	if s.roughly {
		return Any
	}
	var b strings.Builder
	for i := range items {
		switch it := &items[i]; {
		case it.across:
			return "**/" + Any
		case it.flag, it.group && strings.HasSuffix(b.String(), "*"):
		case it.group && b.Len() == 0 && mayBeginWithDot(items[i:]):
			b.WriteString(Any)
		case it.group:
			b.WriteByte('*')
		case it.text == "*" && strings.HasSuffix(b.String(), "*"):
		default:
			b.WriteString(it.text)
		}
	}
	text := b.String()
	switch {
	case c == "**" && !last, c == "***" && !last:
		return "**"
	case s.dots, s.folds && !last && strings.HasPrefix(text, Any):
		return withDots(text)
	case s.folds && !last && strings.HasPrefix(strings.TrimPrefix(text, "\\"), "."):
		return ".*"
	case s.folds && !last && text != "":
		return "*"
	}
	return text
}

// mayBeginWithDot reports whether the items can begin with a dot that is one of theirs.
func mayBeginWithDot(items []fileItem) bool {
	for i := range items {
		if items[i].begins.dot {
			return true
		}
		if !items[i].begins.none && !items[i].flag {
			return false
		}
	}
	return false
}

// items takes a component, or an alternative of a group in it, apart.
func (s *fileScan) items(c string, top bool) (items []fileItem) {
	for i := 0; i < len(c); {
		it := s.item(c[i:], top)
		n := len(it.text)
		switch {
		case it.flag && strings.HasPrefix(it.text, "(#c"), s.Extended && c[i] == '#':
			if k := len(items) - 1; k >= 0 { // what stands before it any number of times
				items[k].group, items[k].begins.none = true, true
				s.extended = true
			} else {
				items = append(items, it)
			}
		case s.Extended && c[i] == '~' && !top:
			s.extended = true
			return items
		case s.Extended && c[i] == '^':
			s.extended = true
			return append(items, fileItem{text: c[i:], group: true, begins: begins{other: true, none: true}})
		default:
			items = append(items, it)
		}
		i += n
	}
	return items
}

// item is the first part of a text.
func (s *fileScan) item(c string, top bool) fileItem {
	switch {
	case c[0] == '\\' && len(c) > 1:
		return fileItem{text: c[:2], begins: beginsWith(c[1])}
	case s.Prefixed && len(c) > 1 && c[1] == '(' && strings.IndexByte("@?*+!", c[0]) >= 0:
		it := s.group(c[1:])
		it.text = c[:1+len(it.text)]
		it.begins.none = it.begins.none || strings.IndexByte("?*!", c[0]) >= 0
		if c[0] == '!' { // anything else: no dot but what stands behind it
			it.begins = begins{other: true, none: true}
		}
		return it
	case s.Bare && c[0] == '(':
		return s.group(c)
	case s.Bare && c[0] == '<':
		if n := strings.IndexByte(c, '>') + 1; n > 0 && strings.Trim(c[1:n-1], "0123456789-") == "" {
			return fileItem{text: c[:n], group: true, begins: begins{other: true}}
		}
	case c[0] == '[':
		return fileItem{text: c[:bracketLen(c)], begins: begins{other: true}}
	case c[0] == '*':
		return fileItem{text: "*", begins: begins{other: true, none: !top}}
	case c[0] == '?':
		return fileItem{text: "?", begins: begins{other: true}}
	}
	return fileItem{text: c[:1], begins: beginsWith(c[0])}
}

func beginsWith(c byte) begins { return begins{dot: c == '.', other: c != '.'} }

// group is a group in brackets at the beginning of a text.
func (s *fileScan) group(c string) fileItem {
	alts, n := s.alternatives(c)
	it := fileItem{text: c[:n], group: true}
	switch inner := c[1:max(1, n-1)]; {
	case s.Extended && strings.HasPrefix(inner, "#"):
		it.flag, s.extended = true, true
		s.roughly = s.roughly || strings.Contains(inner, "a")
		s.folds = s.folds || strings.ContainsAny(inner, "il")
	case strings.ContainsAny(inner, "\"'`$"): // what stands there is not known
		it.begins = begins{true, true, true}
	case strings.Contains(inner, "/"):
		it.across = true
	default:
		for _, alt := range alts {
			it.begins = it.begins.or(s.begin(alt))
		}
	}
	return it
}

// begin says how what an alternative stands for can begin.
func (s *fileScan) begin(alt string) begins {
	all := begins{none: true}
	for _, it := range s.items(alt, false) {
		switch {
		case it.flag:
			continue
		case it.across:
			return begins{true, true, true}
		}
		none := it.begins.none
		all = all.or(it.begins)
		if all.none = none; !none {
			break
		}
	}
	return all
}

// alternatives splits a group, and returns its length.
func (s *fileScan) alternatives(c string) (alts []string, n int) {
	depth, from := 0, 1
	for i := 0; i < len(c); i++ {
		switch c[i] {
		case '\\':
			i++
		case '[':
			i += bracketLen(c[i:]) - 1
		case '(':
			depth++
		case '|':
			if depth == 1 {
				alts, from = append(alts, c[from:i]), i+1
			}
		case ')':
			if depth--; depth == 0 {
				return append(alts, c[from:i]), i + 1
			}
		}
	}
	s.lost = true
	return nil, len(c)
}
