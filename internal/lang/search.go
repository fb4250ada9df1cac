package lang

import (
	"strings"

	"github.com/fencepost/fencepost/gen/languages"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// Code that no reader accepts is searched for calls with literal arguments: system("rm -rf /x")
// runs rm, unlink "/x" deletes. This only ever adds actions; the code itself is asked about.

// call is a call with at least one literal argument, or a quoted command.
type call struct {
	name string   // the callee's last name, in lower case; "`" for a quoted command
	args []string // literal arguments
}

// search finds what calls with literal arguments do.
func search(lang, text string) []Action {
	s := callScan{Scanner: token.Scanner{Src: text}, lang: lang}
	w := searcher{lang: lang}
	for _, c := range s.calls() {
		w.call(&c)
	}
	return w.acts
}

// searcher collects what the calls do that were found.
type searcher struct {
	actions
	lang string
}

// call adds what a call does.
func (w *searcher) call(c *call) {
	if c.name == "`" {
		w.run(c.args)
		return
	}
	does := looksFor(w.lang, c.name)
	switch does.Verb {
	case languages.None:
	case languages.Run:
		w.run(c.args)
	case languages.Opens:
		w.opens(c)
	case languages.Move:
		w.path(last(c.args), languages.Write)
		if len(c.args) > 1 {
			w.path(c.args[0], languages.DeleteTree)
		}
	default:
		w.each(does, c.args)
	}
}

// each adds what a call does to the files among its arguments.
func (w *searcher) each(c languages.Effect, args []string) {
	args = args[min(int(c.On), len(args)):]
	switch {
	case c.Verb == languages.WriteLast:
		args = args[max(0, len(args)-1):]
	case !c.Rest:
		args = args[:min(1, len(args))]
	}
	for _, f := range args {
		if f != "/" || c.Verb != languages.DeleteNamed {
			w.path(f, c.Verb)
		}
	}
}

// opens takes the forms of open: Perl's (F, ">file"), (F, ">", "file") and pipes, and C's
// ("file", "w").
func (w *searcher) opens(c *call) {
	first := strings.TrimLeft(c.args[0], " ")
	switch {
	case strings.HasPrefix(first, "|") || strings.HasSuffix(first, "|") && first != "-|":
		w.shell(strings.Trim(first, "| "))
	case first == "-|" || first == "|-":
		w.run(c.args[1:])
	case first != "" && (first[0] == '>' || strings.HasPrefix(first, "+<")):
		if name := strings.TrimLeft(first, "+<> "); name != "" && name[0] != ':' {
			w.path(name, languages.Write)
		} else if len(c.args) > 1 {
			w.path(c.args[1], languages.Write)
		}
	case len(c.args) > 1 && strings.ContainsAny(c.args[1], "wa+x") && len(c.args[1]) <= 3:
		w.path(first, languages.Write)
	}
}

// path adds what a call does to a file: not where the name is a text with variables.
func (w *searcher) path(name string, v languages.Verb) {
	if name != "" && !strings.ContainsAny(name, "$#\n") {
		w.acts = append(w.acts, pathAction(v, name))
	}
}

// last returns the last argument; "" without one.
func last(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[len(args)-1]
}

// callScan finds calls in code that it does not parse: a name, then literals up to the end of the
// statement.
type callScan struct {
	token.Scanner
	lang string

	name  string // the last name seen
	call  call
	found []call
}

func (s *callScan) calls() []call {
	for s.I < len(s.Src) {
		s.token()
	}
	s.end()
	return s.found
}

func (s *callScan) token() {
	ch := s.Src[s.I]
	switch {
	case ch == '\'' || ch == '"':
		s.literal(s.quoted(ch))
	case ch == '`':
		text := s.quoted(ch)
		s.end()
		s.found = append(s.found, call{"`", []string{text}})
	case ch == '#' && s.lang != "php" &&
		(s.I == 0 || strings.IndexByte(" \t\n;", s.Src[s.I-1]) >= 0):
		s.I = token.LineEnd(s.Src, s.I)
	case ch == ';' || ch == '\n' || ch == '{' || ch == '}':
		s.end()
		s.I++
	case ch == '%' && s.quotedWords():
	case token.Word(ch) || ch == '$' || ch == '@':
		s.word()
	default:
		s.I++
	}
}

// word takes a name. One that can be called begins another call.
func (s *callScan) word() {
	start := s.I
	for s.I++; s.I < len(s.Src) &&
		(token.Word(s.Src[s.I]) || s.lang == "elisp" && s.Src[s.I] == '-' ||
			s.Src[s.I] == '!'); s.I++ {
	}
	w := strings.ToLower(s.Src[start:s.I])
	if w[0] == '$' || w[0] == '@' || w[0] >= '0' && w[0] <= '9' {
		return
	}
	if (w == "q" || w == "qq" || w == "qx" || w == "qw") && s.lang == "perl" &&
		s.I < len(s.Src) && !token.Word(s.Src[s.I]) {
		s.perlQuote(w)
		return
	}
	if looksFor(s.lang, w).Verb != languages.None || Word("any", "ends", w) {
		s.end()
		s.name = w
	}
}

// literal takes a string that is an argument of the call before it, or that is run itself.
func (s *callScan) literal(text string) {
	if rest := s.Rest(); strings.HasPrefix(rest, ".") &&
		Word(s.lang, "runs", rest[1:token.WordEnd(rest, 1)]) {
		s.found = append(s.found, call{"`", []string{text}})
		return
	}
	if s.name != "" {
		s.call.name, s.call.args = s.name, append(s.call.args, text)
	}
}

func (s *callScan) end() {
	if len(s.call.args) > 0 {
		s.found = append(s.found, s.call)
	}
	s.call, s.name = call{}, ""
}

// quoted takes a string in quotes.
func (s *callScan) quoted(quote byte) string {
	text, end := token.String(s.Src, s.I, quote)
	s.I = end
	return token.Unescaped(text, quote)
}

// quotedWords takes Ruby's %w[a b], %q(text) and %x(command).
func (s *callScan) quotedWords() bool {
	if s.lang != "ruby" && s.lang != "elixir" || s.I+2 >= len(s.Src) {
		return false
	}
	kind := s.Src[s.I+1]
	body := s.Src[s.I+2:]
	if strings.IndexByte("wWqQxiI", kind) < 0 || strings.IndexByte("([{<|/!", body[0]) < 0 {
		return false
	}
	end := strings.IndexByte(body[1:], token.Closing(body[0]))
	if end < 0 {
		return false
	}
	text := body[1 : end+1]
	s.I += end + 4
	s.words(string(kind|0x20), text)
	return true
}

// perlQuote takes Perl's q(text), qw(a b) and qx(command).
func (s *callScan) perlQuote(kind string) {
	for s.I < len(s.Src) && s.Src[s.I] == ' ' {
		s.I++
	}
	if s.I == len(s.Src) {
		return
	}
	body := s.Src[s.I:]
	end := strings.IndexByte(body[1:], token.Closing(body[0]))
	if end < 0 {
		s.I = len(s.Src)
		return
	}
	s.I += end + 2
	s.words(kind, body[1:end+1])
}

func (s *callScan) words(kind, text string) {
	switch kind {
	case "w", "i", "qw":
		for f := range strings.FieldsSeq(text) {
			s.literal(f)
		}
	case "x", "qx":
		s.end()
		s.found = append(s.found, call{"`", []string{text}})
	default:
		s.literal(text)
	}
}
