package rule

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// CodeNamed reports whether the callee or module of a fact matches a glob with alternatives. A rule
// that restricts is satisfied by any of its names, and its * crosses dots; one that allows sees the
// resolved name alone, and its * does not.
func CodeNamed(f *fact.CodeFact, globs string, allowing bool) bool {
	if len(f.Names) == 0 {
		return false
	}
	if allowing {
		return dottedAny(globs, f.Names[0])
	}
	for _, name := range f.Names {
		if GlobAny(globs, name) {
			return true
		}
	}
	return false
}

// dottedAny is GlobAny with wildcards that do not match a dot.
func dottedAny(globs, name string) bool {
	for more := true; more; {
		var alt string
		alt, globs, more = strings.Cut(globs, "|")
		if dotted(strings.TrimSpace(alt), name) {
			return true
		}
	}
	return false
}

// dotted compares dot by dot.
func dotted(glob, name string) bool {
	for {
		g, globRest, globMore := strings.Cut(glob, ".")
		n, nameRest, nameMore := strings.Cut(name, ".")
		if globMore != nameMore || !Glob(g, n) {
			return false
		}
		if !globMore {
			return true
		}
		glob, name = globRest, nameRest
	}
}

// CodeArgMatches reports whether an argument of a call matches, a keyword's name included as
// name=value.
func CodeArgMatches(f *fact.CodeFact, re *Regexp, allowing bool) fact.Tri {
	got := fact.No
	for i := range f.Args {
		a := &f.Args[i]
		switch {
		case !a.Word.Known():
			if a.Word.Text != "" && re.Match(a.Word.Text, allowing) && !allowing {
				return fact.Yes
			}
			got = fact.Maybe
		case re.Match(a.Word.Text, allowing), a.Name != "" && re.Match(a.Name+"="+a.Word.Text, allowing):
			return fact.Yes
		}
	}
	return got
}

// CodeAllArgsMatch reports whether there are arguments and each of them matches, a keyword as
// name=value.
func CodeAllArgsMatch(f *fact.CodeFact, re *Regexp, allowing bool) fact.Tri {
	if len(f.Args) == 0 {
		return fact.No
	}
	got := fact.Yes
	for i := range f.Args {
		a := &f.Args[i]
		text := a.Word.Text
		if a.Name != "" {
			text = a.Name + "=" + text
		}
		switch {
		case !a.Word.Known():
			got = fact.Maybe
		case !re.Match(text, allowing):
			return fact.No
		}
	}
	return got
}

// CodeArgsOutside reports whether a path argument of a call lies outside all roots. A call with no
// path argument that is known to be one has none outside.
func CodeArgsOutside(f *fact.CodeFact, roots []string, at fact.Places, allowing bool) fact.Tri {
	got := fact.No
	for i := range f.Args {
		a := &f.Args[i]
		switch {
		case !a.IsPath:
		case allowing:
			got = got.Or(OutsideBoth(&a.Path, roots, at, a.Gone))
		default:
			got = got.Or(Outside(&a.Path, roots, at, a.Gone))
		}
	}
	return got
}
