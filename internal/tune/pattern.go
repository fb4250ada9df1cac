package tune

import (
	"regexp"
	"slices"
	"strings"
)

// This file makes an expression of the argument lists that were seen: it covers these, and others
// that differ from them only in numbers, in names with a number, in files of the same kind, or in
// the text of a message.

// class is what an argument is like.
type class uint8

const (
	literal class = iota // nothing else is like it
	number
	name    // with a digit in it: tkt-12, v1.2.0, 3f2a9c
	file    // a relative path with an extension
	message // several words, the first with a capital letter
)

const (
	nameChars = letters + digits + "_.-"
	pathChars = nameChars + "@+/"
)

// classOf is the class of one argument.
func classOf(w string) class {
	switch {
	case strings.Trim(w, digits) == "":
		return number
	case strings.Contains(w, " "):
		if w[0] >= 'A' && w[0] <= 'Z' && strings.Trim(w, nameChars+" ,:?'()#+") == "" {
			return message
		}
	case isFile(w):
		return file
	case strings.ContainsAny(w, digits) && strings.Trim(w, nameChars) == "" &&
		w[0] != '-' && w[0] != '.' && w[0] != '_':
		return name
	}
	return literal
}

// isFile reports whether a word is a relative path that ends in an extension, and of which no
// component begins with a dot or a dash.
func isFile(w string) bool {
	w = strings.TrimPrefix(w, "./")
	if w == "" || strings.Trim(w, pathChars) != "" || extension(w) == "" {
		return false
	}
	for part := range strings.SplitSeq(w, "/") {
		if part == "" || strings.Contains(".-+", part[:1]) {
			return false
		}
	}
	return true
}

// extension is what stands behind the last dot of a name, where that begins with a letter.
func extension(w string) string {
	w = w[strings.LastIndexByte(w, '/')+1:]
	i := strings.LastIndexByte(w, '.')
	if i < 1 || i == len(w)-1 || !strings.Contains(letters, w[i+1:i+2]) ||
		strings.Trim(w[i+1:], letters+digits) != "" {
		return ""
	}
	return w[i+1:]
}

// wide is a class of arguments that an expression covers.
type wide struct {
	option string // --limit= where the argument stands behind an option's name
	class  class
	seen   []string
}

// manyTokens bounds the alternatives of an expression.
const manyTokens = 24

// tokens are the alternatives of which the arguments of a command are made.
type tokens struct {
	plain []string // that stand for themselves
	wides []wide
	many  bool // they are too many for an expression
}

// gather collects the arguments of all forms.
func gather(forms [][]string) tokens {
	var t tokens
	for _, args := range forms {
		for _, w := range args {
			t.add(w)
		}
	}
	// One of a kind stands for itself.
	kept := t.wides[:0]
	for _, w := range t.wides {
		if len(w.seen) == 1 || w.expression() == "" {
			for _, s := range w.seen {
				t.plain = append(t.plain, w.option+s)
			}
			continue
		}
		kept = append(kept, w)
	}
	t.wides = kept
	slices.Sort(t.plain)
	slices.SortFunc(t.wides, func(a, b wide) int {
		if a.option != b.option {
			return strings.Compare(a.option, b.option)
		}
		return int(a.class) - int(b.class)
	})
	t.many = len(t.plain)+len(t.wides) > manyTokens
	return t
}

func (t *tokens) add(w string) {
	option, value := "", w
	if name, rest, ok := strings.Cut(w, "="); ok && name != "" && name[0] == '-' && rest != "" {
		option, value = name+"=", rest
	}
	c := classOf(value)
	if c == literal {
		if !slices.Contains(t.plain, w) {
			t.plain = append(t.plain, w)
		}
		return
	}
	for i := range t.wides {
		o := &t.wides[i]
		if o.option == option && o.class == c {
			if !slices.Contains(o.seen, value) {
				o.seen = append(o.seen, value)
			}
			return
		}
	}
	t.wides = append(t.wides, wide{option, c, []string{value}})
}

// pattern is the expression for commands with that head and arguments out of the tokens.
func (t *tokens) pattern(head []string) string {
	var list []string
	for _, w := range t.plain {
		list = append(list, quote(w))
	}
	for i := range t.wides {
		list = append(list, quote(t.wides[i].option)+t.wides[i].expression())
	}
	out := "^" + quoteAll(head)
	switch len(list) {
	case 0:
		return out + "$"
	case 1:
		return out + "(?: " + list[0] + ")*$"
	}
	return out + "(?: (?:" + strings.Join(list, "|") + "))*$"
}

// exact is the expression for one command.
func exact(head, args []string) string {
	return "^" + quoteAll(slices.Concat(head, args)) + "$"
}

// expression covers all arguments of the class, and those that are like them.
func (w *wide) expression() string {
	switch w.class {
	case number:
		return "[0-9]+"
	case name:
		return w.names()
	case file:
		return w.files()
	}
	return `[A-Z][\w\x1f.,:?'()#+-]*`
}

// names covers names that begin with the same letters, the keys of issues, hashes and versions; ""
// where the names that were seen have nothing of that in common: each could be a word of its own
// meaning.
func (w *wide) names() string {
	if p := commonName(w.seen); strings.HasSuffix(p, "-") {
		return quote(p) + `[\w.]+`
	} else if p != "" {
		return quote(p) + `[0-9][\w.]*`
	}
	switch {
	case all(w.seen, isKey):
		return "[A-Z]+-[0-9]+"
	case all(w.seen, isHash):
		return "[0-9a-f]{6,40}"
	case all(w.seen, isVersion):
		return `v?[0-9]+(?:\.[0-9]+)+`
	}
	return ""
}

func all(list []string, is func(string) bool) bool {
	for _, s := range list {
		if !is(s) {
			return false
		}
	}
	return true
}

// isKey reports whether a name is the key of an issue: ABC-12.
func isKey(s string) bool {
	a, b, _ := strings.Cut(s, "-")
	return a != "" && b != "" && strings.Trim(a, letters[26:]) == "" && strings.Trim(b, digits) == ""
}

func isHash(s string) bool {
	return len(s) >= 6 && len(s) <= 40 && strings.Trim(s, digits+"abcdef") == ""
}

func isVersion(s string) bool {
	s = strings.TrimPrefix(s, "v")
	return strings.Contains(s, ".") && strings.Trim(s, digits+".") == "" &&
		!strings.Contains("."+s+".", "..")
}

// commonName is what all names begin with, up to the first digit, or to a dash before it: tkt- of
// tkt-12 and tkt-a5, build of build1 and build2.
func commonName(seen []string) string {
	p := seen[0][:strings.IndexAny(seen[0]+"0", digits)]
	if i := strings.LastIndexByte(p, '-'); i > 0 {
		p = p[:i+1]
	}
	for _, s := range seen {
		rest, ok := strings.CutPrefix(s, p)
		if !ok || rest == "" || strings.Contains(rest, "-") ||
			!strings.HasSuffix(p, "-") && !strings.Contains(digits, rest[:1]) {
			return ""
		}
	}
	return p
}

// files covers files below the first directory that all have in common, with their extensions.
func (w *wide) files() string {
	var extensions []string
	dir, dot := "", false
	for i, s := range w.seen {
		rest, here := strings.CutPrefix(s, "./")
		dot = dot || here
		if e := extension(rest); !slices.Contains(extensions, e) {
			extensions = append(extensions, e)
		}
		first := rest[:strings.IndexByte(rest, '/')+1]
		if i > 0 && first != dir {
			first = ""
		}
		dir = first
	}
	slices.Sort(extensions)
	out := quote(dir) + `(?:[\w@][\w.@+-]*/)*[\w@][\w.@+-]*\.`
	if dot {
		out = `(?:\./)?` + out
	}
	if len(extensions) == 1 {
		return out + extensions[0]
	}
	return out + "(?:" + strings.Join(extensions, "|") + ")"
}

// quoteAll joins words as the text of a command has them.
func quoteAll(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = quote(w)
	}
	return strings.Join(list, " ")
}

// quote makes a word stand for itself. A blank in it is the character that the text has for one.
func quote(w string) string { return strings.ReplaceAll(regexp.QuoteMeta(w), " ", `\x1f`) }
