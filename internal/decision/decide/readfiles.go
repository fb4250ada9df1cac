package decide

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// A rule about names does not ask about a pattern that does not tell them, since most of what `cat
// *` reads is nobody's secret. The disk shows whether something here is one: the files that the
// pattern stands for are judged as if they were named.

// filer is what knows the files that a pattern stands for. Package paths implements it.
type filer interface {
	Files(e *fact.Effect) []string
}

// readFiles judges the files that a pattern which is read stands for. A search shows no more than a
// few lines, and is left to the rules about trees.
func (d *Decider) readFiles(e *fact.Effect, at fact.Places, i int) (worst opinion) {
	if e.Kind != fact.Read || !e.Path.Known || e.Names || e.Shown == fact.ShownLines ||
		!e.Path.Glob && !(e.Recursive && e.Shown == fact.ShownAll) {
		return opinion{}
	}
	files, ok := at.(filer)
	if !ok || d.script.root > 0 && d.passesUnknown() {
		return opinion{}
	}
	for _, name := range files.Files(e) {
		if e.Selects != "" && !selectsName(e.Selects, name) {
			continue
		}
		one := *e
		one.Found = false
		one.Path = fact.Path{Written: name[strings.LastIndexByte(name, '/')+1:], Abs: name, Known: true}
		h := d.beginHearing(i, nil, &one)
		d.askEffect(&one, at, h.onEffect)
		o, ok := h.tally.opinion()
		if !ok || o.decision < rule.Ask {
			continue
		}
		d.noteRead(i, &one.Path, &o)
		o.why = describe("The pattern "+e.Path.Written+" matches "+one.Path.Written, o.info)
		if worst.raiseTo(o); worst.decision == rule.Deny || d.overBudget(1) {
			break
		}
	}
	return worst
}

// selectsName reports whether code may take a name that takes those with one of some texts.
func selectsName(texts, name string) bool {
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	for text := range strings.SplitSeq(texts, "\x00") {
		if text != "" && strings.Contains(name, strings.ToLower(text)) {
			return true
		}
	}
	return false
}
