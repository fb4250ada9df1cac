package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang/token"
)

// joined takes an option as compilers and linkers read them: -name, -nameARG, -name ARG and
// -name=ARG, where the longest name that the spec has counts: -Wl,-z,now is -Wl, and not -W.
func (r *resolver) joined(i int, w *fact.Word) int {
	text := w.Text
	if w.Kind == fact.Literal {
		if o := r.lookup(text); o != nil {
			return r.take(i, o, text, 0)
		}
	}
	if eq := strings.IndexByte(text, '='); eq > 0 {
		if o := r.lookup(text[:eq]); o != nil && o.Arg != NoArg {
			return r.take(i, o, text[:eq], eq+1)
		}
	}
	for n := len(text); n > 1; n-- {
		if o := r.lookup(text[:n]); o != nil && o.Arg != NoArg {
			return r.take(i, o, text[:n], n)
		}
	}
	r.unknownOption(w.Show(), w, 0)
	return i + 1
}

// response takes a word @FILE, whose file holds options of which nothing is known.
func (r *resolver) response(w *fact.Word) {
	r.unknownOption(w.Show(), w, 0)
	r.c.Operands = append(r.c.Operands, fact.Operand{Word: subWord(w, 1), Role: fact.RoleRead,
		Flag: "@"})
}

// argument looks into the argument at of option o, of which its role does not say all.
func (r *resolver) argument(o *Option, at int) {
	w := r.c.Operands[at].Word
	switch {
	case o.Passes != "":
		r.pass(o, &w)
	case o.Is&List != 0:
		r.list(o, at)
	case o.Is&Pair != 0:
		value := subWord(&w, strings.IndexByte(w.Text, '=')+1)
		if !w.Number && !oneWord(&value) {
			r.distrust(o.Names[0])
		}
	case !w.Number && !oneWord(&w):
		r.distrust(o.Names[0])
	}
}

// distrust notes an option of whose argument nothing is known, so that it may do anything.
func (r *resolver) distrust(name string) {
	if r.stray == "" {
		r.stray = name
	}
	r.distrusted = true
}

// oneWord reports whether a value is made of letters, digits and signs with which no path, list or
// address begins.
func oneWord(w *fact.Word) bool {
	if !w.Known() {
		return false
	}
	for i := 0; i < len(w.Text); i++ {
		if ch := w.Text[i]; !token.Word(ch) && strings.IndexByte(".+-:%", ch) < 0 {
			return false
		}
	}
	return true
}

// list divides an argument at its colons: each part has the role of the argument.
func (r *resolver) list(o *Option, at int) {
	w := r.c.Operands[at].Word
	if strings.IndexByte(w.Text, ':') < 0 {
		return
	}
	rest := w
	for first := true; ; first = false {
		cut := strings.IndexByte(rest.Text, ':')
		part := rest
		if cut >= 0 {
			part = fact.Lit(rest.Text[:cut])
		}
		if first {
			r.c.Operands[at].Word = part
		} else {
			r.c.Operands = append(r.c.Operands, fact.Operand{Word: part, Role: o.Role, Flag: o.Names[0]})
		}
		if cut < 0 {
			return
		}
		rest = subWord(&rest, cut+1)
	}
}

// pass reads an argument as the options of another command: -Wl,-Map,FILE is what ld gets.
func (r *resolver) pass(o *Option, w *fact.Word) {
	if o.Passes == "*" {
		return // see module
	}
	argv, ok := passed(o.Passes, w)
	if !ok {
		r.distrust(o.Names[0])
		return
	}
	r.passArgv(o.Names[0], argv)
}

// passWords reads words as the arguments of another command.
func (r *resolver) passWords(names, flag string, words []fact.Word) {
	var argv []fact.Word
	for name := range strings.FieldsSeq(names) {
		argv = append(argv, fact.Lit(name))
	}
	r.passArgv(flag, append(argv, words...))
}

// passArgv adds to this command what another one would read and write. Where that has an option of
// which nothing is known, so has this one.
//
// It reports whether the other one is known to run nothing.
func (r *resolver) passArgv(flag string, argv []fact.Word) (tame bool) {
	if r.passing == maxPassing {
		r.distrust(flag)
		return false
	}
	sub := fact.Command{Argv: argv, Dirs: r.c.Dirs, Text: r.c.Text}
	x := Resolver{Specs: r.specs, Input: r.in}
	x.resolve(&sub, r.passing+1)
	if sub.Known && (sub.Stray || sub.Loads || x.r.missing || x.r.extra || len(sub.Nested) > 0 ||
		len(sub.Hazards) > 0) {
		r.distrust(flag)
	}
	for _, op := range sub.Operands {
		if op.Role != fact.RoleNone && op.Role != fact.RoleAny {
			op.Flag, op.IsPath = flag, false
			r.c.Operands = append(r.c.Operands, op)
		}
	}
	tame = sub.Known && !sub.Loads && len(sub.Nested) == 0
	for i := range sub.Effects {
		tame = tame && sub.Effects[i].Kind != fact.Exec
	}
	return tame
}

// module reads what stands behind an option that names a program of the interpreter as the words of
// that: python -m json.tool IN OUT.
func (r *resolver) module() {
	for i := range r.given {
		if o := r.given[i].opt; o == nil || o.Passes != "*" || r.c.Flags[i].Value < 0 {
			continue
		}
		name := r.c.Operands[r.c.Flags[i].Value].Word
		if !name.Known() {
			continue
		}
		var words []fact.Word
		if len(r.args) > 0 {
			words = r.c.Argv[r.args[0].at:]
		}
		if own := "-m " + name.Text; r.specs.Lookup(own) != nil {
			name = fact.Lit(own) // not a command that happens to have its name: python -m gzip
		}
		r.data = r.passArgv("-m", append([]fact.Word{name}, words...))
		return
	}
}

// maxPassing bounds options in options: -ldflags "-extldflags '-Wl,…'".
const maxPassing = 4

// passed returns the words of the command that an argument is for: the names in how, and the parts
// of the argument. ok is false where they cannot be known.
func passed(how string, w *fact.Word) (argv []fact.Word, ok bool) {
	for name := range strings.FieldsSeq(how[1:]) {
		argv = append(argv, fact.Lit(name))
	}
	switch how[0] {
	case '=':
		return append(argv, *w), w.Known()
	case ' ':
		v := *w
		if eq := strings.Index(v.Text, "=-"); eq >= 0 && v.Text[0] != '-' &&
			!strings.Contains(v.Text[:eq], " ") {
			v = subWord(w, eq+1) // -gcflags=all=-N
		}
		return quoted(argv, &v)
	}
	if !w.Known() {
		return nil, false
	}
	for part := range strings.SplitSeq(w.Text, how[:1]) {
		argv = append(argv, fact.Lit(part))
	}
	return argv, true
}

// quoted adds the parts of a text between its blanks, as the go command divides them: a part may
// stand in quotes, which mean nothing further inside one, and what follows the second quote is
// another part. What is not known of the text may only be words within a part.
func quoted(argv []fact.Word, w *fact.Word) ([]fact.Word, bool) {
	text, known := w.Text, w.IsLiteral() && (!w.Glob || w.Plain)
	switch {
	case known:
	case w.Kind == fact.Partial && w.Sets && (!w.Many || w.Digits):
		text += "0" + w.Suffix // in its place: no part begins or ends there, and no quote
	default:
		return nil, false
	}
	const blanks = " \t\n\r"
	for text = strings.TrimLeft(text, blanks); text != ""; text = strings.TrimLeft(text, blanks) {
		end, next := strings.IndexAny(text, blanks), 0
		if text[0] == '\'' || text[0] == '"' {
			end = strings.IndexByte(text[1:], text[0]) + 1
			if end == 0 {
				return nil, false
			}
			text, end, next = text[1:], end-1, 1
		}
		if end < 0 {
			end = len(text)
		}
		argv = append(argv, fact.Lit(text[:end]))
		text = text[end+next:]
	}
	return argv, true
}
