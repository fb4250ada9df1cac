package gitobject

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	maxRefs = 5000 // with a file of their own that are looked at
	perName = 64   // bytes that the name of one counts as
)

// PlainRefs reports whether each branch, tag and branch of a remote has a name that begins with a
// letter or a digit, and a branch is checked out: what git prints of one is no option and no
// remark. Git makes no other names by itself, but a remote may have some, and `git update-ref`
// does.
func (r *Repo) PlainRefs() bool {
	head, ok := small(filepath.Join(r.own, "HEAD"))
	name, symbolic := strings.CutPrefix(head, "ref: ")
	if !ok || !symbolic || !plainName(name) {
		return false
	}
	if _, err := os.Lstat(filepath.Join(r.common, "reftable")); !os.IsNotExist(err) {
		return false // refs are kept in another format
	}
	return r.plainPacked() && r.plainLoose()
}

// plainPacked looks at the refs that have no file of their own.
func (r *Repo) plainPacked() bool {
	file := filepath.Join(r.common, "packed-refs")
	data, ok := readFile(file, maxPacked)
	if !ok {
		_, err := os.Lstat(file)
		return os.IsNotExist(err)
	}
	if !r.left.Spend(len(data)) {
		return false
	}
	for len(data) > 0 {
		var line []byte
		line, data, _ = bytes.Cut(data, []byte("\n"))
		if len(line) == 0 || line[0] == '#' || line[0] == '^' {
			continue
		}
		if _, name, ok := strings.Cut(string(line), " "); !ok || !plainName(name) {
			return false
		}
	}
	return true
}

func (r *Repo) plainLoose() bool {
	seen := 0
	err := filepath.WalkDir(filepath.Join(r.common, "refs"),
		func(file string, e fs.DirEntry, err error) error {
			if seen++; err != nil || seen > maxRefs || !r.left.Spend(perName) {
				return fs.ErrInvalid
			}
			name, err := filepath.Rel(r.common, file)
			if err != nil || !e.IsDir() && (!e.Type().IsRegular() || !plainName(name)) {
				return fs.ErrInvalid
			}
			return nil
		})
	return err == nil
}

// plainName reports whether what git prints of a ref begins with a letter or a digit.
func plainName(ref string) bool {
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
