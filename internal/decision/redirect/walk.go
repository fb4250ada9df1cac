package redirect

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// visitor judges the pairs of what two texts do in the same place. A false ends the walk: the texts
// do not do the same.
type visitor interface {
	// path is called for what names a file. The words are those that spell it, if there are any.
	path(was, is *fact.Path, spelled, spells *fact.Word) bool
	// dir is called for a directory in which a command runs.
	dir(was, is *fact.Path) bool
	// text is called for what is no path, or may be something else as well.
	text(was, is *fact.Word) bool
	// free is called for a value that is only handed on: each use of it is visited itself.
	free(was, is *fact.Word) bool
}

// walk compares what two texts do, step by step. Everything that is no word and no path has to be
// equal. at is the index of the command that is being visited.
type walk struct {
	visitor
	at       int
	was, is  *fact.Facts
	moveable bool                   // the current command runs here: its paths are ours
	shifted  bool                   // it runs in another directory
	says     bool                   // the text is only printed by inline code
	given    func(name string) bool // whether the line or a call before it has written a file
}

// compare walks through all that was seen.
func (w *walk) compare(was, is *Seen) bool {
	w.was, w.is = was.Facts, is.Facts
	if w.was.Chain != w.is.Chain || len(w.was.Commands) != len(w.is.Commands) ||
		len(was.Looks) != len(is.Looks) || !sameHazards(w.was.Hazards, w.is.Hazards) {
		return false
	}
	for i := range was.Facts.Commands {
		w.at = i
		if !w.command(&was.Facts.Commands[i], &is.Facts.Commands[i]) {
			return false
		}
	}
	w.at, w.moveable, w.shifted = -1, true, false
	for i := range was.Looks {
		if !w.looked(&was.Looks[i], &is.Looks[i]) {
			return false
		}
	}
	return true
}

func (w *walk) looked(a, b *fact.Look) bool {
	switch {
	case a.IsPath != b.IsPath:
		return false
	case a.IsPath:
		return w.pathPair(&a.Path, &b.Path, &a.Word, &b.Word)
	}
	return w.text(&a.Word, &b.Word)
}

func (w *walk) command(a, b *fact.Command) bool {
	w.moveable = !a.Remote
	if a.Stdin.Kind == fact.StdinText && !isCode(a, b, &a.Stdin.Text) && !w.writesRead() &&
		!w.text(&a.Stdin.Text, &b.Stdin.Text) {
		return false
	}
	return sameShape(a, b) && w.dirs(&a.Dirs, &b.Dirs) && w.words(a, b) && w.operands(a, b) &&
		w.redirects(a, b) && w.effects(a, b) && w.code(a, b)
}

// sameShape compares all of two commands that is no word and no path.
func sameShape(a, b *fact.Command) bool {
	return a.Own == b.Own && a.Kind == b.Kind && a.Enclosing == b.Enclosing &&
		a.Remote == b.Remote && a.Name == b.Name && a.Known == b.Known && a.System == b.System &&
		a.Lossless == b.Lossless && a.Wrapper == b.Wrapper && a.ReadOnly == b.ReadOnly &&
		a.RunsUnseenCode == b.RunsUnseenCode && a.UnknownOption == b.UnknownOption &&
		a.Unjudged == b.Unjudged &&
		a.Stdin.Kind == b.Stdin.Kind &&
		(a.Planted == nil) == (b.Planted == nil) && (a.Program == nil) == (b.Program == nil) &&
		len(a.Via) == len(b.Via) && len(a.Argv) == len(b.Argv) &&
		len(a.Assigns) == len(b.Assigns) && len(a.Redirects) == len(b.Redirects) &&
		len(a.Canonical()) == len(b.Canonical()) && len(a.Operands) == len(b.Operands) &&
		len(a.Code) == len(b.Code) &&
		slices.Equal(a.Sub, b.Sub) && slices.EqualFunc(a.Flags, b.Flags, sameFlag) &&
		slices.EqualFunc(a.Nested, b.Nested, sameNested) && sameHazards(a.Hazards, b.Hazards)
}

func sameFlag(a, b fact.Flag) bool {
	return a.Name == b.Name && a.Value == b.Value && a.Known == b.Known
}

func sameNested(a, b fact.Nested) bool {
	return a.Kind == b.Kind && a.Lang == b.Lang && a.Piped == b.Piped && a.More == b.More &&
		a.Clear == b.Clear && a.State == b.State && a.Remote == b.Remote &&
		len(a.Words) == len(b.Words) && len(a.Args) == len(b.Args)
}

func sameHazards(a, b []fact.Hazard) bool {
	i, k := nextHazard(a, 0), nextHazard(b, 0)
	for i < len(a) && k < len(b) {
		if a[i].ID != b[k].ID {
			return false
		}
		i, k = nextHazard(a, i+1), nextHazard(b, k+1)
	}
	return i == len(a) && k == len(b)
}

// nextHazard passes over the names of a tree that are not known, which nobody asks for in the
// scratch directory.
func nextHazard(list []fact.Hazard, i int) int {
	for i < len(list) && list[i].ID == hazards.TreeNames {
		i++
	}
	return i
}

func (w *walk) dirs(a, b *fact.Dirs) bool {
	if a.Known != b.Known || len(a.List) != len(b.List) {
		return false
	}
	w.shifted = false
	for i := range a.List {
		was, is := fact.Path{Abs: a.List[i], Known: true}, fact.Path{Abs: b.List[i], Known: true}
		if !w.dir(&was, &is) {
			return false
		}
		w.shifted = w.shifted || a.List[i] != b.List[i]
	}
	return true
}

// pathPair visits a path; one on another machine is a text.
func (w *walk) pathPair(a, b *fact.Path, x, y *fact.Word) bool {
	if !w.moveable {
		return w.text(x, y)
	}
	if w.shifted && !a.Known && !strings.HasPrefix(x.Text, "/") && !isFound(x) {
		return false // it may leave the directory
	}
	return samePath(a, b) && w.path(a, b, x, y)
}

// samePath reports whether as much is known of two paths.
func samePath(a, b *fact.Path) bool {
	return a.Known == b.Known && a.Glob == b.Glob && a.Tail == b.Tail && len(a.Dirs) == len(b.Dirs)
}

// known visits a path that no word spells, if it is known.
func (w *walk) known(a, b *fact.Path) bool {
	return samePath(a, b) && (!a.Known || !w.moveable || w.path(a, b, nil, nil))
}

// words visits the words of a command and its assignments.
func (w *walk) words(a, b *fact.Command) bool {
	was, is := a.WithProgram(), b.WithProgram()
	for k := range was {
		x, y := &was[k], &is[k]
		if !sameForm(x, y) || !w.word(a, b, k, x, y) {
			return false
		}
	}
	for k := range a.Assigns {
		x, y := &a.Assigns[k], &b.Assigns[k]
		if x.Name != y.Name || x.Append != y.Append || !sameForm(&x.Value, &y.Value) ||
			!w.free(&x.Value, &y.Value) {
			return false
		}
	}
	return true
}

// sameForm reports whether as much is known of two words.
func sameForm(x, y *fact.Word) bool {
	return x.Kind == y.Kind && x.Glob == y.Glob && x.Many == y.Many && x.Plain == y.Plain &&
		x.Lack == y.Lack
}

func (w *walk) word(a, b *fact.Command, k int, x, y *fact.Word) bool {
	if k == 0 && a.Kind == fact.Simple && strings.Contains(x.Text, "/") {
		was, is := paths.Path(a.Dirs, x), paths.Path(b.Dirs, y)
		return w.pathPair(&was, &is, x, y)
	}
	i := operandOf(a, x)
	switch {
	case k == 0:
	case a.Kind == fact.Function, handsOn(a, x), onlyEmpty(a.Name, a.Argv[k-1].Text), isCode(a, b, x):
		return w.free(x, y)
	case i >= 0:
		// the path is visited among the operands
		return strings.TrimSuffix(x.Text, spelledAs(&a.Operands[i])) ==
			strings.TrimSuffix(y.Text, spelledAs(&b.Operands[i]))
	case w.givesFile(a, x):
		was, is := paths.Path(a.Dirs, x), paths.Path(b.Dirs, y)
		return w.pathPair(&was, &is, x, y)
	}
	return w.text(x, y)
}

// givesFile reports whether an argument is the absolute name of a file though its spec does not say
// so: a database, or what a program that runs code or speaks to a host is given and the line, or
// a call before it, has written.
func (w *walk) givesFile(c *fact.Command, x *fact.Word) bool {
	if c.Kind != fact.Simple || !x.IsLiteral() || x.Glob || !strings.HasPrefix(x.Text, "/") ||
		strings.ContainsFunc(x.Text, func(r rune) bool {
			return r >= 0x80 || r != '/' && !inName(byte(r))
		}) {
		return false
	}
	for i := range c.Operands {
		o := &c.Operands[i]
		if o.Word.Start != x.Start || o.Word.Text != x.Text {
			continue
		}
		switch o.Role {
		case fact.RoleDatabase:
			return true
		case fact.RoleNone, fact.RoleURL, fact.RoleHost, fact.RoleSent:
		default:
			return false
		}
	}
	return w.given(path.Clean(x.Text)) && slices.ContainsFunc(c.Effects, func(e fact.Effect) bool {
		return e.Kind == fact.Exec || e.Kind == fact.Network
	})
}

// operandOf returns the operand that is a path in an argument: all of it, or its end; -1 for none.
// An argument that is a text all by itself, such as a pattern, has none, whatever others are.
//
// Of @FILE and name=@FILE, which are data as well, the end is the file.
func operandOf(c *fact.Command, w *fact.Word) int {
	found, data := -1, false
	for i := range c.Operands {
		o := &c.Operands[i]
		switch {
		case o.Word.End == 0 && o.IsPath && o.Word.Text != "" && data &&
			strings.HasSuffix(w.Text, "@"+o.Word.Text): // a part of a quoted word has no place
			found = i
		case o.Word.Text == "" || o.Word.End != w.End || o.Word.Start < w.Start ||
			!strings.HasSuffix(w.Text, spelledAs(o)):
		case o.IsPath && o.Role != fact.RoleShell:
			found = i
		case o.Word.Text == w.Text && o.Role == fact.RoleNone:
			data = true
		case o.Word.Text == w.Text && o.Role != fact.RoleAny:
			return -1
		}
	}
	if data && found >= 0 && !strings.HasSuffix(w.Text, "@"+c.Operands[found].Word.Text) {
		return -1
	}
	return found
}

// spelledAs is an operand as it stands in its word: a stem has become a pattern.
func spelledAs(o *fact.Operand) string {
	if o.IsPath && o.Role == fact.RoleStem {
		return strings.TrimSuffix(o.Word.Text, "*")
	}
	return o.Word.Text
}

// handsOn reports whether a command only hands an argument on: to a program that it runs, which is
// visited as a command, to a variable or a parameter, or to its output, which is followed or
// unknown.
func handsOn(c *fact.Command, w *fact.Word) bool {
	for i := range c.Nested {
		n := &c.Nested[i]
		if n.Kind != fact.NestedArgv && n.Kind != fact.NestedShell {
			continue
		}
		for _, list := range [...][]fact.Word{n.Words, n.Args} {
			for k := range list {
				if list[k].Text == w.Text || n.Kind == fact.NestedShell &&
					strings.Contains(list[k].Text, w.Text) {
					return true
				}
			}
		}
	}
	for i := range c.Assigns {
		if a := &c.Assigns[i]; w.Text == a.Name+"="+a.Value.Text {
			return true
		}
	}
	for i := range c.Operands {
		if o := &c.Operands[i]; o.Role == fact.RoleAssign && o.Word.Text == w.Text {
			return true
		}
	}
	switch c.Name {
	case "set":
		return true
	case "basename": // of any path below a directory prints the same
		return strings.Count(strings.TrimRight(w.Text, "/"), "/") > 1
	}
	return false
}

// onlyEmpty reports whether a command asks of the argument behind an option whether it is empty,
// which no other path changes.
func onlyEmpty(name, option string) bool {
	return (name == "[" || name == "test") && (option == "-n" || option == "-z")
}

func (w *walk) operands(a, b *fact.Command) bool {
	for i := range a.Operands {
		x, y := &a.Operands[i], &b.Operands[i]
		if x.Role != y.Role || x.Flag != y.Flag || x.IsPath != y.IsPath {
			return false
		}
		if x.IsPath && x.Role != fact.RoleShell && !w.pathPair(&x.Path, &y.Path, &x.Word, &y.Word) {
			return false
		}
	}
	return true
}

func (w *walk) redirects(a, b *fact.Command) bool {
	for i := range a.Redirects {
		x, y := &a.Redirects[i], &b.Redirects[i]
		if x.Op != y.Op || x.Mode != y.Mode || x.FD != y.FD || x.Exempt != y.Exempt ||
			x.Net != y.Net || x.Host != y.Host {
			return false
		}
		ok := false
		switch x.Mode {
		case fact.RedirHere:
			ok = isCode(a, b, &x.Body) || w.writesRead() || w.text(&x.Body, &y.Body)
		case fact.RedirDup:
			ok = w.text(&x.Target, &y.Target)
		default:
			ok = w.pathPair(&x.Path, &y.Path, &x.Target, &y.Target)
		}
		if !ok {
			return false
		}
	}
	return true
}

// effects visits all but the names in a tree that is written: its directory is an operand, and the
// names below come from elsewhere. Of the scratch directory they are not even listed.
func (w *walk) effects(a, b *fact.Command) bool {
	i, k := nextEffect(a.Effects, 0), nextEffect(b.Effects, 0)
	for ; i < len(a.Effects) && k < len(b.Effects); i, k = nextEffect(a.Effects, i+1),
		nextEffect(b.Effects, k+1) {
		x, y := &a.Effects[i], &b.Effects[k]
		if x.Kind != y.Kind || x.Host != y.Host || x.Variable != y.Variable ||
			x.Recursive != y.Recursive ||
			x.Create != y.Create || x.Names != y.Names || x.Mkdir != y.Mkdir ||
			x.InCode != y.InCode || x.Command != y.Command || x.Guess != y.Guess {
			return false
		}
		if !x.Guess && !w.known(&x.Path, &y.Path) { // else the word may mean any other path, too
			return false
		}
	}
	return i == len(a.Effects) && k == len(b.Effects)
}

func nextEffect(list []fact.Effect, i int) int {
	for i < len(list) && list[i].Tree {
		i++
	}
	return i
}
