package lang

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Include is a place where a text has a program read another file.
type Include struct {
	Name   string // the file; of one that is computed, the macro that says it
	Beside bool   // it is looked for beside the file that holds the text first
	Macro  bool   // Name is that of a macro
	Lost   bool   // which file is read cannot be told from the text
}

// Includes finds what a text in a language of sources includes. It finds more than is read, and
// never less: what stands in comments or behind conditions counts.
func Includes(lang fact.IncludeLang, text string) []Include {
	var list []Include
	switch lang {
	case fact.CIncludes:
		list = cIncludes(spliced(text), nil)
		if strings.Contains(text, "??") {
			list = cIncludes(spliced(strings.ReplaceAll(strings.ReplaceAll(text, "??=", "#"),
				"??/", `\`)), list)
		}
		if strings.Contains(text, "asm") {
			list = assembler(joinedStrings(spliced(text)), list)
		}
	case fact.RoffIncludes:
		list = roffIncludes(text)
	}
	return list
}

// spliced joins the lines that a backslash divides; blanks behind it do not matter (GCC, clang).
func spliced(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, `\`)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if rest := strings.TrimLeft(after, " \t\r\f\v"); strings.HasPrefix(rest, "\n") {
			after = rest[1:]
		} else {
			b.WriteByte('\\')
		}
		text = after
	}
}

// cIncludes takes the directives of the preprocessor. One begins a line, or stands behind a comment
// that does or that began before: whether a text is inside a comment or a string is not looked at.
func cIncludes(text string, list []Include) []Include {
	for at := 0; at <= len(text); {
		line := text[at:]
		end := strings.IndexByte(line, '\n')
		if end < 0 {
			end = len(line)
		}
		list = directive(line, list)
		for from := 0; ; {
			i := strings.Index(line[from:end], "*/")
			if i < 0 {
				break
			}
			from += i + 2
			list = directive(line[from:], list)
		}
		if i := strings.Index(line[:end], ".inc"); i >= 0 {
			list = assembler(line[:end], list)
		}
		at += end + 1
	}
	return list
}

// directive takes the directive with which a text begins.
func directive(text string, list []Include) []Include {
	if rest := skipBlank(text); strings.HasPrefix(rest, "#") {
		text = rest[1:]
	} else if strings.HasPrefix(rest, "%:") {
		text = rest[2:]
	} else {
		return header(rest, list)
	}
	text = skipBlank(text)
	name := leadingName(text)
	rest := skipBlank(text[len(name):])
	switch name {
	case "include", "include_next", "import", "embed":
		return append(list, included(rest))
	}
	if name == "line" || name != "" && '0' <= name[0] && name[0] <= '9' {
		// Messages show lines of the file that it names: # 1 "FILE"
		_, quoted, _ := strings.Cut(firstLine(rest), `"`)
		if file, _, ok := strings.Cut(quoted, `"`); ok && file != "" && file[0] != '<' {
			list = append(list, Include{Name: file, Beside: true})
		}
	}
	return list
}

// header takes the header unit that a declaration of C++20 imports.
func header(text string, list []Include) []Include {
	if rest, ok := strings.CutPrefix(text, "export"); ok {
		text = skipBlank(rest)
	}
	if rest, ok := strings.CutPrefix(text, "import"); ok {
		if rest = skipBlank(rest); rest != "" && (rest[0] == '"' || rest[0] == '<') {
			return append(list, included(rest))
		}
	}
	return list
}

// included is what the argument of a directive names.
func included(text string) Include {
	text = firstLine(text)
	if text == "" {
		return Include{Lost: true}
	}
	if i := strings.IndexByte("\"<", text[0]); i >= 0 {
		name, _, ok := strings.Cut(text[1:], "\">"[i:i+1])
		return Include{Name: name, Beside: i == 0, Lost: !ok}
	}
	name := leadingName(text)
	rest := strings.TrimSpace(text[len(name):])
	if rest == "()" || strings.HasPrefix(rest, "/") {
		rest = "" // a macro without arguments, a comment
	}
	return Include{Name: name, Macro: true, Lost: name == "" || rest != ""}
}

// Defined returns what a text defines a macro as, by each of its definitions.
func Defined(text, name string) (values []string) {
	for rest := spliced(text); ; {
		_, after, found := strings.Cut(rest, "define")
		if !found {
			return values
		}
		rest = after
		after = skipBlank(after)
		if leadingName(after) == name {
			values = append(values, firstLine(after[len(name):]))
		}
	}
}

// Macro is what a macro that is defined as a value stands for in a directive.
func Macro(value string) Include {
	value = skipBlank(value)
	if value == "" {
		return Include{Lost: true}
	}
	return included(value)
}

// assembler takes .include "FILE" and .incbin "FILE", of an assembler's source or in a string of C.
func assembler(line string, list []Include) []Include {
	for {
		_, after, found := strings.Cut(line, ".inc")
		if !found {
			return list
		}
		line = after
		name := leadingName(after)
		if name != "lude" && name != "bin" {
			continue
		}
		text := strings.TrimLeft(after[len(name):], " \t\\")
		switch {
		case text == "" || text == after[len(name):]:
			continue // it stands alone, or in a longer word
		case text[0] == '"':
			file, _, _ := strings.Cut(text[1:], `"`)
			list = append(list, Include{Name: strings.TrimSuffix(file, `\`), Beside: true,
				Lost: strings.HasPrefix(skipBlank(file), "#")})
		case leadingName(text) != "": // of a source that the preprocessor reads first
			list = append(list, Include{Name: leadingName(text), Macro: true})
		}
	}
}

// joinedStrings joins strings of C that stand side by side, and takes the numbers in them for their
// letters.
func joinedStrings(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			if rest := strings.TrimLeft(text[i+1:], " \t\r\n\f\v"); i > 0 && text[i-1] != '\\' &&
				strings.HasPrefix(rest, `"`) {
				i = len(text) - len(rest)
				continue
			}
		}
		if n := numbered(text[i:]); n > 0 {
			v, _ := strconv.ParseUint(strings.TrimPrefix(text[i+1:i+n], "x"), base(text[i+1]), 8)
			b.WriteByte(byte(v))
			i += n - 1
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// numbered is the length of a letter that is written as a number, \x2e or \056; 0 for anything
// else.
func numbered(s string) int {
	if len(s) < 3 || s[0] != '\\' || s[1] != 'x' && (s[1] < '0' || s[1] > '7') {
		return 0
	}
	n, most := 1, 4
	if s[1] == 'x' {
		n = 2
	}
	for n < len(s) && n < most && (s[1] == 'x' && isHex(s[n]) || '0' <= s[n] && s[n] <= '7') {
		n++
	}
	return n
}

func base(ch byte) int {
	if ch == 'x' {
		return 16
	}
	return 8
}

func isHex(ch byte) bool { return '0' <= ch && ch <= '9' || 'a' <= ch|0x20 && ch|0x20 <= 'f' }

// skipBlank skips blanks and comments, which may go over several lines.
func skipBlank(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\f\v\r\x00")
		rest, ok := strings.CutPrefix(s, "/*")
		if !ok {
			return s
		}
		_, s, ok = strings.Cut(rest, "*/")
		if !ok {
			return ""
		}
	}
}

func leadingName(s string) string {
	n := 0
	for n < len(s) && (s[n] == '_' || s[n] == '$' || isAlnum(s[n])) {
		n++
	}
	return s[:n]
}

func isAlnum(ch byte) bool {
	return '0' <= ch && ch <= '9' || 'a' <= ch|0x20 && ch|0x20 <= 'z' || ch >= 0x80
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}

// roffIncludes takes the requests of roff that read files, in whatever place of a line one can
// begin (groff(7)).
func roffIncludes(text string) (list []Include) {
	text = strings.ReplaceAll(text, "\\\n", "")
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.FieldsFunc(line,
			func(r rune) bool { return strings.ContainsRune(" \t\r{", r) })
		for i, w := range words {
			name := strings.TrimLeft(w, ".'\\")
			switch {
			case name == w && !(i > 0 && strings.TrimLeft(words[i-1], ".'\\") == "do") &&
				!lone(words, i):
			case roffReads(name):
				if i+1 == len(words) {
					continue
				}
				list = append(list, Include{Name: strings.Trim(words[i+1], `"`),
					Lost: strings.Contains(line, `\`) && !strings.Contains(line, `\{`)})
			case name == "als" || name == "rn" || name == "cc" || name == "c2":
				if i+1 < len(words) && (name[0] == 'c' || roffReads(words[len(words)-1])) ||
					len(words) > i+1 && roffReads(words[i+1]) {
					list = append(list, Include{Lost: true}) // a request under another name
				}
			}
		}
	}
	return list
}

// lone reports whether the word before is a control character with a blank behind it.
func lone(words []string, i int) bool { return i > 0 && (words[i-1] == "." || words[i-1] == "'") }

// roffReads reports whether a request reads a file, or what a command prints.
func roffReads(name string) bool {
	switch name {
	case "so", "mso", "soquiet", "msoquiet", "nx", "cf", "trf", "psbb", "hpf", "hpfa", "pso", "rd":
		return true
	}
	return false
}
