// Package redirect moves paths at or below /tmp into the scratch directory (contract, section 5). It rewrites the words
// of a command that was parsed and whose roles are known, never the raw text: a message, a pattern or a here-document
// that mentions /tmp stays as it is.
package redirect

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Name returns a path name moved under target; ok is false where it stays.
func Name(name, target string) (moved string, ok bool) {
	if !below(name, "/tmp") || below(name, target) {
		return name, false
	}
	return target + name[len("/tmp"):], true
}

// below reports whether a name is the directory or written below it.
func below(name, dir string) bool {
	return strings.HasPrefix(name, dir) && (len(name) == len(dir) || name[len(dir)] == '/')
}

// edit replaces text[from:to].
type edit struct {
	from, to int
	with     string
}

// Shell returns the call's text with its path words moved under target; ok is false where nothing moves.
func Shell(text string, f *fact.Facts, target string) (moved string, ok bool) {
	var edits []edit
	for i := range f.Commands {
		c := &f.Commands[i]
		if !c.Own {
			continue
		}
		for k := range c.Argv {
			w := &c.Argv[k]
			name := w.Text // a program below /tmp was written there, and moved then
			if k > 0 {
				name = pathIn(c, w)
			}
			edits = addWord(edits, text, w, name, target)
		}
		for k := range c.Redirects {
			if r := &c.Redirects[k]; r.Mode != fact.RedirHere && r.Mode != fact.RedirDup {
				edits = addWord(edits, text, &r.Target, r.Target.Text, target)
			}
		}
	}
	return apply(text, edits)
}

// pathIn returns the part of an argument that is a path: all of it, or the value of an option; "" if there is none.
func pathIn(c *fact.Command, w *fact.Word) string {
	for i := range c.Operands {
		o := &c.Operands[i]
		if !o.IsPath || !o.Word.IsLiteral() || o.Word.Text == "" {
			continue
		}
		if o.Word.Text == w.Text || o.Flag != "" && strings.HasSuffix(w.Text, o.Word.Text) || strings.HasSuffix(w.Text, "="+o.Word.Text) {
			return o.Word.Text
		}
	}
	return ""
}

// addWord adds the edit that moves one word, if it is literal, was written as it stands, and names a path that moves.
func addWord(edits []edit, text string, w *fact.Word, name, target string) []edit {
	if !w.IsLiteral() || name == "" || w.End <= w.Start || w.End > len(text) || text[w.Start:w.End] != w.Written {
		return edits
	}
	if _, ok := Name(name, target); !ok {
		return edits
	}
	head := w.Text[:len(w.Text)-len(name)]
	at := strings.Index(w.Written, "/tmp")
	if at >= 0 && unquoted(w.Written[:at]) == head {
		return append(edits, edit{w.Start + at, w.Start + at + len("/tmp"), quoteFor(w.Written[:at], target)})
	}
	moved, _ := Name(name, target) // the name is pieced together from quotes: write the word anew
	return append(edits, edit{w.Start, w.End, quote(head + moved)})
}

// unquoted drops quotes and backslashes: enough to compare what stands before a path with what it means.
func unquoted(s string) string {
	return strings.NewReplacer(`$"`, "", `$'`, "", `"`, "", `'`, "", `\`, "").Replace(s)
}

// quoteFor returns the target so that it means itself where it is inserted: as it is inside quotes or if it is plain.
func quoteFor(before, target string) string {
	if plain(target) || strings.Count(before, `"`)%2 == 1 || strings.Count(before, `'`)%2 == 1 {
		return target
	}
	return quote(target)
}

func plain(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+,@%", r))
	}) < 0
}

func quote(s string) string {
	if plain(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// apply makes the edits from left to right; the same word may have been found more than once.
func apply(text string, edits []edit) (string, bool) {
	if len(edits) == 0 {
		return text, false
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	var b strings.Builder
	last := 0
	for _, e := range edits {
		if e.from < last {
			continue
		}
		b.WriteString(text[last:e.from])
		b.WriteString(e.with)
		last = e.to
	}
	b.WriteString(text[last:])
	return b.String(), true
}
