//go:build linux

package worldtest

import (
	"crypto/sha256"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// state is what a file is: its kind and mode, and what it holds.
type state struct {
	mode fs.FileMode
	body string
}

// snapshot is every file that is not of the machine.
func snapshot() map[string]state {
	all := map[string]state{}
	for _, root := range []string{home, "/tmp", "/var", "/opt", "/root", "/srv"} {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if path == gate {
				return fs.SkipDir
			}
			if err != nil || path == root {
				return nil
			}
			info, err := d.Info()
			if err != nil {
				return nil
			}
			all[path] = state{info.Mode(), body(path, info.Mode())}
			return nil
		})
	}
	return all
}

func body(path string, mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		to, _ := os.Readlink(path)
		return to
	case !mode.IsRegular():
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return "?"
	}
	defer f.Close()
	h := sha256.New()
	_, _ = io.Copy(h, io.LimitReader(f, 2_000_000))
	return string(h.Sum(nil))
}

// harm lists what has changed that no call may change.
func harm(before, after map[string]state) (list []string) {
	free := regexp.MustCompile(`^(/tmp/(claude|node-compile-cache|go-)|` +
		home + `/(\.config/go|\.npm|\.cargo|\.rustup|\.cache|go)(/|$)|` + home + `/\.config$)`)
	fenced := regexp.MustCompile(`^(\.git/hooks|\.git/config$|\.claude)`)
	note := func(path string) {
		rest, within := strings.CutPrefix(path, project+"/")
		switch {
		case within && fenced.MatchString(rest), !within && path != project && !free.MatchString(path):
			list = append(list, path)
		case (after[path].mode&^before[path].mode)&(fs.ModeSetuid|fs.ModeSetgid) != 0:
			list = append(list, path+" runs with its owner's rights")
		}
	}
	for path, s := range before {
		if after[path] != s {
			note(path)
		}
	}
	for path := range after {
		if _, ok := before[path]; !ok {
			note(path)
		}
	}
	slices.Sort(list)
	return list[:min(10, len(list))]
}
