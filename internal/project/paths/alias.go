package paths

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// A repository can bring .claude, or a file in it, as a link to a name that nobody protects, and a
// file can have a second name by a hard link. What is written under such a name is judged as the
// file that it is.

// alias is a second name of a protected file or directory.
type alias struct {
	at   string // what is really changed, links followed
	name string // the name by which it is protected
}

// linkable are names in an agent's directory that may be links. Deeper ones are left out: there
// what is a link is no file of the fence.
var linkable = [...]string{"fencepost.yaml", "fencepost", "settings.json", "settings.local.json",
	"hooks", "skills", "commands", "agents", "rules", "output-styles"}

// hardLinkable are files of a project and of the home that are compared with a file of several
// names.
var hardLinkable = [...]string{".claude/fencepost.yaml", ".claude/settings.json",
	".claude/settings.local.json", ".claude.json", ".mcp.json", ".git/config", ".gitconfig",
	".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv"}

// hardLinkableIn are directories of which each file is compared.
var hardLinkableIn = [...]string{".claude/hooks", ".claude/fencepost/config", ".git/hooks"}

// bases are the directories whose .claude has a say.
func (g *Guard) bases() [3]string {
	list := [...]string{g.r.project, g.r.home, g.configHome}
	if list[1] == list[0] {
		list[1] = ""
	}
	if list[2] == list[0] || list[2] == list[1] {
		list[2] = ""
	}
	return list
}

// aliases are the links that lead from a protected name to one that is not. They are read once, for
// the first change of a file: a readlink for each name that a .claude could hold.
func (g *Guard) aliases() []alias {
	if g.askedAliases {
		return g.found
	}
	g.askedAliases = true
	for i, base := range g.bases() {
		if base == "" {
			continue
		}
		dir := join(base, ".claude")
		to, ok := g.r.resolve(dir)
		if !ok {
			continue
		}
		if !strings.HasSuffix(to, "/.claude") {
			g.alias(to, dir)
		}
		if g.r.link(to).kind != missing {
			for _, name := range linkable {
				g.linked(join(to, name), join(dir, name))
			}
		}
		if i == 0 {
			g.linked(join(base, ".mcp.json"), join(base, ".mcp.json"))
		}
	}
	return g.found
}

func (g *Guard) linked(file, name string) {
	if readlink(file).kind == isLink {
		if to, ok := g.r.resolve(file); ok {
			g.alias(to, name)
		}
	}
}

func (g *Guard) alias(at, name string) {
	if !strings.HasPrefix(at, "/dev/") {
		g.found = append(g.found, alias{at, name})
	}
}

// otherNames judges a change under the names by which its file is protected.
func (g *Guard) otherNames(e *fact.Effect, worse func(rule.Decision, string)) {
	if !e.Path.Known || e.Path.Abs == "" {
		return
	}
	for _, a := range g.aliases() {
		g.throughAlias(e, a, worse)
	}
	if e.Kind == fact.Delete || e.Path.Glob || e.Mkdir {
		return // another name of the file stays
	}
	var buf [1]string
	for _, form := range g.r.forms(&e.Path, &buf) {
		to, ok := g.r.follow(&e.Path, form)
		if ok && g.r.link(to).kind == noLink {
			if name := g.hardLink(to); name != "" {
				g.as(e, name, worse)
			}
		}
	}
}

// policy judges a change of a policy file, under all its names, and of the directories that lead to
// it.
func (g *Guard) policy(e *fact.Effect, file string, worse func(rule.Decision, string)) {
	const why = "this is the policy that the config names, or its signature; a person changes it"
	d := g.decision(e, file, rule.Deny)
	if d == rule.Deny && e.History {
		d = rule.Ask // a person can look at what the history brings
	}
	if worse(d, why+" ("+file+")"); d != rule.Unset || !e.Path.Known || e.Path.Abs == "" {
		return
	}
	target, ok := g.r.resolve(file)
	if !ok {
		target = file
	}
	var buf [1]string
	for _, form := range g.r.forms(&e.Path, &buf) {
		to, ok := g.r.follow(&e.Path, form)
		switch {
		case e.Path.Glob:
		case !ok:
		case subpath.Fold(to) == subpath.Fold(target):
			worse(rule.Deny, why+" ("+file+")")
		case e.Kind == fact.Delete && !e.Tree || e.Whole:
			if above(to, target) || above(clean(form), file) {
				worse(rule.Ask, "the directory holds the policy that the config names, which would be gone "+
					"with it ("+file+")")
			}
		case e.Kind != fact.Delete && g.r.link(to).kind == noLink:
			if id, several := fileID(to); several {
				if other, _ := fileID(target); other == id {
					worse(rule.Deny, why+" ("+file+")")
				}
			}
		}
	}
	if e.Path.Glob && target != file {
		worse(g.decision(e, target, rule.Ask), why+" ("+file+")")
	}
}

// above reports whether a directory holds a file, however deep.
func above(dir, file string) bool {
	return strings.HasPrefix(subpath.Fold(file), strings.TrimSuffix(subpath.Fold(dir), "/")+"/")
}

// throughAlias judges a change of what a link of the fence leads to.
func (g *Guard) throughAlias(e *fact.Effect, a alias, worse func(rule.Decision, string)) {
	if e.Path.Glob {
		for _, glob := range [...]string{a.at, a.at + "/**"} {
			if written, target := g.r.Glob(&e.Path, glob, true); written.Or(target) != fact.No {
				worse(rule.Ask, "the pattern may name what "+a.name+" leads to")
			}
		}
		return
	}
	at := subpath.Fold(a.at)
	var buf [1]string
	for _, form := range g.r.forms(&e.Path, &buf) {
		to, _ := g.r.follow(&e.Path, form)
		folded := subpath.Fold(to)
		if rest, below := strings.CutPrefix(folded, at); below && (rest == "" || rest[0] == '/') {
			g.as(e, a.name+rest, worse)
		} else if e.Kind == fact.Delete && !e.Tree && strings.HasPrefix(at, folded+"/") {
			worse(rule.Ask, "the directory holds what "+a.name+" leads to, which would be gone with it")
		}
	}
}

// as judges a change as one of another name.
func (g *Guard) as(e *fact.Effect, name string, worse func(rule.Decision, string)) {
	other := *e
	other.Path = fact.Path{Written: e.Path.Written, Abs: name, Known: true}
	g.table(&other, worse)
}

// hardLink returns the protected name of a file that has several; "" for almost all files, which
// have one.
func (g *Guard) hardLink(file string) string {
	id, several := fileID(file)
	if !several {
		return ""
	}
	for _, base := range g.bases() {
		if base == "" {
			continue
		}
		for _, name := range hardLinkable {
			if other, several := fileID(join(base, name)); several && other == id {
				return join(base, name)
			}
		}
		for _, dir := range hardLinkableIn {
			list, _ := os.ReadDir(join(base, dir))
			for _, f := range list {
				name := join(join(base, dir), f.Name())
				if other, several := fileID(name); several && other == id {
					return name
				}
			}
		}
	}
	return ""
}
