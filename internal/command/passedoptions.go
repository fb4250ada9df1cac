package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// passValue reads an argument as the options of another command: ld gets -Map and FILE of
// -Wl,-Map,FILE.
func (p *parser) passValue(o *Option, w *fact.Word) {
	if o.Passes == "*" {
		return // see passModule
	}
	argv, ok := passed(o.Passes, w)
	if !ok {
		p.distrust(o.Names[0])
		return
	}
	p.passArgv(o.Names[0], argv)
}

// passWords reads words as the arguments of another command.
func (p *parser) passWords(names, flag string, words []fact.Word) {
	var argv []fact.Word
	for name := range strings.FieldsSeq(names) {
		argv = append(argv, fact.Lit(name))
	}
	p.passArgv(flag, append(argv, words...))
}

// moduleFlag is the option that names a program of the interpreter.
const moduleFlag = "-m"

// passArgv adds to this command what another one would read and write. Where that has an option of
// which nothing is known, so has this one.
//
// It reports whether the other one is known to run nothing.
func (p *parser) passArgv(flag string, argv []fact.Word) (tame bool) {
	if p.l.in.within == maxPassing {
		p.distrust(flag)
		return false
	}
	x, c := p.resolveOther(argv)
	doubts := &x.line.doubts
	doubtful := c.UnknownOption || c.RunsUnseenCode || doubts.noValue || doubts.operand ||
		len(x.out.hazards) > 0
	switch {
	case x.line.spec == nil:
	case doubtful || len(x.out.nested) > 0 && flag != moduleFlag:
		p.distrust(flag)
	case x.line.spec.Lang == p.l.spec.Lang: // python -m timeit CODE
		p.out.nested = append(p.out.nested, x.out.nested...)
	}
	for _, op := range x.line.operands {
		if op.Role != fact.RoleNone && op.Role != fact.RoleAny && op.Role != fact.RoleCode {
			op.Flag, op.IsPath = flag, false
			p.l.operands = append(p.l.operands, op)
		}
	}
	p.l.doubts.addOdd(doubts.odd)
	p.l.doubts.bare = p.l.doubts.bare || doubts.bare
	return x.line.spec != nil && !c.RunsUnseenCode && len(x.out.nested) == 0 &&
		!x.out.hasEffect(fact.Exec)
}

// resolveOther resolves words as a command within this one.
func (p *parser) resolveOther(argv []fact.Word) (*Resolver, *fact.Command) {
	x := &Resolver{Specs: p.l.in.specs, Input: *p.l.in.Input, within: p.l.in.within + 1}
	return x, x.try(Words{Argv: argv, Dirs: p.l.c.Dirs, Text: p.l.c.Text})
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

// quoted adds the parts of a text between its blanks, as the go command divides them. A part may
// stand in quotes, and what follows the second quote is another part. Quotes inside a part mean
// nothing. An unknown piece of the text must be words within a part.
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
