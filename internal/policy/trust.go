package policy

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/digest"
)

// Trust is what a person has said of a project's config. A record of it is a small file in the
// person's own folder, which the guard keeps the agent from writing:
//
//	fencepost trust 1
//	project "/home/eve/work/shop"
//	config 9f86d081884c7d65…
//	directory "/home/eve/work/shared"
//
// The name of the file is the sum of the project's path, so that one project is looked up with one
// open.
type Trust struct {
	Project     string   // absolute, links resolved
	Config      string   // sum of the files of the project's config (Sum)
	Directories []string // that the project's settings of the agent ask for; absolute, links resolved
}

const (
	trustDir    = "trust"
	trustHead   = "fencepost trust 1"
	maxTrust    = 64 << 10 // bytes of a record
	maxPathText = 8 << 10  // bytes of a path in one
)

// TrustFile is the file with the record of a project, whose path has to be resolved. home is the
// directory whose .claude holds the person's config.
func TrustFile(home, project string) string {
	h := digest.New()
	h.Write([]byte(project))
	return filepath.Join(home, claudeDir, ownDir, trustDir, h.Sum())
}

// Encode returns the record as it is written.
func (t *Trust) Encode() []byte {
	var b strings.Builder
	b.WriteString(trustHead + "\nproject " + strconv.Quote(t.Project) + "\n")
	b.WriteString("config " + t.Config + "\n")
	for _, dir := range t.Directories {
		b.WriteString("directory " + strconv.Quote(dir) + "\n")
	}
	return []byte(b.String())
}

// ParseTrust reads a record. What is not exactly as Encode writes it is no record: nothing else
// writes there.
func ParseTrust(data []byte) (*Trust, error) {
	if len(data) > maxTrust {
		return nil, errNoTrust
	}
	text, ended := strings.CutSuffix(string(data), "\n")
	head, rest, _ := strings.Cut(text, "\n")
	if !ended || head != trustHead {
		return nil, errNoTrust
	}
	t := &Trust{}
	for n := 0; rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		key, value, _ := strings.Cut(line, " ")
		switch {
		case n == 0 && key == "project":
			t.Project = unquotedPath(value)
			if t.Project == "" {
				return nil, errNoTrust
			}
		case n == 1 && key == "config" && isSum(value):
			t.Config = value
		case n > 1 && key == "directory":
			dir := unquotedPath(value)
			if dir == "" {
				return nil, errNoTrust
			}
			t.Directories = append(t.Directories, dir)
		default:
			return nil, errNoTrust
		}
	}
	if t.Config == "" || string(t.Encode()) != string(data) {
		return nil, errNoTrust
	}
	return t, nil
}

// unquotedPath returns the absolute path that a quoted text names, or "".
func unquotedPath(quoted string) string {
	path, err := strconv.Unquote(quoted)
	if err != nil || len(path) > maxPathText || strings.IndexByte(path, 0) >= 0 ||
		!filepath.IsAbs(path) || filepath.Clean(path) != path {
		return ""
	}
	return path
}

func isSum(s string) bool {
	if len(s) != 2*digest.Size {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// source is one file of a layer as it was read.
type source struct {
	file string
	data []byte
}

// sum is the sum of the files of a project's config: their names below the project and what they
// hold.
func sum(project string, files []source) string {
	h := digest.New()
	for _, f := range files {
		name, err := filepath.Rel(project, f.file)
		if err != nil {
			name = f.file
		}
		h.Part([]byte(filepath.ToSlash(name)))
		h.Part(f.data)
	}
	return h.Sum()
}

// ResolveProject returns the path under which a project is trusted: without links, so that all
// names of one directory are one project; "" for none.
func ResolveProject(project string) string {
	if !filepath.IsAbs(project) {
		return ""
	}
	real, err := filepath.EvalSymlinks(project)
	if err != nil {
		return ""
	}
	return real
}

// trusted reports whether a person has trusted the config with that sum in a project, or in the
// main work tree of which the project is a linked one. changed: another content was trusted.
func trusted(home, project, config string) (ok, changed bool) {
	if home == "" || project == "" {
		return false, false
	}
	// Mostly no component of the path is a link, and then it is not resolved.
	t := ReadTrust(home, project)
	if t == nil || t.Config != config {
		if project = ResolveProject(project); project == "" {
			return false, false
		}
		t = ReadTrust(home, project)
	}
	if t != nil {
		if t.Config == config {
			return true, false
		}
		changed = true
	}
	if main := mainWorkTree(project); main != "" {
		if t := ReadTrust(home, main); t != nil && t.Config == config {
			return true, false
		}
	}
	return false, changed
}

// ReadTrust returns the record of a project whose path is resolved; nil where there is none that
// can be relied on: the file has to be the person's own, not a link, and nobody else may write it.
func ReadTrust(home, project string) *Trust {
	data, err := readOwn(TrustFile(home, project), maxTrust)
	if err != nil {
		return nil
	}
	t, err := ParseTrust(data)
	if err != nil || t.Project != project {
		return nil
	}
	return t
}

// TrustedDirectories returns the directories, absolute and with links resolved, that a person has
// trusted with a project: of those that the project's own .claude/settings.json and
// settings.local.json name under permissions.additionalDirectories, only these may be taken for a
// part of what the person works on, because anybody who can commit to the project can name more.
// home is the directory whose .claude holds the person's config. A directory is compared by its
// resolved path, so that one that was replaced by a link to another is not trusted.
func TrustedDirectories(home, project string) []string {
	project = ResolveProject(project)
	if home == "" || project == "" {
		return nil
	}
	if t := ReadTrust(home, project); t != nil {
		return t.Directories
	}
	return nil
}

// WriteTrust writes a record, in a directory that only the person can read, so that it is whole or
// not there.
func WriteTrust(home string, t *Trust) error {
	file := TrustFile(home, t.Project)
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	data := t.Encode()
	if _, err := ParseTrust(data); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// RevokeTrust removes a record. It reports whether there was one.
func RevokeTrust(home, project string) (bool, error) {
	err := os.Remove(TrustFile(home, project))
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}

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
		return "", errNotFile
	}
	data, err := readFile(file)
	if err != nil {
		return "", err
	}
	text := strings.TrimRight(string(data), "\r\n")
	if strings.ContainsAny(text, "\n\x00") {
		return "", errNotFile
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
