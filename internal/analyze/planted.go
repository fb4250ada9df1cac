package analyze

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// markPlanted marks the commands that may run what the line has written.
func (a *Analyzer) markPlanted(in *shparse.Interp) {
	if a.brief || len(a.facts.Commands) < 2 && len(a.changes) == 0 && a.Earlier == nil {
		return
	}
	runs := a.Earlier != nil && a.namesPath()
	for i := range a.facts.Commands {
		c := &a.facts.Commands[i]
		runs = runs || (i > 0 || a.Earlier != nil) && (runsOthers(c) || runsFile(c)) || fillsBin(c)
	}
	if !runs {
		return
	}
	a.collectAll()
	for t := a.facts.Trees; t != nil; t = t.Before {
		if t.Kind.Unpacks() && t.Into.Known && !a.inScratch(&t.Into) {
			a.changed(change{path: t.Into.Abs, command: t.Command, around: true})
		}
	}
	a.remember()
	if len(a.changes) == 0 {
		return
	}
	a.dropComputing(in)
	a.followChanges()
	a.sortChanges()
	a.unordered = a.spawned || a.facts.Chain.Loop || concurrent(a.text)
	for i := range a.facts.Commands {
		a.facts.Commands[i].Planted = a.plantedFor(i)
	}
}

// fillsBin reports whether a command writes to a directory of programs, from which others may run.
func fillsBin(c *fact.Command) bool {
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Write && strings.Contains(e.Path.Abs, "bin/") {
			return true
		}
	}
	for k := range c.Redirects {
		if strings.Contains(c.Redirects[k].Path.Abs, "bin/") {
			return true
		}
	}
	return false
}

// collectAll adds the changes of all commands, those of inline code included, which are known last.
func (a *Analyzer) collectAll() {
	for i := range a.collected {
		if c := &a.facts.Commands[i]; len(c.Code) > 0 {
			for k := range c.Effects {
				if e := &c.Effects[k]; e.InCode && !e.Tree && !e.Mkdir &&
					(e.Kind == fact.Write || e.Kind == fact.Append) {
					a.writes(&e.Path, change{command: i, edited: edits(c, e)})
				}
			}
		}
	}
	for ; a.collected < len(a.facts.Commands); a.collected++ {
		a.written(a.collected)
	}
}

// runsFile reports whether a command runs a file that it names.
func runsFile(c *fact.Command) bool {
	if c.Kind != fact.Simple || len(c.Argv) == 0 {
		return false
	}
	if strings.Contains(c.Argv[0].Text, "/") {
		return true
	}
	for k := range c.Nested {
		if c.Nested[k].Kind == fact.NestedFile {
			return true
		}
	}
	return false
}

// plantedFor finds what command i may run of what others have written; nil for nothing. The program
// itself comes before what it loads.
func (a *Analyzer) plantedFor(i int) *fact.Planted {
	c := &a.facts.Commands[i]
	if ch := a.putOnPath(i); ch != nil {
		return a.planted(ch, false)
	}
	others := runsOthers(c) && !(c.Runs > 0 && a.runsWritten(i) && a.judgedText(i))
	if !others && !runsFile(c) {
		return nil
	}
	programs := a.programs(i)
	for k := range a.changes {
		if ch := &a.changes[k]; !ch.around && !ch.compiled && a.before(ch, i) && holdsOne(ch, programs) {
			return a.planted(ch, false)
		}
	}
	if !others {
		return nil
	}
	for k := range a.changes {
		if ch := &a.changes[k]; ch.kind&(isInstalled|isProgram) != 0 && a.before(ch, i) {
			return a.planted(ch, false)
		}
	}
	for k := range a.changes {
		if ch := &a.changes[k]; a.before(ch, i) && !a.ownWork(ch) && !a.judgedBehind(i, ch) &&
			!a.judgedFile(i, ch.path) &&
			(ch.around || ch.unpacked || loads(c, ch) && !a.onlyReads(i, ch)) {
			return a.planted(ch, true)
		}
	}
	return nil
}

// judgedBehind reports whether a change is the script that command i starts an interpreter with, all
// of whose text is judged there: npx tsx tmp/x.ts.
func (a *Analyzer) judgedBehind(i int, ch *change) bool {
	for k := i + 1; k < len(a.facts.Commands) && a.around(i, k); k++ {
		if a.judgedFile(k, ch.path) {
			return true
		}
	}
	return false
}

// putOnPath finds a program that others have written to an environment of the project under the
// name of command i: PATH may hold that directory.
func (a *Analyzer) putOnPath(i int) *change {
	c := &a.facts.Commands[i]
	if len(a.changes) == 0 || c.Kind != fact.Simple || len(c.Argv) == 0 ||
		shparse.IsBuiltin(c.Argv[0].Text) {
		return nil
	}
	for k := range a.changes {
		if ch := &a.changes[k]; ch.kind&isInstalled != 0 && path.Base(ch.path) == c.Argv[0].Text &&
			a.before(ch, i) {
			return ch
		}
	}
	return nil
}

func (a *Analyzer) planted(ch *change, source bool) *fact.Planted {
	name := ch.path
	if ch.around && ch.command >= 0 {
		return &fact.Planted{Name: "what " + a.facts.Commands[ch.command].Name + " unpacks",
			Source: source}
	}
	if a.Places != nil {
		if rest, below := strings.CutPrefix(name, a.Places.Project()+"/"); below {
			name = rest
		}
	}
	return &fact.Planted{Name: name, Source: source, Before: ch.command < 0}
}

// ownWork reports whether a change is a source that a script of the project makes, such as the build
// whose result the tests load: what the last commit has such a script write is the project's code
// as the script itself is. Settings count all the same: what steers the tools is not built.
func (a *Analyzer) ownWork(ch *change) bool {
	if ch.command < 0 || ch.kind != isCode || ch.around || ch.unpacked {
		return false
	}
	root := a.rootOf(ch.command)
	return root > 0 && a.facts.Files[root-1].Ours
}

// before reports whether a change may have happened when command i runs.
func (a *Analyzer) before(ch *change, i int) bool {
	if len(a.facts.Files) > 0 && ch.command >= 0 && a.sameScript(ch.command, i) {
		return false
	}
	return ch.command < i || ch.command > i && a.unordered
}

// programs are the files that a command certainly runs, but for those whose text the line holds and
// that was judged as such.
func (a *Analyzer) programs(i int) (list []string) {
	c := &a.facts.Commands[i]
	if !a.spawned && a.judgedText(i) {
		return nil
	}
	add := func(w *fact.Word) {
		p := a.spelled(c.Dirs, w)
		if !p.Known {
			return
		}
		list = append(list, path.Clean(p.Abs))
		for _, form := range p.Dirs {
			list = append(list, path.Clean(form))
		}
		if a.Places != nil {
			if to, ok := a.Places.Target(p.Abs); ok && to != p.Abs {
				list = append(list, to)
			}
		}
	}
	if w := &c.Argv[0]; strings.Contains(w.Text, "/") {
		add(w)
	}
	for k := range c.Nested {
		if n := &c.Nested[k]; n.Kind == fact.NestedFile && len(n.Words) > 0 {
			add(&n.Words[0])
		}
	}
	return list
}

// spelled is the path that a word names, also where a link of the line may lead it anywhere: then
// as it is written.
func (a *Analyzer) spelled(dirs fact.Dirs, w *fact.Word) fact.Path {
	p := paths.Path(dirs, w)
	if q := a.linked(p); q.Known {
		return q
	}
	return p
}

// holdsOne reports whether a change is one of the files, or a directory or link above one.
func holdsOne(ch *change, files []string) bool {
	for _, file := range files {
		if subpath.In(file, ch.path) {
			return true
		}
	}
	return false
}

// loads reports whether a command may load the file: it reads it by name, works in a directory that
// is new, or the file is one that tools of its kind look for. A source file that is edited in place
// does not count: the edit stands in the call.
func loads(c *fact.Command, ch *change) bool {
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Read && !e.Data && e.Path.Known && e.Path.Abs == ch.path {
			return true
		}
	}
	if c.Dirs.Known {
		for _, dir := range c.Dirs.List {
			if subpath.In(dir, ch.path) {
				return true
			}
		}
	}
	return ch.kind&isSettings != 0 || !ch.edited && ch.kind&isCode != 0
}

// executable reports whether a path is that of a program of the project: what runs it would run the
// new one.
func executable(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// installed reports whether a file lies where package managers and build tools keep programs and
// settings of their own, into which nobody writes by hand.
func installed(name string) bool {
	for part := range strings.SplitSeq(strings.ToLower(name), "/") {
		if installedDir(part) {
			return true
		}
	}
	return false
}

func installedDir(name string) bool {
	switch name {
	case "node_modules", "site-packages", "dist-packages", ".venv", "venv", ".cargo", ".yarn", ".pnpm",
		".mvn", ".tox", ".nox", ".husky", ".gradle", ".bundle", ".pnp.cjs", ".pnp.loader.mjs":
		return true
	}
	return false
}

// steersBuild reports whether build and test tools read a file of that name by themselves and run
// what it says.
func steersBuild(name string) bool {
	switch name {
	case "makefile", "gnumakefile", "package.json", "conftest.py", "setup.py", "setup.cfg",
		"pyproject.toml", "tox.ini", "noxfile.py", "pytest.ini", "sitecustomize.py", "usercustomize.py",
		".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs", "build.rs", "cargo.toml", "build.gradle",
		"build.gradle.kts", "settings.gradle", "settings.gradle.kts", "pom.xml", "gradlew", "mvnw",
		"cmakelists.txt", "cmakepresets.json", "meson.build", "build.zig", "rakefile", "gemfile",
		".rspec", "justfile", "taskfile.yml", "taskfile.yaml", "tsconfig.json", "mix.exs", "dune",
		"build.bazel", "workspace", "module.bazel", ".bazelrc", ".pre-commit-config.yaml",
		"composer.json", "phpunit.xml", "turbo.json", "nx.json", "lerna.json", "bunfig.toml", "deno.json",
		".swcrc", "gulpfile.js", "gruntfile.js", ".pylintrc", "pylintrc", "mypy.ini", ".mypy.ini",
		".flake8", ".isort.cfg", ".coveragerc", "rust-toolchain", "rust-toolchain.toml", "rustfmt.toml",
		".clang-tidy", "go.work", "go.mod", "build.ninja", "ruff.toml", "golangci.yml", ".golangci.yml",
		".golangci.yaml", ".lintstagedrc", "lefthook.yml", "manage.py", "alembic.ini":
		return true
	}
	for _, beginning := range [...]string{".eslintrc", ".prettierrc", ".babelrc", ".mocharc",
		".stylelintrc"} {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return strings.Contains(name, ".config.") || strings.HasSuffix(name, ".mk") ||
		strings.HasSuffix(name, ".cmake") ||
		strings.HasSuffix(name, ".pth")
}

// isSource reports whether the name is that of a source file or of a library.
func isSource(name string) bool {
	switch path.Ext(name) {
	case ".go", ".py", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte",
		".rs", ".rb", ".php", ".java", ".kt", ".kts", ".scala", ".groovy", ".c", ".cc", ".cpp", ".h",
		".hpp", ".cs", ".swift", ".ex", ".exs", ".erl", ".sh", ".bash", ".zsh", ".pl", ".pm", ".lua",
		".zig", ".dart", ".so", ".dylib", ".dll", ".jar", ".class", ".node", ".pyc", ".pyd", ".s", ".o",
		".a":
		return true
	}
	return false
}
