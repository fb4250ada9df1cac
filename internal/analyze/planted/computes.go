package planted

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// A compiled source that the call writes, and builds or tests, is no program that nobody has seen
// where its text stands in the call and can do nothing but compute: a new test of the project. So it
// is with settings that say how something looks, and name no code.

// dropComputing takes such sources out of the changes.
func (a *Planted) dropComputing() {
	if !a.Call.Shell.WritesText() {
		return
	}
	kept := a.Changes.List[:0]
	for i := range a.Changes.List {
		if c := a.Changes.List[i]; c.Command < 0 || c.Unpacked || c.Around || c.Whole ||
			path.Ext(c.Path) != ".go" && lang.SettingsOf(path.Base(c.Path)) == "" ||
			!a.computes(i, kept) {
			kept = append(kept, c)
		}
	}
	a.Changes.List = kept
}

// computes reports whether the call writes a source once, with a text that is known and does no
// more than compute, or such settings. kept are the changes before it.
func (a *Planted) computes(i int, kept []changes.Change) bool {
	at := a.Changes.List[i].Path
	texts, _, _ := a.Call.Shell.WrittenFile(at)
	if len(texts) != 1 || len(a.Call.Links) > 0 || record.Installed(at) || record.Concurrent(a.Call.Text) || !a.Call.InProject(at) {
		return false
	}
	for _, list := range [][]changes.Change{kept, a.Changes.List[i+1:]} {
		for k := range list {
			if subpath.In(at, list[k].Path) || path.Base(list[k].Path) == "go.mod" {
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
func (a *Planted) goModule(dir string) string {
	for a.Call.InProject(dir) {
		for line := range strings.Lines(record.SmallFile(path.Join(dir, "go.mod"))) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "module "); ok {
				return strings.Trim(strings.TrimSpace(name), `"`)
			}
		}
		dir = path.Dir(dir)
	}
	return ""
}
