package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// A backslash at the end of a comment is a part of it, and the line ends there all the same (POSIX XCU 2.3). The parser joins
// the next line to the command before the comment.

// maxComments bounds the comments of one text that are mended.
const maxComments = 64

// mendComments replaces the backslashes that end comments. The text keeps its length.
func (in *Interp) mendComments(text string) string {
	if !mayContinueComment(text) {
		return text
	}
	for range maxComments {
		at, sure := continuedComment(text, in.opt.Dialect.variant())
		if at < 0 && sure {
			return text
		}
		if at < 0 {
			break
		}
		text = text[:at] + "x" + text[at+1:]
		if !mayContinueComment(text) {
			return text
		}
	}
	in.Report(fact.Hazard{ID: "syntax", Kind: fact.Failure, Text: snippet(text, strings.Index(text, "\\\n")),
		Why: "a comment that ends with a backslash stands in text that does not parse"})
	return text
}

// mayContinueComment reports whether a line may hold a comment and ends with a backslash.
func mayContinueComment(text string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], "\\\n")
		if i < 0 {
			return false
		}
		line := text[strings.LastIndexByte(text[:at+i], '\n')+1 : at+i]
		if commentBegins(line) {
			return true
		}
		at += i + 2
	}
}

// commentBegins reports whether a # stands where a word may begin.
func commentBegins(line string) bool {
	for i := 0; i < len(line); i++ {
		if line[i] == '#' && (i == 0 || strings.IndexByte(" \t;&|()<>`\x01", line[i-1]) >= 0) {
			return true
		}
	}
	return false
}

// continuedComment is the place of the backslash that ends the first such comment, or -1. sure says that there is none.
func continuedComment(text string, v syntax.LangVariant) (at int, sure bool) {
	p := syntax.NewParser(syntax.Variant(v), syntax.KeepComments(true))
	f, err := parseFile(p, text)
	list := []syntax.Node{f}
	if err != nil {
		list = list[:0]
		for _, s := range statements(p, text) {
			list = append(list, s)
		}
	}
	at = -1
	for _, n := range list {
		syntax.Walk(n, func(n syntax.Node) bool {
			if c, ok := n.(*syntax.Comment); ok && strings.HasSuffix(c.Text, "\\\n") {
				if end := int(c.Hash.Offset()) + 1 + len(c.Text) - 2; end < len(text) && text[end] == '\\' && (at < 0 || end < at) {
					at = end
				}
			}
			return true
		})
	}
	return at, err == nil
}
