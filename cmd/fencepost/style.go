package main

import (
	"os"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/app/activity"
	"github.com/fencepost/fencepost/internal/rule"
)

// style colours text for a terminal. The zero style leaves it plain.
type style struct{ colour bool }

// styleOf colours what goes to a terminal, unless the person asked for none (https://no-color.org).
func styleOf(f *os.File) style {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return style{}
	}
	return style{colour: isTerminal(f)}
}

// isTerminal reports whether a file is a terminal: a character device other than the null device.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	null, _ := os.Stat(os.DevNull)
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && !os.SameFile(info, null)
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

// oneLine makes a text that others wrote fit for one line of a terminal.
func oneLine(text string) string { return activity.Line(text) }
