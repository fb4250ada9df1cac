package filetools

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/gen/daemons"
	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// Touched adds the effects of a call that acts on several files, as a patch does.
func Touched(a *record.Call, f *fact.Facts, call *fact.Call, cwd string) {
	for i := range call.Touches {
		t := &call.Touches[i]
		e := fact.Effect{Kind: t.Kind, Command: -1, Recursive: t.Tree}
		switch {
		case t.Kind == fact.Network:
			f.Hazards = append(f.Hazards, record.Hazard(hazards.UnknownHost, call.Tool,
				"fencepost cannot know which hosts it contacts")...)
		case !t.Kind.HasPath():
		case t.Pattern:
			e.Path = pattern(cwd, t.Path)
		default:
			e.Path = paths.Named(cwd, a.Home, t.Path)
		}
		f.Effects = append(f.Effects, e)
	}
}

// OddAddress says why an address is not that of a page on a host with a public name, or on this
// machine, where no service of it listens; "" where it is. curl is asked about the same.
func OddAddress(url, host string) string {
	scheme, rest, _ := strings.Cut(url, "://")
	path := ""
	if end := strings.IndexAny(rest, "/?#\\"); end >= 0 {
		rest, path = rest[:end], rest[end:]
	}
	port, _ := strconv.ParseUint(rest[strings.LastIndexByte(rest, ':')+1:], 10, 16)
	local := host == "localhost" || strings.HasPrefix(host, "127.") || host == "::1"
	switch {
	case local && daemons.At(uint16(port)) != "":
		return daemons.At(uint16(port)) + " of this machine is looked for at that port"
	case local && (strings.Contains(strings.ReplaceAll(path, "/.well-known/", "/"), "/.") ||
		strings.Contains(strings.ToLower(path), "%2e") || strings.Contains(path, "/@fs/")):
		return "a server that serves a directory may hand out a hidden file"
	case strings.Contains(path, "/formResponse"):
		return "a form takes in what the address says"
	case local && showsSettings(path):
		return "a page of that name shows the settings or the memory of a server"
	case host == "":
		return "fencepost cannot know which hosts it contacts"
	case !strings.EqualFold(scheme, "https") && !strings.EqualFold(scheme, "http"):
		return "an address of a page begins with https:// or http://"
	case strings.Contains(rest, "@"):
		return "the address holds a name or password for the host, which then gets it"
	case !strings.ContainsAny(host, ".:") && host != "localhost":
		return "a host without a dot in its name is one of the private network"
	}
	return ""
}

// showsSettings reports whether a path is that of a page on which frameworks show all settings, or
// what lies in the memory.
func showsSettings(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	before := ""
	for _, page := range strings.Split(path, "/") {
		if page == "jolokia" || strings.HasPrefix(page, "__nextjs_") ||
			before == "actuator" && lang.Word("any", "actuator-pages", page) {
			return true
		}
		before = page
	}
	return false
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
