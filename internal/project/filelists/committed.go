package filelists

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Head is the last commit of a repository of the plain kind: its objects and its HEAD lie where git
// puts them, and none are borrowed from another repository or replaced by others.
type Head struct {
	Repo
	own    string // the files of the work tree: HEAD
	common string // what all work trees have in common: objects, refs
}

// OpenHead returns the repository whose work tree holds the directory, the nearest one; nil where
// there is none, or none of the plain kind. top is clean, absolute and without links.
func OpenHead(top string, b *Budget) *Head {
	git := systemProgram("git")
	for dir := top; git != ""; {
		info, err := os.Lstat(filepath.Join(dir, ".git"))
		if err == nil {
			h := &Head{Repo: Repo{Top: dir, git: git, dir: dir, b: b}, own: filepath.Join(dir, ".git")}
			if !h.plain(info) {
				return nil
			}
			return h
		}
		up := filepath.Dir(dir)
		if !os.IsNotExist(err) || up == dir {
			return nil
		}
		dir = up
	}
	return nil
}

func (h *Head) plain(info os.FileInfo) bool {
	h.common = h.own
	switch {
	case info.IsDir():
		if there(h.own, "commondir") {
			return false
		}
	case !info.Mode().IsRegular() || !h.linked():
		return false
	}
	for _, name := range [...]string{"objects", "refs"} {
		if at, err := os.Lstat(filepath.Join(h.common, name)); err != nil || !at.IsDir() {
			return false
		}
	}
	_, ok := small(h.own, "HEAD")
	return ok && !there(h.common, "objects/info/alternates")
}

// linked follows the file .git of a work tree or of a submodule. What it leads to has to know the
// work tree, or to be the place where a repository keeps its submodules.
func (h *Head) linked() bool {
	text, ok := small(h.Top, ".git")
	to, found := strings.CutPrefix(text, "gitdir: ")
	if !ok || !found || strings.ContainsAny(to, "\n\x00") {
		return false
	}
	h.own = from(h.Top, to)
	common, ok := small(h.own, "commondir")
	if !ok {
		h.common = h.own
		return !there(h.own, "commondir") && strings.Contains(h.own, "/.git/modules/")
	}
	h.common = from(h.own, common)
	back, ok := small(h.own, "gitdir")
	return ok && from(h.own, back) == filepath.Join(h.Top, ".git") &&
		filepath.Dir(h.own) == filepath.Join(h.common, "worktrees")
}

func from(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

func there(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return !os.IsNotExist(err)
}

// maxRef bounds a file that holds one ref, or a path.
const maxRef = 4096

// small is the text of a small regular file, without the line end.
func small(dir, name string) (string, bool) {
	name = filepath.Join(dir, name)
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxRef {
		return "", false
	}
	f, err := os.Open(name)
	if err != nil {
		return "", false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxRef+1))
	return strings.TrimRight(string(data), "\r\n"), err == nil && len(data) <= maxRef
}

// ask runs git on just this repository, and on its own objects.
func (h *Head) ask(words ...string) (string, bool) {
	where := []string{"--no-replace-objects", "--git-dir=" + h.own, "--work-tree=" + h.Top}
	return h.run("", append(where, words...)...)
}

// Has reports of each file whether HEAD has a regular file under its absolute name, with exactly
// these bytes.
func (h *Head) Has(names []string, texts []string) []bool {
	same := make([]bool, len(names))
	words := []string{"ls-tree", "-z", "HEAD", "--"}
	ids := map[string]string{} // of names in the work tree
	for _, name := range names {
		rel, ok := h.below(name)
		if _, asked := ids[rel]; ok && !asked {
			words = append(words, ":(top,literal)"+rel)
			ids[rel] = ""
		}
	}
	out, ok := "", false
	if len(ids) > 0 {
		out, ok = h.ask(words...)
	}
	if !ok {
		return same
	}
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		info, name, _ := strings.Cut(entry, "\t")
		fields := strings.Fields(info) // mode, kind, id
		if len(fields) == 3 && strings.HasPrefix(fields[0], "100") {
			ids[name] = fields[2]
		}
	}
	for i, name := range names {
		if rel, ok := h.below(name); ok && IsID(ids[rel]) {
			same[i] = ids[rel] == blobID(texts[i], len(ids[rel]))
		}
	}
	return same
}

// below is an absolute name from the top of the work tree.
func (h *Head) below(name string) (rel string, ok bool) {
	rel, err := filepath.Rel(h.Top, name)
	return rel, err == nil && !strange(rel) && rel != ".." && !strings.HasPrefix(rel, "../")
}

// blobID is the name of a file's bytes as an object; n is the number of its digits, 40 in a
// repository with SHA-1, 64 with SHA-256.
func blobID(text string, n int) string {
	data := []byte("blob " + strconv.Itoa(len(text)) + "\x00" + text)
	if n == 2*sha1.Size {
		sum := sha1.Sum(data)
		return hex.EncodeToString(sum[:])
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// PlainRefs reports whether each branch, tag and branch of a remote has a name that begins with a
// letter or a digit, and a branch is checked out: what git prints of one is no option and no
// remark. Git makes no other names by itself, but a remote may have some, and `git update-ref`
// does.
func (h *Head) PlainRefs() bool {
	head, _ := small(h.own, "HEAD")
	name, symbolic := strings.CutPrefix(head, "ref: ")
	if !symbolic || !plainRef(name) {
		return false
	}
	out, ok := h.ask("for-each-ref", "--format=%(refname)", "--count="+strconv.Itoa(maxRefs))
	refs := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	for i := range refs {
		ok = ok && (plainRef(refs[i]) || out == "")
	}
	return ok && len(refs) < maxRefs
}

// maxRefs bounds the branches and tags that are looked at.
const maxRefs = 5000

// plainRef reports whether what git prints of a ref begins with a letter or a digit.
func plainRef(ref string) bool {
	rest, ok := strings.CutPrefix(ref, "refs/")
	if !ok || strings.ContainsAny(ref, " \t\r\n*?[\\") {
		return false
	}
	kind, name, deep := strings.Cut(rest, "/")
	if deep && (kind == "heads" || kind == "tags" || kind == "remotes") {
		rest = name
	}
	c := byte(0)
	if rest != "" {
		c = rest[0] | 0x20
	}
	return c >= 'a' && c <= 'z' || rest != "" && rest[0] >= '0' && rest[0] <= '9'
}
