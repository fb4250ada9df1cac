package inline

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// shadowed reports whether a file in the directory of inline Python is imported in place of the
// module that the code names: python -c and python - look there first. What such a file does is not
// seen.
func (a *Shadows) shadowed(p *pending, m *interp.Import, places []string) bool {
	name, _, _ := strings.Cut(m.Name, ".")
	if name == "" || loadedBefore(name) {
		return false
	}
	dirs := p.dirs
	if m.Dir.Set {
		dirs = under(dirs, &m.Dir.Word)
	}
	if a.makesModule(name) || a.makesOwnModule() {
		return true
	}
	for _, dir := range places {
		if info, err := os.Stat(dir); !a.Call.InProject(dir) || err != nil || !info.IsDir() {
			return true
		}
	}
	look := append(append(a.pythonPath(p), dirs.List...), places...)
	if p.script != "" {
		look = append(look, p.script)
	}
	for _, dir := range look {
		if a.ownModule(p, dir) {
			return true
		}
		for _, file := range [...]string{name + ".py", filepath.Join(name, "__init__.py"), name + ".so",
			name + ".pyc"} {
			if info, err := os.Stat(filepath.Join(dir, file)); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
	}
	return false
}

// loadedBefore reports whether a module is a part of the interpreter, or loaded before the code's
// directory is looked into.
func loadedBefore(name string) bool {
	return lang.Word("python", "loaded", name)
}

// shadowsOwn reports whether a file takes the place of a module of Python's own that can be
// replaced.
func shadowsOwn(entry string) bool {
	name, _, _ := strings.Cut(entry, ".")
	return envrisk.ShadowsPython(entry) && !loadedBefore(name)
}

// makesModule reports whether the line itself may make a file that Python takes for the module,
// wherever that is.
func (a *Shadows) makesModule(name string) bool {
	a.Changes.Collect()
	for i := range a.Changes.List {
		at := a.Changes.List[i].Path
		if base := path.Base(at); base == name+".py" || base == name+".so" || base == name+".pyc" ||
			base == name ||
			path.Base(path.Dir(at)) == name {
			return true
		}
	}
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		for k := range c.Redirects {
			r := &c.Redirects[k]
			if (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) && isModule(r.Target.Text, name) {
				return true
			}
		}
		for k := range c.Argv {
			if k > 0 && !c.ReadOnly && len(c.Code) == 0 && isModule(c.Argv[k].Text, name) &&
				!isAddress(c.Argv[k].Text) && !isFormat(c.Argv[k-1].Text, c.Argv[k].Text) &&
				!isStarted(c, k) {
				return true
			}
		}
	}
	return false
}

// isStarted reports whether a word is the name of the program, or of the module, that a command runs.
func isStarted(c *fact.Command, k int) bool {
	word := c.Argv[k].Text
	if strings.ContainsAny(word, "./") {
		return false
	}
	return c.Is(fact.Python) && c.Argv[k-1].Text == "-m" ||
		c.Wrapper == fact.Transparent && len(c.Nested) == 1 && c.Nested[0].Kind == fact.NestedArgv &&
			len(c.Nested[0].Words) > 0 && c.Nested[0].Words[0].Text == word
}

// isAddress reports whether a word is the address of a page, and so no name of a file.
func isAddress(word string) bool {
	return strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")
}

// isFormat reports whether a word without an ending is the argument of an option that says in which
// form something is printed, as in eslint -f json: no directory of that name comes to be.
func isFormat(option, word string) bool {
	if strings.ContainsAny(word, "./") {
		return false
	}
	switch option {
	case "-f", "-F", "--format", "--formatter", "--output-format", "--reporter", "--message-format",
		"--log-format":
		return true
	}
	return false
}

// makesOwnModule reports whether the line may make a file that Python takes for one of its own
// modules, wherever that is: nearly every import loads others.
func (a *Shadows) makesOwnModule() bool {
	a.Changes.Collect()
	for i := range a.Changes.List {
		ch := &a.Changes.List[i]
		base := path.Base(ch.Path)
		if shadowsOwn(base) ||
			base == "__init__.py" && envrisk.OwnModule(path.Base(path.Dir(ch.Path))) {
			return true
		}
	}
	return false
}

// ShadowsTool reports python -m with a tool of Python's own, which is not meant to run the
// project's code, in a directory with a file that takes the place of a module: python3 -m json.tool
// beside json.py.
func (a *Shadows) ShadowsTool(c *fact.Command) {
	for i := range c.Flags {
		f := &c.Flags[i]
		if f.Name != "-m" || f.Value < 0 || !c.Is(fact.Python) {
			continue
		}
		name, _, _ := strings.Cut(c.Operands[f.Value].Word.Text, ".")
		if !envrisk.OwnModule(name) || lang.Word("python", "runs", name) {
			return
		}
		if slices.ContainsFunc(c.Dirs.List, a.ownModuleIn) {
			c.Doubt(pass, fact.Hazard{ID: hazards.ShadowedModule, Text: c.Text,
				Why: "a file in the directory takes the place of a module of Python's own"})
			return
		}
	}
}

// ownModule is ownModuleIn for inline code, whose imports ask for one directory again and again.
func (a *Shadows) ownModule(p *pending, dir string) bool {
	own, known := p.own[dir]
	if !known {
		own = a.ownModuleIn(dir)
		if p.own == nil {
			p.own = make(map[string]bool, 1)
		}
		p.own[dir] = own
	}
	return own
}

// ownModuleIn reports whether a file in a directory takes the place of a module of Python's own,
// which others import without being asked.
func (a *Shadows) ownModuleIn(dir string) bool {
	names, whole, _ := record.NamesIn(dir)
	return !whole || slices.ContainsFunc(names, shadowsOwn)
}

// isModule reports whether a path is that of a module or of a file in a package of that name.
func isModule(path, name string) bool {
	last := filepath.Base(path)
	return last == name+".py" || last == name+".so" || last == name+".pyc" ||
		strings.HasSuffix(path, "/"+name) || path == name ||
		filepath.Base(filepath.Dir(path)) == name
}

// pythonPath are the directories that the variable PYTHONPATH names for the command.
func (a *Shadows) pythonPath(p *pending) []string {
	c := &a.Call.Facts.Commands[p.command]
	var out []string
	for i := range c.Assigns {
		if c.Assigns[i].Name != "PYTHONPATH" {
			continue
		}
		for dir := range strings.SplitSeq(c.Assigns[i].Value.Text, ":") {
			w := fact.Lit(dir)
			if path := paths.Path(c.Dirs, &w); path.Known {
				out = append(out, path.Abs)
			}
		}
	}
	return out
}

// customized reports whether Python runs a file of a directory in PYTHONPATH before the code.
func (a *Shadows) customized(p *pending) bool {
	for _, dir := range a.pythonPath(p) {
		for _, file := range [...]string{"sitecustomize.py", "usercustomize.py"} {
			if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
				return true
			}
		}
	}
	return false
}

// makesPackage reports whether the line may make the package that JavaScript loads by that name.
func (a *Shadows) makesPackage(name string) bool {
	a.Changes.Collect()
	for i := range a.Changes.List {
		if holdsPackage(a.Changes.List[i].Path, name) {
			return true
		}
	}
	return false
}

// holdsPackage reports whether a path is in node_modules/NAME, or is a directory above it.
func holdsPackage(at, name string) bool {
	if path.Base(at) == "node_modules" {
		return true
	}
	_, in, found := strings.Cut(at, "/node_modules/")
	return found && (in == name || strings.HasPrefix(in, name+"/") || strings.HasPrefix(name, in+"/"))
}

// writesModule reports whether inline Python itself writes a file that it may take for a module.
func (a *Shadows) writesModule(p *pending, f *interp.Facts, name string) bool {
	return writesAny(p, f, func(at string) bool {
		base := path.Base(at)
		if ext := path.Ext(base); ext != ".py" && ext != ".so" && ext != ".pyc" {
			return false
		}
		if base == "__init__.py" {
			base = path.Base(path.Dir(at)) + ".py"
		}
		return isModule(at, name) && !loadedBefore(name) || shadowsOwn(base)
	})
}

// writesPackage reports whether inline JavaScript itself writes a file of a package.
func (a *Shadows) writesPackage(p *pending, f *interp.Facts, name string) bool {
	return writesAny(p, f, func(at string) bool {
		return path.Base(at) != "node_modules" && holdsPackage(at, name)
	})
}

// writesAny reports whether a snippet writes a file of which that holds.
func writesAny(p *pending, f *interp.Facts, holds func(string) bool) bool {
	for i := range f.Calls {
		c := &f.Calls[i]
		for k := range c.Effects {
			e := &c.Effects[k]
			if !e.HasWord || e.Mkdir || e.Kind != fact.Write && e.Kind != fact.Append {
				continue
			}
			dirs := p.dirs
			if c.Dir.Set {
				dirs = under(dirs, &c.Dir.Word)
			}
			if at := paths.Path(dirs, &e.Word); at.Known && holds(at.Abs) {
				return true
			}
		}
	}
	return false
}
