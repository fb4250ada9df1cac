package environment

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// Text implements environ.Files.
func (a *Environment) Text(name string) (text string, ok bool) {
	if a.Changes.Changed(name) {
		return "", false
	}
	files, ok := a.Changes.ValuePaths(name)
	for _, file := range files {
		data, err := record.ReadSmall(file)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", false
		}
		text += data + "\n"
	}
	return text, ok
}

// There implements envrisk.Files. What the call makes may be there by then.
func (a *Environment) There(name string) bool {
	files, ok := a.Changes.ValuePaths(name)
	return !ok || slices.ContainsFunc(files, func(file string) bool {
		_, err := os.Lstat(file)
		return !errors.Is(err, fs.ErrNotExist)
	})
}

// Names implements environ.Files.
func (a *Environment) Names(dir string) (names []string, ok bool) {
	dirs, ok := a.Changes.ValuePaths(dir)
	for _, d := range dirs {
		list, whole, err := record.NamesIn(d)
		if !whole || err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, false
		}
		names = append(names, list...)
	}
	return append(names, a.Changes.NewNames(dirs)...), ok
}

// GitRuns implements environ.Files.
func (a *Environment) GitRuns(dir string) bool {
	text, ok := a.Text(dir + "/config")
	return !ok || gitconfig.TextRuns(text) != ""
}
