package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// xargsPrograms takes the command of xargs, echo by default. It gets words from standard input.
func xargsPrograms(f *programFinder) {
	words := []fact.Word{fact.Lit("echo")}
	if f.l.payloadAt > 0 {
		words = f.l.c.Argv[f.l.payloadAt:]
	} else if f.l.any.harmless {
		return
	}
	replace, ok := f.replacement()
	switch {
	case !ok:
		f.l.doubts.payload = true
		f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, More: true})
	case replace != "":
		f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: markReplaced(words, replace)})
	default:
		f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, More: true})
	}
}

// replacement returns the string that -I, -i or --replace names; false if it is unknown.
func (f *programFinder) replacement() (string, bool) {
	text := ""
	for i := range f.l.flags {
		switch f.l.flags[i].Name {
		case "-I", "-J", "-i":
		case "-n", "-L", "-l":
			text = "" // the last one of these wins (findutils manual, xargs options)
			continue
		default:
			continue
		}
		text = "{}"
		if v := f.l.flags[i].Value; v >= 0 {
			if w := &f.l.operands[v].Word; !w.Known() {
				return "", false
			} else if w.Text != "" {
				text = w.Text
			}
		}
	}
	return text, true
}

// parallelPrograms judges GNU parallel, which puts its input into shell text. Where the input is
// not known, rules that restrict see the words before it.
func parallelPrograms(f *programFinder) {
	if f.l.payloadAt == 0 {
		if !f.l.any.harmless {
			f.readStdin(func(w fact.Word) { f.shellText(w, false) })
		}
		return
	}
	words := f.l.c.Argv[f.l.payloadAt:]
	for i := range words {
		if !words[i].Known() {
			break // it may be the mark that the arguments follow
		}
		if strings.HasPrefix(words[i].Text, ":::") {
			if words[i].Text == ":::" && parallelArgs(f, words[:i], words[i+1:]) && plainParallel(f.l) {
				return
			}
			words = words[:i]
			break
		}
	}
	f.l.doubts.payload = true
	if text := joinWords(words); len(words) > 0 && text.Known() {
		f.textWithArgs(unknownMarks(f.l, text.Text))
		return
	}
	if len(words) > 0 {
		f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, More: true})
	}
}

// unknownMarks makes the replacement strings in parallel's text a value that is not known: {} and
// its like, and that of -I.
func unknownMarks(l *line, text string) string {
	for i := range l.flags {
		if f := &l.flags[i]; f.Name == "-I" && f.Value >= 0 && l.operands[f.Value].Word.Text != "" {
			text = strings.ReplaceAll(text, l.operands[f.Value].Word.Text, "$_")
		}
	}
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '{')
		if open < 0 {
			break
		}
		end := strings.IndexByte(text[open:], '}')
		if end < 0 || strings.ContainsAny(text[open:open+end], " ;,\n") &&
			!strings.HasPrefix(text[open:], "{=") {
			b.WriteString(text[:open+1]) // a group or a list of braces
			text = text[open+1:]
			continue
		}
		b.WriteString(text[:open])
		b.WriteString("${_}")
		text = text[open+end+1:]
	}
	return b.String() + text
}

// parallelArgs nests what parallel runs for each argument behind :::, and reports whether that is
// all. Parallel quotes the arguments for the shell, but not the other words, and not arguments that
// are commands because there are no other words (GNU parallel manual, QUOTING).
func parallelArgs(f *programFinder, words, args []fact.Word) bool {
	whole := true
	for k := range words {
		whole = whole && words[k].Known() &&
			!strings.ContainsAny(strings.ReplaceAll(words[k].Text, "{}", ""), "{}")
	}
	for i := range args {
		if !args[i].Known() || strings.HasPrefix(args[i].Text, ":::") || i == maxParallel {
			return false
		}
		if len(words) == 0 { // the arguments are commands
			f.scriptText(args[i].Text)
			continue
		}
		var b strings.Builder
		used := false
		for k := range words {
			used = used || strings.Contains(words[k].Text, "{}")
			b.WriteString(strings.ReplaceAll(words[k].Text, "{}", shellquote.Word(args[i].Text)))
			b.WriteByte(' ')
		}
		if !used {
			b.WriteString(shellquote.Word(args[i].Text))
		}
		f.scriptText(strings.TrimSpace(b.String()))
	}
	return whole
}

// plainParallel reports whether only options are given that change nothing about what is run.
func plainParallel(l *line) bool {
	for i := range l.flags {
		switch l.flags[i].Name {
		case "-j", "--jobs", "-k", "--keep-order", "--bar", "--eta", "--progress", "-u", "--ungroup",
			"--group", "--will-cite", "--tag", "-t", "--verbose", "-v", "--halt", "--line-buffer", "--lb",
			"--silent", "--no-notice":
		default:
			return false
		}
	}
	return true
}

// maxParallel bounds the arguments of parallel that are followed one by one.
const maxParallel = 64

// fdPrograms puts what may be found into the commands of options, once for each directory that
// is searched: in the place of {} or, without any mark, behind the words (fd(1)).
func fdPrograms(f *programFinder) {
	if len(f.out.nested) == 0 {
		return
	}
	commands := f.out.nested
	f.out.nested = nil
	for k := range commands {
		searched := false
		for i := range f.l.operands {
			if o := &f.l.operands[i]; o.Role == fact.RoleSearch {
				searched = true
				fdRun(f, &commands[k], o.Word)
			}
		}
		switch {
		case searched:
		case f.l.has("-H", "-u"):
			fdRun(f, &commands[k], fact.Lit("."))
		default: // what stands below the current directory, but nothing hidden
			end, names := fdExtension(f.l), new(fact.Names)
			names.Add("./*"+end, true)
			names.Add("./*/**/*"+end, true)
			fdRunWith(f, &commands[k], fact.Word{Kind: fact.Partial, Many: true, Written: "{}",
				Origin: fact.Origin{Kind: fact.MarkOrigin, Name: "{}", Names: names}})
		}
	}
}

// fdExtension returns the ending of all names that fd finds; "" if it is told none, or several.
func fdExtension(l *line) (ending string) {
	for i := range l.flags {
		f := &l.flags[i]
		if f.Name != "-e" {
			continue
		}
		if ending != "" || f.Value < 0 || !l.operands[f.Value].Word.Known() {
			return ""
		}
		ending = "." + strings.TrimPrefix(l.operands[f.Value].Word.Text, ".")
	}
	return ending
}

func fdRun(f *programFinder, n *fact.Nested, root fact.Word) {
	found := fact.Word{Kind: fact.Partial, Text: root.Text, Written: "{}"}
	if root.IsLiteral() {
		text := strings.TrimSuffix(root.Text, "/") + "/**"
		if f.l.has("-H", "-u") {
			text += "/***" + fdExtension(f.l) // hidden names as well
		}
		found = fact.Word{Text: text, Glob: true, Written: "{}"}
	}
	fdRunWith(f, n, found)
}

// fdRunWith runs a command with what is found.
func fdRunWith(f *programFinder, n *fact.Nested, found fact.Word) {
	out, marked := make([]fact.Word, len(n.Words)), false
	for i, w := range n.Words {
		switch {
		case w.Origin.Is(fact.MarkOrigin, "{}") && w.Text == "" && w.Suffix == "":
			w, marked = found, true
		case w.Origin.Is(fact.MarkOrigin, "{}"):
			marked = true
		case strings.Contains(w.Text, "{"): // {/}, {.} and their like: a part of the path
			w, marked = fact.Unknown(w.Text), true
		}
		out[i] = w
	}
	if !marked {
		out = append(out, found)
	}
	f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: out})
}

// findPrograms completes the commands of find with the files that {} stands for. It runs after
// the whole expression is known, since a later test may spare the starting points. A command of
// -execdir gets a name behind ./ in a directory that is not known; a second one says that it
// acts on what is found below the starting points.
func findPrograms(f *programFinder) {
	all, room := f.l.find.foundFiles(), maxFoundWords
	var done []fact.Nested
	for _, n := range f.out.nested {
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
			n.Words = f.withFound(words,
				[]fact.Word{{Kind: fact.Partial, Text: "./", Many: plus, Written: "{}"}})
			done = append(done, n)
			n.Dir = fact.Word{}
		}
		if plus || len(all) > maxFound || !strings.Contains(joinWords(words).Text, "{}") {
			n.Words = f.withFound(words, all)
			done = append(done, n)
			continue
		}
		for k := range all { // each file has a command of its own
			n.Words = f.withFound(words, all[k:k+1])
			done = append(done, n)
		}
	}
	f.out.nested = done
}

// maxFoundWords bounds the files of all commands together. Commands beyond it get an unknown name.
const maxFoundWords = 4096

// maxFound is the number of entries up to which each of them gets a command.
const maxFound = 8

// withFound returns the words of a nested command with {} replaced.
func (f *programFinder) withFound(words, by []fact.Word) []fact.Word {
	out := make([]fact.Word, 0, len(words)+len(by))
	for i := range words {
		switch {
		case !strings.Contains(words[i].Text, "{}"):
			out = append(out, words[i])
		case words[i].Text == "{}" && words[i].Kind == fact.Literal && i > 0:
			out = append(out, by...)
		default:
			out = append(out, cutAtMark(words[i], "{}"))
		}
	}
	return out
}
