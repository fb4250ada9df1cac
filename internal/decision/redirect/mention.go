package redirect

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// A text can name a place below Tmp without doing anything with it that is known: in a message, a
// pattern, a here-document, a comment, the environment of a program. Such a name is never
// rewritten. Where it names what moves elsewhere in the line, somebody may still go by it, as
// xargs does in `echo /tmp/x >list; touch /tmp/x; xargs rm <list`. Then the line is left alone as
// a whole, unless the name is only shown to whoever started the line.

// consistent reports whether no literal that stays names anything that moves.
//
// A path that is not known may come from any name in the line.
func (t *trace) consistent(was *Seen, r *Rewrite) bool {
	var comments [][2]int
	for k, at := range t.literals {
		u := &t.uses[k]
		if u.moves || (u.stays || u.apart) && len(u.texts)+len(u.said) == 0 {
			continue
		}
		named := r.loose || mentions(t.source[at:], len(t.Tmp), t.line, r.moved)
		if !named || t.shown(was.Facts, u) {
			continue
		}
		if comments == nil {
			comments = append(shsyntax.Comments(t.source, t.Dialect), [2]int{})
		}
		if !within(at, comments) {
			return false
		}
	}
	return true
}

func within(at int, places [][2]int) bool {
	for _, p := range places {
		if p[0] <= at && at < p[1] {
			return true
		}
	}
	return false
}

// mentions reports whether the name that a text begins with may be that of a path that moves, of
// one below it, or of a directory that holds one.
func mentions(text string, from int, l *line, moved []string) bool {
	end := from
	for end < len(text) && (text[end] == '/' || inName(text[end])) {
		end++
	}
	name := text[:end]
	if end < len(text) && strings.IndexByte("$`*?[{(\\^|#~!<=:,", text[end]) >= 0 {
		name = name[:strings.LastIndexByte(name, '/')+1] // it goes on, with something else
	}
	// or ends a sentence
	names := [...]string{path.Clean(name), path.Clean(strings.TrimRight(name, "."))}
	for _, m := range moved {
		for _, n := range names {
			if overlap(l.plain(n), m) {
				return true
			}
		}
	}
	return false
}

// shown reports whether a literal is only printed, and where nothing in the line reads it.
func (t *trace) shown(f *fact.Facts, u *use) bool {
	if len(u.texts)+len(u.said) == 0 || u.stays || u.apart || remembers(t.source) {
		return false
	}
	for _, at := range u.texts {
		if at < 0 || !prints(&f.Commands[at]) {
			return false
		}
	}
	for _, at := range append(u.texts[:len(u.texts):len(u.texts)], u.said...) {
		if !shows(f, at) {
			return false
		}
	}
	return true
}

// told reports whether a literal is only printed, and to whoever started the line alone.
func (t *trace) told(f *fact.Facts, u *use) bool {
	return t.shown(f, u) && !slices.ContainsFunc(u.texts, func(at int) bool { return piped(f, at) })
}

// shows reports whether nothing in the line acts on what a command prints.
func shows(f *fact.Facts, at int) bool { return !piped(f, at) || !taken(f.Commands[at+1:]) }

// remembers reports whether a text may use the words of a command that has ended.
func remembers(text string) bool {
	for _, s := range [...]string{"$_", "${_", "BASH_COMMAND", "history", "fc "} {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// prints reports whether a command does nothing with its arguments but print them.
func prints(c *fact.Command) bool {
	return c.ReadOnly && (c.Name == "echo" || c.Name == "printf")
}

// piped reports whether what a command prints may go anywhere but out of the line.
func piped(f *fact.Facts, at int) bool {
	for i := range f.Commands {
		c := &f.Commands[i]
		if i > at && c.Stdin.Kind != fact.StdinInherit {
			return true
		}
		if i != at && !c.Enclosing && c.Name != "exec" {
			continue
		}
		for k := range c.Redirects {
			if changes(&c.Redirects[k]) {
				return true
			}
		}
	}
	return false
}

// taken reports whether a command may act on names that it reads somewhere: it is not known, runs
// something that is not seen, or has a path that is not known.
func taken(commands []fact.Command) bool {
	for i := range commands {
		c := &commands[i]
		if c.Kind == fact.Simple && !c.Known || c.RunsUnseenCode || len(c.Hazards) > 0 {
			return true
		}
		for k := range c.Nested {
			n := &c.Nested[k]
			if n.More || n.Piped || n.Kind != fact.NestedArgv && n.Kind != fact.NestedShell {
				return true
			}
		}
		for k := range c.Operands {
			if o := &c.Operands[k]; o.IsPath && !o.Path.Known || strings.Contains(o.Flag, "from") {
				return true
			}
		}
		for k := range c.Redirects {
			if r := &c.Redirects[k]; r.Mode <= fact.RedirAppend && !r.Exempt && !r.Path.Known {
				return true
			}
		}
		for k := range c.Effects {
			if c.Effects[k].Kind == fact.Exec {
				return true
			}
		}
	}
	return false
}
