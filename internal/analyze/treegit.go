package analyze

import (
	"path"
	"strings"

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
func (p *planting) history() {
	if p.scratch || p.stays() {
		return
	}
	switch {
	case p.t.Loose != "":
		p.unknown("the option " + p.t.Loose + " brings other repositories along")
		return
	case p.elsewhere():
		p.unknown("an option names another repository or work tree")
		return
	case p.shifted():
		p.unknown("an option puts them into another directory")
		return
	case p.moved(false) && p.t.Kind != fact.TreeStash:
		p.unknown("a command before it moves names of commits; make that a call of its own")
		return
	}
	dirs := p.dirs()
	if dirs == nil {
		p.unknown("fencepost cannot know the directory that it runs in")
	}
	for _, dir := range dirs {
		if p.a.Places.WorkTree(dir) == "" {
			continue // git reports an error, or there are no files
		}
		repo, why := filelists.OpenRepo(dir, p.a.trees())
		if repo == nil {
			if p.isRepo(dir) {
				p.unknown(why)
			}
			continue
		}
		g := &movement{planting: p, repo: repo}
		g.move()
	}
}

// stays reports whether a branch is made where the work tree already is.
func (p *planting) stays() bool {
	return p.t.Kind == fact.TreeCheckout && len(p.t.From) == 0 && !p.worktree() &&
		!p.has("--orphan") && !p.losesChanges()
}

// isRepo reports whether there is a repository for a directory. A directory .git without a HEAD is
// none for git either.
func (p *planting) isRepo(dir string) bool {
	top := path.Join(p.a.Places.WorkTree(dir), ".git")
	return !isDir(top) || exists(path.Join(top, "HEAD"))
}

// has reports whether an option is given, by its first name.
func (p *planting) has(name string) bool {
	for _, f := range p.command().Flags {
		if f.Name == name {
			return true
		}
	}
	return false
}

// losesChanges reports whether the command puts files back that were changed and not committed.
func (p *planting) losesChanges() bool {
	for _, e := range p.command().Effects {
		if e.Kind == fact.VCSLoss {
			return true
		}
	}
	return false
}

// dirs returns the directories in which git runs, nil where they are not known.
func (p *planting) dirs() []string {
	if p.worktree() { // its operand is the directory that is made
		if d := p.command().Dirs; d.Known {
			return d.List
		}
		return nil
	}
	if at := &p.t.Into; at.Known && at.Abs != "" {
		if len(at.Dirs) > 1 {
			return at.Dirs
		}
		return []string{at.Abs}
	}
	return nil
}

func (p *planting) worktree() bool {
	c := p.command()
	return len(c.Sub) > 0 && c.Sub[0] == "worktree"
}

// elsewhere reports whether an option makes git work on another repository than that of its
// directory.
func (p *planting) elsewhere() bool {
	return p.has("--git-dir") || p.has("--work-tree") || p.has("--namespace") || p.has("--bare") ||
		p.has("--super-prefix")
}

// shifted reports whether an option puts the names of a commit into a directory that they do not
// lie in.
func (p *planting) shifted() bool {
	if p.t.Prefix.Text != "" || !p.t.Prefix.Known() {
		return true
	}
	for i := range p.command().Operands {
		switch o := &p.command().Operands[i]; o.Flag {
		case "-X", "-s", "--strategy", "--strategy-option":
			if p.t.Kind != fact.TreeRestore && (!o.Word.Known() || strings.Contains(o.Word.Text,
				"subtree")) {
				return true
			}
		}
	}
	return false
}

// moved reports whether a command before this one gives names to commits that nobody has looked at;
// with checkouts, whether one changes what is checked out.
func (p *planting) moved(checkouts bool) bool {
	for t := p.a.facts.Trees; t != nil; t = t.Before {
		switch {
		case t.Command >= p.t.Command:
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
func (p *planting) fetches(t *fact.Tree) bool {
	c := &p.a.facts.Commands[t.Command]
	words := 0
	for i := range c.Operands {
		if o := &c.Operands[i]; o.Flag == "" {
			if words++; !o.Word.Known() {
				return false
			}
		}
	}
	return words <= 1 && reaches(c)
}

// lists reports whether a command that can give names to commits only shows them.
func (p *planting) lists(t *fact.Tree) bool { return p.a.facts.Commands[t.Command].ReadOnly }

// christens reports whether a command makes a new name for one commit, as git branch and git tag
// do.
func (p *planting) christens(t *fact.Tree) bool {
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
func (p *planting) meaning(name string) string {
	for t := p.a.facts.Trees; t != nil; t = t.Before {
		if t.Command < p.t.Command && t.Kind == fact.TreeRefs && p.christens(t) &&
			t.From[0].Word.Text == name {
			if len(t.From) == 1 {
				return "HEAD"
			}
			return t.From[1].Word.Text
		}
	}
	return name
}

// movement is a movement between commits of one repository.
type movement struct {
	*planting
	repo *filelists.Repo
}

// move reads what changes.
func (g *movement) move() {
	words := make([]fact.Word, len(g.t.From))
	for i := range words {
		if words[i] = g.t.From[i].Word; !words[i].Known() {
			g.unknown("fencepost cannot know the commit")
			return
		}
	}
	switch g.t.Kind {
	case fact.TreeCheckout:
		g.checkout(words)
		if g.command().Sub[0] == "read-tree" {
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
	case fact.TreeRestore:
		if len(words) > 0 {
			g.replace(words[0].Text)
		}
		g.restore()
	}
}

// bring makes effects of the names in a list that matter.
func (g *movement) bring(list filelists.List) {
	if list.Why != "" {
		g.unknown(list.Why)
	}
	root := g.repo.Top
	if g.worktree() && g.t.Into.Known {
		root = g.t.Into.Abs
	}
	g.brings(root, list.Entries)
	g.changes(root, &list)
	for i := range list.Entries {
		if e := &list.Entries[i]; g.a.guard().Steers(path.Join(root, e.Name)) {
			g.name(root, e)
		}
	}
}

// commit returns the id of a commit. One that is not there is an error to git, but for a name that
// is no plain one.
func (g *movement) commit(name string) (id string, ok bool) {
	if g.fetched {
		return g.local(name)
	}
	if id, ok = g.repo.Commit(name); !ok {
		id, ok = g.repo.Commit(g.meaning(name))
	}
	if !ok && name != upstream && !plainRevision(name) {
		g.unknown("git does not say what " + name + " is")
	}
	return id, ok
}

// local returns the commit of a name that a fetch in the same call does not change: that of a
// branch or tag here.
func (g *movement) local(name string) (id string, ok bool) {
	for _, as := range [...]string{"refs/heads/" + name, "refs/tags/" + name} {
		if id, ok = g.repo.Commit(as); ok {
			return id, true
		}
	}
	if filelists.IsID(name) || strings.HasPrefix(name, "HEAD") {
		return g.repo.Commit(name)
	}
	g.unknown("git fetch in the same call may change what " + name + " is; make it a call of its own")
	return "", false
}

// plainRevision reports whether a name could only be that of a branch, a tag or a commit that is
// not there.
func plainRevision(name string) bool {
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9',
			strings.IndexByte("-_./#+", c) >= 0:
		default:
			return false
		}
	}
	return !strings.Contains(name, "..")
}

// replace takes a commit that takes the place of what is checked out.
func (g *movement) replace(name string) {
	if id, ok := g.commit(name); ok {
		g.bring(g.repo.Differ(g.a.trees(), "HEAD", id, false))
	}
}

func (g *movement) restore() {
	sub := g.command().Sub[0]
	if sub == "sparse-checkout" || sub == "stash" && (g.has("-u") || g.has("-a")) {
		g.t.Unsure = true // files go that the index does not have, or come that are not on the disk
	}
	top, guard := g.repo.Top, g.a.guard()
	g.bring(g.repo.Dirty(g.a.trees(), func(name string) bool {
		return guard.May(top, name) || guard.Steers(top+"/"+name) // git's names are clean
	}))
}

// checkout takes the operands of checkout, switch, reset --hard and worktree add.
func (g *movement) checkout(words []fact.Word) {
	if g.has("--orphan") {
		list := g.repo.Files(g.a.trees(), "HEAD")
		for i := range list.Entries {
			list.Entries[i].Kind = filelists.Gone
		}
		g.bring(list)
		return
	}
	loses := g.losesChanges()
	if loses {
		if len(words) > 0 && !g.fetched {
			g.repo.Expect(words[0].Text)
		}
		g.restore()
	}
	if len(words) == 0 {
		if g.worktree() { // without a commit the branch of the directory's name, if there is one
			g.fresh("HEAD")
			if id, ok := g.repo.Commit(path.Base(g.t.Into.Abs)); ok {
				g.bring(g.repo.Differ(g.a.trees(), "HEAD", id, false))
			}
		}
		return
	}
	name := words[0].Text
	g.switches(name, len(words))
	var id string
	ok := false
	if g.fetched {
		if id, ok = g.local(name); !ok {
			return
		}
	} else if id, ok = g.repo.Commit(name); !ok {
		if id, ok = g.repo.RemoteBranch(name); !ok {
			id, ok = g.repo.Commit(g.meaning(name))
		}
	}
	switch {
	case ok:
		g.fresh(id)
		g.bring(g.repo.Differ(g.a.trees(), "HEAD", id, false))
	case strings.Contains(name, "..."), !plainRevision(name) && !exists(path.Join(g.repo.Top, name)):
		g.unknown("git does not say what " + name + " is")
	}
	if !loses && (!ok || len(words) > 1) {
		g.restore() // files of the index, or of a commit
	}
}

const upstream = "@{upstream}"

func (g *movement) merge(words []fact.Word) {
	if len(words) == 0 {
		words = []fact.Word{fact.Lit(upstream)}
	}
	for i := range words {
		if id, ok := g.commit(words[i].Text); ok {
			g.bring(g.repo.Differ(g.a.trees(), "HEAD", id, !g.moved(true)))
		}
	}
}

// rebase puts the commits of a branch on another one: what that has changed comes in.
func (g *movement) rebase() {
	base, onto, branch := upstream, "", ""
	n := 0
	for i := range g.t.From {
		switch o := &g.t.From[i]; {
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
		all := g.repo.Differ(g.a.trees(), "HEAD", id, false) // the branch's own are taken back, and made anew
		g.changes(g.repo.Top, &all)
		g.bring(g.repo.Differ(g.a.trees(), "HEAD", id, branch == "" && !g.moved(true)))
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
		first, ok := g.commit(orHead(from))
		last, also := g.commit(orHead(to))
		if !ok || !also {
			g.unknown("git does not say what " + words[i].Text + " is")
			return
		}
		ids = append(ids, first+".."+last)
	}
	list := g.repo.Changes(g.a.trees(), ids)
	for i := range list.Entries {
		if e := &list.Entries[i]; e.Kind == filelists.Gone {
			e.Kind = filelists.File // what a commit deletes comes back where it is undone
		}
	}
	g.bring(list)
}

func orHead(name string) string {
	if name == "" {
		return "HEAD"
	}
	return name
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
		if len(words) > 0 && g.t.Command == 0 && plainRevision(words[0].Text) {
			return
		}
		if len(words) > 0 {
			g.unknown("git does not say what " + name + " is")
		}
		return
	}
	b := g.a.trees()
	from := g.repo.Parents(id)
	if len(from) == 0 {
		g.unknown("git does not say what " + name + " is")
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
