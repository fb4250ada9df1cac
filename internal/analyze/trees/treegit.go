package trees

import (
	"cmp"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

// history makes effects of the names that move the fence or program the agent and that change with
// a movement between commits. Whatever else differs between branches is the repository's own
// matter.
//
// git pull and git clone are not looked at: what they bring is not here yet, and asking about each
// would only teach people to say yes. Their own rules ask once, and what a person allows there is
// that the remote is trusted.
func (p *Planting) history() {
	if p.scratch || p.stays() {
		return
	}
	switch {
	case p.T.Loose != "":
		p.unknown("the option " + p.T.Loose + " brings other repositories along")
		return
	case p.elsewhere():
		p.unknown("an option names another repository or work tree")
		return
	case p.shifted():
		p.unknown("an option puts them into another directory")
		return
	case p.moved(false) && p.T.Kind != fact.TreeStash:
		p.unknown("a command before it moves names of commits; make that a call of its own")
		return
	}
	dirs := p.dirs()
	if dirs == nil {
		p.unknown("fencepost cannot know the directory that it runs in")
	}
	for _, dir := range dirs {
		if p.A.Call.Places.WorkTree(dir) == "" {
			continue // git reports an error, or there are no files
		}
		repo, why := filelists.OpenRepo(dir, p.A.Call.TreeBudget())
		if repo == nil {
			if p.isRepo(dir) {
				p.unknown(why)
			}
			continue
		}
		g := &movement{tree: p, repo: repo}
		g.move()
	}
}

// stays reports whether a branch is made where the work tree already is.
func (p *Planting) stays() bool {
	return p.T.Kind == fact.TreeCheckout && len(p.T.From) == 0 && !p.worktree() &&
		!p.has("--orphan") && !record.Does(p.command(), fact.VCSLoss)
}

// elsewhere reports whether an option makes git work on another repository than that of its
// directory.
func (p *Planting) elsewhere() bool {
	return p.has("--git-dir") || p.has("--work-tree") || p.has("--namespace") || p.has("--bare") ||
		p.has("--super-prefix")
}

// shifted reports whether an option puts the names of a commit into a directory that they do not
// lie in.
func (p *Planting) shifted() bool {
	if p.T.Prefix.Text != "" || !p.T.Prefix.Known() {
		return true
	}
	for i := range p.command().Operands {
		switch o := &p.command().Operands[i]; o.Flag {
		case "-X", "-s", "--strategy", "--strategy-option":
			if p.T.Kind != fact.TreeRestore && (!o.Word.Known() || strings.Contains(o.Word.Text,
				"subtree")) {
				return true
			}
		}
	}
	return false
}

// moved reports whether a command before this one gives names to commits that nobody has looked at;
// with checkouts, whether one changes what is checked out.
func (p *Planting) moved(checkouts bool) bool {
	for t := p.A.Call.Facts.Trees; t != nil; t = t.Before {
		switch {
		case t.Command >= p.T.Command:
		case checkouts && t.Kind.History():
			return true
		case t.Kind == fact.TreeRefs && !p.lists(t) && !p.christens(t):
			if !checkouts && p.fetches(t) {
				p.fetched = true
				continue
			}
			return true
		}
	}
	return false
}

// fetches reports whether a command changes the names of branches on remotes alone: git fetch
// without a refspec.
func (p *Planting) fetches(t *fact.Tree) bool {
	c := &p.A.Call.Facts.Commands[t.Command]
	words := 0
	for i := range c.Operands {
		if o := &c.Operands[i]; o.Flag == "" {
			if words++; !o.Word.Known() {
				return false
			}
		}
	}
	return words <= 1 && record.Does(c, fact.Network)
}

// lists reports whether a command that can give names to commits only shows them.
func (p *Planting) lists(t *fact.Tree) bool { return p.A.Call.Facts.Commands[t.Command].ReadOnly }

// christens reports whether a command makes a new name for one commit, as git branch and git tag
// do.
func (p *Planting) christens(t *fact.Tree) bool {
	if t.Loose != "" || len(t.From) == 0 || len(t.From) > 2 {
		return false
	}
	for i := range t.From {
		if !t.From[i].Word.Known() {
			return false
		}
	}
	return true
}

// meaning is the commit that the call itself gave a name to, for a name that there was not before.
func (p *Planting) meaning(name string) string {
	for t := p.A.Call.Facts.Trees; t != nil; t = t.Before {
		if t.Command < p.T.Command && t.Kind == fact.TreeRefs && p.christens(t) &&
			t.From[0].Word.Text == name {
			if len(t.From) == 1 {
				return "HEAD"
			}
			return t.From[1].Word.Text
		}
	}
	return name
}

// move reads what changes.
func (g *movement) move() {
	words := make([]fact.Word, len(g.tree.T.From))
	for i := range words {
		if words[i] = g.tree.T.From[i].Word; !words[i].Known() {
			g.tree.unknown("fencepost cannot know the commit")
			return
		}
	}
	switch g.tree.T.Kind {
	case fact.TreeCheckout:
		g.checkout(words)
		if g.tree.command().Sub[0] == "read-tree" {
			for _, w := range words[min(1, len(words)):] {
				g.replace(w.Text)
			}
		}
	case fact.TreeMerge:
		g.merge(words)
	case fact.TreeRebase:
		g.rebase()
	case fact.TreePick:
		g.pick(words)
	case fact.TreeStash:
		g.stash(words)
	case fact.TreeBisect:
		g.bisect(words)
	case fact.TreeBack:
		g.goesBack()
	case fact.TreeRestore:
		if len(words) > 0 {
			g.replace(words[0].Text)
		}
		g.restore()
	}
}

func (g *movement) restore() {
	sub := g.tree.command().Sub[0]
	if sub == "sparse-checkout" || sub == "stash" && (g.tree.has("-u") || g.tree.has("-a")) {
		g.tree.T.Unsure = true // files go that the index does not have, or come that are not on the disk
	}
	top, guard := g.repo.Top, g.tree.A.Call.ProtectedPaths()
	g.bring(g.repo.Dirty(g.tree.A.Call.TreeBudget(), func(name string) bool {
		return guard.May(top, name) || guard.Steers(top+"/"+name) // git's names are clean
	}))
}

// checkout takes the operands of checkout, switch, reset --hard and worktree add.
func (g *movement) checkout(words []fact.Word) {
	if g.tree.has("--orphan") {
		list := g.repo.Files(g.tree.A.Call.TreeBudget(), "HEAD")
		for i := range list.Entries {
			list.Entries[i].Kind = filelists.Gone
		}
		g.bring(list)
		return
	}
	loses := record.Does(g.tree.command(), fact.VCSLoss)
	if loses {
		if len(words) > 0 && !g.tree.fetched {
			g.repo.Expect(words[0].Text)
		}
		g.restore()
	}
	if len(words) == 0 {
		if g.tree.worktree() { // without a commit the branch of the directory's name, if there is one
			g.fresh("HEAD")
			if id, ok := g.repo.Commit(path.Base(g.tree.T.Into.Abs)); ok {
				g.bring(g.repo.Differ(g.tree.A.Call.TreeBudget(), "HEAD", id, false))
			}
		}
		return
	}
	name := words[0].Text
	g.switches(name, len(words))
	var id string
	ok := false
	if g.tree.fetched {
		if id, ok = g.local(name); !ok {
			return
		}
	} else if id, ok = g.repo.Commit(name); !ok {
		if id, ok = g.repo.RemoteBranch(name); !ok {
			id, ok = g.repo.Commit(g.tree.meaning(name))
		}
	}
	switch {
	case ok:
		g.fresh(id)
		g.bring(g.repo.Differ(g.tree.A.Call.TreeBudget(), "HEAD", id, false))
	case strings.Contains(name, "..."), !plainRevision(name) && !record.Exists(path.Join(g.repo.Top, name)):
		g.tree.unknown("git does not say what " + name + " is")
	}
	if !loses && (!ok || len(words) > 1) {
		g.restore() // files of the index, or of a commit
	}
}

func (g *movement) merge(words []fact.Word) {
	if len(words) == 0 {
		words = []fact.Word{fact.Lit(upstream)}
	}
	for i := range words {
		if id, ok := g.commit(words[i].Text); ok {
			g.bring(g.repo.Differ(g.tree.A.Call.TreeBudget(), "HEAD", id, !g.tree.moved(true)))
		}
	}
}

// rebase puts the commits of a branch on another one: what that has changed comes in.
func (g *movement) rebase() {
	base, onto, branch := upstream, "", ""
	n := 0
	for i := range g.tree.T.From {
		switch o := &g.tree.T.From[i]; {
		case o.Flag != "":
			onto = o.Word.Text
		case n == 0:
			base = o.Word.Text
			n++
		default:
			branch = o.Word.Text
		}
	}
	if branch != "" {
		g.replace(branch)
	}
	if onto != "" {
		g.replace(onto)
		return
	}
	if id, ok := g.commit(base); ok {
		all := g.repo.Differ(g.tree.A.Call.TreeBudget(), "HEAD", id, false) // the branch's own are taken back, and made anew
		g.changes(g.repo.Top, &all)
		g.bring(g.repo.Differ(g.tree.A.Call.TreeBudget(), "HEAD", id, branch == "" && !g.tree.moved(true)))
	}
}

// pick takes commits whose changes are made again, or undone.
func (g *movement) pick(words []fact.Word) {
	var ids []string
	for i := range words {
		from, to, between := strings.Cut(words[i].Text, "..")
		if !between {
			if id, ok := g.commit(words[i].Text); ok {
				ids = append(ids, id)
			}
			continue
		}
		first, ok := g.commit(cmp.Or(from, "HEAD"))
		last, also := g.commit(cmp.Or(to, "HEAD"))
		if !ok || !also {
			g.tree.unknown("git does not say what " + words[i].Text + " is")
			return
		}
		ids = append(ids, first+".."+last)
	}
	list := g.repo.Changes(g.tree.A.Call.TreeBudget(), ids)
	for i := range list.Entries {
		if e := &list.Entries[i]; e.Kind == filelists.Gone {
			e.Kind = filelists.File // what a commit deletes comes back where it is undone
		}
	}
	g.bring(list)
}

// stash takes a stash: its changes, those of its index, and the files that git did not know.
func (g *movement) stash(words []fact.Word) {
	name := "refs/stash"
	if len(words) > 0 {
		if name = words[0].Text; strings.Trim(name, "0123456789") == "" {
			name = "stash@{" + name + "}"
		}
	}
	id, ok := g.repo.Commit(name)
	if !ok {
		if len(words) > 0 && g.tree.T.Command == 0 && plainRevision(words[0].Text) {
			return
		}
		if len(words) > 0 {
			g.tree.unknown("git does not say what " + name + " is")
		}
		return
	}
	b := g.tree.A.Call.TreeBudget()
	from := g.repo.Parents(id)
	if len(from) == 0 {
		g.tree.unknown("git does not say what " + name + " is")
		return
	}
	g.bring(g.repo.Differ(b, from[0], id, false))
	if len(from) > 1 { // its index
		g.bring(g.repo.Differ(b, from[0], from[1], false))
	}
	if len(from) > 2 { // the files that git did not know
		g.bring(g.repo.Files(b, from[2]))
	}
}
