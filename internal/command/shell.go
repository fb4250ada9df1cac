package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// scanShell reads the words of a shell: long options first, then clusters in which every o and O
// takes one of the words that follow, then -c's text or a script, then positional parameters
// (bash(1), OPTIONS).
func (r *resolver) scanShell() {
	argv := r.c.Argv
	i := 1
	for i < len(argv) {
		w := &argv[i]
		r.note(w, false)
		plus := len(w.Text) > 1 && w.Text[0] == '+'
		if r.doubt || !plus && !looksLikeOption(w) && w.Text != "-" {
			break
		}
		if w.Kind != fact.Literal || w.Glob {
			r.unknownOption(w.Show(), w, 0)
			i++
			continue
		}
		if w.Text == "-" || w.Text == "--" {
			i++
			break
		}
		if o := r.lookup(w.Text); o != nil && len(w.Text) > 2 {
			i = r.take(i, o, w.Text, 0)
			continue
		}
		if w.Text[1] == '-' {
			i = r.long(i, w)
			continue
		}
		i = r.shellCluster(i, w)
	}
	for ; i < len(argv); i++ {
		r.push(i, fact.RoleNone) // the spec's operands give the role
	}
	r.lost = r.doubt && !r.has(commandString)
}

// commandString is the option of all shells that takes shell text.
var commandString = []string{"-c"}

// interactive is the option with which a shell ignores -n.
var interactive = []string{"-i"}

// takesBack reports whether an option is switched off again, as -n is by +n and by +o noexec.
func (r *resolver) takesBack() bool {
	for i := range r.given {
		if r.given[i].off {
			return true
		}
	}
	return false
}

// shellCluster takes -euo pipefail, -lc, +x.
func (r *resolver) shellCluster(i int, w *fact.Word) int {
	next := i + 1
	for j := 1; j < len(w.Text); j++ {
		o, name := r.short(w.Text[j])
		switch {
		case o == nil:
			r.unknownOption(w.Text[:1]+w.Text[j:j+1], w, 0)
		case o.Arg == RequiredArg && next < len(r.c.Argv):
			r.nextWord(o, name, next)
			next++
		default:
			r.flag(o, name, -1)
		}
		if o != nil && w.Text[0] == '+' {
			r.given[len(r.given)-1].off = true
		}
	}
	return next
}

// shell finds what a shell runs: the text of -c, a script file, or standard input.
func (r *resolver) shell() {
	c := r.c
	if r.harmless() && !r.has(interactive) && !r.takesBack() {
		return
	}
	for i := range c.Operands {
		if o := &c.Operands[i]; o.Flag != "" && o.Role == fact.RoleShell {
			r.text(o.Word, false) // fish --init-command
		}
	}
	var first *fact.Operand
	if len(r.args) > 0 {
		first = &c.Operands[r.args[0].op]
	}
	switch {
	case r.has(commandString):
		if first == nil {
			return // the shell reports that the text is missing
		}
		first.Role, first.IsPath = fact.RoleShell, false
		if !first.Word.Known() {
			r.text(first.Word, false)
			return
		}
		r.nest(fact.Nested{
			Kind: fact.NestedShell, Words: []fact.Word{first.Word}, Lang: c.Name, Clear: true,
			Args: c.Argv[r.args[0].at+1:],
		})
	case first == nil || r.has(readsStdin):
		if first != nil {
			first.Role, first.IsPath = fact.RoleNone, false
		}
		r.stdin(r.shellText)
	case isStdinFile(&first.Word):
		first.Role, first.IsPath = fact.RoleNone, false
		r.stdin(r.shellText)
	default:
		first.Role = fact.RoleScript
		r.setPath(first, c.Dirs)
		r.file(first)
		if n := len(c.Nested); n > 0 && c.Nested[n-1].Kind == fact.NestedFile {
			c.Nested[n-1].Args = c.Argv[r.args[0].at:]
		}
	}
}

var readsStdin = []string{"-s"}

// shellText adds shell text from standard input.
func (r *resolver) shellText(w fact.Word) {
	if !w.Known() {
		r.text(w, false)
		return
	}
	n := fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{w}, Lang: r.c.Name, Clear: true}
	if len(r.args) > 0 {
		// $0 is the shell's own name; the operands are $1 and so on.
		n.Args = append([]fact.Word{fact.Lit(r.c.Name)}, r.c.Argv[r.args[0].at:]...)
	}
	r.nest(n)
}

func isStdinFile(w *fact.Word) bool {
	if w.Kind != fact.Literal {
		return false
	}
	switch w.Text {
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// eval joins its operands with blanks (POSIX XCU 2.14, eval). It has no options: where bash refuses
// a word with a dash, zsh runs it.
func (r *resolver) eval() {
	words := r.c.Argv[1:]
	if len(words) > 0 && words[0].Known() && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) > 0 {
		r.text(joinWords(words), true)
	}
}

// source reads a file in the current shell.
func (r *resolver) source() {
	if len(r.args) == 0 {
		return
	}
	o := &r.c.Operands[r.args[0].op]
	if isStdinFile(&o.Word) {
		o.Role, o.IsPath = fact.RoleNone, false
		n := len(r.c.Nested)
		r.stdin(func(w fact.Word) { r.text(w, true) })
		for i := n; i < len(r.c.Nested); i++ {
			if r.c.Nested[i].Kind == fact.NestedShell && len(r.args) > 1 {
				r.c.Nested[i].Args = r.c.Argv[r.args[0].at:]
			}
		}
		return
	}
	r.activates(o)
	n := len(r.c.Nested)
	r.file(o)
	for i := n; i < len(r.c.Nested); i++ {
		r.c.Nested[i].State = true
		r.c.Nested[i].Args = r.c.Argv[r.args[0].at:]
	}
}

// activates shows the script that activates an environment of the project in one way, however its
// path is written.
func (r *resolver) activates(o *fact.Operand) {
	const usual = ".venv/bin/activate"
	at := r.args[0].at
	if !strings.HasSuffix(o.Word.Text, "/activate") || o.Word.Text == usual ||
		!o.Word.IsLiteral() || !r.installed(&o.Path) || at >= len(r.c.Canon) {
		return
	}
	words := append([]fact.Word(nil), r.c.Canon...)
	words[at] = fact.Lit(usual)
	r.c.Canon = words
}

// trap's first operand is shell text for later, unless it resets the signals. In zsh it may begin
// with a dash: trap '- cmd' EXIT.
func (r *resolver) trap() {
	if w := &r.c.Argv[min(1, len(r.c.Argv)-1)]; len(r.c.Argv) > 2 && strings.HasPrefix(w.Text, "-") &&
		!trapOption(w.Text) {
		r.text(*w, true)
		return
	}
	if len(r.args) < 2 || r.has([]string{"-p", "-l"}) {
		if len(r.args) == 1 && !r.c.Operands[r.args[0].op].Word.Known() {
			r.text(r.c.Operands[r.args[0].op].Word, true)
		}
		return
	}
	w := r.c.Operands[r.args[0].op].Word
	if w.Known() && (w.Text == "" || w.Text == "-" || digits(w.Text) == len(w.Text)) {
		return
	}
	r.text(w, true)
}

// trapOption reports whether a word is - or one of trap's options, all shells taken together.
func trapOption(s string) bool { return s == "--" || strings.Trim(s[1:], "lpP") == "" }
