package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// parallel judges GNU parallel, which splices its input into shell text. Where that is not known it
// is shown with the words before the input, for rules that restrict.
func (r *resolver) parallel() {
	if r.at == 0 {
		if !r.harmless() {
			r.stdin(func(w fact.Word) { r.text(w, false) })
		}
		return
	}
	words := r.c.Argv[r.at:]
	for i := range words {
		if !words[i].Known() {
			break // it may be the mark that the arguments follow
		}
		if strings.HasPrefix(words[i].Text, ":::") {
			if words[i].Text == ":::" && r.parallelArgs(words[:i], words[i+1:]) && r.plainParallel() {
				return
			}
			words = words[:i]
			break
		}
	}
	r.lost = true
	if text := joinWords(words); len(words) > 0 && text.Known() {
		r.textMore(r.unknownMarks(text.Text))
		return
	}
	if len(words) > 0 {
		r.nest(fact.Nested{Kind: fact.NestedArgv, Words: words, More: true})
	}
}

// unknownMarks makes the replacement strings in parallel's text a value that is not known: {} and
// its like, and that of -I.
func (r *resolver) unknownMarks(text string) string {
	for i := range r.c.Flags {
		if f := &r.c.Flags[i]; f.Name == "-I" && f.Value >= 0 && r.c.Operands[f.Value].Word.Text != "" {
			text = strings.ReplaceAll(text, r.c.Operands[f.Value].Word.Text, "$_")
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

// parallelArgs shows what parallel runs for arguments that stand behind ::: one by one. It reports
// whether that is all: the arguments are quoted for the shell, the other words are not (GNU
// parallel manual, QUOTING), and neither are arguments that are commands because there are no other
// words.
func (r *resolver) parallelArgs(words, args []fact.Word) bool {
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
			r.scriptText(args[i].Text)
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
		r.scriptText(strings.TrimSpace(b.String()))
	}
	return whole
}

// plainParallel reports whether only options are given that change nothing about what is run.
func (r *resolver) plainParallel() bool {
	for i := range r.c.Flags {
		switch r.c.Flags[i].Name {
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

// foundRuns puts what may be found into the commands of options, once for each directory that is
// searched: in the place of {} or, without any mark, behind the words (fd(1)).
func (r *resolver) foundRuns() {
	if len(r.c.Nested) == 0 {
		return
	}
	commands := r.c.Nested
	r.c.Nested = nil
	for k := range commands {
		searched := false
		for i := range r.c.Operands {
			if o := &r.c.Operands[i]; o.Role == fact.RoleSearch {
				searched = true
				r.foundRun(&commands[k], o.Word)
			}
		}
		switch {
		case searched:
		case r.has([]string{"-H", "-u"}):
			r.foundRun(&commands[k], fact.Lit("."))
		default: // what stands below the current directory, but nothing hidden
			end, names := r.extension(), new(fact.Names)
			names.Add("./*"+end, true)
			names.Add("./*/**/*"+end, true)
			r.foundIn(&commands[k], fact.Word{Kind: fact.Partial, Many: true, Written: "{}",
				Origin: fact.Origin{Kind: fact.MarkOrigin, Name: "{}", Names: names}})
		}
	}
}

// extension is how all names end that fd finds; "" where it is not told, or of several endings.
func (r *resolver) extension() (ending string) {
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		if f.Name != "-e" {
			continue
		}
		if ending != "" || f.Value < 0 || !r.c.Operands[f.Value].Word.Known() {
			return ""
		}
		ending = "." + strings.TrimPrefix(r.c.Operands[f.Value].Word.Text, ".")
	}
	return ending
}

func (r *resolver) foundRun(n *fact.Nested, root fact.Word) {
	found := fact.Word{Kind: fact.Partial, Text: root.Text, Written: "{}"}
	if root.IsLiteral() {
		text := strings.TrimSuffix(root.Text, "/") + "/**"
		if r.has([]string{"-H", "-u"}) {
			text += "/***" + r.extension() // hidden names as well
		}
		found = fact.Word{Text: text, Glob: true, Written: "{}"}
	}
	r.foundIn(n, found)
}

// foundIn runs a command with what is found.
func (r *resolver) foundIn(n *fact.Nested, found fact.Word) {
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
	r.nest(fact.Nested{Kind: fact.NestedArgv, Words: out})
}
