package filelists

import (
	"os"
	"strings"
)

// Names says how the names in a patch are read.
type Names struct {
	Strip  int    // leading components that are cut off; -1: it is not known how many
	Guess  bool   // Strip is the usual number, and a program may choose another
	Prefix string // what stands before each name then
	Mail   bool   // the patch stands in a mail
}

// PatchFile lists the names in a patch by its path.
func PatchFile(path string, how Names, b *Budget) List {
	return ofFile(path, func(f *os.File, size int64) List {
		if size > MaxText {
			return List{Why: "the patch is larger than this program reads"}
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return List{Why: whyGone}
		}
		return Patch(string(data), how, b)
	})
}

// Patch lists the names in a patch: unified, context and git's extended format, as git apply and
// GNU patch read them. Every line that could be a header counts as one, also where it stands in a
// hunk: what a program takes for a name is found in any case, and a line of text that happens to
// look like a header names a file that is judged in vain.
func Patch(text string, how Names, b *Budget) List {
	p := patch{strip: how.Strip, prefix: how.Prefix, b: b}
	if how.Guess && !strings.Contains(text, "diff --git ") {
		p.strip = -1
	}
	links := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if how.Mail && encoded(line) {
			p.list.Why = "the mail is encoded"
			break
		}
		links = links || strings.HasSuffix(line, " 120000") && strings.Contains(line, "mode ")
		if !p.line(line) {
			break
		}
		if inner := unindent(line); inner != line && !p.line(inner) {
			break
		}
	}
	l := &p.list
	switch {
	case l.Why != "":
	case len(l.Entries) == 0 && strings.TrimSpace(text) != "":
		l.Why = "the patch names no file in a format that is read"
	case links:
		p.markLinks()
		if l.through() {
			l.Why = whyThrough
		}
	}
	return *l
}

type patch struct {
	list   List
	strip  int
	prefix string
	b      *Budget
	last   string // the name added last: most stand in several headers
}

// encoded reports whether a mail's text is not what its lines show.
func encoded(line string) bool {
	key, value, ok := strings.Cut(line, ":")
	if !ok || !strings.EqualFold(key, "Content-Transfer-Encoding") {
		return false
	}
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "7bit", "8bit", "binary":
		return false
	}
	return true
}

// unindent is a line as GNU patch sees it in a patch that is indented, or quoted in a mail (RFC
// 934).
func unindent(line string) string {
	for {
		rest := strings.TrimLeft(line, " \tX")
		rest = strings.TrimPrefix(rest, "- ")
		if rest == line {
			return line
		}
		line = rest
	}
}

// line takes the names from a line if it may be a header. It reports false where the list ends.
func (p *patch) line(line string) bool {
	for _, header := range [...]string{"+++ ", "--- ", "*** ", "Index: ", "Index:", "Prereq: ",
		"rename from ", "rename to ",
		"copy from ", "copy to ", "rename old ", "rename new "} {
		if rest, ok := strings.CutPrefix(line, header); ok {
			return p.names(rest)
		}
	}
	if rest, ok := strings.CutPrefix(line, "diff --git "); ok {
		return p.pair(rest)
	}
	return true
}

// names adds what may be the name at the begin of a header's rest: up to a tab, or to a blank
// before a date, or all.
func (p *patch) names(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	if strings.HasPrefix(rest, `"`) {
		name, _, ok := unquote(rest)
		return !ok || p.name(name)
	}
	name, _, _ := strings.Cut(rest, "\t")
	short, _, cut := strings.Cut(name, " ")
	return p.name(name) && (!cut || p.name(short))
}

// pair adds the two names of git's first header. Where they are not quoted, a blank may be part of
// a name: both are the same but for their first component, so that every end behind a blank counts.
func (p *patch) pair(rest string) bool {
	if strings.HasPrefix(rest, `"`) {
		name, after, ok := unquote(rest)
		if ok && !p.name(name) {
			return false
		}
		rest = after
	}
	if first, second, _ := strings.Cut(rest, " "); !strings.ContainsAny(second, " \"") &&
		second != "" {
		return p.name(first) && p.name(second)
	}
	for i := 0; i <= len(rest); {
		tail := rest[i:]
		if strings.HasPrefix(tail, `"`) {
			if name, _, ok := unquote(tail); ok && !p.name(name) {
				return false
			}
		} else if !p.name(tail) {
			return false
		}
		blank := strings.IndexByte(tail, ' ')
		if blank < 0 {
			break
		}
		i += blank + 1
	}
	return true
}

// name adds a name after the leading components are cut off; each number of them where it is not
// known how many.
func (p *patch) name(name string) bool {
	if name == "" || name == "/dev/null" || strings.Trim(name, "*-+ ") == "" || name == p.last {
		return true
	}
	p.last = name
	if p.strip >= 0 {
		name, ok := CutOff(name, p.strip)
		return !ok || p.put(name)
	}
	for n := 0; ; n++ {
		part, ok := CutOff(name, n)
		if !ok {
			return true
		}
		if !strings.HasPrefix(part, "/") && !p.put(part) {
			return false
		}
	}
}

func (p *patch) put(name string) bool {
	if name == "" {
		return true
	}
	if p.prefix != "" {
		name = strings.TrimSuffix(p.prefix, "/") + "/" + name
	}
	return p.list.add(p.b, name, File)
}

// CutOff removes leading components; several slashes count as one.
func CutOff(name string, n int) (rest string, ok bool) {
	for ; n > 0; n-- {
		i := strings.IndexByte(name, '/')
		if i < 0 {
			return "", false
		}
		name = strings.TrimLeft(name[i:], "/")
	}
	return name, true
}

// markLinks makes links of all files of a patch that makes links: which of them are links is left
// open.
func (p *patch) markLinks() {
	for i := range p.list.Entries {
		p.list.Entries[i].Kind = Link
	}
}

// unquote reads a name in the quotes of C at the begin of s.
func unquote(s string) (name, rest string, ok bool) {
	var out []byte
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == '"':
			return string(out), strings.TrimLeft(s[i+1:], " "), true
		case c != '\\':
			out = append(out, c)
		case i+1 < len(s):
			i++
			if at := strings.IndexByte(`abtnvfr"\`, s[i]); at >= 0 {
				out = append(out, "\a\b\t\n\v\f\r\"\\"[at])
				continue
			}
			n, digits := 0, 0
			for digits < 3 && i < len(s) && s[i] >= '0' && s[i] <= '7' {
				n, digits, i = n<<3|int(s[i]-'0'), digits+1, i+1
			}
			if digits == 0 || n > 255 {
				return "", "", false
			}
			i--
			out = append(out, byte(n))
		}
	}
	return "", "", false
}
