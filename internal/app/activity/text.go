package activity

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Clean makes a text that an agent wrote fit for one line anywhere, as Line does. Long texts are cut.
func Clean(s string) string {
	s = strings.TrimSpace(s)
	return Cut(Line(s[:min(len(s), 8*maxText)]), maxText)
}

// Line makes a text that others wrote fit for one line: a line end becomes ⏎, what a terminal would
// obey, or what hides or reorders text, U+FFFD.
func Line(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return '⏎'
		case r == '\t', r == 0x1f:
			return ' '
		case r < ' ', r >= 0x7f && r <= 0x9f, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e,
			r >= 0x2060 && r <= 0x206f, r == 0xfeff, r >= 0xfff9 && r <= 0xfffb,
			r >= 0xe0000 && r <= 0xe007f:
			return utf8.RuneError
		}
		return r
	}, strings.TrimSpace(s))
}

// Cut is a text of at most so many characters.
func Cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Plural counts things: 0 files, 1 file, 2 files.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// code is a text as code in a cell of a table in markdown: nothing in it means anything there.
func code(s string) string {
	if s == "" {
		return ""
	}
	fence, longest, run := "`", 0, 0
	for _, c := range s {
		if c == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	if longest > 0 {
		fence = strings.Repeat("`", longest+1)
		s = " " + s + " "
	}
	return fence + strings.ReplaceAll(s, "|", `\|`) + fence
}
