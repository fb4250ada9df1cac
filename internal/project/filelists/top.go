package filelists

import (
	"os"
	"path/filepath"
	"strings"
)

// topOf returns the top of the work tree that a directory lies in, where all is as git makes it and
// no setting says otherwise; "" where git has to be asked. That saves a start of git for each
// movement between commits, 2 ms of 13.
func topOf(dir string) string {
	dir, err := filepath.EvalSymlinks(dir)
	for err == nil && filepath.IsAbs(dir) {
		plain, none := repositoryIn(dir)
		up := filepath.Dir(dir)
		switch {
		case plain:
			return dir
		case !none || up == dir:
			return ""
		}
		dir = up
	}
	return ""
}

// repositoryIn reports whether git takes a directory for the top of a work tree and its settings
// move nothing, or whether there certainly is none.
func repositoryIn(dir string) (plain, none bool) {
	git := filepath.Join(dir, ".git")
	info, err := os.Lstat(git)
	if err != nil {
		_, head := os.Lstat(filepath.Join(dir, "HEAD")) // of a repository without a work tree
		return false, os.IsNotExist(err) && os.IsNotExist(head)
	}
	if !info.IsDir() {
		return false, false
	}
	for _, part := range [...]string{"objects", "refs"} {
		if info, err := os.Lstat(filepath.Join(git, part)); err != nil || !info.IsDir() {
			return false, false
		}
	}
	head, err := os.ReadFile(filepath.Join(git, "HEAD"))
	text := strings.TrimSpace(string(head))
	if err != nil || !strings.HasPrefix(text, "ref: refs/") && !IsID(text) {
		return false, false
	}
	config, err := os.ReadFile(filepath.Join(git, "config"))
	settings := strings.ToLower(strings.ReplaceAll(string(config), "bare = false\n", ""))
	for _, name := range [...]string{"bare", "worktree", "include", "\\"} {
		if err != nil || strings.Contains(settings, name) {
			return false, false
		}
	}
	return true, false
}
