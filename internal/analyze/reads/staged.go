package reads

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/filelists"
)

// git add -A and git stash -u take the files that git does not know yet. Where nothing ignores the
// .env it is among them, and git diff --cached and the next commit show it.

// Staged adds the reads of what git takes of the files that it does not know yet.
func Staged(a *record.Call, c *fact.Command) {
	if len(c.Canon) < 2 || a.Places == nil || c.Remote || !c.Dirs.Known || len(c.Dirs.List) != 1 {
		return
	}
	has := map[string]bool{}
	for k := range c.Flags {
		has[c.Flags[k].Name] = true
	}
	all := has["-f"] || has["-a"] || rewritesIgnores(a)
	switch sub := c.Canon[1].Text; {
	case has["-n"]:
		return
	case sub == "add" && !has["-u"]:
	case sub == "stash" && (has["-u"] || has["-a"]):
	default:
		return
	}
	dir := c.Dirs.List[0]
	for k := range c.Operands {
		if o := &c.Operands[k]; o.Role == fact.RoleDir && o.Path.Known && o.Flag == "-C" {
			dir = o.Path.Abs
		}
	}
	repo, _ := filelists.OpenRepo(dir, a.TreeBudget())
	if repo == nil {
		return
	}
	specs, some := pathspecs(a, c, repo.Top)
	if !some {
		return
	}
	var except []string
	if !all {
		except = ownIgnores(a)
	}
	n := 0
	for _, name := range repo.Untracked(specs, except) {
		if n == maxReached || made(name[:max(strings.IndexByte(name, '/'), 0)]) ||
			record.Source(name) && !holdsData(name) {
			continue
		}
		n++
		c.Find(pass, fact.Effect{Kind: fact.Read, Guess: true,
			Path: fact.Path{Written: name, Abs: path.Join(repo.Top, name), Known: true}})
	}
}

// holdsData reports whether a file by its ending holds settings or data: credentials.json.
func holdsData(name string) bool {
	switch path.Ext(name) {
	case ".json", ".yaml", ".yml", ".toml":
		return true
	}
	return false
}

// pathspecs are the operands of a command as git reads them at the top of the work tree; some is
// false where each names one file, which the words say.
func pathspecs(a *record.Call, c *fact.Command, top string) (list []string, some bool) {
	named := false
	for k := range c.Operands {
		o := &c.Operands[k]
		if o.Flag != "" {
			continue
		}
		switch named = true; {
		case !o.Word.IsLiteral():
			return nil, true // all that there is
		case strings.HasPrefix(o.Word.Text, ":"):
			list, some = append(list, o.Word.Text), true
		case !o.IsPath || !o.Path.Known || !subpath.In(path.Clean(o.Path.Abs), top):
		default:
			name := strings.TrimPrefix(path.Clean(o.Path.Abs)[len(top):], "/")
			list = append(list, ":(top)"+name)
			some = some || a.IsDir(&o.Path) || strings.ContainsAny(name, "*?[")
		}
	}
	if !named {
		return []string{":(top)"}, true // git add -A takes the whole tree
	}
	return list, some
}

// rewritesIgnores reports whether the line itself may change what git ignores: > .gitignore. What it
// adds there leaves out more, but for what begins with an exclamation mark.
func rewritesIgnores(a *record.Call) bool {
	if !strings.Contains(a.Text, "gitignore") && !strings.Contains(a.Text, "xclude") {
		return false
	}
	for k := range a.Facts.Commands {
		c := &a.Facts.Commands[k]
		for _, r := range c.Redirects {
			if path.Base(r.Path.Abs) == ".gitignore" && (r.Mode == fact.RedirWrite ||
				r.Mode != fact.RedirRead && strings.Contains(a.Text, "!")) {
				return true
			}
		}
		for _, e := range c.Effects {
			if (e.Kind == fact.Write || e.Kind == fact.Delete) && path.Base(e.Path.Abs) == ".gitignore" {
				return true
			}
		}
	}
	return strings.Contains(strings.ToLower(a.Text), "excludesfile")
}

// ownIgnores are the files in which a person has written what git ignores in all repositories.
func ownIgnores(a *record.Call) []string {
	list := []string{}
	for _, name := range [...]string{".config/git/ignore", ".gitignore_global", ".gitignore"} {
		if at := path.Join(a.Home, name); a.Home != "" && record.RegularFile(at) {
			list = append(list, at)
		}
	}
	return list
}
