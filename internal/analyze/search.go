package analyze

import (
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
)

// The tools Grep and Glob walk a tree: what they read is judged as what `grep -r --include=GLOB
// PATTERN DIR` and `find DIR -path PATTERN` read.

const (
	maxBraces  = 64   // alternatives of a call's patterns that are looked at one by one
	maxPattern = 4096 // bytes of a pattern
)

// search adds the reads of a call of Grep or Glob.
func (a *Analyzer) search(f *fact.Facts, call *fact.Call, tool *agent.Tool, cwd string) {
	dir := a.tilde(call.Text(tool.Field))
	if dir == "" {
		dir = "."
	}
	patterns, whole := searchPatterns(call, tool)
	if !whole {
		f.Hazards = append(f.Hazards, hazard("pattern-size", call.Tool,
			"the pattern stands for more names than are looked at")...)
	}
	root := paths.Absolute(cwd, dir)
	names := tool.Kind == agent.Names
	if !names || len(patterns) == 0 {
		f.Effects = append(f.Effects, walk(root, names))
	}
	for _, pattern := range patterns {
		if names {
			f.Effects = append(f.Effects, walk(a.searched(&root, pattern), true))
			continue
		}
		for _, p := range a.included(&root, pattern) {
			f.Effects = append(f.Effects, fact.Effect{Kind: fact.Read, Path: p, Command: -1})
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
		list, ok := command.Alternatives(word, maxBraces-len(patterns))
		patterns = append(patterns, list...)
		if !ok {
			return patterns, false
		}
	}
	for i, p := range patterns {
		patterns[i] = command.Unescaped(p)
	}
	return patterns, true
}

// searched is the directory at which the tree begins that a pattern of Glob names, or the file if
// it is none.
func (a *Analyzer) searched(root *fact.Path, pattern string) fact.Path {
	pattern = a.tilde(pattern)
	if i := strings.IndexAny(pattern, "*?["); i >= 0 {
		pattern = pattern[:strings.LastIndexByte(pattern[:i], '/')+1]
	}
	if pattern == "" {
		return *root
	}
	return paths.Absolute(root.Abs, pattern)
}

// included are the files that a pattern of Grep names: at any depth, and for a/b at the top, too.
// The read of the tree says the rest.
func (a *Analyzer) included(root *fact.Path, pattern string) []fact.Path {
	pattern = a.tilde(pattern)
	list := make([]fact.Path, 0, 2)
	dirs := fact.Dirs{List: []string{root.Abs}, Known: root.Abs != ""}
	add := func(text string) {
		w := fact.Word{Text: text, Glob: strings.ContainsAny(text, "*?[")}
		list = append(list, paths.Path(dirs, &w))
	}
	if filepath.IsAbs(pattern) {
		add(pattern)
		pattern = strings.TrimLeft(pattern, "/")
	}
	if strings.HasPrefix(pattern, "../") || strings.Contains(pattern, "/../") {
		add(pattern)
		return list
	}
	for strings.HasPrefix(pattern, "**/") {
		pattern = strings.TrimLeft(pattern[len("**/"):], "/")
	}
	if strings.Contains(pattern, "/") {
		add(pattern)
	}
	add("**/" + pattern)
	return list
}

// tilde expands the home directory at the beginning of a name, as the client does.
func (a *Analyzer) tilde(name string) string {
	if a.Home != "" && (name == "~" || strings.HasPrefix(name, "~/")) {
		return a.Home + name[1:]
	}
	return name
}
