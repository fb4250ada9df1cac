package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// payload finds the programs that the command would run.
func (r *resolver) payload() {
	switch r.spec.Run {
	case RunShell:
		r.shell()
	case RunEval:
		r.eval()
	case RunSource:
		r.source()
	case RunTrap:
		r.trap()
	case RunXargs:
		r.xargs()
	case RunEnv:
		r.env()
	case RunParallel:
		r.parallel()
	case RunPwsh:
		r.byRoles()
		r.pwshStdin()
	default:
		r.byRoles()
	}
	r.settings()
	r.optionTexts()
	r.input()
	r.makefile()
	if r.c.Name == "git" {
		r.gitRuns()
	}
	if r.spec.Run == RunFound {
		r.foundRuns()
	}
	if r.spec.Parse == Find {
		r.findDone()
	}
	if r.spec.Run == RunCode {
		r.codeOnStdin()
	}
	if r.spec.Takes || r.spec.Run == RunShell || r.spec.Run == RunCode && r.bare ||
		r.spec.Parse == Find && r.lost {
		r.uncertain()
	}
}

// uncertain reports a wrapper whose payload cannot be found for sure.
func (r *resolver) uncertain() {
	for i := range r.c.Nested {
		if r.c.Nested[i].Kind == fact.NestedUnknown {
			return // said already
		}
	}
	switch {
	case r.stray != "":
		r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedUnknown})
		r.hazard(hazards.UnknownOption, r.stray,
			"fencepost does not know the option "+r.stray+", so it cannot tell what code runs")
	case r.lost:
		r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedUnknown})
		r.dynamicPayload(r.c.Text)
	}
}

func (r *resolver) dynamicPayload(text string) {
	r.hazard(hazards.DynamicPayload, text, "it runs code that fencepost cannot see")
}

// nest adds a nested program with what the wrapper sets for it.
func (r *resolver) nest(n fact.Nested) {
	n.Remote = n.Remote || r.spec.Remote
	n.Clear = n.Clear || n.Remote
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		switch {
		case o.Role == fact.RoleAssign:
			n.Assigns = append(n.Assigns, assignment(&o.Word))
		case o.Role == fact.RoleDir && o.Flag != "":
			n.Dir = o.Word
		}
	}
	r.c.Nested = append(r.c.Nested, n)
}

func assignment(w *fact.Word) fact.Assign {
	name, _, _ := strings.Cut(w.Text, "=")
	return fact.Assign{Name: name, Value: subWord(w, min(len(w.Text), len(name)+1))}
}

// byRoles takes the payload and the operands that are shell text, code or a script.
func (r *resolver) byRoles() {
	c := r.c
	r.markedCode()
	if r.at > 0 {
		if r.payloadRole() == fact.RoleShell {
			r.text(joinWords(c.Argv[r.at:]), false)
		} else {
			words := c.Argv[r.at:]
			if r.spec.Dashes && len(words) > 1 && words[1].IsLiteral() && words[1].Text == "--" {
				words = append([]fact.Word{words[0]}, words[2:]...)
			}
			if r.spec.Mark != "" {
				words = replaced(words, r.spec.Mark)
			}
			r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
		}
	}
	for i := range c.Operands {
		o := &c.Operands[i]
		switch o.Role {
		case fact.RoleShell, fact.RoleProgram, fact.RoleWords:
			r.program(i)
		case fact.RoleCode:
			r.codeOperand(i)
		case fact.RoleScript:
			if !o.IsPath {
				continue // "-": standard input
			}
			r.file(o)
		case fact.RoleText:
			if !r.harmless() {
				r.text(r.shortened(o.Word), false)
			}
		case fact.RoleStarts:
			r.starts(i)
		case fact.RoleCommand:
			// An option whose argument is a program with its arguments in one word.
			r.text(o.Word, false)
		}
	}
	r.shellArgs()
}

// shortened writes in full what stands for a script behind one of the proxies: npm:lint is npm run
// lint. A pattern stays what it is.
func (r *resolver) shortened(w fact.Word) fact.Word {
	manager, script, ok := strings.Cut(w.Text, ":")
	if !ok || !w.IsLiteral() || !slices.Contains(r.spec.Proxies, manager) || !plainWords(script) {
		return w
	}
	return fact.Lit(manager + " run " + script)
}

// payloadRole is the role of the operand where the payload begins.
func (r *resolver) payloadRole() fact.Role {
	return r.slotAt(len(r.args), &r.c.Argv[r.at])
}

// text adds shell text. Text that is not known is a program that is not known.
func (r *resolver) text(w fact.Word, state bool) {
	if w.Kind == fact.Partial && w.Origin.Kind == fact.JobOrigin && !w.Many {
		w = fact.Lit(w.Text + "$!" + w.Suffix) // trap "kill $!" EXIT: another one started is one, too
	}
	if !w.Known() {
		r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedUnknown,
			Words: []fact.Word{w}})
		r.dynamicPayload(w.Show())
		// the commands before what is not known
		if end := strings.LastIndexAny(w.Text, ";&\n"); end > 0 {
			w = fact.Lit(w.Text[:end])
			r.nest(fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{w}, Lang: "sh",
				State: state, Clear: !state})
		}
		return
	}
	r.nest(fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{w}, Lang: "sh", State: state,
		Clear: !state})
}

// file adds a file that is executed.
func (r *resolver) file(o *fact.Operand) {
	if !o.Word.Known() {
		r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedUnknown,
			Words: []fact.Word{o.Word}, Lang: r.spec.Lang})
		r.dynamicPayload(o.Word.Show())
		if !strings.HasPrefix(o.Word.Written, "<(") {
			return
		}
		// What a process substitution prints may be known to the shell's reader.
	}
	r.nest(fact.Nested{Kind: fact.NestedFile, Words: []fact.Word{o.Word}, Lang: r.spec.Lang})
}

// codeOnStdin takes the code of an interpreter that was given neither code nor a file.
func (r *resolver) codeOnStdin() {
	c, named := r.c, false
	for i := range r.given {
		o := r.given[i].opt
		if o != nil && o.Is&Stdin != 0 {
			r.stdin(func(w fact.Word) { r.code(w) })
			return
		}
		if o != nil && o.Passes == "*" {
			named = true
		}
	}
	if named {
		return // python -m json.tool reads it as data
	}
	if len(c.Nested) > 0 || r.pure || r.harmless() {
		return
	}
	dash := false // "-" stands for standard input: what follows it are arguments of the code
	for i := range c.Operands {
		switch o := &c.Operands[i]; {
		case o.Flag != "" || dash:
		case o.Role == fact.RoleScript && !o.IsPath:
			dash = true
		default:
			return
		}
	}
	if does, _ := r.does(); does&DoesExec != 0 {
		return // a module or a task is named by an option
	}
	r.stdin(func(w fact.Word) { r.code(w) })
}

// makefile finds recipes on standard input: make -f -. They are code that is not read.
func (r *resolver) makefile() {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if r.traits()&fact.Makefile != 0 && o.Flag == "-f" && (isStdio(o) || o.Word.Text == "/dev/stdin") {
			r.dynamicPayload("standard input")
		}
	}
}

// stdin hands what is known of standard input to use; what is not known of it is a program that is
// not known.
func (r *resolver) stdin(use func(fact.Word)) {
	switch r.c.Stdin.Kind {
	case fact.StdinText:
		use(r.c.Stdin.Text)
	case fact.StdinPipe, fact.StdinFile:
		r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedUnknown, Lang: r.spec.Lang})
		r.dynamicPayload("standard input")
	}
}

// joinWords joins words with blanks, as eval, ssh and watch do.
func joinWords(words []fact.Word) fact.Word {
	if len(words) == 1 {
		return words[0]
	}
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(words[i].Text)
		if !words[i].Known() {
			return fact.Word{Kind: fact.Partial, Text: b.String(), Written: fact.ShowAll(words)}
		}
	}
	return fact.Lit(b.String())
}
