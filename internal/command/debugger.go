package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// debugger judges the commands in the options of gdb and lldb, and the program that is debugged.
// What else a debugger can be made to do its spec says.
func (r *resolver) debugger() {
	c := r.c
	if r.at > 0 {
		words := c.Argv[r.at:]
		if len(words) > 1 && words[1].Kind == fact.Literal && words[1].Text == "--" && c.Name != "gdb" {
			words = append([]fact.Word{words[0]}, words[2:]...) // lldb PROGRAM -- ARGUMENT...
		}
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words})
	}
	for i := range c.Operands {
		switch o := &c.Operands[i]; {
		case o.Role == fact.RoleScript && o.IsPath:
			r.file(o)
		case o.Role != fact.RoleCode:
		case !o.Word.Known():
			r.code(o.Word)
		default:
			r.debugCommand(strings.TrimSpace(o.Word.Text))
		}
	}
}

// debugCommand takes one command of gdb (GDB manual, Shell Commands, Python) or lldb (its help).
func (r *resolver) debugCommand(text string) {
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		r.scriptText(rest)
		return
	}
	name, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "shell", "shel", "she":
		r.scriptText(rest)
	case "make":
		r.scriptText(text)
	case "platform":
		if command, ok := strings.CutPrefix(rest, "shell "); ok {
			r.scriptText(withoutOptions(command))
		}
	case "pipe", "|", "target":
		if _, command, ok := strings.Cut(text, "| "); ok {
			r.scriptText(command)
		}
	case "python", "py", "pi", "python-interactive", "script":
		r.nest(fact.Nested{Kind: fact.NestedCode, Words: []fact.Word{fact.Lit(rest)}, Lang: "python"})
	default:
		s := scriptScan{src: text} // call system("...")
		for _, c := range s.calls() {
			r.scriptCall(&c)
		}
	}
}

// withoutOptions cuts off the options of lldb's platform shell: -h, and -s PROGRAM and -t SECONDS
// with their arguments.
func withoutOptions(text string) string {
	for strings.HasPrefix(text, "-") {
		var option string
		option, text, _ = strings.Cut(text, " ")
		if option == "-s" || option == "-t" {
			_, text, _ = strings.Cut(text, " ")
		}
	}
	return text
}

// events takes the events of perf -e that are names; a file among them would be loaded into the
// kernel.
func (r *resolver) events() {
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		if f.Name != "-e" || f.Value < 0 || r.given[i].opt == nil {
			continue
		}
		w := &r.c.Operands[f.Value].Word
		r.given[i].seen = w.Known() && !strings.ContainsAny(w.Text, ".")
	}
}
