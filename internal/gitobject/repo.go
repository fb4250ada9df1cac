// Package gitobject looks into a git repository whether a file is what the last commit has. It
// reads git's files (gitrepository-layout(5), gitformat-pack(5)) and runs no program.
//
// Nothing that is read is trusted: every object is compared with its name, what is read is bounded,
// and whatever is not as expected means that nothing is known. Objects of other places (alternates,
// promisors) are not looked for, and neither are replacements: they would not be what HEAD says.
package gitobject

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/effort"
)

// MaxBytes is how much is read for one call, of all repositories.
const MaxBytes = 64 << 20

// Bounds of what is read for one repository.
const (
	maxObject  = 8 << 20  // bytes of one object
	maxRef     = 4096     // bytes of a file that holds one ref
	maxPacked  = 16 << 20 // bytes of packed-refs
	maxLinks   = 5        // of symbolic refs, as git follows them
	maxPacks   = 256
	maxDeltas  = 512  // in a chain
	maxTrees   = 64   // kept in memory
	maxFolders = 64   // in a path
	perFile    = 4096 // bytes that opening a file counts as
)

// Repo is the repository of a work tree.
type Repo struct {
	top    string // of the work tree, as the caller has it
	own    string // its own files: HEAD
	common string // what all work trees have in common: objects, refs

	left   *effort.Budget // bytes
	head   id             // the tree of HEAD, once it was looked up
	looked bool
	trees  map[id][]byte
	packs  []*pack
	listed bool
	zlib   io.ReadCloser // a decoder that is used again; nil before the first
}

// id is the name of an object in hexadecimal digits: 40 in a repository with SHA-1, 64 with
// SHA-256.
type id string

func (i id) valid() bool {
	if len(i) != 40 && len(i) != 64 {
		return false
	}
	for k := range len(i) {
		if c := i[k]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// Open returns the repository whose work tree holds the directory, the nearest one; nil where there
// is none, or none of the kind that is expected. top is clean, absolute and without links. What is
// read is counted off left, in bytes: where nothing is left nothing is known.
func Open(top string, left *effort.Budget) *Repo {
	for dir := top; ; {
		info, err := os.Lstat(filepath.Join(dir, ".git"))
		switch {
		case err == nil:
			return open(dir, info, left)
		case !os.IsNotExist(err):
			return nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil
		}
		dir = up
	}
}

func open(dir string, info os.FileInfo, left *effort.Budget) *Repo {
	r := &Repo{top: dir, own: filepath.Join(dir, ".git"), left: left, trees: map[id][]byte{}}
	r.common = r.own
	switch {
	case info.IsDir():
		if _, err := os.Lstat(filepath.Join(r.own, "commondir")); err == nil {
			return nil
		}
	case !info.Mode().IsRegular() || !r.linked():
		return nil
	}
	for _, name := range [...]string{"objects", "refs"} {
		if at, err := os.Lstat(filepath.Join(r.common, name)); err != nil || !at.IsDir() {
			return nil
		}
	}
	return r
}

// linked follows the file .git of a work tree or of a submodule. What it leads to has to know the
// work tree, or to be the place where a repository keeps its submodules.
func (r *Repo) linked() bool {
	text, ok := small(filepath.Join(r.top, ".git"))
	to, found := strings.CutPrefix(text, "gitdir: ")
	if !ok || !found || strings.ContainsAny(to, "\n\x00") {
		return false
	}
	r.own = from(r.top, to)
	common, ok := small(filepath.Join(r.own, "commondir"))
	if !ok {
		r.common = r.own
		_, err := os.Lstat(filepath.Join(r.own, "commondir"))
		return os.IsNotExist(err) && strings.Contains(r.own, "/.git/modules/")
	}
	r.common = from(r.own, common)
	back, ok := small(filepath.Join(r.own, "gitdir"))
	return ok && from(r.own, back) == filepath.Join(r.top, ".git") &&
		filepath.Dir(r.own) == filepath.Join(r.common, "worktrees")
}

func from(dir, name string) string {
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// small is the text of a small regular file, without the line end.
func small(name string) (string, bool) {
	data, ok := readFile(name, maxRef)
	return strings.TrimRight(string(data), "\r\n"), ok
}

// readFile reads a regular file that is no larger than the bound.
func readFile(name string, bound int64) ([]byte, bool) {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > bound {
		return nil, false
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, bound+1))
	return data, err == nil && int64(len(data)) <= bound
}

// Unchanged reports whether HEAD has a regular file under this absolute name, with exactly these
// bytes.
func (r *Repo) Unchanged(name string, data []byte) bool {
	rel, below := strings.CutPrefix(name, r.top+"/")
	if r.top == "/" {
		rel, below = strings.CutPrefix(name, "/")
	}
	if !below || !r.left.Spend(len(data)) {
		return false
	}
	if !r.looked {
		r.looked = true
		r.head = r.headTree()
	}
	at := r.head
	parts := strings.Split(rel, "/")
	if at == "" || len(parts) > maxFolders {
		return false
	}
	for i, part := range parts {
		list, ok := r.tree(at)
		if !ok {
			return false
		}
		mode, to := entry(list, part, len(at)/2)
		switch last := i == len(parts)-1; {
		case last:
			return (mode == "100644" || mode == "100755" || mode == "100664") &&
				to == hashOf("blob", data, len(at))
		case mode != "40000":
			return false
		}
		at = to
	}
	return false
}

// hashOf is the name of an object; n is the number of its digits.
func hashOf(kind string, data []byte, n int) id {
	sum := sha256.New()
	if n == 40 {
		sum = sha1.New()
	}
	fmt.Fprintf(sum, "%s %d\x00", kind, len(data))
	sum.Write(data)
	return hexadecimal(sum.Sum(nil))
}

// tree returns the entries of a tree.
func (r *Repo) tree(of id) ([]byte, bool) {
	if list, ok := r.trees[of]; ok {
		return list, true
	}
	list, ok := r.object(of, "tree")
	if ok && len(r.trees) < maxTrees {
		r.trees[of] = list
	}
	return list, ok
}

// entry finds a name in a tree: entries of mode, blank, name, NUL, and the name of the object. The
// first of a name counts; in a tree with two of them nothing is known.
func entry(list []byte, name string, size int) (mode string, to id) {
	for len(list) > 0 {
		blank, nul := -1, -1
		for i, c := range list {
			if c == ' ' && blank < 0 {
				blank = i
			}
			if c == 0 {
				nul = i
				break
			}
		}
		if blank < 0 || nul < blank || nul+1+size > len(list) {
			return "", ""
		}
		if string(list[blank+1:nul]) == name {
			if to != "" {
				return "", ""
			}
			mode, to = string(list[:blank]), hexadecimal(list[nul+1:nul+1+size])
		}
		list = list[nul+1+size:]
	}
	return mode, to
}

func hexadecimal(raw []byte) id { return id(hex.EncodeToString(raw)) }
