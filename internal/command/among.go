package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// A pattern of names says which files of the searched trees are read: grep -r --include=.env* x,
// rg -g '*.{env,pem}' x. Without it a tree is judged as a whole.

const (
	maxAmong        = 64   // alternatives of a pattern that are looked at one by one
	maxAmongPattern = 4096 // bytes
)

// among adds the reads of the files that options with the role among name below the trees that are
// searched, or below the directory of the command.
func (r *resolver) among() {
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Role == fact.RoleAmong && o.Word.Kind == fact.Literal && !strings.HasPrefix(o.Word.Text, "!") {
			r.amongTrees(o.Word.Text)
		}
	}
}

func (r *resolver) amongTrees(pattern string) {
	list, whole := []string(nil), false
	if len(pattern) <= maxAmongPattern {
		list, whole = Alternatives(pattern, maxAmong)
	}
	if !whole {
		r.hazard("pattern-size", fact.Failure, pattern, "the pattern stands for more names than are looked at")
	}
	searched := false
	for k := range r.c.Operands {
		if o := &r.c.Operands[k]; o.Flag == "" && o.IsPath && (o.Role == fact.RoleRead || o.Role == fact.RoleSearch) {
			searched = true
			if o.Word.Kind == fact.Literal {
				r.amongFiles(strings.TrimSuffix(o.Word.Text, "/")+"/", list)
			}
		}
	}
	if !searched {
		r.amongFiles("", list)
	}
}

func (r *resolver) amongFiles(dir string, patterns []string) {
	for _, p := range patterns {
		p = Unescaped(p)
		p = strings.TrimLeft(strings.TrimPrefix(p, "**/"), "/")
		r.amongNamed(dir, p)
		if rest := strings.TrimLeft(p, "*"); rest != p && strings.HasPrefix(rest, ".") {
			r.amongNamed(dir, rest) // a star may stand for nothing, also before the dot of a hidden file
		}
	}
}

func (r *resolver) amongNamed(dir, pattern string) {
	w := fact.Word{Text: dir + "**/" + pattern, Glob: true}
	w.Written = w.Text
	r.effect(fact.Effect{Kind: fact.Read, Path: r.path(r.dirs(), &w), Names: r.lists})
}

// Unescaped removes the backslashes of a pattern. What stood behind one may match more afterwards,
// never less.
func Unescaped(p string) string {
	if !strings.Contains(p, `\`) {
		return p
	}
	var b strings.Builder
	for i := 0; i < len(p); i++ {
		switch {
		case p[i] != '\\' || i+1 == len(p):
			b.WriteByte(p[i])
		case strings.IndexByte("*?[]", p[i+1]) >= 0:
			i++
			b.WriteByte('?')
		}
	}
	return b.String()
}

// Alternatives expands {a,b} of a pattern, nested ones too, up to n alternatives; ok is false where there
// are more. A brace that is not closed stands for itself.
func Alternatives(pattern string, n int) (list []string, ok bool) {
	todo := []string{pattern}
	for len(todo) > 0 {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		open, parts, rest := cutBraces(p)
		if parts == nil {
			list = append(list, p)
		}
		for i := len(parts) - 1; i >= 0; i-- {
			todo = append(todo, open+parts[i]+rest)
		}
		if len(list)+len(todo) > n {
			return append(list, todo...)[:n], false
		}
	}
	return list, true
}

// cutBraces finds the first brace that is closed: what stands before it, its alternatives, and what
// stands behind it.
func cutBraces(p string) (before string, parts []string, rest string) {
	for start := 0; start < len(p); start++ {
		switch p[start] {
		case '\\':
			start++
			continue
		case '{':
		default:
			continue
		}
		depth, from := 0, start+1
		parts = nil
		for i := start; i < len(p); i++ {
			switch p[i] {
			case '\\':
				i++
			case '{':
				depth++
			case ',':
				if depth == 1 {
					parts = append(parts, p[from:i])
					from = i + 1
				}
			case '}':
				if depth--; depth == 0 {
					return p[:start], append(parts, p[from:i]), p[i+1:]
				}
			}
		}
	}
	return p, nil, ""
}
