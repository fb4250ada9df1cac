package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// reading is what the words of read say.
type reading struct {
	raw   bool
	list  string // -a
	names []string
	known bool // it reads one line, and all names are known
}

// read assigns one line of standard input to names.
func (in *Interp) read(c *fact.Command, args []fact.Word) {
	words := in.readWords
	if in.dialect.Has(dialect.ReadPrompts) {
		words = in.zshReadWords
	}
	r, ok := words(args)
	if !ok {
		in.st.ForgetAll()
		in.consume()
		return
	}
	ifs, ifsKnown := in.ifs()
	text := c.Stdin.Text.Text
	line, rest, _ := strings.Cut(text, "\n")
	if in.dialect.Has(dialect.OneByIFS) && ifs != " \t\n" && repeats(line, ifs) {
		ifsKnown = false
	}
	ifsKnown = ifsKnown && !(fact.HasStandIn(line) && dividesNames(ifs))
	known := r.known && ifsKnown && c.Stdin.Kind == fact.StdinText &&
		c.Stdin.Text.Kind == fact.Literal && in.loops == in.inputLoops &&
		!strings.Contains(line, "\x00") // which shells drop, keep or split at
	if known && (r.raw || !strings.Contains(line, "\\")) {
		in.reads++
		in.st.Stdin = fact.Stdin{Kind: fact.StdinText, Text: fact.Lit(rest)}
		in.assignLine(line, ifs, r)
		return
	}
	from, columns := inputWord(&c.Stdin), c.Stdin.Text.Origin.Columns
	in.consume()
	if r.known && c.Stdin.Kind == fact.StdinPipe && in.st.Stdin.Kind == fact.StdinPipe {
		in.st.Stdin.Text.Origin.Columns = columns // it has taken whole lines
	}
	columns = columnsRead(columns, &r, ifs, ifsKnown)
	listed := c.Stdin.Text.Origin.Listed
	if c.Stdin.Kind == fact.StdinPipe && in.st.Stdin.Kind == fact.StdinPipe {
		in.st.Stdin.Text.Origin.Listed = listed // likewise
	}
	if r.known && len(r.names) == 1 && r.list == "" && ifsKnown && (ifs == "" || ifs == " \t\n") {
		defer func() {
			if listed != nil {
				in.giveListed(&r, listed)
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
			in.noteName(n)
			in.store(n, domain.Value{Word: fact.Word{Kind: fact.Partial, Written: "$" + n, Given: true}})
			in.planted(n)
			continue
		}
		in.forgetName(n)
		w := from
		if w.Origin.Kind == fact.WordsOrigin && (!ifsKnown || strings.Trim(ifs, " \t\n") != "") {
			w.Origin.Kind = fact.InputOrigin // a part of a word may begin with a dash
		}
		w.Number = w.Number || i < 8 && columns.Numbers&(1<<i) != 0
		in.giveInput(n, &w)
	}
}

// repeats reports whether a line has two characters of IFS in a row, or one at its end, which not
// all shells take alike.
func repeats(line, ifs string) bool {
	for i := range len(line) {
		if strings.IndexByte(ifs, line[i]) >= 0 && (i+1 == len(line) ||
			strings.IndexByte(ifs, line[i+1]) >= 0) {
			return true
		}
	}
	return false
}

// namesNothing reports whether no part of a text is a name or has a subscript.
func namesNothing(s string) bool {
	for i := 0; i < len(s); i++ {
		if shsyntax.IsNameByte(s[i]) && expand.Digit(s[i]) > 9 || strings.IndexByte("[$`", s[i]) >= 0 {
			return false
		}
	}
	return true
}

// consume says that some of the standard input was read.
func (in *Interp) consume() {
	in.reads++
	in.st.Stdin.Text.Origin.Columns = fact.Columns{}
	if in.st.Stdin.Kind == fact.StdinText {
		names := inputNames(&in.st.Stdin)
		in.st.Stdin = fact.Stdin{Kind: fact.StdinPipe}
		in.st.Stdin.Text.Origin.Names = names
	}
}

// readWords parses read's options. ok is false where a word is not known.
func (in *Interp) readWords(args []fact.Word) (r reading, ok bool) {
	r.known = true
	for i := 0; i < len(args); i++ {
		w := &args[i]
		if !w.IsLiteral() {
			in.again(*w, asName)
			in.plantedAnywhere(w)
			return r, false
		}
		if len(r.names) > 0 || !strings.HasPrefix(w.Text, "-") || w.Text == "-" {
			in.again(*w, asName)
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
				in.again(fact.Lit(arg), asName)
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
func (in *Interp) assignLine(line, ifs string, r reading) {
	if r.list != "" {
		v := domain.Value{IsList: true}
		for _, p := range expand.SplitFields(line, ifs) {
			if !p.Brk {
				v.List = append(v.List, fact.Lit(p.Text))
			}
		}
		in.store(r.list, v)
		in.planted(r.list)
		return
	}
	if len(r.names) == 0 {
		if in.dialect.Has(dialect.TrimsReply) {
			line = strings.Trim(line, expand.IfsWhite(ifs))
		}
		in.store("REPLY", domain.Value{Word: fact.Lit(line)})
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
		in.noteName(n)
		in.store(n, domain.Value{Word: fact.Lit(field)})
		in.planted(n)
	}
}

// mapfile fills an array with the lines of standard input; -C runs code for some of them.
func (in *Interp) mapfile(c *fact.Command, args []fact.Word) {
	name, plain, strip := "MAPFILE", true, false
	for i := 0; i < len(args); i++ {
		w := &args[i]
		switch {
		case !w.IsLiteral():
			in.plantedAnywhere(w)
			in.st.ForgetAll()
			return
		case w.Text == "-t":
			strip = true
		case strings.HasPrefix(w.Text, "-C"):
			in.callback(args, i, 2)
			plain = false
			if len(w.Text) == 2 {
				i++
			}
		case strings.HasPrefix(w.Text, "-tC"):
			strip := fact.Word{Text: "-" + w.Text[2:]}
			in.callback(append([]fact.Word{strip}, args[i+1:]...), 0, 2)
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
			in.again(*w, asName)
			name = w.Text
		}
	}
	text := c.Stdin.Text.Text
	if !plain || c.Stdin.Kind != fact.StdinText || c.Stdin.Text.Kind != fact.Literal ||
		in.loops != in.inputLoops || !syntax.ValidName(name) ||
		strings.Contains(text, "\x00") {
		from, listed := inputWord(&c.Stdin), c.Stdin.Text.Origin.Listed
		in.consume()
		in.forgetName(name)
		if plain && strip && listed != nil && c.Stdin.Kind == fact.StdinPipe && syntax.ValidName(name) {
			in.store(name, domain.Value{IsList: true, List: listed.Words()})
			in.planted(name)
			return
		}
		in.giveInput(name, &from)
		return
	}
	in.reads++
	in.st.Stdin = fact.Stdin{Kind: fact.StdinText}
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
	in.store(name, v)
	in.planted(name)
}

// callback interprets shell text that a builtin runs with n further arguments that are not known.
func (in *Interp) callback(args []fact.Word, i, n int) {
	text := args[i].Text[2:]
	if text == "" && i+1 < len(args) {
		if !args[i+1].Known() {
			in.Forget()
			in.Report(fact.Hazard{ID: hazards.Callback, Text: args[i+1].Show(),
				Why: "the shell runs this text, which fencepost cannot see"})
			return
		}
		text = args[i+1].Text
	}
	// $_ is never known
	in.RunText(text+strings.Repeat(` "$_"`, n), Nested{Via: "callback", State: true})
}

// completion is compgen, which runs what its options name.
func (in *Interp) completion(args []fact.Word) {
	for i := range args {
		switch w := &args[i]; {
		case strings.HasPrefix(w.Text, "-C"):
			in.callback(args, i, 3)
		case strings.HasPrefix(w.Text, "-W") && len(w.Text) > 2:
			list := *w
			list.Text = w.Text[2:]
			in.choices(list)
		case w.Text == "-W" && i+1 < len(args):
			in.choices(args[i+1])
		}
	}
}

// choices expands the words of compgen -W.
func (in *Interp) choices(w fact.Word) {
	if seen(&w) {
		in.expandText(w.Text, "compgen")
		return
	}
	in.unseen(w, asPrompt)
}
