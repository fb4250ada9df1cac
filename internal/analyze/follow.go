package analyze

import (
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A script of the project is judged by what stands in it, as code in the call itself is. What it
// would do becomes commands of the call, each with the file and the line that it stands in.

// Bounds of the files of one call, all of them together. A script of 100 KB takes about 50 ms to read,
// and one of 20,000 statements and words 60 ms; none of the corpora is half as large.
const (
	maxFiles      = 48
	maxFileText   = 128 << 10 // bytes of one that is read
	maxFileLines  = 4000      // of one that is read
	maxFileBytes  = 4 << 20   // of one that is compared with the last commit
	maxAllText    = 256 << 10
	maxFileDepth  = 6     // of files that files have run
	maxFileSteps  = 20000 // statements and words of one
	maxFileInside = 4000  // commands in one
)

// followed is what the files of a call have in common.
type followed struct {
	left  int         // bytes
	loose bool        // a command of the call may run one again that stands before it
	depth map[int]int // of files
	texts []string    // of the files, in their order
	held  []held      // what is compared with the last commit
	open  []int       // that are being read, the outermost first
	tasks []string    // that are being read, likewise
}

// held is what a file holds.
type held struct {
	number int // in Facts.Files, from 1
	text   string
}

// script is a file that a command runs.
type script struct {
	number int // in Facts.Files, from 1
	text   string
	read   bool // there is text to be judged
}

// follow looks at a file of the project that command i runs or reads as code. It is nil for one
// that is judged as it was before: one elsewhere or one of an installed package, one that the line
// writes, one of which the name is not known.
func (a *Analyzer) follow(in *shparse.Interp, i int, w *fact.Word) *script {
	c := &a.facts.Commands[i]
	if !a.Follow || a.Places == nil || c.Remote || !w.Known() || !c.Dirs.Known ||
		len(c.Dirs.List) != 1 || len(a.links) > 0 || in.Deferred() && in.File() == 0 {
		return nil
	}
	p := a.Path(c.Dirs, w)
	if !single(&p) {
		return nil
	}
	abs, project, ok := a.ofProject(&p)
	if !ok {
		return nil
	}
	for _, name := range [...]string{path.Clean(p.Abs), abs} {
		if _, written, _ := in.WrittenFile(name); written || a.Changed(name) {
			return nil
		}
	}
	f := &a.followed
	if f.depth == nil {
		f.left, f.depth = maxAllText, map[int]int{}
	}
	if len(a.facts.Files) >= maxFiles {
		return nil
	}
	s := a.open(in, i, abs, project)
	if s != nil {
		c := &a.facts.Commands[i]
		c.Effects = append(c.Effects, fact.Effect{Kind: fact.Read, Path: p, Command: i})
		if dir, ok := a.Places.Target(path.Dir(p.Abs)); !ok || dir != path.Dir(abs) {
			// what lies beside the link may be loaded, and not what lies beside the script
			a.facts.Files[s.number-1].Same = false
		}
	}
	return s
}

// ofProject is where a path leads, and the project's directory, links resolved; ok is false where
// it leads elsewhere, to what a package manager has installed, or to git's own files.
func (a *Analyzer) ofProject(p *fact.Path) (abs, project string, ok bool) {
	abs, project, ok = a.placeOf(p)
	if ok && (strings.HasPrefix(path.Base(p.Abs), ".") || strings.HasPrefix(path.Base(abs), ".")) {
		return "", "", false // .env: what it holds are values and no steps
	}
	return abs, project, ok
}

// placeOf is ofProject for files of settings, too.
func (a *Analyzer) placeOf(p *fact.Path) (abs, project string, ok bool) {
	written, target := a.Places.Inside(p, ".", true)
	if written != fact.Yes || target != fact.Yes {
		return "", "", false
	}
	project, ok = a.Places.Target(a.Places.Project())
	if !ok {
		return "", "", false
	}
	if abs, ok = a.Places.Target(p.Abs); !ok || !strings.HasPrefix(abs, project+"/") {
		return "", "", false
	}
	rest := strings.ToLower(abs[len(project):])
	return abs, project, !installed(rest) && !strings.Contains(rest+"/", "/.git/")
}

// open reads a file, and notes it among those of the call.
func (a *Analyzer) open(in *shparse.Interp, i int, abs, project string) *script {
	info, err := os.Lstat(abs)
	if err != nil || !info.Mode().IsRegular() || hardLinks(info) != 1 {
		return nil
	}
	f := &a.followed
	by := in.File()
	at := fact.File{Name: abs[len(project)+1:], Abs: abs, By: by}
	number := len(a.facts.Files) + 1
	if at.Root = number; by > 0 {
		at.Root = a.facts.Files[by-1].Root
	} else if in.Depth() > 0 {
		f.loose = true // in a loop, perhaps, whose text is not the call's own
	}
	f.depth[number] = f.depth[by] + 1
	s := &script{number: number}
	switch data, err := readScript(abs, info.Size()); {
	case err != nil:
		at.Why = "it cannot be read"
	default:
		s.text = string(data)
		at.Same = a.hold(number, s.text)
		at.Why = f.tooMuch(s.text, number)
	}
	for _, outer := range f.open {
		if a.facts.Files[outer-1].Abs == abs {
			at.Why = "it runs itself"
		}
	}
	s.read = at.Why == ""
	a.facts.Files = append(a.facts.Files, at)
	f.texts = append(f.texts, s.text)
	a.facts.Commands[i].Runs = number
	return s
}

// tooMuch says why a text is not read; "" if it is.
func (f *followed) tooMuch(text string, number int) string {
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return "it is no text"
	case len(text) > maxFileText || strings.Count(text, "\n") > maxFileLines:
		return "it is longer than the limit of this program"
	case f.depth[number] > maxFileDepth:
		return "scripts run each other deeper than the limit of this program"
	case len(text) > f.left:
		return "the scripts of the call are longer than the limit of this program"
	}
	f.left -= len(text)
	return ""
}

func readScript(name string, size int64) ([]byte, error) {
	if size > maxFileBytes {
		return nil, os.ErrInvalid
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if len(data) > maxFileBytes {
		return nil, os.ErrInvalid
	}
	return data, err
}

// hold keeps what a file holds until it is known which files the call reads. It reports whether the
// file may be as the last commit has it.
func (a *Analyzer) hold(number int, text string) bool {
	if a.Unchanged {
		a.followed.held = append(a.followed.held, held{number, text})
	}
	return a.Unchanged
}

// compareFiles compares the files that were read with what the last commit has of them. Git is
// asked once, and not where the call steers all that they do.
func (a *Analyzer) compareFiles() {
	files := a.facts.Files
	steered := true
	for k := range files {
		steered = steered && files[files[k].Root-1].Given != ""
	}
	var names, texts []string
	for _, h := range a.followed.held {
		names, texts = append(names, files[h.number-1].Abs), append(texts, h.text)
	}
	same := make([]bool, len(names))
	if !steered {
		same = a.committedAs(names, texts)
	}
	for k, h := range a.followed.held {
		f := &files[h.number-1]
		f.Same = f.Same && same[k]
	}
}

// committedAs reports of each file whether the last commit of the project has it with these bytes.
func (a *Analyzer) committedAs(names, texts []string) []bool {
	none := make([]bool, len(names))
	project, ok := a.Places.Target(a.Places.Project())
	if !ok || len(names) == 0 {
		return none
	}
	head := filelists.OpenHead(project, a.trees())
	if head == nil {
		return none
	}
	return head.Has(names, texts)
}

// reading judges the text of a script by f, which adds its commands. The script has limits of its
// own: it takes nothing from those of the rest of the call.
func (a *Analyzer) reading(in *shparse.Interp, s *script, f func()) {
	b := &a.followed
	b.open = append(b.open, s.number)
	in.Limited(shparse.Limits{Commands: maxFileInside, Steps: maxFileSteps}, f)
	b.open = b.open[:len(b.open)-1]
}

// plainStart reports whether command i starts an interpreter with nothing that has it read other
// code than the script, and returns the file.
func (a *Analyzer) plainStart(i int, flags func(name string) bool) bool {
	c := &a.facts.Commands[i]
	if c.Unjudged != "" || c.Loads || c.Stray || len(c.Nested) != 1 || len(c.Hazards) > 0 ||
		!c.System && !runsShell(c.Name) && !ofEnvironment(c) {
		return false
	}
	for k := range c.Flags {
		if !c.Flags[k].Known || !flags(c.Flags[k].Name) {
			return false
		}
	}
	return true
}

// ofEnvironment reports whether a command is the Python of an environment in the project, which
// venv has put there: .venv/bin/python. One that an earlier call wrote is asked about as a program.
func ofEnvironment(c *fact.Command) bool {
	if !c.Is(fact.Python) || len(c.Argv) == 0 {
		return false
	}
	dir, found := strings.CutSuffix(path.Dir(path.Clean(c.Argv[0].Text)), "/bin")
	return found && strings.TrimPrefix(path.Base(dir), ".") == "venv"
}

// followShell reads a script that a shell is given, or that is read into the shell that runs.
func (a *Analyzer) followShell(in *shparse.Interp, i int, n *fact.Nested, run shparse.Nested) bool {
	if !a.Follow || !a.plainStart(i, shellFlag) || n.State && !strings.Contains(n.Words[0].Text, "/") {
		return false
	}
	s := a.scriptOf(in, i, &n.Words[0], loadsNone)
	if s == nil {
		return false
	}
	if a.steered(in, i, s, n.Args); n.State && a.facts.Files[s.number-1].By == 0 {
		a.facts.Files[s.number-1].Given = "what it defines becomes a part of the call"
	}
	if !s.read {
		return false
	}
	found := len(in.Hazards())
	run.File = s.number
	a.reading(in, s, func() { in.RunText(s.text, run) })
	return len(in.Hazards()) == found
}

// maxMatches bounds the files that a pattern stands for.
const maxMatches = 32

// followPattern looks at the files that a pattern stands for which a script reads as code: those
// that the last commit does not have make the script another one.
func (a *Analyzer) followPattern(in *shparse.Interp, i int, w *fact.Word) {
	by := in.File()
	if by == 0 {
		return // it asks
	}
	root := &a.facts.Files[a.facts.Files[by-1].Root-1]
	names, ok := a.matches(i, root, w)
	if !ok {
		root.Given = "it reads files as code, and fencepost does not know their names"
		return
	}
	runs := a.facts.Commands[i].Runs
	for _, name := range names {
		lit := fact.Lit(name)
		if a.follow(in, i, &lit) == nil {
			a.facts.Files[a.facts.Files[by-1].Root-1].Given = "it reads " + path.Base(name) +
				" as code, which is not looked at"
		}
	}
	a.facts.Commands[i].Runs = runs
}

// matches are the files that a word stands for of which a part is known: lib/*.sh, $DIR/build.sh.
// Of a word that says nothing of a name there are none.
func (a *Analyzer) matches(i int, root *fact.File, w *fact.Word) (names []string, ok bool) {
	dirs := a.facts.Commands[i].Dirs
	text := w.Text
	if w.Kind == fact.Partial {
		if text += "*" + w.Suffix; strings.Trim(text, "*./") == "" {
			return nil, true
		}
	}
	list := []string{text}
	if rest, found := strings.CutPrefix(text, "*/"); found && w.Kind == fact.Partial {
		list = []string{rest, path.Join(path.Dir(root.Abs), rest)}
	} else if !strings.Contains(text, "/") && w.Kind == fact.Partial {
		return nil, true // a program of the system
	}
	for _, text := range list {
		word := fact.Word{Text: text, Glob: true}
		p := a.Path(dirs, &word)
		if !p.Known && w.Kind == fact.Partial && w.Text == "" {
			continue // neither its beginning nor the directory says where it lies
		}
		found, ok := a.expand(p.Abs)
		if !p.Known || !ok || len(names)+len(found) > maxMatches {
			return nil, false
		}
		for _, name := range found {
			if regularFile(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, true
}

// shellFlag reports whether an option of a shell changes no more than how a script is run.
func shellFlag(name string) bool {
	switch name {
	case "-e", "-u", "-x", "-v", "-f", "-o", "-E", "-h", "-a", "-b", "-C", "--norc", "--noprofile",
		"--posix", "--verbose":
		return true
	}
	return false
}

// followProgram reads a script that is run by its path, by the interpreter that its first line
// names.
func (a *Analyzer) followProgram(in *shparse.Interp, i int, argv []fact.Word, stdin fact.Stdin) {
	if a.Follow && len(argv) > 0 && !argv[0].Known() {
		a.followPattern(in, i, &argv[0])
	}
	if !a.Follow || len(argv) == 0 || !argv[0].Known() || !strings.Contains(argv[0].Text, "/") {
		return
	}
	if c := &a.facts.Commands[i]; c.Unjudged != "" || c.Runs != 0 {
		return
	}
	s := a.scriptOf(in, i, &argv[0], loadable)
	if s == nil {
		return
	}
	a.steered(in, i, s, argv)
	if !s.read {
		return
	}
	name, start, ok := a.startedBy(s.text)
	switch f := &a.facts.Files[s.number-1]; {
	case !ok:
		f.Why = "its first line names a program that fencepost does not know"
	case runsShell(name):
		a.facts.Files[s.number-1].Reader = name
		run := shparse.Nested{Via: argv[0].Text, Shell: shellOf(name), NewShell: true, Params: argv,
			SetParams: true, Stdin: &stdin, Start: start, File: s.number}
		a.reading(in, s, func() { in.RunText(s.text, run) })
	case !a.brief:
		a.readCode(in, i, s, name, argv)
	}
}

// startedBy is the interpreter that the first line of a script names, and the words with which it
// is started.
func (a *Analyzer) startedBy(text string) (name string, start []fact.Word, ok bool) {
	name, words, ok := lang.Shebang(text)
	if !ok || len(words) > 1 {
		return "", nil, false
	}
	for _, w := range words {
		if runsShell(name) && !shellLetters(w) || !runsShell(name) && !codeFlag(w) {
			return "", nil, false
		}
		start = append(start, fact.Lit(w))
	}
	return name, start, true
}

// shellLetters reports whether a word is options of a shell that change no more than how a script
// is run.
func shellLetters(w string) bool {
	return len(w) > 1 && w[0] == '-' && strings.Trim(w[1:], "euxvf") == ""
}
