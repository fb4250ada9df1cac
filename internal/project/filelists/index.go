package filelists

import (
	"cmp"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
)

// Dirty lists the files that stand in the index of a repository and are not on the disk as they are
// there: what a command changes that puts files back. Only names that matter are compared. No
// filter for contents is run, so that a file which goes through one counts as changed.
func (r *Repo) Dirty(b *Budget, matters func(name string) bool) (l List) {
	var names, ids []string
	why := r.staged(func(e *IndexEntry) bool {
		switch {
		case !b.steps.Spend(1):
			l.Why = whyMany
		case !matters(e.Name):
		case e.regular() && regular(filepath.Join(r.Top, e.Name)) && !strange(e.Name):
			names, ids = append(names, e.Name), append(ids, hex.EncodeToString(e.id))
		default:
			return l.add(b, e.Name, File)
		}
		return l.Why == ""
	})
	if why != "" || l.Why != "" {
		l.Why = cmp.Or(why, l.Why)
		return l
	}
	for i, id := range r.hashes(names) {
		if id != ids[i] && !l.add(b, names[i], File) {
			return l
		}
	}
	return l
}

// staged calls f for each entry of the index, until it returns false.
func (r *Repo) staged(f func(*IndexEntry) bool) (why string) {
	if x, ok := OpenIndex(r.Top); ok {
		for e := range x.Entries() {
			if !f(&e) {
				break
			}
		}
		return ""
	}
	out, ok := r.run("", "ls-files", "--stage", "-z", "--full-name", "--", ":/")
	if !ok {
		return whyRepo
	}
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		info, name, found := strings.Cut(entry, "\t")
		fields := strings.Fields(info) // mode, id, stage
		if out == "" {
			return ""
		}
		if !found || len(fields) != 3 {
			return whyRepo
		}
		e := IndexEntry{Name: name}
		if strings.HasPrefix(fields[0], "100") {
			e.mode = modeRegular
		}
		if e.id, _ = hex.DecodeString(fields[1]); !f(&e) {
			return ""
		}
	}
	return ""
}

// Staged returns what the index has for its names: "MODE ID STAGE", the last of them where a merge is
// not done.
func (r *Repo) Staged() map[string]string {
	out, _ := r.run("", "ls-files", "--stage", "-z", "--full-name", "--", ":/")
	names := map[string]string{}
	for entry := range strings.SplitSeq(out, "\x00") {
		if info, name, found := strings.Cut(entry, "\t"); found {
			names[name] = info
		}
	}
	return names
}

// Committed reports whether a file is on the disk as it stands in the index.
func (r *Repo) Committed(name string) bool {
	rel, err := filepath.Rel(r.Top, name)
	if err != nil || !regular(name) || strange(rel) {
		return false
	}
	id := ""
	_ = r.staged(func(e *IndexEntry) bool {
		if e.Name == rel && e.regular() {
			id = hex.EncodeToString(e.id)
		}
		return e.Name != rel
	})
	return id != "" && r.hashes([]string{rel})[0] == id
}

// maxCompare bounds the files that are compared.
const maxCompare = 400

// hashes returns the ids that files on the disk have as objects; "" where one is not known.
func (r *Repo) hashes(names []string) []string {
	ids := make([]string, len(names))
	if len(names) == 0 || len(names) > maxCompare {
		return ids
	}
	var in strings.Builder
	for _, name := range names {
		in.WriteString(filepath.Join(r.Top, name) + "\n")
	}
	out, ok := r.run(in.String(), "hash-object", "--no-filters", "--stdin-paths")
	if got := strings.Fields(out); ok && len(got) == len(ids) {
		return got
	}
	return ids
}

// regular reports whether there is a regular file of a size that is read.
func regular(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular() && info.Size() < 4<<20
}
