package policy

import (
	"os"
	"path/filepath"
	"strings"
)

// mainWorkTree returns the main work tree of which dir, a resolved path, is a linked one (git
// worktree add); "" for none. A .git file can be written by anybody who makes an archive, so it is
// believed only where git's own directory points back to it.
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
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxPathText {
		return "", ErrNotFile
	}
	data, err := readFile(file)
	if err != nil {
		return "", err
	}
	text := strings.TrimRight(string(data), "\r\n")
	if strings.ContainsAny(text, "\n\x00") {
		return "", ErrNotFile
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
