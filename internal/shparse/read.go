package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// reading is what the words of read say.
type reading struct {
	raw   bool
	list  string // -a
	names []string
	known bool // it reads one line, and all names are known
}

// columnsRead are those of a line's columns that read gives to names. The last name gets the rest
// of the line, and what divides the columns has to divide the line for read.
func columnsRead(c fact.Columns, r *reading, ifs string, ifsKnown bool) fact.Columns {
	by := string(c.By)
	if c.Numbers == 0 || c.Words || !r.known || r.list != "" || !ifsKnown ||
		!strings.Contains(ifs, by) || strings.Trim(ifs, " \t\n"+by) != "" {
		return fact.Columns{}
	}
	if n := len(r.names) - 1; n < 8 {
		c.Numbers &= 1<<max(n, 0) - 1
	}
	return c
}

// readBuiltins put standard input into variables.
var readBuiltins = [...]builtin{
	{"read", nil, (*builtins).read}, {"mapfile", nil, (*builtins).mapfile},
	{"readarray", nil, (*builtins).mapfile}, {"compgen", (*builtins).completion, nil},
}

// read assigns one line of standard input to names.
func (bi *builtins) read(c *fact.Command) {
	words := bi.readWords
	if bi.sh.has(dialect.ReadPrompts) {
		words = bi.zshReadWords
	}
	r, ok := words(c.Argv[1:])
	if !ok {
		bi.sh.st.ForgetAll()
		bi.sh.noteInputRead()
		return
	}
	ifs, ifsKnown := bi.sh.ifs()
	text := c.Stdin.Text.Text
	line, rest, _ := strings.Cut(text, "\n")
	if bi.sh.has(dialect.OneByIFS) && ifs != " \t\n" && hasEmptyFields(line, ifs) {
		ifsKnown = false
	}
	ifsKnown = ifsKnown && !(fact.HasStandIn(line) && dividesNames(ifs))
	known := r.known && ifsKnown && c.Stdin.Kind == fact.StdinText &&
		c.Stdin.Text.Kind == fact.Literal && bi.sh.flow.loops == bi.sh.flow.inputLoops &&
		!strings.Contains(line, "\x00") // which shells drop, keep or split at
	if known && (r.raw || !strings.Contains(line, "\\")) {
		bi.sh.reads++
		bi.sh.st.Stdin = fact.Stdin{Kind: fact.StdinText, Text: fact.Lit(rest)}
		bi.assignLine(line, ifs, r)
		return
	}
	from, columns := inputWord(&c.Stdin), c.Stdin.Text.Origin.Columns
	bi.sh.noteInputRead()
	if r.known && c.Stdin.Kind == fact.StdinPipe && bi.sh.st.Stdin.Kind == fact.StdinPipe {
		bi.sh.st.Stdin.Text.Origin.Columns = columns // it has taken whole lines
	}
	columns = columnsRead(columns, &r, ifs, ifsKnown)
	listed := c.Stdin.Text.Origin.Listed
	if c.Stdin.Kind == fact.StdinPipe && bi.sh.st.Stdin.Kind == fact.StdinPipe {
		bi.sh.st.Stdin.Text.Origin.Listed = listed // likewise
	}
	if r.known && len(r.names) == 1 && r.list == "" && ifsKnown && (ifs == "" || ifs == " \t\n") {
		defer func() {
			if listed != nil {
				bi.vars.giveListed(&r, listed)
			}
		}()
	}
	names := append(r.names, r.list)
	if len(r.names) == 0 && r.list == "" {
		names = append(names, "REPLY")
	}
	plain := c.Stdin.Kind == fact.StdinText && c.Stdin.Text.Kind == fact.Literal && namesNothing(text)
	for i, n := range names {
		if plain && syntax.ValidName(n) {
			bi.vars.noteName(n)
			bi.vars.store(n, domain.Value{Word: fact.Word{Kind: fact.Partial, Written: "$" + n,
				Given: true}})
			bi.vars.reportSteering(n)
			continue
		}
		bi.vars.forgetName(n)
		w := from
		if w.Origin.Kind == fact.WordsOrigin && (!ifsKnown || strings.Trim(ifs, " \t\n") != "") {
			w.Origin.Kind = fact.InputOrigin // a part of a word may begin with a dash
		}
		w.Number = w.Number || i < 8 && columns.Numbers&(1<<i) != 0
		bi.vars.giveInput(n, &w)
	}
}

// hasEmptyFields reports whether a line has two characters of IFS in a row, or one at its end,
// which not all shells take alike.
func hasEmptyFields(line, ifs string) bool {
	for i := range len(line) {
		if strings.IndexByte(ifs, line[i]) >= 0 && (i+1 == len(line) ||
			strings.IndexByte(ifs, line[i+1]) >= 0) {
			return true
		}
	}
	return false
}

// readWords parses read's options. ok is false where a word is not known.
func (bi *builtins) readWords(args []fact.Word) (r reading, ok bool) {
	r.known = true
	for i := 0; i < len(args); i++ {
		w := &args[i]
		if !w.IsLiteral() {
			bi.eval.reread(*w, asName)
			bi.vars.reportUnknownName(w)
			return r, false
		}
		if len(r.names) > 0 || !strings.HasPrefix(w.Text, "-") || w.Text == "-" {
			bi.eval.reread(*w, asName)
			r.names = append(r.names, w.Text)
			r.known = r.known && syntax.ValidName(w.Text)
			continue
		}
		flags := w.Text[1:]
		k := strings.IndexAny(flags, "adinNptuk") // these take an argument
		plain := flags
		if k >= 0 {
			plain = flags[:k]
			arg := flags[k+1:]
			if arg == "" && i+1 < len(args) {
				i++
				arg = args[i].Text
			}
			switch flags[k] {
			case 'a':
				r.list = arg
				bi.eval.reread(fact.Lit(arg), asName)
				r.known = r.known && syntax.ValidName(arg)
			case 'p', 'i':
			default: // what is read is not one line of standard input
				r.known = false
			}
		}
		r.raw = r.raw || strings.Contains(plain, "r")
		r.known = r.known && strings.Trim(plain, "rs-") == ""
	}
	return r, true
}

// assignLine splits a line as read does (POSIX XCU read).
func (bi *builtins) assignLine(line, ifs string, r reading) {
	if r.list != "" {
		v := domain.Value{IsList: true}
		for _, p := range expand.SplitFields(line, ifs) {
			if !p.Brk {
				v.List = append(v.List, fact.Lit(p.Text))
			}
		}
		bi.vars.store(r.list, v)
		bi.vars.reportSteering(r.list)
		return
	}
	if len(r.names) == 0 {
		if bi.sh.has(dialect.TrimsReply) {
			line = strings.Trim(line, expand.IfsWhite(ifs))
		}
		bi.vars.store("REPLY", domain.Value{Word: fact.Lit(line)})
		return
	}
	white := expand.IfsWhite(ifs)
	line = strings.TrimLeft(line, white)
	for i, n := range r.names {
		field := line
		if i < len(r.names)-1 {
			field, line = expand.CutField(line, ifs, white)
		} else {
			field = expand.LastField(line, ifs, white)
		}
		bi.vars.noteName(n)
		bi.vars.store(n, domain.Value{Word: fact.Lit(field)})
		bi.vars.reportSteering(n)
	}
}

// mapfile fills an array with the lines of standard input; -C runs code for some of them.
func (bi *builtins) mapfile(c *fact.Command) {
	if !bi.sh.has(dialect.ReadsLists) {
		return
	}
	args := c.Argv[1:]
	name, plain, strip := "MAPFILE", true, false
	for i := 0; i < len(args); i++ {
		w := &args[i]
		switch {
		case !w.IsLiteral():
			bi.vars.reportUnknownName(w)
			return
		case w.Text == "-t":
			strip = true
		case strings.HasPrefix(w.Text, "-C"):
			bi.runCallback(args, i, 2)
			plain = false
			if len(w.Text) == 2 {
				i++
			}
		case strings.HasPrefix(w.Text, "-tC"):
			strip := fact.Word{Text: "-" + w.Text[2:]}
			bi.runCallback(append([]fact.Word{strip}, args[i+1:]...), 0, 2)
			plain = false
			if len(w.Text) == 3 {
				i++
			}
		case strings.HasPrefix(w.Text, "-"):
			plain = false
			if len(w.Text) == 2 && w.Text != "--" {
				i++
			}
		default:
			bi.eval.reread(*w, asName)
			name = w.Text
		}
	}
	text := c.Stdin.Text.Text
	if !plain || c.Stdin.Kind != fact.StdinText || c.Stdin.Text.Kind != fact.Literal ||
		bi.sh.flow.loops != bi.sh.flow.inputLoops || !syntax.ValidName(name) ||
		strings.Contains(text, "\x00") {
		from, listed := inputWord(&c.Stdin), c.Stdin.Text.Origin.Listed
		bi.sh.noteInputRead()
		bi.vars.forgetName(name)
		if plain && strip && listed != nil && c.Stdin.Kind == fact.StdinPipe && syntax.ValidName(name) {
			bi.vars.store(name, domain.Value{IsList: true, List: listed.Words()})
			bi.vars.reportSteering(name)
			return
		}
		bi.vars.giveInput(name, &from)
		return
	}
	bi.sh.reads++
	bi.sh.st.Stdin = fact.Stdin{Kind: fact.StdinText}
	v := domain.Value{IsList: true}
	if text != "" {
		for l := range strings.SplitAfterSeq(text, "\n") {
			if strip {
				l = strings.TrimSuffix(l, "\n")
			}
			v.List = append(v.List, fact.Lit(l))
		}
		if strings.HasSuffix(text, "\n") {
			v.List = v.List[:len(v.List)-1]
		}
	}
	bi.vars.store(name, v)
	bi.vars.reportSteering(name)
}

// runCallback interprets shell text that a builtin runs with n more arguments that are not known.
func (bi *builtins) runCallback(args []fact.Word, i, n int) {
	text := args[i].Text[2:]
	if text == "" && i+1 < len(args) {
		if !args[i+1].Known() {
			bi.sh.forget()
			bi.sh.Report(fact.Hazard{ID: hazards.Callback, Text: args[i+1].Show(),
				Why: "the shell runs this text, which fencepost cannot see"})
			return
		}
		text = args[i+1].Text
	}
	// $_ is never known
	bi.texts.run(&Payload{Text: text + strings.Repeat(` "$_"`, n), Via: "callback", State: true})
}

// completion is compgen, which runs what its options name.
func (bi *builtins) completion(args []fact.Word) {
	for i := range args {
		switch w := &args[i]; {
		case strings.HasPrefix(w.Text, "-C"):
			bi.runCallback(args, i, 3)
		case strings.HasPrefix(w.Text, "-W") && len(w.Text) > 2:
			list := *w
			list.Text = w.Text[2:]
			bi.completionWords(list)
		case w.Text == "-W" && i+1 < len(args):
			bi.completionWords(args[i+1])
		}
	}
}

// completionWords expands the words of compgen -W.
func (bi *builtins) completionWords(w fact.Word) {
	if textKnown(&w) {
		bi.eval.expandText(w.Text, "compgen")
		return
	}
	bi.eval.rereadUnknown(w, asPrompt)
}
