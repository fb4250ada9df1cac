package tune

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// refusals remembers what the person has refused. Nothing is proposed that would let it pass.
type refusals struct {
	keys  map[string]bool     // of shapes
	names map[string]bool     // of commands whose refusals are not all known
	texts map[string][]string // of commands, by name
	size  int
	full  bool // there was too much to remember: nothing is proposed
}

// maxRefused bounds the memory for refused texts, in bytes, and for their keys.
const maxRefused = 8 << 20

func newRefusals() *refusals {
	return &refusals{keys: map[string]bool{}, names: map[string]bool{}, texts: map[string][]string{}}
}

// add notes all parts of a call that are asked about.
func (f *refusals) add(r *gate.Result) {
	if r.Facts == nil {
		return
	}
	for i := range r.Said {
		s := &r.Said[i]
		if s.Decision < rule.Ask || !counts(r.Said, s) {
			continue
		}
		if s.Command >= 0 && s.Command < len(r.Facts.Commands) {
			f.command(&r.Facts.Commands[s.Command], r.Project)
		}
	}
	f.note(f.keys, keyOf(&part{kind: tool, head: []string{r.Call.Tool}}, ""))
	for i := range r.Facts.Effects {
		if e := &r.Facts.Effects[i]; e.Kind == fact.Network {
			f.note(f.keys, keyOf(&part{kind: host, head: []string{e.Host}}, ""))
		}
	}
}

func (f *refusals) command(c *fact.Command, project string) {
	words, why := wordsOf(c)
	if why != "" || c.Name == "" {
		f.note(f.names, c.Name)
		return
	}
	p := part{kind: command, known: c.Known}
	for i := range c.Effects {
		p.effect(&c.Effects[i], c.Places)
	}
	p.divide(c, words)
	f.note(f.keys, keyOf(&p, project))
	p.bound = !p.bound
	f.note(f.keys, keyOf(&p, project))
	text := strings.ReplaceAll(strings.Join(words, "\x00"), " ", string(rule.Blank))
	text = strings.ReplaceAll(text, "\x00", " ")
	if name := words[0]; !slices.Contains(f.texts[name], text) {
		f.texts[name] = append(f.texts[name], text)
		f.grow(text)
	}
}

func (f *refusals) note(set map[string]bool, key string) {
	if !set[key] {
		set[key] = true
		f.grow(key)
	}
}

func (f *refusals) grow(s string) {
	f.size += len(s) + 64
	f.full = f.full || f.size > maxRefused
}

// of reports whether a shape was refused.
func (f *refusals) of(s *shape) bool {
	return f.full || f.keys[keyOf(&s.part, s.project)] || s.kind == command && f.names[s.head[0]]
}

// match reports whether a rule speaks of a command that was refused.
func (f *refusals) match(doc *policy.Document) bool {
	for _, list := range f.texts {
		for _, text := range list {
			for _, p := range doc.Tools.Bash.AllowChecks {
				if p.Match(text, true) {
					return true
				}
			}
			for _, p := range doc.Tools.Bash.Allow {
				if text == p.Text || strings.HasPrefix(text, p.Text+" ") {
					return true
				}
			}
		}
	}
	return false
}
