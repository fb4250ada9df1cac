package shparse

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang/token"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// The shells read some texts a second time: what an expression names, the subscript of a name, a
// prompt, the brackets in declare "x=(…)". Commands in such a text run although the text was a
// value. All places where that happens go through reread: a text that is known is read as the shell
// reads it, and one that is not known may run anything, unless its origin says that it is a number.

// evaluator evaluates expressions, and what the shell reads a second time.
type evaluator struct {
	sh    *shell
	acc   *accountant
	files *files
	reads *environmentReads
	vars  *variables
	words wordReader
	texts textRunner
	cmds  statementRunner
}

// wordReader expands the words of an expression.
type wordReader interface {
	single(w *syntax.Word) fact.Word
	expandQuietly(w *syntax.Word) fact.Word
	part(part syntax.WordPart, quoted bool, ps []expand.Piece) []expand.Piece
	walkPattern(text string)
	walkSubscript(x syntax.ArithmExpr)
}

// textRunner interprets nested text.
type textRunner interface {
	run(p *Payload)
	runText(text string)
	nested(p *Payload, f func())
}

// statementRunner interprets statements.
type statementRunner interface {
	stmts(list []*syntax.Stmt)
	stmt(s *syntax.Stmt)
}

// reread handles a value that the shell reads a second time.
func (ev *evaluator) reread(w fact.Word, how rereading) {
	if !textKnown(&w) {
		ev.rereadUnknown(w, how)
		return
	}
	switch how {
	case asExpression:
		ev.evaluateText(w, true, 0)
	case asName:
		ev.nameText(w.Text)
	case asPrompt:
		ev.expandPrompt(w)
	case asList:
		ev.texts.run(&Payload{Text: "_=" + w.Text, Via: "declare"})
	}
}

// textKnown reports whether the text of a word is known. A pattern without * and ? is taken for the
// name of an element: a[1].
func textKnown(w *fact.Word) bool {
	return w.IsLiteral() && !(w.Glob && strings.ContainsAny(w.Text, "*?("))
}

// rereadUnknown handles such a value where it is not known.
func (ev *evaluator) rereadUnknown(w fact.Word, how rereading) {
	ev.rereadSubscript(w.Text)
	switch {
	case !ev.sh.has(dialect.ExpressionsRun) && how != asPrompt:
		// no lists, and no commands in expressions
		return
	case domain.Numeric(&w):
		return
	case w.Given || w.Glob && w.Plain:
		if ev.rereadWithNumber(w, how) {
			return
		}
	}
	h := fact.Hazard{ID: hazards.Arithmetic, Text: writtenText(&w),
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
	ev.sh.reportOnce(h)
}

// writtenText is a word for people, as it is written if that is known.
func writtenText(w *fact.Word) string {
	if w.Written == "" && w.Origin.Show() != "" && w.Text+w.Suffix == "" {
		return w.Origin.Show()
	}
	return w.Show()
}

// rereadWithNumber reads a value that the environment or the shell gives in part: once with a
// number in place of what is not known, and once with nothing. ok is false if the unknown part may
// name what the text assigns.
func (ev *evaluator) rereadWithNumber(w fact.Word, how rereading) (ok bool) {
	if w.Glob {
		return true
	}
	if ev.mayNameValue(&w) || w.Text != "" && shsyntax.IsNameByte(w.Text[len(w.Text)-1]) &&
		!endsInNumber(w.Text) {
		return false
	}
	if w.Text+w.Suffix != "" {
		ev.reread(fact.Lit(w.Text+"0"+w.Suffix), how)
		ev.reread(fact.Lit(w.Text+w.Suffix), how)
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

// mayNameValue reports whether what the environment gives may lead to a value that the script has
// put where it is found: TERM=dumb names the variable dumb. Most variables of an environment that
// an expression names are numbers (TIMEOUT, COUNT), or are not there.
func (ev *evaluator) mayNameValue(w *fact.Word) bool {
	text := writtenText(w)
	name := strings.TrimLeft(text, "\"${")
	for i := 0; i < len(name); i++ {
		if !shsyntax.IsNameByte(name[i]) {
			name = name[:i]
		}
	}
	// of what a command prints no name is known
	known := !holdsWord(name) && !strings.Contains(text, "$(") && !strings.Contains(text, "`")
	for _, v := range ev.sh.st.Vars {
		if !v.All(func(w *fact.Word) bool { return harmless(w) || known && w.Kind != fact.Literal }) {
			return true
		}
	}
	return false
}

// holdsWord reports whether environments have a variable that holds a word. Everybody knows what
// such a word may be.
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
func (ev *evaluator) nameText(text string) {
	ev.rereadSubscript(text)
	name, index, ok := strings.Cut(text, "[")
	if !ok {
		return
	}
	index = strings.TrimSuffix(index, "]")
	if index == "@" || index == "*" || ev.vars.isTable(name) {
		return
	}
	ev.reread(fact.Lit(index), asExpression)
}

// listText handles what declare gets as the value of an array, in brackets: it expands what stands
// in them. It reports whether it did.
func (ev *evaluator) listText(w fact.Word) bool {
	opens, closes := strings.HasPrefix(w.Text, "("), strings.HasSuffix(w.Text, ")")
	switch {
	case !ev.sh.has(dialect.ListsInWords):
		return false
	case w.Glob && strings.ContainsAny(w.Text[:min(len(w.Text), 1)], "*?[(@+!"):
		w = fact.Unknown(w.Show()) // the name of a file, which may begin with a bracket
	case w.IsLiteral() && !(opens && closes):
		return false
	case !w.IsLiteral() && w.Text != "" && !opens:
		return false
	}
	ev.reread(w, asList)
	return true
}

// evaluateNames reads a text whose grammar is not followed: the shell evaluates the names in it
// until it comes to what it refuses.
func (ev *evaluator) evaluateNames(text string, depth int) {
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
			ev.nameOperand(text[from:i], depth)
		}
	}
}

// computed evaluates each word of a value.
func (ev *evaluator) computed(v domain.Value) domain.Value {
	if !v.IsList {
		if v.Alts == nil && !v.Unset && v.Ref == "" {
			v.Word = ev.integer(v.Word)
		}
		return v
	}
	list := make([]fact.Word, len(v.List))
	for i := range v.List {
		list[i] = ev.integer(v.List[i])
	}
	v.List = list
	return v
}

// integer evaluates what is assigned to a variable that is a number.
func (ev *evaluator) integer(v fact.Word) fact.Word {
	if textKnown(&v) {
		if n, ok := ev.evaluateText(v, true, 0); ok {
			return fact.Lit(strconv.Itoa(n))
		}
	} else {
		ev.rereadUnknown(v, asExpression)
	}
	return fact.Word{Kind: fact.Partial, Number: true}
}

// rereadSubscript handles text that a builtin reads as a name or expression: what stands in a
// subscript is expanded even if it was quoted, command substitutions included (bash manual 6.7,
// "arrays").
func (ev *evaluator) rereadSubscript(text string) {
	open := strings.IndexByte(text, '[')
	if open >= 0 && strings.ContainsAny(text[open:], "=+-") { // an expression that may assign
		for _, name := range strings.FieldsFunc(text[open:],
			func(r rune) bool { return !syntax.ValidName("_" + string(r)) }) {
			ev.vars.forgetName(name)
		}
	}
	if open < 0 || !strings.ContainsAny(text[open:], "$`") {
		return
	}
	ev.expandText(text[open:], "arithmetic")
	if !strings.Contains(text[open:], "$(") && !strings.Contains(text[open:], "`") {
		return
	}
	ev.sh.Report(fact.Hazard{ID: hazards.Subscript, Text: text,
		Why: "the shell runs the command in this array subscript although it is quoted"})
}

// expandText visits the substitutions in text that the shell expands a second time: as if all
// quotes and backslashes were gone, and, as those within a substitution count, as the text of a
// here-document.
func (ev *evaluator) expandText(text, via string) {
	ev.expandAs(": \""+strings.NewReplacer(`"`, ``, `\`, ``).Replace(text)+"\"", via)
	if strings.ContainsAny(text, "\"\\") && (strings.Contains(text, "$(") ||
		strings.Contains(text, "`")) {
		end := "E"
		for strings.Contains(text, end) {
			end += "E"
		}
		ev.expandAs(": <<"+end+"\n"+text+"\n"+end+"\n", via)
	}
}

func (ev *evaluator) expandAs(text, via string) {
	ev.texts.nested(&Payload{Via: via}, func() {
		ev.sh.script.text, ev.sh.script.argvOnly = text, false
		stmts, err := ev.acc.parse(ev.sh.script.text)
		ev.cmds.stmts(stmts)
		if err != nil {
			ev.acc.syntaxError(ev.sh.script.text, err)
		}
	})
}

// expandPrompt expands a value as a prompt string, which runs the substitutions in it (bash manual
// 6.9). A character of them may be written as its number.
func (ev *evaluator) expandPrompt(v fact.Word) {
	if !strings.ContainsAny(v.Text, "$`") && !hasOctal(v.Text) {
		return
	}
	ev.expandText(v.Text, "prompt")
	ev.sh.Report(fact.Hazard{ID: hazards.Prompt, Text: v.Show(),
		Why: "the shell expands this value as a prompt, which runs the commands in it"})
}

// hasOctal reports whether a text holds a character that is written as its number, as in \044.
func hasOctal(s string) bool {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '\\' && s[i+1] >= '0' && s[i+1] <= '7' {
			return true
		}
	}
	return false
}

// flagExpressions evaluates the arguments of flags that are numbers: (l:WIDTH:), (r:WIDTH:), (I:N:)
// of an expansion, (n:N:) and (b:N:) of a subscript. Any character may enclose an argument.
func (ev *evaluator) flagExpressions(flags, numbers, texts string) {
	for i := 0; i+1 < len(flags); i++ {
		c := flags[i]
		if strings.IndexByte(numbers, c) < 0 && strings.IndexByte(texts, c) < 0 {
			continue
		}
		end := token.Closing(flags[i+1])
		arg, _, ok := strings.Cut(flags[i+2:], string(end))
		if !ok {
			return
		}
		if strings.IndexByte(numbers, c) >= 0 {
			ev.expressionText(arg)
		}
		i += 2 + len(arg)
		// (l:WIDTH::TEXT:)
		for i+1 < len(flags) && token.Closing(flags[i+1]) == end && (c == 'l' || c == 'r') {
			text, _, ok := strings.Cut(flags[i+2:], string(end))
			if !ok {
				return
			}
			i += 2 + len(text)
		}
	}
}

// expressionText evaluates text of the script that is expanded first and then an expression.
func (ev *evaluator) expressionText(text string) {
	if domain.DigitsOnly(text) {
		return
	}
	if strings.ContainsAny(text, "$`") {
		ev.words.walkPattern(text)
	}
	x, err := shsyntax.ParseExpression(shsyntax.NewParser(ev.sh.script.dialect.Variant()), text)
	if err != nil || x == nil {
		ev.evaluateNames(text, 0)
		if strings.ContainsAny(text, "$`") {
			ev.rereadUnknown(fact.Unknown(text), asExpression)
		}
		return
	}
	outer := ev.sh.context
	ev.sh.script.text = text
	ev.arithm(x)
	ev.sh.context = outer
}
