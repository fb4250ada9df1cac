package planted

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// Own are the files that earlier calls of the session wrote, oldest first. It reads no scripts that
// those calls ran.
func (a *Planted) Own() []string {
	if a.own != nil || a.Earlier == nil || a.Call.Past {
		return a.own
	}
	a.loadPast()
	a.own = []string{}
	for i := range a.past {
		text := a.past[i].Text(agent.ToolOf(a.past[i].Tool).Field)
		if agent.RunsShell(&a.past[i]) && (!mayWrite(text) || a.repeated(i, text)) ||
			a.Call.Budget().Earlier.Over() {
			continue
		}
		on, past := a.pastWrites(i, false)
		if on != "" {
			a.own = append(a.own, on)
		}
		if past == nil {
			continue
		}
		for k := range past.Changes.List {
			a.own = append(a.own, past.Changes.List[k].Path)
		}
		if strings.Contains(text, "write") || strings.Contains(text, "open(") {
			a.own = append(a.own, a.namedIn(text, a.past[i].Cwd)...)
		}
	}
	return a.own
}

// WroteEarlier reports whether an earlier call of the session wrote a file of the call: what the
// agent wrote and committed is not the person's own code. Change times say more where they are known.
func (a *Planted) WroteEarlier(name string) bool {
	if a.Earlier == nil || a.Call.Places == nil {
		return false
	}
	return slices.ContainsFunc(a.Own(), func(own string) bool { return a.Changes.LeadsTo(own, name) }) ||
		a.Call.Budget().Earlier.Over()
}

// repeated reports whether a later call ran the same text in the same directory: agents run their
// tests again and again.
func (a *Planted) repeated(i int, text string) bool {
	return slices.ContainsFunc(a.past[i+1:], func(c fact.Call) bool {
		return c.Tool == a.past[i].Tool && c.Cwd == a.past[i].Cwd && c.Text(agent.ToolOf(c.Tool).Field) == text
	})
}

// mayWrite reports whether a text may write a file of a name that it holds.
func mayWrite(text string) bool {
	_, rest, redirects := strings.Cut(text, ">")
	for ; redirects; _, rest, redirects = strings.Cut(rest, ">") {
		if to, _, _ := strings.Cut(rest, " "); to != "&1" && to != "&2" {
			return true
		}
	}
	for word := range strings.FieldsFuncSeq(text, betweenWords) {
		if lang.Word("any", "writing", word) {
			return true
		}
	}
	return false
}

// namedIn are the files that a text names, such as inline code, which is not read again.
func (a *Planted) namedIn(text, dir string) (list []string) {
	between := func(r rune) bool { return r != '/' && betweenWords(r) }
	for word := range strings.FieldsFuncSeq(text, between) {
		at := path.Clean(record.Joined(dir, word))
		if strings.ContainsRune(word, '.') && a.Call.InProject(at) && record.RegularFile(at) {
			list = append(list, at)
		}
	}
	return list
}

func betweenWords(r rune) bool { return strings.ContainsRune(" \t\n;|&()'\"/`=,", r) }

// loadsCode reports whether a command runs code that its words need not hold, or settings.
func loadsCode(c fact.Command) bool {
	return changes.RunsOthers(&c) || changes.RunsFile(&c) || c.Is(fact.Python) ||
		c.Is(fact.JavaScript) || lang.Word("any", "configured", c.Name)
}

// setsPath reports whether a command sets the variable PATH to what is not known.
func setsPath(c fact.Command) bool {
	return c.Unjudged == "PATH" || slices.ContainsFunc(c.Hazards, func(h fact.Hazard) bool {
		return h.ID == hazards.Environment && h.Text == "PATH"
	})
}

// ownCode is a file that the session has written and that a command loads under another name than
// its path: in place of a program of the system, of a module of Python's own, or of a package; nil
// for none. other: the variable PATH is another one.
func (a *Planted) ownCode(c *fact.Command, other bool) *fact.Planted {
	module := ""
	for k := 1; k+1 < len(c.Argv) && module == "" && c.Is(fact.Python); k++ {
		if c.Argv[k].Text == "-m" {
			module, _, _ = strings.Cut(c.Argv[k+1].Text, ".")
		}
	}
	loads := module != ""
	if !other && !loads && len(c.Code) == 0 {
		return nil
	}
	for _, name := range a.Own() {
		if other && path.Base(name) == c.Name && c.System || loads && a.shadows(c, name) ||
			importsFrom(c, name) {
			return a.planted(&changes.Change{Path: name, Command: -1}, false)
		}
	}
	return nil
}

// shadows reports whether a file takes the place of a module of Python's own in the directory of a
// command. One of them imports many others.
func (a *Planted) shadows(c *fact.Command, name string) bool {
	for _, dir := range c.Dirs.List {
		rest, below := strings.CutPrefix(name, dir+"/")
		top, _, nested := strings.Cut(rest, "/")
		stem, _, _ := strings.Cut(top, ".")
		if below && envrisk.OwnModule(stem) && !lang.Word("python", "loaded", stem) &&
			(!nested && scripts.LoadedByPython(rest) ||
				nested && record.Exists(path.Join(dir, top, "__init__.py"))) {
			return true
		}
	}
	return false
}

// importsFrom reports whether inline code imports a package that a file lies in.
func importsFrom(c *fact.Command, name string) bool {
	_, in, found := strings.Cut(name, "/node_modules/")
	if !found {
		_, in, found = strings.Cut(name, "/site-packages/")
	}
	for k := range c.Code {
		for n := range c.Code[k].Facts {
			f := &c.Code[k].Facts[n]
			if found && f.Kind == fact.CodeImport && slices.ContainsFunc(f.Names, func(module string) bool {
				return module != "" && subpath.In(in, module)
			}) {
				return true
			}
		}
	}
	return false
}
