package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// effectFinder finds what a command does to files, to the network and to the system.
type effectFinder struct {
	l        *line
	out      *findings
	programs *programFinder
}

// urlEffects adds the effects of an operand that is a URL or, for a Remote command, may be
// HOST:PATH or a local directory.
func (e *effectFinder) urlEffects(o *fact.Operand) {
	text := o.Word.Text
	switch {
	case e.l.spec.Effects.Remote && strings.Contains(text, "::"):
		// git's remote helpers: ext::COMMAND runs a command.
		e.out.effect(fact.Effect{Kind: fact.Exec, Detail: "runs the remote helper of " + o.Word.Show()})
		if command, ok := strings.CutPrefix(text, "ext::"); ok && o.Word.Known() {
			e.programs.programWords(strings.ReplaceAll(command, "% ", " "), nil)
		}
	case strings.HasPrefix(text, "file://"):
		w := subWord(&o.Word, len("file://"))
		e.out.effect(fact.Effect{Kind: fact.Read, Path: e.l.in.Paths.Path(e.l.in.dirs, &w),
			Recursive: true})
	case !e.l.spec.Effects.Remote || remote(&o.Word) || strings.Contains(text, "://"):
		e.networkEffect(o)
	case o.Word.Kind != fact.Literal:
		e.out.effect(fact.Effect{Kind: fact.Network})
	case strings.ContainsRune(text, '/') || text == "." || text == "..":
		e.out.effect(fact.Effect{Kind: fact.Read, Path: e.l.in.Paths.Path(e.l.in.dirs, &o.Word),
			Recursive: true})
	}
}

func (e *effectFinder) networkEffect(o *fact.Operand) {
	e.out.effect(fact.Effect{Kind: fact.Network, Host: hostName(&o.Word)})
}

// routeEffects adds the hosts that stand behind HOST:PORT: and are contacted instead: HOST:PORT or
// addresses with commas between them. With nothing there the host stays what it is.
func (e *effectFinder) routeEffects(o *fact.Operand) {
	text := strings.TrimLeft(o.Word.Text, "+")
	for range 2 {
		if _, after, ok := strings.Cut(text, "]:"); ok && strings.HasPrefix(text, "[") {
			text = after
			continue
		}
		_, text, _ = strings.Cut(text, ":")
	}
	if !o.Word.Known() {
		e.out.effect(fact.Effect{Kind: fact.Network})
		return
	}
	for to := range strings.SplitSeq(text, ",") {
		w := fact.Lit("//" + to)
		if w.Text = "x:" + w.Text; to != "" && to[0] != ':' || strings.Count(to, ":") > 1 {
			e.out.effect(fact.Effect{Kind: fact.Network, Host: hostName(&w)})
		}
	}
}

// unknownHost reports a host with an unknown name. The name itself may give something away, as in
// pg_isready -h "$TOKEN.host.example", and so may what a host is asked for.
func (e *effectFinder) unknownHost(o *fact.Operand) {
	if !o.Word.IsLiteral() {
		e.out.hazard(hazards.DynamicHost, o.Word.Show(), "fencepost cannot know which host it contacts")
	}
}

// databaseEffects adds that a database is read, and written unless every text is known to only
// look. Its name may be a URI; one without a name stays in memory.
func (e *effectFinder) databaseEffects(o *fact.Operand) {
	w := o.Word
	if w.Known() {
		if w.Text == ":memory:" || w.Text == "" {
			return
		}
		w = databaseFile(w)
	}
	effect := fact.Effect{Kind: fact.Read, Path: e.l.in.Paths.Path(e.l.c.Dirs, &w)}
	e.out.effect(effect)
	if e.programs.unread && !e.l.any.harmless {
		effect.Kind = fact.Write
		e.out.effect(effect)
	}
}

// objectEffects adds the read of a file in a revision, as in git show HEAD:.env, or on the disk:
// git also compares files that lie outside of a repository. A word that is neither a path nor a
// file is a revision.
func (e *effectFinder) objectEffects(o *fact.Operand) {
	w, sure := o.Word, e.l.marked
	switch colon := strings.IndexByte(w.Text, ':'); {
	case colon == 0:
		cut := pathspecPath(w.Text)
		if last := strings.LastIndexByte(w.Text, ':'); last > 1 && cut != last+1 { // git log -L :FUNCTION:FILE
			e.fileObject(subWord(&w, last+1), false)
		}
		if cut < 0 || !sure && strings.HasPrefix(w.Text, ":/") { // :/TEXT looks for a message
			return
		}
		w, sure = subWord(&w, cut), true
	case colon > 0:
		w, sure = subWord(&w, colon+1), true
	case strings.HasPrefix(w.Text, "HEAD"): // HEAD~3
		return
	}
	e.fileObject(w, sure)
}

// fileObject adds the read of a file that a word may name. For a pattern git shows what has changed
// in the files that match.
func (e *effectFinder) fileObject(w fact.Word, sure bool) {
	if w.Text == "" && w.Kind == fact.Literal {
		return
	}
	if w.IsLiteral() && !w.Glob && strings.ContainsAny(w.Text, "*?[") {
		w = fact.Word{Text: pathspec(w.Text), Glob: true, Written: w.Written}
		sure = true
	}
	p := e.l.in.Paths.Path(e.l.in.dirs, &w)
	if sure || isOutsideName(w.Text) || w.Text != "" && (hiddenName(w.Text) || e.l.in.mayExist(&p)) {
		effect := fact.Effect{Kind: fact.Read, Path: p, Shown: fact.ShownLines}
		if e.l.has("--no-index") { // of two directories all that differs
			effect.Recursive, effect.Shown = true, fact.ShownAll
		}
		e.out.effect(effect)
	}
}

// findDeletes adds what -delete removes.
func (e *effectFinder) findDeletes() {
	if !e.l.has("-delete") {
		return
	}
	for _, w := range e.l.find.entries() {
		o := fact.Operand{Word: w, Role: fact.RoleDelete, IsPath: true,
			Path: e.l.in.Paths.Path(e.l.c.Dirs, &w)}
		o.Path.Entry = e.l.meansEntry(&o)
		e.out.pathEffect(fact.Delete, &o, true)
	}
}
