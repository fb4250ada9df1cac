package paths

import (
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/gen/protected"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// Guard knows the paths that must not be changed whatever the rules say: those that would move the
// fence itself, and those that make something run later.
type Guard struct {
	r     *Resolver
	extra []string // path globs of the key protect, and then the policy files
	files int      // how many of them are policy files

	own   string // the directory of fencepost's own programs, once asked for; "" if it is not known
	asked bool

	configHome   string
	found        []alias // once askedAliases
	askedAliases bool
}

// NewGuard returns the guard for one call. extra are the globs that the config adds; configHome is
// the directory whose .claude holds the person's config, "" for the home.
func NewGuard(r *Resolver, configHome string, extra []string) *Guard {
	return &Guard{r: r, extra: extra, configHome: anchor(configHome)}
}

// AlsoPolicies adds files of policies that the config names, and their signatures: who could change
// them could put an older one back.
func (g *Guard) AlsoPolicies(files []string) {
	if len(files) == 0 {
		return
	}
	extra := append([]string(nil), g.extra...)
	for _, file := range files {
		extra = append(extra, anchor(file))
	}
	g.extra, g.files = extra, len(files)
}

// policies are the files that AlsoPolicies has added.
func (g *Guard) policies() []string { return g.extra[len(g.extra)-g.files:] }

// ownDir returns the directory of fencepost's own programs. Few calls come near it, and asking for
// it is a system call.
func (g *Guard) ownDir() string {
	if !g.asked {
		g.asked = true
		if exe, err := os.Executable(); err == nil {
			g.own = filepath.Dir(exe)
		}
	}
	return g.own
}

// Protected returns the decision about changing a path, and why; rule.Unset if it is not protected.
// A pattern that may name a protected path asks; a path that is not known at all falls under
// `dynamic` instead.
func (g *Guard) Protected(e *fact.Effect) (rule.Decision, string) {
	switch e.Kind {
	case fact.Write, fact.Append, fact.Delete, fact.Meta:
	default:
		return rule.Unset, ""
	}
	if d, why, ok := g.foundProtected(e); ok {
		return d, why
	}
	worst, why := rule.Unset, ""
	worse := func(d rule.Decision, text string) {
		if d > worst {
			worst, why = d, text
		}
	}
	if g.looks(&e.Path) {
		g.table(e, worse)
	}
	g.repository(&e.Path, worse)
	if worst < rule.Deny {
		g.otherNames(e, worse)
	}
	for _, glob := range g.extra[:len(g.extra)-g.files] {
		worse(g.decision(e, glob, rule.Deny), "this path is protected by the key protect ("+glob+")")
	}
	for _, file := range g.policies() {
		g.policy(e, file, worse)
	}
	if !e.Tree && worst == rule.Unset && (e.Kind == fact.Delete || e.Whole) {
		worse(g.holds(&e.Path))
	}
	return worst, why
}

// table asks the built-in entries.
func (g *Guard) table(e *fact.Effect, worse func(rule.Decision, string)) {
	free := e.Path.Known && !e.Path.Glob && g.exempt(&e.Path)
	most := rule.Unset
	for i := range protected.Entries {
		p := &protected.Entries[i]
		switch {
		case free && p.Glob == protected.ExemptFrom:
			continue
		case e.History && !(p.Kept && (e.Kind != fact.Delete || p.Stays)):
			continue // what else is protected there, the repository's history may change
		case p.Made && !g.makes(e, p.Glob):
			continue
		case e.Path.Glob && strings.HasPrefix(p.Glob, "**/") && p.Glob[3] != '.' &&
			(p.Glob[3] == '*' || anything(e.Path.Abs)):
			continue // a bare star does not mean a Jenkinsfile, nor x* a file x.code-workspace
		}
		d := g.decision(e, p.Glob, p.Decision)
		switch {
		case d <= most: // no text is made of what counts for nothing
		case e.History:
			// A person can look at it first, and then let it in.
			worse(rule.Ask, "The history brings in another version: "+p.Why+" ("+p.Glob+")")
		default:
			most = d
			worse(d, among(&e.Path)+p.Why+" ("+p.Glob+")")
		}
	}
	for _, name := range [...]string{"fencepost", "fencepost-hook", "fencepost-interp"} {
		if dir := g.ownDir(); dir != "" {
			worse(g.decision(e, dir+"/"+name, rule.Deny),
				"This would change fencepost's own program. Only a person does that")
		}
	}
}

// among says of a pattern that no more is known than what it may stand for.
func among(p *fact.Path) string {
	switch {
	case !p.Known:
		return "Fencepost cannot know which file it changes. Name the file, since it may be protected: "
	case !p.Glob:
		return ""
	}
	return "The pattern may match a protected file. Name the files: "
}

// exempt reports whether a path lies in one of the directories that the agent keeps for itself.
func (g *Guard) exempt(p *fact.Path) bool {
	if strings.Count(subpath.Fold(p.Abs), protected.ExemptDir) > 1 {
		return false // the agent's directory of a work tree that lies in another one
	}
	for _, glob := range protected.Exempt {
		if written, target := g.r.Glob(p, glob, false); written.And(target) == fact.Yes {
			return true
		}
	}
	return false
}

// anything reports whether a pattern's last component begins with a star.
func anything(p string) bool { return strings.HasPrefix(p[strings.LastIndexByte(p, '/')+1:], "*") }

// makes reports whether a file of exactly the name at the end of a glob is written, capitals
// included.
func (g *Guard) makes(e *fact.Effect, glob string) bool {
	if e.Kind == fact.Delete || e.Kind == fact.Meta || e.Path.Glob {
		return false
	}
	var buf [1]string
	for _, form := range g.r.forms(&e.Path, &buf) {
		if strings.HasSuffix(form, glob[2:]) {
			return true
		}
	}
	return false
}

func (g *Guard) decision(e *fact.Effect, glob string, d rule.Decision) rule.Decision {
	written, target := g.r.Glob(&e.Path, glob, true)
	switch hit := written.Or(target); {
	case hit == fact.Yes:
		return d
	case hit == fact.Maybe && e.Path.Known:
		return rule.Ask
	}
	return rule.Unset
}

// looks reports whether a reading of the path could be in the table.
func (g *Guard) looks(p *fact.Path) bool {
	if !p.Known || p.Abs == "" {
		return false
	}
	var buf [1]string
	for _, form := range g.r.forms(p, &buf) {
		if p.Glob || mayProtect(subpath.Fold(clean(form))) {
			return true
		}
		to, ok := g.r.follow(p, form)
		if !ok || mayProtect(subpath.Fold(to)) {
			return true
		}
	}
	if g.r.unsure() {
		return true
	}
	return strings.Contains(p.Abs, "fencepost") && g.ownDir() != ""
}

// holds reports whether a directory that is deleted or moved away as a whole holds a protected one.
func (g *Guard) holds(p *fact.Path) (rule.Decision, string) {
	if !p.Known || p.Glob || len(p.Dirs) > 1 || g.inScratch(p) {
		return rule.Unset, ""
	}
	if p.Entry && g.r.link(p.Abs).kind == isLink {
		return rule.Unset, "" // the link goes, and what it leads to stays
	}
	var buf [1]string
	for _, form := range g.r.forms(p, &buf) {
		for _, name := range protected.Holds {
			if g.r.there(join(clean(form), name)) {
				return rule.Ask, "the directory holds " + name + ", which would be gone or changed with it"
			}
		}
	}
	return rule.Unset, ""
}

func (g *Guard) inScratch(p *fact.Path) bool {
	written, target := g.r.Inside(p, scratchRoot, true)
	return written.And(target) == fact.Yes
}

// May reports whether a name below a directory could be protected for itself, going by its letters:
// most are done with one look. What is protected because of the directory is found by asking about
// that.
func (g *Guard) May(root, name string) bool {
	if mayProtect(subpath.Fold("/"+name)) || g.oddly("/"+name) {
		return true
	}
	if (root == "/" || underEtc(root)) && mayProtect(subpath.Fold(join(root, name))) {
		return true
	}
	if len(g.extra) == 0 {
		return false
	}
	p := fact.Path{Abs: clean(join(root, name)), Known: true}
	for _, glob := range g.extra {
		if written, _ := g.r.Glob(&p, glob, true); written != fact.No {
			return true
		}
	}
	return false
}

// oddly reports whether a name is spelled so that Windows may take it for a protected one.
func (g *Guard) oddly(abs string) bool {
	if !odd(abs) {
		return false
	}
	var buf [1]string
	for _, form := range g.r.forms(&fact.Path{Abs: abs, Known: true}, &buf) {
		if mayProtect(subpath.Fold(clean(form))) {
			return true
		}
	}
	return g.r.unsure()
}

// MayName reports whether a name that a pattern stands for could be protected for itself, in
// whatever directory it lies.
func (g *Guard) MayName(pattern string) bool {
	if len(g.extra) > 0 {
		return true
	}
	pattern = subpath.Fold(pattern)
	for i := range protected.Entries {
		name, anywhere := strings.CutPrefix(protected.Entries[i].Glob, "**/")
		name = subpath.Fold(strings.TrimSuffix(name, "/**"))
		if !anywhere || strings.Contains(name, "/") {
			continue
		}
		if ok, err := path.Match(pattern, name); ok || err != nil {
			return true
		}
	}
	return false
}

// underEtc reports whether a directory is one in which files are protected by their whole path.
func underEtc(dir string) bool {
	for _, top := range [...]string{"/etc", "/var/spool", "/private"} {
		if strings.HasPrefix(dir, top) {
			return true
		}
	}
	return false
}

// Steers reports whether a path moves the fence or programs the agent: what a commit may not bring
// along unseen.
func (g *Guard) Steers(abs string) bool {
	if !mayProtect(subpath.Fold(abs)) && !g.oddly(abs) {
		return false
	}
	p := fact.Path{Abs: abs, Known: true}
	free := g.exempt(&p)
	for i := range protected.Entries {
		if e := &protected.Entries[i]; e.Kept && !(free && e.Decision == rule.Ask) {
			if written, target := g.r.Glob(&p, e.Glob, true); written.Or(target) == fact.Yes {
				return true
			}
		}
	}
	return false
}

// mayProtect reports whether a folded path could be in the table, or be one of fencepost's own
// programs.
func mayProtect(p string) bool { return protected.May(p) || strings.Contains(p, "fencepost") }
