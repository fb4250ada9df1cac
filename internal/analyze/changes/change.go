package changes

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
)

// Change is a file that the line may write, or a directory below which anything may be new.
type Change struct {
	Path     string // absolute
	Command  int    // index into Facts.Commands; -1: an earlier call of the session
	Edited   bool   // the edit stands in the call, or the content in the history of the repository
	Unpacked bool   // one of the names in an archive or a patch
	Whole    bool   // a directory of installed programs that gets a copy or link under its own name
	Around   bool   // the directory into which they are put
	Compiled bool   // what a compiler made of files of the project
	Foreign  bool   // an earlier call has downloaded it, or the like

	Kind changeKind // what programs may do with it; set by sortChanges
}

// changeKind is what the name of a change, and the disk, say of it.
type changeKind uint8

func kindOfChange(c *Change) (k changeKind) {
	if c.Around {
		return 0
	}
	if record.Installed(c.Path) {
		k |= IsInstalled
	}
	if !c.Edited && record.Executable(c.Path) {
		k |= IsProgram
	}
	name := strings.ToLower(path.Base(c.Path))
	if steersBuild(name) {
		k |= IsSettings
	}
	if isSource(name) {
		k |= IsCode
	}
	return k
}

// Add adds a change.
func (a *Changes) Add(c Change) {
	if c.Path = path.Clean(c.Path); len(a.List) < MaxChanges && c.Path != "/" {
		a.List = append(a.List, c)
	}
}

// SortChanges drops what is there twice, and says of each change what it is. Where there are too
// many, one stands for all.
func (a *Changes) SortChanges() {
	seen := make(map[Change]int, min(len(a.List), maxJudged))
	kept := a.List[:0]
	for _, c := range a.List {
		key := Change{Path: c.Path, Edited: c.Edited, Around: c.Around, Compiled: c.Compiled}
		if at := seen[key]; at > 0 { // the first one counts for all commands behind it
			kept[at-1].Command = min(kept[at-1].Command, c.Command)
			continue
		}
		if len(kept) == maxJudged {
			kept[maxJudged-1] = Change{Path: kept[0].Path, Command: kept[0].Command, Around: true}
			break
		}
		kept = append(kept, c)
		seen[key] = len(kept)
	}
	a.List = kept
	for i := range a.List {
		a.List[i].Kind = kindOfChange(&a.List[i])
	}
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

const (
	IsInstalled changeKind = 1 << iota // it lies where programs are installed
	IsProgram                          // it takes the place of an executable file
	IsSettings                         // builds and tests look for a file of that name
	IsCode                             // it is a source file or a library
)

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
