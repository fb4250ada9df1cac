package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// scan walks the words after the name: options go to Flags, everything else to args.
func (r *resolver) scan() {
	switch {
	case r.spec.Run == RunShell:
		r.scanShell()
		return
	case r.spec.Parse == Find:
		r.scanFind()
		return
	case r.spec.Parse == Tar:
		r.scanTar()
		return
	case r.spec.Run == RunEnv:
		r.scanEnv()
		return
	case r.spec.Run == RunArch:
		r.scanArch()
		return
	case r.spec.Run == RunPwsh:
		r.scanPwsh()
		return
	case r.spec.Parse == Nopt:
		r.scanNopt()
		return
	}
	r.scanFrom(1)
}

func (r *resolver) scanFrom(i int) {
	argv := r.c.Argv
	for i < len(argv) {
		if !r.ended && r.spec.Parse != Raw && r.spec.Parse != DD && looksLikeOption(&argv[i]) {
			i = r.option(i)
		} else {
			i = r.operand(i)
		}
	}
}

// looksLikeOption reports whether a word begins with a dash and is more than that. "-" is an
// operand.
func looksLikeOption(w *fact.Word) bool {
	return len(w.Text) > 0 && w.Text[0] == '-' && (len(w.Text) > 1 || w.Kind != fact.Literal)
}

// operand takes the word at i as a subcommand, the begin of the payload, or an operand. It returns
// the next index.
func (r *resolver) operand(i int) int {
	w := &r.c.Argv[i]
	if len(r.args) == 0 && r.spec.hasSubs() && !r.ended && !r.noSub {
		if r.descend(i, w) {
			return i + 1
		}
	}
	if r.firstArg == 0 {
		r.firstArg = i
	}
	if r.spec.Response && len(w.Text) > 0 && w.Text[0] == '@' {
		r.response(w)
		return i + 1
	}
	if r.proxies(w) {
		r.at, r.proxied = i, true
		return len(r.c.Argv)
	}
	if r.spec.Takes {
		switch slot := r.slotAt(len(r.args), w); slot {
		case fact.RoleCommand, fact.RoleShell:
			if w.Kind == fact.Literal && w.Text == "--" && i+1 < len(r.c.Argv) && len(r.args) > 0 {
				r.ended, r.marked = true, true
				return i + 1 // behind an operand: aws-vault exec PROFILE -- COMMAND
			}
			if r.before(w) && marksEnd(r.c.Argv[i+1:]) {
				return i + 1
			}
			r.at = i
			r.note(w, true)
			return len(r.c.Argv)
		case fact.RoleAssign:
			r.push(i, fact.RoleAssign)
			return i + 1
		}
	}
	r.note(w, false)
	if r.spec.Parse == DD && r.keyValue(i) {
		return i + 1
	}
	r.push(i, fact.RoleNone)
	if r.spec.Parse == POSIX {
		r.ended = true
	}
	return i + 1
}

// note records that a word which is not known may be an option.
func (r *resolver) note(w *fact.Word, payload bool) {
	if r.ended || r.spec.Parse == Raw || r.spec.Parse == DD ||
		w.Origin.Kind == fact.WordsOrigin && !r.spec.hasSubs() && !r.spec.Takes || w.IsJob() {
		return
	}
	switch {
	case w.Kind == fact.Partial && w.Text == "", w.Many:
		r.doubt = true
		r.lost = r.lost || r.spec.Takes && !payload
	case w.Glob && strings.IndexByte("*?[", first(w.Text)) >= 0:
		r.star = true
	}
}

func first(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}

// push records an operand.
func (r *resolver) push(at int, role fact.Role) {
	c := r.c
	if role != fact.RoleAssign {
		r.args = append(r.args, arg{op: len(c.Operands), at: at})
	}
	c.Operands = append(c.Operands, fact.Operand{Word: c.Argv[at], Role: role, Behind: r.marked})
}

// descend goes down to the subcommand that a word names.
func (r *resolver) descend(i int, w *fact.Word) bool {
	if !w.Known() || r.depth == maxDepth {
		r.noSub, r.doubt = true, true
		return false
	}
	sub := r.spec.Sub(w.Text)
	if sub == nil {
		r.noSub = true
		return false
	}
	r.noteRemoved(i)
	r.up[r.depth] = r.spec
	r.depth++
	r.spec = sub
	r.lastSub = i
	r.c.Sub = sub.encoded.path
	return true
}

// option takes the word at i as an option, with its argument. It returns the next index.
func (r *resolver) option(i int) int {
	w := &r.c.Argv[i]
	if w.Text == "--" && w.Kind == fact.Literal {
		r.ended, r.marked = true, true
		if r.spec.Rest != "" {
			r.passWords(r.spec.Rest, "--", r.c.Argv[i+1:])
			return len(r.c.Argv)
		}
		return i + 1
	}
	switch r.spec.Parse {
	case GoFlag:
		return r.goFlag(i, w)
	case Joined:
		return r.joined(i, w)
	case Nopt:
		return r.nopt(i, w)
	}
	if strings.HasPrefix(w.Text, "--") {
		return r.long(i, w)
	}
	if len(w.Text) > 2 && w.Kind == fact.Literal {
		if o := r.lookup(w.Text); o != nil {
			return r.take(i, o, w.Text, 0)
		}
	}
	return r.cluster(i, w)
}

// lookup finds an option of the subcommand or, where they may stand here, of the commands above it.
func (r *resolver) lookup(name string) *Option {
	if o := r.spec.Option(name); o != nil {
		return o
	}
	for d := r.depth - 1; d >= 0; d-- {
		if r.up[d].Globals {
			if o := r.up[d].Option(name); o != nil {
				return o
			}
		}
	}
	return nil
}

// longName cuts a word before the value that it holds, which begins at cut; 0 where it holds none.
// ok is false for a word of which the name is not known.
func (r *resolver) longName(w *fact.Word) (name string, cut int, ok bool) {
	if eq := strings.IndexByte(w.Text, '='); eq >= 0 {
		return w.Text[:eq], eq + 1, true
	}
	if w.Kind != fact.Literal || w.Glob {
		r.unknownOption(w.Show(), w, 0)
		return "", 0, false
	}
	return w.Text, 0, true
}

// long takes --name, --name=value and, for getopt_long, abbreviations.
func (r *resolver) long(i int, w *fact.Word) int {
	name, cut, ok := r.longName(w)
	if !ok {
		return i + 1
	}
	o := r.lookup(name)
	if o == nil && (r.spec.Parse == GNU || r.spec.Parse == Git || r.spec.Parse == POSIX ||
		r.spec.Parse == Tar) {
		o = r.abbreviated(name)
	}
	if o == nil && r.spec.Parse == Git && cut == 0 && strings.HasPrefix(name, "--no-") {
		if o = r.lookup("--" + name[len("--no-"):]); o != nil {
			r.flag(o, name, -1)
			r.given[len(r.given)-1].off = true
			r.c.Flags[len(r.c.Flags)-1].Name = name
			r.c.Flags[len(r.c.Flags)-1].Names = nil
			return i + 1
		}
	}
	if o == nil {
		r.unknownOption(name, w, cut)
		return i + 1
	}
	return r.take(i, o, name, cut)
}

// abbreviated finds the one option that a long name is the beginning of.
func (r *resolver) abbreviated(name string) *Option {
	var found *Option
	one := func(o *Option) bool {
		for _, n := range o.Names {
			if strings.HasPrefix(n, name) && strings.HasPrefix(n, "--") {
				if found != nil && found.Names[0] != o.Names[0] {
					found = nil
					return false
				}
				found = o
			}
		}
		return true
	}
	if !r.spec.each(one) {
		return nil
	}
	for d := r.depth - 1; d >= 0; d-- {
		if r.up[d].Globals && !r.up[d].each(one) {
			return nil
		}
	}
	return found
}

// take records option o, found at i, whose attached value begins at cut (0: none), and returns the
// next index.
func (r *resolver) take(i int, o *Option, written string, cut int) int {
	w := &r.c.Argv[i]
	switch {
	case cut > 0 && o.Arg == NoArg && o.Role == fact.RoleCommand:
		r.flag(o, written, -1)
		return r.commandOption(i+1, subWord(w, cut))
	case cut > 0 && o.Arg == NoArg:
		if r.spec.Parse != Cobra && r.spec.Parse != GoFlag {
			r.unknownOption(written, w, cut)
			return i + 1
		}
		r.flag(o, written, -1)
		r.switched(w, w.Text[cut:])
	case cut > 0:
		v := subWord(w, cut)
		r.flag(o, written, r.value(o, v))
		if o.Arg == OptionalArg {
			r.switched(w, v.Text)
		}
	case o.Arg == TwoArgs && i+2 < len(r.c.Argv):
		i += 2
		r.doubt = r.doubt || r.c.Argv[i-1].Many
		r.nextWord(o, written, i)
	case o.Arg == RequiredArg && i+1 < len(r.c.Argv):
		i++
		r.nextWord(o, written, i)
	case o.Arg == NoArg && o.Role == fact.RoleCommand:
		r.flag(o, written, -1)
		return r.commandOption(i + 1)
	default:
		r.missing = o.Arg == RequiredArg
		r.flag(o, written, -1)
	}
	return i + 1
}

// switched notes that the value behind the last option may be one with which it is not given:
// --force=false, --dry-run=none.
func (r *resolver) switched(w *fact.Word, value string) {
	g := &r.given[len(r.given)-1]
	g.open = w.Kind != fact.Literal
	switch value {
	case "none", "0", "f", "F", "false", "FALSE", "False":
		g.off = !g.open
	}
}

// commandOption takes the words of an option such as fd --exec, up to a semicolon, as a command to
// which what is found is appended or put in the place of {}. The first of them may be attached to
// the option. It returns the next index.
func (r *resolver) commandOption(i int, attached ...fact.Word) int {
	argv, end := r.c.Argv, i
	for end < len(argv) && !(argv[end].Kind == fact.Literal && argv[end].Text == ";") {
		end++
	}
	if end > i || len(attached) > 0 {
		words := replaced(append(attached, argv[i:end]...), "{}")
		more := true
		for j := range words {
			more = more && !words[j].Origin.Is(fact.MarkOrigin, "{}")
		}
		r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedArgv, Words: words, More: more})
	}
	return min(end+1, len(argv))
}

// nextWord takes the word at i as the argument of option o.
func (r *resolver) nextWord(o *Option, written string, i int) {
	next := &r.c.Argv[i]
	if next.Many {
		r.doubt = true
		r.lost = r.lost || r.spec.Takes
	}
	r.flag(o, written, r.value(o, *next))
}

// value records an option-argument and returns its index in Operands.
func (r *resolver) value(o *Option, w fact.Word) int {
	r.c.Operands = append(r.c.Operands, fact.Operand{Word: w, Role: o.Role, Flag: o.Names[0]})
	at := len(r.c.Operands) - 1
	if o.Is&AtFile != 0 {
		r.atFile(o, &w)
	}
	if o.Is&(OnlyWord|Pair|List) != 0 || o.Passes != "" {
		r.argument(o, at)
	}
	return at
}

// atFile adds the file that an option-argument such as @FILE or name=@FILE names.
func (r *resolver) atFile(o *Option, w *fact.Word) {
	cut := strings.IndexByte(w.Text, '=') + 1
	if len(w.Text) > 0 && w.Text[0] == '@' {
		cut = 0
	}
	if cut < len(w.Text) && (w.Text[cut] == '@' || w.Text[cut] == '<' && cut > 0) {
		r.c.Operands = append(r.c.Operands, fact.Operand{Word: subWord(w, cut+1), Role: fact.RoleRead,
			Flag: o.Names[0]})
	}
}

// flag records an option.
func (r *resolver) flag(o *Option, written string, value int) {
	r.c.Flags = append(r.c.Flags, fact.Flag{Name: o.Names[0], Written: written, Value: value,
		Known: true, Names: o.Names})
	r.given = append(r.given, given{opt: o})
	if o.Is&Last != 0 {
		r.ended = true
	}
}

// unknownOption records an option that the spec does not have. What is attached to it with = may be
// a path.
func (r *resolver) unknownOption(name string, w *fact.Word, cut int) {
	v := -1
	if cut > 0 {
		v = len(r.c.Operands)
		r.c.Operands = append(r.c.Operands, fact.Operand{Word: subWord(w, cut), Role: fact.RoleAny,
			Flag: name})
	}
	r.c.Flags = append(r.c.Flags, fact.Flag{Name: name, Written: name, Value: v})
	r.given = append(r.given, given{})
	if r.stray == "" {
		r.stray = name
	}
	r.strange = r.strange || !r.noSub // behind a word that may be any program they are options of that
	r.bare = r.bare || cut == 0
}

// cluster takes combined short options: -rf, -n5, -ofile.
func (r *resolver) cluster(i int, w *fact.Word) int {
	text := w.Text
	for j := 1; j < len(text); j++ {
		if n := digits(text[j:]); n > 0 {
			if o := r.lookup("-NUM"); o != nil {
				r.flag(o, "-"+text[j:j+n], -1)
				j += n - 1
				continue
			}
		}
		o, name := r.short(text[j])
		if o == nil {
			r.unknownOption("-"+text[j:j+1], w, 0)
			continue
		}
		if o.Role == fact.RoleCommand && o.Arg == NoArg {
			r.flag(o, name, -1)
			switch {
			case j+1 == len(text) && w.Kind == fact.Literal:
				return r.commandOption(i + 1)
			case j+1 < len(text) && text[j+1] == '=': // fd's parser of options takes -x=rm, too
				j++
			}
			return r.commandOption(i+1, subWord(w, j+1))
		}
		attached := j+1 < len(text) || w.Kind != fact.Literal
		switch {
		case o.Arg == NoArg:
			r.flag(o, name, -1)
			continue
		case attached:
			cut := j + 1
			if r.spec.Parse == Cobra && cut < len(text) && text[cut] == '=' {
				cut++
			}
			r.flag(o, name, r.value(o, subWord(w, cut)))
			return i + 1
		case o.Arg == RequiredArg && i+1 < len(r.c.Argv):
			r.nextWord(o, name, i+1)
			return i + 2
		}
		r.flag(o, name, -1)
	}
	if w.Kind != fact.Literal || w.Glob {
		r.unknownOption(w.Show(), w, 0)
	}
	return i + 1
}

// digits is the number of decimal digits that s begins with.
func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// short finds a one-letter option and its spelling.
func (r *resolver) short(ch byte) (*Option, string) {
	if o := r.lookup(string([]byte{'-', ch})); o != nil {
		for _, n := range o.Names {
			if len(n) == 2 && n[1] == ch {
				return o, n
			}
		}
	}
	return nil, ""
}

// scanTar takes a first word without a dash as a cluster whose arguments are the words that follow,
// in order.
func (r *resolver) scanTar() {
	argv := r.c.Argv
	if len(argv) < 2 || !argv[1].Known() || argv[1].Text == "" || argv[1].Text[0] == '-' {
		r.scanFrom(1)
		return
	}
	next, text := 2, argv[1].Text
	for j := 0; j < len(text); j++ {
		o, name := r.short(text[j])
		switch {
		case o == nil:
			r.unknownOption("-"+text[j:j+1], &argv[1], 0)
		case o.Arg == RequiredArg && next < len(argv):
			r.nextWord(o, name, next)
			next++
		default:
			r.flag(o, name, -1)
		}
	}
	r.scanFrom(next)
}
