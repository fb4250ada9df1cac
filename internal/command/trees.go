package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// tree returns the tree that the command writes under names that its words do not hold, or nil. The
// spec of the command has a TreeSpec.
func (l *line) tree() *fact.Tree {
	if l.name == "" || copiesPlainly(l) {
		return nil
	}
	spec := l.spec.tree()
	switch {
	case len(spec.Always) > 0 && l.mayHave(spec.Always):
	case l.any.harmless, len(spec.Not) > 0 && l.has(spec.Not...):
		return nil
	case len(spec.Only) > 0 && !l.mayHave(spec.Only):
		return nil
	}
	t := &fact.Tree{Kind: spec.Kind, Deep: spec.Deep, Slash: spec.Slash,
		Strip: int(spec.Least), Guess: true,
		Bare: l.has(spec.Bare...), Keeps: l.has(spec.Keeps...), Follows: l.has(spec.Follows...),
		Flat: l.has(spec.Flat...)}
	for i := range l.given {
		g := &l.given[i]
		t.Deep = t.Deep || g.opt != nil && g.opt.Is&Recursive != 0 && !g.off
	}
	t.From = l.named(spec.From)
	t.Shown = len(spec.Shows) > 0 && l.has(spec.Shows...)
	if !treeInto(l, t, spec) {
		return nil
	}
	if len(spec.Back) > 0 && l.has(spec.Back...) {
		t.Kind = fact.TreeBack
		return t
	}
	treeOptions(l, t, spec)
	return t
}

// copiesPlainly reports whether a command copies single files whose names do not matter: cp a.txt
// b.txt.
func copiesPlainly(l *line) bool {
	if kind, deep := l.spec.treeKind(); kind != fact.TreeCopy || deep {
		return false
	}
	for i := range l.given {
		if l.given[i].opt == nil || l.given[i].opt.Is&Recursive != 0 {
			return false
		}
	}
	for i := range l.operands {
		w := &l.operands[i].Word
		if l.in.Disk == nil || !w.Known() || l.in.Disk.Matters(w.Text) {
			return false
		}
	}
	return true
}

// treeInto finds the directory below which the names are written. It reports false where that lies
// on another machine.
func treeInto(l *line, t *fact.Tree, spec *TreeSpec) bool {
	if into := l.named(spec.Into); len(into) > 0 {
		o := &into[len(into)-1]
		if l.spec.Effects.Remote && remote(&o.Word) {
			return false
		}
		t.Into = o.Path
		if !o.IsPath {
			t.Into = l.in.Paths.Path(l.in.dirs, &o.Word)
		}
		return true
	}
	here := fact.Lit(".")
	t.Into = l.in.Paths.Path(l.in.dirs, &here)
	return true
}

// treeOptions reads the options that change the names.
func treeOptions(l *line, t *fact.Tree, spec *TreeSpec) {
	for i := range l.flags {
		f := &l.flags[i]
		if i < len(l.given) && l.given[i].off {
			continue
		}
		value := fact.Unknown("")
		if f.Value >= 0 {
			value = l.operands[f.Value].Word
		}
		switch {
		case flagOf(f, spec.Strip):
			t.Strip, t.Guess = -1, false
			if n, err := strconv.Atoi(value.Text); err == nil && n >= 0 && value.Known() {
				t.Strip = n
			}
		case flagOf(f, spec.Prefix):
			t.Prefix = value
		case flagOf(f, spec.Except) && value.Known():
			t.Except = append(t.Except, strings.Trim(value.Text, "/"))
		case flagOf(f, spec.Loose):
			t.Loose = f.Written
		}
	}
	if l.mayHave(spec.Include) {
		t.Except = nil
	}
}

func flagOf(f *fact.Flag, names []string) bool {
	return slices.Contains(names, f.Name)
}
