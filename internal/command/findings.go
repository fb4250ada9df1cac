package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// findings are what the phases find a line to run and to do, and what cannot be known of it.
type findings struct {
	l       *line
	nested  []fact.Nested
	effects []fact.Effect
	hazards []fact.Hazard
	follows bool       // links that are found in a tree are followed
	reach   fact.Reach // what is read of a tree beside what such commands leave out
	lists   bool       // it reads names and attributes only
	data    bool       // what python -m reads is data
}

func (out *findings) effect(e fact.Effect) { out.effects = append(out.effects, e) }

func (out *findings) hazard(id hazards.ID, text, why string) {
	out.hazards = append(out.hazards, fact.Hazard{ID: id, Text: text, Why: why})
}

func (out *findings) dynamicPayload(text string) {
	out.hazard(hazards.DynamicPayload, text, "it runs code that fencepost cannot see")
}

// nest adds a nested program with what the wrapper sets for it.
func (out *findings) nest(n fact.Nested) {
	n.Remote = n.Remote || out.l.spec.Effects.Remote
	n.Clear = n.Clear || n.Remote
	for i := range out.l.operands {
		o := &out.l.operands[i]
		switch {
		case o.Role == fact.RoleAssign:
			n.Assigns = append(n.Assigns, assignment(&o.Word))
		case o.Role == fact.RoleDir && o.Flag != "":
			n.Dir = o.Word
		}
	}
	out.nested = append(out.nested, n)
}

// variable adds that the value of a variable is shown; of any variable if the name is unknown.
func (out *findings) variable(name *fact.Word) {
	e := fact.Effect{Kind: fact.Variable}
	if name.Known() {
		e.Variable = name.Text
	}
	out.effect(e)
}

// pathEffect adds an effect on the path of an operand. A delete, move or write whose path is not
// known is a hazard.
func (out *findings) pathEffect(kind fact.EffectKind, o *fact.Operand, recursive bool) {
	if (kind == fact.Read || kind == fact.Write || kind == fact.Append) && isDevice(o) {
		return
	}
	names := kind == fact.Read && (out.lists && (o.Flag == "" || o.Role != fact.RoleRead) ||
		o.Role == fact.RoleStat)
	e := fact.Effect{Kind: kind, Path: o.Path, Recursive: recursive, Names: names,
		Data: kind == fact.Read && out.data && o.Flag == "-m"}
	if o.Path.Glob && kind == fact.Read {
		e.Shown = out.shown()
	}
	out.effect(e)
	// the tree
	if dir, ok := strings.CutSuffix(o.Path.Abs, "/**"); ok && kind == fact.Read && o.Path.Known &&
		len(o.Path.Dirs) <= 1 {
		p := fact.Path{Written: strings.TrimSuffix(o.Path.Written, "/**"), Abs: dir, Known: true}
		if dir == "" {
			p.Written, p.Abs = "/", "/"
		}
		p.Glob = strings.ContainsAny(dir, "*?[")
		out.effect(fact.Effect{Kind: kind, Path: p, Recursive: true, Names: names})
	}
	if o.Path.Known || kind == fact.Read || kind == fact.Meta {
		return
	}
	verb := "writes to"
	if kind == fact.Delete {
		verb = "deletes"
	}
	out.hazard(hazards.DynamicPath, o.Word.Show(),
		"it "+verb+" a path that fencepost cannot know")
}

// actionPath adds an effect on a file that a text names.
func (out *findings) actionPath(kind fact.EffectKind, name string, a *lang.Action) {
	w := fact.Lit(name)
	if name == "" {
		w = fact.Unknown("")
	}
	w.Glob = a.Glob && strings.ContainsAny(name, "*?[")
	o := fact.Operand{Word: w, IsPath: true, Path: out.l.in.Paths.Path(out.l.c.Dirs, &w)}
	out.pathEffect(kind, &o, a.Tree)
}

// fixedEffects adds the effects on paths that no operand names.
func (out *findings) fixedEffects(fixed []FixedEffect, recursive bool) {
	for _, f := range fixed {
		w := fact.Lit(out.l.in.fromHome(f.Path))
		out.effect(fact.Effect{Kind: f.Kind, Path: out.l.in.Paths.Path(out.l.in.dirs, &w),
			Recursive: f.Recursive || recursive, Names: f.Kind == fact.Read && out.lists})
	}
}

// hasEffect reports whether an effect of that kind was found.
func (out *findings) hasEffect(kind fact.EffectKind) bool {
	return slices.ContainsFunc(out.effects, func(e fact.Effect) bool { return e.Kind == kind })
}

// printsEnvironment adds what env does without a command: it shows the environment and its secrets.
func (out *findings) printsEnvironment() {
	if out.l.any.harmless {
		return
	}
	w := fact.Lit("/proc/self/environ")
	out.effect(fact.Effect{Kind: fact.Read, Path: out.l.in.Paths.Path(out.l.c.Dirs, &w)})
	out.effect(fact.Effect{Kind: fact.System})
}

// noteReach notes what an option with these properties has a search read.
func (out *findings) noteReach(is Trait) {
	if is&Hidden != 0 || is&Ignored != 0 && out.reach&fact.ReachIgnored != 0 {
		out.reach |= fact.ReachHidden
	}
	if is&Ignored != 0 {
		out.reach |= fact.ReachIgnored
	}
}

// archivesToStdout reports whether tar writes its archive to standard output, as it does unless
// it is told a file.
func (out *findings) archivesToStdout() bool {
	for i := range out.l.flags {
		f := &out.l.flags[i]
		if f.Name != "-f" {
			continue
		}
		return f.Value < 0 || out.l.operands[f.Value].Word.Text == "-" ||
			isDevice(&out.l.operands[f.Value]) && out.l.operands[f.Value].Word.Text != "/dev/null"
	}
	return true
}

// showsAllLines reports whether a search shows every line: its pattern matches all, or it asks for
// the lines that do not match.
func (out *findings) showsAllLines() bool {
	all := false
	for i := range out.l.operands {
		o := &out.l.operands[i]
		if o.Role != fact.RolePattern {
			continue
		}
		all = all || o.Word.IsLiteral() && strings.Trim(o.Word.Text, ".^$*+?") == "" ||
			out.l.has("-v")
	}
	return all && !out.l.has("-l", "-L", "-c", "-q")
}

// shown says how much of the files that it reads the command prints.
func (out *findings) shown() fact.Shown {
	switch {
	case out.reach&fact.ReachAll != 0:
		return fact.ShownAll
	case out.l.spec.Is&fact.Searches == 0:
		return fact.ShownSome
	case out.showsAllLines() || out.showsMostLines():
		return fact.ShownAll
	}
	return fact.ShownLines
}

// showsMostLines reports whether a search shows most lines: it asks for one letter, for much around
// each line that matches, or for everything.
func (out *findings) showsMostLines() bool {
	if out.l.has("-l", "-L", "-c", "-q") {
		return false
	}
	for i := range out.l.flags {
		f := &out.l.flags[i]
		switch f.Name {
		case "--passthru":
			return true
		case "-A", "-B", "-C":
			if f.Value < 0 || len(out.l.operands[f.Value].Word.Text) > len("99") {
				return true
			}
		}
	}
	for i := range out.l.operands {
		if o := &out.l.operands[i]; o.Role == fact.RolePattern && o.Word.IsLiteral() &&
			slices.ContainsFunc(strings.Split(o.Word.Text, "|"), oneLetter) {
			return true
		}
	}
	return false
}

// oneLetter reports whether a pattern asks for at most one character or class of characters.
func oneLetter(pattern string) bool {
	n, class := 0, false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case class:
			class = c != ']'
		case c == '[':
			class = true
			n++
		case c == '\\':
			i++
			n++
		case strings.IndexByte(".^$*+?(){}", c) < 0:
			n++
		}
	}
	return n <= 1
}
