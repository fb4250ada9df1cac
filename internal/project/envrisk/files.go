package envrisk

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/environment"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// A variable that names a file of settings or a directory of plug-ins hands a program code. Any
// file of the project may be named, so that what it holds decides: a kubeconfig without an exec
// plug-in is data.

// changed reports whether the call has written what one part of a value names.
func (a *Assignment) changed(value string) bool {
	if a.Files == nil {
		return false
	}
	for part := range strings.SplitSeq(value, ":") {
		if part != "" && a.Files.Changed(part) {
			return true
		}
	}
	return false
}

// there reports whether each part of a value names what is there. Nobody has seen what is not.
func (a *Assignment) there(value string) bool {
	for part := range strings.SplitSeq(value, ":") {
		if part != "" && a.Files != nil && !a.Files.There(part) {
			return false
		}
	}
	return true
}

// holdsData reports whether the files that a value names are there, and hold nothing that runs.
func (a *Assignment) holdsData(kind Kind, words, value string) bool {
	if kind == FileWithout && value == "/dev/null" {
		return true
	}
	if a.Files == nil || !a.ownPath(value) {
		return false
	}
	switch kind {
	case FileWithout:
		return a.filesLack(value, words)
	case DirectoryWithout:
		return a.directoryLacks(value, words)
	}
	have, ok := a.Files.Names(value)
	return ok && len(have) == 0
}

// filesLack reports whether each file that a value names holds something, and none of the words.
// Nobody names settings that are not there: what does not exist yet may when the program starts,
// and hold what it likes.
func (a *Assignment) filesLack(value, words string) bool {
	for part := range strings.SplitSeq(value, ":") {
		text, ok := a.Files.Text(part)
		if !ok || strings.TrimSpace(text) == "" || !lacks(text, words) {
			return false
		}
	}
	return true
}

// directoryLacks reports whether a directory has none of the names.
func (a *Assignment) directoryLacks(dir, words string) bool {
	have, ok := a.Files.Names(dir)
	return ok && !slices.ContainsFunc(have, func(name string) bool { return listed(words, name) })
}

// gitRuns reports whether the settings of a repository run programs. Those of the project's own are
// known.
func (a *Assignment) gitRuns(dir string) bool {
	return a.Files != nil && dir != ".git" && a.Files.GitRuns(dir)
}

// belowGit reports whether the directory of a repository is a .git, or one of those that git keeps
// in it.
func belowGit(s string) bool {
	return s == ".git" || strings.HasSuffix(s, "/.git") || strings.HasPrefix(s, ".git/") ||
		strings.Contains(s, "/.git/")
}

// shadows reports whether a directory of a search path holds what an interpreter loads by itself,
// or in place of its own library: then not only the project's programs load from it.
func (a *Assignment) shadows(languages, value string) bool {
	if a.Files == nil {
		return false
	}
	for dir := range strings.SplitSeq(value, ":") {
		if dir == "" {
			dir = "."
		}
		names, ok := a.Files.Names(dir)
		if !ok {
			return true
		}
		for _, n := range names {
			for language := range codec.Split(languages) {
				if a.shadowedBy(language, dir, n) {
					return true
				}
			}
		}
	}
	return false
}

func (a *Assignment) shadowedBy(language, dir, name string) bool {
	switch language {
	case "python":
		return ShadowsPython(name) || a.packageIn(dir, name)
	case "perl":
		return shadowsPerl(name)
	}
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".rb"), ".so")
	return environment.RubyLibraries(name) || name == a.Program
}

// Languages are the interpreters of which it is known what they load by themselves.
func Languages() []string { return []string{"python", "perl", "ruby"} }

// packageIn reports whether a directory is a package in place of a module of Python's own.
func (a *Assignment) packageIn(dir, name string) bool {
	if !OwnModule(name) {
		return false
	}
	names, ok := a.Files.Names(dir + "/" + name)
	return !ok || slices.Contains(names, "__init__.py")
}

// ShadowsPython reports whether a file in a directory in which Python looks for modules takes the
// place of one of its own library, or of what it loads by itself. Nearly every import loads some of
// these.
func ShadowsPython(entry string) bool {
	name, _, found := strings.Cut(entry, ".")
	if !found {
		return false // a directory, which may be none of Python
	}
	switch entry[strings.LastIndexByte(entry, '.'):] {
	case ".py", ".pyc", ".so", ".pyd":
		return OwnModule(name)
	}
	return false
}

// OwnModule reports whether Python brings a module of that name.
func OwnModule(name string) bool { return environment.PythonModules(name) }

// shadowsPerl reports whether a name is that of a pragma, whose names are in lower case, or of one
// of the modules that nearly every program loads.
func shadowsPerl(name string) bool {
	base, ok := strings.CutSuffix(name, ".pm")
	if !ok {
		return name == "sitecustomize.pl"
	}
	if base != "" && base[0] >= 'a' && base[0] <= 'z' {
		return true
	}
	return environment.PerlModules(base)
}
