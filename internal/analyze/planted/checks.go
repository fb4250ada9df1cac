package planted

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// Tools that look at sources run nothing of those that they look at: a new source of the project is
// no program to them. What steers them counts all the same, and so does what could be a plug-in.

// onlyReads reports whether a change is a source that command i, or the program that it starts, may
// read and does not run.
func (a *Planted) onlyReads(i int, ch *changes.Change) bool {
	if ch.Kind&^changes.IsSettings != changes.IsCode && ch.Kind != changes.IsSettings || ch.Around || ch.Unpacked ||
		ch.Command < 0 || !isText(ch.Path) {
		return false
	}
	if ch.Kind&changes.IsSettings != 0 {
		return a.runsNothing(i, path.Base(ch.Path))
	}
	if n := a.Call.Facts.Commands[i].Runs; n > 0 && a.Call.Facts.Files[n-1].Task != "" {
		// what it runs stands among the commands; no source says what other tasks run
		return a.Call.Facts.Files[n-1].Why == "" && path.Base(a.Call.Facts.Files[n-1].Abs) == "package.json"
	}
	k := i
	for k+1 < len(a.Call.Facts.Commands) && a.Call.Facts.Commands[k].Wrapper == fact.Transparent && a.Changes.Around(i, k+1) {
		k++
	}
	c := &a.Call.Facts.Commands[k]
	name, ok := a.ToolOf(c)
	switch {
	case !ok || !c.System || c.Unjudged != "" || c.Is(fact.Python) && a.importable(c, ch.Path):
		return false
	case lang.Word("any", "checks", name):
		return true
	case lang.Word("any", "compiles", name):
		return Says(c, "--noEmit") // else it makes what runs
	}
	return lang.Word("any", "lints", name) && a.toldOf(c, ch.Path) && !seemsPlugin(ch.Path)
}

// runsNothing reports whether command i itself is a tool that takes no code from any file.
func (a *Planted) runsNothing(i int, settings string) bool {
	c := &a.Call.Facts.Commands[i]
	name, ok := a.ToolOf(c)
	return ok && c.System && c.Unjudged == "" && (c.Name == name || !c.Is(fact.Python) && !ofPackages(settings)) &&
		(lang.Word("any", "checks", name) || lang.Word("any", "compiles", name) && Says(c, "--noEmit"))
}

// ofPackages reports whether a file says how packages, and the programs in them, are found.
func ofPackages(name string) bool {
	switch name {
	case "package.json", ".npmrc", "bunfig.toml", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs":
		return true
	}
	return false
}

// ToolOf is the name of a program, of the module that Python runs, or of the installed program that
// npx and its like start.
func (a *Planted) ToolOf(c *fact.Command) (name string, ok bool) {
	if spec := a.Call.Specs.Lookup(c.Name); spec != nil && len(spec.Programs.Proxies) > 0 &&
		len(c.Argv) > 0 {
		at := 1
		for at < len(c.Argv) && record.QuietOption(c.Argv[at].Text) {
			at++
		}
		return c.Argv[min(at, len(c.Argv)-1)].Text, at < len(c.Argv) && c.Argv[at].Known()
	}
	if !c.Is(fact.Python) {
		return c.Name, len(c.Nested) == 0
	}
	for k := range c.Flags {
		if f := &c.Flags[k]; f.Name == "-m" && f.Value >= 0 {
			return c.Operands[f.Value].Word.Text, len(c.Nested) == 0
		}
	}
	return "", false
}

// importable reports whether Python may take a new file for a module of its own or of a tool: with -m
// it looks in the directory of the command first.
func (a *Planted) importable(c *fact.Command, name string) bool {
	if path.Base(name) == "__init__.py" || !c.Dirs.Known || len(c.Dirs.List) != 1 {
		return true
	}
	rest, below := strings.CutPrefix(name, c.Dirs.List[0]+"/")
	top, _, nested := strings.Cut(rest, "/")
	return below && (!nested || a.Call.Places == nil || !record.IsDir(path.Join(c.Dirs.List[0], top)) ||
		envrisk.OwnModule(top))
}

// Says reports whether an option is among the words of a command.
func Says(c *fact.Command, option string) bool {
	return slices.ContainsFunc(c.Argv, func(w fact.Word) bool { return w.IsLiteral() && w.Text == option })
}

// toldOf reports whether a path is, or lies below, one that the words of a command name.
func (a *Planted) toldOf(c *fact.Command, name string) bool {
	for k := 1; k < len(c.Argv); k++ {
		w := &c.Argv[k]
		if p := a.Call.Path(c.Dirs, w); w.Known() && record.OnePath(&p) && subpath.In(name, path.Clean(p.Abs)) {
			return true
		}
	}
	return false
}

// seemsPlugin reports whether a part of a path says that tools load the file.
func seemsPlugin(name string) bool {
	name = strings.ToLower(name)
	for _, word := range [...]string{"rule", "plugin", "config", "preset", "lint", "format", "stub",
		"sniff", "cops", "/."} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// isText reports whether a source is one that people write, and no library.
func isText(name string) bool {
	switch path.Ext(name) {
	case ".so", ".dylib", ".dll", ".jar", ".class", ".node", ".pyc", ".pyd", ".o", ".a":
		return false
	}
	return true
}
