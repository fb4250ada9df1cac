package trees

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// bisect takes git bisect: where it knows a bad commit and a good one it checks out one between
// them.
func (g *movement) bisect(words []fact.Word) {
	b := g.tree.A.Call.TreeBudget()
	sub := g.tree.command().Sub
	bad, good := g.repo.Refs("refs/bisect/bad"), g.repo.Refs("refs/bisect/good-*")
	switch name := sub[len(sub)-1]; name {
	case "start":
		bad, good = nil, nil
		if len(words) > 0 {
			bad, good = g.commits(words[:1]), g.commits(words[1:])
		}
	case "bad", "new":
		bad = g.commits(orCurrent(words))
	case "good", "old":
		good = append(good, g.commits(orCurrent(words))...)
	case "skip":
	case "reset":
		g.goBack(words)
		return
	default:
		g.tree.unknown("what it replays is not read")
		return
	}
	if len(bad) > 0 && len(good) > 0 {
		g.bring(g.repo.Between(b, bad, good))
	}
}

func orCurrent(words []fact.Word) []fact.Word {
	if len(words) == 0 {
		return []fact.Word{fact.Lit("HEAD")}
	}
	return words
}

// commits returns the commits of words.
func (g *movement) commits(words []fact.Word) (ids []string) {
	for i := range words {
		if id, ok := g.commit(words[i].Text); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// goBack takes the commit that git bisect reset checks out: the one that is named, or the branch
// from which the search began, which may have moved since.
func (g *movement) goBack(words []fact.Word) {
	if len(words) > 0 {
		g.replace(words[0].Text)
		return
	}
	text, err := os.ReadFile(path.Join(g.repo.Top, ".git", "BISECT_START"))
	switch {
	case err == nil:
		g.replace(strings.TrimSpace(string(text)))
	case !record.IsDir(path.Join(g.repo.Top, ".git")):
		g.tree.unknown("fencepost cannot see where the search began in a linked work tree")
	}
}
