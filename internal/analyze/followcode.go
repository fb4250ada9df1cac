package analyze

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/shparse"
)

// followCode reads a script in another language than the shell's that an interpreter is given.
func (a *Analyzer) followCode(in *shparse.Interp, i int, n *fact.Nested) {
	c := &a.facts.Commands[i]
	if !a.Follow || a.brief || c.Runs != 0 || slices.Contains(a.understood, i) || len(n.Words) != 1 ||
		!a.plainStart(i, codeFlag) {
		return
	}
	s := a.scriptOf(in, i, &n.Words[0], a.loadedBy(c.Name))
	if s == nil {
		return
	}
	a.steered(in, i, s, append([]fact.Word{n.Words[0]}, behind(c, &n.Words[0])...))
	if s.read {
		a.readCode(in, i, s, c.Name, nil)
	}
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

// codeFlag reports whether an option of an interpreter changes no more than how a script is run.
func codeFlag(name string) bool {
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

// codeLanguage is the language of an interpreter's scripts; "" for one of which nothing is known.
func (a *Analyzer) codeLanguage(name string) string {
	switch command.LanguageOf(a.Specs, name) {
	case fact.Python:
		return "python"
	case fact.JavaScript:
		return "javascript"
	}
	return ""
}

// readCode judges what a script in another language holds. Its facts join those of the command.
func (a *Analyzer) readCode(in *shparse.Interp, i int, s *script, name string, argv []fact.Word) {
	f := &a.facts.Files[s.number-1]
	kind := a.codeLanguage(name)
	if kind == "javascript" && typedName(f.Abs) {
		kind = "typescript"
	}
	switch {
	case kind == "":
		a.readOther(in, i, s, name, argv)
		return
	case !plainCode(s.text) || kind == "python" && !plainEncoding(s.text):
		f.Why = "its text may be another one to its interpreter"
		return
	}
	args := codeArgs(&a.facts.Commands[i])
	if argv != nil {
		args = argv
		if kind != "python" {
			args = append([]fact.Word{fact.Lit("node")}, argv...)
		}
	}
	if kind != "python" && len(args) > 1 {
		args[1] = fact.Lit(f.Abs)
	}
	a.askFile(in, i, s.number, path.Dir(f.Abs), kind, s.text, args)
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

// readOther judges a script of another language as the interpreter's option for code would be.
func (a *Analyzer) readOther(in *shparse.Interp, i int, s *script, name string, argv []fact.Word) {
	f, c := &a.facts.Files[s.number-1], &a.facts.Commands[i]
	option := command.CodeOption(a.Specs, name)
	if option == "" {
		f.Why = "fencepost does not know its language"
		return
	}
	words := []fact.Word{fact.Lit(name)}
	switch {
	case argv != nil:
		argv = argv[1:]
	case len(c.Nested) > 0 && len(c.Nested[0].Words) > 0:
		argv = behind(c, &c.Nested[0].Words[0])
	}
	words = append(append(words, fact.Lit(option), fact.Lit(s.text)), argv...)
	stdin := c.Stdin
	a.namedFiles(in, i, s)
	f, c = &a.facts.Files[s.number-1], &a.facts.Commands[i]
	run := shparse.Nested{Via: c.Name, NewShell: true, Stdin: &stdin, File: s.number, Text: f.Name}
	if run.Via == "" {
		run.Via = name
	}
	a.reading(in, s, func() { in.RunArgv(words, nil, run) })
}

// namedFiles looks at the files of the project that a script names and may load.
func (a *Analyzer) namedFiles(in *shparse.Interp, i int, s *script) {
	f := &a.facts.Files[s.number-1]
	root, dirs := f.Root, append([]string{path.Dir(f.Abs)}, a.facts.Commands[i].Dirs.List...)
	ext := path.Ext(f.Abs)
	for _, name := range quoted(s.text) {
		for _, dir := range dirs {
			for _, at := range [...]string{path.Join(dir, name), path.Join(dir, name) + ext,
				path.Join(dir, name) + ".pm"} {
				if !regularFile(at) || isData(at) || at == a.facts.Files[s.number-1].Abs {
					continue
				}
				w := fact.Lit(at)
				if t := a.follow(in, i, &w); t != nil {
					g := &a.facts.Files[t.number-1]
					g.By, g.Root = s.number, root
				}
			}
		}
	}
	a.facts.Commands[i].Runs = s.number
}

func typedName(name string) bool {
	switch path.Ext(name) {
	case ".ts", ".mts", ".cts", ".tsx":
		return true
	}
	return false
}

// askFile sends the text of a file to the helper.
func (a *Analyzer) askFile(in *shparse.Interp, i, file int, base, kind, text string,
	args []fact.Word) {
	c := &a.facts.Commands[i]
	p := pending{command: i, lang: kind, dirs: c.Dirs, file: file, base: base,
		script: path.Dir(a.facts.Files[file-1].Abs), later: in.Later(), given: in.Given()}
	if kind == "typescript" {
		p.lang = "javascript"
	}
	from, own := "", a.ownScript(&p)
	switch {
	case own:
		if from = p.script; kind == "python" {
			a.besideScript(in, &p)
		}
	case kind == "python":
		a.looksAround(in, &p, text)
	}
	f := &a.facts.Files[file-1]
	if kind != "python" && strings.Contains(text, "import.meta") && strings.Contains(text, "URL") {
		f.Why = "it makes addresses of files from its own"
	}
	text = withPlace(kind, text, f.Abs)
	p.ask = a.ask(&interp.Request{Lang: kind, Code: text, Home: a.Home, Cwd: physical(p.dirs),
		Base: from, Args: args})
	if p.ask < 0 {
		a.facts.Files[file-1].Why = "the call has more pieces of code than the limit of this program"
		return
	}
	a.pending = append(a.pending, p)
}

// imported reads the file of the project that a script loads under a name. It reports whether that
// is what the name stands for.
func (a *Analyzer) imported(in *shparse.Interp, p *pending, m *interp.Import) bool {
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
		dirs = append(append(dirs, a.pythonPath(p)...), a.otherPlaces(p)...)
	}
	for _, dir := range dirs {
		for _, name := range names {
			if !regularFile(path.Join(dir, name)) {
				continue
			}
			if kind == "python" {
				a.packages(in, p, dir, m.Name)
			}
			loaded = a.load(in, p, path.Join(dir, name)) || loaded
			break
		}
	}
	return loaded
}

// loadsOther notes that a script loads under a name what is not read.
func (a *Analyzer) loadsOther(p *pending, name string) {
	if p.file > 0 {
		root := a.facts.Files[p.file-1].Root
		a.facts.Files[root-1].Given = "it loads under the name " + name + " what is not read"
	}
}

// load reads a file that the code of another one loads.
func (a *Analyzer) load(in *shparse.Interp, p *pending, name string) bool {
	outer := &a.facts.Files[p.file-1]
	for k := range a.facts.Files {
		if f := &a.facts.Files[k]; f.Root == outer.Root && f.Abs == name {
			return true // it was, or is being, read: a module is run once
		}
	}
	w := fact.Lit(name)
	runs := a.facts.Commands[p.command].Runs
	s := a.follow(in, p.command, &w)
	a.facts.Commands[p.command].Runs = runs
	if s == nil {
		return false
	}
	f := &a.facts.Files[s.number-1] // outer may have moved
	f.By, f.Root, f.Loaded = p.file, a.facts.Files[p.file-1].Root, true
	if p.lang == "python" {
		a.replacedSource(f)
	}
	if a.followed.depth[s.number] = a.followed.depth[p.file] + 1; a.followed.depth[s.number] >
		maxFileDepth {
		f.Why, s.read = "files load each other deeper than the limit of this program", false
	}
	kind := p.lang
	if typedName(name) || kind == "typescript" {
		kind = "typescript"
	}
	switch ext := path.Ext(name); {
	case !s.read || ext == ".json":
	case !plainCode(s.text) || kind == "python" && !plainEncoding(s.text):
		f.Why = "its text may be another one to its interpreter"
	default:
		a.askFile(in, p.command, s.number, p.base, kind, s.text, nil)
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
