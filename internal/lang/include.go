package lang

import (
	"regexp"
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
	case fact.RoffIncludes: // what they name is not read
		if regexp.MustCompile(roffReads).MatchString(strings.ReplaceAll(text, "\\\n", "")) {
			list = []Include{{Lost: true}}
		}
	case fact.NameIncludes:
		for _, name := range strings.FieldsFunc(text, func(r rune) bool {
			return r != '_' && (r < '-' || r > '9') && (r|0x20 < 'a' || r|0x20 > 'z') && r != '~'
		}) {
			if strings.ContainsAny(name, "./") && strings.Trim(name, "./-~0123456789") != "" {
				list = append(list, Include{Name: name, Beside: true})
			}
		}
	}
	return list
}

// remarks finds the lines, and the ends of lines, that are remarks in most languages.
const remarks = `(?m)^[ \t]*(?:/\*(?:.*?\*/|.*$)|<!--(?:.*?-->|.*$))|` +
	`^[ \t]*(?:#(?:[ \t!#].*)?|//.*|(?:\*|--|%)[ \t].*|;.*|\.\.[ \t][^:\n]*)$|` +
	`[ \t](?:#|//|--)[ \t].*$`

// WithoutRemarks is a text without what is a remark in most languages.
func WithoutRemarks(text string) string {
	return regexp.MustCompile(remarks).ReplaceAllString(text, "")
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
// letters: \x2e, \056.
func joinedStrings(text string) string {
	text = regexp.MustCompile(`([^\\])(?:"\s*")+`).ReplaceAllString(text, "$1")
	number := regexp.MustCompile(`\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3})`)
	return number.ReplaceAllStringFunc(text, func(s string) string {
		digits, base := s[1:], 8
		if rest, ok := strings.CutPrefix(digits, "x"); ok {
			digits, base = rest, 16
		}
		letter, _ := strconv.ParseUint(digits, base, 8)
		return string([]byte{byte(letter)})
	})
}

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

// roffReads finds the requests of roff that read files, or what a command prints, and those that
// give such a request another name or beginning, where a line or a group begins (groff(7)).
const roffReads = `(?m)(?:^|[ \t{])[.'\\]+[ \t]*(?:do[ \t]+)?(?:so|mso|soquiet|msoquiet|nx|cf|trf|psbb|` +
	`hpfa?|pso|rd|als|rn|cc|c2)\b`
