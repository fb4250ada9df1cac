package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// programFinder finds the programs that a command would run, and what the code in its words does.
type programFinder struct {
	l      *line
	out    *findings
	pure   bool // its code is known to do nothing but print
	unread bool // not all of its code is understood
}

// shellText adds shell text. Unknown text is an unknown program.
func (f *programFinder) shellText(w fact.Word, state bool) {
	if w.Kind == fact.Partial && w.Origin.Kind == fact.JobOrigin && !w.Many {
		w = fact.Lit(w.Text + "$!" + w.Suffix) // trap "kill $!" EXIT: another one started is one, too
	}
	if !w.Known() {
		f.out.nested = append(f.out.nested, fact.Nested{Kind: fact.NestedUnknown,
			Words: []fact.Word{w}})
		f.out.dynamicPayload(w.Show())
		// the commands before the unknown part
		if end := strings.LastIndexAny(w.Text, ";&\n"); end > 0 {
			w = fact.Lit(w.Text[:end])
			f.out.nest(fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{w}, Lang: "sh",
				State: state, Clear: !state})
		}
		return
	}
	f.out.nest(fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{w}, Lang: "sh", State: state,
		Clear: !state})
}

// scriptFile adds a file that is executed.
func (f *programFinder) scriptFile(o *fact.Operand) {
	if !o.Word.Known() {
		f.out.nested = append(f.out.nested, fact.Nested{Kind: fact.NestedUnknown,
			Words: []fact.Word{o.Word}, Lang: f.l.spec.Lang})
		f.out.dynamicPayload(o.Word.Show())
		if !strings.HasPrefix(o.Word.Written, "<(") {
			return
		}
		// What a process substitution prints may be known to the shell's reader.
	}
	f.out.nest(fact.Nested{Kind: fact.NestedFile, Words: []fact.Word{o.Word}, Lang: f.l.spec.Lang})
}

// readStdin hands the text on standard input to use. An unknown input is an unknown program.
func (f *programFinder) readStdin(use func(fact.Word)) {
	switch f.l.c.Stdin.Kind {
	case fact.StdinText:
		use(f.l.c.Stdin.Text)
	case fact.StdinPipe, fact.StdinFile:
		f.out.nested = append(f.out.nested, fact.Nested{Kind: fact.NestedUnknown, Lang: f.l.spec.Lang})
		f.out.dynamicPayload("standard input")
	}
}

// pipedText adds shell text that is known, to which the command writes: the pages of a pager, the
// content of an archive.
func (f *programFinder) pipedText(w fact.Word) {
	words := []fact.Word{w}
	f.out.nest(fact.Nested{Kind: fact.NestedShell, Words: words, Lang: "sh", Clear: true, Piped: true})
}

// textWithArgs adds shell text to which the command appends unknown arguments, as git and many
// others do: sh -c 'TEXT "$@"' TEXT ARGUMENT...
func (f *programFinder) textWithArgs(text string, args ...fact.Word) {
	if strings.TrimSpace(text) == "" {
		return
	}
	if len(args) == 0 {
		args = []fact.Word{{Kind: fact.Partial, Many: true}}
	}
	w := fact.Lit(text + ` "$@"`)
	words := []fact.Word{w}
	f.out.nest(fact.Nested{Kind: fact.NestedShell, Words: words, Lang: "sh", Clear: true, Piped: true,
		Args: append([]fact.Word{fact.Lit(text)}, args...)})
}

// programName adds a program that runs with unknown arguments. It reports whether nothing else can
// run: a name with blanks may be one file or several words.
func (f *programFinder) programName(name string) bool {
	if name == "" {
		return true
	}
	if !plainWords(name) || strings.Contains(name, " ") {
		f.scriptText(name)
		return false
	}
	f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: []fact.Word{fact.Lit(name)}, More: true})
	return true
}

// programWords adds a program with its arguments in one word. It reports whether nothing else can
// run: programs divide a text by rules of their own if it has more than words and blanks. o is the
// option that names the program, or nil.
func (f *programFinder) programWords(text string, o *Option) bool {
	if !plainWords(text) {
		f.scriptText(text)
		return false
	}
	words := splitBlanks(text)
	if len(words) == 0 {
		return true
	}
	n := fact.Nested{Kind: fact.NestedArgv, Words: words, More: true}
	if o == nil || o.Is&Piped == 0 {
		f.out.nest(n)
		return true
	}
	n.More, n.Piped = false, true
	f.out.nest(n)
	if o.Also != "" {
		n.Words = append(words[:len(words):len(words)], fact.Lit(o.Also))
		f.out.nest(n)
	}
	return true
}

// scriptText adds shell text that a text in another language runs.
func (f *programFinder) scriptText(text string) {
	if strings.TrimSpace(text) != "" {
		w := []fact.Word{fact.Lit(text)}
		f.out.nest(fact.Nested{Kind: fact.NestedShell, Words: w, Lang: "sh", Clear: true})
	}
}

// programOperand nests what an operand or option-argument says is run. Unknown parts of it stay
// unknown.
func (f *programFinder) programOperand(op int) {
	o := &f.l.operands[op]
	g := f.l.givenWith(op)
	switch {
	case g == nil || g.opt.Is&Code == 0 && o.Role == fact.RoleShell && g.opt.Is&More == 0:
		f.shellText(o.Word, g != nil && g.opt.Is&InThisShell != 0)
	case !o.Word.Known():
		f.shellText(o.Word, false)
	case o.Role == fact.RoleShell && g.opt.Is&More == 0:
		f.pipedText(o.Word)
		g.seen = true
	case o.Role == fact.RoleShell && g.opt.Mark != "":
		text := strings.ReplaceAll(o.Word.Text, "%", "%%")
		text, ok := unknownTokens(strings.ReplaceAll(text, g.opt.Mark, "%a"))
		f.textWithArgs(text)
		g.seen = ok
	case o.Role == fact.RoleShell:
		f.textWithArgs(o.Word.Text)
		g.seen = true
	case o.Role == fact.RoleProgram:
		g.seen = f.programName(o.Word.Text)
	default:
		g.seen = f.programWords(o.Word.Text, g.opt)
	}
}

// payloadWords returns the payload as written, from the first assignment or command word on.
func (f *programFinder) payloadWords() []fact.Word {
	if f.l.payloadAt > 0 && f.l.payloadAt < len(f.l.c.Argv) {
		return f.l.c.Argv[f.l.payloadAt:]
	}
	return nil
}

// payloadRole is the role of the operand where the payload begins.
func (f *programFinder) payloadRole() fact.Role {
	return f.l.slotAt(len(f.l.args), &f.l.c.Argv[f.l.payloadAt])
}
