package cmdoutput

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// Of what some commands print the form is known, which is enough to tell where "log-$(date
// +%F).txt" lies and that "$(git merge-base main HEAD)..HEAD" is no option. The form is a pattern
// without blanks.

// Form returns the form of what a command prints. mayLack is true where it may fail and
// print nothing.
func Form(c *fact.Command) (form string, mayLack, ok bool) {
	for i := range c.Argv {
		if !c.Argv[i].Known() {
			return "", false, false
		}
	}
	switch c.Argv[0].Text {
	case "date":
		return dateForm(c.Argv[1:])
	case "git":
		return "*", true, len(c.Argv) > 2 && printsHash(c.Argv[1].Text, c.Argv[2:])
	}
	return "", false, false
}

// dateForm is the form of a time in a format that has only numbers, which no locale writes in
// another way.
func dateForm(args []fact.Word) (form string, mayLack, ok bool) {
	format := ""
	for i := 0; i < len(args); i++ {
		switch a := args[i].Text; {
		case a == "-u" || a == "--utc":
		case a == "-d" || a == "-r" || a == "-v":
			mayLack = true // another time, which may not be understood
			i++
		case strings.HasPrefix(a, "--date="):
			mayLack = true
		case strings.HasPrefix(a, "+") && format == "":
			format = a[1:]
		default:
			return "", false, false
		}
	}
	var b strings.Builder
	wild := false
	for i := 0; i < len(format); i++ {
		switch ch := format[i]; {
		case ch == '%' && i+1 < len(format) && strings.IndexByte("YmdHMSsjFTyuVwN", format[i+1]) >= 0:
			if i++; !strings.HasSuffix(b.String(), "*") {
				b.WriteByte('*')
			}
			wild = true
		case expand.LetterOrDigit(ch) || strings.IndexByte("-_:", ch) >= 0 || ch == '.' && i > 0:
			b.WriteByte(ch)
		default:
			return "", false, false
		}
	}
	return b.String(), mayLack, wild
}

// printsHash reports whether git prints the name of one object in hexadecimal, or the word that it
// was given.
func printsHash(sub string, args []fact.Word) bool {
	revisions := 0
	for i := range args {
		switch a := args[i].Text; {
		case sub == "rev-parse" && (a == "--short" || a == "--verify" || a == "-q" || a == "--quiet" ||
			strings.HasPrefix(a, "--short=")):
		case sub == "merge-base" && a == "--fork-point":
		case expand.Revision(a):
			revisions++
		case sub == "merge-base" && expand.Revision(strings.ReplaceAll(a, "/", "_")):
			revisions++ // a name that it does not know is not printed
		default:
			return false
		}
	}
	return sub == "rev-parse" && revisions == 1 ||
		sub == "merge-base" && (revisions == 1 || revisions == 2)
}

// Patterns are the patterns among the words that a command prints: echo ~/.e* prints names
// of files.
func Patterns(c *fact.Command) (n *fact.Names) {
	switch c.Argv[0].Text {
	case "echo", "printf", "print":
	default:
		return nil
	}
	for i := range c.Argv[1:] {
		if w := &c.Argv[1+i]; w.Glob && w.Kind == fact.Literal {
			if n == nil {
				n = new(fact.Names)
			}
			n.Add(w.Text, true)
		} else {
			n = n.Or(w.Origin.Names)
		}
	}
	return n
}

// FileName is what basename or dirname prints for one such name.
func FileName(c *fact.Command) (*fact.Word, bool) {
	if len(c.Argv) < 2 || len(c.Argv) > 3 || !c.Argv[1].IsLiteral() || !c.Argv[1].Glob ||
		c.Argv[1].Plain || !expand.SimpleNames(c.Argv[1].Text) {
		return nil, false
	}
	w, ok := c.Argv[1], false
	// an option, or a slash that does not count
	if strings.HasSuffix(w.Text, "/") || strings.IndexByte(expand.Wild+"-", w.Text[0]) >= 0 {
		return nil, false
	}
	switch {
	case c.Argv[0].Text == "dirname" && len(c.Argv) == 2:
		w, ok = expand.Directory(w)
	case c.Argv[0].Text == "basename" && len(c.Argv) == 2:
		w, ok = expand.LastName(w)
	case c.Argv[0].Text == "basename" && c.Argv[2].Known() && expand.NamesOnly(c.Argv[2].Text):
		if w, ok = expand.LastName(w); ok {
			w.Text, ok = strings.CutSuffix(w.Text, c.Argv[2].Text)
			ok = ok && strings.ContainsAny(w.Text, expand.Wild) && !expand.Climber(w.Text)
		}
	}
	return &w, ok
}

// EchoedList is the list that a command prints as it is: echo "$FILES".
func EchoedList(c *fact.Command) *fact.Names {
	words := c.Argv[1:]
	switch c.Argv[0].Text {
	case "printf":
		if len(words) != 2 || !words[0].Known() || words[0].Text != `%s\n` && words[0].Text != "%s" {
			return nil
		}
		words = words[1:]
	case "echo":
	default:
		return nil
	}
	if len(words) != 1 || !IsList(&words[0]) {
		return nil
	}
	return words[0].Origin.Listed
}

// IsList reports whether all of a value is the lines of such a list: FILES=$(git ls-files).
func IsList(w *fact.Word) bool {
	return w.Kind == fact.Partial && w.Origin.Listed != nil && w.Text+w.Suffix == "" && !w.Many
}

// EndingWith are patterns for those of some names that end in one way of several: of **/* those
// that grep '\.py$' lets through are **/*.py. nil for ends are all.
func EndingWith(n *fact.Names, ends []string) *fact.Names {
	if n == nil || ends == nil {
		return n
	}
	out := fact.NewNames()
	for i := range n.List {
		w := &n.List[i]
		for _, end := range ends {
			switch open := strings.TrimRight(w.Text, "*"); {
			case strings.HasSuffix(w.Text, end):
				out.Add(w.Text, w.Glob)
			case w.Glob && strings.HasSuffix(w.Text, "/**"):
				out.Add(open+"**/*"+end, true)
			case w.Glob && strings.HasSuffix(w.Text, "/*"):
				out.Add(open+"*"+end, true)
			case w.Glob && strings.ContainsAny(w.Text[strings.LastIndexByte(w.Text, '/')+1:], "*?["):
				out.Add(w.Text, true) // some of its names may end so
			}
		}
	}
	if len(out.List) >= fact.MaxNames {
		return n
	}
	return out
}

// AppendList appends a word for each pattern.
func AppendList(ps []expand.Piece, n *fact.Names, from string) []expand.Piece {
	for i := range n.List {
		if i > 0 {
			ps = append(ps, expand.Piece{Brk: true})
		}
		w := &n.List[i]
		ps = append(ps, expand.Piece{Text: w.Text, Glob: w.Glob, Quoted: true, From: from, Listed: n})
	}
	return ps
}

// EchoesJob recognises echo $!.
func EchoesJob(c *fact.Command) bool {
	return c.Argv[0].Text == "echo" && len(c.Argv) == 2 && c.Argv[1].IsJob()
}

// CountsProcessors reports whether a command prints how many processors there are.
func CountsProcessors(name string, args []string) bool {
	switch strings.Join(args, " ") {
	case "":
		return name == "nproc"
	case "_NPROCESSORS_ONLN", "NPROCESSORS_ONLN", "_NPROCESSORS_CONF":
		return name == "getconf"
	case "-n hw.ncpu", "-n hw.logicalcpu", "-n hw.physicalcpu":
		return name == "sysctl"
	}
	return false
}

// Printf is what printf prints with constant words.
func Printf(words []fact.Word, d dialect.Dialect) (string, bool) {
	call := Call{Name: "printf", Shell: d}
	for i := range words {
		if !words[i].Known() {
			return "", false
		}
		call.Args = append(call.Args, words[i].Text)
	}
	return call.Print()
}

// PrintsNumber reports whether a format of printf makes nothing but one number.
func PrintsNumber(format string) bool {
	flags, ok := strings.CutPrefix(format, "%")
	return ok && flags != "" && strings.IndexByte("diu", flags[len(flags)-1]) >= 0 &&
		domain.DigitsOnly(flags[:len(flags)-1])
}

// PassesOn reports whether a command prints what the text or the words that it runs print, and
// nothing else.
func PassesOn(c *fact.Command) bool {
	for i := range c.Argv {
		if !c.Argv[i].Known() {
			return false
		}
	}
	switch c.Argv[0].Text {
	case "eval", "builtin":
		return true
	case "sh", "bash", "dash":
		return len(c.Argv) > 2 && c.Argv[1].Text == "-c"
	}
	return false
}

// SurelyRuns reports whether the program of a command runs for certain: it has no variables, no
// wrapper, and no redirection other than one of errors to nowhere.
func SurelyRuns(c *fact.Command) bool {
	for i := range c.Redirects {
		r := &c.Redirects[i]
		if r.Op != ">" || r.FD != "2" || !r.Target.Known() || r.Target.Text != "/dev/null" {
			return false
		}
	}
	return len(c.Assigns)+len(c.Via) == 0
}
