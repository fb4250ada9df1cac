package main

import (
	"os"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/rule"
)

// style colours text for a terminal. The zero style leaves it plain.
type style struct{ colour bool }

// styleOf colours what goes to a terminal, unless the person asked for none (https://no-color.org).
func styleOf(f *os.File) style {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return style{}
	}
	info, err := f.Stat()
	return style{colour: err == nil && info.Mode()&os.ModeCharDevice != 0}
}

func (s style) in(code, text string) string {
	if !s.colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string   { return s.in("1", text) }
func (s style) dim(text string) string    { return s.in("2", text) }
func (s style) red(text string) string    { return s.in("31", text) }
func (s style) green(text string) string  { return s.in("32", text) }
func (s style) yellow(text string) string { return s.in("33", text) }

// decision colours a text by what was decided.
func (s style) decision(d rule.Decision, text string) string {
	switch d {
	case rule.Allow:
		return s.green(text)
	case rule.Deny:
		return s.in("1;31", text)
	}
	return s.yellow(text)
}

// pad fills a text with blanks to a number of characters.
func pad(text string, width int) string {
	if n := width - utf8.RuneCountInString(text); n > 0 {
		return text + strings.Repeat(" ", n)
	}
	return text
}

// oneLine makes a text that others wrote fit for one line of a terminal: a line end becomes ⏎, and
// what the terminal would obey U+FFFD.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return '⏎'
		case r == '\t', r == rule.Blank:
			return ' '
		case r < ' ', r >= 0x7f && r <= 0x9f, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069:
			return utf8.RuneError
		}
		return r
	}, strings.TrimSpace(text))
}
