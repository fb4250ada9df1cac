package analyze

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
)

// touched adds the effects of a call that acts on several files, as a patch does.
func (a *Analyzer) touched(f *fact.Facts, call *fact.Call, cwd string) {
	for i := range call.Touches {
		t := &call.Touches[i]
		e := fact.Effect{Kind: t.Kind, Command: -1, Recursive: t.Tree}
		switch {
		case t.Kind == fact.Network:
			f.Hazards = append(f.Hazards, unknownHost(call)...)
		case !t.Kind.HasPath():
		case t.Pattern:
			e.Path = pattern(cwd, t.Path)
		default:
			e.Path = paths.Named(cwd, a.Home, t.Path)
		}
		f.Effects = append(f.Effects, e)
	}
}

// unknownHost is the hazard of a tool that fetches pages from hosts which the call does not name.
func unknownHost(call *fact.Call) []fact.Hazard {
	return hazard("unknown-host", call.Tool, "which hosts are asked for pages cannot be known")
}

// pattern is the path of a pattern that an agent expands. Of one with more than the characters that
// a shell knows, only the directory is known.
func pattern(cwd, text string) fact.Path {
	w := fact.Lit(text)
	if !strings.ContainsAny(text, "*?[{}()!\\") {
		return paths.Path(fact.Dirs{List: []string{cwd}, Known: cwd != ""}, &w)
	}
	w.Glob = true
	if strings.ContainsAny(text, "{}()!\\") {
		w.Kind = fact.Partial
		w.Text = text[:strings.LastIndexByte(text[:strings.IndexAny(text, "*?[{}()!\\")], '/')+1]
	}
	return paths.Path(fact.Dirs{List: []string{cwd}, Known: cwd != ""}, &w)
}
