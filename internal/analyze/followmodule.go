package analyze

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/shparse"
)

// followModule reads the module of the project that Python is told to run: python -m tools.check.
// It looks for modules in the directory of the command first.
func (a *Analyzer) followModule(in *shparse.Interp, i int) {
	c := &a.facts.Commands[i]
	if !a.Follow || a.brief || !c.Is(fact.Python) || c.Runs != 0 || len(c.Nested) > 0 ||
		c.Unjudged != "" || c.Stray || len(c.Hazards) > 0 || !c.Dirs.Known || len(c.Dirs.List) != 1 ||
		!c.System && !ofEnvironment(c) {
		return
	}
	value := -1
	for k := range c.Flags {
		switch f := &c.Flags[k]; {
		case f.Name == "-m" && f.Value >= 0 && value < 0:
			value = f.Value
		case f.Name == "-W" && f.Value >= 0 && plainWord(&c.Operands[f.Value].Word):
			// which warnings are shown; a category behind a colon would be imported
		case !f.Known || !codeFlag(f.Name) || f.Name == "-I" || f.Name == "-P":
			return // isolated, it does not look there
		}
	}
	if value < 0 || !c.Operands[value].Word.Known() {
		return
	}
	name := c.Operands[value].Word.Text
	if name == "cProfile" || name == "profile" {
		a.followProfiled(in, i, behind(c, &c.Operands[value].Word))
		return
	}
	top, _, _ := strings.Cut(name, ".")
	if strings.Trim(name, wordLetters+".") != "" || envrisk.OwnModule(top) ||
		lang.Word("python", "loaded", top) {
		return
	}
	file := mainFile(path.Join(c.Dirs.List[0], strings.ReplaceAll(name, ".", "/")))
	if file == "" {
		return
	}
	w := fact.Lit(file)
	s := a.follow(in, i, &w)
	if s == nil {
		return
	}
	args := append([]fact.Word{w}, behind(c, &c.Operands[value].Word)...)
	a.steered(in, i, s, args)
	f := &a.facts.Files[s.number-1]
	switch {
	case !s.read:
	case !plainCode(s.text) || !plainEncoding(s.text):
		f.Why = "its text may be another one to its interpreter"
	default:
		a.askFile(in, i, s.number, c.Dirs.List[0], "python", s.text, nil)
		p := a.pending[len(a.pending)-1]
		a.packages(in, &p, c.Dirs.List[0], name)
	}
}

// followProfiled reads the script that Python's profiler runs, by the words behind its name.
func (a *Analyzer) followProfiled(in *shparse.Interp, i int, words []fact.Word) {
	for len(words) > 1 && words[0].Known() && (words[0].Text == "-s" || words[0].Text == "-o") {
		words = words[2:]
	}
	if len(words) == 0 || !words[0].Known() || strings.HasPrefix(words[0].Text, "-") {
		return
	}
	s := a.follow(in, i, &words[0])
	if s == nil {
		return
	}
	a.steered(in, i, s, words)
	if s.read {
		a.readCode(in, i, s, "python", words)
	}
}

// mainFile is the file that Python runs of a module, by the path without its ending; "" where it
// finds none there.
func mainFile(at string) string {
	if nativeModule(at) {
		return ""
	}
	for _, file := range [...]string{at + "/__main__.py", at + ".py"} {
		if _, err := os.Stat(at + "/__init__.py"); err != nil && file != at+".py" &&
			regularFile(at+".py") {
			continue // a directory without that file is a module only where there is no other
		}
		if regularFile(file) {
			return file
		}
	}
	return ""
}

func regularFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// packages reads what the packages around a module do when they are loaded.
func (a *Analyzer) packages(in *shparse.Interp, p *pending, dir, name string) {
	for at := 0; at < len(name); at++ {
		if name[at] != '.' {
			continue
		}
		init := path.Join(dir, strings.ReplaceAll(name[:at], ".", "/"), "__init__.py")
		if regularFile(init) && !a.load(in, p, init) {
			a.loadsOther(p, name[:at])
		}
	}
	init := path.Join(dir, strings.ReplaceAll(name, ".", "/"), "__init__.py")
	if regularFile(init) && !a.load(in, p, init) {
		a.loadsOther(p, name)
	}
}

// nativeModule reports whether a library takes the place of a module's source, by the path of the
// module without its ending: NAME.so, NAME.cpython-313-x86_64-linux-gnu.so.
func nativeModule(at string) bool {
	if nativePackage(at) {
		return true
	}
	names, whole, err := namesIn(path.Dir(at))
	if err != nil {
		return !os.IsNotExist(err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, path.Base(at)+".") &&
			(strings.HasSuffix(name, ".so") || strings.HasSuffix(name, ".pyd")) {
			return true
		}
	}
	return !whole
}

// nativePackage reports whether a directory is a package by a file that is no source.
func nativePackage(dir string) bool {
	names, whole, _ := namesIn(dir)
	source := slices.Contains(names, "__init__.py")
	for _, name := range names {
		if strings.HasPrefix(name, "__init__.") && (strings.HasSuffix(name, ".so") ||
			strings.HasSuffix(name, ".pyd") || strings.HasSuffix(name, ".pyc") && !source) {
			return true
		}
	}
	return !whole
}
