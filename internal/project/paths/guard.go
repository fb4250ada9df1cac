package paths

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/protected"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// Guard knows the paths that must not be changed whatever the rules say: those that would move the
// fence itself, and those that make something run later.
type Guard struct {
	r          *Resolver
	configHome string
	protect    []string // path globs of the key protect
	policies   []string // files

	own   string // the directory of fencepost's own programs, once asked for; "" if it is not known
	asked bool
	git   *gitNames // once asked for

	bases        []string // once askedAliases: the directories whose .claude has a say
	links        []alias  // likewise
	askedAliases bool
}

// NewGuard returns the guard for one call. configHome is the directory whose .claude holds the
// person's config; "" is the home. protect are the globs that the config adds. policies are the
// policy files that it names, and their signatures: whoever changes them could restore an older
// policy.
func NewGuard(r *Resolver, configHome string, protect, policies []string) *Guard {
	g := &Guard{r: r, configHome: anchor(configHome), protect: protect}
	for _, file := range policies {
		g.policies = append(g.policies, anchor(file))
	}
	return g
}

// ownDir returns the directory of fencepost's own programs. Few calls come near it, and it costs a
// system call.
func (g *Guard) ownDir() string {
	if !g.asked {
		g.asked = true
		if exe, err := os.Executable(); err == nil {
			g.own = filepath.Dir(exe)
		}
	}
	return g.own
}

// Protected returns the decision about changing a path, and why. It is rule.Unset for a path that
// is not protected. A pattern that may name a protected path asks. A path that is not known at all
// falls under `dynamic` instead.
func (g *Guard) Protected(e *fact.Effect) (rule.Decision, string) {
	switch e.Kind {
	case fact.Write, fact.Append, fact.Delete, fact.Meta:
	default:
		return rule.Unset, ""
	}
	if e.Path.Glob {
		if d, why, ok := g.foundProtected(e); ok {
			return d, why
		}
	}
	worst, why := rule.Unset, ""
	worse := func(d rule.Decision, text string) {
		if d > worst {
			worst, why = d, text
		}
	}
	if g.mayBeListed(&e.Path) {
		g.builtIn(e, worse)
	}
	g.judgeRepository(&e.Path, worse)
	g.judgeGitNamed(e, worse)
	if worst < rule.Deny {
		g.judgeOtherNames(e, worse)
	}
	for _, glob := range g.protect {
		worse(g.decision(e, glob, rule.Deny), "this path is protected by the key protect ("+glob+")")
	}
	for _, file := range g.policies {
		g.judgePolicy(e, file, worse)
	}
	if !e.Tree && worst == rule.Unset && (e.Kind == fact.Delete || e.Whole) {
		worse(g.holdsProtected(&e.Path))
	}
	return worst, why
}

// builtIn compares a change with the entries of the table.
func (g *Guard) builtIn(e *fact.Effect, worse func(rule.Decision, string)) {
	free := e.Path.Known && !e.Path.Glob && g.exempt(&e.Path)
	most := rule.Unset
	for i := range protected.Entries {
		p := &protected.Entries[i]
		switch {
		case free && p.Glob == protected.ExemptFrom:
			continue
		case e.History && !(p.Kept && (e.Kind != fact.Delete || p.Stays)):
			continue // what else is protected there, the repository's history may change
		case p.Made && !g.writesNamed(e, p.Glob):
			continue
		case e.Path.Glob && strings.HasPrefix(p.Glob, "**/") && p.Glob[3] != '.' &&
			(p.Glob[3] == '*' || beginsWithStar(e.Path.Abs)):
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
			worse(d, unnamedFile(&e.Path)+p.Why+" ("+p.Glob+")")
		}
	}
	for _, name := range [...]string{"fencepost", "fencepost-hook", "fencepost-interp"} {
		if dir := g.ownDir(); dir != "" {
			worse(g.decision(e, dir+"/"+name, rule.Deny),
				"This would change fencepost's own program. Only a person does that")
		}
	}
}

// unnamedFile begins the reason for a path that may only stand for a protected one.
func unnamedFile(p *fact.Path) string {
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

// beginsWithStar reports whether a pattern's last component begins with a star.
func beginsWithStar(p string) bool {
	return strings.HasPrefix(p[strings.LastIndexByte(p, '/')+1:], "*")
}

// writesNamed reports whether a change writes a file of exactly the name at the end of a glob, in
// the same case, or may write one that a pattern matches.
func (g *Guard) writesNamed(e *fact.Effect, glob string) bool {
	if e.Kind == fact.Delete || e.Kind == fact.Meta || e.Path.Glob {
		return false
	}
	pattern := strings.Contains(glob[2:], "*") // whether it matches is judged as for the others
	for _, rd := range g.r.readings(&e.Path) {
		if pattern || strings.HasSuffix(rd.form, glob[2:]) {
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

// mayBeListed reports whether a reading of the path could be in the table.
func (g *Guard) mayBeListed(p *fact.Path) bool {
	for _, rd := range g.r.readings(p) {
		if p.Glob || !rd.known || protected.May(rd.written.folded) || protected.May(rd.target.folded) {
			return true
		}
	}
	return g.r.last.unsure
}

// holdsProtected asks about a directory that is deleted or moved as a whole and holds a protected
// one.
func (g *Guard) holdsProtected(p *fact.Path) (rule.Decision, string) {
	if !p.Known || p.Glob || len(p.Dirs) > 1 {
		return rule.Unset, ""
	}
	if p.Entry && g.r.link(p.Abs).kind == isLink {
		return rule.Unset, "" // the link goes, and what it leads to stays
	}
	for _, rd := range g.r.readings(p) {
		for _, name := range protected.Holds {
			if !g.r.There(join(rd.written.text, name)) {
				continue
			}
			if written, target := g.r.Inside(p, scratchRoot, true); written.And(target) == fact.Yes {
				return rule.Unset, ""
			}
			return rule.Ask, "the directory holds " + name + ", which would be gone or changed with it"
		}
	}
	return rule.Unset, ""
}

// May reports whether a name below a directory could be protected by its letters: most are done
// with one look. Names that are protected because of the directory are found by asking about the
// directory.
func (g *Guard) May(root, name string) bool {
	if protected.May(subpath.Fold("/"+name)) || g.spelledLikeProtected("/"+name) {
		return true
	}
	if (root == "/" || underEtc(root)) && protected.May(subpath.Fold(join(root, name))) {
		return true
	}
	if len(g.protect)+len(g.policies) == 0 {
		return false
	}
	p := fact.Path{Abs: clean(join(root, name)), Known: true}
	for _, glob := range slices.Concat(g.protect, g.policies) {
		if written, _ := g.r.Glob(&p, glob, true); written != fact.No {
			return true
		}
	}
	return false
}

// spelledLikeProtected reports whether Windows may take a name for a protected one.
func (g *Guard) spelledLikeProtected(abs string) bool {
	if !spelledOddly(abs) {
		return false
	}
	forms, unsure := g.r.forms(&fact.Path{Abs: abs, Known: true})
	return unsure || slices.ContainsFunc(forms, func(form string) bool {
		return protected.May(subpath.Fold(clean(form)))
	})
}

// MayName reports whether a name that a pattern stands for could be protected, in whatever
// directory it lies.
func (g *Guard) MayName(pattern string) bool {
	if len(g.protect)+len(g.policies) > 0 {
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

// underEtc reports whether files in a directory are protected by their whole path.
func underEtc(dir string) bool {
	for _, top := range [...]string{"/etc", "/var/spool", "/private"} {
		if strings.HasPrefix(dir, top) {
			return true
		}
	}
	return false
}

// Steers reports whether a path moves the fence or programs the agent: a commit may not bring it
// along unseen.
func (g *Guard) Steers(abs string) bool {
	if !protected.May(subpath.Fold(abs)) && !g.spelledLikeProtected(abs) {
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
