package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// settings nests the programs that stand behind a key, in the argument of an option or in an
// operand: ssh -o ProxyCommand=TEXT, make SHELL=PROGRAM.
func (r *resolver) settings() {
	for i := range r.given {
		f, g := &r.c.Flags[i], &r.given[i]
		if g.opt == nil || len(g.opt.Keys) == 0 || f.Value < 0 {
			continue
		}
		if w := &r.c.Operands[f.Value].Word; w.Known() {
			g.seen = r.keyed(g.opt.Keys, w)
		}
	}
	for i := 0; len(r.spec.Keys) > 0 && i < len(r.c.Operands); i++ {
		if o := &r.c.Operands[i]; o.Flag == "" && o.Word.Known() &&
			strings.Contains(o.Word.Text, "=") {
			r.keyed(r.spec.Keys, &o.Word)
		}
	}
}

// keyed takes KEY=VALUE; blanks may stand around the sign or in its place (ssh_config(5)). It
// reports whether nothing else can run because of it.
func (r *resolver) keyed(keys []Key, w *fact.Word) bool {
	text := strings.TrimLeft(w.Text, " \t")
	end := strings.IndexAny(text, " \t=")
	if end < 0 {
		end = len(text)
	}
	name := strings.ToLower(strings.TrimRight(text[:end], ":")) // make's NAME:=VALUE
	value := strings.TrimLeft(text[end:], " \t")
	value = strings.TrimLeft(strings.TrimPrefix(value, "="), " \t")
	for i := range keys {
		if keys[i].matches(name) {
			v := subWord(w, len(w.Text)-len(value))
			return r.keyValueOf(&keys[i], &v)
		}
	}
	return false
}

// matches reports whether a key is one of this name.
func (k *Key) matches(name string) bool {
	if begin, ok := strings.CutSuffix(k.Name, "*"); ok {
		return strings.HasPrefix(name, begin)
	}
	return k.Name == name
}

// keyValueOf takes the value of a key.
func (r *resolver) keyValueOf(k *Key, w *fact.Word) bool {
	if k.Is&Prefixed != 0 {
		v := subWord(w, len(w.Text)-len(strings.TrimLeft(w.Text, "@-:+!|")))
		w = &v
	}
	if w.Text == "" || k.Is&OrNone != 0 && strings.EqualFold(w.Text, "none") {
		return true
	}
	text, ok := w.Text, true
	if k.Is&Percent != 0 && strings.Contains(text, "%") {
		text, ok = unknownTokens(text)
		w = &fact.Word{Text: text}
		if k.Role == fact.RoleWords {
			r.scriptText(text) // what is put there may be several words
			return false
		}
	}
	switch {
	case k.Role == fact.RoleWords:
		return r.programWords(text, nil)
	case k.Role == fact.RoleShell && k.Is&PipedKey != 0:
		r.piped(*w)
	case k.Role == fact.RoleShell:
		r.scriptText(text)
	}
	return ok
}
