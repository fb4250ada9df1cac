package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang/token"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// What zsh evaluates as an expression where bash takes a number: the arguments of exit, return,
// shift and printf %d, the count of repeat, the arguments of flags of expansions, the subscript at
// the end of a pattern.

// zshExpressions handles the words of a builtin that are expressions.
func (in *Interp) zshExpressions(name string, args []fact.Word) {
	switch name {
	case "exit", "bye", "logout", "return", "break", "continue":
		if len(args) > 0 {
			in.again(args[0], asExpression)
		}
	case "shift":
		in.shiftCount(args)
	case "printf":
		if len(args) > 1 && strings.HasPrefix(args[0].Text, "-v") {
			args = args[1:]
			if args[0].IsLiteral() && len(args) > 1 {
				args = args[1:]
			}
		}
		if len(args) > 1 {
			in.printfArgs(args[0], args[1:])
		}
	case "read":
		for i := range args {
			if text, ok := strings.CutPrefix(args[i].Text, "-t"); ok && text != "" {
				seconds := args[i]
				seconds.Text, seconds.Given = text, seconds.Given || seconds.Number
				in.again(seconds, asExpression)
			} else if ok && i+1 < len(args) {
				in.again(args[i+1], asExpression)
			}
		}
	}
}

// shiftCount is the number in shift NUMBER ARRAY….
func (in *Interp) shiftCount(args []fact.Word) {
	for i := range args {
		w := &args[i]
		if w.IsLiteral() && (in.st.Vars[w.Text].IsList || w.Text == "-p") {
			continue
		}
		in.again(*w, asExpression)
	}
}

// printfArgs evaluates what zsh's printf prints as a number.
func (in *Interp) printfArgs(format fact.Word, args []fact.Word) {
	if !format.Known() {
		for i := range args {
			in.again(args[i], asExpression)
		}
		return
	}
	kinds, ordered := conversions(format.Text)
	many := false
	for i := range args {
		if len(kinds) == 0 {
			return
		}
		many = many || args[i].Many // from here on it is not known which argument is which
		number := kinds[i%len(kinds)] == 'd'
		if number || (many || !ordered) && strings.Contains(string(kinds), "d") {
			in.again(args[i], asExpression)
		}
	}
}

// conversions lists what a format of printf takes: d for a number, s for a text. ordered is false
// where it says which argument it takes.
func conversions(format string) (kinds []byte, ordered bool) {
	ordered = true
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("0123456789$*.-+ #'lhjzt", format[i]) >= 0; i++ {
			if format[i] == '*' {
				kinds = append(kinds, 'd')
			}
			ordered = ordered && format[i] != '$'
		}
		switch {
		case i == len(format) || format[i] == '%':
		case strings.IndexByte("sbqcn", format[i]) >= 0:
			kinds = append(kinds, 's')
		default:
			kinds = append(kinds, 'd')
		}
	}
	return kinds, ordered
}

// flagExpressions evaluates the arguments of flags that are numbers: (l:WIDTH:), (r:WIDTH:), (I:N:)
// of an expansion, (n:N:) and (b:N:) of a subscript. Any character may enclose an argument.
func (in *Interp) flagExpressions(flags, numbers, texts string) {
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
			in.expressionText(arg)
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
func (in *Interp) expressionText(text string) {
	if domain.DigitsOnly(text) {
		return
	}
	if strings.ContainsAny(text, "$`") {
		in.walkPattern(text)
	}
	x, err := shsyntax.ParseExpression(shsyntax.NewParser(in.dialect.Variant()), text)
	if err != nil || x == nil {
		in.loose(text, 0)
		if strings.ContainsAny(text, "$`") {
			in.unseen(fact.Unknown(text), asExpression)
		}
		return
	}
	outer := in.context
	in.text = text
	in.arithm(x)
	in.context = outer
}

// inheritNumbers evaluates what a shell that starts finds in the environment for its own numbers.
func (in *Interp) inheritNumbers() {
	for name, v := range in.st.Vars {
		if v.Exported && dialect.ShellComputes(name, dialect.Zsh) && !v.IsList {
			for _, w := range v.Each() {
				in.again(w, asExpression)
			}
		}
	}
}
