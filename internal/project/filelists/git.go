package filelists

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// Repo is a git repository that is asked about names. Git is run with plumbing commands that read
// objects and the index alone, and with an environment and settings in which it runs nothing: no
// hooks, file system monitor, filters, pagers, external diffs or transports, whatever the
// repository's own configuration names. Objects that a partial clone would fetch are missing then,
// which is an error, and the call is asked about.
type Repo struct {
	Top string // of the work tree

	git  string
	dir  string
	b    *Budget
	late bool // a question was not asked, or has no answer, because of the budget
}

const (
	whyNoGit = "git, which would say them, is not among the programs of the system"
	whyRepo  = "git does not say what the commits hold"
)

// gitEnv is all of the environment that git gets.
func gitEnv() []string {
	return []string{
		"PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C",
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_ATTR_NOSYSTEM=1", "GIT_NO_LAZY_FETCH=1", "GIT_OPTIONAL_LOCKS=0", "GIT_FLUSH=0",
		"GIT_ALLOW_PROTOCOL=none", "GIT_PROTOCOL_FROM_USER=0", "GIT_TERMINAL_PROMPT=0",
		"GIT_SSH_COMMAND=false", "GIT_SSH=false", "GIT_ASKPASS=false",
		"GIT_PAGER=cat", "GIT_EDITOR=false", "GIT_EXTERNAL_DIFF=",
	}
}

// gitFlags take away what a repository's configuration could start, and let a repository of another
// user be read: git refuses those because of what it would run.
func gitFlags() []string {
	return []string{
		"--no-pager", "--no-optional-locks",
		"-c", "safe.directory=*",
		"-c", "core.fsmonitor=false",
		"-c", "core.hooksPath=/dev/null",
		"-c", "core.attributesFile=/dev/null",
		"-c", "core.sshCommand=false",
		"-c", "core.askPass=false",
		"-c", "core.pager=cat",
		"-c", "core.alternateRefsCommand=false",
		"-c", "core.untrackedCache=false",
		"-c", "core.quotePath=false",
		"-c", "diff.external=",
		"-c", "credential.helper=",
		"-c", "gc.auto=0",
		"-c", "maintenance.auto=false",
		"-c", "submodule.recurse=false",
	}
}

// OpenRepo finds the repository of a directory.
func OpenRepo(dir string, b *Budget) (*Repo, string) {
	git := systemProgram("git")
	switch {
	case git == "":
		return nil, whyNoGit
	case os.Getenv("GIT_DIR") != "" || os.Getenv("GIT_WORK_TREE") != "":
		return nil, "the environment names another repository"
	}
	r := &Repo{git: git, dir: dir, b: b}
	if r.Top = topOf(dir); r.Top != "" && b.steps.Spend(perRun) && !b.past() {
		return r, ""
	}
	out, ok := r.run("", "rev-parse", "--show-toplevel")
	if !ok {
		return nil, whyRepo
	}
	if r.Top = strings.TrimSuffix(out, "\n"); !filepath.IsAbs(r.Top) {
		return nil, whyRepo
	}
	return r, ""
}

// run asks git. A question that was asked before for the call counts, and keeps its answer.
func (r *Repo) run(stdin string, words ...string) (string, bool) {
	if !r.b.steps.Spend(perRun) {
		r.late = true
		return "", false
	}
	a := r.ask(stdin, words...)()
	r.late = r.late || !a.ok && r.b.past()
	return a.out, a.ok
}

// ask returns what waits for git's answer, which is got once.
func (r *Repo) ask(stdin string, words ...string) func() answer {
	key := strings.Join(append([]string{r.dir, stdin}, words...), "\x00")
	if r.b.answers[key] == nil {
		argv := append(append([]string{r.git}, gitFlags()...), words...)
		r.b.answers[key] = sync.OnceValue(func() answer {
			out, ok := run(argv, gitEnv(), r.dir, stdin, r.b.deadline)
			return answer{out, ok}
		})
	}
	return r.b.answers[key]
}

// Commit returns the id of the commit that a name stands for.
func (r *Repo) Commit(name string) (id string, ok bool) { return r.object(name, "^{commit}") }

func (r *Repo) object(name, kind string) (id string, ok bool) {
	words := objectWords(name, kind)
	if words == nil {
		return "", false
	}
	out, ok := r.run("", words...)
	id = strings.TrimSuffix(out, "\n")
	return id, ok && IsID(id)
}

// objectWords ask git for the object that a name stands for; nil if it cannot be such a name.
func objectWords(name, kind string) []string {
	if name == "" || strings.HasPrefix(name, "-") && name != "-" || strings.ContainsAny(name,
		"\x00\n") {
		return nil
	}
	if name == "-" {
		name = "@{-1}"
	}
	return []string{"rev-parse", "--verify", "--quiet", "--end-of-options", name + kind}
}

// Expect starts git for a commit that is asked for in a moment, while something else is looked at.
func (r *Repo) Expect(name string) {
	if words := objectWords(name, "^{commit}"); words != nil {
		go r.ask("", words...)()
	}
}

// Parents returns the commits that a commit was made from, in order.
func (r *Repo) Parents(id string) []string {
	out, _ := r.run("", "rev-list", "--parents", "--no-walk", "--end-of-options", id)
	ids := strings.Fields(out)
	return ids[min(1, len(ids)):]
}

// IsID reports whether a text is the id of an object.
func IsID(s string) bool {
	if len(s) != 40 && len(s) != 64 {
		return false
	}
	return strings.Trim(s, "0123456789abcdef") == ""
}

// RemoteBranch returns the commit of the branch of that name on a remote, if there is exactly one:
// what git switch makes a local branch of.
func (r *Repo) RemoteBranch(name string) (id string, ok bool) {
	if strings.ContainsAny(name, "*?[\\ \n") || name == "" {
		return "", false
	}
	out, ok := r.run("", "for-each-ref", "--format=%(objectname)", "refs/remotes/*/"+name)
	ids := strings.Fields(out)
	if !ok || len(ids) == 0 || !IsID(ids[0]) {
		return "", false
	}
	for _, id := range ids[1:] {
		if id != ids[0] {
			return "", false
		}
	}
	return ids[0], true
}

// maxUntracked bounds the names that Untracked returns.
const maxUntracked = 4096

// Untracked returns the names, from the top of the work tree, of at most 4096 files that git does not
// know and that pathspecs match, all where there are none. except are files of patterns for those that
// are left out beside what the repository ignores; nil: nothing is left out.
func (r *Repo) Untracked(pathspecs, except []string) []string {
	words := []string{"-C", r.Top, "ls-files", "--others", "-z"}
	if except != nil {
		words = append(words, "--exclude-standard")
	}
	for _, name := range except {
		words = append(words, "--exclude-from="+name)
	}
	out, _ := r.run("", append(append(words, "--"), pathspecs...)...)
	names := strings.SplitN(out, "\x00", maxUntracked+1)
	return names[:min(len(names)-1, maxUntracked)]
}

// Differ lists the names that differ between two commits. With merge the first counts as it was
// where the two parted.
func (r *Repo) Differ(b *Budget, from, to string, merge bool) List {
	words := []string{"diff-tree", "-r", "-z", "--raw", "--abbrev=4", "--no-renames", "--no-ext-diff",
		"--no-textconv",
		"--ignore-submodules"}
	if merge {
		if out, ok := r.run("", append(words, "--merge-base", from, to)...); ok {
			return changes(out, b)
		}
		// Without one common ancestor: what differs is more than what the other side has changed.
	}
	out, ok := r.run("", append(words, from, to)...)
	if !ok {
		return List{Why: whyRepo}
	}
	return changes(out, b)
}

// maxCommits bounds the commits whose changes are read.
const maxCommits = 2000

// Changes lists the names that commits change. Each of them is an id, or a range of two.
func (r *Repo) Changes(b *Budget, revisions []string) List {
	var ids []string
	for _, rev := range revisions {
		if IsID(rev) {
			ids = append(ids, rev)
			continue
		}
		out, ok := r.run("", "rev-list", "--max-count=2001", "--end-of-options", rev)
		if !ok {
			return List{Why: whyRepo}
		}
		ids = append(ids, strings.Fields(out)...)
	}
	if len(ids) > maxCommits {
		return List{Why: whyMany}
	}
	var all List
	for len(ids) > 0 && all.Why == "" {
		n := min(len(ids), perStart)
		out, ok := r.run(strings.Join(ids[:n], "\n")+"\n", "diff-tree", "--stdin", "-r", "-z", "-m",
			"--root",
			"--no-commit-id", "--raw", "--abbrev=4", "--no-renames", "--no-ext-diff", "--no-textconv")
		ids = ids[n:]
		if !ok {
			return List{Why: whyRepo}
		}
		l := changes(out, b)
		all.Entries, all.Why = append(all.Entries, l.Entries...), l.Why
	}
	return all
}

// Between lists the names that differ between HEAD and any commit that is reachable from one of the
// bad ones and from none of the good ones. Each such commit is reached from an edge of the range by
// the changes of commits in it.
func (r *Repo) Between(b *Budget, bad, good []string) List {
	words := append([]string{"rev-list", "--boundary", "--max-count=2001"}, bad...)
	words = append(append(words, "--not"), good...)
	out, ok := r.run("", words...)
	if !ok {
		return List{Why: whyRepo}
	}
	var ids, edges []string
	for id := range strings.FieldsSeq(out) {
		if edge, is := strings.CutPrefix(id, "-"); is {
			edges = append(edges, edge)
			continue
		}
		ids = append(ids, id)
	}
	if len(edges) > maxEdges {
		return List{Why: whyMany}
	}
	all := r.Changes(b, ids)
	for _, edge := range edges {
		if all.Why == "" {
			l := r.Differ(b, "HEAD", edge, false)
			all.Entries, all.Why = append(all.Entries, l.Entries...), l.Why
		}
	}
	return all
}

// maxEdges bounds the commits at the edge of a range that are compared.
const maxEdges = 32

// Refs returns the commits of all names that match a pattern of git for-each-ref.
func (r *Repo) Refs(pattern string) (ids []string) {
	out, ok := r.run("", "for-each-ref", "--format=%(objectname)", pattern)
	if !ok {
		return nil
	}
	for id := range strings.FieldsSeq(out) {
		if IsID(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// perStart is how many ids of commits are written to one process: a pipe has room for them.
const perStart = 900

// Files lists the names in a commit.
func (r *Repo) Files(b *Budget, commit string) (l List) {
	out, ok := r.run("", "ls-tree", "-r", "-z", "--full-tree", commit)
	if !ok {
		return List{Why: whyRepo}
	}
	for entry := range strings.SplitSeq(out, "\x00") {
		info, name, found := strings.Cut(entry, "\t")
		kind := File
		if strings.HasPrefix(info, modeLink) {
			kind = Link
		}
		if found && !l.add(b, name, kind) {
			break
		}
	}
	return l
}

// modeLink is the mode of a symbolic link in a commit.
const modeLink = "120000"

// changes reads pairs of `:MODE MODE ID ID LETTER` and a name. A link that goes counts as one, too:
// the change may be undone.
func changes(out string, b *Budget) (l List) {
	for out != "" {
		info, rest, found := strings.Cut(out, "\x00")
		name, rest, more := strings.Cut(rest, "\x00")
		fields := strings.Fields(info)
		if !found || !more || len(fields) != 5 || len(fields[4]) != 1 {
			return List{Why: whyRepo}
		}
		kind := File
		switch {
		case fields[0] == ":"+modeLink || fields[1] == modeLink:
			kind = Link
		case fields[4] == "D":
			kind = Gone
		}
		if !l.add(b, name, kind) {
			return l
		}
		out = rest
	}
	return l
}

// Lacking lists the names that the index lacks, or has with other content, of some revisions: each
// of A..B, and of A...B also the commit where the two parted. What names no commit is a path, which
// only restricts what git compares.
func (r *Repo) Lacking(b *Budget, revisions []string) (l List) {
	for _, rev := range revisions {
		for _, id := range r.ends(rev) {
			out, ok := r.run("", "diff-index", "--cached", "-r", "-z", "--raw", "--abbrev=4",
				"--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", id)
			if !ok {
				return List{Why: whyRepo}
			}
			more := changes(out, b)
			if more.Why != "" {
				return more
			}
			l.Entries = append(l.Entries, more.Entries...)
		}
	}
	if r.late { // what names nothing may have got no answer
		return List{Why: whyRepo}
	}
	return l
}

// ends are the trees that a revision names, or the ends of a range.
func (r *Repo) ends(rev string) (ids []string) {
	from, to, between := strings.Cut(strings.Replace(rev, "...", "..", 1), "..")
	if !between {
		if id, ok := r.object(rev, "^{tree}"); ok {
			ids = append(ids, id)
		}
		return ids
	}
	for _, name := range []string{from, to} {
		if name == "" {
			name = "HEAD"
		}
		if id, ok := r.Commit(name); ok {
			ids = append(ids, id)
		}
	}
	if len(ids) == 2 {
		if out, ok := r.run("", "merge-base", ids[0], ids[1]); ok {
			ids = append(ids, strings.TrimSuffix(out, "\n"))
		}
	}
	return ids
}
