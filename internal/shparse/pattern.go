package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// pattern expands a word to a pattern (POSIX XCU 2.13) in which every quoted character has a
// backslash. ok is false where it is not known or not of the plain kind.
func (in *Interp) pattern(w *syntax.Word) (pat string, ok bool) {
	if w == nil {
		return "", true
	}
	ok = true
	var b strings.Builder
	outer := in.expansion
	in.inPattern = true
	ps := in.pieces(w, true)
	in.expansion = outer
	for i := range ps {
		p := &ps[i]
		if p.Unknown || p.Glob || p.Brk {
			ok = false
		}
		if p.Quoted || p.Inert {
			expand.QuotePattern(&b, p.Text)
			continue
		}
		b.WriteString(p.Text)
	}
	if pat = b.String(); strings.ContainsAny(pat, "(|#^~<") && in.dialect.Has(dialect.PatternGroups) ||
		len(pat) > expand.MaxPattern || fact.HasStandIn(pat) {
		ok = false
	}
	return pat, ok
}

// walkPattern visits the substitutions in an extended pattern, which the parser leaves as text.
func (in *Interp) walkPattern(text string) {
	if strings.Contains(text, "<(") || strings.Contains(text, ">(") ||
		in.dialect.Has(dialect.PatternGroups) && strings.Contains(text, "=(") ||
		strings.Contains(text, `"`) && (strings.Contains(text, "$(") || strings.Contains(text, "`")) {
		in.Report(fact.Hazard{ID: hazards.Syntax, Text: text,
			Why: "what runs in this pattern is not followed"})
	}
	if strings.Contains(text, "$") || strings.Contains(text, "`") {
		in.expandText(text, "pattern")
	}
}
