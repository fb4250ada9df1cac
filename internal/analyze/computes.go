package analyze

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A compiled source that the call writes, and builds or tests, is no program that nobody has seen
// where its text stands in the call and can do nothing but compute: a new test of the project. So it
// is with settings that say how something looks, and name no code.

// dropComputing takes such sources out of the changes.
func (a *Analyzer) dropComputing(in *shparse.Interp) {
	if in == nil || !in.Writes() {
		return
	}
	kept := a.changes[:0]
	for i := range a.changes {
		if c := a.changes[i]; c.command < 0 || c.unpacked || c.around || c.whole ||
			path.Ext(c.path) != ".go" && lang.SettingsOf(path.Base(c.path)) == "" ||
			!a.computes(in, i, kept) {
			kept = append(kept, c)
		}
	}
	a.changes = kept
}

// computes reports whether the call writes a source once, with a text that is known and does no
// more than compute, or such settings. kept are the changes before it.
func (a *Analyzer) computes(in *shparse.Interp, i int, kept []change) bool {
	at := a.changes[i].path
	texts, _, _ := in.WrittenFile(at)
	if len(texts) != 1 || len(a.links) > 0 || installed(at) || concurrent(a.text) || !a.inProject(at) {
		return false
	}
	for _, list := range [][]change{kept, a.changes[i+1:]} {
		for k := range list {
			if subpath.In(at, list[k].path) || path.Base(list[k].path) == "go.mod" {
				return false // another one that writes it, or the directory around it
			}
		}
	}
	if tool := lang.SettingsOf(path.Base(at)); tool != "" {
		return lang.PlainSettings(tool, texts[0])
	}
	return lang.GoComputes(texts[0], a.goModule(path.Dir(at)))
}

// goModule is the path of the module that a directory of the project lies in; "" if there is none.
func (a *Analyzer) goModule(dir string) string {
	for a.inProject(dir) {
		for line := range strings.Lines(smallFile(path.Join(dir, "go.mod"))) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
				return strings.Trim(strings.TrimSpace(name), `"`)
			}
		}
		dir = path.Dir(dir)
	}
	return ""
}
