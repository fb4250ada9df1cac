package filetools

import (
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/reads"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// pass names the findings of this package.
const pass fact.Pass = "file tools"

// The tools Grep and Glob walk a tree: what they read is judged as what `grep -r --include=GLOB
// PATTERN DIR` and `find DIR -path PATTERN` read.

const (
	maxBraces  = 64   // alternatives of a call's patterns that are looked at one by one
	maxPattern = 4096 // bytes of a pattern
)

// Search adds the reads of a call of Grep or Glob.
func Search(a *record.Call, f *fact.Facts, call *fact.Call, tool *agent.Tool, cwd string) {
	dir := a.Tilde(call.Text(tool.Field))
	if dir == "" {
		dir = "."
	}
	patterns, whole := searchPatterns(call, tool)
	if !whole {
		f.Hazards = append(f.Hazards, record.Hazard(hazards.PatternSize, call.Tool,
			"The pattern stands for more names than fencepost looks at")...)
	}
	root := paths.Absolute(cwd, dir)
	names := tool.Kind == agent.Names
	if !names || len(patterns) == 0 {
		f.Effects = append(f.Effects, walk(root, names))
	}
	for _, pattern := range patterns {
		if names {
			f.Effects = append(f.Effects, walk(searched(a, &root, pattern), true))
			continue
		}
		f.Effects = included(a, f.Effects, &root, pattern)
		if reads.Everything(pattern) {
			f.Effects = reads.Whole(a, f.Effects, &root)
		}
	}
}

func walk(p fact.Path, names bool) fact.Effect {
	return fact.Effect{Kind: fact.Read, Path: p, Recursive: true, Names: names, Command: -1}
}

// searchPatterns returns the patterns of the call without braces and escapes; whole is false where
// there are more. Those that only leave files out, which begin with a !, are none.
func searchPatterns(call *fact.Call, tool *agent.Tool) (patterns []string, whole bool) {
	words := []string{call.Text("pattern")}
	if tool.Kind == agent.Search {
		words = words[:0]
		for _, word := range strings.Fields(call.Text("glob")) {
			if strings.Contains(word, "{") {
				words = append(words, word)
			} else {
				words = append(words, strings.Split(word, ",")...)
			}
		}
	}
	for _, word := range words {
		if word == "" || strings.HasPrefix(word, "!") {
			continue
		}
		if len(word) > maxPattern {
			return patterns, false
		}
		list, ok := braces(word, maxBraces-len(patterns))
		patterns = append(patterns, list...)
		if !ok {
			return patterns, false
		}
	}
	for i, p := range patterns {
		patterns[i] = unescaped(p)
	}
	return patterns, true
}

// searched is the directory at which the tree begins that a pattern of Glob names, or the file if
// it is none.
func searched(a *record.Call, root *fact.Path, pattern string) fact.Path {
	pattern = a.Tilde(pattern)
	if i := strings.IndexAny(pattern, "*?["); i >= 0 {
		pattern = pattern[:strings.LastIndexByte(pattern[:i], '/')+1]
	}
	if pattern == "" {
		return *root
	}
	return paths.Absolute(root.Abs, pattern)
}

// included adds the reads of the files that a pattern of Grep names: at any depth, and for a/b at
// the top, too. The read of the tree says the rest.
func included(a *record.Call, list []fact.Effect, root *fact.Path, pattern string) []fact.Effect {
	pattern = a.Tilde(pattern)
	if filepath.IsAbs(pattern) {
		list = append(list, readBelow(root, pattern))
		pattern = strings.TrimLeft(pattern, "/")
	}
	if strings.HasPrefix(pattern, "../") || strings.Contains(pattern, "/../") {
		return append(list, readBelow(root, pattern))
	}
	for strings.HasPrefix(pattern, "**/") {
		pattern = strings.TrimLeft(pattern[len("**/"):], "/")
	}
	if strings.Contains(pattern, "/") {
		list = append(list, readBelow(root, pattern))
	}
	if rest := strings.TrimLeft(pattern, "*"); rest != pattern && strings.HasPrefix(rest, ".") &&
		strings.ContainsAny(rest, "*?[") {
		// a star may stand for nothing, also before a dot: *.env*
		list = append(list, readBelow(root, "**/"+rest))
	}
	return append(list, readBelow(root, "**/"+pattern))
}

func readBelow(root *fact.Path, pattern string) fact.Effect {
	dirs := fact.Dirs{List: []string{root.Abs}, Known: root.Abs != ""}
	w := fact.Word{Text: pattern, Glob: strings.ContainsAny(pattern, "*?[")}
	return fact.Effect{Kind: fact.Read, Path: paths.Path(dirs, &w), Shown: fact.ShownLines, Command: -1}
}

// IncludedIn adds the files that options of a command name which say what is read of its trees, as
// grep --include=GLOB and rg -g GLOB do.
func IncludedIn(a *record.Call, c *fact.Command) {
	for i := range c.Operands {
		o := &c.Operands[i]
		text := o.Word.Text
		if o.Role != fact.RoleInclude || !o.Word.IsLiteral() || strings.HasPrefix(text, "!") {
			continue
		}
		list, ok := braces(text, maxBraces)
		if !ok || len(text) > maxPattern {
			c.Doubt(pass, record.Hazard(hazards.PatternSize, c.Text,
				"The pattern stands for more names than fencepost looks at")...)
		}
		for _, e := range c.Effects {
			if e.Kind != fact.Read || !e.Recursive || e.Names || !e.Path.Known {
				continue
			}
			n := len(c.Effects)
			for _, pattern := range list {
				c.Effects = included(a, c.Effects, &e.Path, unescaped(pattern))
			}
			for k := n; k < len(c.Effects) && c.Reach&fact.ReachAll != 0; k++ {
				c.Effects[k].Shown = fact.ShownAll // grep -r '' --include='*.yaml'
			}
		}
	}
}

// unescaped removes the backslashes of a pattern. What stood behind one may match more afterwards,
// never less.
func unescaped(p string) string {
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

// braces expands {a,b} of a pattern, nested ones too, up to n alternatives; ok is false where there
// are more. A brace that is not closed stands for itself.
func braces(pattern string, n int) (list []string, ok bool) {
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
