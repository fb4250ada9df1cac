package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// shellPrograms finds what a shell runs: the text of -c, a script file, or standard input.
func shellPrograms(f *programFinder) {
	if f.l.any.harmless {
		return
	}
	for i := range f.l.operands {
		if o := &f.l.operands[i]; o.Flag != "" && o.Role == fact.RoleShell {
			f.shellText(o.Word, false) // fish --init-command
		}
	}
	var first *fact.Operand
	if len(f.l.args) > 0 {
		first = &f.l.operands[f.l.args[0].op]
	}
	switch {
	case f.l.has("-c"):
		if first == nil {
			return // the shell reports that the text is missing
		}
		first.Role, first.IsPath = fact.RoleShell, false
		if !first.Word.Known() {
			f.shellText(first.Word, false)
			return
		}
		f.out.nest(fact.Nested{
			Kind: fact.NestedShell, Words: []fact.Word{first.Word}, Lang: f.l.name, Clear: true,
			Args: f.l.c.Argv[f.l.args[0].at+1:],
		})
	case first == nil || f.l.has("-s"):
		if first != nil {
			first.Role, first.IsPath = fact.RoleNone, false
		}
		f.readStdin(f.stdinText)
	case isStdinFile(&first.Word):
		first.Role, first.IsPath = fact.RoleNone, false
		f.readStdin(f.stdinText)
	default:
		first.Role = fact.RoleScript
		f.l.setPath(first, f.l.c.Dirs)
		f.scriptFile(first)
		if n := len(f.out.nested); n > 0 && f.out.nested[n-1].Kind == fact.NestedFile {
			f.out.nested[n-1].Args = f.l.c.Argv[f.l.args[0].at:]
		}
	}
}

// runsAnyway reports whether a shell runs what it reads in spite of -n: an interactive one ignores
// it, and +n and +o noexec switch it off again.
func (l *line) runsAnyway() bool {
	return l.spec.Programs.Run == RunShell &&
		(l.has("-i") || slices.ContainsFunc(l.given, func(g given) bool { return g.off }))
}

// stdinText adds shell text from standard input.
func (f *programFinder) stdinText(w fact.Word) {
	if !w.Known() {
		f.shellText(w, false)
		return
	}
	n := fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{w}, Lang: f.l.name, Clear: true}
	if len(f.l.args) > 0 {
		// $0 is the shell's own name; the operands are $1 and so on.
		n.Args = append([]fact.Word{fact.Lit(f.l.name)}, f.l.c.Argv[f.l.args[0].at:]...)
	}
	f.out.nest(n)
}

// evalPrograms takes the operands of eval, joined with blanks (POSIX XCU 2.14, eval). It has no
// options: where bash refuses a word with a dash, zsh runs it.
func evalPrograms(f *programFinder) {
	words := f.l.c.Argv[1:]
	if len(words) > 0 && words[0].Known() && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) > 0 {
		f.shellText(joinWords(words), true)
	}
}

// sourcePrograms takes the file that source reads in the current shell.
func sourcePrograms(f *programFinder) {
	if len(f.l.args) == 0 {
		return
	}
	o := &f.l.operands[f.l.args[0].op]
	if isStdinFile(&o.Word) {
		o.Role, o.IsPath = fact.RoleNone, false
		n := len(f.out.nested)
		f.readStdin(func(w fact.Word) { f.shellText(w, true) })
		for i := n; i < len(f.out.nested); i++ {
			if f.out.nested[i].Kind == fact.NestedShell && len(f.l.args) > 1 {
				f.out.nested[i].Args = f.l.c.Argv[f.l.args[0].at:]
			}
		}
		return
	}
	f.showActivation(o)
	n := len(f.out.nested)
	f.scriptFile(o)
	for i := n; i < len(f.out.nested); i++ {
		f.out.nested[i].State = true
		f.out.nested[i].Args = f.l.c.Argv[f.l.args[0].at:]
	}
}

// showActivation shows the script that activates an environment of the project in one way, however
// its path is written.
func (f *programFinder) showActivation(o *fact.Operand) {
	const usual = ".venv/bin/activate"
	at := f.l.args[0].at
	if !strings.HasSuffix(o.Word.Text, "/activate") || o.Word.Text == usual ||
		!o.Word.IsLiteral() || !f.l.in.installed(&o.Path) || int(at) >= len(f.l.canon.words) {
		return
	}
	words := append([]fact.Word(nil), f.l.canon.words...)
	words[at] = fact.Lit(usual)
	f.l.canon.words = words
}

// trapPrograms takes the first operand of trap, shell text for later, unless it resets the
// signals. In zsh it may begin with a dash: trap '- cmd' EXIT.
func trapPrograms(f *programFinder) {
	argv := f.l.c.Argv
	if w := &argv[min(1, len(argv)-1)]; len(argv) > 2 && strings.HasPrefix(w.Text, "-") &&
		!trapOption(w.Text) {
		f.shellText(*w, true)
		return
	}
	if len(f.l.args) < 2 || f.l.has("-p", "-l") {
		if len(f.l.args) == 1 && !f.l.operands[f.l.args[0].op].Word.Known() {
			f.shellText(f.l.operands[f.l.args[0].op].Word, true)
		}
		return
	}
	w := f.l.operands[f.l.args[0].op].Word
	if w.Known() && (w.Text == "" || w.Text == "-" || digits(w.Text) == len(w.Text)) {
		return
	}
	f.shellText(w, true)
}

// trapOption reports whether a word is - or one of trap's options, all shells taken together.
func trapOption(s string) bool { return s == "--" || strings.Trim(s[1:], "lpP") == "" }
