package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// env takes the assignments and the command. -S splits its argument into words that stand where the
// option stood.
func (r *resolver) env() {
	c := r.c
	words := r.rest()
	if n := len(c.Flags); n > 0 && r.given[n-1].opt != nil && c.Flags[n-1].Name == "-S" &&
		c.Flags[n-1].Value >= 0 {
		split, ok := splitString(&c.Operands[c.Flags[n-1].Value].Word)
		if !ok {
			r.lost = true
			return
		}
		if words = append(split, words...); len(words) > 0 && looksLikeOption(&words[0]) {
			r.nest(fact.Nested{Kind: fact.NestedArgv, Clear: true,
				Words: append([]fact.Word{fact.Lit(c.Name)}, words...)})
			return // further options of env
		}
	}
	n := fact.Nested{Kind: fact.NestedArgv, Clear: true}
	var assigns []fact.Assign
	for len(words) > 0 {
		w := &words[0]
		switch {
		case strings.IndexByte(w.Text, '=') > 0:
			assigns = append(assigns, assignment(w))
		case w.Text == "-" && w.Kind == fact.Literal && len(assigns) == 0:
			// the same as -i
		default:
			n.Words = words
		}
		if n.Words != nil {
			break
		}
		words = words[1:]
	}
	if len(n.Words) == 0 {
		r.printsEnvironment()
		return
	}
	r.nest(n)
	last := &c.Nested[len(c.Nested)-1]
	last.Assigns = append(assigns, last.Assigns...)
}

// scanEnv reads the words of env up to the option -S: its string may hold further options, and so
// may what follows.
func (r *resolver) scanEnv() {
	argv := r.c.Argv
	for i := 1; i < len(argv); {
		if r.ended || !looksLikeOption(&argv[i]) {
			r.scanFrom(i)
			return
		}
		i = r.option(i)
		if n := len(r.c.Flags); n > 0 && r.c.Flags[n-1].Name == "-S" && r.given[n-1].opt != nil {
			r.at = i
			return
		}
	}
}

// printsEnvironment adds what env does without a command: it shows the environment, secrets among
// it.
func (r *resolver) printsEnvironment() {
	if r.harmless() {
		return
	}
	w := fact.Lit("/proc/self/environ")
	r.effect(fact.Effect{Kind: fact.Read, Path: r.path(r.c.Dirs, &w)})
	r.effect(fact.Effect{Kind: fact.System})
}

// rest is the payload as written, from the first assignment or command word on.
func (r *resolver) rest() []fact.Word {
	if r.at > 0 && r.at < len(r.c.Argv) {
		return r.c.Argv[r.at:]
	}
	return nil
}

// splitString splits the argument of env -S by its own quoting rules (coreutils manual, env
// invocation).
func splitString(w *fact.Word) ([]fact.Word, bool) {
	if !w.Known() {
		return nil, false
	}
	var words []fact.Word
	var b strings.Builder
	in, quote := false, byte(0)
	flush := func() {
		if in {
			words = append(words, fact.Lit(b.String()))
		}
		b.Reset()
		in = false
	}
	s := w.Text
	for i := 0; i < len(s); i++ {
		ch := s[i]
		switch {
		case quote == 0 && strings.IndexByte(" \t\n\r\f\v", ch) >= 0:
			flush()
		case quote == 0 && ch == '#' && !in:
			return words, true
		case quote == ch:
			quote = 0
		case quote == 0 && (ch == '\'' || ch == '"'):
			quote, in = ch, true
		case ch == '$' && quote != '\'':
			return nil, false // ${NAME}
		case ch == '\\' && quote == '\'':
			in = true
			if i+1 < len(s) && (s[i+1] == '\\' || s[i+1] == '\'') {
				i++
			}
			b.WriteByte(s[i])
		case ch == '\\':
			i++
			if i == len(s) {
				return nil, false
			}
			switch s[i] {
			case 'c':
				flush()
				return words, true
			case '_':
				if quote == 0 {
					flush()
					continue
				}
				b.WriteByte(' ')
			default:
				b.WriteByte(unescape(s[i]))
			}
			in = true
		default:
			b.WriteByte(ch)
			in = true
		}
	}
	if quote != 0 {
		return nil, false
	}
	flush()
	return words, true
}

func unescape(ch byte) byte {
	switch ch {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	}
	return ch
}
