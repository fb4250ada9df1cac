package shparse

import (
	"runtime"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// printing knows what commands print.
type printing struct {
	sh    *shell
	files *files
}

// printed records what a command prints, where the output is captured.
func (pr *printing) printed(c *fact.Command, o fact.Output) {
	if pr.sh.out.known && !pr.sh.out.ends && len(pr.sh.out.text) == 0 && pr.sh.out.names == nil {
		if w, ok := cmdoutput.FileName(c); ok {
			pr.sh.out.names, pr.sh.out.mixed, pr.sh.out.told = w, true, true
			return
		}
		if form, mayLack, ok := cmdoutput.Form(c); ok {
			pr.sh.out.names = &fact.Word{Text: form, Glob: true, Plain: true, Lack: mayLack}
			pr.sh.out.mixed = pr.sh.out.mixed || o.Kind != fact.NumberOutput
			pr.sh.out.told = pr.sh.out.told || pr.sh.out.mixed
			pr.sh.out.words = form[0] == '*' || expand.LetterOrDigit(form[0])
			return
		}
	}
	if text, known := pr.computedOutput(c); known {
		pr.sh.out.write(text)
		return
	}
	pr.sh.out.below = pr.sh.out.below.Or(cmdoutput.Patterns(c))
	if n := cmdoutput.EchoedList(c); n != nil {
		o.Listed = n
	}
	told, first := pr.sh.out.told, pr.sh.out.empty() && pr.sh.errOut != pr.sh.out
	if o.Temp != "" && !cmdoutput.SurelyRuns(c) {
		o.Temp = ""
	}
	pr.printForm(o)
	if pr.echoesGiven(c) {
		pr.sh.out.told = told
	}
	if first && cmdoutput.EchoesJob(c) {
		pr.sh.out.jobs()
	}
}

// echoesGiven recognises echo "$x", which prints nothing but what the environment gives, and
// numbers. Without the quotes a pattern in it may become names of files.
func (pr *printing) echoesGiven(c *fact.Command) bool {
	if c.Argv[0].Text != "echo" || len(c.Argv) < 2 || pr.sh.errOut != nil &&
		pr.sh.errOut == pr.sh.out {
		return false
	}
	for i := range c.Argv[1:] {
		w := &c.Argv[1+i]
		if !isGiven(w) || w.Many && !pr.sh.has(dialect.InertExpansions) {
			return false
		}
	}
	return true
}

// isGiven reports whether no text decides what a word names: the environment gives it, or it has
// neither names nor subscripts.
func isGiven(w *fact.Word) bool {
	return domain.Tame(w) || w.Kind == fact.Literal && !w.Glob && namesNothing(w.Text)
}

// namesNothing reports whether no part of a text is a name or has a subscript.
func namesNothing(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		c := byte(min(r, 0x80))
		return shsyntax.IsNameByte(c) && expand.Digit(c) > 9 || strings.IndexByte("[$`", c) >= 0
	})
}

// printForm records what is known of what a command prints whose output depends on more than its
// words. What it says about errors goes somewhere else, or is not known either.
func (pr *printing) printForm(o fact.Output) {
	from := &pr.sh.st.Stdin
	switch o.Kind {
	case fact.NumberOutput, fact.TempOutput, fact.WordsOutput, fact.RefOutput, fact.JobsOutput,
		fact.TextOutput:
	default:
		pr.sh.out.below = pr.sh.out.below.Or(o.Names).Or(InputNames(from))
	}
	if pr.sh.errOut != nil && pr.sh.errOut == pr.sh.out {
		pr.sh.out.spoil()
		return
	}
	columns := pr.columnsPrinted(&o)
	if n := pr.listPrinted(&o); n != nil && pr.sh.out.empty() {
		pr.sh.out.spoil()
		pr.sh.out.listed = n
		return
	}
	fields := o.Kind == fact.FieldOutput && from.Kind == fact.StdinPipe &&
		from.Text.Origin.Columns.Has(o.Columns)
	words := o.Kind == fact.WordsOutput || fields && from.Text.Origin.Columns.Words ||
		o.Kind == fact.LinesOutput && HoldsWords(from)
	switch {
	case columns.Numbers != 0 && pr.sh.out.empty():
		pr.sh.out.spoil()
		pr.sh.out.columns = columns
		return
	case o.Kind == fact.TempOutput && pr.sh.out.empty():
		first := pr.sh.out.known
		pr.sh.out.spoil()
		pr.sh.out.temp = true
		if first {
			pr.sh.out.named = pr.files.newName(o.Temp, o.TempDir)
		}
		return
	case words && pr.sh.out.empty():
		pr.sh.out.spoil()
		pr.sh.out.words, pr.sh.out.ref = true, o.One
		return
	case o.Kind == fact.TextOutput:
		pr.sh.out.write(o.Temp + "\n")
		return
	case o.Kind == fact.JobsOutput && pr.sh.out.empty() && !pr.sh.has(dialect.JobLines):
		pr.sh.out.jobs()
		return
	case o.Kind == fact.RefOutput && pr.sh.out.empty():
		pr.sh.out.spoil()
		pr.sh.out.ref = true
		return
	case o.Kind == fact.NumberOutput:
	case (o.Kind == fact.PartsOutput || o.Kind == fact.LinesOutput || o.Kind == fact.FieldOutput) &&
		from.Kind == fact.StdinPipe && from.Text.Number:
	case fields && !from.Text.Origin.Columns.Words:
	default:
		pr.sh.out.spoil()
		return
	}
	pr.sh.out.lose()
	if pr.sh.out != nil { // it is no longer all
		pr.sh.out.temp, pr.sh.out.ref, pr.sh.out.job = false, false, false
	}
}

// Of what some programs print the lines are texts, and certain columns are numbers all the same:
// uniq -c, git diff --numstat. That lasts as long as whole lines are passed on and read.

// columnsPrinted are the columns that are numbers in what a command prints, of itself or because it
// passes on lines of its input.
func (pr *printing) columnsPrinted(o *fact.Output) (c fact.Columns) {
	from := &pr.sh.st.Stdin
	switch {
	case o.Kind == fact.LinesOutput && from.Kind == fact.StdinPipe:
		return from.Text.Origin.Columns
	case o.Kind == fact.ColumnsOutput || o.Kind == fact.NamesOutput:
		return o.Columns
	}
	return c
}

// Some commands print nothing but names of files, one on a line. Each is a name that a known
// pattern stands for, and no name would be divided (find src -name '*.ts'). What takes these lines
// for words gets the patterns, as if the line had them in their place.

// listPrinted are the patterns of what a command prints, or of the lines of its standard input
// that it prints again.
func (pr *printing) listPrinted(o *fact.Output) *fact.Names {
	from := &pr.sh.st.Stdin
	switch {
	case o.Listed != nil:
		return o.Listed
	case o.Kind == fact.LinesOutput && from.Kind == fact.StdinPipe:
		return cmdoutput.EndingWith(from.Text.Origin.Listed, o.Ends)
	}
	return nil
}

// computedOutput computes what a command prints, for a closed list of commands without other
// effects and with constant arguments. known is false for everything else.
func (pr *printing) computedOutput(c *fact.Command) (out string, known bool) {
	var args []string
	for i := range c.Argv {
		if !c.Argv[i].Known() {
			return "", false
		}
		args = append(args, c.Argv[i].Text)
	}
	name := args[0]
	args = args[1:]
	switch name {
	case "true", ":", "false", "trap", "cd", "export", "set", "shopt", "unset", "shift", "local",
		"declare", "test", "[", "umask", "wait", "read", "exit", "return", "break", "continue",
		"readonly", "typeset":
		return "", pr.printsNothing(name, args)
	case "printf":
		if len(args) > 0 && strings.HasPrefix(args[0], "-v") && pr.sh.has(dialect.PrintfVariable) {
			return "", true
		}
	case "pwd":
		if d, ok := pr.files.pwd(); ok && len(args) == 0 {
			return d + "\n", true
		}
		return "", false
	case "nproc", "getconf", "sysctl": // a number, whatever it is
		if cmdoutput.CountsProcessors(name, args) {
			return strconv.Itoa(runtime.NumCPU()) + "\n", pr.startsSurely()
		}
		return "", false
	}
	if !cmdoutput.Builtin(name) && !pr.startsSurely() {
		return "", false
	}
	call := cmdoutput.Call{Name: name, Args: args, Shell: pr.sh.script.dialect}
	if c.Stdin.Kind == fact.StdinText && c.Stdin.Text.Kind == fact.Literal {
		call.Input, call.Piped = c.Stdin.Text.Text, true
	}
	return call.Print()
}

// startsSurely reports whether a program that is no builtin starts and runs to its end, as far as
// the call has a say in that: with the limits and the search path that the shell began with.
func (pr *printing) startsSurely() bool {
	_, path := pr.sh.st.Vars["PATH"]
	return !path && !pr.sh.st.AllVars && !pr.sh.st.Has(dialect.Limited)
}

// printsNothing reports whether a builtin changes something here, and so prints nothing. Without
// words, or with options that ask for it, such a builtin prints the state instead.
func (pr *printing) printsNothing(name string, args []string) bool {
	switch name {
	case "true", ":", "false", "unset", "shift", "test", "[", "wait", "exit", "return", "break",
		"continue":
		return true
	case "read": // with another option it may print what it reads
		return len(args) == 0 || !strings.HasPrefix(args[0], "-") || args[0] == "-r" &&
			(len(args) == 1 || !strings.HasPrefix(args[1], "-"))
	case "cd":
		return pr.silentCd(args)
	case "trap":
		return len(args) > 1 && !strings.HasPrefix(args[0], "-")
	case "umask":
		return len(args) == 1 && !strings.HasPrefix(args[0], "-")
	case "set":
		return silentSet(args)
	case "shopt":
		return len(args) > 1 && (args[0] == "-s" || args[0] == "-u" || args[0] == "-q") &&
			!strings.HasPrefix(args[1], "-")
	}
	return pr.silentDeclare(name, args)
}

// silentCd is cd to a directory by its name. From a list or to the one before it prints where it
// gets, and in zsh it may call functions.
func (pr *printing) silentCd(args []string) bool {
	if _, ok := pr.sh.st.Funcs["chpwd"]; pr.sh.has(dialect.Hooks) &&
		(ok || len(pr.sh.traps.waiting) > 0) {
		return false
	}
	switch len(args) {
	case 0:
		return true
	case 1:
		return !strings.HasPrefix(args[0], "-") && !strings.HasPrefix(args[0], "+") &&
			!pr.files.cdpathSet(args[0])
	}
	return false
}

func silentSet(args []string) bool {
	if len(args) == 0 {
		return false
	}
	last := args[len(args)-1]
	return last != "+" && !((last[:min(1, len(last))] == "-" || last[:min(1, len(last))] == "+") &&
		strings.HasSuffix(last, "o"))
}

// silentDeclare is declare and its like with assignments only. A name alone is printed by some of
// them.
func (pr *printing) silentDeclare(name string, args []string) bool {
	names := 0
	for _, a := range args {
		switch {
		case strings.HasPrefix(a, "-"):
			if strings.ContainsAny(a, "pfFm") {
				return false
			}
		case strings.HasPrefix(a, "+"):
			return false
		case strings.Contains(a, "=") || name == "export" || name == "readonly" ||
			pr.sh.has(dialect.SilentDeclare):
			names++
		default:
			return false
		}
	}
	return names > 0
}
