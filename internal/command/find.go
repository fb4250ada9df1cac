package command

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/glob"
)

// scanFind reads find's options, its starting points and its expression (findutils manual, find
// invocation).
func (r *resolver) scanFind() {
	argv := r.c.Argv
	i := 1
	for i < len(argv) {
		w := &argv[i]
		r.note(w, false)
		if !looksLikeOption(w) && !findStop(w) {
			r.push(i, fact.RoleNone)
			i++
			continue
		}
		if o := r.lookup(w.Text); o != nil && o.Is&Last == 0 && len(w.Text) == 2 &&
			w.Kind == fact.Literal && len(r.args) == 0 {
			i = r.take(i, o, o.Names[0], 0)
			continue
		}
		break
	}
	for i < len(argv) {
		i = r.predicate(i)
	}
}

// findStop reports whether a word that is no option ends the starting points.
func findStop(w *fact.Word) bool {
	return w.Kind == fact.Literal && (w.Text == "(" || w.Text == ")" || w.Text == "!" || w.Text == ",")
}

// predicate takes one part of the expression and returns the next index.
func (r *resolver) predicate(i int) int {
	w := &r.c.Argv[i]
	if findStop(w) {
		r.bracket(w.Text)
		return i + 1
	}
	not := r.not
	r.not = max(0, not) // of a single test no more than this one
	if w.Kind != fact.Literal || w.Many {
		r.doubt, r.lost = true, true
		return i + 1
	}
	o := r.lookup(w.Text)
	if o == nil && strings.HasPrefix(w.Text, "-newer") && len(w.Text) == len("-newerXY") {
		o = r.lookup("-newer")
	}
	switch {
	case o == nil && len(w.Text) == 3 && w.Text[:2] == "-O":
		return i + 1
	case o == nil && !looksLikeOption(w):
		r.push(i, fact.RoleNone) // find reports an error: paths must precede the expression
		return i + 1
	case o == nil:
		r.unknownOption(w.Text, w, 0)
		return i + 1
	case o.Role == fact.RoleCommand:
		return r.findExec(i, o)
	case w.Text == "-o" || w.Text == "-or":
		r.prunes()
		r.alt++
		return i + 1
	case w.Text == "-not":
		r.bracket("!")
		return i + 1
	}
	next := r.take(i, o, w.Text, 0)
	g := &r.given[len(r.given)-1]
	g.alt, g.not, g.deep = r.alt, not != 0, r.brackets > 0
	if w.Text == "-fprintf" {
		next++ // the format
	}
	return next
}

// bracket notes which tests are negated: the next one, or all in the brackets that follow.
func (r *resolver) bracket(text string) {
	switch text {
	case "!":
		if r.not == 0 {
			r.not = -1
		} else {
			r.not, r.tangled = 0, true // twice: not followed further
		}
	case ",":
		r.alt++
	case "(":
		r.brackets++
		if r.not < 0 {
			r.not = 1
		} else if r.not > 0 {
			r.not++
		}
	case ")":
		r.brackets = max(0, r.brackets-1)
		r.not = max(0, r.not-1)
	}
}

// prunes marks the tests of an alternative that ends in -prune and does nothing: what passes
// them is left out. With an action, or in brackets that an action follows, it is not.
func (r *resolver) prunes() {
	pruned := false
	from := len(r.given)
	for ; from > 0 && r.given[from-1].alt == r.alt; from-- {
		g := &r.given[from-1]
		if g.opt == nil || g.deep || acts(g.opt.Names[0]) {
			return
		}
		pruned = pruned || g.opt.Names[0] == "-prune" && !g.not
	}
	for k := from; pruned && k < len(r.given); k++ {
		r.given[k].not, r.given[k].out = true, true
	}
}

// acts reports whether a word of find's expression does something with what is found.
func acts(name string) bool {
	switch name {
	case "-delete", "-exec", "-execdir", "-ok", "-okdir", "-print", "-print0", "-printf", "-ls",
		"-fls", "-fprint", "-fprint0", "-fprintf", "-quit":
		return true
	}
	return false
}

// mayEndExec reports whether a word that is not known may end a command. Find then refuses the
// words behind it, of which the semicolon that was to end the command is one too many, unless one
// of them begins another command.
func mayEndExec(w *fact.Word) bool {
	return w.Kind != fact.Literal && (w.CouldBe(";") != fact.No || w.CouldBe("+") != fact.No)
}

// runsMore reports whether a word may be an option that runs a command.
func runsMore(w *fact.Word) bool {
	for _, name := range [...]string{"-exec", "-execdir", "-ok", "-okdir"} {
		if w.CouldBe(name) != fact.No {
			return true
		}
	}
	return false
}

// findExec takes -exec COMMAND ; or -exec COMMAND {} + and returns the next index.
func (r *resolver) findExec(i int, o *Option) int {
	argv := r.c.Argv
	written := argv[i].Text
	end, ended := i+1, false
	for end < len(argv) {
		w := &argv[end]
		if w.Many || ended && runsMore(w) {
			r.lost = true
		}
		ended = ended || mayEndExec(w)
		if w.Kind == fact.Literal && (w.Text == ";" || w.Text == "+" && end > i+1 &&
			argv[end-1].Text == "{}") {
			break
		}
		end++
	}
	r.flag(o, written, len(r.c.Operands))
	r.given[len(r.given)-1].alt = r.alt
	r.c.Operands = append(r.c.Operands, fact.Operand{Word: joinWords(argv[i+1 : end]),
		Role: fact.RoleNone, Flag: o.Names[0]})
	if end > i+1 {
		n := fact.Nested{Kind: fact.NestedArgv, Words: argv[i+1 : end], More: end < len(argv) &&
			argv[end].Text == "+"}
		if o.Names[0] == "-execdir" || o.Names[0] == "-okdir" {
			// The directory of what is found: any below the starting points, or the one that holds them.
			n.Dir = fact.Unknown("{}/..")
		}
		r.c.Nested = append(r.c.Nested, n)
	}
	return min(end+1, len(argv))
}

// findDone completes the nested commands with the files that {} stands for and adds the effect of
// -delete. It runs after the whole expression is known, since a later test may spare the starting
// points. A command of -execdir gets a name behind ./ in a directory that is not known; that it
// acts on what is found below the starting points is said by a second one.
func (r *resolver) findDone() {
	all, room := r.reached(), maxFoundWords
	var done []fact.Nested
	for _, n := range r.c.Nested {
		if n.Kind != fact.NestedArgv {
			done = append(done, n)
			continue
		}
		plus, words := n.More, n.Words
		n.More = false
		if room -= len(all); room < 0 {
			all = []fact.Word{fact.Unknown("{}")}
		}
		if n.Dir.Kind == fact.Partial {
			n.Words = r.found(words,
				[]fact.Word{{Kind: fact.Partial, Text: "./", Many: plus, Written: "{}"}})
			done = append(done, n)
			n.Dir = fact.Word{}
		}
		if plus || len(all) > maxFound || !strings.Contains(joinWords(words).Text, "{}") {
			n.Words = r.found(words, all)
			done = append(done, n)
			continue
		}
		for k := range all { // each file has a command of its own
			n.Words = r.found(words, all[k:k+1])
			done = append(done, n)
		}
	}
	r.c.Nested = done
}

// maxFoundWords bounds the files of all commands together; those that are left get a name that is
// not known.
const maxFoundWords = 4096

// maxFound is the number of entries up to which each of them gets a command.
const maxFound = 8

// found returns the words of a nested command with {} replaced.
func (r *resolver) found(words, by []fact.Word) []fact.Word {
	out := make([]fact.Word, 0, len(words)+len(by))
	for i := range words {
		switch {
		case !strings.Contains(words[i].Text, "{}"):
			out = append(out, words[i])
		case words[i].Text == "{}" && words[i].Kind == fact.Literal && i > 0:
			out = append(out, by...)
		default:
			out = append(out, spliced(words[i], "{}"))
		}
	}
	return out
}

// shallow reports whether nothing but the starting points can be found.
func (r *resolver) shallow() bool {
	for i := range r.c.Flags {
		if f := &r.c.Flags[i]; f.Name == "-maxdepth" && f.Value >= 0 {
			v := &r.c.Operands[f.Value].Word
			return v.IsLiteral() && v.Text == "0"
		}
	}
	return false
}

// entries are the files that find can find, as patterns below its starting points, or these
// themselves where no test spares them.
func (r *resolver) entries() []fact.Word {
	if r.has([]string{"-files0-from"}) {
		return []fact.Word{fact.Unknown("{}")}
	}
	out := make([]fact.Word, 0, len(r.args)+1)
	if r.has([]string{"-L", "-follow"}) {
		out = append(out, fact.Unknown("{}")) // links may lead anywhere
	}
	var buf [maxNamesFound]string
	names := r.onlyNames(buf[:0])
	for i := range max(1, len(r.args)) {
		out = r.below(out, r.root(i), names)
	}
	return out
}

// root is one of the starting points.
func (r *resolver) root(i int) fact.Word {
	if len(r.args) == 0 {
		return fact.Lit(".")
	}
	return r.c.Operands[r.args[i].op].Word
}

// below adds what find can find from a starting point on.
func (r *resolver) below(out []fact.Word, root fact.Word, names []string) []fact.Word {
	switch {
	case !root.IsLiteral():
		return append(out, fact.Word{Kind: fact.Partial, Text: root.Text, Written: "{}"})
	case !r.spares(&root):
		return append(out, fact.Word{Text: root.Text, Glob: root.Glob, Written: "{}"})
	}
	return trees(out, &root, names)
}

// trees adds what find can find below a starting point: all, or the files of these names.
func trees(out []fact.Word, root *fact.Word, names []string) []fact.Word {
	dir := strings.TrimSuffix(root.Text, "/")
	if len(names) == 0 {
		return append(out, fact.Word{Text: dir + "/**", Glob: true, Written: "{}"})
	}
	for _, name := range names {
		out = append(out, fact.Word{Text: dir + "/**/" + name, Glob: true, Written: "{}"})
	}
	return out
}

// maxNamesFound bounds the names of one expression that are followed.
const maxNamesFound = 8

// onlyNames adds patterns of -name of which whatever is found matches one; none where it need not.
// An expression is a list of alternatives, in which brackets make no difference: what passes passes
// all tests of one of the pieces between two -o.
func (r *resolver) onlyNames(names []string) []string {
	if r.tangled || r.lost || r.alt >= maxNamesFound {
		return nil
	}
	var buf [maxNamesFound]bool
	named := buf[:r.alt+1]
	for i := range r.c.Flags {
		f, g := &r.c.Flags[i], &r.given[i]
		switch {
		case g.out:
			named[g.alt] = true
		case f.Name != "-name" || f.Value < 0 || g.not || named[g.alt]:
		default:
			if v := &r.c.Operands[f.Value].Word; v.IsLiteral() && !strings.Contains(v.Text, "/") {
				names, named[g.alt] = append(names, v.Text), true
			}
		}
	}
	for _, ok := range named {
		if !ok {
			return nil
		}
	}
	return names
}

// spares reports whether a starting point itself can never be found, since every alternative of the
// expression has a test that it fails, which is not negated. -mindepth is no test.
func (r *resolver) spares(root *fact.Word) bool {
	var buf [16]bool
	spared := buf[:0]
	for i := 0; i <= int(min(r.alt, 1000)); i++ {
		spared = append(spared, false)
	}
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		if g := &r.given[i]; g.out && int(g.alt) < len(spared) {
			spared[g.alt] = true
		}
		if f.Value < 0 || r.given[i].opt == nil {
			continue
		}
		v := &r.c.Operands[f.Value].Word
		switch {
		case !v.IsLiteral():
		case f.Name == "-mindepth":
			if v.Text != "0" {
				return true
			}
		case !r.given[i].not && failsTest(f.Name, v.Text, root) && int(r.given[i].alt) < len(spared):
			spared[r.given[i].alt] = true
		}
	}
	for _, ok := range spared {
		if !ok {
			return false
		}
	}
	return !r.tangled && int(r.alt) < len(spared)
}

// failsTest reports whether a starting point, a directory, cannot pass a test of find.
func failsTest(test, value string, root *fact.Word) bool {
	switch test {
	case "-type":
		return !strings.Contains(value, "d")
	case "-name", "-iname":
		return !root.Glob && !wildcard(strings.ToLower(value), strings.ToLower(path.Base(root.Text)))
	case "-path", "-ipath":
		return !root.Glob && !wildcard(strings.ToLower(value), strings.ToLower(root.Text))
	}
	return false
}

// wildcard is a shell pattern in which * also crosses slashes. What begins with a bracket expression
// or a quoted character may be anything, so that it never reports a difference that is not there.
func wildcard(pattern, s string) bool {
	if i := strings.IndexAny(pattern, `[\`); i >= 0 {
		pattern = pattern[:i] + "*"
	}
	return glob.Match(pattern, s)
}

// findEffects adds what -delete removes.
func (r *resolver) findEffects() {
	if !r.has([]string{"-delete"}) {
		return
	}
	for _, w := range r.entries() {
		o := fact.Operand{Word: w, Role: fact.RoleDelete, IsPath: true, Path: r.path(r.c.Dirs, &w)}
		o.Path.Entry = r.entry(&o)
		r.pathEffect(fact.Delete, &o, true)
	}
}
