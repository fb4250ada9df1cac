package analyze

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/shparse"
)

// What is not known of a script is the person's own code where the last commit has it just so, and
// passes as `npm test` does. That takes certainty that nothing of the call makes it other code: its
// arguments, its input and its environment, and what the line has written.

// steered notes of a script that the call itself runs what of the call could steer it.
func (a *Analyzer) steered(in *shparse.Interp, i int, s *script, args []fact.Word) {
	f, c := &a.facts.Files[s.number-1], &a.facts.Commands[i]
	if f.By > 0 || f.Writer > 0 {
		return // what steers the script around it has been looked at
	}
	f.Args = len(args) > 1
	switch {
	case !a.inProject(c.Dirs.List[0]):
		f.Given = "it runs in a directory outside the project"
	case c.Stdin.Kind != fact.StdinInherit:
		f.Given = "its input comes from the call"
	}
	switch {
	case !a.plainVariables(in, c):
		f.Told = "it gets variables from the call"
	case losing(f.Name):
		f.Told = "its name says that it publishes, deploys or deletes something"
	}
	for k := 1; k < len(args) && f.Told == ""; k++ {
		if !a.plainArgument(c, &args[k]) {
			f.Told = "its arguments may be code or paths outside the project"
		} else if losing(args[k].Text) {
			f.Told = "its arguments say that something is published, deployed or deleted"
		}
	}
}

// plainVariables reports whether all that the line gives to its programs is a word or a number.
func (a *Analyzer) plainVariables(in *shparse.Interp, c *fact.Command) bool {
	plain, modules := true, false
	for k := range c.Assigns {
		if as := &c.Assigns[k]; a.ownModules(c, as) {
			modules = true
		} else {
			plain = plain && !as.Append && envrisk.Plain(as.Name) && plainWord(&as.Value)
		}
	}
	in.Exported(func(name string, v *fact.Word) bool {
		plain = plain && (envrisk.Plain(name) && plainWord(v) || modules && name == "PYTHONPATH" ||
			v.Origin.Is(fact.VariableOrigin, name) && v.Text+v.Suffix == "")
		return plain
	})
	return plain
}

// ownModules reports whether a variable has Python look for modules at the top of the project, or in
// the directory of the command, as inline code does: PYTHONPATH=. there. Which they are is looked at.
func (a *Analyzer) ownModules(c *fact.Command, as *fact.Assign) bool {
	if as.Name != "PYTHONPATH" || as.Append || !as.Value.Known() || !c.Is(fact.Python) {
		return false
	}
	for name := range strings.SplitSeq(as.Value.Text, ":") {
		w := fact.Lit(name)
		p := a.Path(c.Dirs, &w)
		if !single(&p) {
			return false
		}
		dir := path.Clean(p.Abs)
		if dir != a.Places.Project() && !(len(c.Dirs.List) == 1 && dir == c.Dirs.List[0] && a.inProject(dir)) {
			return false
		}
	}
	return true
}

func plainWord(w *fact.Word) bool {
	return w.Known() && strings.Trim(w.Text, wordLetters) == ""
}

const wordLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

// plainArgument reports whether an argument is an option, a word, a number or the name of something
// in the project or the scratch directory, and nothing that could be code.
func (a *Analyzer) plainArgument(c *fact.Command, w *fact.Word) bool {
	if !w.Known() || strings.Trim(w.Text, wordLetters+"./=:,@+") != "" ||
		strings.Contains(w.Text, "..") || strings.Contains(w.Text, "://") {
		return false
	}
	value := w.Text
	if at := strings.LastIndexAny(value, "=:,"); at >= 0 {
		value = value[at+1:]
		if strings.ContainsAny(w.Text[:at], "/") {
			return false
		}
	}
	name := fact.Lit(value)
	p := a.Path(c.Dirs, &name)
	if a.inScratch(&p) {
		return true
	}
	written, target := a.Places.Inside(&p, ".", false)
	return value == "" || written.And(target) == fact.Yes
}

// handedOn notes a command of a script of which the name, or that of a file that it runs, stands
// not in the script but in its arguments, its input or its environment: exec "$@".
func (a *Analyzer) handedOn(c *fact.Command) {
	if c.File == 0 || c.Line == 0 || c.Kind != fact.Simple || len(c.Argv) == 0 {
		return // the call itself, or the interpreter of the script
	}
	text := a.followed.texts[c.File-1]
	stands := func(w *fact.Word) bool {
		return !w.Known() || strings.Contains(text, path.Base(w.Text))
	}
	c.Handed = !stands(&c.Argv[0])
	for k := range c.Nested {
		if n := &c.Nested[k]; n.Kind == fact.NestedFile && len(n.Words) > 0 {
			c.Handed = c.Handed || !stands(&n.Words[0])
		}
	}
}

// losing reports whether a name says that something is published, deployed, changed elsewhere or
// lost, as names of tasks do.
func losing(name string) bool { return lang.Says("losing", name) }

// settleFiles finds out which of the scripts are the person's own code to their ends.
func (a *Analyzer) settleFiles() {
	files := a.facts.Files
	if len(files) == 0 {
		return
	}
	a.collectAll()
	unordered := a.spawned || a.facts.Chain.Loop || concurrent(a.text) || a.followed.loose
	for i := range a.facts.Commands {
		if n := a.facts.Commands[i].Runs; n > 0 {
			a.settleFile(i, n, unordered)
		}
		for k := range a.facts.Commands[i].Code {
			if n := a.facts.Commands[i].Code[k].File; a.facts.Tests(&a.facts.Commands[i], n) {
				a.settleFile(i, n, unordered)
			}
		}
		if n := a.facts.Imports(&a.facts.Commands[i]); n > 0 {
			a.settleFile(i, n, unordered)
		}
	}
	a.runsArguments()
	a.compareFiles()
	for n := range files {
		if root := files[n].Root - 1; n == root {
			files[root].Kept = files[root].Given == ""
		}
	}
	for n := range files {
		root := &files[files[n].Root-1]
		root.Kept = root.Kept && files[n].Same
	}
	for n := range files {
		root := &files[files[n].Root-1]
		files[n].Kept = root.Kept
		files[n].Ours = root.Kept && root.Told == ""
	}
}

// settleFile looks for what of the call could make a file that command i runs, or loads, another one.
func (a *Analyzer) settleFile(i, n int, unordered bool) {
	files := a.facts.Files
	switch {
	case files[n-1].Writer > 0:
		a.settleWritten(i, n, unordered)
		return
	case files[n-1].Task != "":
		a.settleTask(i, n, unordered)
		return
	}
	if root := &files[files[n-1].Root-1]; root.Given == "" && a.writesBefore(i, n, unordered) {
		root.Given = "the call writes files of the project before it runs"
	}
	if a.writtenBy(i, n, unordered, false) {
		files[n-1].Same = false
		a.changing(i, 0, "the call may change "+files[n-1].Name+" before it runs")
	}
	// A shell reads a script as it goes on, and code loads files when it gets there.
	if a.writtenBy(i, n, true, true) || a.writesLoadable(i, n) {
		a.changing(i, n, files[n-1].Name+" may change itself while it runs")
	}
}

// runsArguments notes of scripts that get arguments and run what is not known: the arguments may
// name it.
func (a *Analyzer) runsArguments() {
	for i := range a.facts.Commands {
		c := &a.facts.Commands[i]
		if c.File == 0 {
			continue
		}
		root := &a.facts.Files[a.facts.Files[c.File-1].Root-1]
		for k := range c.Hazards {
			if root.Args && root.Told == "" && c.Hazards[k].ID == hazards.DynamicPayload {
				root.Told = "it may run what its arguments name"
			}
		}
	}
}

// writesBefore reports whether the call writes a file of the project that a script could read,
// before it runs.
func (a *Analyzer) writesBefore(i, n int, unordered bool) bool {
	root := a.facts.Files[n-1].Root
	for k := range a.changes {
		ch := &a.changes[k]
		if ch.command < 0 || ch.command >= i && !unordered || a.rootOf(ch.command) == root ||
			a.judgedFile(i, ch.path) {
			continue
		}
		if a.inProject(ch.path) && !subpath.In(ch.path, a.Places.Scratch()) {
			return true
		}
	}
	return false
}

// writesLoadable reports whether a script that loads files of the project writes one that could be
// loaded in their place.
func (a *Analyzer) writesLoadable(i, n int) bool {
	root, loads := a.facts.Files[n-1].Root, false
	for k := range a.facts.Files {
		loads = loads || a.facts.Files[k].Loaded && a.facts.Files[k].Root == root
	}
	for k := 0; loads && k < len(a.changes); k++ {
		ch := &a.changes[k]
		if ch.command >= 0 && (ch.command == i || a.rootOf(ch.command) == root) && loadable(ch.path) {
			return true
		}
	}
	return false
}

// changing reports that a file is not what was read when it runs.
func (a *Analyzer) changing(i, file int, why string) {
	c := &a.facts.Commands[i]
	c.Hazards = append(c.Hazards, fact.Hazard{ID: hazards.ScriptChanged,
		Text: c.Text, Why: why, File: file})
}

// writtenBy reports whether a command of the call may write a file that command i runs, or one that
// belongs to it: one of the same script and what it leads to, or any other, which has to stand
// before it unless the order is not known.
func (a *Analyzer) writtenBy(i, n int, unordered, itself bool) bool {
	root := a.facts.Files[n-1].Root
	counts := func(k int) bool {
		return k != i && (k < i || unordered) && (a.rootOf(k) == root) == itself
	}
	for m := range a.facts.Files {
		f := &a.facts.Files[m]
		if m != n-1 && (f.Root != root || n != root) {
			continue // each one that a command runs is looked at there
		}
		for k := range a.facts.Commands {
			if counts(k) && a.mayWrite(k, f.Abs) {
				return true
			}
		}
		for k := range a.changes {
			ch := &a.changes[k]
			if ch.command >= 0 && ch.command < len(a.facts.Commands) &&
				(counts(ch.command) || itself && ch.command == i) &&
				(strings.EqualFold(ch.path, f.Abs) || a.leadsTo(ch.path, f.Abs)) {
				return true
			}
		}
	}
	return false
}

// leadsTo reports whether a path is another name of a file, or of a directory above it.
func (a *Analyzer) leadsTo(name, abs string) bool {
	to, ok := a.Places.Target(name)
	return !ok || subpath.In(abs, to)
}

// mayWrite reports whether command k may change a file without its words naming just that: it moves
// the work tree to another commit, or writes to places that are not known or that lie above.
func (a *Analyzer) mayWrite(k int, abs string) bool {
	c := &a.facts.Commands[k]
	switch {
	case c.Kind != fact.Simple || c.ReadOnly || c.Remote:
		return false
	case a.movesTree(k):
		return true
	case c.Is(fact.Copies):
		return false // its changes are known one by one
	}
	for e := range c.Effects {
		t := &c.Effects[e]
		if t.Kind != fact.Write && t.Kind != fact.Append || t.Mkdir || t.Create {
			continue
		}
		switch {
		case !t.Path.Known:
			return true
		case !t.InCode && !a.operand(c, t) && slices.Contains(c.Dirs.List, t.Path.Abs):
			continue // it works on what is there: a commit, a build, a formatter
		}
		at := t.Path.Abs
		if t.Path.Glob {
			at = path.Clean(at[:strings.IndexAny(at+"*", "*?[")])
		}
		if a.leadsTo(at, abs) {
			return true
		}
	}
	return false
}

// operand reports whether an effect is on a path that stands in the words of the command.
func (a *Analyzer) operand(c *fact.Command, e *fact.Effect) bool {
	for k := range c.Operands {
		if o := &c.Operands[k]; o.IsPath && o.Path.Abs == e.Path.Abs {
			return true
		}
	}
	return false
}

// movesTree reports whether command k puts files into the project under names that its words do not
// hold: those of another commit, of a patch or of an archive.
func (a *Analyzer) movesTree(k int) bool {
	for t := a.facts.Trees; t != nil; t = t.Before {
		if t.Command == k && (t.Kind.History() || t.Kind.Unpacks()) && !a.inScratch(&t.Into) {
			return true
		}
	}
	return false
}

// sameScript reports whether two commands are those of one script, or of what it leads to, which is
// the person's own code.
func (a *Analyzer) sameScript(k, i int) bool {
	root := a.rootOf(k)
	return root > 0 && root == a.rootOf(i) && a.facts.Files[root-1].Ours
}

// rootOf is the script that the call runs and that led to a command; 0 for none.
func (a *Analyzer) rootOf(i int) int {
	c := &a.facts.Commands[i]
	n := c.File
	if n == 0 {
		n = max(c.Runs, a.facts.Imports(c))
	}
	if n == 0 {
		return 0
	}
	return a.facts.Files[n-1].Root
}
