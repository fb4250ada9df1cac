package quarantine

import (
	"bytes"
	"crypto/sha1"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// history is what the sweep asks git.
type history struct {
	moved []string // that git changes to what commits have, and nothing else does
	kept  []string // read-only in the run
	repos []*repo
	index map[string]map[string]string // of each work tree, once asked for
}

// repo is a repository as it was before the run.
type repo struct {
	dir, top string
	log      int64 // the size of logs/HEAD
}

// moves reports whether git changes a file, or files below a directory.
func (g *history) moves(abs string) bool {
	return slices.ContainsFunc(g.moved, func(m string) bool {
		return subpath.In(abs, m) || subpath.In(m, abs)
	})
}

// committed reports whether a name is what git says. That counts only where no code has run that
// could have made a commit of its own.
func (s *Sweep) committed(h *hit) bool {
	in := func(m string) bool { return subpath.In(h.abs(), m) }
	return h.kind == plain && slices.ContainsFunc(s.git.moved, in) &&
		(h.typ == plan.Link || h.root.only(h.rel)) && s.git.says(h.abs())
}

// says reports whether a file or link is what the index of its repository has. In a merge that is not
// done it is git's mixture.
func (g *history) says(abs string) bool {
	top := topOf(abs)
	entry := strings.Fields(g.staged(top)[trim(abs, top)])
	if len(entry) != 3 || entry[2] != "0" {
		return len(entry) == 3
	}
	var text []byte
	info, err := os.Lstat(abs)
	switch {
	case err != nil || info.Size() > 4<<20:
		return false
	case info.Mode().IsRegular() && strings.HasPrefix(entry[0], "100"):
		text, err = os.ReadFile(abs)
	case info.Mode()&os.ModeSymlink != 0 && entry[0] == "120000":
		to, _ := os.Readlink(abs)
		text = []byte(to)
	default:
		return false
	}
	blob := func(t []byte) string {
		return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(t), t)))
	}
	return err == nil && (blob(text) == entry[1] || // git may write other ends of lines
		blob(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))) == entry[1])
}

// topOf is the nearest directory above a file with a .git; "/" for none.
func topOf(abs string) string {
	for dir := path.Dir(abs); ; dir = path.Dir(dir) {
		if _, err := os.Lstat(dir + "/.git"); err == nil || dir == "/" {
			return dir
		}
	}
}

// repository asks git, with a limit that is a last resort.
func repository(top string) (*filelists.Repo, *filelists.Budget) {
	b := filelists.NewBudget(time.Now().Add(10 * time.Second))
	r, _ := filelists.OpenRepo(top, b)
	return r, b
}

// staged is what the index of a work tree has.
func (g *history) staged(top string) map[string]string {
	names, ok := g.index[top]
	if !ok {
		if r, _ := repository(top); r != nil && r.Top == top {
			names = r.Staged()
		}
		if g.index == nil {
			g.index = map[string]map[string]string{}
		}
		g.index[top] = names
	}
	return names
}

// begin notes the repositories below what may be written: something of each is read-only.
func (g *history) begin(p *plan.Plan) {
	for i := range p.Steps {
		if s := &p.Steps[i]; s.Do == plan.ReadOnly {
			g.kept = append(g.kept, s.Path)
		}
	}
	for _, p := range g.kept {
		switch dir := path.Dir(p); {
		case path.Base(dir) == ".git":
			g.note(dir, path.Dir(dir))
		case path.Base(p) == ".git":
			text, _ := os.ReadFile(p)
			g.note(subpath.From(dir, strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:"))), dir)
		}
	}
}

func (g *history) note(dir, top string) {
	if slices.ContainsFunc(g.repos, func(r *repo) bool { return r.dir == dir }) {
		return
	}
	r := &repo{dir: dir, top: top}
	if info, err := os.Stat(dir + "/logs/HEAD"); err == nil {
		r.log = info.Size()
	}
	g.repos = append(g.repos, r)
}

// end says what git was kept from.
func (g *history) end(rep *Report) {
	for i := range rep.Plants {
		p := rep.Plants[i].Path
		top := topOf(p)
		for name := range g.staged(top) {
			if abs := join(top, name); subpath.In(abs, p) {
				rep.Incomplete = append(rep.Incomplete, abs)
			}
		}
	}
	for _, r := range g.repos {
		g.unfinished(r, rep)
	}
	slices.Sort(rep.Incomplete)
}

// unfinished finds what was kept from a checkout that has ended well nevertheless: the index has the
// files of the other commit, and the work tree those of the one before.
func (g *history) unfinished(r *repo, rep *Report) {
	f, err := os.Open(r.dir + "/logs/HEAD")
	if err != nil {
		return
	}
	defer f.Close()
	log, _ := io.ReadAll(io.NewSectionReader(f, r.log, 1<<20))
	if !bytes.Contains(log, []byte("\tcheckout: ")) {
		return
	}
	first, _, _ := strings.Cut(string(log), " ") // the commit before
	repo, budget := repository(r.top)
	if repo == nil || !filelists.IsID(first) {
		return
	}
	changed := repo.Differ(budget, first, "HEAD", false)
	for i := range changed.Entries {
		abs := join(r.top, changed.Entries[i].Name)
		_, err := os.Lstat(abs)
		if err == nil && !g.says(abs) && slices.ContainsFunc(g.kept, func(k string) bool {
			return subpath.In(abs, k)
		}) {
			rep.Incomplete = append(rep.Incomplete, abs)
		}
	}
}
