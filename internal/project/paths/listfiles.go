package paths

import (
	"os"
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// A rule about names leaves a pattern alone that says nothing of them: `cat *`, `head *.yaml`. What
// is there may be what the rule is about all the same, so whoever reads by such a pattern reads the
// files that are looked up here.

// maxListed bounds the files that are taken of one pattern.
const maxListed = 1024

// Files returns files that are there now and that the pattern of an effect may stand for, each as
// the pattern writes its directory; if all of a tree is shown also those in directories that the
// pattern stands for. Where there are too many names it is not all of them.
//
// What git and rg list stands for everything shown (**, */**): they leave hidden names out, or know
// them.
func (r *Resolver) Files(e *fact.Effect) []string {
	p := &e.Path
	if !p.Known || p.Abs == "" {
		return nil
	}
	listed := e.Guess && e.Shown != fact.ShownAll && strings.HasSuffix(p.Abs, "/**")
	w := fileWalk{r: r, below: e.Recursive && e.Shown == fact.ShownAll}
	for _, rd := range r.readings(p) {
		form := rd.form
		defer r.ReadAhead(clean(Literal(form)), Forward)()
		if !p.Glob { // a tree, of which a search leaves out what is hidden
			w.shown = true
			w.look(rd.written.text, "**/*", false)
			continue
		}
		if climbs(form[rd.at:]) {
			continue
		}
		if dir, rest := splitPattern(rd.written.text, rd.written.at); rest != "" && !ofKernel(dir) {
			w.shown = listed || strings.HasPrefix(rest, "*/")
			w.look(dir, rest, false)
		}
	}
	return w.found
}

// ofKernel reports whether what lies below a directory is no file that a person has.
func ofKernel(dir string) bool {
	return subpath.In(dir, "/proc") || subpath.In(dir, "/sys") || subpath.In(dir, "/dev")
}

type fileWalk struct {
	r     *Resolver
	seen  int
	found []string
	below bool
	shown bool // no star stands for a leading dot, as it does in what find finds
}

func (w *fileWalk) full() bool {
	return len(w.found) >= maxListed || w.seen > maxWalked || w.r.Over()
}

// look looks for what a pattern stands for below a directory. tree is true behind **, as in what
// find finds: its star matches a leading dot as well.
func (w *fileWalk) look(dir, rest string, tree bool) {
	part, below, more := strings.Cut(rest, "/")
	switch {
	case part == "**" && !more:
		w.look(dir, "**/*", tree)
		return
	case part == "**":
		w.look(dir, below, true)
	case !strings.ContainsAny(part, patternChars):
		w.named(dir, part, below, more)
		return
	}
	if w.full() {
		return
	}
	list, _ := w.r.List(dir)
	w.seen += len(list)
	w.r.Look(1, len(list))
	for _, e := range list {
		name := e.Name()
		switch {
		case part == "**":
			if e.IsDir() && !isInstalled(name) && name != ".git" {
				w.look(join(dir, name), rest, true)
			}
		case !standsForName(part, name, tree && !w.shown):
		case more:
			w.look(join(dir, name), below, tree)
		case !e.IsDir():
			w.add(join(dir, name))
		case w.below && !tree && !isInstalled(name) && name != ".git":
			w.look(join(dir, name), "**/*", true)
		}
	}
}

// named goes on with a component that is a name.
func (w *fileWalk) named(dir, name, below string, more bool) {
	name = join(dir, name)
	if more {
		w.look(name, below, false)
	} else if info, err := os.Lstat(name); err == nil && !info.IsDir() {
		w.add(name)
	}
}

func (w *fileWalk) add(name string) {
	if len(w.found) < maxListed {
		w.found = append(w.found, name)
	}
}

const patternChars = "*?[]{}()|^~#\\"

// standsForName reports whether a component that is a pattern may stand for a name. Of what not all
// shells read alike any name is taken.
func standsForName(part, name string, tree bool) bool {
	if name[0] == '.' && part[0] != '.' && !tree && !strings.HasPrefix(part, "***") &&
		!strings.ContainsAny(part, "(") {
		return false
	}
	if strings.ContainsAny(part, "{}()|^~#\\") || strings.Contains(part, "[[") ||
		strings.Contains(part, "[:") {
		return true
	}
	part = strings.ReplaceAll(part, "[!", "[^")
	ok, err := path.Match(strings.ToLower(part), strings.ToLower(name))
	return ok || err != nil
}
