//go:build unix

package enumerate

import "strings"

// line is one line of shell text, and the entries that it was made from, outermost first.
type line struct {
	shell byte
	shape []entry
	make  func(name string) string // the text, with the name of the command that is planted
}

func shapeOf(entries ...entry) []entry { return entries }

// harmless is the name of the command that stands in the place of the marker in the twin of a line.
const harmless = "true"

// part makes a piece of a line from the name of the command that is planted.
type part func(name string) string

func planted(name string) string { return name }

// inCommand puts commands into a place where commands stand.
func inCommand(context entry, list part) part {
	return func(name string) string { return fill(context.text, commandHoles(list(name))) }
}

// inWord puts a word into a place where words stand. Its set-up comes first.
func inWord(context entry, word func(name string) (setup, text string)) part {
	return func(name string) string {
		setup, text := word(name)
		return after(setup, fill(context.text, func(hole string) (string, bool) {
			return text, hole == "WORD"
		}))
	}
}

// after puts a text behind its set-up.
func after(setup, text string) string {
	switch {
	case setup == "":
		return text
	case strings.HasSuffix(setup, "\n"):
		return setup + text
	}
	return setup + "; " + text
}

// expanded is a word that runs commands where it is expanded.
func expanded(form entry, list part) func(string) (string, string) {
	return func(name string) (setup, text string) {
		return "", fill(form.text, commandHoles(list(name)))
	}
}

// hidden is a word whose value is a text. The word may have another value, for all that a reader
// knows: what stands for that runs nothing.
func (t *tables) hidden(way entry, kind string, text part) func(string) (string, string) {
	before, word, _ := strings.Cut(way.text, ":: ")
	before = strings.TrimSuffix(before, " ")
	return func(name string) (string, string) {
		holes := textHoles(text(name), t.other[kind])
		return fill(before, holes), fill(word, holes)
	}
}

// command is a word whose value is a command, as a command.
func (t *tables) command(way entry, text part) part {
	return inWord(entry{text: "WORD"}, t.hidden(way, "code", text))
}

// depth1 calls yield for each single crossing: every place for a word with every form, every place
// for commands with every way to hide a name, every second reading with every way to hide a text.
func (t *tables) depth1(shell byte, yield func(line)) {
	for _, w := range t.words {
		for _, f := range t.forms {
			yield(line{shell, shapeOf(w, f), inWord(w, expanded(f, planted))})
		}
	}
	for _, c := range t.commands {
		for _, h := range t.hidings {
			yield(line{shell, shapeOf(c, h), inCommand(c, t.command(h, planted))})
		}
	}
	for i, r := range t.readings {
		for j, h := range t.hidings {
			x := t.text(r.kind, i+j)
			yield(line{shell, shapeOf(r, h, x), inWord(r, t.hidden(h, x.kind, t.read(x, planted)))})
		}
	}
}

// read is a text that runs commands when it is read a second time. In the twin of a line it is one
// that runs none.
func (t *tables) read(x entry, list part) part {
	text := inCommand(x, list)
	return func(name string) string {
		if name == harmless {
			return t.plain[x.kind]
		}
		return text(name)
	}
}

// text is the n-th text of a kind, round and round.
func (t *tables) text(kind string, n int) entry {
	list := t.texts[kind]
	return list[n%len(list)]
}

// inner is the n-th line that is put into another: each place once, with what fills it going round.
func (t *tables) inner(n, turn int) (shape []entry, p part) {
	if n < len(t.words) {
		w, f := t.words[n], t.forms[(n+turn*37)%len(t.forms)]
		return shapeOf(w, f), inWord(w, expanded(f, planted))
	}
	if n -= len(t.words); n < len(t.commands) {
		c, h := t.commands[n], t.hidings[(n+turn*41)%len(t.hidings)]
		return shapeOf(c, h), inCommand(c, t.command(h, planted))
	}
	n -= len(t.commands)
	r, h := t.readings[n], t.hidings[(n+turn*43)%len(t.hidings)]
	x := t.text(r.kind, n+turn)
	return shapeOf(r, h, x), inWord(r, t.hidden(h, x.kind, t.read(x, planted)))
}

// depth2 calls yield for what is nested twice: a line of inner within each place for commands,
// within each place for words by a form, and within each second reading by a text that is hidden;
// each form in each form; each hiding in each. Of the first, one pair in `sparse` is taken; another
// part than 0 is other pairs, and nothing else.
func (t *tables) depth2(shell byte, sparse, part int, yield func(line)) {
	inner := len(t.words) + len(t.commands) + len(t.readings)
	outer, n := inner, 0
	for o := range outer {
		for i := range inner {
			if n++; n%sparse == part {
				shape, p := t.inner(i, o)
				name, q := t.outer(o, i, p)
				yield(line{shell, append(name, shape...), q})
			}
		}
	}
	if part != 0 {
		return
	}
	echo := entry{text: "echo WORD"}
	for _, a := range t.forms {
		for _, b := range t.forms {
			q := inWord(echo, expanded(a, inWord(echo, expanded(b, planted))))
			yield(line{shell, shapeOf(echo, a, b), q})
		}
	}
	for i, a := range t.hidings {
		for j, b := range t.hidings {
			r := t.readings[(i+j)%len(t.readings)]
			x := t.text(r.kind, i)
			word := t.hidden(b, x.kind, t.read(x, planted))
			q := inWord(r, t.hiddenTwice(a, x.kind, word))
			yield(line{shell, shapeOf(r, a, b, x), q})
		}
	}
}

// hiddenTwice hides a word's text in code that eval makes a variable of.
func (t *tables) hiddenTwice(way entry, kind string,
	word func(string) (string, string)) func(string) (string, string) {
	before, outer, _ := strings.Cut(way.text, ":: ")
	before = strings.TrimSuffix(before, " ")
	return func(name string) (string, string) {
		setup, text := word(name)
		holes := textHoles(after(setup, "y1="+text), "y1="+single(t.other[kind]))
		return after(fill(before, holes), "eval "+fill(outer, holes)), `"$y1"`
	}
}

// outer puts commands into the n-th place.
func (t *tables) outer(n, turn int, p part) (shape []entry, q part) {
	if n < len(t.words) {
		w, f := t.words[n], t.forms[(n+turn*31)%len(t.forms)]
		return shapeOf(w, f), inWord(w, expanded(f, p))
	}
	if n -= len(t.words); n < len(t.commands) {
		return shapeOf(t.commands[n]), inCommand(t.commands[n], p)
	}
	n -= len(t.commands)
	r, h := t.readings[n], t.hidings[(n+turn*47)%len(t.hidings)]
	x := t.text(r.kind, n+turn)
	return shapeOf(r, h, x), inWord(r, t.hidden(h, x.kind, t.read(x, p)))
}
