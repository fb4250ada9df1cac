package inline

import (
	"encoding/binary"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// Where Python finds a module is said by code as well as by names: sys.path, __path__ and their
// like. It may take a compiled file in place of the source. Both are looked for in each file.

// movesModules reports whether code may change where modules are looked for. Each mention of sys
// counts that is no plain import, and no use of an attribute that has nothing to do with it.
func movesModules(text string) bool {
	for _, word := range [...]string{"__path__", "__loader__", "__spec__", "importlib", "runpy",
		"pkgutil", "zipimport", "addsitedir", "__dict__", "vars(", "getattr", "__import__",
		"globals(", "locals(", "__getattr__"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	for rest := text; ; {
		at := strings.Index(rest, "sys")
		if at < 0 {
			return false
		}
		before := strings.TrimRight(rest[:at], " \t")
		partOfName := at > 0 && nameByte(rest[at-1])
		rest = rest[at+len("sys"):]
		if partOfName || rest != "" && nameByte(rest[0]) {
			continue
		}
		switch after := strings.TrimLeft(rest, " \t"); {
		case strings.HasPrefix(after, "."):
			if !tameOfSys(after[1:]) {
				return true
			}
		case !strings.HasSuffix(before, "import") && !strings.HasSuffix(before, ","),
			after != "" && strings.IndexByte("\r\n,;#", after[0]) < 0:
			return true
		}
	}
}

func nameByte(c byte) bool {
	return strings.IndexByte(record.WordLetters, c) >= 0 && c != '-' || c >= 0x80
}

// tameOfSys reports whether the text begins with the name of a part of sys by which no module is
// found.
func tameOfSys(text string) bool {
	text = strings.TrimLeft(text, " \t")
	n := 0
	for n < len(text) && nameByte(text[n]) {
		n++
	}
	switch text[:n] {
	case "argv", "exit", "stdin", "stdout", "stderr", "version", "version_info", "platform",
		"executable", "maxsize", "byteorder", "getsizeof", "getrecursionlimit", "exc_info",
		"setrecursionlimit", "flags", "prefix", "base_prefix", "getdefaultencoding", "float_info",
		"implementation", "getfilesystemencoding", "stdlib_module_names", "hexversion":
		return true
	}
	return false
}

// loadsParts reads the modules that Python takes out of packages: from pkg import name, and those
// around a module. all reports whether all names of a module are taken, which may replace any.
func (a *Inline) loadsParts(p *pending, text string) (all bool) {
	for rest := text; ; {
		at := strings.Index(rest, "from")
		if at < 0 {
			return all
		}
		whole := (at == 0 || !nameByte(rest[at-1])) && at+4 < len(rest) && !nameByte(rest[at+4])
		rest = rest[at+len("from"):]
		if !whole {
			continue
		}
		module, tail, found := strings.Cut(rest, "import")
		if module = strings.Join(strings.Fields(module), ""); !found ||
			strings.Trim(module, record.WordLetters+".") != "" {
			continue
		}
		all = a.parts(p, module, tail) || all
	}
}

// parts reads what a module and a list of names behind import stand for.
func (a *Inline) parts(p *pending, module, tail string) (all bool) {
	dir := p.base
	if strings.HasPrefix(module, ".") {
		dir = p.script
		for module = module[1:]; strings.HasPrefix(module, "."); module = module[1:] {
			dir = path.Dir(dir)
		}
	}
	at := path.Join(dir, strings.ReplaceAll(module, ".", "/"))
	if !moduleAt(at) && dir == p.base {
		at = a.installedFrom(p, module, at)
	}
	a.loadModule(p, at)
	list := tail
	if open := strings.TrimLeft(tail, " \t\\\n"); strings.HasPrefix(open, "(") {
		list, _, _ = strings.Cut(open[1:], ")")
	} else {
		list, _, _ = strings.Cut(strings.ReplaceAll(tail, "\\\n", " "), "\n")
		list, _, _ = strings.Cut(list, ";")
	}
	if strings.HasPrefix(strings.TrimSpace(list), "*") {
		return true
	}
	for item := range strings.SplitSeq(list, ",") {
		if words := strings.Fields(item); len(words) > 0 &&
			strings.Trim(words[0], record.WordLetters) == "" {
			a.loadModule(p, path.Join(at, words[0]))
		}
	}
	return false
}

// installedFrom is the path, without an ending, of a module of the project that is not beside the
// script: in a project that is installed in place it is found all the same.
func (a *Inline) installedFrom(p *pending, module, other string) string {
	for _, root := range append(p.dirs.List[:len(p.dirs.List):len(p.dirs.List)], a.Call.Places.Project(),
		path.Join(a.Call.Places.Project(), "src")) {
		if at := path.Join(root, strings.ReplaceAll(module, ".", "/")); module != "" && moduleAt(at) {
			return at
		}
	}
	return other
}

func moduleAt(at string) bool {
	return record.RegularFile(at+"/__init__.py") || record.RegularFile(at+".py")
}

// loadsInstalled reads a module of the project that a script in another directory loads. What the
// name stands for is not known, as another package may be installed under it. If it stands for the
// project's own module, that counts as a part of the script: the script is the last commit's only
// where the module is.
func (a *Inline) loadsInstalled(p *pending, f *interp.Facts, m *interp.Import) bool {
	name, _, _ := strings.Cut(m.Name, ".")
	if p.lang != "python" || p.file == 0 || m.Dir.Set || a.Shadows.makesModule(name) || a.Shadows.makesOwnModule() ||
		a.Shadows.writesModule(p, f, m.Name) || moduleAt(path.Join(p.base, name)) {
		return false
	}
	at := a.installedFrom(p, m.Name, "")
	if at == "" || nativeModule(at) {
		return false
	}
	for dir := range subpath.Up(at, a.Call.Places.Project()) {
		if dir == a.Call.Places.Project() {
			break
		}
		for _, file := range [...]string{dir + "/__init__.py", dir + ".py"} {
			if record.RegularFile(file) && !a.load(p, file) {
				return false
			}
		}
	}
	return true
}

// loadModule reads a module of the project by its path without the ending, if it is there.
func (a *Inline) loadModule(p *pending, at string) {
	for _, name := range [...]string{at + "/__init__.py", at + ".py"} {
		if record.RegularFile(name) {
			if nativeModule(at) || !a.load(p, name) {
				a.loadsOther(p, path.Base(at))
			}
			return
		}
	}
}

// compiled looks for a compiled file that Python may run in place of a module's source. taken: it
// has the time and the size of the source. forged: it needs neither, or the source was changed
// after it was made.
func compiled(source string) (taken, forged bool, names []string) {
	dir := path.Join(path.Dir(source), "__pycache__")
	list, whole, err := record.NamesIn(dir)
	if err != nil {
		return false, !os.IsNotExist(err), nil
	}
	info, err := os.Stat(source)
	if err != nil || !whole {
		return true, true, nil
	}
	base := strings.TrimSuffix(path.Base(source), path.Ext(source)) + "."
	for _, name := range list {
		if !strings.HasPrefix(name, base) || !strings.HasSuffix(name, ".pyc") {
			continue
		}
		name = path.Join(dir, name)
		names = append(names, name)
		t, g := judgeCompiled(name, info)
		taken, forged = taken || t, forged || g
	}
	return taken, forged, names
}

// judgeCompiled reads the head of a compiled file (PEP 552): a magic number, flags, and the time
// and the size of the source, or its hash.
func judgeCompiled(name string, source os.FileInfo) (taken, forged bool) {
	f, ok := openFile(name)
	if !ok {
		return true, true
	}
	defer f.Close()
	var head [16]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return false, false // it is not run
	}
	if binary.LittleEndian.Uint32(head[4:]) != 0 {
		return true, true
	}
	made, err := f.Stat()
	if binary.LittleEndian.Uint32(head[8:]) != uint32(source.ModTime().Unix()) ||
		binary.LittleEndian.Uint32(head[12:]) != uint32(source.Size()) {
		return false, false
	}
	return true, err != nil || record.ChangedAt(source).After(record.ChangedAt(made).Add(time.Second))
}

func openFile(name string) (*os.File, bool) {
	if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	f, err := os.Open(name)
	return f, err == nil
}

// looksAround notes of a file in Python what makes other code of it than what was read.
func (a *Inline) looksAround(p *pending, text string) {
	if all := a.loadsParts(p, text); all {
		a.lost(p.file, "it takes all names of a module")
	}
	if movesModules(text) {
		a.lost(p.file, "it may change where modules are looked for")
	}
	a.besideScript(p)
}

// besideScript looks at the files beside a script that take the place of modules of Python's own,
// some of which are loaded by no import of the code.
func (a *Inline) besideScript(p *pending) {
	names, whole, _ := record.NamesIn(p.base)
	for _, name := range names {
		stem, ext, found := strings.Cut(name, ".")
		own := envrisk.OwnModule(stem) && !loadedBefore(stem) || privateModule(stem)
		if own && !found { // a directory, perhaps
			at := path.Join(p.base, name)
			switch {
			case nativePackage(at):
				found, ext = true, "so"
			case record.RegularFile(path.Join(at, "__init__.py")):
				name, found, ext = path.Join(name, "__init__.py"), true, "py"
			}
		}
		if !own || !found || ext != "py" && !strings.HasSuffix(ext, "pyc") &&
			!strings.HasSuffix(ext, "so") && !strings.HasSuffix(ext, "pyd") {
			continue
		}
		if ext != "py" || !a.load(p, path.Join(p.base, name)) {
			a.loadsOther(p, stem)
		}
		a.lost(p.file, "a file beside it takes the place of a module of Python's own")
	}
	if !whole {
		a.lost(p.file, "there are too many files beside it")
	}
}

// privateModule reports whether Python's own modules load one of that name when they are used.
func privateModule(name string) bool {
	switch name {
	case "_strptime", "_pydecimal", "_pyio", "_pydatetime", "_pylong", "_compat_pickle",
		"_threading_local", "_markupbase", "_weakrefset", "_py_abc", "_collections_abc",
		"_sitebuiltins", "_colorize", "_opcode_metadata", "_aix_support", "_osx_support":
		return true
	}
	return false
}

func (a *Inline) lost(file int, why string) {
	if f := &a.Call.Facts.Files[file-1]; f.Why == "" {
		f.Why = why
	}
}

// replacedSource notes of a module whether a compiled file may run in its place.
func (a *Inline) replacedSource(f *fact.File) {
	taken, forged, names := compiled(f.Abs)
	if taken && f.Why == "" {
		f.Why = "Python may run a compiled file in its place"
	}
	f.Same = f.Same && !forged
	f.Beside = append(f.Beside, names...)
}

// maxPlaces bounds the directories in which modules are looked for besides the usual one.
const maxPlaces = 24

// otherPlaces are the directories that code may have modules looked for in, where it changes that:
// those around it, and those that it names.
func (a *Inline) otherPlaces(p *pending) (list []string) {
	text := a.Scripts.Followed.Texts[p.file-1]
	if !movesModules(text) {
		return nil
	}
	roots := []string{p.base, path.Dir(p.base), a.Call.Places.Project()}
	roots = append(roots, p.dirs.List...)
	for _, root := range roots {
		if root != p.base && !slices.Contains(list, root) {
			list = append(list, root)
		}
	}
	for _, name := range quoted(text) {
		for _, root := range roots {
			at := path.Join(root, name)
			if info, err := os.Stat(at); err == nil && info.IsDir() && !slices.Contains(list, at) &&
				len(list) < maxPlaces {
				list = append(list, at)
			}
		}
	}
	return list
}

// maxQuoted bounds the texts in quotes of one file that are looked at.
const maxQuoted = 128

// quoted are the short texts between quotes that could be names of files.
func quoted(text string) (list []string) {
	for len(list) < maxQuoted {
		at := strings.IndexAny(text, "'\"")
		if at < 0 {
			break
		}
		quote := text[at : at+1]
		text = text[at+1:]
		name, _, found := strings.Cut(text, quote)
		if !found || name == "" || len(name) > 200 || strings.Trim(name, record.WordLetters+"./") != "" {
			continue
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
