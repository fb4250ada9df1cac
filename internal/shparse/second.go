package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// The shells read some texts a second time: what an expression names, the subscript of a name, a
// prompt, the brackets in declare "x=(…)". Commands in such a text run although the text was a
// value. All places where that happens go through again: a text that is known is read as the shell
// reads it, and one that is not known may run anything, unless its origin says that it is a number.

// rereading is the way in which the shell reads a value.
type rereading uint8

const (
	asExpression rereading = iota // (( )), an index, the value of a variable with declare -i
	asName                        // unset, read, ${!x}: a name, of which a subscript is an expression
	asPrompt                      // ${x@P}, print -P
	asList                        // the value of declare -a "x=(…)"
)

// again handles a value that the shell reads a second time.
func (in *Interp) again(w fact.Word, how rereading) {
	if !seen(&w) {
		in.unseen(w, how)
		return
	}
	switch how {
	case asExpression:
		in.operand(w, true, 0)
	case asName:
		in.nameText(w.Text)
	case asPrompt:
		in.prompt(w)
	case asList:
		in.RunText("_="+w.Text, Nested{Via: "declare"})
	}
}

// seen reports whether the text of a word is known. A pattern without * and ? is taken for the name
// of an element: a[1].
func seen(w *fact.Word) bool {
	return w.IsLiteral() && !(w.Glob && strings.ContainsAny(w.Text, "*?("))
}

// unseen handles such a value where it is not known.
func (in *Interp) unseen(w fact.Word, how rereading) {
	in.subscript(w.Text)
	switch {
	case !in.dialect.Has(dialect.ExpressionsRun) && how != asPrompt:
		// no lists, and no commands in expressions
		return
	case domain.Numeric(&w):
		return
	case w.Given || w.Glob && w.Plain:
		if in.standIn(w, how) {
			return
		}
	}
	h := fact.Hazard{ID: hazards.Arithmetic, Text: source(&w),
		Why: "the shell runs the commands in this expression, which fencepost cannot see"}
	switch how {
	case asName:
		h.ID = hazards.Subscript
		h.Why = "the shell runs the commands in the subscript of this name, which fencepost cannot see"
	case asPrompt:
		h.ID = hazards.Prompt
		h.Why = "the shell runs the commands in this prompt, which fencepost cannot see"
	case asList:
		h.ID = hazards.ListValue
		h.Why = "the shell runs the commands in this list, which fencepost cannot see"
	}
	in.reportOnce(h)
}

// source is a word for people, as it is written if that is known.
func source(w *fact.Word) string {
	if w.Written == "" && w.Origin.Show() != "" && w.Text+w.Suffix == "" {
		return w.Origin.Show()
	}
	return w.Show()
}

// reportOnce reports a hazard that the same place may have many times, as in a loop.
func (in *Interp) reportOnce(h fact.Hazard) {
	for i := range in.hazards {
		if in.hazards[i].ID == h.ID && in.hazards[i].Text == h.Text {
			return
		}
	}
	in.Report(h)
}

// standIn reads a value of which the environment or the shell gives what is not known: a number
// stands for that, and nothing. ok is false where it may be the name of what the text assigns.
func (in *Interp) standIn(w fact.Word, how rereading) (ok bool) {
	if w.Glob {
		return true
	}
	if in.baited(&w) || w.Text != "" && shsyntax.IsNameByte(w.Text[len(w.Text)-1]) &&
		!endsInNumber(w.Text) {
		return false
	}
	if w.Text+w.Suffix != "" {
		in.again(fact.Lit(w.Text+"0"+w.Suffix), how)
		in.again(fact.Lit(w.Text+w.Suffix), how)
	}
	return true
}

// endsInNumber reports whether what stands at the end of a text is a number, not a name.
func endsInNumber(s string) bool {
	i := len(s)
	for i > 0 && shsyntax.IsNameByte(s[i-1]) {
		i--
	}
	return i == len(s) || expand.Digit(s[i]) <= 9
}

// baited reports whether what the environment gives may lead to a value that the script has put
// where it is found: TERM=dumb names the variable dumb. Most variables of an environment that an
// expression names are numbers (TIMEOUT, COUNT), or are not there.
func (in *Interp) baited(w *fact.Word) bool {
	text := source(w)
	name := strings.TrimLeft(text, "\"${")
	for i := 0; i < len(name); i++ {
		if !shsyntax.IsNameByte(name[i]) {
			name = name[:i]
		}
	}
	// of what a command prints no name is known
	known := !holdsWord(name) && !strings.Contains(text, "$(") && !strings.Contains(text, "`")
	for _, v := range in.st.Vars {
		if !v.All(func(w *fact.Word) bool { return harmless(w) || known && w.Kind != fact.Literal }) {
			return true
		}
	}
	return false
}

// holdsWord reports whether environments have a variable with a word in it, of which everybody
// knows what it may be.
func holdsWord(name string) bool {
	switch name {
	case "TERM", "COLORTERM", "TERM_PROGRAM", "USER", "USERNAME", "LOGNAME", "HOST", "HOSTNAME",
		"HOSTTYPE", "MACHTYPE", "OSTYPE", "CPUTYPE", "VENDOR", "LANG", "LANGUAGE", "SHELL", "EDITOR",
		"VISUAL", "PAGER", "CI", "NODE_ENV", "RAILS_ENV", "DISPLAY", "DESKTOP_SESSION", "GDMSESSION",
		"WAYLAND_DISPLAY", "PWD", "HOME", "IFS", "_":
		return true
	}
	return strings.HasPrefix(name, "LC_") || strings.HasPrefix(name, "XDG_")
}

// harmless reports whether a value runs nothing where an expression names its variable.
func harmless(w *fact.Word) bool {
	if w.Kind != fact.Literal {
		return domain.Tame(w)
	}
	open := strings.IndexByte(w.Text, '[')
	return open < 0 || !strings.ContainsAny(w.Text[open:], "$`")
}

// nameText reads a name with its subscript.
func (in *Interp) nameText(text string) {
	in.subscript(text)
	name, index, ok := strings.Cut(text, "[")
	if !ok {
		return
	}
	index = strings.TrimSuffix(index, "]")
	if index == "@" || index == "*" || in.isTable(name) {
		return
	}
	in.again(fact.Lit(index), asExpression)
}

// isTable reports whether a variable is known to be an associative array: a subscript is a key.
func (in *Interp) isTable(name string) bool {
	v := in.st.Vars[in.target(name)]
	return v.Assoc || v.Attr&domain.AttrTable != 0 ||
		in.dialect.Has(dialect.FunctionsTable) && dialect.ZshTable(name)
}

// processes reports what the shell takes for a process substitution in the words of let and in a
// subscript, where the tree has a comparison (let a<(cmd), ${a[i<(cmd)]}), and single quotes that
// are none there: x=(["${y/a/'$(cmd)'}"]=1).
func (in *Interp) processes(x syntax.ArithmExpr) {
	if x == nil {
		return
	}
	text := in.source(x)
	if !strings.ContainsAny(text, "<>'") {
		return
	}
	runs := strings.Contains(text, "${") && quotesSubstitution(x)
	text = withoutSubstitutions(x, text)
	if strings.Contains(text, "<(") || strings.Contains(text, ">(") || runs {
		in.Report(fact.Hazard{ID: hazards.Syntax, Text: text,
			Why: "the shell may run a part of this expression that is quoted, or a process substitution " +
				"in it"})
	}
}

// quotesSubstitution reports whether single quotes hide a substitution in an expression, but for
// those of another text in it.
func quotesSubstitution(x syntax.ArithmExpr) (found bool) {
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			return false
		case *syntax.SglQuoted:
			found = found || strings.Contains(n.Value, "$(") || strings.Contains(n.Value, "`")
		}
		return !found
	})
	return found
}

// withoutSubstitutions is the text of an expression with a blank for each character of a
// substitution, which is read by itself.
func withoutSubstitutions(x syntax.ArithmExpr, text string) string {
	from := int(x.Pos().Offset())
	out := []byte(text)
	syntax.Walk(x, func(n syntax.Node) bool {
		c, ok := n.(*syntax.CmdSubst)
		if !ok {
			return true
		}
		for i := max(int(c.Pos().Offset())-from, 0); i < min(int(c.End().Offset())-from, len(out)); i++ {
			out[i] = ' '
		}
		return false
	})
	return string(out)
}

// index evaluates the subscript of a variable, where it is a number.
func (in *Interp) index(name string, x syntax.ArithmExpr) (n int, ok bool) {
	in.processes(x)
	if in.isTable(name) {
		in.key(x)
		return 0, false
	}
	return in.arithm(x)
}

// listText handles what declare gets as the value of an array, in brackets: it expands what stands
// in them. It reports whether it did.
func (in *Interp) listText(w fact.Word) bool {
	opens, closes := strings.HasPrefix(w.Text, "("), strings.HasSuffix(w.Text, ")")
	switch {
	case !in.dialect.Has(dialect.ListsInWords):
		return false
	case w.Glob && strings.ContainsAny(w.Text[:min(len(w.Text), 1)], "*?[(@+!"):
		w = fact.Unknown(w.Show()) // the name of a file, which may begin with a bracket
	case w.IsLiteral() && !(opens && closes):
		return false
	case !w.IsLiteral() && w.Text != "" && !opens:
		return false
	}
	in.again(w, asList)
	return true
}

// loose reads a text of which the grammar is not followed: the shell evaluates the names in it
// until it comes to what it refuses.
func (in *Interp) loose(text string, depth int) {
	for i := 0; i < len(text); {
		if !shsyntax.IsNameByte(text[i]) {
			i++
			continue
		}
		from := i
		for i < len(text) && shsyntax.IsNameByte(text[i]) {
			i++
		}
		if expand.Digit(text[from]) > 9 {
			in.nameOperand(text[from:i], depth)
		}
	}
}

// store gives a variable a value. Every write of the script passes here: where the variable is a
// number for the shell, the value is an expression.
func (in *Interp) store(name string, v domain.Value) {
	old := in.st.Vars[in.target(name)]
	if in.refuses(name, old) {
		in.discards(name, "it assigns to "+name+", which cannot be changed")
	}
	if old.RefNext || old.Attr&domain.AttrMayRef != 0 { // it may become a name for another variable
		for _, w := range v.Each() {
			in.again(w, asName)
		}
	}
	if in.computes(name) {
		if w := in.computed(v); in.st.Vars[in.target(name)].Attr&domain.AttrNumber == 0 {
			v = w // else it may be text, too
		}
	}
	in.st.Set(name, v)
	if old.Attr&domain.AttrMayRef != 0 { // or is one
		for _, target := range old.Keys {
			in.planted(target)
		}
	}
}

// storeUnknown gives a variable a value that is not known.
func (in *Interp) storeUnknown(name string) {
	if in.computes(name) {
		in.again(fact.Unknown("$"+name), asExpression)
	}
	in.st.Forget(name)
}

// blur gives some element of a variable a value: of the others it is known whether they are
// numbers.
func (in *Interp) blur(name string, w fact.Word) { in.blurValue(name, w, true) }

// blurValue gives a variable a value that may be another one, or one of its elements.
func (in *Interp) blurValue(name string, w fact.Word, element bool) {
	if in.computes(name) {
		w = in.integer(w)
	}
	old, other := in.st.Current(in.target(name)), domain.Value{Word: w}
	v := old.Blurred(name, &other)
	if element {
		v.Attr = in.elements(name)
	}
	in.st.Set(name, v)
}

// blurList gives a variable elements of which the places are not known.
func (in *Interp) blurList(name string, list []fact.Word, appends bool) {
	if in.computes(name) {
		in.computed(domain.Value{List: list, IsList: true})
	}
	before, words := in.st.Current(in.target(name)), domain.Value{List: list, IsList: true}
	if !appends {
		before = words
	}
	v := before.Blurred(name, &words)
	v.Attr = in.elements(name)
	in.st.Set(name, v)
}

// elements are the attributes of a variable that has got an element, of which the place may not be
// known: a scalar that it is given later is one more.
func (in *Interp) elements(name string) domain.Attr {
	old := in.st.Vars[in.target(name)]
	if old.Assoc || old.Attr&domain.AttrTable != 0 {
		return old.Attr
	}
	return old.Attr | domain.AttrList
}

// computes reports whether the shell evaluates what is assigned to a variable.
func (in *Interp) computes(name string) bool {
	name = in.target(name)
	return in.st.Vars[name].Attr&(domain.AttrInteger|domain.AttrNumber|domain.AttrFloat) != 0 ||
		dialect.ShellComputes(name, in.dialect)
}

// computed evaluates each word of a value.
func (in *Interp) computed(v domain.Value) domain.Value {
	if !v.IsList {
		if v.Alts == nil && !v.Unset && v.Ref == "" {
			v.Word = in.integer(v.Word)
		}
		return v
	}
	list := make([]fact.Word, len(v.List))
	for i := range v.List {
		list[i] = in.integer(v.List[i])
	}
	v.List = list
	return v
}

// integer evaluates what is assigned to a variable that is a number.
func (in *Interp) integer(v fact.Word) fact.Word {
	if seen(&v) {
		if n, ok := in.evaluate(v); ok {
			return fact.Lit(n)
		}
	} else {
		in.unseen(v, asExpression)
	}
	return fact.Word{Kind: fact.Partial, Number: true}
}
