package reads

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// git diff --name-only lists names of the work tree, of the index and of the commits that it
// compares. Of these only the index is read without git.

// comparesCommits reports whether git looks at more than the index and the work tree.
func comparesCommits(a *record.Call, c *fact.Command, o *fact.Output) bool {
	for _, f := range c.Flags {
		if f.Name == "--cached" || f.Name == "--merge-base" {
			return true
		}
	}
	return len(o.Compared) > 0
}

// plainCommits reports whether all names in some commits that the index lacks are plain. hidden are
// patterns for names with a leading dot, to which theirs are added.
func plainCommits(a *record.Call, c *fact.Command, words []fact.Word, hidden []string) ([]string,
	bool) {
	for t := a.Facts.Trees; t != nil; t = t.Before {
		if t.Kind == fact.TreeRefs && !a.Facts.Commands[t.Command].ReadOnly {
			return nil, false
		}
	}
	repo, _ := filelists.OpenRepo(c.Dirs.List[0], a.TreeBudget())
	if repo == nil {
		return nil, false
	}
	revisions := []string{"HEAD"}
	for k := range words {
		w := &words[k]
		if !w.IsLiteral() || strings.HasPrefix(w.Text, "/") || strings.Contains(w.Text, "../") ||
			strings.HasSuffix(w.Text, "/..") || w.Text == ".." {
			return nil, false // two files, of which one lies outside
		}
		revisions = append(revisions, w.Text)
	}
	list := repo.Lacking(a.TreeBudget(), revisions)
	if list.Why != "" {
		return nil, false
	}
	for k := range list.Entries {
		hidden = paths.AddHidden(hidden, list.Entries[k].Name)
		if !paths.PlainNames(list.Entries[k].Name) {
			return nil, false
		}
	}
	return hidden, true
}
