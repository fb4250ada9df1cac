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
	for _, dir := range append(a.pythonPath(p), dirs.List...) {
		for _, file := range [...]string{name + ".py", filepath.Join(name, "__init__.py"), name + ".so", name + ".pyc"} {
			if info, err := os.Stat(filepath.Join(dir, file)); err == nil && info.Mode().IsRegular() {
				return true
			}
		}
	}
	return false
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
