package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// scanFind reads find's options, its starting points and its expression (findutils manual, find
// invocation).
func scanFind(p *parser) {
	argv := p.l.c.Argv
	i := 1
	for i < len(argv) {
		w := &argv[i]
		p.noteDoubt(w, false)
		if !looksLikeOption(w) && !beginsExpr(w) {
			p.addOperand(i, fact.RoleNone)
			i++
			continue
		}
		if o := p.l.lookup(w.Text); o != nil && o.Is&Last == 0 && len(w.Text) == 2 &&
			w.Kind == fact.Literal && len(p.l.args) == 0 {
			i = p.takeOption(i, o, o.Names[0], 0)
			continue
		}
		break
	}
	for i < len(argv) {
		i = findPredicate(p, i)
	}
}

// beginsExpr reports whether a word without a dash begins the expression of find.
func beginsExpr(w *fact.Word) bool {
	return w.Kind == fact.Literal && (w.Text == "(" || w.Text == ")" || w.Text == "!" || w.Text == ",")
}

// findPredicate takes one part of the expression and returns the next index.
func findPredicate(p *parser, i int) int {
	w := &p.l.c.Argv[i]
	if beginsExpr(w) {
		p.l.find.bracket(w.Text)
		return i + 1
	}
	not := p.l.find.not
	p.l.find.not = max(0, not) // a negation before a test ends with it
	if w.Kind != fact.Literal || w.Many {
		p.l.doubts.option, p.l.doubts.payload = true, true
		return i + 1
	}
	o := p.l.lookup(w.Text)
	if o == nil && strings.HasPrefix(w.Text, "-newer") && len(w.Text) == len("-newerXY") {
		o = p.l.lookup("-newer")
	}
	switch {
	case o == nil && len(w.Text) == 3 && w.Text[:2] == "-O":
		return i + 1
	case o == nil && !looksLikeOption(w):
		p.addOperand(i, fact.RoleNone) // find reports an error: paths must precede the expression
		return i + 1
	case o == nil:
		p.unknownOption(w.Text, w, 0)
		return i + 1
	case o.Role == fact.RoleCommand:
		return findExec(p, i, o)
	case w.Text == "-o" || w.Text == "-or":
		p.l.find.markPruned()
		p.l.find.alt++
		return i + 1
	case w.Text == "-not":
		p.l.find.bracket("!")
		return i + 1
	}
	next := p.takeOption(i, o, w.Text, 0)
	g := &p.l.given[len(p.l.given)-1]
	g.test.alt, g.test.not, g.test.deep = p.l.find.alt, not != 0, p.l.find.brackets > 0
	if w.Text == "-fprintf" {
		next++ // the format
	}
	return next
}

// bracket notes which tests are negated: the next one, or all in the brackets that follow.
func (x *findExpr) bracket(text string) {
	switch text {
	case "!":
		if x.not == 0 {
			x.not = -1
		} else {
			x.not, x.tangled = 0, true // twice: not followed further
		}
	case ",":
		x.alt++
	case "(":
		x.brackets++
		if x.not < 0 {
			x.not = 1
		} else if x.not > 0 {
			x.not++
		}
	case ")":
		x.brackets = max(0, x.brackets-1)
		x.not = max(0, x.not-1)
	}
}

// markPruned marks the tests of an alternative that has -prune and no action: find leaves out what
// passes them. Alternatives in brackets are not marked, since an action may follow.
func (x *findExpr) markPruned() {
	pruned := false
	from := len(x.l.given)
	for ; from > 0 && x.l.given[from-1].test.alt == x.alt; from-- {
		g := &x.l.given[from-1]
		if g.opt == nil || g.test.deep || acts(g.opt.Names[0]) {
			return
		}
		pruned = pruned || g.opt.Names[0] == "-prune" && !g.test.not
	}
	for k := from; pruned && k < len(x.l.given); k++ {
		x.l.given[k].test.not, x.l.given[k].test.out = true, true
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

// mayEndExec reports whether an unknown word may end a command. If it does, find refuses the
// semicolon that was to end the command, unless a word before that begins another command.
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
func findExec(p *parser, i int, o *Option) int {
	argv := p.l.c.Argv
	written := argv[i].Text
	end, ended := i+1, false
	for end < len(argv) {
		w := &argv[end]
		if w.Many || ended && runsMore(w) {
			p.l.doubts.payload = true
		}
		ended = ended || mayEndExec(w)
		if w.Kind == fact.Literal && (w.Text == ";" || w.Text == "+" && end > i+1 &&
			argv[end-1].Text == "{}") {
			break
		}
		end++
	}
	p.addFlag(o, written, len(p.l.operands))
	p.l.given[len(p.l.given)-1].test.alt = p.l.find.alt
	p.l.operands = append(p.l.operands, fact.Operand{Word: joinWords(argv[i+1 : end]),
		Role: fact.RoleNone, Flag: o.Names[0]})
	if end > i+1 {
		n := fact.Nested{Kind: fact.NestedArgv, Words: argv[i+1 : end], More: end < len(argv) &&
			argv[end].Text == "+"}
		if o.Names[0] == "-execdir" || o.Names[0] == "-okdir" {
			// It runs in the directory of what is found: below a starting point, or one that holds it.
			n.Dir = fact.Unknown("{}/..")
		}
		p.out.nested = append(p.out.nested, n)
	}
	return min(end+1, len(argv))
}
