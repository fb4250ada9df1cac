package gitobject

import (
	"bytes"
	"path/filepath"
	"strings"
)

// headTree is the tree of the commit that HEAD names; "" where that is not known, as before the
// first commit.
func (r *Repo) headTree() id {
	commit := r.resolve(filepath.Join(r.own, "HEAD"))
	if commit == "" {
		return ""
	}
	data, ok := r.object(commit, "commit")
	line, _, more := bytes.Cut(data, []byte("\n"))
	tree, found := strings.CutPrefix(string(line), "tree ")
	if !ok || !more || !found || !id(tree).valid() || len(tree) != len(commit) {
		return ""
	}
	return id(tree)
}

// resolve follows a ref that a file holds.
func (r *Repo) resolve(file string) id {
	text, ok := small(file)
	for range maxLinks {
		if !ok {
			return ""
		}
		name, symbolic := strings.CutPrefix(text, "ref: ")
		if !symbolic {
			if !id(text).valid() {
				return ""
			}
			return id(text)
		}
		if !plainRef(name) {
			return ""
		}
		if text, ok = small(filepath.Join(r.common, name)); !ok {
			return r.packedRef(name)
		}
	}
	return ""
}

// plainRef reports whether a name is that of a branch or of what all work trees share.
func plainRef(name string) bool {
	for _, own := range [...]string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} {
		if strings.HasPrefix(name, own) {
			return false
		}
	}
	for i := range len(name) {
		if name[i] <= ' ' || name[i] == 0x7f || strings.IndexByte("~^:?*[\\", name[i]) >= 0 {
			return false
		}
	}
	return strings.HasPrefix(name, "refs/") && !strings.Contains(name, "..") &&
		!strings.Contains(name, "//") && !strings.Contains(name, "/.") &&
		!strings.HasSuffix(name, "/")
}

// packedRef finds a ref that has no file of its own.
func (r *Repo) packedRef(name string) id {
	data, ok := readFile(filepath.Join(r.common, "packed-refs"), maxPacked)
	if !ok || !r.left.Spend(len(data)) {
		return ""
	}
	want := append([]byte(" "), name...)
	for len(data) > 0 {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if bytes.HasSuffix(line, want) {
			if is := id(line[:len(line)-len(want)]); is.valid() {
				return is
			}
		}
	}
	return ""
}
