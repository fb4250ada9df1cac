package inline

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/shparse"
)

// FollowCode reads a script in another language than the shell's that an interpreter is given.
func (a *Inline) FollowCode(i int, n *fact.Nested) []shparse.Step {
	c := &a.Call.Facts.Commands[i]
	if !a.Call.Follow || a.Call.Past || c.Runs != 0 || slices.Contains(a.Changes.Understood, i) || len(n.Words) != 1 ||
		!a.Scripts.PlainStart(i, CodeFlag) {
		return nil
	}
	s := a.Scripts.ScriptOf(i, &n.Words[0], a.LoadedBy(c.Name))
	if s == nil {
		return nil
	}
	a.Scripts.Steered(i, s, append([]fact.Word{n.Words[0]}, behind(c, &n.Words[0])...))
	if !s.Read {
		return nil
	}
	return a.ReadCode(i, s, c.Name, nil)
}

// behind are the words of a command behind the script that it runs.
func behind(c *fact.Command, script *fact.Word) []fact.Word {
	for k := 1; k < len(c.Argv); k++ {
		if c.Argv[k].Text == script.Text && c.Argv[k].Known() {
			return c.Argv[k+1:]
		}
	}
	return c.Argv
}

// CodeFlag reports whether an option of an interpreter changes no more than how a script is run.
func CodeFlag(name string) bool {
	switch name {
	case "-u", "-B", "-E", "-I", "-s", "-O", "-OO", "-b", "-q", "-v", "--no-warnings",
		"--trace-warnings", "-w", "--trace-deprecation", "--no-deprecation", "--trace-uncaught",
		"--trace-exit", "--throw-deprecation", "--pending-deprecation", "--disable-warning",
		"--unhandled-rejections", "--enable-source-maps", "--stack-trace-limit", "--stack-size",
		"--max-old-space-size", "--max_old_space_size", "--max-semi-space-size", "--expose-gc",
		"--expose_gc", "--cpu-prof", "--cpu-prof-dir", "--heap-prof", "--heap-prof-dir", "--prof",
		"--experimental-strip-types", "--experimental-transform-types", "--experimental-vm-modules",
		"--experimental-json-modules", "--experimental-require-module", "--experimental-sqlite",
		"--no-experimental-strip-types", "--preserve-symlinks", "--harmony", "--title",
		"--use-system-ca", "--use-openssl-ca", "--openssl-legacy-provider":
		return true
	case "--esm", "--swc", "-T", "--transpileOnly", "--files", "--pretty", "--no-cache", "--script",
		"--typeCheck", "--logError": // of what reads TypeScript
		return true
	case "--allow-read", "--allow-env", "--allow-sys", "--allow-net", "--allow-write", "--allow-run",
		"--allow-all", "-A", "--no-prompt", "--check", "--no-check", "--cached-only", "--no-lock":
		return true // what a script may do is looked for in it
	case "-r", "--import", "--loader": // of which something is known: others have been taken out
		return true
	}
	return false
}

// CodeLanguage is the language of an interpreter's scripts; "" for one of which nothing is known.
func (a *Inline) CodeLanguage(name string) string {
	switch command.LanguageOf(a.Call.Specs, name) {
	case fact.Python:
		return "python"
	case fact.JavaScript:
		return "javascript"
	}
	return ""
}

// ReadCode judges what a script in another language holds. Its facts join those of the command, or it
// is run as that language's option for code would be.
func (a *Inline) ReadCode(i int, s *scripts.Script, name string, argv []fact.Word) []shparse.Step {
	f := &a.Call.Facts.Files[s.Number-1]
	kind := a.CodeLanguage(name)
	if kind == "javascript" && TypedName(f.Abs) {
		kind = "typescript"
	}
	switch {
	case kind == "":
		return a.readOther(i, s, name, argv)
	case !record.PlainCode(s.Text) || kind == "python" && !record.PlainEncoding(s.Text):
		f.Why = "its text may be another one to its interpreter"
		return nil
	}
	args := codeArgs(&a.Call.Facts.Commands[i])
	if argv != nil {
		args = argv
		if kind != "python" {
			args = append([]fact.Word{fact.Lit("node")}, argv...)
		}
	}
	if kind != "python" && len(args) > 1 {
		args[1] = fact.Lit(f.Abs)
	}
	a.AskFile(i, CodeFile{s.Number, path.Dir(f.Abs), kind, s.Text, args})
	return nil
}

// withPlace is the text of a file with what its interpreter tells it of the place where it lies.
// Lines stay where they are.
func withPlace(kind, text, abs string) string {
	if kind != "python" {
		if strings.HasPrefix(text, "#!") {
			text = "//" + text // the interpreter leaves that line out
		}
		return "var __filename=" + strconv.Quote(abs) + ",__dirname=" + strconv.Quote(path.Dir(abs)) +
			";" + text
	}
	for _, first := range [...]string{"#", "\"\"\"", "'''", "import ", "from "} {
		if strings.HasPrefix(text, first) {
			return "__file__=" + strconv.Quote(abs) + ";" + text
		}
	}
	return text
}

// readOther has a script of another language run as the interpreter's option for code.
func (a *Inline) readOther(i int, s *scripts.Script, name string, argv []fact.Word) []shparse.Step {
	f, c := &a.Call.Facts.Files[s.Number-1], &a.Call.Facts.Commands[i]
	option := command.CodeOption(a.Call.Specs, name)
	if option == "" {
		f.Why = "fencepost does not know its language"
		return nil
	}
	words := []fact.Word{fact.Lit(name)}
	switch {
	case argv != nil:
		argv = argv[1:]
	case len(c.Nested) > 0 && len(c.Nested[0].Words) > 0:
		argv = behind(c, &c.Nested[0].Words[0])
	}
	words = append(append(words, fact.Lit(option), fact.Lit(s.Text)), argv...)
	stdin := c.Stdin
	a.namedFiles(i, s)
	f, c = &a.Call.Facts.Files[s.Number-1], &a.Call.Facts.Commands[i]
	return shparse.Payload{Kind: shparse.ShellWords, Words: words, Via: cmp.Or(c.Name, name),
		NewShell: true, Stdin: &stdin, File: s.Excerpt(), Text: f.Name}.Alone()
}

// namedFiles looks at the files of the project that a script names and may load.
func (a *Inline) namedFiles(i int, s *scripts.Script) {
	f := &a.Call.Facts.Files[s.Number-1]
	root, dirs := f.Root, append([]string{path.Dir(f.Abs)}, a.Call.Facts.Commands[i].Dirs.List...)
	ext := path.Ext(f.Abs)
	for _, name := range quoted(s.Text) {
		for _, dir := range dirs {
			for _, at := range [...]string{path.Join(dir, name), path.Join(dir, name) + ext,
				path.Join(dir, name) + ".pm"} {
				if !record.RegularFile(at) || record.IsData(at) || at == a.Call.Facts.Files[s.Number-1].Abs {
					continue
				}
				w := fact.Lit(at)
				if t := a.Scripts.Follow(i, &w); t != nil {
					g := &a.Call.Facts.Files[t.Number-1]
					g.By, g.Root = s.Number, root
				}
			}
		}
	}
	a.Call.Facts.Commands[i].Runs = s.Number
}

func TypedName(name string) bool {
	switch path.Ext(name) {
	case ".ts", ".mts", ".cts", ".tsx":
		return true
	}
	return false
}

// CodeFile is a file with code that a command runs.
type CodeFile struct {
	Number int    // in Facts.Files, from 1
	Base   string // the first directory in which its modules are looked for
	Kind   string // its language
	Text   string
	Args   []fact.Word // of the program, from its name on; nil: not known
}

// AskFile sends the text of a file that command i runs to the helper.
func (a *Inline) AskFile(i int, code CodeFile) {
	file, base, kind, text := code.Number, code.Base, code.Kind, code.Text
	c := &a.Call.Facts.Commands[i]
	p := pending{command: i, lang: kind, dirs: c.Dirs, file: file, base: base,
		script: path.Dir(a.Call.Facts.Files[file-1].Abs), place: a.Call.Shell.Place(), given: a.Call.Shell.Given()}
	if kind == "typescript" {
		p.lang = "javascript"
	}
	from, own := "", a.ownScript(&p)
	switch {
	case own:
		if from = p.script; kind == "python" {
			a.besideScript(&p)
		}
	case kind == "python":
		a.looksAround(&p, text)
	}
	f := &a.Call.Facts.Files[file-1]
	if kind != "python" && strings.Contains(text, "import.meta") && strings.Contains(text, "URL") {
		f.Why = "it makes addresses of files from its own"
	}
	text = withPlace(kind, text, f.Abs)
	p.ask = a.ask(&interp.Request{Lang: kind, Code: text, Home: a.Call.Home, Cwd: physical(p.dirs),
		Base: from, Args: code.Args})
	if p.ask < 0 {
		a.Call.Facts.Files[file-1].Why = "the call has more pieces of code than the limit of this program"
		return
	}
	a.Pending = append(a.Pending, p)
}

// imported reads the file of the project that a script loads under a name. It reports whether that
// is what the name stands for.
func (a *Inline) imported(p *pending, m *interp.Import) bool {
	if p.file == 0 || m.Dir.Set {
		return false
	}
	kind, names := p.lang, []string(nil)
	if kind == "python" {
		names = moduleFiles(m.Name)
		if lang.Word("python", "loaded", m.Name) {
			return false
		}
	} else if names = packageFiles(m.Name); names == nil {
		return false
	}
	dir := p.script
	if kind == "python" { // sys.path begins with the directory of the script that was started
		if dir = p.base; nativeModule(path.Join(dir, strings.ReplaceAll(m.Name, ".", "/"))) {
			return false
		}
	}
	loaded, dirs := false, []string{dir}
	if kind == "python" {
		dirs = append(append(dirs, a.Shadows.pythonPath(p)...), a.otherPlaces(p)...)
	}
	for _, dir := range dirs {
		for _, name := range names {
			if !record.RegularFile(path.Join(dir, name)) {
				continue
			}
			if kind == "python" {
				a.packages(p, dir, m.Name)
			}
			loaded = a.load(p, path.Join(dir, name)) || loaded
			break
		}
	}
	return loaded
}

// loadsOther notes that a script loads under a name what is not read.
func (a *Inline) loadsOther(p *pending, name string) {
	if p.file > 0 {
		root := a.Call.Facts.Files[p.file-1].Root
		a.Call.Facts.Files[root-1].Given = "it loads under the name " + name + " what is not read"
	}
}

// load reads a file that the code of another one loads.
func (a *Inline) load(p *pending, name string) bool {
	outer := &a.Call.Facts.Files[p.file-1]
	for k := range a.Call.Facts.Files {
		if f := &a.Call.Facts.Files[k]; f.Root == outer.Root && f.Abs == name {
			return true // it was, or is being, read: a module is run once
		}
	}
	w := fact.Lit(name)
	runs := a.Call.Facts.Commands[p.command].Runs
	s := a.Scripts.Follow(p.command, &w)
	a.Call.Facts.Commands[p.command].Runs = runs
	if s == nil {
		return false
	}
	f := &a.Call.Facts.Files[s.Number-1] // outer may have moved
	f.By, f.Root, f.Loaded = p.file, a.Call.Facts.Files[p.file-1].Root, true
	if p.lang == "python" {
		a.replacedSource(f)
	}
	depth := a.Scripts.Followed.Depth
	if depth[s.Number-1] = depth[p.file-1] + 1; depth[s.Number-1] > scripts.MaxFileDepth {
		f.Why, s.Read = "files load each other deeper than the limit of this program", false
	}
	kind := p.lang
	if TypedName(name) || kind == "typescript" {
		kind = "typescript"
	}
	switch ext := path.Ext(name); {
	case !s.Read || ext == ".json":
	case !record.PlainCode(s.Text) || kind == "python" && !record.PlainEncoding(s.Text):
		f.Why = "its text may be another one to its interpreter"
	default:
		a.AskFile(p.command, CodeFile{Number: s.Number, Base: p.base, Kind: kind, Text: s.Text})
	}
	return true
}

// moduleFiles are the files in which Python looks for a module in one directory.
func moduleFiles(name string) (list []string) {
	if name == "" || strings.HasPrefix(name, ".") || strings.Contains(name, "/") {
		return nil
	}
	at := strings.ReplaceAll(name, ".", "/")
	return []string{at + "/__init__.py", at + ".py"}
}

// packageFiles are the files that JavaScript may load under a name that is a path.
func packageFiles(name string) (list []string) {
	if !strings.HasPrefix(name, "./") && !strings.HasPrefix(name, "../") {
		return nil
	}
	list = append(list, name)
	if before, ok := strings.CutSuffix(name, ".js"); ok {
		list = append(list, before+".ts")
	}
	for _, ext := range [...]string{".js", ".json", ".mjs", ".cjs", ".ts", ".tsx", "/index.js",
		"/index.ts"} {
		list = append(list, name+ext)
	}
	return list
}
