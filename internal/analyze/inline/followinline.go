package inline

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// Inline code that loads files of the project is interpreted together with them: what it calls
// there is called with what it hands on. Which files these are is known when the helper has read
// the code, and then asked again with their text.

// maxRounds bounds how often a piece of code is asked about again, with the files that it loads.
const maxRounds = 8

// maxNamed bounds the modules that one file is seen to import.
const maxNamed = 64

// asksAgain asks the helper about a piece of inline code once more where it loads files of the
// project that the helper has not read.
func (a *Inline) asksAgain(p *pending, q *asked) bool {
	if p.file > 0 && !a.ownScript(p) || p.partial || !a.Call.Follow || a.Call.Past || a.Call.Places == nil || len(p.dirs.List) != 1 ||
		!p.dirs.Known || p.loads != nil && p.loads.rounds >= maxRounds {
		return false
	}
	l := p.loads
	if l == nil {
		l = &codeLoads{tried: map[string]bool{},
			root: a.Call.Facts.Imports(&a.Call.Facts.Commands[p.command])}
	}
	before := len(l.modules)
	a.findPlaces(p, l, q.facts)
	for k := range q.facts.Imports {
		if m := &q.facts.Imports[k]; !m.Unknown && !m.Dir.Set {
			a.findLoaded(p, l, m)
		}
	}
	if len(l.modules) == before {
		return false
	}
	p.loads = l
	l.rounds++
	r := *q.request
	r.Modules = slices.Clone(l.modules)
	again := *p
	if again.ask = a.ask(&r); again.ask < 0 {
		return false
	}
	a.Pending = append(a.Pending, again)
	return true
}

// findPlaces notes where the code has modules looked for.
func (a *Inline) findPlaces(p *pending, l *codeLoads, f *interp.Facts) {
	for _, name := range f.Places {
		if !path.IsAbs(name) {
			name = path.Join(p.dirs.List[0], name)
		}
		if name = path.Clean(name); !slices.Contains(l.places, name) && len(l.places) < maxPlaces {
			l.places = append(l.places, name)
			clear(l.tried)
		}
	}
}

// findLoaded reads the files of the project that an import stands for.
func (a *Inline) findLoaded(p *pending, l *codeLoads, m *interp.Import) {
	key := m.Name
	if p.lang != "python" || m.Path != "" {
		key = m.Path
	}
	if key == "" || l.tried[key] {
		return
	}
	l.tried[key] = true
	if p.lang == "python" {
		if m.Path != "" {
			a.addFile(p, l, m.Path, interp.Module{Name: m.Path, Lang: "python"})
		} else if m.Foreign {
			a.findModule(p, l, m.Name)
		}
		return
	}
	a.findScript(p, l, m)
}

// findModule reads a module of Python, and the packages around it.
func (a *Inline) findModule(p *pending, l *codeLoads, name string) {
	top, _, nested := strings.Cut(name, ".")
	if strings.Trim(name, record.WordLetters+".") != "" || top == "" || lang.Word("python", "loaded", top) ||
		envrisk.OwnModule(top) || a.isolated(p) {
		return
	}
	dir := a.placeOfModule(p, l, top)
	if dir == "" {
		return
	}
	for at := len(top); ; {
		if !a.addModule(p, l, dir, name[:at]) || !nested {
			return
		}
		rest, _, more := strings.Cut(name[at+1:], ".")
		at, nested = at+1+len(rest), more
		if !more {
			a.addModule(p, l, dir, name)
			return
		}
	}
}

// partOf reports whether a name that is imported is a part of a module that was read, and no module:
// none was found.
func (l *codeLoads) partOf(name string) bool {
	at := strings.LastIndexByte(name, '.')
	return at > 0 && slices.ContainsFunc(l.modules, func(m interp.Module) bool {
		return m.Name == name[:at] && m.File > 0
	})
}

// isolated reports whether Python does not look in the directory in which it starts.
func (a *Inline) isolated(p *pending) bool {
	c := &a.Call.Facts.Commands[p.command]
	for k := range c.Argv {
		if w := c.Argv[k].Text; len(w) > 1 && w[0] == '-' && w[1] != '-' && len(w) < 8 &&
			strings.ContainsAny(w, "IP") {
			return true
		}
	}
	return false
}

// placeOfModule is the directory in which Python finds a module; "" where that is not certain.
func (a *Inline) placeOfModule(p *pending, l *codeLoads, top string) string {
	found, ok := "", false
	look := append(slices.Clone(l.places), p.dirs.List[0])
	if p.file > 0 {
		look[len(look)-1] = p.base
	}
	look = append(look, a.Shadows.pythonPath(p)...)
	if found, ok = a.onlyPlace(look, top); found != "" || !ok || p.file == 0 {
		return found
	}
	// a project that is installed in place is found all the same
	look = append(look[:0], p.dirs.List[0], a.Call.Places.Project(), path.Join(a.Call.Places.Project(), "src"))
	found, _ = a.onlyPlace(look, top)
	return found
}

// onlyPlace is the one directory that has a module; "" where there is none. It is not ok where more
// than one has it, or one has it as a library.
func (a *Inline) onlyPlace(look []string, top string) (found string, ok bool) {
	for _, dir := range look {
		at := path.Join(dir, top)
		info, err := os.Stat(at)
		if nativeModule(at) {
			return "", false
		}
		if record.RegularFile(at+".py") || err == nil && info.IsDir() {
			if found != "" && found != dir {
				return "", false
			}
			found = dir
		}
	}
	return found, true
}

// addModule gives the code a module, by the directory in which its package lies and its name.
func (a *Inline) addModule(p *pending, l *codeLoads, dir, name string) bool {
	for k := range l.modules {
		if l.modules[k].Name == name {
			return true
		}
	}
	at := path.Join(dir, strings.ReplaceAll(name, ".", "/"))
	mod := interp.Module{Name: name, Lang: "python"}
	file := at + ".py"
	switch info, err := os.Stat(at); {
	case nativeModule(at):
		return false
	case record.RegularFile(at + "/__init__.py"):
		mod.Package, file = true, at+"/__init__.py"
	case record.RegularFile(file):
	case err == nil && info.IsDir():
		mod.Package = true
		l.modules = append(l.modules, mod)
		return true
	default:
		return false
	}
	return a.addFile(p, l, file, mod)
}

// addFile gives the code the text of a file.
func (a *Inline) addFile(p *pending, l *codeLoads, file string, mod interp.Module) bool {
	w := fact.Lit(file)
	runs := a.Call.Facts.Commands[p.command].Runs
	s := a.Scripts.Follow(p.command, &w)
	a.Call.Facts.Commands[p.command].Runs = runs
	if s == nil {
		l.missed = true
		return false
	}
	f := &a.Call.Facts.Files[s.Number-1]
	if l.root == 0 {
		l.root = f.Root
	} else {
		l.root = a.Call.Facts.Files[l.root-1].Root
	}
	f.Root, f.Loaded = l.root, true
	if f.By == 0 && s.Number != l.root {
		f.By = l.root
	}
	switch {
	case !s.Read:
		mod.Opaque = true
	case !record.PlainCode(s.Text) || p.lang == "python" && !record.PlainEncoding(s.Text):
		f.Why = "its text may be another one to its interpreter"
		mod.Opaque = true
	case p.lang == "python":
		a.replacedSource(f)
	}
	if mod.File, mod.Path = s.Number, f.Abs; !mod.Opaque {
		mod.Code = s.Text
	}
	l.modules = append(l.modules, mod)
	if p.lang == "python" {
		for _, name := range importedNames(&mod) {
			a.findLoaded(p, l, &interp.Import{Name: name, Foreign: true, File: mod.File})
		}
	}
	return true
}

// importedNames are the modules that a file of Python seems to import, by the beginnings of its
// lines: the helper would ask for them one after the other.
func importedNames(mod *interp.Module) (list []string) {
	rest := mod.Code
	for rest != "" && len(list) < maxNamed {
		line, tail, _ := strings.Cut(rest, "\n")
		rest = tail
		words := strings.Fields(strings.NewReplacer(",", " ", "(", " ( ").Replace(line))
		switch {
		case len(words) < 2:
		case words[0] == "import":
			list = append(list, words[1])
		case words[0] == "from" && len(words) > 3 && words[2] == "import":
			from := words[1]
			if strings.HasPrefix(from, ".") {
				in := mod.Name
				if !mod.Package {
					in = path.Dir("/" + strings.ReplaceAll(in, ".", "/"))[1:]
				}
				in = strings.ReplaceAll(in, ".", "/")
				for from = from[1:]; strings.HasPrefix(from, "."); from = from[1:] {
					in = strings.TrimPrefix(path.Dir("/"+in), "/")
				}
				from = strings.Trim(strings.ReplaceAll(in, "/", ".")+"."+from, ".")
			}
			if from == "" {
				continue
			}
			list = append(list, from)
			for _, name := range words[3:] {
				if strings.Trim(name, record.WordLetters) == "" && name != "as" {
					list = append(list, from+"."+name)
				}
			}
		}
	}
	return list
}

// findScript reads what JavaScript loads by a path.
func (a *Inline) findScript(p *pending, l *codeLoads, m *interp.Import) {
	file := scriptFile(m.Path)
	if file == "" || path.Ext(file) == ".json" {
		return
	}
	mod := interp.Module{Name: m.Path, Lang: "javascript"}
	if TypedName(file) || path.Ext(file) == ".jsx" {
		mod.Lang = "typescript"
	}
	for k := range l.modules {
		if have := &l.modules[k]; have.Path == file {
			mod.File, mod.Path = have.File, file
			l.modules = append(l.modules, mod)
			return
		}
	}
	a.addFile(p, l, file, mod)
}

// scriptFile is the file that JavaScript loads by a path; "" where that depends on what loads it.
func scriptFile(at string) (found string) {
	names := packageFiles("./" + at[1:])
	if names == nil || path.Ext(at) == ".node" {
		return ""
	}
	if record.RegularFile(at) {
		return at
	}
	for _, name := range names[1:] {
		if name = at[:1] + name[2:]; !record.RegularFile(name) {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	if _, err := os.Stat(path.Join(at, "package.json")); err == nil {
		return ""
	}
	return found
}

// steeredCode notes of the files that inline code loads what of the code, or of the call, could
// steer them.
func (a *Inline) steeredCode(p *pending, f *interp.Facts) {
	if p.loads == nil || p.loads.root == 0 {
		return
	}
	c := &a.Call.Facts.Commands[p.command]
	root := &a.Call.Facts.Files[p.loads.root-1]
	if root.By > 0 || root.Given != "" {
		return
	}
	switch {
	case !a.Call.InProject(c.Dirs.List[0]):
		root.Given = "it runs in a directory outside the project"
	case c.Stdin.Kind != fact.StdinInherit && !codeFromInput(c):
		root.Given = "its input comes from the call"
	case !a.Env.PlainVariables(c):
		root.Given = "it gets variables from the call"
	case p.loads.missed:
		root.Given = "it loads a file that is not looked at"
	case f.Steers:
		root.Given = "the code of the call changes what it does"
	}
	for k := range p.loads.modules {
		name := path.Base(strings.ReplaceAll(p.loads.modules[k].Name, ".", "/"))
		if root.Given == "" && record.Losing(name) && strings.Contains(a.Asked[p.ask].request.Code, name) {
			root.Given = "its name says that it publishes, deploys or deletes something"
		}
	}
	for k := range f.Calls {
		call := &f.Calls[k]
		if call.File > 0 && !call.Into || root.Given != "" {
			continue
		}
		switch {
		case call.Does == fact.CodeActs && !call.Into:
			root.Given = "the code of the call does more than to call it"
		case call.Into:
			root.Args = root.Args || len(call.Args) > 0
			a.steeredCall(c, root, call)
		}
	}
}

// steeredCall looks at a call of what a file of the project defines.
func (a *Inline) steeredCall(c *fact.Command, root *fact.File, call *interp.Call) {
	if slices.ContainsFunc(call.Names, record.Losing) || record.Losing(call.Text) {
		root.Given = "the code of the call says that something is published, deployed or deleted"
		return
	}
	hands := slices.ContainsFunc(call.Names, acting) || acting(call.Text)
	for k := range call.Args {
		if w := &call.Args[k].Word; !a.Call.PlainArgument(c, w) && (hands || !a.plainData(w)) {
			root.Given = "it is handed what may be code or paths outside the project"
		} else if record.Losing(w.Text) {
			root.Given = "its arguments say that something is published, deployed or deleted"
		}
	}
}

// codeFromInput reports whether the input of a command is the code that it runs.
func codeFromInput(c *fact.Command) bool {
	for k := range c.Nested {
		if n := &c.Nested[k]; n.Kind == fact.NestedCode && len(n.Words) == 1 && n.Words[0].Known() &&
			c.Stdin.Kind == fact.StdinText && c.Stdin.Text.Text == n.Words[0].Text {
			return true
		}
	}
	return false
}

// snippets are the parts of a piece of code, by the file in which they stand.
type snippets []fact.Snippet

// of is the part that stands in a file.
func (s *snippets) of(p *pending, file int) *fact.Snippet {
	for k := range *s {
		if (*s)[k].File == file {
			return &(*s)[k]
		}
	}
	*s = append(*s, fact.Snippet{Lang: p.lang, File: file})
	return &(*s)[len(*s)-1]
}

func (s *snippets) add(p *pending, file int, f fact.CodeFact) {
	part := s.of(p, file)
	part.Facts = append(part.Facts, f)
}

// acting reports whether a name says that a function hands on what it is given.
func acting(name string) bool {
	name = strings.ToLower(name)
	for at := range name {
		for n := 3; n <= 8 && at+n <= len(name); n++ {
			if lang.Word("any", "acting", name[at:at+n]) {
				return true
			}
		}
	}
	return false
}

// maxData bounds the text that is handed to what a file of the project defines.
const maxData = 400

// plainData reports whether a text is prose or data: no path, no address, no command of a shell or
// of a database.
func (a *Inline) plainData(w *fact.Word) bool {
	if !w.Known() || len(w.Text) > maxData || strings.ContainsAny(w.Text, "$`;|&<>\\") ||
		strings.Contains(w.Text, "..") || strings.Contains(w.Text, "://") ||
		strings.Contains(w.Text, "__") {
		return false
	}
	for k, part := range strings.Fields(w.Text) {
		if strings.ContainsAny(part[:1], "/~-") || strings.Contains(part, "/") {
			return false
		}
		if k == 0 && (a.Call.Specs.Lookup(part) != nil || a.Call.Specs.Lookup(strings.ToLower(part)) != nil) {
			return false
		}
		switch strings.ToLower(part) {
		case "insert", "update", "alter", "create", "grant", "revoke", "replace", "merge", "call", "copy",
			"execute", "select", "import":
			if k == 0 {
				return false
			}
		}
	}
	return true
}
