package syntax

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// The parser library takes a backslash at the end of a comment for one that joins lines, and goes
// on with the next line as if the comment stood within a command. For the shells a comment ends
// with its line (POSIX XCU 2.3).

// maxComments bounds how often a text is parsed to find such comments.
const maxComments = 8

// endComments replaces the backslashes with which comments end by blanks, and leaves those of other
// lines alone.
func (r *Outcome) endComments(text string, d dialect.Dialect) string {
	ends := commentEnds(text)
	if len(ends) == 0 {
		return text
	}
	fixed := []byte(text)
	var blanked []int
	for range maxComments {
		f, err := withComments(string(fixed), d)
		if err != nil {
			at, ok := endOne(fixed, ends, err, d)
			if !ok {
				return string(fixed) // an error is reported for it
			}
			blanked = append(blanked, at)
			continue
		}
		found := joinedComments(f)
		for _, at := range found {
			fixed[at] = ' '
		}
		blanked = append(blanked, found...)
		if len(found) == 0 {
			if !inComments(f, blanked) {
				break
			}
			return string(fixed)
		}
	}
	r.Doubts = append(r.Doubts, fact.Hazard{ID: hazards.Syntax,
		Text: Snippet(text, ends[0]),
		Why:  "a comment ends with a backslash: where it ends could not be found"})
	return string(fixed)
}

// commentEnds returns the places of backslashes at the end of lines that may be comments.
func commentEnds(text string) (ends []int) {
	for at := 0; ; {
		i := strings.Index(text[at:], "\\\n")
		if i < 0 {
			return ends
		}
		at += i + 2
		line := text[strings.LastIndexByte(text[:at-2], '\n')+1 : at-2]
		if strings.Contains(line, "#") && !strings.HasSuffix(line, "\\") {
			ends = append(ends, at-2)
		}
	}
}

func withComments(text string, d dialect.Dialect) (*syntax.File, error) {
	lang := d.Variant()
	return ParseFile(&parser{syntax.NewParser(syntax.Variant(lang), syntax.KeepComments(true)), lang},
		text)
}

// endOne ends one comment of a text with an error, if the text then has no error, or one that comes
// later.
func endOne(text []byte, ends []int, before error, d dialect.Dialect) (at int, ok bool) {
	for _, at := range ends[:min(len(ends), maxComments)] {
		if text[at] != '\\' {
			continue
		}
		text[at] = ' '
		if _, err := withComments(string(text), d); err == nil || errorOffset(err) > errorOffset(before) {
			return at, true
		}
		text[at] = '\\'
	}
	return 0, false
}

func errorOffset(err error) uint {
	var e syntax.ParseError
	if errors.As(err, &e) {
		return e.Pos.Offset()
	}
	return 0
}

// joinedComments returns the places of the backslashes with which comments were joined to the line
// behind them.
func joinedComments(f *syntax.File) (found []int) {
	eachComment(f, func(from, to int, text string) {
		if strings.HasSuffix(text, "\\\n") {
			found = append(found, to-2)
		}
	})
	return found
}

// inComments reports whether all places are within comments.
func inComments(f *syntax.File, places []int) bool {
	within := 0
	eachComment(f, func(from, to int, _ string) {
		for _, at := range places {
			if from <= at && at < to {
				within++
			}
		}
	})
	return within == len(places)
}

// Comments returns where the comments of a text begin and end; none where it cannot be parsed.
func Comments(text string, d dialect.Dialect) (places [][2]int) {
	f, err := withComments(text, d)
	if err != nil {
		return nil
	}
	eachComment(f, func(from, to int, _ string) { places = append(places, [2]int{from, to}) })
	return places
}

// eachComment visits the comments that do not stand between backquotes: there the lines are joined
// first.
func eachComment(f *syntax.File, visit func(from, to int, text string)) {
	syntax.Walk(f, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CmdSubst); ok && c.Backquotes {
			return false
		}
		if c, ok := n.(*syntax.Comment); ok {
			from := int(c.Hash.Offset())
			visit(from, from+1+len(c.Text), c.Text)
		}
		return true
	})
}
