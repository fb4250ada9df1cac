package analyze

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/paths"
)

// shadowed reports whether a file in the directory of inline Python is imported in place of the module that the code names:
// python -c and python - look there first. What such a file does is not seen.
func (a *Analyzer) shadowed(p *pending, m *interp.Import) bool {
	name, _, _ := strings.Cut(m.Name, ".")
	switch name {
	case "", "sys", "os", "io", "abc", "codecs", "site", "stat", "builtins", "time", "posix", "posixpath", "errno", "marshal", "itertools", "gc":
		return false // loaded before, or a part of the interpreter
	}
	dirs := p.dirs
	if m.Dir.Set {
		dirs = under(dirs, &m.Dir.Word)
	}
	if a.makesModule(name) {
		return true
	}
	look := append(a.pythonPath(p), dirs.List...)
	if p.script != "" {
		look = append(look, p.script)
	}
	for _, dir := range look {
		for _, file := range [...]string{name + ".py", filepath.Join(name, "__init__.py"), name + ".so", name + ".pyc"} {
			if info, err := os.Stat(filepath.Join(dir, file)); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
	}
	return false
}

// makesModule reports whether the line itself may make a file that Python takes for the module, wherever that is.
func (a *Analyzer) makesModule(name string) bool {
	for i := range a.facts.Commands {
		c := &a.facts.Commands[i]
		for k := range c.Redirects {
			r := &c.Redirects[k]
			if (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) && isModule(r.Target.Text, name) {
				return true
			}
		}
		for k := range c.Argv {
			if k > 0 && !c.ReadOnly && len(c.Code) == 0 && isModule(c.Argv[k].Text, name) {
				return true
			}
		}
	}
	return false
}

// isModule reports whether a path is that of a module or of a file in a package of that name.
func isModule(path, name string) bool {
	last := filepath.Base(path)
	return last == name+".py" || last == name+".so" || last == name+".pyc" || strings.HasSuffix(path, "/"+name) || path == name ||
		filepath.Base(filepath.Dir(path)) == name
}

// pythonPath are the directories that the variable PYTHONPATH names for the command.
func (a *Analyzer) pythonPath(p *pending) []string {
	c := &a.facts.Commands[p.command]
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
func (a *Analyzer) customized(p *pending) bool {
	for _, dir := range a.pythonPath(p) {
		for _, file := range [...]string{"sitecustomize.py", "usercustomize.py"} {
			if _, err := os.Stat(filepath.Join(dir, file)); err == nil {
				return true
			}
		}
	}
	return false
}
