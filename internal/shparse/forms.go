package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// Of what some commands print the form is known, which is enough to tell where "log-$(date
// +%F).txt" lies and that "$(git merge-base main HEAD)..HEAD" is no option. The form is a pattern
// without blanks.

// formPrinted returns the form of what a command prints. mayLack is true where it may fail and
// print nothing.
func formPrinted(c *fact.Command) (form string, mayLack, ok bool) {
	for i := range c.Argv {
		if !c.Argv[i].Known() {
			return "", false, false
		}
	}
	switch c.Argv[0].Text {
	case "date":
		return dateForm(c.Argv[1:])
	case "git":
		return "*", true, len(c.Argv) > 2 && printsHash(c.Argv[1].Text, c.Argv[2:])
	}
	return "", false, false
}

// dateForm is the form of a time in a format that has only numbers, which no locale writes in
// another way.
func dateForm(args []fact.Word) (form string, mayLack, ok bool) {
	format := ""
	for i := 0; i < len(args); i++ {
		switch a := args[i].Text; {
		case a == "-u" || a == "--utc":
		case a == "-d" || a == "-r" || a == "-v":
			mayLack = true // another time, which may not be understood
			i++
		case strings.HasPrefix(a, "--date="):
			mayLack = true
		case strings.HasPrefix(a, "+") && format == "":
			format = a[1:]
		default:
			return "", false, false
		}
	}
	var b strings.Builder
	wild := false
	for i := 0; i < len(format); i++ {
		switch ch := format[i]; {
		case ch == '%' && i+1 < len(format) && strings.IndexByte("YmdHMSsjFTyuVwN", format[i+1]) >= 0:
			if i++; !strings.HasSuffix(b.String(), "*") {
				b.WriteByte('*')
			}
			wild = true
		case expand.LetterOrDigit(ch) || strings.IndexByte("-_:", ch) >= 0 || ch == '.' && i > 0:
			b.WriteByte(ch)
		default:
			return "", false, false
		}
	}
	return b.String(), mayLack, wild
}

// printsHash reports whether git prints the name of one object in hexadecimal, or the word that it
// was given.
func printsHash(sub string, args []fact.Word) bool {
	revisions := 0
	for i := range args {
		switch a := args[i].Text; {
		case sub == "rev-parse" && (a == "--short" || a == "--verify" || a == "-q" || a == "--quiet" ||
			strings.HasPrefix(a, "--short=")):
		case sub == "merge-base" && a == "--fork-point":
		case expand.Revision(a):
			revisions++
		case sub == "merge-base" && expand.Revision(strings.ReplaceAll(a, "/", "_")):
			revisions++ // a name that it does not know is not printed
		default:
			return false
		}
	}
	return sub == "rev-parse" && revisions == 1 ||
		sub == "merge-base" && (revisions == 1 || revisions == 2)
}
