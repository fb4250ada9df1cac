package lang

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/languages"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// exprActions are those of expressions in a language in which all that runs stands as a name in the
// text: Elixir, Erlang, Julia, Octave. A text is accepted only if every name in it is known to
// compute or print, or is one that the text itself gives a value to, and if no sign could make the
// text another one: an interpolation, a character constant, a macro.
func exprActions(lang, text string) Actions {
	if !readable(text) {
		return searched(lang, text)
	}
	e := exprs{lang: lang, scan: newScan(text, 0)}
	e.locals = e.given()
	for !e.Done() {
		if !e.step() {
			return searched(lang, text)
		}
	}
	return Actions{List: e.acts, Complete: true}
}

// exprs reads an expression. last is what stands before the place that is read.
type exprs struct {
	actions
	scan
	lang   string
	locals []string
	last   exprKind
	space  bool // blanks stand between the last token and this place
}

type exprKind uint8

const (
	exprSign  exprKind = iota
	exprValue          // a number, a string, a local name, a closing bracket
	exprKnown          // a name that computes
)

// is reports whether the language is one of these.
func (e *exprs) in(langs ...string) bool { return slices.Contains(langs, e.lang) }

// step takes what stands at one place.
func (e *exprs) step() bool {
	switch ch := e.At(0); {
	case token.Blank(ch):
		e.I++
		if e.space = true; ch == '\n' {
			e.last = exprSign
		}
		return true
	case !plainASCII(ch):
		return false
	case e.comments(ch):
		return e.comment()
	case ch == '"' || ch == '\'':
		return e.quote(ch)
	case token.Digit(ch):
		e.I += number(e.Rest())
		return !token.Word(e.At(0)) && e.became(exprValue)
	case token.Letter(ch):
		return e.name("")
	}
	return e.sign()
}

func (e *exprs) became(k exprKind) bool {
	e.last, e.space = k, false
	return true
}

// comments reports whether a character begins a comment.
func (e *exprs) comments(ch byte) bool {
	return ch == '#' && !e.in("erlang") || ch == '%' && e.in("erlang", "octave")
}

// comment skips one, but for those that end elsewhere than the line.
func (e *exprs) comment() bool {
	if next := e.At(1); e.lang == "julia" && next == '=' || e.lang == "octave" && next == '{' {
		return false
	}
	e.I = token.LineEnd(e.Src, e.I)
	return true
}

// quote takes a string. Behind a name it belongs to that, or the sign is no quote.
func (e *exprs) quote(ch byte) bool {
	if e.last != exprSign && (!e.space || ch == '\'' || e.lang == "octave") ||
		strings.HasPrefix(e.Rest(), `"""`) || ch == '\'' && e.lang != "octave" {
		return false
	}
	text, end := token.Quoted(e.Src, e.I, ch)
	if ch == '\'' {
		closed := false
		if text, end, closed = token.Doubled(e.Src, e.I, ch); !closed {
			return false
		}
	}
	if end < 0 || e.lang == "elixir" && strings.Contains(text, "#") ||
		e.lang == "julia" && strings.Contains(text, "$") {
		return false
	}
	e.I = end
	return e.became(exprValue)
}

// name takes a name with all that belongs to it: IO.puts, erlang:system_info, :math.pi.
func (e *exprs) name(before string) bool {
	start := e.I
	if e.last == exprValue && !e.space {
		return false // 2x
	}
	divider := byte('.')
	if e.lang == "erlang" {
		divider = ':'
	}
	for token.Word(e.At(0)) || e.At(0) == divider && token.Letter(e.At(1)) {
		e.I++
	}
	if ch := e.At(0); (ch == '!' || ch == '?' && e.lang == "elixir") && e.At(1) != '=' &&
		e.in("elixir", "julia") {
		e.I++
	}
	w := before + e.Src[start:e.I]
	if e.lang == "elixir" && e.At(0) == ':' && token.Blank(e.At(1)) && before == "" {
		e.I++
		return e.became(exprSign) // a key
	}
	switch call := e.At(0) == '('; {
	case Word(e.lang, "words", w):
		return e.became(exprSign)
	case Word(e.lang, "computes", w):
		return e.became(exprKnown)
	case Word(e.lang, "loads", w):
		return e.libraries()
	case call && e.effect(w):
		return e.became(exprValue)
	case strings.Contains(w, string(divider)):
		return false
	case e.lang == "erlang" && !call && e.At(0) != ':':
		return e.became(exprValue) // an atom or a variable
	case before == ":":
		return e.At(0) != '.' && e.became(exprValue)
	}
	kind := exprValue
	if e.At(0) == '(' {
		kind = exprKnown
	}
	return slices.Contains(e.locals, w) && e.valueBehind(w) && e.became(kind)
}

// valueBehind reports whether a name that the text gives a value to is used as one. In Octave
// x(1) is an element, but a call where there is no x; no function of one letter does anything.
func (e *exprs) valueBehind(w string) bool {
	return e.At(0) != '.' && (e.At(0) != '(' || e.lang == "octave" && len(w) == 1)
}

// libraries takes the names of those that come with the language: using Pkg, Statistics
func (e *exprs) libraries() bool {
	for {
		e.Blanks()
		if !Word(e.lang, "libraries", e.scan.Name()) {
			return false
		}
		if e.At(0) != ',' {
			return (e.Done() || e.At(0) == ';' || e.At(0) == '\n') && e.became(exprSign)
		}
		e.I++
	}
}

// effect takes the call of a function that the tables know, with one literal.
func (e *exprs) effect(w string) bool {
	c := languages.Call(e.lang, w)
	if c.Verb == languages.None || e.At(1) != '"' {
		return false
	}
	text, end := token.Quoted(e.Src, e.I+1, '"')
	if end < 0 || end >= len(e.Src) || e.Src[end] != ')' || strings.ContainsAny(text, "\\#$\n") {
		return false
	}
	e.I = end + 1
	r := reader{lang: e.lang}
	ok := r.perform(c, []string{text})
	e.acts = append(e.acts, r.acts...)
	return ok
}

// sign takes an operator or a bracket.
func (e *exprs) sign() bool {
	ch, next := e.At(0), e.At(1)
	switch ch {
	case '`', '$', '~', '@', ':', '?', '\\', '%', '&':
		if done, ok := e.special(ch, next); done {
			return ok
		}
	case '(':
		if e.last == exprValue && !e.space {
			return false // f(x)(y): what is called is not known
		}
	case '.':
		if token.Letter(next) || next == '(' && e.last != exprKnown || next == '"' || next == '{' {
			return false
		}
	}
	e.I++
	if ch == ')' || ch == ']' || ch == '}' {
		return e.became(exprValue)
	}
	return e.became(exprSign)
}

// special takes a sign that is an operator in one language, and makes code in another one.
func (e *exprs) special(ch, next byte) (done, ok bool) {
	switch {
	case ch == ':' && e.lang == "elixir" && token.Letter(next):
		e.I++
		return true, e.name(":")
	case ch == ':' && e.in("julia", "octave"), ch == '&' && e.lang != "elixir",
		ch == '\\' && e.lang == "octave", ch == '%' && e.lang == "julia",
		ch == '%' && e.lang == "elixir" && next == '{',
		ch == '~' && e.lang == "octave", ch == '?' && e.lang == "julia" && token.Blank(next):
		return false, true
	case ch == '&' && (next == '&' || e.lang == "elixir"):
		return false, true // what is captured is a name, too
	case ch == '@' && e.lang == "octave":
		return false, true
	case ch == '@' && e.lang == "julia":
		e.I++
		return true, Word("julia", "macros", e.scan.Name()) && e.became(exprSign)
	}
	return true, false
}

// given are the names that the text gives values to: x = 1, fn x -> x end, for i in 1:3, @(x) x.
func (e *exprs) given() (list []string) {
	for i := 0; i < len(e.Src); {
		if !token.Letter(e.Src[i]) || i > 0 && strings.IndexByte(".:@&", e.Src[i-1]) >= 0 {
			i++
			continue
		}
		end := token.WordEnd(e.Src, i)
		w := e.Src[i:end]
		before := strings.TrimRight(e.Src[:i], " \t\n")
		rest := strings.TrimLeft(e.Src[end:], " \t")
		assigned := strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "==") &&
			!strings.HasPrefix(rest, "=~") || strings.HasPrefix(rest, "<-") ||
			strings.HasPrefix(rest, "->") || strings.HasSuffix(before, "fn") ||
			strings.HasSuffix(before, "@(") || (w != "for") && strings.HasSuffix(before, "for") ||
			strings.HasPrefix(rest, ",") && arrowList(rest)
		if assigned {
			list = append(list, w)
		}
		i = end
	}
	return list
}

// arrowList reports whether names up to an arrow follow: fn a, b -> a + b end
func arrowList(rest string) bool {
	n := len(rest) - len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz_, 0123456789"))
	return strings.HasPrefix(rest[n:], "->")
}
