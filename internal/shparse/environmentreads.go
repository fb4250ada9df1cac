package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
)

// Whatever gets the value of a variable of the environment may show it: the words of a command, a
// here-document, the message of an error. Every expansion notes the variable that it reads, and the
// next command that is visited has read it. Two uses show nothing. A value that is only compared or
// tested is dropped (dropSince). A value that is assigned is held by the variable (holdSince), and
// whoever reads that variable reads it. With xtrace the shell shows these, too.

// environmentRead is one variable whose value was read.
type environmentRead struct {
	name string // "" where it is not known
	loud bool   // an expression or its like: an error shows the value whatever is done with it
}

// environmentReads is the variables of the environment whose values the text takes.
type environmentReads struct {
	sh     *shell
	list   []environmentRead   // since the last command
	held   map[string][]string // variables of the environment whose values a variable may hold
	traced bool                // the shell may show each command that it runs, with its words
}

// noteRead notes that the value of a variable was taken.
func (er *environmentReads) noteRead(name string, loud bool) {
	name = er.sh.st.Target(name)
	if name == "" || er.fromOutside(name) {
		er.addRead(environmentRead{name, loud})
	}
	for _, from := range er.held[name] {
		er.addRead(environmentRead{from, loud})
	}
	if v := er.sh.st.Vars[name]; v.Attr&domain.AttrMayRef != 0 {
		for _, other := range v.Keys {
			er.addRead(environmentRead{other, loud})
		}
	}
}

func (er *environmentReads) addRead(t environmentRead) {
	for i := range er.list {
		if er.list[i].name == t.name {
			er.list[i].loud = er.list[i].loud || t.loud
			return
		}
	}
	er.list = append(er.list, t)
}

// fromOutside reports whether a variable may have the value with which the shell began.
func (er *environmentReads) fromOutside(name string) bool {
	if !syntax.ValidName(name) || name == "_" {
		return false
	}
	v, ok := er.sh.st.Vars[name]
	if !ok {
		return true
	}
	for _, w := range v.Each() {
		if w.Given && w.Origin.Is(fact.VariableOrigin, name) {
			return true
		}
	}
	return false
}

// Gives reports whether a variable is one of those of Given.
func (er *environmentReads) Gives(name string) bool {
	v := er.sh.st.Vars[name]
	if !v.Exported || v.IsList || v.Unset || v.Refers() {
		return false
	}
	for _, w := range v.Each() {
		if !w.Known() {
			return false
		}
	}
	return true
}

// noteParameter notes what an expansion takes. ${#x}, ${x+word} and the names of variables say
// nothing of a value.
func (er *environmentReads) noteParameter(p *syntax.ParamExp) {
	if p.Param == nil || p.Length || p.IsSet || p.Names != 0 || p.Excl {
		return
	}
	if p.Exp != nil && (p.Exp.Op == syntax.AlternateUnset ||
		p.Exp.Op == syntax.AlternateUnsetOrNull) && p.Flags == nil {
		return
	}
	er.noteRead(p.Param.Value, false)
}

// noteNamed notes that the variable is taken which a value names: ${!x}, ${(P)x}.
func (er *environmentReads) noteNamed(w *fact.Word) {
	name := ""
	if w.Known() {
		name, _, _ = strings.Cut(w.Text, "[")
		if name == "" || !syntax.ValidName(name) {
			return // a parameter, or nothing
		}
	}
	er.noteRead(name, false)
}

// filterSince returns where the taken variables begin that f adds.
func (er *environmentReads) filterSince(from int, f func(t environmentRead) (stays bool)) {
	from = min(from, len(er.list))
	er.list = slices.DeleteFunc(er.list[:len(er.list):len(er.list)], func(t environmentRead) bool {
		if from > 0 {
			from--
			return false
		}
		return !t.loud && !er.traced && !f(t)
	})
}

// dropSince forgets what was taken only to be tested or compared.
func (er *environmentReads) dropSince(from int) {
	er.filterSince(from, func(environmentRead) bool { return false })
}

// holdSince has a variable hold what was taken to be assigned to it, its own old value among it:
// TOKEN=${TOKEN:-x}.
func (er *environmentReads) holdSince(name string, from int) {
	if from >= len(er.list) || er.sh.computes(name) || er.traced {
		return
	}
	er.filterSince(from, func(t environmentRead) bool {
		if slices.Contains(er.held[name], t.name) {
			return false
		}
		if er.held == nil {
			er.held = make(map[string][]string)
		}
		er.held[name] = append(er.held[name], t.name)
		return false
	})
}

// runSubstitution runs the commands of a substitution: what the word around it has taken is not
// theirs.
func (er *environmentReads) runSubstitution(run func()) {
	outer := er.list
	er.list = nil
	run()
	er.list = append(outer, er.list...)
}

// comparesOnly reports whether an expression of [[ ]] only compares the values in it.
func (er *environmentReads) comparesOnly(x syntax.TestExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		// zsh: (#m) keeps what matched
		return nodes.ShowsNothing(x.Parts) && !strings.Contains(er.sh.source(x), "(#")
	case *syntax.ParenTest:
		return er.comparesOnly(x.X)
	case *syntax.UnaryTest:
		switch x.Op {
		case syntax.TsNot, syntax.TsParen, syntax.TsEmpStr, syntax.TsNempStr, syntax.TsVarSet:
			return er.comparesOnly(x.X)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch, syntax.AndTest, syntax.OrTest:
			return er.comparesOnly(x.X) && er.comparesOnly(x.Y)
		}
	}
	return false
}

// noteDeclared notes what a declaration prints: declare -p x, typeset -m 'X*', and in zsh typeset
// x. argv are its words, and values[i] the place among them of what its i-th argument expands to,
// if that is no name or assignment for the parser.
func (er *environmentReads) noteDeclared(d *syntax.DeclClause, argv, values []fact.Word) {
	var words []fact.Word
	for i, a := range d.Args {
		switch {
		case a.Name != nil && a.Naked:
			words = append(words, fact.Lit(a.Name.Value))
		case a.Name == nil && a.Value != nil:
			words = append(words, argv[values[i].Start:values[i].End]...)
		}
	}
	er.noteDeclaredWords(d.Variant.Value, words)
}

// noteDeclaredWords notes what a declaration shows, by its words other than assignments.
func (er *environmentReads) noteDeclaredWords(name string, words []fact.Word) {
	var options strings.Builder
	for i := range words {
		if isOption(&words[i]) {
			options.WriteString(words[i].Text)
		}
	}
	if !er.declarationShows(name, options.String()) {
		return
	}
	for i := range words {
		if !isOption(&words[i]) {
			er.noteShown(&words[i])
		}
	}
}

func isOption(w *fact.Word) bool {
	return strings.HasPrefix(w.Text, "-") || strings.HasPrefix(w.Text, "+")
}

// declarationShows reports whether a declaration with some options may print the variables that it
// names. zsh also prints them without options outside functions, and where a pattern names them.
func (er *environmentReads) declarationShows(name, options string) bool {
	switch {
	case strings.Contains(options, "p"):
		return true
	case !er.sh.has(dialect.ParameterFlags) || strings.ContainsAny(options, "fF"):
		return false
	case strings.ContainsAny(options, "m+"):
		return true
	}
	switch name { // the others give what they name an attribute, as most options do
	case "typeset", "declare", "local":
		return !er.sh.flow.inFunc && strings.Trim(options, "-") == ""
	}
	return false
}

// noteShown notes what a word of a declaration that prints variables names.
func (er *environmentReads) noteShown(w *fact.Word) {
	switch {
	case strings.Contains(w.Text, "=") || w.Number: // an assignment, or the base of a number
	case w.Kind != fact.Literal || w.Glob || strings.ContainsAny(w.Text, "*?[("):
		er.noteRead("", true)
	case syntax.ValidName(w.Text):
		er.noteRead(w.Text, true)
	}
}
