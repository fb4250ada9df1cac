package paths

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/rule"
)

// A repository can bring .claude, or a file in it, as a link to a name that nobody protects. A hard
// link gives a file a second name. A change under such a name is judged as a change of the file.

// alias is a second name of a protected file or directory.
type alias struct {
	at   string // what is really changed, links followed
	name string // the name by which it is protected
}

// linkable are names in an agent's directory that may be links. Deeper names are left out: no link
// there is a file of the fence.
var linkable = [...]string{"fencepost.yaml", "fencepost", "settings.json", "settings.local.json",
	"hooks", "skills", "commands", "agents", "rules", "output-styles"}

// hardLinkable are files of a project and of the home that are compared with a file that has
// several names.
var hardLinkable = [...]string{confighome.File, confighome.Dir + "/settings.json",
	confighome.Dir + "/settings.local.json", confighome.Dir + ".json", ".mcp.json", ".git/config", ".gitconfig",
	".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv"}

// hardLinkableIn are directories whose files are all compared.
var hardLinkableIn = [...]string{confighome.Dir + "/hooks", confighome.Config, ".git/hooks"}

// aliases returns the links that lead from a protected name to a name that is not protected. It
// reads them once, for the first change of a file: one readlink for each name that a .claude could
// hold.
func (g *Guard) aliases() []alias {
	if g.askedAliases {
		return g.links
	}
	g.askedAliases, g.bases = true, make([]string, 0, 3)
	for _, base := range [...]string{g.r.project, g.r.home, g.configHome} {
		if base == "" || slices.Contains(g.bases, base) {
			continue
		}
		g.bases = append(g.bases, base)
		dir := join(base, confighome.Dir)
		to, ok := g.r.resolve(dir)
		if !ok {
			continue
		}
		if !strings.HasSuffix(to, "/"+confighome.Dir) {
			g.alias(to, dir)
		}
		if g.r.link(to).kind != missing {
			for _, name := range linkable {
				g.addIfLink(join(to, name), join(dir, name))
			}
		}
		if base == g.r.project {
			g.addIfLink(join(base, ".mcp.json"), join(base, ".mcp.json"))
		}
	}
	return g.links
}

func (g *Guard) addIfLink(file, name string) {
	if readlink(file).kind == isLink {
		if to, ok := g.r.resolve(file); ok {
			g.alias(to, name)
		}
	}
}

func (g *Guard) alias(at, name string) {
	if !strings.HasPrefix(at, "/dev/") {
		g.links = append(g.links, alias{at, name})
	}
}

// judgeOtherNames judges a change under the names by which its file is protected.
func (g *Guard) judgeOtherNames(e *fact.Effect, worse func(rule.Decision, string)) {
	if !e.Path.Known || e.Path.Abs == "" {
		return
	}
	for _, a := range g.aliases() {
		g.judgeAlias(e, a, worse)
	}
	if e.Kind == fact.Delete || e.Path.Glob || e.Mkdir {
		return // another name of the file stays
	}
	for _, rd := range g.r.readings(&e.Path) {
		if rd.known && g.r.link(rd.target.text).kind == noLink {
			switch name, several := g.hardLink(rd.target.text); {
			case name != "":
				g.judgeAs(e, name, worse)
			case several && !linkedByTools(rd.target.text) && !linkedHere(rd.target.text):
				worse(rule.Ask, whyLinked)
			}
		}
	}
}

// judgePolicy judges a change of a policy file under all its names, and of the directories that
// lead to it.
func (g *Guard) judgePolicy(e *fact.Effect, file string, worse func(rule.Decision, string)) {
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
	for _, rd := range g.r.readings(&e.Path) {
		to := rd.target.text
		switch {
		case e.Path.Glob:
		case !rd.known:
		case rd.target.folded == subpath.Fold(target):
			worse(rule.Deny, why+" ("+file+")")
		case e.Kind == fact.Delete && !e.Tree || e.Whole:
			if liesAbove(to, target) || liesAbove(rd.written.text, file) {
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

// liesAbove reports whether a directory holds a file, at any depth.
func liesAbove(dir, file string) bool {
	return strings.HasPrefix(subpath.Fold(file), strings.TrimSuffix(subpath.Fold(dir), "/")+"/")
}

// judgeAlias judges a change of the file that a link of the fence leads to.
func (g *Guard) judgeAlias(e *fact.Effect, a alias, worse func(rule.Decision, string)) {
	if e.Path.Glob {
		for _, glob := range [...]string{a.at, a.at + "/**"} {
			if written, target := g.r.Glob(&e.Path, glob, true); written.Or(target) != fact.No {
				worse(rule.Ask, "the pattern may name what "+a.name+" leads to")
			}
		}
		return
	}
	at := subpath.Fold(a.at)
	for _, rd := range g.r.readings(&e.Path) {
		folded := rd.target.folded
		if rest, below := strings.CutPrefix(folded, at); below && (rest == "" || rest[0] == '/') {
			g.judgeAs(e, a.name+rest, worse)
		} else if e.Kind == fact.Delete && !e.Tree && strings.HasPrefix(at, folded+"/") {
			worse(rule.Ask, "the directory holds what "+a.name+" leads to, which would be gone with it")
		}
	}
}

// judgeAs judges a change as one of another name.
func (g *Guard) judgeAs(e *fact.Effect, name string, worse func(rule.Decision, string)) {
	other := *e
	other.Path = fact.Path{Written: e.Path.Written, Abs: name, Known: true}
	g.builtIn(&other, worse)
}

const whyLinked = "the file has several names (hard links), and what changes under one changes under all"

// linkedByTools reports whether a file lies where package managers and compilers link files.
func linkedByTools(file string) bool {
	for _, dir := range [...]string{"/node_modules/", "/target/", "/.git/", "/.venv/", "/site-packages/"} {
		if strings.Contains(file, dir) {
			return true
		}
	}
	return false
}

// mostBeside bounds the names of a directory that are looked at.
const mostBeside = 1024

// linkedHere reports whether all names of a file lie in one directory.
func linkedHere(file string) bool {
	id, _ := fileID(file)
	dir := filepath.Dir(file)
	list, _ := os.ReadDir(dir)
	here := uint64(0)
	for i := 0; i < min(len(list), mostBeside); i++ {
		if other, several := fileID(join(dir, list[i].Name())); several && other == id {
			here++
		}
	}
	return here == id.names
}

// hardLink says whether a file has several names, as almost none has, and returns the protected one
// among them, else "".
func (g *Guard) hardLink(file string) (name string, several bool) {
	id, several := fileID(file)
	if !several {
		return "", false
	}
	for _, base := range g.bases {
		for _, name := range hardLinkable {
			if other, several := fileID(join(base, name)); several && other == id {
				return join(base, name), true
			}
		}
		for _, dir := range hardLinkableIn {
			list, _ := os.ReadDir(join(base, dir))
			for _, f := range list {
				name := join(join(base, dir), f.Name())
				if other, several := fileID(name); several && other == id {
					return name, true
				}
			}
		}
	}
	return "", true
}
