package policy

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// mainWorkTree returns the main work tree if dir, a resolved path, is a linked work tree (git
// worktree add); else "". Anybody who makes an archive can write a .git file, so it counts only if
// git's own directory points back to it.
func mainWorkTree(dir string) string {
	link := filepath.Join(dir, ".git")
	text, err := readLine(link)
	if err != nil {
		return ""
	}
	gitdir, ok := strings.CutPrefix(text, "gitdir: ")
	if !ok {
		return ""
	}
	gitdir = resolvedFrom(dir, gitdir)
	if gitdir == "" || filepath.Base(filepath.Dir(gitdir)) != "worktrees" {
		return ""
	}
	back, err := readLine(filepath.Join(gitdir, "gitdir"))
	if err != nil || resolvedFrom(gitdir, back) != link {
		return ""
	}
	common, err := readLine(filepath.Join(gitdir, "commondir"))
	if err != nil {
		return ""
	}
	common = resolvedFrom(gitdir, common)
	if filepath.Base(common) != ".git" || filepath.Dir(filepath.Dir(gitdir)) != common {
		return ""
	}
	return filepath.Dir(common)
}

// readLine reads a file of one line, as git keeps paths.
func readLine(file string) (string, error) {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return "", owner.ErrNotFile
	}
	data, err := owner.Read(file, maxPathText, owner.Anyone)
	if err != nil {
		return "", err
	}
	text := strings.TrimRight(string(data), "\r\n")
	if strings.ContainsAny(text, "\n\x00") {
		return "", owner.ErrNotFile
	}
	return text, nil
}

// resolvedFrom resolves a path that is relative to dir; "" if there is nothing.
func resolvedFrom(dir, path string) string {
	if path == "" {
		return ""
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	return ResolveProject(path)
}
