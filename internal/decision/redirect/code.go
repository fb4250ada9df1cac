package redirect

import (
	"path"
	"slices"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// code visits what inline code does. The code itself is a word of its command, or its input: it is
// rewritten with the rest where all that it does is known.
func (w *walk) code(a, b *fact.Command) bool {
	for i := range a.Code {
		x, y := &a.Code[i], &b.Code[i]
		if x.Lang != y.Lang || len(x.Facts) != len(y.Facts) {
			return false
		}
		for k := range x.Facts {
			if !w.codeFact(a, b, &x.Facts[k], &y.Facts[k]) {
				return false
			}
		}
	}
	return true
}

func (w *walk) codeFact(a, b *fact.Command, x, y *fact.CodeFact) bool {
	if x.Kind != y.Kind || !sameNames(a, b, x.Names, y.Names) || x.Call != y.Call ||
		x.Does != y.Does || x.Writes != y.Writes ||
		len(x.Args) != len(y.Args) || !sameHazards(x.Hazards, y.Hazards) {
		return false
	}
	if x.Kind == fact.CodeWrite && !w.known(&x.Path, &y.Path) {
		return false
	}
	for k := range x.Args {
		p, q := &x.Args[k], &y.Args[k]
		ok := p.Name == q.Name && p.IsPath == q.IsPath && p.Gone == q.Gone
		switch {
		case p.IsPath:
			ok = ok && w.pathPair(&p.Path, &q.Path, &p.Word, &q.Word)
		case !inEffects(a, &p.Word) || !inEffects(b, &q.Word):
			w.says = x.Does == fact.CodeComputes && slices.ContainsFunc(x.Names, printsInCode)
			ok = ok && w.text(&p.Word, &q.Word)
			w.says = false
		}
		if !ok {
			return false
		}
	}
	return true
}

// sameNames compares what is called or imported: require('/tmp/x.json') reads a file.
func sameNames(a, b *fact.Command, x, y []string) bool {
	return slices.EqualFunc(x, y, func(was, is string) bool {
		return was == is || inEffects(a, &fact.Word{Text: was}) && inEffects(b, &fact.Word{Text: is})
	})
}

// inEffects reports whether an argument in inline code is the name of a file that the code reads or
// writes, or of a directory that holds it: it is visited there.
func inEffects(c *fact.Command, w *fact.Word) bool {
	if !w.IsLiteral() || !path.IsAbs(w.Text) {
		return false
	}
	return slices.ContainsFunc(c.Effects, func(e fact.Effect) bool {
		return !e.Guess && e.Kind.HasPath() && e.Path.Known && len(e.Path.Dirs) == 0 &&
			subpath.In(e.Path.Abs, path.Clean(w.Text))
	})
}

// printsInCode reports whether a function does nothing with its arguments but print them.
func printsInCode(name string) bool {
	switch name {
	case "print", "sys.stdout.write", "sys.stderr.write", "console.log", "console.error",
		"console.warn", "console.info":
		return true
	}
	return false
}

// isCode reports whether a word of a command is inline code that was read: what it does with a name
// is visited itself.
func isCode(a, b *fact.Command, w *fact.Word) bool {
	return readCode(a) && readCode(b) && slices.ContainsFunc(a.Nested, func(n fact.Nested) bool {
		return n.Kind == fact.NestedCode && slices.ContainsFunc(n.Words, func(c fact.Word) bool {
			return c.Text != "" && c.Text == w.Text && c.IsLiteral()
		})
	})
}

// writesRead reports whether the command that is visited writes a file that the line runs and that
// was read to its end: what the file does with a name is visited itself.
func (w *walk) writesRead() bool {
	return w.moveable && readFile(w.was.Files, w.at) && readFile(w.is.Files, w.at)
}

func readFile(list []fact.File, at int) bool {
	read := false
	for i := range list {
		if f := &list[i]; f.Writer == at+1 {
			if f.Why != "" {
				return false
			}
			read = true
		}
	}
	return read
}

// readCode reports whether all of a command's inline code is known.
func readCode(c *fact.Command) bool {
	for i := range c.Code {
		if l := c.Code[i].Lang; l != "python" && l != "javascript" && l != "typescript" {
			return false
		}
	}
	return len(c.Code) > 0 && !slices.ContainsFunc(c.Hazards, func(h fact.Hazard) bool {
		return h.ID == hazards.InlineCode
	})
}
