package shparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// What a variable of the environment holds may be shown by whatever gets it: the words of a
// command, a here-document, the message of an error. Every expansion takes the value of its
// variable, and the next command that is visited has done so. There are two ways out, both of which
// show nothing: a value that is only compared or tested (settled by untake), and one that is
// assigned (hold), which the variable hands on to whoever takes that. With xtrace the shell shows
// these, too.

// taking is one variable whose value was taken.
type taking struct {
	name string // "" where it is not known
	loud bool   // an expression or its like: an error shows the value whatever is done with it
}

// Taken returns the variables of the environment whose values were taken since the last command.
func (s *session) Taken(f func(name string)) {
	for i := range s.taken {
		f(s.taken[i].name)
	}
	s.taken = s.taken[:0]
}

// Holds calls f for every variable of the environment whose value a variable of the script may
// hold.
func (s *session) Holds(name string, f func(name string)) {
	for _, from := range s.held[name] {
		f(from)
	}
}

// take notes that the value of a variable was taken.
func (in *Interp) take(name string, loud bool) {
	name = in.target(name)
	if name == "" || in.fromOutside(name) {
		in.noteTaken(taking{name, loud})
	}
	for _, from := range in.held[name] {
		in.noteTaken(taking{from, loud})
	}
	if v := in.st.Vars[name]; v.Attr&domain.AttrMayRef != 0 {
		for _, other := range v.Keys {
			in.noteTaken(taking{other, loud})
		}
	}
}

func (in *Interp) noteTaken(t taking) {
	for i := range in.taken {
		if in.taken[i].name == t.name {
			in.taken[i].loud = in.taken[i].loud || t.loud
			return
		}
	}
	in.taken = append(in.taken, t)
}

// fromOutside reports whether a variable may have the value with which the shell began.
func (in *Interp) fromOutside(name string) bool {
	if !syntax.ValidName(name) || name == "_" {
		return false
	}
	v, ok := in.st.Vars[name]
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

// Given are the variables that programs get from the script, and whose value stands in it: none of
// them can have the value with which the shell began, or a part of it.
func (in *Interp) Given() (names []string) {
	for name := range in.st.Vars {
		if in.Gives(name) {
			names = append(names, name)
		}
	}
	return names
}

// Gives reports whether a variable is one of those of Given.
func (in *Interp) Gives(name string) bool {
	v := in.st.Vars[name]
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

// takeParam notes what an expansion takes. ${#x}, ${x+word} and the names of variables say nothing
// of a value.
func (in *Interp) takeParam(p *syntax.ParamExp) {
	if p.Param == nil || p.Length || p.IsSet || p.Names != 0 || p.Excl {
		return
	}
	if p.Exp != nil && (p.Exp.Op == syntax.AlternateUnset ||
		p.Exp.Op == syntax.AlternateUnsetOrNull) && p.Flags == nil {
		return
	}
	in.take(p.Param.Value, false)
}

// takeNamed notes that the variable is taken which a value names: ${!x}, ${(P)x}.
func (in *Interp) takeNamed(w *fact.Word) {
	name := ""
	if w.Known() {
		name, _, _ = strings.Cut(w.Text, "[")
		if name == "" || !syntax.ValidName(name) {
			return // a parameter, or nothing
		}
	}
	in.take(name, false)
}

// takenSince returns where the taken variables begin that f adds.
func (in *Interp) takenSince(from int, f func(t taking) (stays bool)) {
	from = min(from, len(in.taken))
	in.taken = slices.DeleteFunc(in.taken[:len(in.taken):len(in.taken)], func(t taking) bool {
		if from > 0 {
			from--
			return false
		}
		return !t.loud && !in.traced && !f(t)
	})
}

// untake forgets what was taken only to be tested or compared.
func (in *Interp) untake(from int) {
	in.takenSince(from, func(taking) bool { return false })
}

// hold has a variable hold what was taken to be assigned to it, its own old value among it:
// TOKEN=${TOKEN:-x}.
func (in *Interp) hold(name string, from int) {
	if from >= len(in.taken) || in.computes(name) || in.traced {
		return
	}
	in.takenSince(from, func(t taking) bool {
		if slices.Contains(in.held[name], t.name) {
			return false
		}
		if in.held == nil {
			in.held = make(map[string][]string)
		}
		in.held[name] = append(in.held[name], t.name)
		return false
	})
}

// ownTakes runs the commands of a substitution: what the word around it has taken is not theirs.
func (in *Interp) ownTakes(run func()) {
	outer := in.taken
	in.taken = nil
	run()
	in.taken = append(outer, in.taken...)
}

// testsOnly reports whether a test of [ ] or test says whether a value is there, or the same as
// another, and no error of it can show one: the words are as many as they look.
func testsOnly(c *syntax.CallExpr, argv []fact.Word) bool {
	if len(argv) == 0 || !argv[0].Known() || len(argv) != len(c.Args) ||
		argv[0].Text != "[" && argv[0].Text != "test" {
		return false
	}
	args, words := argv[1:], c.Args[1:]
	if argv[0].Text == "[" {
		if len(args) == 0 || !isText(&args[len(args)-1], "]") {
			return false
		}
		args, words = args[:len(args)-1], words[:len(words)-1]
	}
	for i := range args {
		if args[i].Many || !showsNothing(words[i].Parts) {
			return false
		}
	}
	if len(args) > 1 && isText(&args[0], "!") {
		args = args[1:]
	}
	switch {
	case len(args) == 1:
		return true
	case len(args) == 2:
		return isText(&args[0], "-n") || isText(&args[0], "-z")
	case len(args) == 3:
		return isText(&args[1], "=") || isText(&args[1], "==") || isText(&args[1], "!=")
	}
	return false
}

func isText(w *fact.Word, text string) bool { return w.Known() && w.Text == text }

// comparesOnly does so for what stands in [[ ]].
func (in *Interp) comparesOnly(x syntax.TestExpr) bool {
	switch x := x.(type) {
	case *syntax.Word:
		// zsh: (#m) keeps what matched
		return showsNothing(x.Parts) && !strings.Contains(in.source(x), "(#")
	case *syntax.ParenTest:
		return in.comparesOnly(x.X)
	case *syntax.UnaryTest:
		switch x.Op {
		case syntax.TsNot, syntax.TsParen, syntax.TsEmpStr, syntax.TsNempStr, syntax.TsVarSet:
			return in.comparesOnly(x.X)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch, syntax.AndTest, syntax.OrTest:
			return in.comparesOnly(x.X) && in.comparesOnly(x.Y)
		}
	}
	return false
}

// showsNothing reports whether the expansion of a word runs nothing, and cannot end in an error
// that tells what a value is.
func showsNothing(parts []syntax.WordPart) bool {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if !showsNothing(p.Parts) {
				return false
			}
		case *syntax.ParamExp:
			if p.Index != nil || p.Slice != nil || p.Repl != nil || p.Flags != nil || p.NestedParam != nil ||
				len(p.Modifiers) > 0 || p.Excl {
				return false
			}
			if p.Exp != nil && (p.Exp.Op > syntax.DefaultUnsetOrNull ||
				p.Exp.Word != nil && !showsNothing(p.Exp.Word.Parts)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// quietDeclaration reports whether a declaration only assigns: with -i a value is an expression.
func quietDeclaration(d *syntax.DeclClause) bool {
	if v := d.Variant.Value; v == "integer" || v == "float" {
		return false
	}
	for _, a := range d.Args {
		if a.Name != nil || a.Value == nil {
			continue
		}
		if o := shsyntax.LitOf(a.Value); strings.Trim(o, "-xrgalun") != "" || o == "" {
			return false
		}
	}
	return true
}

// takeDeclared notes what a declaration prints: declare -p x, typeset -m 'X*', and in zsh typeset
// x. argv are its words, and values[i] the place among them of what its i-th argument expands to,
// if that is no name or assignment for the parser.
func (in *Interp) takeDeclared(d *syntax.DeclClause, argv, values []fact.Word) {
	var words []fact.Word
	for i, a := range d.Args {
		switch {
		case a.Name != nil && a.Naked:
			words = append(words, fact.Lit(a.Name.Value))
		case a.Name == nil && a.Value != nil:
			words = append(words, argv[values[i].Start:values[i].End]...)
		}
	}
	in.takeWords(d.Variant.Value, words)
}

// takeWords does so for the words of one, without its assignments.
func (in *Interp) takeWords(name string, words []fact.Word) {
	var options strings.Builder
	for i := range words {
		if isOption(&words[i]) {
			options.WriteString(words[i].Text)
		}
	}
	if !in.declarationShows(name, options.String()) {
		return
	}
	for i := range words {
		if !isOption(&words[i]) {
			in.takeShown(&words[i])
		}
	}
}

func isOption(w *fact.Word) bool {
	return strings.HasPrefix(w.Text, "-") || strings.HasPrefix(w.Text, "+")
}

// declarationShows reports whether a declaration with some options may print the variables that it
// names. In zsh it does so without options and outside functions, and for those that a pattern
// names.
func (in *Interp) declarationShows(name, options string) bool {
	switch {
	case strings.Contains(options, "p"):
		return true
	case !in.dialect.Has(dialect.ParameterFlags) || strings.ContainsAny(options, "fF"):
		return false
	case strings.ContainsAny(options, "m+"):
		return true
	}
	switch name { // the others give what they name an attribute, as most options do
	case "typeset", "declare", "local":
		return !in.inFunc && strings.Trim(options, "-") == ""
	}
	return false
}

// takeShown notes what a word of a declaration that prints variables names.
func (in *Interp) takeShown(w *fact.Word) {
	switch {
	case strings.Contains(w.Text, "=") || w.Number: // an assignment, or the base of a number
	case w.Kind != fact.Literal || w.Glob || strings.ContainsAny(w.Text, "*?[("):
		in.take("", true)
	case syntax.ValidName(w.Text):
		in.take(w.Text, true)
	}
}

// mayTrace reports whether a text may switch xtrace on, now or in a later round of a loop.
func mayTrace(text string) bool {
	if strings.Contains(text, "xtrace") || strings.Contains(text, "functions -") {
		return true
	}
	for rest := text; ; {
		i := strings.Index(rest, "set -")
		if i < 0 {
			return false
		}
		rest = rest[i+len("set -"):]
		letters := rest[:len(rest)-len(strings.TrimLeft(rest,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))]
		if strings.Contains(letters, "x") {
			return true
		}
	}
}
