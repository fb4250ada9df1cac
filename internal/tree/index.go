package tree

import (
	"os"
	"path/filepath"
	"strings"
)

// Dirty lists the files that stand in the index of a repository and are not on the disk as they are
// there: what a command changes that puts files back. Only names that matter are compared. No
// filter for contents is run, so that a file which goes through one counts as changed.
func (r *Repo) Dirty(b *Budget, matters func(name string) bool) (l List) {
	out, ok := r.run("", "ls-files", "--stage", "-z", "--full-name", "--", ":/")
	if !ok {
		return List{Why: whyRepo}
	}
	var names, ids []string
	for entry := range strings.SplitSeq(strings.TrimSuffix(out, "\x00"), "\x00") {
		info, name, found := strings.Cut(entry, "\t")
		fields := strings.Fields(info) // mode, id, stage
		switch {
		case out == "":
			return l
		case !b.steps.Spend(1):
			return List{Why: whyMany}
		case !found || len(fields) != 3:
			return List{Why: whyRepo}
		case !matters(name):
		case strings.HasPrefix(fields[0], "100") && regular(filepath.Join(r.Top, name)) && !strange(name):
			names, ids = append(names, name), append(ids, fields[1])
		case !l.add(b, name, File):
			return l
		}
	}
	for i, id := range r.hashes(names) {
		if id != ids[i] && !l.add(b, names[i], File) {
			return l
		}
	}
	return l
}

// Committed reports whether a file is on the disk as it stands in the index.
func (r *Repo) Committed(name string) bool {
	rel, err := filepath.Rel(r.Top, name)
	if err != nil || !regular(name) || strange(rel) {
		return false
	}
	out, ok := r.run("", "ls-files", "--stage", "-z", "--full-name", "--", ":(top,literal)"+rel)
	info, _, found := strings.Cut(out, "\t")
	fields := strings.Fields(info) // mode, id, stage
	return ok && found && len(fields) == 3 && strings.HasPrefix(fields[0], "100") &&
		r.hashes([]string{rel})[0] == fields[1]
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
