package buildtasks

import (
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/trees"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// What a compiler reads may have it read other files, and show what is in them: #include
// "/home/x/.netrc". Such files are read, and what they name becomes an effect like a file that a
// word names.

// Bounds of what is read for one command: files and bytes in them, and names that become effects.
const (
	maxIncluding    = 2048
	maxIncludeText  = 32 << 20
	maxIncluded     = 512
	maxNamed        = 1 << 14 // names that are looked for, of any
	maxMacroNesting = 8
)

// including follows the includes of one command.
type including struct {
	a     *Tasks
	of    int // index of the command
	lang  fact.IncludeLang
	dirs  fact.Dirs // of the command
	where []string  // directories in which it looks for files
	seen  map[string]bool
	names map[string]bool // that are effects
	texts []string        // that were read, and values of macros that options give
	late  []pendingMacro
	reads []fact.Effect
	left  int    // bytes
	why   string // why not all can be known
}

// pendingMacro is an include whose file a macro names: all definitions have to be seen first.
type pendingMacro struct {
	name string
	dir  string
}

// Includes adds the reads of what the files that command i reads include.
func (a *Tasks) Includes(i int) {
	c := &a.Call.Facts.Commands[i]
	if c.Kind != fact.Simple || c.Remote {
		return
	}
	x := &including{a: a, of: i, lang: c.Includes, dirs: c.Dirs, left: maxIncludeText,
		seen: map[string]bool{}, names: map[string]bool{}}
	for k := range c.Operands {
		o := &c.Operands[k]
		switch {
		case o.Role == fact.RoleSearch && o.IsPath && o.Path.Known:
			x.where = append(x.where, o.Path.Abs)
		case o.Role == fact.RoleNone && o.Flag != "":
			if name, value, ok := strings.Cut(o.Word.Text, "="); ok && record.IsName(name) {
				x.texts = append(x.texts, "#define "+name+" "+value)
			}
		}
	}
	for k := range c.Operands {
		if o := &c.Operands[k]; o.Role == fact.RoleRead {
			x.operand(c, o)
		}
	}
	if x.lang == fact.NameIncludes {
		x.inputs(c)
	}
	x.macros()
	c = &a.Call.Facts.Commands[i]
	for k := range x.reads {
		x.reads[k].Command = i
	}
	c.Find(pass, x.reads...)
	if x.why != "" {
		c.Doubt(pass, fact.Hazard{ID: hazards.DynamicPath, Text: c.Text,
			Why: "it may read files whose names fencepost cannot know: " + x.why})
	}
}

// operand takes a file that the command reads.
func (x *including) operand(c *fact.Command, o *fact.Operand) {
	if text, ok := x.a.Call.Shell.PipeText(&o.Word); ok {
		x.text(text.Text, x.here())
		return
	}
	switch o.Word.Text {
	case "-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		x.standardInput(c)
		return
	}
	switch names := []string{o.Path.Abs}; {
	case x.lang == fact.NameIncludes: // its effect says as much, see inputs
	case !o.IsPath || !o.Path.Known:
		if strings.HasPrefix(o.Word.Written, "<(") {
			x.lost("they stand in the output of a command")
		}
	case o.Path.Glob:
		found, ok := x.a.Call.ExpandPattern(o.Path.Abs)
		if names = found; !ok {
			x.lost("a pattern stands for too many files")
		}
		fallthrough
	default:
		if len(o.Path.Dirs) > 1 {
			names = o.Path.Dirs
		}
		for _, name := range names {
			x.file(path.Clean(name))
		}
	}
}

// here is the directory of the command; "" where there are several.
func (x *including) here() string {
	if !x.dirs.Known || len(x.dirs.List) != 1 {
		return ""
	}
	return x.dirs.List[0]
}

// standardInput takes standard input.
func (x *including) standardInput(c *fact.Command) {
	switch c.Stdin.Kind {
	case fact.StdinText:
		if !c.Stdin.Text.Known() {
			x.lost("fencepost cannot see its standard input")
		}
		x.text(c.Stdin.Text.Text, x.here())
		return
	case fact.StdinInherit:
		return
	}
	p := trees.Planting{A: x.a.Trees, T: &fact.Tree{Command: x.of}}
	if at, ok := p.InputFile(); c.Stdin.Kind == fact.StdinFile && ok {
		if at.Known && !at.Glob {
			x.file(at.Abs)
		}
		return
	}
	if name := p.Piped(); name != "" && path.IsAbs(name) {
		x.file(name)
		return
	}
	x.lost("fencepost cannot see its standard input")
}

// file takes a file by its absolute name. One of the system names no file of a person's.
func (x *including) file(name string) {
	if x.seen[name] || isSystemSource(name) {
		return
	}
	x.seen[name] = true
	if len(x.seen) > maxIncluding {
		x.lost("there are too many")
		return
	}
	if x.lang == fact.NameIncludes && path.Ext(name) == ".md" {
		return // Markdown includes nothing, and a README tells of the .env
	}
	texts, written, known := x.a.Call.Shell.WrittenFile(name)
	for _, text := range texts {
		x.text(text, path.Dir(name))
	}
	if written && known {
		return
	}
	if written || x.lang != fact.NameIncludes && x.a.Changes.Changed(name) {
		x.lost("the line itself writes " + path.Base(name))
	}
	if text, ok := x.disk(name); ok {
		x.text(text, path.Dir(name))
	}
}

// disk is what a regular file holds.
func (x *including) disk(name string) (string, bool) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return "", false
	}
	switch path.Ext(name) {
	case ".o", ".a", ".so", ".dylib", ".lo", ".obj":
		// a linker script tells of them what it does in its own words
		if x.lang == fact.CIncludes {
			return "", false
		}
	case ".gz", ".xz", ".bz2", ".zst", ".Z":
		x.lost(path.Base(name) + " is packed")
		return "", false
	}
	if info.Size() > int64(x.left) {
		x.lost("there is too much of them")
		return "", false
	}
	x.left -= int(info.Size())
	f, err := os.Open(name)
	if err != nil {
		return "", false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, info.Size()))
	return string(data), err == nil
}

// isSystemSource reports whether a file belongs to the system's compilers and libraries.
func isSystemSource(name string) bool {
	for _, dir := range [...]string{"/usr/", "/opt/homebrew/", "/Library/Developer/",
		"/Applications/Xcode", "/nix/store/"} {
		if strings.HasPrefix(name, dir) {
			return true
		}
	}
	return false
}

// text takes a text that lies in a directory.
func (x *including) text(text, dir string) {
	x.texts = append(x.texts, text)
	for _, n := range lang.Includes(x.lang, text) {
		if x.lang == fact.NameIncludes {
			x.named(n.Name, dir)
			continue
		}
		x.name(&n, dir)
	}
}

// inputs takes what a program that renders text is told in its words, and the files that it reads
// by itself: those of a directory that a word names, *.tf.
func (x *including) inputs(c *fact.Command) {
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Read && e.Path.Known {
			x.input(e.Path.Abs, e.Recursive)
		}
	}
	for k := range c.Operands {
		if o := &c.Operands[k]; o.Role == fact.RoleAny && o.Path.Known {
			x.input(o.Path.Abs, false)
		}
	}
	for k := range c.Argv {
		x.text(c.Argv[k].Text, x.here())
	}
}

// input takes what a pattern or the name of a file or a directory stands for.
func (x *including) input(name string, deep bool) {
	found := []string{path.Clean(name)}
	if strings.Contains(name, "*") {
		found, _ = x.a.Call.ExpandPattern(name)
	}
	for _, name := range found {
		if x.a.Call.IsDirectory(name) {
			x.where = append(x.where, name)
		}
		x.rendered(name, deep)
	}
}

// rendered takes a file, or what is rendered in a directory.
func (x *including) rendered(name string, deep bool) {
	if !x.a.Call.IsDirectory(name) {
		x.file(name)
		return
	}
	if x.seen[name] || len(x.seen) > maxIncluding {
		return
	}
	x.seen[name] = true
	entries, _, _ := record.NamesIn(name)
	for _, entry := range entries {
		if at := path.Join(name, entry); rendersName(entry) || deep && entry[0] != '.' && x.a.Call.IsDirectory(at) {
			x.rendered(at, deep)
		}
	}
}

// rendersName reports whether a file by its name is one in which others are named to be rendered.
func rendersName(name string) bool {
	switch path.Ext(name) {
	case ".tf", ".yaml", ".yml", ".tpl", ".json", ".txt", ".tex", ".puml", ".erb", ".xml", ".dtd":
		return true
	}
	return strings.EqualFold(name, "kustomization")
}

// named takes a name that stands anywhere in a text, if there is such a file: beside the text, in a
// directory that is rendered or in that of the command. ${path.module}/.env begins with a slash.
func (x *including) named(name, dir string) {
	bases := append([]string{dir}, x.where...)
	if len(x.where) == 0 {
		bases = append(bases, x.here())
	}
	if path.IsAbs(name) {
		bases = append(bases, "/")
	} else if strings.HasPrefix(name, "~/") {
		bases, name = []string{x.a.Call.Home}, name[len("~/"):]
	}
	for _, base := range bases {
		at := path.Join(base, name)
		if base == "" || x.names[at] || len(x.names) > maxNamed {
			continue
		}
		x.names[at] = true
		switch {
		case x.a.Call.IsDirectory(at):
			if subpath.In(at, x.here()) && at != x.here() {
				x.rendered(at, false)
			}
		case record.RegularFile(at):
			if len(x.reads) < maxIncluded {
				x.reads = append(x.reads, fact.Effect{Kind: fact.Read, Guess: true, Data: true,
					Path: fact.Path{Written: name, Abs: at, Known: true}})
			}
			if rendersName(at) {
				x.file(at)
			}
		}
	}
}

// name takes what a text includes.
func (x *including) name(n *lang.Include, dir string) {
	switch {
	case n.Lost:
		x.lost("they are computed")
	case n.Macro:
		x.late = append(x.late, pendingMacro{n.Name, dir})
	case path.IsAbs(n.Name):
		x.read(n.Name, n.Name)
	default:
		for k, at := range append([]string{dir, x.here()}, x.where...) {
			if at != "" && (n.Beside || k > 1 || x.lang != fact.CIncludes) {
				x.read(at+"/"+n.Name, n.Name)
			}
		}
	}
}

// read adds the read of a file that is there, that the line may make, or that lies elsewhere.
func (x *including) read(name, written string) {
	w := fact.Lit(name)
	p := x.a.Call.Path(x.dirs, &w)
	p.Written = written
	key := strings.Join(append(p.Dirs, p.Abs), "\x00")
	far := path.IsAbs(written) || strings.Contains(written, "..") // which the directory does not hold
	if x.names[key] || !far && len(x.a.Call.Links) == 0 && !x.a.Changes.Changed(name) && x.a.Call.Missing(&p) {
		return
	}
	if x.names[key] = true; len(x.names) > maxIncluding {
		x.lost("there are too many")
		return
	}
	if len(x.reads) < maxIncluded || !headerName(p.Abs) || far {
		x.reads = append(x.reads, fact.Effect{Kind: fact.Read, Path: p})
	}
	for _, form := range append(slices.Clone(p.Dirs), p.Abs) {
		x.file(path.Clean(form))
	}
}

// headerName reports whether a file is by its name what sources include.
func headerName(name string) bool {
	switch path.Ext(name) {
	case ".h", ".hh", ".hpp", ".hxx", ".c", ".cc", ".cpp", ".cxx", ".inc", ".inl", ".ipp", ".tcc",
		".def", ".s", ".S":
		return true
	}
	return false
}

// macros takes the includes that macros name. A macro that no text of ours defines is one of the
// system's headers.
func (x *including) macros() {
	for i := 0; i < len(x.late) && i < maxIncluding; i++ {
		x.macro(x.late[i].name, x.late[i].dir, 0)
	}
}

func (x *including) macro(name, dir string, depth int) {
	key := "\x00" + name + "\x00" + dir
	if depth > maxMacroNesting || x.seen[key] {
		return
	}
	x.seen[key] = true
	for _, text := range slices.Clone(x.texts) {
		for _, value := range lang.Defined(text, name) {
			n := lang.Macro(value)
			if n.Macro && !n.Lost {
				x.macro(n.Name, dir, depth+1)
				continue
			}
			x.name(&n, dir)
		}
	}
}

func (x *including) lost(why string) {
	if x.why == "" {
		x.why = why
	}
}
