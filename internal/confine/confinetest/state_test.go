//go:build linux

package confinetest

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

// snapshot is every file that is not of the machine. For an attempt that is all but what the
// sandbox lets be written; else what is told of a run, without what programs keep for themselves.
func snapshot(attempt bool) map[string]state {
	all := map[string]state{}
	skip := loose
	if attempt {
		skip = open
	}
	for _, root := range []string{home, "/tmp", "/var", "/opt", "/root", "/srv", "/fphome"} {
		_ = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case path == gate:
				return fs.SkipDir
			case err != nil || path == root:
				return nil
			case skip.MatchString(path):
				if d.IsDir() {
					return fs.SkipDir
				}
				return nil
			}
			if info, err := d.Info(); err == nil {
				all[path] = state{info.Mode(), body(path, info.Mode())}
			}
			return nil
		})
	}
	return all
}

var (
	// loose is what is not the same each time, or what only the sandbox makes: caches, and in a
	// repository all but what it would run.
	loose = regexp.MustCompile(`^(` + home + `/(\.cache|\.npm|\.config|\.local|go|\.cargo)(/|$)|` +
		`/tmp(/|$)|` + project + `(/.*)?/\.git/(index|logs|objects|refs|HEAD|COMMIT_EDITMSG|` +
		`ORIG_HEAD|FETCH_HEAD|AUTO_MERGE|packed-refs|worktrees|gc\.pid|gc\.log|info|branches|hooks/.*\.sample))`)
	// open is what unseen code may write: the project, but for what is protected in it, the scratch
	// directory and caches.
	open = regexp.MustCompile(`^(/tmp/claude(/|$)|` + home + `/(\.cache|\.npm/|go/pkg|\.cargo/(registry|git)|` +
		`\.ansible/(tmp|cp|galaxy_cache))|` + home + `/(\.npm|go|\.cargo|\.ansible)$|` + regexp.QuoteMeta(project) +
		`/(\.git/(index|logs|objects|refs|HEAD|COMMIT_EDITMSG|ORIG_HEAD|FETCH_HEAD|packed-refs|` +
		`worktrees|info/(exclude|refs)|gc\.)|[^.]|\.[^gc]|\.git[^/]|\.c[^l]))`)
)

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

// changes lists what differs: with + what is new, with - what is gone, with a letter of what it
// holds.
func changes(before, after map[string]state) (list []string) {
	for path, s := range before {
		switch now, ok := after[path]; {
		case !ok:
			list = append(list, "-"+path)
		case now.mode != s.mode:
			list = append(list, "~"+path+" "+now.mode.String())
		case now.body != s.body:
			list = append(list, "!"+path+" "+mark(now.body))
		}
	}
	for path, s := range after {
		if _, ok := before[path]; !ok {
			list = append(list, "+"+path+" "+s.mode.String()+" "+mark(s.body))
		}
	}
	slices.Sort(list)
	return list
}

// mark is a short name of what a file holds.
func mark(body string) string {
	const most = 4
	var b strings.Builder
	for _, c := range []byte(body[:min(most, len(body))]) {
		b.WriteByte("0123456789abcdef"[c>>4])
		b.WriteByte("0123456789abcdef"[c&15])
	}
	return b.String()
}
