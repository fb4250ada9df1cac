package shparse

import (
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// scan finds characters that a person does not see or that shells and readers take differently.
// Those that matter only outside quotes are returned, by their places.
func (in *Interp) scan(text string) (foreign []int) {
	if i := strings.Index(text, "$\\\n"); i >= 0 {
		in.suspect(hazards.ShellsDiffer, text, i,
			"the shell joins these lines before it looks at what the dollar sign begins")
	}
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\r':
			in.suspect(hazards.CarriageReturn, text, i,
				"a carriage return is not white space for the shell but looks like the end of a line")
			return nil
		case c == 0:
			in.suspect(hazards.Nul, text, i,
				"a NUL byte ends the text for some readers and is dropped by others")
			return nil
		case c < 0x20 && c != '\t' && c != '\n' || c == 0x7f:
			in.suspect(hazards.ControlCharacter, text, i,
				"a control character can hide text from the person who reads it")
			return nil
		case c >= 0x80:
			r, n := utf8.DecodeRuneInString(text[i:])
			if why := invisible(r, n); why != "" {
				if !harmlessInText(r) || len(foreign) == maxForeign {
					in.suspect(hazards.InvisibleCharacter, text, i, why)
					return nil
				}
				foreign = append(foreign, i)
			}
			i += n - 1
		}
	}
	return foreign
}

func (in *Interp) suspect(id hazards.ID, text string, at int, why string) {
	in.sh.Report(fact.Hazard{ID: id, Text: shsyntax.Snippet(text, at), Why: why,
		Pos: shsyntax.Position(text, at)})
}

// invisible says why a character above ASCII is not what it looks like; "" if it is.
func invisible(r rune, size int) string {
	switch {
	case r == utf8.RuneError && size == 1:
		return "the text is not valid UTF-8"
	case r == 0x85 || r == 0xa0 || r == 0x1680 || r >= 0x2000 && r <= 0x200a || r == 0x2028 ||
		r == 0x2029 || r == 0x202f || r == 0x205f || r == 0x3000:
		return "a blank that is not ASCII is part of a word for the shell but looks like white space"
	case r >= 0x200b && r <= 0x200f || r >= 0x2060 && r <= 0x2064 || r == 0xfeff || r == 0xad ||
		r == 0x180e || r >= 0xe0000 && r <= 0xe007f:
		return "an invisible character changes a word without being seen"
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069:
		return "a bidirectional control shows the text in another order than the shell reads it"
	}
	return ""
}

// maxForeign bounds the characters whose place in the text is looked at.
const maxForeign = 64

// harmlessInText reports whether a character only matters where it changes a word: blanks and
// joiners do no harm inside quotes, comments and here-documents. What changes the order of the text
// that is seen does harm everywhere.
func harmlessInText(r rune) bool {
	return r != utf8.RuneError && !(r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 ||
		r >= 0xe0000)
}

// placeForeign reports the first of these characters that stands outside quotes, comments and
// here-documents.
func (in *Interp) placeForeign(found []int, text string, stmts []*syntax.Stmt, err error) {
	if err != nil {
		in.suspect(hazards.InvisibleCharacter, text, found[0],
			"a foreign blank or an invisible character stands in text that does not parse")
		return
	}
	var quoted []bool // for each open node: it or one around it is quoted
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			if n == nil {
				quoted = quoted[:len(quoted)-1]
				return false
			}
			is := len(quoted) > 0 && quoted[len(quoted)-1]
			switch n := n.(type) {
			case *syntax.DblQuoted, *syntax.SglQuoted:
				is = true
			case *syntax.CmdSubst, *syntax.ProcSubst:
				is = false
			case *syntax.Redirect:
				is = n.Hdoc != nil // its body is not told apart from its delimiter
			case *syntax.Lit:
				from, to := int(n.Pos().Offset()), int(n.End().Offset())
				for _, at := range found {
					if !is && from <= at && at < to {
						in.suspect(hazards.InvisibleCharacter, text, at,
							"a foreign blank or an invisible character is a letter for the shell but is not seen")
						is = true
					}
				}
			}
			quoted = append(quoted, is)
			return true
		})
	}
}
