package trees

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// bisect takes git bisect: where it knows a bad commit and a good one it checks out one between
// them. Those that earlier commands of the call have named count with those of the repository.
func (g *movement) bisect(words []fact.Word) {
	search := bisected{g.repo.Refs("refs/bisect/bad"), g.repo.Refs("refs/bisect/good-*")}
	for _, t := range g.earlier() {
		from := make([]fact.Word, len(t.From))
		for i := range from {
			from[i] = t.From[i].Word
		}
		if _, known := g.mark(&search, t, from); !known {
			g.tree.unknown("what it replays is not read")
		}
	}
	switch moves, known := g.mark(&search, g.tree.T, words); {
	case !known:
		g.tree.unknown("what it replays is not read")
	case !moves:
		g.goBack(words)
	case len(search.bad) > 0 && len(search.good) > 0:
		g.bring(g.repo.Between(g.tree.A.Call.TreeBudget(), search.bad, search.good))
	}
}

// bisected are the commits between which git bisect searches.
type bisected struct{ bad, good []string }

// earlier returns the steps of a search that commands before this one take, in order.
func (g *movement) earlier() (steps []*fact.Tree) {
	for t := g.tree.A.Call.Facts.Trees; t != nil; t = t.Before {
		if t.Kind == fact.TreeBisect && t.Command < g.tree.T.Command {
			steps = append(steps, t)
		}
	}
	slices.Reverse(steps)
	return steps
}

// mark does what one step of a search says. It reports whether it may check out a commit between
// others, and whether the step is known.
func (g *movement) mark(s *bisected, t *fact.Tree, words []fact.Word) (moves, known bool) {
	sub := g.tree.A.Call.Facts.Commands[t.Command].Sub
	switch sub[len(sub)-1] {
	case "start":
		s.bad, s.good = nil, nil
		if len(words) > 0 {
			s.bad, s.good = g.commits(words[:1]), g.commits(words[1:])
		}
	case "bad", "new":
		s.bad = g.commits(orCurrent(words))
	case "good", "old":
		s.good = append(s.good, g.commits(orCurrent(words))...)
	case "skip", "run":
	case "reset":
		s.bad, s.good = nil, nil
		return false, true
	default:
		return false, false
	}
	return true, true
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
