package analyze

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

const (
	maxSettings = 64 << 10 // bytes of a file of settings that are read
	maxNames    = 4096     // names of a directory
)

// A value of a variable is relative to the directory of the command that gets it: Analyzer
// implements environ.Files for the command that was visited last.

// Text implements environ.Files.
func (a *Analyzer) Text(name string) (text string, ok bool) {
	if a.Changed(name) {
		return "", false
	}
	files, ok := a.valuePaths(name)
	for _, file := range files {
		data, err := readSmall(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", false
		}
		text += data + "\n"
	}
	return text, ok
}

// readSmall returns what a regular file of settings holds.
func readSmall(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSettings {
		return "", fs.ErrInvalid
	}
	data, err := os.ReadFile(file)
	return string(data), err
}

// Names implements environ.Files.
func (a *Analyzer) Names(dir string) (names []string, ok bool) {
	dirs, ok := a.valuePaths(dir)
	for _, d := range dirs {
		list, whole, err := namesIn(d)
		if !whole || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, false
		}
		names = append(names, list...)
	}
	return append(names, a.newNames(dirs)...), ok
}

// namesIn are the names in a directory; whole is false where there are more than are looked at.
func namesIn(dir string) (names []string, whole bool, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, true, err
	}
	defer f.Close()
	names, _ = f.Readdirnames(maxNames)
	return names, len(names) < maxNames, nil
}

// newNames are the names that the line puts into directories.
func (a *Analyzer) newNames(dirs []string) (names []string) {
	a.collect()
	for i := range a.changes {
		for _, dir := range dirs {
			if rest, below := strings.CutPrefix(a.changes[i].path, strings.TrimSuffix(dir, "/")+"/"); below {
				name, _, _ := strings.Cut(rest, "/")
				names = append(names, name)
			}
		}
	}
	return names
}

// Changed implements environ.Files. What is plainly data does not count.
func (a *Analyzer) Changed(name string) bool { return a.changedBut(name, "") }

// changedBut is Changed for all files but one.
func (a *Analyzer) changedBut(name, but string) bool {
	if len(a.facts.Commands) < 2 || name == "" || isData(name) {
		return false
	}
	if a.collect(); len(a.changes) == 0 {
		return false
	}
	files, ok := a.valuePaths(name)
	if !ok {
		return false
	}
	for i := range a.changes {
		ch := &a.changes[i]
		if ch.path == but && !ch.around {
			continue
		}
		for _, file := range files {
			below := strings.HasPrefix(ch.path, file+"/") && !isData(ch.path)
			if holdsOne(ch, []string{file}) && !ch.around || below {
				return true
			}
		}
	}
	return false
}

// isData reports whether a file of that name is hardly settings or code to any program.
func isData(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".txt", ".md", ".log", ".csv", ".tsv", ".out", ".html", ".css", ".svg", ".png", ".jpg",
		".jpeg", ".gif", ".pdf", ".xml",
		".sum", ".diff", ".patch", ".lock", ".pid", ".db", ".sqlite":
		return true
	}
	return false
}

// valuePaths are the absolute paths that a value may name.
func (a *Analyzer) valuePaths(name string) (list []string, ok bool) {
	w := fact.Lit(name)
	p := a.spelled(a.here, &w)
	if !p.Known {
		return nil, false
	}
	for _, form := range formsOf(&p) {
		list = append(list, path.Clean(form))
	}
	return list, true
}

// GitRuns implements environ.Files.
func (a *Analyzer) GitRuns(dir string) bool {
	text, ok := a.Text(dir + "/config")
	return !ok || gitconfig.TextRuns(text) != ""
}

// collect adds the changes of the commands before the one that was visited last.
func (a *Analyzer) collect() {
	for ; a.collected < len(a.facts.Commands)-1; a.collected++ {
		a.written(a.collected)
	}
}
