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
	thing   // with dashes: grade-prepared; where the command only looks at what it names
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

// isFile reports whether a word is a relative path that ends in an extension, and has no component
// that begins with a dot or a dash.
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

// tokens are the alternatives for the arguments in one place.
type tokens struct {
	plain []string // that stand for themselves
	wides []wide
}

// sequence are the arguments of a command: before, between and behind the options that all forms have,
// which are at the odd places.
type sequence []tokens

// gather collects the arguments of all forms. ok is false where they are too many for an expression.
func (s *shape) gather() (seq sequence, ok bool) {
	options, ok := common(s.lists())
	seq = make(sequence, 2*len(options)+1)
	for _, args := range s.lists() {
		k := 0
		for _, w := range args {
			if k < len(options) && optionName(w) == options[k] {
				seq[2*k+1].add(w, s)
				k++
			} else {
				seq[2*k].add(w, s)
			}
		}
	}
	n := 0
	for i := range seq {
		seq[i].settle()
		n += len(seq[i].plain) + len(seq[i].wides)
	}
	return seq, ok && n <= manyTokens
}

// common are the options that all forms have. ok is false where their order differs.
func common(forms [][]string) (options []string, ok bool) {
	for i, args := range forms {
		var here []string
		for _, w := range args {
			name := optionName(w)
			if name != "" && !slices.Contains(here, name) && all(forms, func(other []string) bool {
				return slices.ContainsFunc(other, func(o string) bool { return optionName(o) == name })
			}) {
				here = append(here, name)
			}
		}
		if i > 0 && !slices.Equal(here, options) {
			return options, false
		}
		options = here
	}
	return options, true
}

// optionName is the name of an option, without its value; "" for another word.
func optionName(w string) string {
	name, _, _ := strings.Cut(w, "=")
	if !strings.HasPrefix(name, "-") {
		return ""
	}
	return name
}

// settle ends the collection: one of a kind stands for itself.
func (t *tokens) settle() {
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
}

func (t *tokens) add(w string, s *shape) {
	option, value := "", w
	if name, rest, ok := strings.Cut(w, "="); ok && name != "" && name[0] == '-' && rest != "" {
		option, value = name+"=", rest
	}
	c := classOf(value)
	switch {
	case s.names && isThing(value):
		c = thing
	case c == file && slices.Contains(s.plain, value):
		c = literal
	}
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

// pattern is the expression for commands with that head and such arguments.
func (s sequence) pattern(head []string) string {
	out := "^" + quoteAll(head)
	for i := range s {
		switch any := s[i].alternatives(); {
		case i%2 == 1:
			out += " " + any
		case any != "":
			out += "(?: " + any + ")*"
		}
	}
	return out + "$"
}

// alternatives is the expression for one of the tokens; "" where there are none.
func (t *tokens) alternatives() string {
	var list []string
	for _, w := range t.plain {
		list = append(list, quote(w))
	}
	for i := range t.wides {
		list = append(list, quote(t.wides[i].option)+t.wides[i].expression())
	}
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return "(?:" + strings.Join(list, "|") + ")"
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
	case thing:
		if len(w.seen) < 3 {
			return ""
		}
		return "[a-z][a-z0-9]*(?:-[a-z0-9]+)+"
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

// isThing reports whether a word is made of several small ones with dashes between them.
func isThing(w string) bool {
	return strings.Contains(w, "-") && w[0] >= 'a' && w[0] <= 'z' && !strings.HasSuffix(w, "-") &&
		!strings.Contains(w, "--") && strings.Trim(w, letters[:26]+digits+"-") == ""
}

func all[T any](list []T, is func(T) bool) bool {
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
