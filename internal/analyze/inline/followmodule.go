package inline

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// FollowModule reads the module of the project that Python is told to run: python -m tools.check.
// It looks for modules in the directory of the command first.
func (a *Inline) FollowModule(i int) {
	c := &a.Call.Facts.Commands[i]
	if !a.Call.Follow || a.Call.Past || c.Runs != 0 || runsOther(c) ||
		c.Unjudged != "" || c.UnknownOption || len(c.Hazards) > 0 ||
		!c.Dirs.Known || len(c.Dirs.List) != 1 ||
		!c.System && !scripts.OfEnvironment(c) {
		return
	}
	value := -1
	for k := range c.Flags {
		switch f := &c.Flags[k]; {
		case f.Name == "-m" && f.Value >= 0 && value < 0:
			value = f.Value
		case f.Name == "-W" && f.Value >= 0 && record.PlainWord(&c.Operands[f.Value].Word):
			// which warnings are shown; a category behind a colon would be imported
		case !f.Known || !CodeFlag(f.Name) || f.Name == "-I" || f.Name == "-P":
			return // isolated, it does not look there
		}
	}
	if value < 0 || !c.Operands[value].Word.Known() {
		return
	}
	name := c.Operands[value].Word.Text
	if name == "cProfile" || name == "profile" {
		a.followProfiled(i, behind(c, &c.Operands[value].Word))
		return
	}
	top, _, _ := strings.Cut(name, ".")
	if strings.Trim(name, record.WordLetters+".") != "" || envrisk.OwnModule(top) ||
		lang.Word("python", "loaded", top) {
		return
	}
	file := mainFile(path.Join(c.Dirs.List[0], strings.ReplaceAll(name, ".", "/")))
	if file == "" {
		return
	}
	w := fact.Lit(file)
	s := a.Scripts.Follow(i, &w)
	if s == nil {
		return
	}
	args := append([]fact.Word{w}, behind(c, &c.Operands[value].Word)...)
	a.Scripts.Steered(i, s, args)
	f := &a.Call.Facts.Files[s.Number-1]
	switch {
	case !s.Read:
	case !record.PlainCode(s.Text) || !record.PlainEncoding(s.Text):
		f.Why = "its text may be another one to its interpreter"
	default:
		a.AskFile(i, CodeFile{Number: s.Number, Base: c.Dirs.List[0], Kind: "python", Text: s.Text})
		p := a.Pending[len(a.Pending)-1]
		a.packages(&p, c.Dirs.List[0], name)
	}
}

// runsOther reports whether a command runs more than code that its words hold.
func runsOther(c *fact.Command) bool {
	return slices.ContainsFunc(c.Nested, func(n fact.Nested) bool { return n.Kind != fact.NestedCode })
}

// followProfiled reads the script that Python's profiler runs, by the words behind its name.
func (a *Inline) followProfiled(i int, words []fact.Word) {
	for len(words) > 1 && words[0].Known() && (words[0].Text == "-s" || words[0].Text == "-o") {
		words = words[2:]
	}
	if len(words) == 0 || !words[0].Known() || strings.HasPrefix(words[0].Text, "-") {
		return
	}
	s := a.Scripts.Follow(i, &words[0])
	if s == nil {
		return
	}
	a.Scripts.Steered(i, s, words)
	if s.Read {
		a.ReadCode(i, s, "python", words) // the helper reads it: nothing runs here
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
			record.RegularFile(at+".py") {
			continue // a directory without that file is a module only where there is no other
		}
		if record.RegularFile(file) {
			return file
		}
	}
	return ""
}

// packages reads what the packages around a module do when they are loaded.
func (a *Inline) packages(p *pending, dir, name string) {
	for at := 0; at < len(name); at++ {
		if name[at] != '.' {
			continue
		}
		init := path.Join(dir, strings.ReplaceAll(name[:at], ".", "/"), "__init__.py")
		if record.RegularFile(init) && !a.load(p, init) {
			a.loadsOther(p, name[:at])
		}
	}
	init := path.Join(dir, strings.ReplaceAll(name, ".", "/"), "__init__.py")
	if record.RegularFile(init) && !a.load(p, init) {
		a.loadsOther(p, name)
	}
}

// nativeModule reports whether a library takes the place of a module's source, by the path of the
// module without its ending: NAME.so, NAME.cpython-313-x86_64-linux-gnu.so.
func nativeModule(at string) bool {
	if nativePackage(at) {
		return true
	}
	names, whole, err := record.NamesIn(path.Dir(at))
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
	names, whole, _ := record.NamesIn(dir)
	source := slices.Contains(names, "__init__.py")
	for _, name := range names {
		if strings.HasPrefix(name, "__init__.") && (strings.HasSuffix(name, ".so") ||
			strings.HasSuffix(name, ".pyd") || strings.HasSuffix(name, ".pyc") && !source) {
			return true
		}
	}
	return !whole
}
