package planted

import (
	"io"
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A program that was built of the project's sources is the project's own code, as it is for `go run`
// and `cargo run`. It cannot be read as a script can, so that it has to be certain where it comes
// from: a compiler of the call has just made it from files of the project, or it lies where builds
// put what they make, in the format of this or another machine, under the name of no program that is
// known, and no earlier call of the session has put it there otherwise.

// MarkBuilt marks the commands that run such a program.
func (a *Planted) MarkBuilt() {
	if a.Call.Past || !a.Call.Follow || !a.Call.Vouch.Unchanged || a.Call.Places == nil {
		return
	}
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		if c.Kind == fact.Simple && !c.System && (!c.Known || shparse.IsBuiltin(c.Name)) &&
			len(c.Argv) > 0 && c.Argv[0].Known() && strings.Contains(c.Argv[0].Text, "/") &&
			c.Planted == nil && a.built(i) {
			c.Built = true
		}
	}
}

// built reports whether command i runs a program that was built of the project.
func (a *Planted) built(i int) bool {
	c := &a.Call.Facts.Commands[i]
	if c.Unjudged != "" || c.Remote || !c.Dirs.Known || record.Losing(path.Base(c.Argv[0].Text)) {
		return false
	}
	p := a.Call.Spelled(c.Dirs, &c.Argv[0])
	if !record.OnePath(&p) || p.Glob {
		return false
	}
	for k := 1; k < len(c.Argv); k++ {
		if !a.builtArgument(c, &c.Argv[k]) {
			return false
		}
	}
	compiled := a.compiledBefore(path.Clean(p.Abs), i)
	abs, project, ok := a.Call.OfProject(&p)
	switch {
	case compiled:
		return ok || a.Call.InScratch(&p)
	case !ok:
		return false
	case a.madeOtherwise(i, abs):
		return false
	case !paths.Exists(abs):
		return a.willBuild(abs, project, i)
	}
	return c.Stdin.Kind == fact.StdinInherit && (buildPlace(abs[len(project):]) > noPlace ||
		hasBuild(path.Dir(abs), project)) &&
		native(abs) && !a.madeEarlier(abs, project)
}

// compiledBefore reports whether a compiler of the call has made a file before command i runs, and
// nothing else has.
func (a *Planted) compiledBefore(name string, i int) (made bool) {
	for k := range a.Changes.List {
		if ch := &a.Changes.List[k]; ch.Path == name && ch.Command != i {
			if !ch.Compiled || ch.Command > i {
				return false
			}
			made = true
		}
	}
	return made
}

// madeOtherwise reports whether a command of the call that is no build may put a file where command
// i runs it, under a name that its words do not say: gunzip bin/app.gz.
func (a *Planted) madeOtherwise(i int, abs string) bool {
	for k := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[k]
		if k == i || k > i && !a.Changes.Unordered || c.Is(fact.Compiles|fact.Makefile) {
			continue
		}
		if a.Changes.MayWrite(k, abs) || writesAround(c, abs) {
			return true
		}
	}
	return false
}

// writesAround reports whether a command writes in a directory that a file lies in, or below, or
// gives a file a name that is made of another one.
func writesAround(c *fact.Command, abs string) bool {
	if c.Kind != fact.Simple || c.ReadOnly || c.Remote || c.Is(fact.Inert) {
		return false
	}
	for k := range c.Effects {
		e := &c.Effects[k]
		switch {
		case e.Kind == fact.Delete && strings.HasPrefix(e.Path.Abs, abs+"."):
			return true // bin/app.gz
		case e.Kind != fact.Write && e.Kind != fact.Append || e.Mkdir || e.Create:
		case !e.Path.Known, subpath.In(abs, path.Clean(e.Path.Abs)),
			strings.HasPrefix(e.Path.Abs, abs+"."):
			return true
		}
	}
	return false
}

// willBuild reports whether a program that is not there yet can only come from a build: it would lie
// where one puts programs, or the call builds before, and no command of the call brings files whose
// names it does not say. Where nothing builds it, nothing runs.
func (a *Planted) willBuild(abs, project string, i int) bool {
	builds := false
	for k := range a.Call.Facts.Commands {
		if k != i && a.Changes.MovesTree(k) {
			return false
		}
		builds = builds || k < i && a.Call.Facts.Commands[k].Is(fact.Compiles|fact.Makefile)
	}
	switch place := buildPlace(abs[len(project):]); {
	case place == ownPlace:
		return true
	case place == noPlace && !builds:
		return false
	}
	return hasBuild(path.Dir(abs), project)
}

// maxSource bounds a source that is compared with what the last commit has of it.
const maxSource = 1 << 20

// committedSource reports whether a source that a compiler is given by its name is as the last
// commit has it: one that the agent has just written is a program that nobody has seen, as a script
// is. There may be none yet. What a directory holds is built as the tests of the project are.
func (a *Planted) committedSource(project, abs string) bool {
	info, err := os.Stat(abs)
	if err != nil || info.IsDir() {
		return os.IsNotExist(err) || err == nil
	}
	if !info.Mode().IsRegular() || info.Size() > maxSource {
		return false
	}
	data, err := os.ReadFile(abs)
	if err != nil {
		return false
	}
	return a.Scripts.CommittedAs([]string{abs}, []string{string(data)})[0]
}

// plainCompile reports whether what a compiler is told is names and words: a macro, a file of
// options or standard input would be code of the call.
func plainCompile(c *fact.Command) bool {
	for k := 1; k < len(c.Argv); k++ {
		w := &c.Argv[k]
		if !w.Known() || w.Text == "-" || strings.Trim(w.Text, record.WordLetters+"./=:,+ ") != "" {
			return false
		}
		for _, option := range [...]string{"-include", "-imacros", "-Wl,", "-Wa,", "-Wp,", "-X"} {
			if strings.HasPrefix(strings.Replace(w.Text, "--", "-", 1), option) {
				return false
			}
		}
	}
	return true
}

// place says whether programs that are built lie in a directory.
type place uint8

const (
	noPlace   place = iota
	somePlace       // and other files, too: bin
	ownPlace        // it is a build's own: target
)

// buildPlace says whether a file of the project lies where builds put programs.
func buildPlace(name string) (p place) {
	for part := range strings.SplitSeq(path.Dir(strings.ToLower(name)), "/") {
		switch part {
		case "build", "builddir", "_build", ".build", "target", "dist-newstyle", "zig-out", "bazel-bin":
			return ownPlace
		case "bin", "dist", "out", "obj", "output", "debug", "release", "x64":
			p = somePlace
		}
		if strings.HasPrefix(part, "cmake-build") || strings.HasPrefix(part, "build-") {
			return ownPlace
		}
	}
	return p
}

// hasBuild reports whether a directory of the project, or one above it, says how it is built.
func hasBuild(dir, project string) bool {
	for dir := range subpath.Up(dir, project) {
		for _, name := range [...]string{"go.mod", "Cargo.toml", "Makefile", "CMakeLists.txt",
			"package.json", "meson.build", "build.zig", "Package.swift", "dune-project", "stack.yaml",
			"cabal.project", "build.gradle", "build.gradle.kts", "pom.xml", "MODULE.bazel", "WORKSPACE",
			"configure.ac", "makefile", "GNUmakefile", "justfile", "Taskfile.yml", "shard.yml", "mix.exs"} {
			if paths.Exists(dir + "/" + name) {
				return true
			}
		}
	}
	return false
}

// native reports whether a file is a program in the format of a machine.
func native(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [4]byte
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return false
	}
	switch string(head[:]) {
	case "\x7fELF", "\xcf\xfa\xed\xfe", "\xce\xfa\xed\xfe", "\xfe\xed\xfa\xcf", "\xfe\xed\xfa\xce",
		"\xca\xfe\xba\xbe":
		return true
	}
	return string(head[:2]) == "MZ"
}

// builtArgument reports whether an argument is an option, a word, a number, a request to this
// machine, or the name of something in the project or the scratch directory.
func (a *Planted) builtArgument(c *fact.Command, w *fact.Word) bool {
	if !w.Known() {
		return w.Number
	}
	text := w.Text
	if strings.ContainsAny(text, "\n\r$`;&|<>~\\") || strings.Contains(text, "..") || record.Losing(text) {
		return false
	}
	for {
		head, rest, found := strings.Cut(text, "://")
		if !found {
			break
		}
		after := strings.TrimLeft(rest, hostLetters)
		host := rest[:len(rest)-len(after)]
		if host != "localhost" && host != "127.0.0.1" || strings.Contains(after, "@") {
			return false
		}
		text = head + strings.TrimLeft(after, ":/")
	}
	for part := range strings.FieldsFuncSeq(text, betweenPaths) {
		if strings.HasPrefix(part, ".") && strings.Trim(part, ".") != "" && !strings.HasPrefix(part, "./") ||
			strings.Contains(part, "/.") {
			return false // .git: what tools keep for themselves
		}
		name := fact.Lit(part)
		p := a.Call.Path(c.Dirs, &name)
		written, target := a.Call.Places.Inside(&p, ".", false)
		if (len(part) < len(w.Text) || !a.Call.InScratch(&p)) && written.And(target) != fact.Yes {
			return false
		}
	}
	return true
}

const hostLetters = record.WordLetters + "."

// betweenPaths reports whether a letter stands between what may be paths: --in=a,b, "a b".
func betweenPaths(r rune) bool { return strings.ContainsRune(" \t=:,'\"()[]{}", r) }

// madeEarlier reports whether an earlier call of the session has put a program where it is, and it
// was no compiler.
func (a *Planted) madeEarlier(abs, project string) bool {
	if a.Earlier == nil {
		return false
	}
	a.loadPast()
	if !a.changedByBuild(abs) {
		return true
	}
	for i := len(a.past) - 1; i >= 0; i-- {
		if agent.RunsShell(&a.past[i]) && a.mayWriteInCode(i, abs[len(project)+1:]) {
			return true
		}
		on, past := a.pastWrites(i, false)
		if on != "" && a.Changes.LeadsTo(on, abs) || past != nil && (a.Call.Budget().Earlier.Over() || past.puts(abs)) {
			return true
		}
	}
	return false
}

// manyCalls is how many earlier calls are known at most: before the first of so many there were
// others.
const manyCalls = 64

// changedByBuild reports whether a file was changed last before the session's first call, or while a
// call ran that builds and does nothing else that could have made it. Nobody can set that time.
func (a *Planted) changedByBuild(abs string) bool {
	info, err := os.Stat(abs)
	if err != nil || len(a.past) == 0 {
		return err == nil
	}
	changed, during := record.ChangedAt(info).UnixNano(), -1
	for i := range a.past {
		if at := a.past[i].At; at == 0 || at <= changed {
			during = i
		}
	}
	if during < 0 {
		return len(a.past) < manyCalls
	}
	call := &a.past[during]
	if !agent.RunsShell(call) {
		return false
	}
	past := a.Past.PastOf(call, false)
	return !a.Call.Budget().Earlier.Over() && past.onlyBuilds(abs)
}

// onlyBuilds reports whether a call builds, and all else in it is known to make no program.
func (a *Planted) onlyBuilds(abs string) (builds bool) {
	if a.Trees.Unpacked || len(a.Call.Facts.Hazards) > 0 {
		return false
	}
	for i := range a.Call.Facts.Commands {
		c := &a.Call.Facts.Commands[i]
		switch {
		case c.Kind != fact.Simple, c.ReadOnly, c.Is(fact.Inert), shparse.IsBuiltin(c.Name):
		case c.Is(fact.Compiles|fact.Makefile) && c.System:
			builds = true
		default:
			return false
		}
	}
	return builds
}

// puts reports whether a call writes a file otherwise than with a compiler.
func (a *Planted) puts(abs string) bool {
	if a.Trees.Unpacked {
		return true
	}
	for i := range a.Call.Facts.Commands {
		if a.movesAround(i, abs) {
			return true
		}
	}
	for i := range a.Changes.List {
		ch := &a.Changes.List[i]
		if !ch.Compiled && (!ch.Around || ch.Unpacked) && a.Changes.LeadsTo(ch.Path, abs) {
			return true
		}
	}
	return false
}

// movesAround reports whether a command gives a directory, with all that is in it, the name of one
// that a file lies in.
func (a *Planted) movesAround(i int, abs string) bool {
	c := &a.Call.Facts.Commands[i]
	if !c.Is(fact.Copies) {
		return false
	}
	_, dest := record.CopyOperands(c)
	if dest == nil {
		return false
	}
	into := a.Call.Spelled(c.Dirs, dest)
	whole := !into.Known
	for k := range c.Effects {
		e := &c.Effects[k]
		whole = whole || e.Kind == fact.Delete || e.Recursive
	}
	return whole && (!into.Known || subpath.In(abs, path.Clean(into.Abs)))
}

// Compiles reports whether an effect is on what a compiler makes of files of the project that no
// other command of the call has written, and that the last commit has: cc src/a.c -o tmp/a.
func (a *Planted) Compiles(i int, e *fact.Effect) bool {
	c := &a.Call.Facts.Commands[i]
	if !c.Is(fact.Compiles) || c.RunsUnseenCode || c.UnknownOption || c.Unjudged != "" ||
		a.Call.Places == nil {
		return false
	}
	output := false
	if a.Changes.Spawned || c.Stdin.Kind != fact.StdinInherit || !plainCompile(c) {
		return false
	}
	for k := range c.Operands {
		o := &c.Operands[k]
		output = output || o.Flag == "-o" && o.IsPath && o.Path.Abs == e.Path.Abs
	}
	if !output {
		return false
	}
	for k := range c.Effects {
		r := &c.Effects[k]
		if r.Kind != fact.Read {
			continue
		}
		abs, project, inside := a.Call.InProjectFile(&r.Path)
		if !inside && r.Path.Written != "" {
			return false
		}
		for m := range a.Changes.List {
			if a.Changes.List[m].Command != i && !a.Changes.List[m].Compiled &&
				subpath.In(path.Clean(r.Path.Abs), a.Changes.List[m].Path) {
				return false
			}
		}
		if inside && !a.committedSource(project, abs) { // last: it reads files
			return false
		}
	}
	return true
}
